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
import dev.stoa.benchmarks.harness.Jvm;
import dev.stoa.benchmarks.harness.Measurement;
import dev.stoa.benchmarks.harness.Measurement.Metric;
import dev.stoa.benchmarks.harness.Options;
import dev.stoa.benchmarks.harness.Progress;
import dev.stoa.benchmarks.harness.Reached;
import dev.stoa.benchmarks.harness.Results;
import dev.stoa.benchmarks.harness.Sampler;
import dev.stoa.benchmarks.harness.TextTable;
import dev.stoa.benchmarks.peers.Contender;
import dev.stoa.benchmarks.peers.Contenders;
import dev.stoa.benchmarks.peers.DataSet;
import dev.stoa.benchmarks.peers.Forks;
import dev.stoa.benchmarks.peers.LookupQuery;
import dev.stoa.benchmarks.peers.StoaLookup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * {@code SELECT sum(l_extendedprice) FROM lineitem WHERE l_orderkey = K} for random keys, on a table in no order. One key in
 * five is missing. Stoa reads with its equality index and without, Parquet and ORC with their Bloom filters.
 */
public final class Lookup implements Benchmark {
    public static final String NAME = "lookup";

    private static final String ALL = "all keys";
    private static final String KEYS = "number of keys";
    private static final String FILE = "file";
    private static final int ABSENT = 5;
    private static final int WARM_KEYS = 50;
    private static final long MOST_WARM_MILLIS = 60_000;

    /** The variants that each contender reads. */
    private static final Map<String, List<String>> VARIANTS = variants();

