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

import dev.stoa.benchmarks.harness.Fork;
import dev.stoa.benchmarks.harness.Measurement;
import dev.stoa.benchmarks.harness.Measurement.Metric;
import dev.stoa.benchmarks.harness.Options;
import dev.stoa.benchmarks.harness.Progress;
import dev.stoa.benchmarks.harness.Reached;
import dev.stoa.benchmarks.harness.Results;
import dev.stoa.benchmarks.harness.TextTable;
import dev.stoa.benchmarks.harness.UnpinnedBenchmark;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * TPC-H in Hive, on tables of STOA and of ORC. It checks that the 22 queries have the same results. It measures CPU time and
 * bytes of four of them, which are mostly scans: of the whole query, and of its scan only.
 */
public final class HiveTpch implements UnpinnedBenchmark {
    static final String NAME = "hive-tpch";

    /** The queries that are measured. */
    static final List<Integer> MEASURED = List.of(1, 6, 12, 14);

    /** The item that counts queries with equal results. */
    static final String EQUAL = "queries with equal results";

    private static final String STOA = "stoa";
    private static final String ORC = "orc";
    private static final int PAIRS = 30;
    private static final int QUICK_PAIRS = 8;
    private static final double DEFAULT_SCALE = 0.1;

    /** How the large tables are sorted. */
    enum Order {
        /** As TPC-H generates them. */
        KEY("by key"),
        /** By the date of shipping, or of the order. */
        DATE("by date");

        private final String label;

        Order(String label) {
            this.label = label;
        }
    }

    /** The measured part of a query. */
    enum Part {
        SCAN("scan"),
        QUERY("query");

        private final String label;

        Part(String label) {
            this.label = label;
        }
    }

    /** The item of a measurement. */
    static String item(int query, Part part, Order order) {
        return "Q" + query + ", " + part.label + ", " + order.label;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void run(Options options, Results results) throws IOException {
        EnginePeer hive = EnginePeer.hive();
        List<String> words = List.of(
                String.valueOf(options.scale().orElse(DEFAULT_SCALE)),
                String.valueOf(options.quick() ? QUICK_PAIRS : PAIRS));
        List<String> flags = List.of("-Xms3g", "-Xmx3g", "-Xmn1g", "-XX:+UseParallelGC");
        Progress.say("running Hive");
        Fork.run(
                false,
                hive.command(List.of(), flags, "dev.stoa.benchmarks.engines.HiveTpchTask", words),
                NAME,
                results::add);
    }

    @Override
    public String table(Results results) {
        StringBuilder text = new StringBuilder(count(results, EQUAL));
        TextTable table = new TextTable(
                List.of("", "CPU ms, stoa", "orc", "orc/stoa (95% interval)", "kB read, stoa", "orc", "orc/stoa"));
        for (Part part : Part.values()) {
            for (Order order : Order.values()) {
                for (int query : MEASURED) {
                    String item = item(query, part, order);
                    results.find(item, STOA, Metric.RATIO).ifPresent(ratio -> table.add(row(results, item, ratio)));
                }
            }
        }
        return text.append(table).toString();
    }

    private static List<String> row(Results results, String item, Measurement ratio) {
        List<String> row = new ArrayList<>(List.of(
                item,
                text("%.1f", value(results, item, STOA, Metric.PROCESS_CPU_MS)),
                text("%.1f", value(results, item, ORC, Metric.PROCESS_CPU_MS)),
                interval(ratio)));
        if (results.find(item, STOA, Metric.BYTES_READ).isPresent()) {
            row.add(text("%.0f", value(results, item, STOA, Metric.BYTES_READ) / 1000));
            row.add(text("%.0f", value(results, item, ORC, Metric.BYTES_READ) / 1000));
            row.add(text("%.2f", bytesRatio(results, item)));
        } else {
            row.addAll(List.of("", "", ""));
        }
        return row;
    }

    private static double bytesRatio(Results results, String item) {
        return value(results, item, ORC, Metric.BYTES_READ) / value(results, item, STOA, Metric.BYTES_READ);
    }

    @Override
    public List<Reached> reached(Results results) {
        List<Reached> reached = new ArrayList<>();
        for (String item : scans()) {
            results.find(item, STOA, Metric.RATIO).ifPresent(ratio -> {
                reached.add(Reached.of("hive-tpch.cpu", item, ratio));
                reached.add(Reached.of("hive-tpch.bytes", item, bytesRatio(results, item)));
            });
        }
        return reached;
    }

    private static List<String> scans() {
        return Arrays.stream(Order.values())
                .flatMap(order -> MEASURED.stream().map(query -> item(query, Part.SCAN, order)))
                .toList();
    }

    @Override
    public List<String> faults(Results results) {
        return scans().stream()
                .filter(item -> results.find(item, STOA, Metric.RATIO).isEmpty())
                .map(item -> "not measured: " + item)
                .toList();
    }
}
