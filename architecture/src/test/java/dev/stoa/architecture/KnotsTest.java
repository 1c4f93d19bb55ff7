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
package dev.stoa.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Holds that few types need each other; see docs/adr/0001. */
final class KnotsTest {
    private static final int MOST = 8;

    @Test
    void knotsAreSmall() {
        List<Set<String>> knots = Types.topLevel().knots();
        assertTrue(knots.size() > 5, "the test sees knots where there are some: " + knots.size());
        List<Set<String>> larger =
                knots.stream().filter(knot -> knot.size() > MOST).toList();
        assertEquals(List.of(), larger, "types that all need each other");
    }
}