    private static Map<String, List<String>> variants() {
        Map<String, List<String>> all = new LinkedHashMap<>();
        all.put("stoa", List.of("default" + LookupQuery.INDEX, "default"));
        all.put("parquet-java", List.of("v1_snappy" + LookupQuery.BLOOM, "v1_snappy_4m" + LookupQuery.BLOOM));
        all.put("orc", List.of("snappy" + LookupQuery.BLOOM));
        return all;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<String> contenders() {
        return List.copyOf(VARIANTS.keySet());
    }

    private static String fileVariant(String variant) {
        return variant.replace(LookupQuery.INDEX, "");
    }

    /** Random keys of a table of some scale. */
    static long[] keys(int count, double scale) {
        SplittableRandom random = new SplittableRandom(7);
        long orders = Math.round(1_500_000 * scale);
        long[] keys = new long[count];
        for (int i = 0; i < count; i++) {
            long order = 1 + random.nextLong(orders);
            // of 32 keys the first eight are in use
            long key = (order >> 3) << 5 | (order & 7);
            keys[i] = i % ABSENT == 0 ? key | 8 : key;
        }
        return keys;
    }

    @Override
    public void run(Options options, Results results) throws IOException {
        double scale = options.scale().orElse(1);
        DataSet data = DataSet.shuffled(scale);
        Jvm jvm = options.jvms(Jvm.TUNED).get(0);
        List<Contender> contenders = VARIANTS.keySet().stream()
                .filter(name -> !options.without().contains(name))
                .map(Contenders::named)
                .toList();
        contenders = Forks.each(contenders, results, contender -> {
            Progress.say("writing " + contender.name());
            List<String> files = VARIANTS.get(contender.name()).stream()
                    .map(Lookup::fileVariant)
                    .distinct()
                    .toList();
            Forks.prepare(data, contender, files);
        });
        int count = options.quick() ? 1 : 3;
        for (int fork = 1; fork <= count; fork++) {
            String turn = NAME + " " + fork + "/" + count + " ";
            contenders = Forks.each(contenders, results, contender -> {
                for (String variant : VARIANTS.get(contender.name())) {
                    Progress.say(turn + contender.name() + " " + variant);
                    List<String> flags = new ArrayList<>(jvm.flags());
                    flags.add(Delivery.VALUES.flag());
                    List<String> words = List.of(
                            NAME,
                            data.name(),
                            contender.name(),
                            variant,
                            jvm.label(),
                            String.valueOf(scale),
                            options.quick() ? "100" : "1000");
                    Forks.run(true, contender, flags, words, results::add);
                }
            });
        }
    }

    /** Does the work of a measuring process: looks some keys up until it is warm, and then all. */
    public static void measure(DataSet data, Contender contender, String[] words, Consumer<Measurement> found)
            throws IOException {
        String variant = words[3];
        Path file = data.file(contender, fileVariant(variant));
        if (variant.endsWith(LookupQuery.INDEX)) {
            StoaLookup.writeIndex(file);
        }
        int count = Integer.parseInt(words[6]);
        long[] keys = keys(count, Double.parseDouble(words[5]));
        long[] some = Arrays.copyOf(keys, WARM_KEYS);
        Sampler.warmUp(() -> contender.lookup(file, variant, some), MOST_WARM_MILLIS);
        measure(contender, file, variant, words[4], keys, found);
    }

    /** Looks keys up once, counts what that reads, and takes the time. */
    static void measure(
            Contender contender, Path file, String variant, String jvm, long[] keys, Consumer<Measurement> found)
            throws IOException {
        String suffix = "/" + variant + "/" + jvm;
        long size = Files.size(file) + (variant.endsWith(LookupQuery.INDEX) ? Files.size(StoaLookup.index(file)) : 0);
        found.accept(Measurement.exact(NAME, FILE + suffix, contender.name(), Metric.BYTES, size));
        found.accept(Measurement.exact(NAME, KEYS + suffix, contender.name(), Metric.VALUES, keys.length));
        Sampler.measureOnce(
                NAME, ALL + suffix, contender.name(), () -> contender.countedLookup(file, variant, keys), found);
    }

    private static List<Measurement> measured(Results results) {
        return results.summary().stream()
                .filter(m -> m.metric() == Metric.PROCESS_CPU_MS)
                .toList();
    }

    /** A number of one look-up, on the average. */
    private static double each(Results results, Measurement of, Metric metric) {
        return results.find(of.item(), of.contender(), metric).orElseThrow().value() / keys(results, of);
    }

    private static double keys(Results results, Measurement of) {
        return results.find(of.item().replaceFirst(ALL, KEYS), of.contender(), Metric.VALUES)
                .orElseThrow()
                .value();
    }

    @Override
    public String table(Results results) {
        TextTable table = new TextTable(List.of(
                "one look-up, on the average",
                "file and index, MB",
                "CPU ms (fastest - slowest process)",
                "wall ms",
                "kB read",
                "requests",
                "round trips"));
        for (Measurement m : measured(results)) {
            double keys = keys(results, m);
            table.add(List.of(
                    m.who(),
                    String.format(
                            Locale.ROOT,
                            "%.1f",
                            results.find(m.item().replaceFirst(ALL, FILE), m.contender(), Metric.BYTES)
                                            .orElseThrow()
                                            .value()
                                    / 1e6),
                    String.format(Locale.ROOT, "%.3f (%.3f - %.3f)", m.value() / keys, m.min() / keys, m.max() / keys),
                    String.format(Locale.ROOT, "%.3f", each(results, m, Metric.WALL_MS)),
                    String.format(Locale.ROOT, "%.1f", each(results, m, Metric.BYTES_READ) / 1e3),
                    String.format(Locale.ROOT, "%.1f", each(results, m, Metric.REQUESTS)),
                    String.format(Locale.ROOT, "%.1f", each(results, m, Metric.ROUND_TRIPS))));
        }
        return table.toString();
    }

    @Override
    public List<Reached> reached(Results results) {
        List<Measurement> all = measured(results);
        Optional<Measurement> stoa =
                all.stream().filter(m -> m.who().endsWith(LookupQuery.INDEX)).findFirst();
        List<Reached> goals = new ArrayList<>();
        if (stoa.isPresent()) {
            for (Measurement other : all) {
                if (!other.contender().equals(stoa.get().contender())) {
                    double times = other.value() / stoa.get().value();
                    double bytes =
                            each(results, other, Metric.BYTES_READ) / each(results, stoa.get(), Metric.BYTES_READ);
                    goals.add(Reached.of("lookup.time", "against " + other.who(), times));
                    goals.add(Reached.of("lookup.bytes", "against " + other.who(), bytes));
                }
            }
        }
        return goals;
    }
}
