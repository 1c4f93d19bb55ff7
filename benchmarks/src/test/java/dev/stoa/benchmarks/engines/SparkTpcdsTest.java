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

final class SparkTpcdsTest {
    @Test
    void theMeanOfAllQueriesHasAGoal() {
        Results results = results(2, 2);
        assertEquals(
                List.of(true, false),
                new SparkTpcds().reached(results).stream().map(Reached::isMet).toList());
        assertTrue(new SparkTpcds().table(results).contains("geometric mean"), new SparkTpcds().table(results));
    }

    @Test
    void queriesThatDifferOrFailAreFaults() {
        assertEquals(List.of(), new SparkTpcds().faults(results(2, 2)));
        assertEquals(1, new SparkTpcds().faults(results(3, 2)).size());
    }

    /** Parquet takes more CPU time than Stoa, and less time on the clock. */
    private static Results results(int asked, int equal) {
        Results results = new Results(new PrintStream(OutputStream.nullOutputStream()));
        for (String query : List.of("Q1", "Q2")) {
            add(results, query, SparkFork.STOA, 10);
            add(results, query, FormatFigures.SNAPPY, 20);
        }
        results.add(Measurement.exact(SparkTpcds.NAME, TpcdsFigures.ASKED, SparkFork.STOA, Metric.VALUES, asked));
        results.add(Measurement.exact(SparkTpcds.NAME, TpcdsFigures.EQUAL, SparkFork.STOA, Metric.VALUES, equal));
        return results;
    }

    private static void add(Results results, String query, String format, long cpu) {
        results.add(Measurement.exact(SparkTpcds.NAME, query, format, Metric.PROCESS_CPU_MS, cpu));
        results.add(Measurement.exact(SparkTpcds.NAME, query, format, Metric.WALL_MS, 100 / cpu));
        results.add(Measurement.exact(SparkTpcds.NAME, query, format, Metric.BYTES_READ, 1000));
    }
}
