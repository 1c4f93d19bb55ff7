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

final class SparkMicroTest {
    private static final String ONE = MicroQuery.COUNT.label();

    @Test
    void theTwentyOperationsAreStatementsWithNamesOfTheirOwn() {
        assertEquals(20, new HashSet<>(MicroQuery.labels()).size());
        for (MicroQuery query : MicroQuery.values()) {
            assertFalse(query.sql(1000).contains(":"), query.sql(1000));
        }
        assertEquals("select * from lineitem where l_orderkey = 321", MicroQuery.POINT.sql(1000));
    }

    @Test
    void onlyOperationsThatWereMeasuredHaveGoals() {
        Results results = results(2.5, 0.5);
        SparkMicro benchmark = new SparkMicro();
        assertTrue(benchmark.table(results).contains("| " + ONE), benchmark.table(results));
        assertEquals(
                List.of(true, true, false, true, true),
                benchmark.reached(results).stream().map(Reached::isMet).toList());
        assertEquals(List.of(), benchmark.faults(results));
    }

    @Test
    void anOperationWithoutEqualResultsIsAFault() {
        Results results = new Results(new PrintStream(OutputStream.nullOutputStream()));
        results.add(measured(ONE, SparkFork.STOA, Metric.PROCESS_CPU_MS, 1));
        results.add(measured(SparkMicro.EQUAL, SparkFork.STOA, Metric.VALUES, 0));
        assertEquals(1, new SparkMicro().faults(results).size());
    }

    private static Results results(double parquet, double orc) {
        Results results = new Results(new PrintStream(OutputStream.nullOutputStream()));
        for (String format : FormatFigures.FORMATS) {
            results.add(measured(ONE, format, Metric.PROCESS_CPU_MS, 1));
            results.add(measured(ONE, format, Metric.WALL_MS, 1));
            double ratio = format.equals(FormatFigures.ORC) ? orc : parquet;
            for (String item : List.of(ONE, SparkMicro.MEAN)) {
                results.add(measured(FormatFigures.cpu(item), format, Metric.RATIO, ratio));
                results.add(measured(FormatFigures.clock(item), format, Metric.RATIO, ratio));
            }
        }
        results.add(measured(SparkMicro.EQUAL, SparkFork.STOA, Metric.VALUES, 1));
        return results;
    }

    private static Measurement measured(String item, String contender, Metric metric, double value) {
        return new Measurement(SparkMicro.NAME, item, contender, metric, metric.unit(), value, value, value);
    }
}
