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

import static dev.stoa.benchmarks.engines.EngineFigures.interval;
import static dev.stoa.benchmarks.engines.EngineFigures.text;
import static dev.stoa.benchmarks.engines.EngineFigures.value;

import dev.stoa.benchmarks.harness.Fork;
import dev.stoa.benchmarks.harness.Measurement.Metric;
import dev.stoa.benchmarks.harness.Options;
import dev.stoa.benchmarks.harness.Progress;
import dev.stoa.benchmarks.harness.Reached;
import dev.stoa.benchmarks.harness.Results;
import dev.stoa.benchmarks.harness.TextTable;
import dev.stoa.benchmarks.harness.UnpinnedBenchmark;
import dev.stoa.benchmarks.vio.StoreServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The experiment of "Hadoop Vectored IO" for ETL: Hive reads up to 33 separate columns of a wide table of strings from a slow
 * S3. It compares tables of STOA with those of ORC, with vectored reads and without.
 */
public final class HiveEtl implements UnpinnedBenchmark {
    static final String NAME = "hive-etl";

    /** Columns that are read at most. */
    static final int MOST = 33;

    /** How many columns the queries read. */
    static final List<Integer> COLUMNS = List.of(9, MOST);

    private static final String STOA = "stoa";
    private static final String ORC = "orc";
    private static final int ROWS = 150_000;
    private static final int QUICK_ROWS = 40_000;
    private static final int PAIRS = 15;
    private static final int QUICK_PAIRS = 5;

    /** How ORC reads. */
    enum Vectored {
        OFF("vectored off", "hive-etl.serial"),
        ON("vectored on", "hive-etl.vectored");

        private final String label;
        private final String goal;

        Vectored(String label, String goal) {
            this.label = label;
            this.goal = goal;
        }
    }

    /** The measured part of a query. */
    enum Part {
        MAP("map"),
        QUERY("query");

        private final String label;

        Part(String label) {
            this.label = label;
        }
    }

    /** The item of a measurement. */
    static String item(int columns, Part part, Vectored vectored) {
        return columns + " columns, " + part.label + ", " + vectored.label;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void run(Options options, Results results) throws IOException {
        EnginePeer hive = EnginePeer.hive();
        List<String> server = Fork.jvm(System.getProperty("java.class.path"), List.of("-Xmx1g", "-XX:+UseParallelGC"));
        List<String> flags = List.of("-Xms3g", "-Xmx3g", "-Xmn1g", "-XX:+UseParallelGC");
        try (StoreServer s3 = StoreServer.start(server, "s3", List.of())) {
            for (Vectored vectored : Vectored.values()) {
                List<String> words = new ArrayList<>(List.of(
                        s3.store().toString(), vectored.name(), String.valueOf(options.quick() ? QUICK_PAIRS : PAIRS)));
                if (vectored == Vectored.OFF) {
                    words.add(String.valueOf(options.quick() ? QUICK_ROWS : ROWS)); // the first one makes the tables
                }
                List<Path> first = vectored == Vectored.OFF
                        ? List.of(EnginePeer.sources("hive").resolve("without-vectored-reads"))
                        : List.of();
                Progress.say("running Hive, ORC's reads " + vectored.label);
                Fork.run(
                        false,
                        hive.command(first, flags, "dev.stoa.benchmarks.engines.HiveEtlTask", words),
                        NAME,
                        results::add);
            }
        }
    }

    @Override
    public String table(Results results) {
        TextTable table = new TextTable(
                List.of("", "ms, stoa", "orc", "orc/stoa (95% interval)", "MB / requests / round trips, stoa", "orc"));
        for (Part part : Part.values()) {
            for (Vectored vectored : Vectored.values()) {
                for (int columns : COLUMNS) {
                    String item = item(columns, part, vectored);
                    results.find(item, STOA, Metric.RATIO)
                            .ifPresent(ratio -> table.add(List.of(
                                    item,
                                    text("%.0f", value(results, item, STOA, Metric.WALL_MS)),
                                    text("%.0f", value(results, item, ORC, Metric.WALL_MS)),
                                    interval(ratio),
                                    given(results, item, STOA),
                                    given(results, item, ORC))));
                }
            }
        }
        return table.toString();
    }

    private static String given(Results results, String item, String contender) {
        return text("%.2f", value(results, item, contender, Metric.BYTES_READ) / 1e6)
                + text(" / %.0f", value(results, item, contender, Metric.REQUESTS))
                + text(" / %.0f", value(results, item, contender, Metric.ROUND_TRIPS));
    }

    @Override
    public List<Reached> reached(Results results) {
        List<Reached> reached = new ArrayList<>();
        for (Vectored vectored : Vectored.values()) {
            for (int columns : COLUMNS) {
                String item = item(columns, Part.MAP, vectored);
                results.find(item, STOA, Metric.RATIO)
                        .ifPresent(ratio -> reached.add(Reached.of(vectored.goal, item, ratio)));
            }
        }
        return reached;
    }

    @Override
    public List<String> faults(Results results) {
        int missing =
                COLUMNS.size() * Vectored.values().length - reached(results).size();
        return missing == 0 ? List.of() : List.of("not measured: " + missing + " maps");
    }
}
