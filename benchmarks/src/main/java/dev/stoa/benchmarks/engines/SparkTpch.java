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
import static dev.stoa.benchmarks.engines.EngineFigures.geometricMean;
import static dev.stoa.benchmarks.engines.EngineFigures.text;
import static dev.stoa.benchmarks.engines.EngineFigures.value;

import dev.stoa.benchmarks.harness.Measurement.Metric;
import dev.stoa.benchmarks.harness.Options;
import dev.stoa.benchmarks.harness.Reached;
import dev.stoa.benchmarks.harness.Results;
import dev.stoa.benchmarks.harness.TextTable;
import dev.stoa.benchmarks.harness.UnpinnedBenchmark;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * TPC-H in Spark, on tables of Stoa, Parquet, ORC and Delta Lake, and on tables in Spark's memory. It
 * checks that the 22 queries have the same results. It measures their time, also with statistics and without files in the page
 * cache. For four of them, which are mostly scans, and for Figure 1, it measures CPU time and bytes of the tasks that scan.
 */
public final class SparkTpch implements UnpinnedBenchmark {
    static final String NAME = "spark-tpch";

    /** The item that counts queries with equal results. */
    static final String EQUAL = "queries with equal results";

    static final String CACHED = "cached";

    /** The contenders, in the order of making their tables. */
    static final List<String> FORMATS = List.of("parquet", "orc", SparkFork.DELTA, SparkFork.STOA, CACHED);

    /** The shares of the rows, in percent, whose maximum Figure 1 finds. */
    static final List<Integer> POINTS = List.of(1, 10, 30, 60, 100);

    static final int QUERIES = 22;

    /** As the columns of tables. */
    private static final List<String> SHOWN = List.of(SparkFork.STOA, "parquet", "orc", SparkFork.DELTA, CACHED);

    private static final List<Integer> SCANS = List.of(1, 6, 12, 14);
    private static final int ROUNDS = 5;
    private static final int QUICK_ROUNDS = 2;

    /** In what state of things queries run. */
    enum Setting {
        PLAIN("files in the page cache, without statistics"),
        STATISTICS("files in the page cache, with statistics"),
        COLD("files not in the page cache, without statistics");

        private final String label;

        Setting(String label) {
            this.label = label;
        }

        String label() {
            return label;
        }

        /** The contenders of a setting. Tables in memory have no files. */
        List<String> contenders(List<String> all) {
            return all.stream()
                    .filter(format -> this != COLD || !format.equals(CACHED))
                    .toList();
        }
    }

    /** A query as a whole. */
    static String item(String query, Setting setting) {
        return query + "/" + setting.label();
    }

    /** The name of a query of TPC-H. */
    static String query(int number) {
        return "Q" + number;
    }

    /** The name of a query of Figure 1. */
    static String figure1(int percent) {
        return "Figure 1, " + percent + "%";
    }

    /** The queries with measured scans. */
    static List<String> scans() {
        return Stream.concat(
                        SCANS.stream().map(SparkTpch::query), POINTS.stream().map(SparkTpch::figure1))
                .toList();
    }

    /** The scans of a query. */
    static String scan(String query) {
        return query + ", scan";
    }

    /** The queries of TPC-H. */
    static List<String> queries() {
        return IntStream.rangeClosed(1, QUERIES).mapToObj(SparkTpch::query).toList();
    }

    private static List<String> all() {
        return Stream.concat(queries().stream(), POINTS.stream().map(SparkTpch::figure1))
                .toList();
    }

