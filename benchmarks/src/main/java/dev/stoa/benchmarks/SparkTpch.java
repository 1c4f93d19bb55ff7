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
package dev.stoa.benchmarks;

import static dev.stoa.benchmarks.EngineFigures.count;
import static dev.stoa.benchmarks.EngineFigures.text;
import static dev.stoa.benchmarks.EngineFigures.value;

import dev.stoa.benchmarks.Measurement.Metric;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * TPC-H in Spark, on tables of Stoa, Parquet and ORC, and on such as Spark keeps in memory, which is as good as a format could be:
 * the 22 queries have the same results; how long they take, and of four of them, which are mostly scans, the CPU time of the
 * tasks that scan, and the bytes.
 */
final class SparkTpch implements Benchmark {
    static final String NAME = "spark-tpch";

    /** The queries of which scans are measured. */
    static final List<Integer> SCANS = List.of(1, 6, 12, 14);

    /** What is said of all queries. */
    static final String EQUAL = "queries with equal results";

    static final String STOA = "stoa";
    static final String PARQUET = "parquet";
    static final String ORC = "orc";
    static final String CACHED = "cached";

    /** The contenders, in the order in which their tables are made. */
    static final List<String> FORMATS = List.of(PARQUET, ORC, STOA, CACHED);

    private static final int QUERIES = 22;
    private static final int ROUNDS = 5;
    private static final int QUICK_ROUNDS = 2;
    private static final double DEFAULT_SCALE = 1;
    private static final double GAP_GOAL = 0.6;
    private static final double CPU_GOAL = 2;
    private static final double BYTES_GOAL = 2;

    /** A query as a whole. */
    static String query(int number) {
        return "Q" + number;
    }

    /** The scans of a query. */
    static String scan(int number) {
        return "Q" + number + ", scan";
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<String> contenders() {
        return List.of();
    }

    @Override
    public void run(Options options, Results results) throws IOException {
        EnginePeer spark = EnginePeer.spark();
        List<String> words = List.of(
                String.valueOf(options.scale().orElse(DEFAULT_SCALE)),
                String.valueOf(options.quick() ? QUICK_ROUNDS : ROUNDS),
                spark.scratch().toString());
        List<String> flags = List.of("-Xms6g", "-Xmx6g", "-XX:+UseParallelGC");
        Progress.say("running Spark");
        Fork.run(
                false, spark.command(List.of(), flags, "dev.stoa.benchmarks.SparkTpchTask", words), NAME, results::add);
    }

    @Override
    public String table(Results results) {
        StringBuilder text = new StringBuilder(count(results, EQUAL));
        TextTable queries = new TextTable(List.of("ms", "stoa", "parquet", "orc", "cached", "parquet/stoa"));
        for (int number = 1; number <= QUERIES; number++) {
            String item = query(number);
            queries.add(row(item, contender -> value(results, item, contender, Metric.WALL_MS)));
        }
        queries.add(row("geometric mean", contender -> mean(results, contender)));
        TextTable scans = new TextTable(List.of(
                "",
                "task CPU ms, stoa",
                "parquet",
                "orc",
                "cached",
                "parquet/stoa",
                "kB read, stoa",
                "parquet",
                "orc",
                "parquet/stoa"));
        for (int number : SCANS) {
            String item = scan(number);
            List<String> row =
                    new ArrayList<>(row(item, contender -> value(results, item, contender, Metric.PROCESS_CPU_MS)));
            for (String contender : List.of(STOA, PARQUET, ORC)) {
                row.add(text("%.0f", value(results, item, contender, Metric.BYTES_READ) / 1000));
            }
            row.add(text("%.2f", ratio(results, item, Metric.BYTES_READ)));
            scans.add(row);
        }
        return text.append(queries)
                .append("\n")
                .append(gap(results))
                .append("\n\n")
                .append(scans)
                .toString();
    }

    private static List<String> row(String item, ToDoubleFunction<String> value) {
        List<String> row = new ArrayList<>(List.of(item));
        for (String contender : List.of(STOA, PARQUET, ORC, CACHED)) {
            row.add(text("%.0f", value.applyAsDouble(contender)));
        }
        row.add(text("%.2f", value.applyAsDouble(PARQUET) / value.applyAsDouble(STOA)));
        return row;
    }

    private static double mean(Results results, String contender) {
        return Math.exp(IntStream.rangeClosed(1, QUERIES)
                .mapToDouble(number -> Math.log(value(results, query(number), contender, Metric.WALL_MS)))
                .average()
                .orElseThrow());
    }

    /** The share that is closed; no number if tables in memory were no faster than Parquet. */
    private static double gapClosed(Results results) {
        double parquet = mean(results, PARQUET);
        double gap = parquet - mean(results, CACHED);
        return gap > 0 ? (parquet - mean(results, STOA)) / gap : Double.NaN;
    }

    private static String gap(Results results) {
        double closed = gapClosed(results);
        return Double.isNaN(closed)
                ? "tables in memory were no faster than Parquet, so there is no gap to be closed"
                : "of the gap between Parquet and what is in memory, Stoa closes " + text("%.0f%%", 100 * closed);
    }

    private static double ratio(Results results, String item, Metric metric) {
        return value(results, item, PARQUET, metric) / value(results, item, STOA, metric);
    }

    @Override
    public List<String> faults(Results results) {
        List<String> faults = new ArrayList<>();
        if (!(gapClosed(results) >= GAP_GOAL)) {
            faults.add("missed: " + gap(results) + ", the goal is " + text("%.0f%%", 100 * GAP_GOAL));
        }
        for (int number : SCANS) {
            String item = scan(number);
            double cpu = ratio(results, item, Metric.PROCESS_CPU_MS);
            if (cpu < CPU_GOAL) {
                faults.add("missed: " + item + ": Parquet takes " + text("%.2f", cpu)
                        + " times the CPU time, the goal is " + CPU_GOAL);
            }
            double bytes = ratio(results, item, Metric.BYTES_READ);
            if (bytes < BYTES_GOAL) {
                faults.add("missed: " + item + ": Parquet reads " + text("%.2f", bytes)
                        + " times the bytes, the goal is " + BYTES_GOAL);
            }
        }
        return faults;
    }
}
