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
import dev.stoa.benchmarks.peers.Contender;
import dev.stoa.benchmarks.peers.Contenders;
import dev.stoa.benchmarks.peers.DataSet;
import dev.stoa.benchmarks.peers.Fig1Points;
import dev.stoa.benchmarks.peers.Fig1Query;
import dev.stoa.benchmarks.peers.Fig1Query.Answer;
import dev.stoa.benchmarks.peers.Forks;
import dev.stoa.benchmarks.peers.StoaJava;
import dev.stoa.benchmarks.vio.StoreServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Figure 1 of VectorH: {@code SELECT max(l_linenumber) FROM lineitem WHERE l_shipdate < X} on a table sorted by l_shipdate,
 * for X from the first day to the last, from several stores.
 */
public final class Fig1 implements Benchmark {
    public static final String NAME = Fig1Query.BENCHMARK;

    /** The case of a whole file. */
    static final String FILE = "file";

    private static final Forks FULL = new Forks(3, 5_000, 5, 30);
    private static final Forks QUICK = new Forks(1, 2_000, 3, 20);

    /** Far stores answer slowly: the code is warm before, and each answer is a sample. */
    private static final Forks FULL_FAR = new Forks(3, 3_000, 9, 0);

    /** How long a far store's server answers before anything counts. */
    private static final long SERVER_WARM_MILLIS = 15_000;

    private static final Forks QUICK_FAR = new Forks(1, 1_500, 9, 0);

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<String> contenders() {
        return Entrant.contenders(Entrant.ALL.stream());
    }

    /** The subject of a measurement, before variant and setting. */
    static String item(String point, Answer answer) {
        return point + " " + answer.label();
    }

    @Override
    public void run(Options options, Results results) throws IOException {
        DataSet data = DataSet.lineItem(options.scale().orElse(1));
        Contender stoa = Contenders.named("stoa");
        Forks.prepare(data, stoa, List.of(StoaJava.DEFAULT));
        List<String> points = Fig1Points.of(data.file(stoa, StoaJava.DEFAULT));
        List<Entrant> all = options.storesOrAll().stream()
                .flatMap(store -> Entrant.on(store, options.without()).stream())
                .distinct()
                .toList();
        List<Contender> contenders =
                Entrant.contenders(all.stream()).stream().map(Contenders::named).toList();
        Forks.each(contenders, results, contender -> {
            Progress.say("writing and verifying " + contender.name());
            Set<String> variants = new LinkedHashSet<>();
            List<Entrant> own = all.stream()
                    .filter(e -> e.contender().equals(contender.name()))
                    .toList();
            own.forEach(e -> variants.add(e.fileVariant()));
            Forks.prepare(data, contender, List.copyOf(variants));
            for (Entrant entrant : own) {
                run(
                        data,
                        entrant,
                        "check",
                        "-",
                        new Forks(1, 0, 1, 0),
                        List.of("-Xmx2g", Delivery.FULL.flag()),
                        points,
                        results);
            }
        });
        Jvm jvm = options.jvms(Jvm.TUNED).get(0);
        for (StoreKind store : StoreKind.values()) {
            if (options.storesOrAll().contains(store)) {
                measure(data, store, jvm, options, points, results);
            }
        }
    }

    private static void measure(
            DataSet data, StoreKind store, Jvm jvm, Options options, List<String> points, Results results)
            throws IOException {
        List<Entrant> left = present(Entrant.on(store, options.without()), results);
        String setting = jvm.label() + "/" + store.label();
        if (store == StoreKind.CACHE) {
            interleave(data, left, setting, store.label(), options.quick() ? QUICK : FULL, jvm, points, results);
            return;
        }
        List<Path> files = new ArrayList<>();
        for (Entrant entrant : left) {
            Path file = data.file(Contenders.named(entrant.contender()), entrant.fileVariant());
            if (!files.contains(file)) {
                files.add(file);
            }
        }
        Progress.say("starting " + store.title());
        List<String> java = Fork.jvm(System.getProperty("java.class.path"), List.of("-Xmx2g", "-XX:+UseSerialGC"));
        try (StoreServer server = StoreServer.start(java, store.label(), files)) {
            server.warmUp(files, SERVER_WARM_MILLIS);
            Forks forks = options.quick() ? QUICK_FAR : FULL_FAR;
            interleave(data, left, setting, server.store().toString(), forks, jvm, points, results);
        }
    }

    private static List<Entrant> present(List<Entrant> entrants, Results results) {
        return entrants.stream()
                .filter(e -> !results.missing().contains(e.contender()))
                .toList();
    }

    private static void interleave(
            DataSet data,
            List<Entrant> entrants,
            String setting,
            String store,
            Forks forks,
            Jvm jvm,
            List<String> points,
            Results results) {
        for (int fork = 1; fork <= forks.count(); fork++) {
            for (Entrant entrant : present(entrants, results)) {
                Progress.say(String.join(" ", NAME, fork + "/" + forks.count(), setting, entrant.who()));
                List<String> flags = new ArrayList<>(jvm.flags());
                flags.add(Delivery.ARRAYS.flag());
                try {
                    run(data, entrant, setting, store, forks, flags, points, results);
                } catch (IOException e) {
                    Progress.say(entrant.who() + " is missing: " + e.getMessage());
                    results.missing(entrant.contender());
                }
            }
        }
    }

