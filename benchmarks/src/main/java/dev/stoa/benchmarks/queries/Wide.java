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
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Files of very many columns, opened for five of them, all whose rows are read. */
public final class Wide implements Benchmark {
    public static final String NAME = "wide";

    private static final String FILE = "file";
    private static final String STOA = "stoa";
    private static final int CHOSEN = 5;

    static final List<DataSet> TABLES = List.of(DataSet.wide(1_000, 5_000), DataSet.wide(20_000, 1_000));

    private static final Forks FULL = new Forks(3, 5_000, 5, 60);
    private static final Forks QUICK = new Forks(1, 1_500, 3, 30);

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<String> contenders() {
        return Contenders.builtIn().stream().map(Contender::name).toList();
    }

    @Override
    public void run(Options options, Results results) throws IOException {
        List<Contender> contenders = Contenders.builtIn().stream()
                .filter(c -> !options.without().contains(c.name()))
                .toList();
        for (DataSet table : TABLES) {
            contenders = Forks.each(contenders, results, contender -> {
                Progress.say("writing " + table.name() + " of " + contender.name());
                Forks.prepare(table, contender, variants(contender));
            });
        }
        for (DataSet table : TABLES) {
            (options.quick() ? QUICK : FULL)
                    .interleave(
                            NAME,
                            table,
                            contenders,
                            Wide::variants,
                            options.jvms(Jvm.TUNED),
                            List.of(Delivery.VALUES),
                            Set.of(),
                            results);
        }
    }

    /** Without compression, which random numbers do not need. */
    private static List<String> variants(Contender contender) {
        return contender.readVariants().subList(0, 1);
    }

    /** The columns that are read: spread over the file. */
    static List<String> chosen(DataSet data) {
        List<String> all = data.columns();
        return IntStream.range(0, CHOSEN)
                .mapToObj(i -> all.get((2 * i + 1) * all.size() / (2 * CHOSEN)))
                .toList();
    }

    /** Does the work of a measuring process. */
    public static void measure(
            DataSet data, Contender contender, String variant, String jvm, Sampler sampler, Consumer<Measurement> found)
            throws IOException {
        Path file = data.file(contender, variant);
        measure(data, contender, file, variant + "/" + jvm, sampler, found);
    }

    /** Measures reading a file. */
    static void measure(
            DataSet data, Contender contender, Path file, String suffix, Sampler sampler, Consumer<Measurement> found)
            throws IOException {
        List<String> columns = chosen(data);
        String item = data.name() + "/" + suffix;
        sampler.measure(NAME, item, contender.name(), () -> contender.read(file, columns), found);
        found.accept(Measurement.exact(NAME, FILE + " " + item, contender.name(), Metric.BYTES, Files.size(file)));
    }

    private static List<Measurement> measured(Results results) {
        return results.summary().stream()
                .filter(m -> m.metric() == Metric.PROCESS_CPU_MS)
                .toList();
    }

    @Override
    public String table(Results results) {
        TextTable table = new TextTable(List.of(
                "5 columns of COLUMNS-ROWS",
                "reader",
                "file MB",
                "CPU ms (fastest - slowest)",
                "wall ms",
                "kB read",
                "requests",
                "round trips"));
        for (Measurement m : measured(results)) {
            table.add(List.of(
                    m.subject(),
                    m.who(),
                    cell(results, FILE + " " + m.item(), m, Metric.BYTES, 1e6, "%.1f"),
                    String.format(Locale.ROOT, "%.3f (%.3f - %.3f)", m.value(), m.min(), m.max()),
                    cell(results, m.item(), m, Metric.WALL_MS, 1, "%.3f"),
                    cell(results, m.item(), m, Metric.BYTES_READ, 1e3, "%.1f"),
                    cell(results, m.item(), m, Metric.REQUESTS, 1, "%.0f"),
                    cell(results, m.item(), m, Metric.ROUND_TRIPS, 1, "%.0f")));
        }
        return table.toString();
    }

    private static String cell(
            Results results, String item, Measurement of, Metric metric, double divisor, String format) {
        return results.find(item, of.contender(), metric)
                .map(m -> String.format(Locale.ROOT, format, m.value() / divisor))
                .orElse("-");
    }

    @Override
    public List<Reached> reached(Results results) {
        List<Reached> goals = new ArrayList<>();
        for (Measurement stoa : measured(results)) {
            if (stoa.contender().equals(STOA)) {
                for (Measurement other : measured(results)) {
                    if (!other.contender().equals(STOA)
                            && other.subject().equals(stoa.subject())
                            && other.jvm().equals(stoa.jvm())) {
                        goals.add(goal("wide.time", stoa, other, other.value() / stoa.value()));
                        bytes(results, stoa)
                                .ifPresent(own -> bytes(results, other)
                                        .ifPresent(more -> goals.add(goal("wide.bytes", stoa, other, more / own))));
                    }
                }
            }
        }
        return goals;
    }

    private static Optional<Double> bytes(Results results, Measurement of) {
        return results.find(of.item(), of.contender(), Metric.BYTES_READ).map(Measurement::value);
    }

    private static Reached goal(String goal, Measurement stoa, Measurement other, double ratio) {
        return Reached.of(goal, stoa.subject() + " against " + other.who(), ratio);
    }
}
