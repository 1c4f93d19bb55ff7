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

import dev.stoa.benchmarks.harness.Measurement;
import dev.stoa.benchmarks.harness.Measurement.Metric;
import dev.stoa.benchmarks.harness.Options;
import dev.stoa.benchmarks.harness.Progress;
import dev.stoa.benchmarks.harness.Reached;
import dev.stoa.benchmarks.harness.Results;
import dev.stoa.benchmarks.harness.TextTable;
import dev.stoa.benchmarks.harness.UnpinnedBenchmark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * TPC-H in one server of Trino, on tables of Stoa, of Parquet and ORC by the Hive connector, and of Iceberg. It measures the
 * time of the 22 queries, and CPU time and bytes of some scans. It also measures time and bytes of small changes, next to Iceberg.
 */
public final class TrinoTpch implements UnpinnedBenchmark {
    static final String NAME = "trino-tpch";

    /** {@code lineitem} in the order of {@code l_shipdate}. */
    static final String BY_DATE = "lineitem_by_date";

    /** Counts the statements whose rows are equal. */
    static final String EQUAL = "queries with equal results";

    /** Counts the tables that are equal in the end. */
    static final String CHANGED = "tables that all statements have made equal";

    /** All queries of TPC-H together. */
    static final String MEAN = "geometric mean";

    /** The changes that are measured. */
    static final List<SparkMerge.Statement> CHANGES =
            List.of(SparkMerge.Statement.UPDATE, SparkMerge.Statement.SMALL_MERGE);

    private static final double DEFAULT_SCALE = 1;
    private static final double LARGE = 0.2;
    private static final int HEAP_MEGABYTES = 6144;
    private static final int SMALL_HEAP_MEGABYTES = 2048;
    private static final int ROUNDS = 5;
    private static final int QUICK_ROUNDS = 2;
    private static final String STOA = TrinoFormat.STOA.label();
    private static final String PARQUET = TrinoFormat.PARQUET.label();
    private static final String ICEBERG = TrinoFormat.ICEBERG.label();

    /** The goal for CPU time leaves out query 1: its scan reads almost all rows of seven columns. */
    private static final String WITHOUT_CPU_GOAL = "Q1";

    /** Smaller values count as this one, so that ratios are finite for statements without a scan. */
    private static final double LEAST_CPU_MILLIS = 1;

    private static final double LEAST_BYTES = 4096;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<String> contenders() {
        return Stream.of(TrinoFormat.values())
                .filter(format -> format != TrinoFormat.STOA)
                .map(TrinoFormat::label)
                .toList();
    }

    @Override
    public void run(Options options, Results results) throws IOException {
        double scale = options.scale().orElse(DEFAULT_SCALE);
        int rounds = options.quick() ? QUICK_ROUNDS : ROUNDS;
        List<TrinoFormat> formats = Stream.of(TrinoFormat.values())
                .filter(format -> !options.without().contains(format.label()))
                .toList();
        TrinoPeer peer = TrinoPeer.build();
        Path folder = TrinoPeer.scratch();
        Path data = Files.createDirectories(folder.resolve("data"));
        Progress.say("starting Trino: some " + minutes(scale, rounds, formats.size())
                + " minutes for all queries, if two cores have nothing else to do");
        try (TrinoServer server = TrinoServer.start(
                peer,
                folder.resolve("server"),
                scale < LARGE ? SMALL_HEAP_MEGABYTES : HEAP_MEGABYTES,
                TrinoTables.catalogs(data))) {
            TrinoClient trino = new TrinoClient(server.address());
            TrinoTables tables = new TrinoTables(trino, data, "tpch", scale, formats);
            tables.create();
            tables.create(BY_DATE, "lineitem", " with (sorted_by = array['l_shipdate'])");
            TrinoTpchTask task = new TrinoTpchTask(new TrinoRounds(server, trino, rounds), tables, formats, results);
            Map<String, String> queries = task.queries(scale);
            List<SparkMerge.Statement> changes = new ArrayList<>(CHANGES);
            if (!options.columns().isEmpty()) {
                queries.keySet().retainAll(options.columns());
                changes.removeIf(change -> !options.columns().contains(change.label()));
            }
            task.compare(queries);
            task.measure(queries);
            if (formats.contains(TrinoFormat.ICEBERG) && !changes.isEmpty()) {
                task.change(changes);
            }
        }
    }

    private static long minutes(double scale, int rounds, int contenders) {
        int runs = (SparkTpch.QUERIES + SparkTpch.POINTS.size()) * (2 + rounds) * contenders;
        return Math.round((90 + 240 * scale + runs * (0.4 + 0.9 * scale)) / 60);
    }

    private static List<TrinoFormat> formats(Results results) {
        return Stream.of(TrinoFormat.values())
                .filter(format -> Stream.concat(SparkTpch.queries().stream(), SparkTpch.scans().stream())
                        .anyMatch(query -> results.find(query, format.label(), Metric.WALL_MS)
                                .isPresent()))
                .toList();
    }

    private static List<String> measured(Results results, List<String> queries) {
        return queries.stream()
                .filter(query -> results.find(query, STOA, Metric.WALL_MS).isPresent())
                .toList();
    }

