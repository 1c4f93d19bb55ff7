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

import dev.stoa.benchmarks.data.MemoryTable;
import dev.stoa.benchmarks.harness.Benchmark;
import dev.stoa.benchmarks.harness.Delivery;
import dev.stoa.benchmarks.harness.IoCounts;
import dev.stoa.benchmarks.harness.Jvm;
import dev.stoa.benchmarks.harness.Measurement;
import dev.stoa.benchmarks.harness.Measurement.Metric;
import dev.stoa.benchmarks.harness.Options;
import dev.stoa.benchmarks.harness.Reached;
import dev.stoa.benchmarks.harness.ReadResult;
import dev.stoa.benchmarks.harness.Results;
import dev.stoa.benchmarks.harness.Sampler;
import dev.stoa.benchmarks.harness.TextTable;
import dev.stoa.benchmarks.peers.Contender;
import dev.stoa.benchmarks.peers.Contenders;
import dev.stoa.benchmarks.peers.DataSet;
import dev.stoa.benchmarks.peers.Forks;
import dev.stoa.benchmarks.peers.StoaJava;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Writing lineitem to a local file from batches in memory on one thread, by every contender; for Stoa's default
 * profile each column alone too.
 */
public final class Write implements Benchmark {
    public static final String NAME = "write";

    /** The case of all columns. */
    static final String ALL = "all";

    private static final List<String> PROFILES = List.of(StoaJava.DEFAULT, "compact");

    /** A write takes seconds, so one that is not compiled yet would weigh much. */
    private static final long LEAST_WARM_MILLIS = 4_000;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<String> contenders() {
        return Contenders.names();
    }

    @Override
    public void run(Options options, Results results) throws IOException {
        DataSet data = DataSet.lineItem(options.scale().orElse(1));
        Forks.prepare(data, new StoaJava(), List.of(StoaJava.DEFAULT));
        List<Contender> contenders = Forks.each(
                Contenders.with(Contender::writeVariants, options.without()),
                results,
                contender -> Forks.prepare(data, contender, List.of()));
        Forks.of(options)
                .interleave(
                        NAME,
                        data,
                        contenders,
                        Contender::writeVariants,
                        options.jvms(Jvm.TUNED),
                        List.of(Delivery.VALUES),
                        Set.of(),
                        results);
    }

    /** The task of a measuring process. */
    public static void measure(
            DataSet data, Contender contender, String variant, String jvm, Sampler sampler, Consumer<Measurement> found)
            throws IOException {
        StoaJava stoa = new StoaJava();
        MemoryTable table = MemoryTable.read(data.file(stoa, StoaJava.DEFAULT));
        Path file = data.file(contender, variant).resolveSibling(contender.name() + "-" + variant + ".written");
        String suffix = "/" + variant + "/" + jvm;
        Sampler whole = new Sampler(
                Math.max(sampler.warmMillis(), LEAST_WARM_MILLIS), sampler.samples(), sampler.sampleMillis());
        whole.measure(NAME, ALL + suffix, contender.name(), () -> write(contender, table, variant, file), found);
        found.accept(Measurement.exact(NAME, ALL + suffix, contender.name(), Metric.BYTES, Files.size(file)));
        if (contender.name().equals(stoa.name()) && variant.equals(StoaJava.DEFAULT)) {
            Sampler perColumn = new Sampler(sampler.warmMillis() / 10, sampler.samples(), sampler.sampleMillis());
            for (String name : data.columns()) {
                MemoryTable column = table.column(name);
                perColumn.measure(
                        NAME, name + suffix, contender.name(), () -> write(contender, column, variant, file), found);
                found.accept(Measurement.exact(NAME, name + suffix, contender.name(), Metric.BYTES, Files.size(file)));
            }
        }
        Files.delete(file);
    }

    private static ReadResult write(Contender contender, MemoryTable table, String variant, Path file)
            throws IOException {
        Files.deleteIfExists(file);
        contender.write(table, variant, file);
        long rows = table.rowCount();
        return new ReadResult(rows, rows, IoCounts.NONE);
    }

    @Override
    public String table(Results results) {
        TextTable whole = new TextTable(
                List.of("contender", "JVM", "million rows per CPU s", "million rows per s", "MB written"));
        TextTable columns = new TextTable(List.of("column", "JVM", "CPU ns per value", "MB written"));
        for (Measurement cpu : results.summary()) {
            if (cpu.metric() != Metric.PROCESS_CPU_MS) {
                continue;
            }
            double rows = value(results, cpu, Metric.VALUES);
            String bytes = String.format(Locale.ROOT, "%.2f", value(results, cpu, Metric.BYTES) / 1e6);
            if (cpu.subject().equals(ALL)) {
                whole.add(List.of(
                        cpu.who(),
                        cpu.jvm(),
                        String.format(
                                Locale.ROOT,
                                "%.2f (%.2f-%.2f)",
                                rows / cpu.value() / 1e3,
                                rows / cpu.max() / 1e3,
                                rows / cpu.min() / 1e3),
                        String.format(Locale.ROOT, "%.2f", rows / value(results, cpu, Metric.WALL_MS) / 1e3),
                        bytes));
            } else {
                columns.add(List.of(
                        cpu.subject(),
                        cpu.jvm(),
                        String.format(
                                Locale.ROOT,
                                "%.1f (%.1f-%.1f)",
                                cpu.value() * 1e6 / rows,
                                cpu.min() * 1e6 / rows,
                                cpu.max() * 1e6 / rows),
                        bytes));
            }
        }
        return "lineitem from memory to a file\n" + whole + "\nStoa default, each column as a file of its own\n"
                + columns;
    }

    @Override
    public List<Reached> reached(Results results) {
        return results.summary().stream()
                .filter(m -> m.metric() == Metric.PROCESS_CPU_MS && m.subject().equals(ALL))
                .flatMap(m -> profile(m.who()).stream()
                        .map(profile -> Reached.of(
                                NAME + "." + profile, m.jvm(), value(results, m, Metric.VALUES) / m.value() / 1e3)))
                .toList();
    }

    /** Stoa's profile that a goal is about, if this contender is one. */
    private static Optional<String> profile(String contender) {
        return PROFILES.stream()
                .filter(profile -> contender.equals("stoa " + profile))
                .findFirst();
    }

    private static double value(Results results, Measurement beside, Metric metric) {
        return results.find(beside.item(), beside.contender(), metric)
                .orElseThrow()
                .value();
    }
}
