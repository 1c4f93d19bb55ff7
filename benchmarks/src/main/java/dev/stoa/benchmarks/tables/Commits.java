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
package dev.stoa.benchmarks.tables;

import dev.stoa.benchmarks.harness.Benchmark;
import dev.stoa.benchmarks.harness.Delivery;
import dev.stoa.benchmarks.harness.Fork;
import dev.stoa.benchmarks.harness.Measurement;
import dev.stoa.benchmarks.harness.Options;
import dev.stoa.benchmarks.harness.Reached;
import dev.stoa.benchmarks.harness.Results;
import dev.stoa.benchmarks.harness.StoreKind;
import dev.stoa.benchmarks.harness.TextTable;
import dev.stoa.benchmarks.peers.Contender;
import dev.stoa.benchmarks.peers.Contenders;
import dev.stoa.benchmarks.peers.DataSet;
import dev.stoa.benchmarks.peers.Forks;
import dev.stoa.benchmarks.peers.StoaJava;
import dev.stoa.benchmarks.vio.RemoteStore;
import dev.stoa.benchmarks.vio.StoreServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Many small commits: how many a second each store takes, of one writer and of eight. Then the cost to open, to plan and to
 * scan a table after very many of them, relative to a fresh one.
 */
public final class Commits implements Benchmark {
    public static final String NAME = "commits";

    /** The part of an item that shows a ratio. */
    static final String RATIO = "after";

    private static final String STOA = "stoa";
    private static final double DEFAULT_SCALE = 0.2;
    private static final int MANY = 10_000;
    private static final int QUICK_MANY = 1_000;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void run(Options options, Results results) throws IOException {
        List<String> java =
                Fork.java(System.getProperty("java.class.path"), List.of("-Xmx1g", "-XX:+UseParallelGC"), List.of());
        for (StoreKind store : options.storesOrAll()) {
            switch (store) {
                case CACHE -> {
                    history(options, results);
                    rates("local disk", "", java, options, results);
                }
                case HDFS -> served("hdfs", "HDFS", java, options, results);
                case S3 -> {
                    served("s3-near", "S3", java, options, results);
                    served("s3", "S3, 30 ms", java, options, results);
                }
            }
        }
    }

    private static void history(Options options, Results results) throws IOException {
        DataSet data = DataSet.lineItem(options.scale().orElse(DEFAULT_SCALE));
        Contender stoa = Contenders.named(STOA);
        Forks.prepare(data, stoa, List.of(StoaJava.DEFAULT));
        List<String> flags = List.of("-Xms1g", "-Xmx1g", "-XX:+UseParallelGC", Delivery.ARRAYS.flag());
        List<String> words = List.of(
                NAME,
                CommitHistory.TASK,
                data.file(stoa, StoaJava.DEFAULT).toString(),
                String.valueOf(options.quick() ? QUICK_MANY : MANY));
        Fork.run(true, Fork.java(System.getProperty("java.class.path"), flags, words), NAME, results::add);
    }

    private static void served(String kind, String label, List<String> java, Options options, Results results)
            throws IOException {
        List<String> jvm = Fork.jvm(System.getProperty("java.class.path"), List.of("-Xmx1g", "-XX:+UseParallelGC"));
        try (StoreServer server = StoreServer.start(jvm, kind, List.of())) {
            rates(label, server.store().toString(), java, options, results);
        }
    }

    private static void rates(String label, String store, List<String> java, Options options, Results results)
            throws IOException {
        List<String> command = new ArrayList<>(java);
        command.addAll(List.of(NAME, CommitRates.TASK, label, store, options.quick() ? "2" : "6"));
        Fork.run(false, command, NAME + " on " + label, results::add);
    }

    /** Runs a task of this benchmark in this process. */
    public static void measure(List<String> words, Consumer<Measurement> found) throws IOException {
        if (words.get(1).equals(CommitHistory.TASK)) {
            CommitHistory.measure(words, found);
        } else {
            String store = words.get(3);
            CommitRates.measure(
                    words.get(2),
                    store.isEmpty() ? Optional.empty() : Optional.of(RemoteStore.of(store)),
                    Integer.parseInt(words.get(4)),
                    found);
        }
    }

    @Override
    public String table(Results results) {
        TextTable ratios = new TextTable(List.of("", "in that of a fresh table", "95% interval"));
        TextTable rates = new TextTable(List.of("commits a second", "one writer", "eight writers"));
        List<Measurement> all = results.summary();
        for (Measurement m : all) {
            if (m.metric() == Measurement.Metric.RATIO) {
                ratios.add(List.of(m.item(), number(m.value()), number(m.min()) + " - " + number(m.max())));
            } else if (m.item().endsWith("/1")) {
                String store = m.subject();
                rates.add(List.of(
                        store,
                        perSecond(m),
                        results.find(store + "/8", STOA, m.metric())
                                .map(Commits::perSecond)
                                .orElse("")));
            }
        }
        return ratios + "\n" + rates;
    }

    @Override
    public List<Reached> reached(Results results) {
        return results.summary().stream()
                .filter(m -> m.metric() == Measurement.Metric.RATIO && m.item().contains(RATIO))
                .map(m -> Reached.of("commits.ratio", m.item(), m))
                .toList();
    }

    private static String perSecond(Measurement m) {
        return String.format(Locale.ROOT, "%.1f", 1000 / m.value());
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
