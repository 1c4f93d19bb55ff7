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
package dev.stoa.benchmarks.queries;

import dev.stoa.benchmarks.harness.Benchmark;
import dev.stoa.benchmarks.harness.Delivery;
import dev.stoa.benchmarks.harness.Fork;
import dev.stoa.benchmarks.harness.Jvm;
import dev.stoa.benchmarks.harness.Measurement;
import dev.stoa.benchmarks.harness.Measurement.Metric;
import dev.stoa.benchmarks.harness.Options;
import dev.stoa.benchmarks.harness.Progress;
import dev.stoa.benchmarks.harness.Reached;
import dev.stoa.benchmarks.harness.Results;
import dev.stoa.benchmarks.harness.StoreKind;
import dev.stoa.benchmarks.harness.TextTable;
import dev.stoa.benchmarks.peers.Contenders;
import dev.stoa.benchmarks.peers.DataSet;
import dev.stoa.benchmarks.peers.Forks;
import dev.stoa.benchmarks.peers.StoaJava;
import dev.stoa.benchmarks.vio.StoreServer;
import dev.stoa.reader.StoaFile;
import dev.stoa.vio.RangeSources;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Takes rows of lineitem by number, spread over the whole file, into arrays: a thousand and a hundred thousand, of three columns
 * and of all. Every read starts with opening the file.
 */
public final class Take implements Benchmark {
    public static final String NAME = "take";
    static final String FILE = "file";

    private static final String STOA = "stoa";

    /** The contenders in Java, which read from both stores, with their variants. */
    private static final Map<String, String> IN_JAVA = inJava();

    /** The contenders that the page cache alone is read by. */
    private static final List<String> IN_PYTHON = List.of("vortex", "lance");

    private static final List<StoreKind> STORES = List.of(StoreKind.CACHE, StoreKind.S3);

    /** Far stores answer slowly: each answer is a sample. */
    private static final Forks FULL_FAR = new Forks(3, 3_000, 9, 0);

    private static final Forks QUICK_FAR = new Forks(1, 1_500, 3, 0);
    private static final long SERVER_WARM_MILLIS = 15_000;

    private static final String REMARK = """
            The rows are drawn from seed %d, and ascend. Lance and Vortex were not driven on S3. Parquet through pyarrow takes no part:
            it has no way to take rows by the page index.
            """.formatted(TakeCase.SEED);

