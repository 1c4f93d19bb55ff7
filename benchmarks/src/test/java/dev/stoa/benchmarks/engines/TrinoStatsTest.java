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
package dev.stoa.benchmarks.engines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** The statistics of a statement in the form in which Trino gives them. */
final class TrinoStatsTest {
    private static TrinoStats read(String cpu) throws IOException {
        return TrinoStats.of(new ObjectMapper().readTree("""
                {"totalCpuTime": "%s", "physicalInputDataSize": "340515B", "peakTotalMemoryReservation": "120B",
                 "operatorSummaries": [
                   {"operatorType": "ScanFilterAndProjectOperator", "addInputCpu": "0.00ns", "getOutputCpu": "1.50s",
                    "finishCpu": "250.00us"},
                   {"operatorType": "AggregationOperator", "addInputCpu": "7.00ms", "getOutputCpu": "0.00ns",
                    "finishCpu": "0.00ns"},
                   {"operatorType": "TableScanOperator", "addInputCpu": "0.00ns", "getOutputCpu": "2.00ms",
                    "finishCpu": "0.00ns"}]}
                """.formatted(cpu)));
    }

    @Test
    void scansAreTheOperatorsThatReadTables() throws IOException {
        assertEquals(new TrinoStats(90_000, 1502.25, 340_515, 120), read("1.50m"));
    }

    @Test
    void anotherFormIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> read("soon"));
    }
}