    private static void run(
            DataSet data,
            Entrant entrant,
            String setting,
            String store,
            Forks forks,
            List<String> flags,
            List<String> points,
            Results results)
            throws IOException {
        List<String> words = new ArrayList<>(List.of(
                NAME,
                data.name(),
                entrant.contender(),
                entrant.variant(),
                setting,
                String.valueOf(forks.warmMillis()),
                String.valueOf(forks.samples()),
                String.valueOf(forks.sampleMillis()),
                store));
        words.addAll(points);
        Forks.run(true, Contenders.named(entrant.contender()), flags, words, results::add);
    }

    /** The stores that were measured. */
    static List<StoreKind> stores(Results results) {
        return Stream.of(StoreKind.values())
                .filter(store -> results.summary().stream()
                        .anyMatch(m -> m.metric() == Metric.WALL_MS && m.item().endsWith("/" + store.label())))
                .toList();
    }

    /** The time that counts: of local files CPU time, of others how long one waits. */
    static Metric time(StoreKind store) {
        return store == StoreKind.CACHE ? Metric.PROCESS_CPU_MS : Metric.WALL_MS;
    }

    /** The measurement of an entrant at a point, if it exists. An entrant without aggregates answers as it always does. */
    static Optional<Measurement> find(
            Results results, StoreKind store, Entrant entrant, int percent, Answer answer, Metric metric) {
        Answer given = entrant.takesAggregates() ? answer : Answer.DECODED;
        return results.summary().stream()
                .filter(m -> m.metric() == metric
                        && m.contender().equals(entrant.contender())
                        && m.item().startsWith(item(Fig1Points.name(percent), given) + "/" + entrant.variant() + "/")
                        && m.item().endsWith("/" + store.label()))
                .findFirst();
    }

    @Override
    public String table(Results results) {
        StringBuilder text = new StringBuilder();
        for (StoreKind store : stores(results)) {
            for (Answer answer : Answer.values()) {
                text.append("%n%s, %s: %s in ms (fastest - slowest)%n"
                        .formatted(
                                store.title(),
                                answer.label(),
                                store == StoreKind.CACHE ? "CPU time of the process" : "time"));
                text.append(table(results, store, answer, Fig1::time));
            }
            text.append("%n%s, decoded: kB read / requests / round trips%n".formatted(store.title()));
            text.append(table(results, store, Answer.DECODED, Fig1::touched));
        }
        return text.append('\n').append(Entrant.REMARK).toString();
    }

    private interface Cell {
        String of(Results results, StoreKind store, Entrant entrant, int percent, Answer answer);
    }

    private static String table(Results results, StoreKind store, Answer answer, Cell cell) {
        List<String> head = new ArrayList<>(List.of("rows that qualify"));
        Fig1Points.PERCENT.forEach(percent -> head.add(Fig1Points.name(percent)));
        TextTable table = new TextTable(head);
        for (Entrant entrant : Entrant.on(store, results.missing())) {
            if ((answer == Answer.DECODED || entrant.takesAggregates())
                    && find(results, store, entrant, 0, answer, Metric.WALL_MS).isPresent()) {
                List<String> row = new ArrayList<>(List.of(entrant.who()));
                Fig1Points.PERCENT.forEach(percent -> row.add(cell.of(results, store, entrant, percent, answer)));
                table.add(row);
            }
        }
        return table.toString();
    }

    private static String time(Results results, StoreKind store, Entrant entrant, int percent, Answer answer) {
        return find(results, store, entrant, percent, answer, time(store))
                .map(m -> String.format(Locale.ROOT, "%.2f (%.2f - %.2f)", m.value(), m.min(), m.max()))
                .orElse("-");
    }

    private static String touched(Results results, StoreKind store, Entrant entrant, int percent, Answer answer) {
        return Stream.of(Metric.BYTES_READ, Metric.REQUESTS, Metric.ROUND_TRIPS)
                .map(metric -> find(results, store, entrant, percent, answer, metric)
                        .map(m -> number(m, entrant, store))
                        .orElse("-"))
                .reduce((a, b) -> a + " / " + b)
                .orElseThrow();
    }

    private static String number(Measurement m, Entrant entrant, StoreKind store) {
        boolean isCounted = entrant.runsInJava() || store != StoreKind.CACHE;
        if (entrant.isMapped() || m.metric() == Metric.ROUND_TRIPS && !isCounted) {
            return "-";
        }
        return m.metric() == Metric.BYTES_READ
                ? String.format(Locale.ROOT, "%.1f", m.value() / 1e3)
                : String.format(Locale.ROOT, "%.0f", m.value());
    }

    @Override
    public List<Reached> reached(Results results) {
        return Fig1Goals.reached(results);
    }

    @Override
    public List<Path> draw(Results results, Path folder) throws IOException {
        return Fig1Charts.draw(results, folder.resolve(NAME));
    }

    /** A fact about Stoa at a point on a store. */
    static Optional<Double> fact(Results results, StoreKind store, String name, int percent, Metric metric) {
        return results.summary().stream()
                .filter(m -> m.metric() == metric
                        && m.item().startsWith(name + Fig1Points.name(percent) + "/")
                        && m.item().endsWith("/" + store.label()))
                .map(Measurement::value)
                .findFirst();
    }
}
