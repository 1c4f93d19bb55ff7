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

import dev.stoa.benchmarks.harness.Fork;
import dev.stoa.benchmarks.harness.Measurement;
import dev.stoa.benchmarks.harness.Measurement.Metric;
import dev.stoa.benchmarks.harness.Options;
import dev.stoa.benchmarks.harness.Reached;
import dev.stoa.benchmarks.harness.Results;
import dev.stoa.benchmarks.harness.TextTable;
import dev.stoa.benchmarks.harness.UnpinnedBenchmark;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/** Measures the metadata of tables with many files: commits, opening, and planning a scan of one day, in several formats. */
public final class Planning implements UnpinnedBenchmark {
    public static final String NAME = "planning";

    static final String STOA = "stoa";
    static final String DELTA = "delta";
    static final String ICEBERG = "iceberg";

    static final String SORTED = "sorted";
    static final String DIVIDED = "divided";

    static final String COMMIT = "commit";
    static final String OPEN = "open";
    static final String PLAN = "plan";
    static final String ALL = "all";

    private static final List<Long> SIZES = List.of(1_000L, 10_000L, 100_000L, 1_000_000L);
    private static final List<String> LAYOUTS = List.of(DIVIDED, SORTED);
    private static final int QUICK_SIZES = 3;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<String> contenders() {
        return List.of(STOA, DELTA, ICEBERG);
    }

    static String item(String layout, long size, String what) {
        return String.format(Locale.ROOT, "%,d files, %s/%s", size, layout, what);
    }

    @Override
    public void run(Options options, Results results) throws IOException {
        List<Long> sizes = options.quick() ? SIZES.subList(0, QUICK_SIZES) : SIZES;
        for (String layout : LAYOUTS) {
            for (String contender : contenders()) {
                if (options.without().contains(contender)) {
                    continue;
                }
                List<String> words = new ArrayList<>(List.of(NAME, contender, layout));
                sizes.forEach(size -> words.add(String.valueOf(size)));
                List<String> java = Fork.java(
                        System.getProperty("java.class.path"), List.of("-Xmx4g", "-XX:+UseParallelGC"), words);
                Fork.run(false, java, NAME + " of " + contender, results::add);
            }
        }
    }

    /** Runs a task of this benchmark in this process. */
    public static void measure(List<String> words, Consumer<Measurement> found) throws IOException {
        PlanningFork.measure(words, found);
    }

    @Override
    public String table(Results results) {
        TextTable table = new TextTable(List.of(
                "",
                "",
                "bytes of a commit of one file",
                "the most",
                "requests to open",
                "the most",
                "bytes to open",
                "requests to open and plan",
                "bytes",
                "share of all",
                "ms"));
        for (Long size : SIZES) {
            for (String layout : LAYOUTS) {
                for (String contender : contenders()) {
                    Figures f = new Figures(results, layout, size, contender);
                    if (f.find(ALL, Metric.BYTES_READ).isPresent()) {
                        table.add(f.row());
                    }
                }
            }
        }
        return table.toString();
    }

    /** The measurements of one table. */
    private record Figures(Results results, String layout, long size, String contender) {
        Optional<Measurement> find(String what, Metric metric) {
            return results.find(item(layout, size, what), contender, metric);
        }

        Measurement get(String what, Metric metric) {
            return find(what, metric).orElseThrow();
        }

        double share() {
            return get(PLAN, Metric.BYTES_READ).value()
                    / get(ALL, Metric.BYTES_READ).value();
        }

        String what() {
            return String.format(Locale.ROOT, "%,d files, %s", size, layout);
        }

        List<String> row() {
            return List.of(
                    what(),
                    contender,
                    number(get(COMMIT, Metric.BYTES).value()),
                    number(get(COMMIT, Metric.BYTES).max()),
                    String.format(
                            Locale.ROOT, "%.1f", get(OPEN, Metric.REQUESTS).value()),
                    number(get(OPEN, Metric.REQUESTS).max()),
                    number(get(OPEN, Metric.BYTES_READ).value()),
                    number(get(PLAN, Metric.REQUESTS).value()),
                    number(get(PLAN, Metric.BYTES_READ).value()),
                    String.format(Locale.ROOT, "%.1f%%", 100 * share()),
                    String.format(Locale.ROOT, "%.1f", get(PLAN, Metric.WALL_MS).value()));
        }

        private static String number(double value) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
    }

    @Override
    public List<Reached> reached(Results results) {
        List<Reached> reached = new ArrayList<>();
        long greatest = SIZES.get(SIZES.size() - 1);
        for (String layout : LAYOUTS) {
            Figures f = new Figures(results, layout, greatest, STOA);
            if (f.find(ALL, Metric.BYTES_READ).isPresent()) {
                reached.add(Reached.of(
                        "planning.commit", f.what(), f.get(COMMIT, Metric.BYTES).value()));
                reached.add(Reached.of(
                        "planning.commit.most",
                        f.what(),
                        f.get(COMMIT, Metric.BYTES).max()));
                reached.add(Reached.of(
                        "planning.open", f.what(), f.get(OPEN, Metric.REQUESTS).max()));
                reached.add(Reached.of("planning.share", f.what(), 100 * f.share()));
            }
        }
        for (String peer : List.of(DELTA, ICEBERG)) {
            for (Long size : SIZES) {
                for (String layout : LAYOUTS) {
                    Figures stoa = new Figures(results, layout, size, STOA);
                    Optional<Measurement> time = new Figures(results, layout, size, peer).find(PLAN, Metric.WALL_MS);
                    if (time.isPresent() && stoa.find(PLAN, Metric.WALL_MS).isPresent()) {
                        double ratio = time.get().value()
                                / stoa.get(PLAN, Metric.WALL_MS).value();
                        reached.add(Reached.of("planning." + peer, stoa.what(), ratio));
                    }
                }
            }
        }
        return reached;
    }
}
