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
package dev.stoa.benchmarks;

import dev.stoa.benchmarks.corpus.CorpusSizes;
import dev.stoa.benchmarks.engines.HiveEtl;
import dev.stoa.benchmarks.engines.HiveMicro;
import dev.stoa.benchmarks.engines.HiveTpch;
import dev.stoa.benchmarks.engines.SparkGeodiff;
import dev.stoa.benchmarks.engines.SparkMerge;
import dev.stoa.benchmarks.engines.SparkMicro;
import dev.stoa.benchmarks.engines.SparkTpcds;
import dev.stoa.benchmarks.engines.SparkTpch;
import dev.stoa.benchmarks.engines.SparkWide;
import dev.stoa.benchmarks.engines.TrinoTpcds;
import dev.stoa.benchmarks.engines.TrinoTpch;
import dev.stoa.benchmarks.harness.Benchmark;
import dev.stoa.benchmarks.harness.Fork;
import dev.stoa.benchmarks.harness.GoalTable;
import dev.stoa.benchmarks.harness.Jvm;
import dev.stoa.benchmarks.harness.Options;
import dev.stoa.benchmarks.harness.Reached;
import dev.stoa.benchmarks.harness.Results;
import dev.stoa.benchmarks.harness.ResultsPage;
import dev.stoa.benchmarks.harness.StoredRun;
import dev.stoa.benchmarks.kernels.Kernels;
import dev.stoa.benchmarks.peers.Contenders;
import dev.stoa.benchmarks.placement.Placement;
import dev.stoa.benchmarks.queries.ArrowScans;
import dev.stoa.benchmarks.queries.Decode;
import dev.stoa.benchmarks.queries.Fig1;
import dev.stoa.benchmarks.queries.FooterOpen;
import dev.stoa.benchmarks.queries.Lookup;
import dev.stoa.benchmarks.queries.PythonReads;
import dev.stoa.benchmarks.queries.Sizes;
import dev.stoa.benchmarks.queries.Take;
import dev.stoa.benchmarks.queries.Wide;
import dev.stoa.benchmarks.queries.Write;
import dev.stoa.benchmarks.stores.VioSim;
import dev.stoa.benchmarks.tables.Commits;
import dev.stoa.benchmarks.tables.GeoDiff;
import dev.stoa.benchmarks.tables.Overlays;
import dev.stoa.benchmarks.tables.Parallel;
import dev.stoa.benchmarks.tables.Planning;
import dev.stoa.benchmarks.vio.Vio;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The program that {@code benchmarks/run} starts: runs one benchmark, prints its table, writes its JSON. */
final class Main {
    private static final int OK = 0;
    private static final int DISAGREEMENT = 1;
    private static final int MISSING = 2;

    /** In place of a benchmark: makes the page of results. */
    private static final String REPORT = "report";

    private static final List<Benchmark> ALL = List.of(
            new Sizes(),
            new Decode(),
            new Write(),
            new CorpusSizes(),
            new FooterOpen(),
            new Fig1(),
            new Lookup(),
            new Take(),
            new Wide(),
            new PythonReads(),
            new ArrowScans(),
            new Kernels(),
            new Vio(),
            new VioSim(),
            new Overlays(),
            new Parallel(),
            new GeoDiff(),
            new Commits(),
            new Planning(),
            new Placement(),
            new HiveTpch(),
            new HiveMicro(),
            new HiveEtl(),
            new SparkTpch(),
            new SparkTpcds(),
            new SparkMicro(),
            new SparkWide(),
            new SparkMerge(),
            new SparkGeodiff(),
            new TrinoTpch(),
            new TrinoTpcds());

    private Main() {}

    /** Runs the benchmark that the words name, and ends the process with an exit code. */
    public static void main(String[] words) {
        System.exit(run(List.of(words)));
    }

