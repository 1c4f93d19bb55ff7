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
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.benchmarks.harness.Measurement;
import dev.stoa.benchmarks.harness.Measurement.Metric;
import dev.stoa.benchmarks.harness.Reached;
import dev.stoa.benchmarks.harness.Results;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

final class HiveMicroTest {
    private static final String SUMS = HiveQuery.TWO_SUMS.label();
    private static final String IDS = HiveQuery.IDS.label();

    @Test
    void theEightStatementsHaveNamesOfTheirOwnAndNoPlaceholders() {
        assertEquals(8, new HashSet<>(HiveQuery.labels()).size());
        for (HiveQuery query : HiveQuery.values()) {
            assertFalse(query.sql(1000).contains(":"), query.sql(1000));
        }
        assertTrue(HiveQuery.IDS.sql(1000).endsWith("between 400 and 450"), HiveQuery.IDS.sql(1000));
    }

    @Test
    void onlyMeasuredStatementsHaveGoals() {
        Results results = results(2);
        HiveMicro benchmark = new HiveMicro();
        assertTrue(benchmark.table(results).contains("| " + SUMS), benchmark.table(results));
        assertEquals(
                List.of(true, false),
                benchmark.reached(results).stream().map(Reached::isMet).toList());
        assertEquals(List.of(), benchmark.faults(results));
    }

    @Test
    void aStatementWithoutEqualResultsIsAFault() {
        assertEquals(1, new HiveMicro().faults(results(1)).size());
    }

    /** Two statements: one reaches its goal. */
    private static Results results(int equal) {
        Results results = new Results(new PrintStream(OutputStream.nullOutputStream()));
        results.add(measured(SUMS, "stoa", Metric.RATIO, 1.6));
        results.add(measured(IDS, "stoa", Metric.RATIO, 1.4));
        for (String item : List.of(SUMS, IDS)) {
            results.add(measured(item, "stoa", Metric.PROCESS_CPU_MS, 10));
            results.add(measured(item, "orc", Metric.PROCESS_CPU_MS, 15));
            results.add(measured(item, HiveMicro.READY, Metric.PROCESS_CPU_MS, 8));
            results.add(measured(item, HiveMicro.READY, Metric.RATIO, 1.875));
        }
        results.add(measured(HiveMicro.EQUAL, "stoa", Metric.VALUES, equal));
        return results;
    }

    private static Measurement measured(String item, String contender, Metric metric, double value) {
        return new Measurement(HiveMicro.NAME, item, contender, metric, metric.unit(), value, value, value);
    }
}
