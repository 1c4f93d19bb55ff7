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
package dev.stoa.cli.internal.print;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class CountedTest {
    @Test
    void endingsAgreeWithTheNumberBeforeThem() {
        String format = "%s: %,d row[s], %d entr[ies|y], %d file[s have| has] moved%n";
        assertEquals(
                "a[s]%: 1 row, 2 entries, 1 file has moved",
                Counted.text(format, "a[s]%", 1L, 2, 1).strip());
        assertEquals(
                "b: 1,000 rows, 1 entry, 0 files have moved",
                Counted.text(format, "b", 1000, 1, 0L).strip());
    }

    @Test
    void otherValuesAreNotCounted() {
        assertEquals(
                "2 of 1 row (50.0 %), 1 match",
                Counted.text("%d of %d row[s] (%.1f %%), %d match[es|]", 2, 1, 50.0, 1));
        assertEquals("1 file of one", Counted.text("%d file[s] of %s", 1, "one"));
    }

    @Test
    void oneVersionIsNoRange() {
        assertEquals("version 8", Counted.versions(8, 8));
        assertEquals("versions 3 to 8", Counted.versions(3, 8));
    }
}
