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

/** The microbenchmarks, run by JMH on one pinned core: nanoseconds per vector of 4096 values. */
final class Kernels implements Benchmark {
    static final String NAME = "kernels";

    private static final String STOA = "stoa";
    private static final int VALUES = 4096;

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
        Progress.say("kernels: a few seconds for each of some hundred cases");
        List<String> words = List.of(NAME, String.valueOf(options.quick() ? 1 : 3), options.quick() ? "200" : "400");
        Fork.run(true, Fork.java(System.getProperty("java.class.path"), List.of(), words), NAME, results::add);
    }

    /**
     * Runs JMH in this process, which starts the measuring processes.
     *
     * @param forks processes for each case
     * @param millis of each of three measurements; of two warm-ups twice that
     */
    static void measure(int forks, long millis, Consumer<Measurement> found) throws IOException {
        try {
            for (RunResult run : new Runner(new OptionsBuilder()
                            .include("dev\\.stoa\\.benchmarks\\.kernels\\..*")
                            .mode(Mode.AverageTime)
                            .timeUnit(TimeUnit.NANOSECONDS)
                            .forks(forks)
                            .warmupIterations(2)
                            .warmupTime(TimeValue.milliseconds(2 * millis))
                            .measurementIterations(3)
                            .measurementTime(TimeValue.milliseconds(millis))
                            .jvmArgs("-Xmx512m", "-XX:+UseG1GC")
                            .shouldFailOnError(true)
                            .verbosity(VerboseMode.SILENT)
                            .build())
                    .run()) {
                Result<?> result = run.getPrimaryResult();
                String item = run.getParams().getParamsKeys().stream()
                        .findFirst()
                        .map(key -> result.getLabel() + " " + key + " "
                                + run.getParams().getParam(key))
                        .orElse(result.getLabel());
                found.accept(new Measurement(
                        NAME,
                        item,
                        STOA,
                        Metric.WALL_MS,
                        Metric.WALL_MS.unit(),
                        result.getStatistics().getPercentile(50) / 1e6,
                        result.getStatistics().getMin() / 1e6,
                        result.getStatistics().getMax() / 1e6));
                found.accept(Measurement.exact(NAME, item, STOA, Metric.VALUES, VALUES));
            }
        } catch (RunnerException e) {
            throw new IOException("JMH failed: " + e.getMessage(), e);
        }
    }

    @Override
    public String table(Results results) {
        TextTable table = new TextTable(List.of("kernel", "ns per vector (min-max)", "G values/s"));
        for (Measurement m : results.summary()) {
            if (m.metric() == Metric.WALL_MS) {
                table.add(List.of(
                        m.item(),
                        String.format(Locale.ROOT, "%.0f (%.0f-%.0f)", m.value() * 1e6, m.min() * 1e6, m.max() * 1e6),
                        String.format(Locale.ROOT, "%.2f", VALUES / (m.value() * 1e6))));
            }
        }
        return table.toString();
    }
}
