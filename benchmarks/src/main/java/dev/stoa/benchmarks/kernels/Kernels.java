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
package dev.stoa.benchmarks.kernels;

import dev.stoa.benchmarks.harness.Benchmark;
import dev.stoa.benchmarks.harness.Fork;
import dev.stoa.benchmarks.harness.Goals;
import dev.stoa.benchmarks.harness.Measurement;
import dev.stoa.benchmarks.harness.Measurement.Metric;
import dev.stoa.benchmarks.harness.Options;
import dev.stoa.benchmarks.harness.Progress;
import dev.stoa.benchmarks.harness.Results;
import dev.stoa.benchmarks.harness.TextTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * The microbenchmarks, run by JMH on one pinned core, each kernel in a process of its own for all its widths: a process for
 * each width would take hours. Checks that no single width falls off.
 */
public final class Kernels implements Benchmark {
    public static final String NAME = "kernels";

    private static final String STOA = "stoa";
    private static final int VALUES = 4096;

    /** The kernels that run at every width. The width is the part of a case after the blank. */
    private static final List<String> PACKED =
            List.of("unpack", "unpackPortable", "unpackNaive", "delta", "straight", "pack");

    /** Those whose code is generated per width: none may be half as fast as the median of its neighbours. */
    private static final List<String> HELD = List.of("unpack", "unpackPortable", "straight");

    private static final List<String> CLASSES = List.of("PackedInts", "PackedLongs");
    private static final List<String> REST = List.of(
            "Phases", "Transforms", "ExpandSymbols", "DecodeLongs", "DecodeStrings", "SelectRows", "KeepVectors");
    private static final int NEIGHBOURS = 3;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void run(Options options, Results results) throws IOException {
        int samples = options.quick() ? 20 : 100;
        for (String type : CLASSES) {
            for (String kernel : PACKED) {
                Progress.say("kernels: " + type + "." + kernel);
                measure(type, kernel, "", samples, results);
            }
        }
        for (String type : REST) {
            Progress.say("kernels: " + type);
            measure(type, "", "", samples, results);
        }
        // what seems to fall off is measured again, for the noise of a shared machine looks the same
        for (int attempt = 0; attempt < 2; attempt++) {
            for (String item : fallen(results)) {
                String[] words = item.split("[. ]", -1);
                Progress.say("kernels: " + item + " again");
                measure(words[0], words[1], words[2], 4 * samples, results);
            }
        }
    }

    private static void measure(String type, String kernel, String width, int samples, Results results)
            throws IOException {
        List<String> flags = new ArrayList<>(List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:-BackgroundCompilation"));
        if (Runtime.version().feature() >= 25) {
            flags.add("--add-modules=jdk.incubator.vector");
        }
        List<String> words = List.of(NAME, type, kernel, width, String.valueOf(samples));
        String what = NAME + ", " + type + " " + kernel;
        Fork.run(true, Fork.java(System.getProperty("java.class.path"), flags, words), what, results::add);
    }

    /**
     * Runs JMH in this process.
     *
     * @param type the class of the kernels
     * @param kernel the method, or nothing for all
     * @param width the only width, or nothing for all
     * @param samples of a millisecond each; the fastest counts. They are so short that some fit between the other work of a
     *     shared machine. The warm-up takes five times as long
     */
    public static void measure(String type, String kernel, String width, int samples, Consumer<Measurement> found)
            throws IOException {
        String method = kernel.isEmpty() ? ".*" : Pattern.quote(kernel) + "$";
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include("dev\\.stoa\\.benchmarks\\.kernels\\." + type + "\\." + method)
                .mode(Mode.AverageTime)
                .timeUnit(TimeUnit.NANOSECONDS)
                .forks(0)
                .warmupIterations(1)
                .warmupTime(TimeValue.milliseconds(5L * samples))
                .measurementIterations(samples)
                .measurementTime(TimeValue.milliseconds(1))
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT);
        if (!width.isEmpty()) {
            options.param("width", width);
        }
        try {
            for (RunResult run : new Runner(options.build()).run()) {
                Result<?> result = run.getPrimaryResult();
                String param = run.getParams().getParamsKeys().stream()
                        .findFirst()
                        .map(key -> " " + run.getParams().getParam(key))
                        .orElse("");
                found.accept(new Measurement(
                        NAME,
                        type + "." + result.getLabel() + param,
                        STOA,
                        Metric.WALL_MS,
                        Metric.WALL_MS.unit(),
                        result.getStatistics().getMin() * VALUES / 1e6,
                        result.getStatistics().getMin() * VALUES / 1e6,
                        result.getStatistics().getMax() * VALUES / 1e6));
            }
        } catch (RunnerException e) {
            throw new IOException("JMH failed: " + e.getMessage(), e);
        }
    }