    private static int run(List<String> words) {
        if (words.equals(List.of(REPORT))) {
            return report();
        }
        Options options;
        Benchmark benchmark;
        try {
            options = Options.parse(words);
            benchmark = named(options.name());
            for (String peer : options.without()) {
                if (!benchmark.contenders().contains(peer)) {
                    throw new IllegalArgumentException("--without " + peer + ": no contender of '" + benchmark.name()
                            + "', which has " + benchmark.contenders());
                }
            }
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.err.print(usage());
            return MISSING;
        }
        Path target = Path.of(System.getProperty("stoa.benchmarks.target"));
        Results results;
        try (PrintStream raw = new PrintStream(
                Files.newOutputStream(target.resolve(benchmark.name() + ".tsv")), true, StandardCharsets.UTF_8)) {
            results = new Results(raw);
            System.out.println(describe(benchmark, options));
            benchmark.run(options, results);
            Path json = target.resolve(benchmark.name() + ".json");
            results.writeJson(json);
            System.out.println(benchmark.table(results));
            List<Reached> reached = benchmark.reached(results);
            System.out.println(GoalTable.table(reached));
            Path run = target.resolve(benchmark.name() + ".csv");
            StoredRun.of(words, describe(benchmark, options), reached).write(run);
            results.missing().forEach(name -> System.out.println(name + ": missing"));
            System.out.println("written: " + json + ", " + run);
            for (Path chart : benchmark.draw(results, target)) {
                System.out.println("written: " + chart);
            }
        } catch (IOException e) {
            System.err.println(e.getMessage());
            if (!benchmark.contenders().isEmpty()) {
                System.err.println(
                        "Nothing is reported without a contender: repair it, or leave it out with --without.");
            }
            return MISSING;
        }
        if (!results.missing().isEmpty()) {
            System.err.println("missing, for reasons given above: " + String.join(", ", results.missing())
                    + "; repair them, or leave them out with --without");
            return MISSING;
        }
        List<String> disagreements = results.disagreements();
        disagreements.forEach(line -> System.err.println("checksums differ: " + line));
        List<String> faults = new ArrayList<>(GoalTable.missed(benchmark.reached(results)));
        faults.addAll(benchmark.faults(results));
        faults.forEach(System.err::println);
        return disagreements.isEmpty() && faults.isEmpty() ? OK : DISAGREEMENT;
    }

    /** Writes the page of results anew from the stored ones. */
    private static int report() {
        try {
            Path root = Path.of(System.getProperty("stoa.benchmarks.root"));
            Path page = root.resolve(ResultsPage.PAGE);
            Files.writeString(page, ResultsPage.render(Files.readString(page), root.resolve(StoredRun.FOLDER)));
            System.out.println("written: " + page);
            return OK;
        } catch (IOException e) {
            System.err.println(e.getMessage());
            return MISSING;
        }
    }

    private static Benchmark named(String name) {
        return ALL.stream()
                .filter(b -> b.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no benchmark '" + name + "'"));
    }

    private static String usage() {
        return Options.USAGE.formatted(
                ALL.stream().map(Benchmark::name).collect(Collectors.joining(" ")) + " " + REPORT,
                Stream.of(Jvm.values()).map(Jvm::label).collect(Collectors.joining(" ")),
                String.join(" ", Contenders.names()));
    }

    /** The machine and the way of measuring, to be stored with the results. */
    private static String describe(Benchmark benchmark, Options options) {
        List<String> text = new ArrayList<>();
        text.add("JDK " + Runtime.version());
        text.add(Runtime.getRuntime().availableProcessors() + " CPUs");
        if (benchmark.isPinned()) {
            text.add(Fork.pinning()
                    .map(p -> "pinned with " + String.join(" ", p))
                    .orElse("NOT pinned to a core: taskset is not here"));
        }
        if (options.quick()) {
            text.add("one process per contender and a short warm-up: not for quoting");
        }
        if (!options.without().isEmpty()) {
            text.add("without " + String.join(", ", options.without()));
        }
        return String.join(", ", text);
    }
}
