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
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.benchmarks.harness.Measurement;
import dev.stoa.benchmarks.harness.Measurement.Metric;
import dev.stoa.benchmarks.harness.Reached;
import dev.stoa.benchmarks.harness.Results;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SparkWideTest {
    private static final String WRITE = SparkWide.Statement.WRITE.label();

    @Test
    void statementsReadTheTableOfAFormat() {
        assertEquals(
                "select max(c1), min(c3) from lake.wide where c2 = 7", SparkWide.Statement.FILTER.sql("lake.wide"));
    }

    @Test
    void eachPeerHasAGoalForWhatWasMeasured() {
        Results results = new Results(new PrintStream(OutputStream.nullOutputStream()));
        for (String format : FormatFigures.FORMATS) {
            results.add(measured(WRITE, format, Metric.PROCESS_CPU_MS, 10));
            results.add(measured(WRITE, format, Metric.WALL_MS, 10));
            double ratio = format.equals(FormatFigures.ORC) ? 0.5 : 1.5;
            results.add(measured(FormatFigures.cpu(WRITE), format, Metric.RATIO, ratio));
            results.add(measured(FormatFigures.clock(WRITE), format, Metric.RATIO, ratio));
        }
        results.add(measured(SparkWide.EQUAL, SparkFork.STOA, Metric.VALUES, 1));
        SparkWide benchmark = new SparkWide();
        assertEquals(
                List.of(true, true, false),
                benchmark.reached(results).stream().map(Reached::isMet).toList());
        assertEquals(List.of(), benchmark.faults(results));
        assertTrue(benchmark.table(results).contains("| " + WRITE), benchmark.table(results));
    }

    private static Measurement measured(String item, String contender, Metric metric, double value) {
        return new Measurement(SparkWide.NAME, item, contender, metric, metric.unit(), value, value, value);
    }
}