    /** The cases, of kernels that are held, which are less than half as fast as the median of their neighbours. */
    private static List<String> fallen(Results results) {
        Map<String, Double> speed = speeds(results);
        List<String> fallen = new ArrayList<>();
        for (String type : CLASSES) {
            for (String kernel : HELD) {
                for (int width = 1; width <= bits(type); width++) {
                    List<Double> around = new ArrayList<>();
                    for (int other = width - NEIGHBOURS; other <= width + NEIGHBOURS; other++) {
                        if (other != width && other >= 1 && other <= bits(type)) {
                            around.add(speed.getOrDefault(type + "." + kernel + " " + other, 0.0));
                        }
                    }
                    double[] sorted = around.stream()
                            .mapToDouble(Double::doubleValue)
                            .sorted()
                            .toArray();
                    String item = type + "." + kernel + " " + width;
                    double here = speed.getOrDefault(item, 0.0);
                    if (here == 0 || !Goals.of("kernels.width").isMet(here / sorted[sorted.length / 2])) {
                        fallen.add(item);
                    }
                }
            }
        }
        return fallen;
    }

    /** G values/s of each case, the best of all that was measured of it: noise only takes away. */
    private static Map<String, Double> speeds(Results results) {
        Map<String, Double> speeds = new LinkedHashMap<>();
        for (Measurement m : results.summary()) {
            speeds.put(m.item(), VALUES / (m.min() * 1e6));
        }
        return speeds;
    }

    private static int bits(String type) {
        return type.equals("PackedInts") ? Integer.SIZE : Long.SIZE;
    }

    @Override
    public List<String> faults(Results results) {
        return fallen(results).stream()
                .map(item -> item + " is not half as fast as the widths around it")
                .toList();
    }

    @Override
    public String table(Results results) {
        Map<String, Double> speed = speeds(results);
        StringBuilder text = new StringBuilder();
        for (String type : CLASSES) {
            List<String> head = new ArrayList<>(List.of(type));
            head.addAll(PACKED);
            TextTable table = new TextTable(head);
            for (int width = 0; width <= bits(type); width++) {
                List<String> row = new ArrayList<>(List.of(String.valueOf(width)));
                for (String kernel : PACKED) {
                    row.add(number(speed.getOrDefault(type + "." + kernel + " " + width, 0.0)));
                }
                table.add(row);
            }
            text.append(table).append('\n');
        }
        TextTable table = new TextTable(List.of("others", "G values/s"));
        Set<String> others = new LinkedHashSet<>(speed.keySet());
        others.removeIf(item -> CLASSES.stream().anyMatch(type -> item.startsWith(type + ".")));
        for (String item : others) {
            table.add(List.of(item.replace("Phases.", ""), number(speed.getOrDefault(item, 0.0))));
        }
        return "G values/s, the fastest sample of each\n\n" + text + table;
    }

    private static String number(double speed) {
        return String.format(Locale.ROOT, speed < 10 ? "%.2f" : "%.1f", speed);
    }
}
