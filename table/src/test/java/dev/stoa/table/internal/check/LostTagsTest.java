/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.stoa.table.internal.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.stoa.table.TableProperties;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tags of versions that can't be read are named, with the command that removes them. */
class LostTagsTest {
    private static final TableProperties TAGGED = TableProperties.NONE
            .withTag("z", 4)
            .withTag("below", 3)
            .withTag("a", 6)
            .withTag("after", 7);

    @Test
    void thoseOfTheRangeAreNamed() {
        assertEquals(
                List.of(
                        "the tag 'a' names version 6, which can't be read any more: remove it by"
                                + " 'stoa table tag TABLE --drop a'",
                        "the tag 'z' names version 4, which can't be read any more: remove it by"
                                + " 'stoa table tag TABLE --drop z'"),
                LostTags.texts(TAGGED, 4, 7));
    }

    @Test
    void anEmptyRangeHasNone() {
        assertEquals(List.of(), LostTags.texts(TAGGED, 4, 4));
    }
}
