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

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What {@code benchmarks/run} starts: runs one benchmark, prints its table, writes its JSON. */
final class Main {
    private static final int OK = 0;
    private static final int DISAGREEMENT = 1;
    private static final int MISSING = 2;

    private static final List<Benchmark> ALL = List.of(
            new Sizes(),
            new Decode(),
            new Write(),
            new CorpusSizes(),
            new FooterOpen(),
            new Fig1(),
            new Lookup(),
            new Wide(),
            new Kernels(),
            new Vio(),
            new VioSim(),
            new Deltas(),
            new Overlays(),
            new Parallel(),
            new GeoDiff(),
            new Commits(),
            new HiveTpch(),
            new HiveEtl(),
            new SparkTpch(),
            new SparkMerge(),
            new SparkGeodiff());

    private Main() {}

    /** Runs the benchmark that the words name, and ends the process with an exit code. */
    public static void main(String[] words) {
        System.exit(run(List.of(words)));
    }

    private static int run(List<String> words) {
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
            describe(options);
            benchmark.run(options, results);
            Path json = target.resolve(benchmark.name() + ".json");
            results.writeJson(json);
            System.out.println(benchmark.table(results));
            results.missing().forEach(name -> System.out.println(name + ": missing"));
            System.out.println("written: " + json);
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
        List<String> faults = benchmark.faults(results);
        faults.forEach(System.err::println);
        return disagreements.isEmpty() && faults.isEmpty() ? OK : DISAGREEMENT;
    }

    private static Benchmark named(String name) {
        return ALL.stream()
                .filter(b -> b.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no benchmark '" + name + "'"));
    }

    private static String usage() {
        return Options.USAGE.formatted(
                ALL.stream().map(Benchmark::name).collect(Collectors.joining(" ")),
                Stream.of(Jvm.values()).map(Jvm::label).collect(Collectors.joining(" ")),
                String.join(" ", Contenders.names()));
    }

    private static void describe(Options options) {
        System.out.println("JDK " + Runtime.version() + ", "
                + Fork.pinning()
                        .map(p -> "pinned with " + String.join(" ", p))
                        .orElse("NOT pinned to a core: taskset is not here"));
        if (options.quick()) {
            System.out.println("--quick: one process per contender and a short warm-up; not for quoting");
        }
        if (!options.without().isEmpty()) {
            System.out.println("without " + String.join(", ", options.without()));
        }
    }
}
