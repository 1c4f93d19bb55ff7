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

/** The goals of the benchmark in Trino. */
final class TrinoTpchTest {
    private static final String UPDATE = SparkMerge.Statement.UPDATE.label();

    private final Results results = new Results(new PrintStream(OutputStream.nullOutputStream()));
    private final TrinoTpch benchmark = new TrinoTpch();

    private void add(String item, TrinoFormat format, Metric metric, double value) {
        results.add(new Measurement(TrinoTpch.NAME, item, format.label(), metric, metric.unit(), value, value, value));
    }

    private void query(String query, TrinoFormat format, double cpu, double bytes) {
        add(query, format, Metric.WALL_MS, 1);
        add(query, format, Metric.PROCESS_CPU_MS, 1);
        add(query, format, Metric.BYTES, 1);
        add(SparkTpch.scan(query), format, Metric.PROCESS_CPU_MS, cpu);
        add(SparkTpch.scan(query), format, Metric.BYTES_READ, bytes);
    }

    @Test
    void aStatementThatNeedsNoScanHasARatio() {
        String all = SparkTpch.figure1(100);
        query(all, TrinoFormat.STOA, 0, 0);
        query(all, TrinoFormat.PARQUET, 50, 8192);
        add(TrinoTpch.EQUAL, TrinoFormat.STOA, Metric.VALUES, 1);
        List<Reached> reached = benchmark.reached(results);
        assertEquals(List.of(50.0, 2.0), reached.stream().map(Reached::value).toList());
        assertEquals(List.of(), benchmark.faults(results));
        assertTrue(benchmark.table(results).contains("| " + all), benchmark.table(results));
    }

    @Test
    void queryOneHasNoGoalOfCpuTime() {
        query("Q1", TrinoFormat.STOA, 10, 100_000);
        query("Q1", TrinoFormat.PARQUET, 11, 300_000);
        assertEquals(
                List.of("trino-tpch.bytes"),
                benchmark.reached(results).stream().map(r -> r.goal().name()).toList());
    }

    @Test
    void changesHaveGoalsOfTimeAndBytes() {
        add(UPDATE, TrinoFormat.STOA, Metric.BYTES, 1000);
        add(UPDATE, TrinoFormat.STOA, Metric.WALL_MS, 100);
        add(UPDATE, TrinoFormat.ICEBERG, Metric.BYTES, 4000);
        add(UPDATE, TrinoFormat.ICEBERG, Metric.WALL_MS, 350);
        add(UPDATE, TrinoFormat.ICEBERG, Metric.RATIO, 3.5);
        assertEquals(
                List.of(true, false),
                benchmark.reached(results).stream().map(Reached::isMet).toList());
        add(TrinoTpch.CHANGED, TrinoFormat.STOA, Metric.VALUES, 0);
        add(TrinoTpch.EQUAL, TrinoFormat.STOA, Metric.VALUES, 0);
        assertEquals(1, benchmark.faults(results).size(), "tables that differ");
    }
}