    private static List<String> measured(Results results, List<String> queries, Setting setting) {
        return queries.stream()
                .filter(query -> results.find(item(query, setting), SparkFork.STOA, Metric.WALL_MS)
                        .isPresent())
                .toList();
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void run(Options options, Results results) throws IOException {
        int rounds = options.quick() ? QUICK_ROUNDS : ROUNDS;
        int timed = (QUERIES + POINTS.size() + QUERIES) * (1 + rounds);
        SparkFork.Work work = new SparkFork.Work(FORMATS.size(), (QUERIES + POINTS.size() + timed) * FORMATS.size());
        SparkFork.run(NAME, "SparkTpchTask", options, rounds, work, results);
    }

    @Override
    public String table(Results results) {
        StringBuilder text = new StringBuilder(count(results, EQUAL));
        for (Setting setting : Setting.values()) {
            text.append(setting.label()).append(":\n\n");
            if (measured(results, queries(), setting).isEmpty()) {
                text.append("not measured\n\n");
            } else {
                text.append(times(results, setting)).append("\n");
            }
        }
        return text.append(scans(results)).toString();
    }

    private static TextTable times(Results results, Setting setting) {
        List<String> contenders = setting.contenders(SHOWN);
        List<String> head = new ArrayList<>(List.of("ms"));
        head.addAll(contenders);
        head.add("parquet/stoa");
        TextTable table = new TextTable(head);
        for (String query : measured(results, queries(), setting)) {
            table.add(row(
                    query,
                    "%.0f",
                    contenders.stream()
                            .map(contender -> value(results, item(query, setting), contender, Metric.WALL_MS))
                            .toList()));
        }
        table.add(row(
                "geometric mean",
                "%.0f",
                contenders.stream()
                        .map(contender -> mean(results, setting, contender))
                        .toList()));
        return table;
    }

    private static String scans(Results results) {
        StringBuilder text = new StringBuilder();
        for (Metric metric : List.of(Metric.PROCESS_CPU_MS, Metric.BYTES_READ)) {
            List<String> head =
                    new ArrayList<>(List.of(metric == Metric.BYTES_READ ? "scans: kB read" : "scans: CPU ms of tasks"));
            head.addAll(SHOWN);
            head.add("parquet/stoa");
            TextTable table = new TextTable(head);
            for (String query : measured(results, scans(), Setting.PLAIN)) {
                table.add(row(
                        query,
                        "%.1f",
                        SHOWN.stream()
                                .map(contender -> value(results, scan(query), contender, metric)
                                        / (metric == Metric.BYTES_READ ? 1000 : 1))
                                .toList()));
            }
            text.append(table).append("\n");
        }
        return text.toString();
    }

    /** Numbers of Stoa, Parquet and others, and how the first two compare. */
    private static List<String> row(String name, String format, List<Double> numbers) {
        List<String> row = new ArrayList<>(List.of(name));
        numbers.forEach(number -> row.add(text(format, number)));
        row.add(text("%.2f", numbers.get(1) / numbers.get(0)));
        return row;
    }

    private static double mean(Results results, Setting setting, String contender) {
        return geometricMean(measured(results, queries(), setting).stream()
                .mapToDouble(query -> value(results, item(query, setting), contender, Metric.WALL_MS)));
    }

    private static double ratio(Results results, String scan, Metric metric) {
        return value(results, scan, "parquet", metric) / value(results, scan, SparkFork.STOA, metric);
    }

    @Override
    public List<Reached> reached(Results results) {
        List<Reached> reached = new ArrayList<>();
        for (Setting setting : Setting.values()) {
            if (measured(results, queries(), setting).size() == QUERIES) {
                double ratio = mean(results, setting, "parquet") / mean(results, setting, SparkFork.STOA);
                reached.add(Reached.of("spark-tpch.time", setting.label(), ratio));
            }
        }
        for (String query : measured(results, scans(), Setting.PLAIN)) {
            reached.add(Reached.of("spark-tpch.cpu", query, ratio(results, scan(query), Metric.PROCESS_CPU_MS)));
            reached.add(Reached.of("spark-tpch.bytes", query, ratio(results, scan(query), Metric.BYTES_READ)));
        }
        return reached;
    }

    @Override
    public List<String> faults(Results results) {
        return EngineFigures.disagreement(
                results, EQUAL, measured(results, all(), Setting.PLAIN).size());
    }
}