    @Override
    public String table(Results results) {
        return count(results, EQUAL)
                + numbers(results, "ms", SparkTpch.queries(), query -> query, Metric.WALL_MS, 1)
                + "\n"
                + ratios(results)
                + "\n"
                + numbers(results, "scans: CPU ms", SparkTpch.scans(), SparkTpch::scan, Metric.PROCESS_CPU_MS, 1)
                + "\n"
                + numbers(results, "scans: kB read", SparkTpch.scans(), SparkTpch::scan, Metric.BYTES_READ, 1000)
                + "\n"
                + numbers(results, "CPU ms of the server", all(), query -> query, Metric.PROCESS_CPU_MS, 1)
                + "\n"
                + numbers(results, "peak memory, kB", all(), query -> query, Metric.BYTES, 1000)
                + "\n"
                + changes(results);
    }

    private static List<String> all() {
        return Stream.concat(
                        SparkTpch.queries().stream(), SparkTpch.POINTS.stream().map(SparkTpch::figure1))
                .toList();
    }

    private interface Item {
        String of(String query);
    }

    private static TextTable numbers(
            Results results, String head, List<String> queries, Item item, Metric metric, double unit) {
        List<TrinoFormat> formats = formats(results);
        List<String> heads = new ArrayList<>(List.of(head));
        formats.forEach(format -> heads.add(format.label()));
        TextTable table = new TextTable(heads);
        for (String query : measured(results, queries)) {
            List<String> row = new ArrayList<>(List.of(query));
            formats.forEach(format ->
                    row.add(text("%.1f", value(results, item.of(query), format.label(), metric) / unit)));
            table.add(row);
        }
        return table;
    }

    private static TextTable ratios(Results results) {
        TextTable table = new TextTable(List.of("time of the queries, peer : Stoa (95% interval)", MEAN));
        for (TrinoFormat peer : formats(results)) {
            results.find(MEAN, peer.label(), Metric.RATIO)
                    .ifPresent(ratio -> table.add(List.of(peer.label(), interval(ratio))));
        }
        return table;
    }

    private static String changes(Results results) {
        if (time(results, CHANGES.get(0)).isEmpty()) {
            return "changes: not measured\n";
        }
        TextTable table = new TextTable(List.of(
                "",
                "kB written, stoa",
                "iceberg",
                "iceberg/stoa",
                "ms, stoa",
                "iceberg",
                "iceberg/stoa (95% interval)"));
        for (SparkMerge.Statement statement : CHANGES) {
            String item = statement.label();
            time(results, statement)
                    .ifPresent(ratio -> table.add(List.of(
                            item,
                            text("%.0f", value(results, item, STOA, Metric.BYTES) / 1000),
                            text("%.0f", value(results, item, ICEBERG, Metric.BYTES) / 1000),
                            text("%.1f", written(results, item)),
                            text("%.0f", value(results, item, STOA, Metric.WALL_MS)),
                            text("%.0f", value(results, item, ICEBERG, Metric.WALL_MS)),
                            interval(ratio))));
        }
        return count(results, CHANGED) + table;
    }

    private static Optional<Measurement> time(Results results, SparkMerge.Statement statement) {
        return results.find(statement.label(), ICEBERG, Metric.RATIO);
    }

    private static double written(Results results, String item) {
        return value(results, item, ICEBERG, Metric.BYTES) / value(results, item, STOA, Metric.BYTES);
    }

    private static double ratio(Results results, String query, Metric metric, double least) {
        String scan = SparkTpch.scan(query);
        return Math.max(least, value(results, scan, PARQUET, metric))
                / Math.max(least, value(results, scan, STOA, metric));
    }

    @Override
    public List<Reached> reached(Results results) {
        List<Reached> reached = new ArrayList<>();
        results.find(MEAN, PARQUET, Metric.RATIO)
                .filter(ratio -> measured(results, SparkTpch.queries()).size() == SparkTpch.QUERIES)
                .ifPresent(ratio -> reached.add(Reached.of("trino-tpch.time", "22 queries", ratio)));
        if (formats(results).contains(TrinoFormat.PARQUET)) {
            for (String query : measured(results, SparkTpch.scans())) {
                if (!query.equals(WITHOUT_CPU_GOAL)) {
                    reached.add(Reached.of(
                            "trino-tpch.cpu", query, ratio(results, query, Metric.PROCESS_CPU_MS, LEAST_CPU_MILLIS)));
                }
                reached.add(
                        Reached.of("trino-tpch.bytes", query, ratio(results, query, Metric.BYTES_READ, LEAST_BYTES)));
            }
        }
        for (SparkMerge.Statement statement : CHANGES) {
            time(results, statement).ifPresent(ratio -> {
                reached.add(Reached.of("trino-tpch.change.time", statement.label(), ratio));
                reached.add(
                        Reached.of("trino-tpch.change.bytes", statement.label(), written(results, statement.label())));
            });
        }
        return reached;
    }

    @Override
    public List<String> faults(Results results) {
        List<String> faults = new ArrayList<>(EngineFigures.disagreement(
                results, EQUAL, measured(results, all()).size()));
        if (time(results, CHANGES.get(0)).isPresent()) {
            faults.addAll(EngineFigures.disagreement(results, CHANGED, 2));
        }
        return faults;
    }
}
