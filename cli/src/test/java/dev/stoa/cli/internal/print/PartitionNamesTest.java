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

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PartitionNamesTest {
    private final PartitionNames names = new PartitionNames(Map.of(1, "id", 2, "day"));

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "2 year=54; day year=2024",
                "2 month=648; day month=2024-01",
                "2 month=-1; day month=1969-12",
                "2 day=-1; day day=1969-12-31",
                "2 hour=-1; day hour=1969-12-31T23",
                "2 month=null; day month=null",
                "2 year=9223372036854775807; day year=9223372036854775807",
                "2 day=19737; day day=2024-01-15",
                "1 hash(16)=3; id hash(16)=3",
                "7 value=\"a\"; dropped value=\"a\"",
                "what else; what else"
            })
    void columnsAndTimesAreReadable(String inTheLog, String readable) {
        assertEquals(readable, names.text(Optional.of(inTheLog)));
    }

    @Test
    void severalColumnsAreOneLine() {
        assertEquals("id hash(4)=1, day year=1970", names.text(Optional.of("1 hash(4)=1\n2 year=0")));
        assertEquals("", names.text(Optional.empty()));
    }
}
