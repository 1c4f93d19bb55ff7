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
package dev.stoa.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class LikelyNameTest {
    private static final List<String> NAMES = List.of("l_orderkey", "l_partkey", "id", "Total");

    private static void likely(String expected, String typed) {
        assertEquals(Optional.of(expected), LikelyName.of(typed, NAMES), typed);
    }

    private static void none(String typed) {
        assertEquals(Optional.empty(), LikelyName.of(typed, NAMES), typed);
    }

    @Test
    void aMistakeForEachThreeCharactersIsForgiven() {
        likely("l_orderkey", "l_ordrekey");
        likely("l_orderkey", "orderkey");
        likely("l_partkey", "l_partkey2");
        likely("id", "idd");
        likely("id", "d");
        likely("Total", "totl");
        none("xy");
        none("l_comment");
        none("");
    }

    @Test
    void veryLongNamesAreNotCompared() {
        assertEquals(Optional.empty(), LikelyName.of("a".repeat(65), List.of("a".repeat(64))));
        assertEquals(Optional.of("b".repeat(64)), LikelyName.of("b".repeat(63), List.of("b".repeat(64))));
    }
}
