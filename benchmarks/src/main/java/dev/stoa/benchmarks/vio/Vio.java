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
package dev.stoa.benchmarks.vio;

import dev.stoa.benchmarks.harness.Fork;
import dev.stoa.benchmarks.harness.Measurement;
import dev.stoa.benchmarks.harness.Measurement.Metric;
import dev.stoa.benchmarks.harness.Options;
import dev.stoa.benchmarks.harness.Progress;
import dev.stoa.benchmarks.harness.Reached;
import dev.stoa.benchmarks.harness.Results;
import dev.stoa.benchmarks.harness.TextTable;
import dev.stoa.benchmarks.harness.UnpinnedBenchmark;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * The ways to read many ranges of a file side by side, by JMH: from local files, HDFS and a slow S3. Each experiment runs in
 * a process of its own, all its ways in turn and over again, so that a machine that gets busy meets them all.
 */
public final class Vio implements UnpinnedBenchmark {
    public static final String NAME = "vio";

    private static final String STOA = "stoa";
    private static final String VECTORED = "readVectored";
    private static final String SEEK = "seekAndRead";
    private static final String CHANNEL = "asyncChannel";
    private static final List<String> WAYS = List.of(STOA, VECTORED, SEEK, CHANNEL);

    private static final int PROCESSES = 3;

    /** How often a process runs all ways in turn. */
    private static final int ROUNDS = 3;

    /** The classes, and the names and order of their parameters in a case. */
    private static final Map<String, List<String>> EXPERIMENTS = experiments();

    private static Map<String, List<String>> experiments() {
        Map<String, List<String>> all = new LinkedHashMap<>();
        all.put("LocalReads", List.of("files", "buffers"));
        all.put("HdfsReads", List.of("delayMillis", "buffers"));
        all.put("S3Reads", List.of("layout", "atOnce"));
        return all;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void run(Options options, Results results) throws IOException {
        int processes = options.quick() ? 1 : PROCESSES;
        String iterations = options.quick() ? "2" : "4";
        for (int process = 1; process <= processes; process++) {
            for (String experiment : EXPERIMENTS.keySet()) {
                Progress.say("vio: " + experiment + ", " + process + " of " + processes);
                List<String> flags = List.of("-Xms2g", "-Xmx2g", "-XX:+UseParallelGC");
                List<String> words = List.of(NAME, experiment, iterations);
                Fork.run(
                        false,
                        Fork.java(System.getProperty("java.class.path"), flags, words),
                        NAME + ", " + experiment,
                        results::add);
            }
        }
    }

    /** Runs an experiment in this process, several times over. */
    public static void measure(String experiment, int iterations, Consumer<Measurement> found) throws IOException {
        for (int round = 0; round < ROUNDS; round++) {
            measureOnce(experiment, iterations, found);
        }
    }

    private static void measureOnce(String experiment, int iterations, Consumer<Measurement> found) throws IOException {
        var options = new OptionsBuilder()
                .include("dev\\.stoa\\.benchmarks\\.vio\\." + experiment + "\\..*")
                .mode(Mode.AverageTime)
                .timeUnit(TimeUnit.MICROSECONDS)
                .forks(0)
                .warmupIterations(1)
                .warmupTime(TimeValue.milliseconds(600))
                .measurementIterations(iterations)
                .measurementTime(TimeValue.milliseconds(400))
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT)
                .build();
        try {
            for (RunResult run : new Runner(options).run()) {
                String item = EXPERIMENTS.get(experiment).stream()
                        .map(key -> run.getParams().getParam(key))
                        .collect(Collectors.joining("/", experiment + "/", ""));
                double[] millis = run.getAggregatedResult().getIterationResults().stream()
                        .map(IterationResult::getPrimaryResult)
                        .mapToDouble(result -> result.getScore() / 1000)
                        .sorted()
                        .toArray();
                found.accept(new Measurement(
                        NAME,
                        item,
                        run.getPrimaryResult().getLabel(),
                        Metric.WALL_MS,
                        Metric.WALL_MS.unit(),
                        millis[millis.length / 2],
                        millis[0],
                        millis[millis.length - 1]));
            }
        } catch (RunnerException e) {
            throw new IOException("JMH failed: " + e.getMessage(), e);
        }
    }

    /** The median milliseconds of a way in a case; NaN if it was not measured. */
    private static double millis(Results results, String item, String way) {
        return results.find(item, way, Metric.WALL_MS).map(Measurement::value).orElse(Double.NaN);
    }

    @Override
    public List<Reached> reached(Results results) {
        return results.summary().stream()
                .map(Measurement::item)
                .distinct()
                .flatMap(item -> reached(item, results).stream())
                .toList();
    }

    private static List<Reached> reached(String item, Results results) {
        String[] words = item.split("/", -1);
        return switch (words[0] + "/" + words[1]) {
            case "LocalReads/raw" -> List.of(ratio("vio.raw", item, CHANNEL, results));
            case "LocalReads/checksum" -> {
                // the published figure, or what Hadoop reaches here
                double hadoop = millis(results, item, SEEK) / millis(results, item, VECTORED);
                Reached reached = ratio("vio.checksum", item, SEEK, results);
                yield List.of(reached.beside(Math.min(reached.bound(), hadoop)));
            }
            case "HdfsReads/0" -> List.of(ratio("vio.hdfs", item, VECTORED, results));
            case "HdfsReads/5" -> List.of(ratio("vio.hdfs.delayed", item, VECTORED, results));
            default ->
                List.of(ratio("vio.s3.serial", item, SEEK, results), ratio("vio.s3.vectored", item, VECTORED, results));
        };
    }

    private static Reached ratio(String goal, String item, String other, Results results) {
        return Reached.of(goal, item, millis(results, item, other) / millis(results, item, STOA));
    }

    @Override
    public String table(Results results) {
        TextTable times = new TextTable(
                List.of("ms (fastest - slowest)", "Stoa", "Hadoop's readVectored", "seek and read", "async channel"));
        results.summary().stream()
                .map(Measurement::item)
                .distinct()
                .forEach(item -> times.add(Stream.concat(
                                Stream.of(item),
                                WAYS.stream()
                                        .map(way -> results.find(item, way, Metric.WALL_MS)
                                                .map(Vio::cell)
                                                .orElse("-")))
                        .toList()));
        return times.toString();
    }

    private static String cell(Measurement m) {
        return String.format(Locale.ROOT, "%.2f (%.2f - %.2f)", m.value(), m.min(), m.max());
    }
}
