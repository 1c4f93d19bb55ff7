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

import dev.stoa.benchmarks.Measurement.Metric;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Positional delta trees beside a sorted map of the JDK, by JMH: time per change, look-up or vector. */
final class Deltas implements Benchmark {
    static final String NAME = "deltas";

    private static final String STOA = "stoa";
    private static final double NANOS_PER_MILLI = 1e6;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<String> contenders() {
        return List.of();
    }

    @Override
    public void run(Options options, Results results) throws IOException {
        int samples = options.quick() ? 3 : 15;
        for (String type : List.of("EditTree", "ReadTree")) {
            Progress.say("deltas: " + type);
            List<String> flags = List.of("-Xmx1g", "-XX:+UseParallelGC");
            List<String> words = List.of(NAME, type, String.valueOf(samples));
            Fork.run(true, Fork.java(System.getProperty("java.class.path"), flags, words), NAME, results::add);
        }
    }

    /**
     * Runs JMH in this process.
     *
     * @param samples of 300 milliseconds each
     */
    static void measure(String type, int samples, Consumer<Measurement> found) throws IOException {
        var options = new OptionsBuilder()
                .include("dev\\.stoa\\.benchmarks\\.deltas\\." + type + "\\..*")
                .mode(Mode.AverageTime)
                .timeUnit(TimeUnit.NANOSECONDS)
                .forks(0)
                .warmupIterations(2)
                .warmupTime(TimeValue.milliseconds(500))
                .measurementIterations(samples)
                .measurementTime(TimeValue.milliseconds(300))
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT);
        try {
            for (RunResult run : new Runner(options.build()).run()) {
                Result<?> result = run.getPrimaryResult();
                found.accept(new Measurement(
                        NAME,
                        type + "." + result.getLabel(),
                        STOA,
                        Metric.WALL_MS,
                        Metric.WALL_MS.unit(),
                        result.getStatistics().getPercentile(50) / NANOS_PER_MILLI,
                        result.getStatistics().getMin() / NANOS_PER_MILLI,
                        result.getStatistics().getMax() / NANOS_PER_MILLI));
            }
        } catch (RunnerException e) {
            throw new IOException("JMH failed: " + e.getMessage(), e);
        }
    }

    @Override
    public String table(Results results) {
        TextTable table = new TextTable(List.of("ns", "fastest", "median"));
        for (Measurement m : results.summary()) {
            table.add(List.of(m.item(), number(m.min()), number(m.value())));
        }
        return "ns per change, look-up or vector of 4096 rows\n\n" + table;
    }

    private static String number(double millis) {
        return String.format(Locale.ROOT, "%.1f", millis * NANOS_PER_MILLI);
    }
}
