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

import static dev.stoa.benchmarks.engines.EngineFigures.count;
import static dev.stoa.benchmarks.engines.EngineFigures.interval;
import static dev.stoa.benchmarks.engines.EngineFigures.text;
import static dev.stoa.benchmarks.engines.EngineFigures.value;

import dev.stoa.benchmarks.harness.Benchmark;
import dev.stoa.benchmarks.harness.Measurement;
import dev.stoa.benchmarks.harness.Measurement.Metric;
import dev.stoa.benchmarks.harness.Options;
import dev.stoa.benchmarks.harness.Reached;
import dev.stoa.benchmarks.harness.Results;
import dev.stoa.benchmarks.harness.TextTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Compares twenty single operations in Spark on {@code lineitem}: tables of Stoa, Parquet with zstd and with snappy, and ORC. The
 * CPU time of the process and the time on the clock for each, as ratios of runs that followed each other.
 */
public final class SparkMicro implements Benchmark {
    static final String NAME = "spark-micro";

    static final String PARQUET = "parquet";
    static final String SNAPPY = "parquet_snappy";
    static final String ORC = "orc";

    /** The contenders. */
    static final List<String> FORMATS = List.of(SparkFork.STOA, PARQUET, SNAPPY, ORC);

    /** The number of operations whose results agree. */
    static final String EQUAL = "operations with equal results";

    /** All operations together. */
    static final String MEAN = "geometric mean";

    private static final List<String> PEERS = FORMATS.subList(1, FORMATS.size());
    private static final double DEFAULT_SCALE = 0.2;
    private static final int PROCESSES = 3;
    private static final int ROUNDS = 9;
    private static final int QUICK_ROUNDS = 5;

    /** Returns the name of ratios of CPU time. */
    static String cpu(String item) {
        return item + ", CPU";
    }

    /** Returns the name of ratios of time on the clock. */
    static String clock(String item) {
        return item + ", clock";
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean isPinned() {
        return false;
    }

    @Override
    public void run(Options options, Results results) throws IOException {
        int rounds = options.quick() ? QUICK_ROUNDS : ROUNDS;
        SparkFork.Work work = new SparkFork.Work(
                FORMATS.size(),
                MicroQuery.values().length * FORMATS.size() * (rounds + 2),
                options.quick() ? 1 : PROCESSES,
                DEFAULT_SCALE);
        SparkFork.run(NAME, "SparkMicroTask", options, rounds, work, results);
    }

    private static List<String> measured(Results results) {
        return MicroQuery.labels().stream()
                .filter(label -> results.find(label, SparkFork.STOA, Metric.PROCESS_CPU_MS)
                        .isPresent())
                .toList();
    }

    @Override
    public String table(Results results) {
        return count(results, EQUAL) + times(results) + "\n" + ratios(results);
    }

    private static TextTable times(Results results) {
        List<String> head = new ArrayList<>(List.of("ms"));
        FORMATS.forEach(format -> head.add(format + ", CPU"));
        FORMATS.forEach(format -> head.add(format + ", clock"));
        TextTable table = new TextTable(head);
        for (String label : measured(results)) {
            List<String> row = new ArrayList<>(List.of(label));
            for (Metric metric : List.of(Metric.PROCESS_CPU_MS, Metric.WALL_MS)) {
                FORMATS.forEach(format -> row.add(text("%.0f", value(results, label, format, metric))));
            }
            table.add(row);
        }
        return table;
    }

    private static TextTable ratios(Results results) {
        List<String> head = new ArrayList<>(List.of("peer : Stoa (95% interval)"));
        PEERS.forEach(format -> head.add(format + ", CPU"));
        PEERS.forEach(format -> head.add(format + ", clock"));
        TextTable table = new TextTable(head);
        List<String> items = new ArrayList<>(measured(results));
        items.add(MEAN);
        for (String item : items) {
            List<String> row = new ArrayList<>(List.of(item));
            PEERS.forEach(peer -> row.add(interval(ratio(results, cpu(item), peer))));
            PEERS.forEach(peer -> row.add(interval(ratio(results, clock(item), peer))));
            table.add(row);
        }
        return table;
    }

    private static Measurement ratio(Results results, String item, String peer) {
        return results.find(item, peer, Metric.RATIO).orElseThrow();
    }

    @Override
    public List<Reached> reached(Results results) {
        List<Reached> reached = new ArrayList<>();
        for (String peer : PEERS) {
            for (String label : measured(results)) {
                reached.add(Reached.of(goal(peer), label, ratio(results, cpu(label), peer)));
            }
        }
        reached.add(Reached.of("spark-micro.mean", "CPU time", ratio(results, cpu(MEAN), PARQUET)));
        reached.add(Reached.of("spark-micro.mean", "time on the clock", ratio(results, clock(MEAN), PARQUET)));
        return reached;
    }

    private static String goal(String peer) {
        return switch (peer) {
            case PARQUET -> "spark-micro.parquet";
            case SNAPPY -> "spark-micro.snappy";
            default -> "spark-micro.orc";
        };
    }

    @Override
    public List<String> faults(Results results) {
        return EngineFigures.disagreement(results, EQUAL, measured(results).size());
    }
}