    private static Map<String, String> inJava() {
        Map<String, String> all = new LinkedHashMap<>();
        all.put(STOA, StoaJava.DEFAULT);
        all.put("parquet-java", "v1_none");
        return all;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<String> contenders() {
        List<String> all = new ArrayList<>(IN_JAVA.keySet());
        all.addAll(IN_PYTHON);
        return all;
    }

    @Override
    public void run(Options options, Results results) throws IOException {
        DataSet data = DataSet.lineItem(options.scale().orElse(1));
        List<String> left = new ArrayList<>(contenders());
        left.removeAll(options.without());
        Path folder = PythonLibraries.data(NAME + "-" + data.name());
        Path stoa = data.file(Contenders.named(STOA), StoaJava.DEFAULT);
        Forks.prepare(data, Contenders.named(STOA), List.of(StoaJava.DEFAULT));
        try (StoaFile file = StoaFile.open(RangeSources.open(stoa))) {
            TakeCase.write(folder, file.rowCount());
        }
        Path parquet = data.file(DataSet.parquetWriter(), "v1_none");
        for (String contender : List.copyOf(left)) {
            Progress.say("writing the file of " + contender);
            attempt(left, contender, results, () -> {
                if (IN_JAVA.containsKey(contender)) {
                    Forks.prepare(data, Contenders.named(contender), List.of(IN_JAVA.get(contender)));
                } else {
                    PythonLibraries.install();
                    Forks.prepare(data, DataSet.parquetWriter(), List.of("v1_none"));
                    List<String> words = List.of("prepare", folder.toString(), parquet.toString(), contender);
                    PythonLibraries.run(false, "takes.py", words, results::add);
                }
            });
        }
        for (StoreKind store : STORES) {
            if (options.storesOrAll().contains(store)) {
                measure(data, folder, store, options, left, results);
            }
        }
    }

    private interface Work {
        void run() throws IOException;
    }

    /** Does something for a contender. After a failure the contender is missing. */
    private static void attempt(List<String> left, String contender, Results results, Work work) {
        try {
            work.run();
        } catch (IOException e) {
            Progress.say(contender + " is missing: " + e.getMessage());
            results.missing(contender);
            left.remove(contender);
        }
    }

    private static void measure(
            DataSet data, Path folder, StoreKind store, Options options, List<String> left, Results results)
            throws IOException {
        Jvm jvm = options.jvms(Jvm.TUNED).get(0);
        if (store == StoreKind.CACHE) {
            interleave(data, folder, store, store.label(), Forks.of(options), jvm, left, results);
            return;
        }
        List<Path> files = new ArrayList<>();
        for (String contender : left) {
            if (IN_JAVA.containsKey(contender)) {
                files.add(data.file(Contenders.named(contender), IN_JAVA.get(contender)));
            }
        }
        Progress.say("starting " + store.title());
        List<String> java = Fork.jvm(System.getProperty("java.class.path"), List.of("-Xmx2g", "-XX:+UseSerialGC"));
        try (StoreServer server = StoreServer.start(java, store.label(), files)) {
            server.warmUp(files, SERVER_WARM_MILLIS);
            Forks forks = options.quick() ? QUICK_FAR : FULL_FAR;
            interleave(data, folder, store, server.store().toString(), forks, jvm, left, results);
        }
    }

    private static void interleave(
            DataSet data,
            Path folder,
            StoreKind store,
            String address,
            Forks forks,
            Jvm jvm,
            List<String> left,
            Results results) {
        for (int fork = 1; fork <= forks.count(); fork++) {
            for (String contender : List.copyOf(left)) {
                String turn = String.join(" ", NAME, fork + "/" + forks.count(), store.label(), contender);
                boolean inJava = IN_JAVA.containsKey(contender);
                if (!inJava && store != StoreKind.CACHE) {
                    continue;
                }
                Progress.say(turn);
                List<String> words = new ArrayList<>();
                if (inJava) {
                    words.addAll(List.of(NAME, data.name(), contender, IN_JAVA.get(contender)));
                    words.add(jvm.label() + "/" + store.label());
                } else {
                    words.addAll(List.of("measure", folder.toString(), contender));
                }
                words.add(String.valueOf(forks.warmMillis()));
                words.add(String.valueOf(forks.samples()));
                attempt(left, contender, results, () -> {
                    if (inJava) {
                        words.addAll(List.of(String.valueOf(forks.sampleMillis()), address, folder.toString()));
                        List<String> flags = new ArrayList<>(jvm.flags());
                        flags.add(Delivery.ARRAYS.flag());
                        Forks.run(true, Contenders.named(contender), flags, words, results::add);
                    } else {
                        PythonLibraries.run(true, "takes.py", words, results::add);
                    }
                });
            }
        }
    }

    private static Optional<Measurement> find(
            Results results, StoreKind store, String contender, TakeCase item, Metric metric) {
        return results.summary().stream()
                .filter(m -> m.metric() == metric
                        && m.contender().equals(contender)
                        && m.item().startsWith(item.title() + "/")
                        && m.item().endsWith("/" + store.label()))
                .findFirst();
    }

    /** The time that counts: of local files CPU time, of others how long one waits. */
    private static Metric time(StoreKind store) {
        return store == StoreKind.CACHE ? Metric.PROCESS_CPU_MS : Metric.WALL_MS;
    }

    @Override
    public String table(Results results) {
        TextTable table = new TextTable(
                List.of("store", "rows and columns", "reader", "wall ms", "CPU ms", "kB read", "requests"));
        for (StoreKind store : STORES) {
            for (TakeCase item : TakeCase.cases()) {
                for (String contender : contenders()) {
                    if (find(results, store, contender, item, Metric.WALL_MS).isPresent()) {
                        table.add(List.of(
                                store.label(),
                                item.title(),
                                contender,
                                spread(find(results, store, contender, item, Metric.WALL_MS)),
                                spread(find(results, store, contender, item, Metric.PROCESS_CPU_MS)),
                                number(find(results, store, contender, item, Metric.BYTES_READ), 1e3),
                                number(find(results, store, contender, item, Metric.REQUESTS), 1)));
                    }
                }
            }
        }
        return table + "\n" + REMARK;
    }

    private static String spread(Optional<Measurement> found) {
        return found.map(m -> String.format(Locale.ROOT, "%.1f (%.1f - %.1f)", m.value(), m.min(), m.max()))
                .orElse("-");
    }

    private static String number(Optional<Measurement> found, double divisor) {
        return found.map(m -> String.format(Locale.ROOT, "%.0f", m.value() / divisor))
                .orElse("-");
    }

    @Override
    public List<Reached> reached(Results results) {
        List<Reached> reached = new ArrayList<>();
        for (StoreKind store : STORES) {
            for (TakeCase item : TakeCase.cases()) {
                Optional<Measurement> stoa = find(results, store, STOA, item, time(store));
                Optional<Measurement> best = contenders().stream()
                        .filter(contender -> !contender.equals(STOA))
                        .flatMap(contender -> find(results, store, contender, item, time(store)).stream())
                        .min(Comparator.comparingDouble(Measurement::value));
                if (stoa.isPresent() && best.isPresent()) {
                    reached.add(Reached.of(
                            "take.ahead",
                            store.label() + ", " + item.title() + ", against "
                                    + best.get().contender(),
                            best.get().value() / stoa.get().value()));
                }
            }
        }
        return reached;
    }
}
