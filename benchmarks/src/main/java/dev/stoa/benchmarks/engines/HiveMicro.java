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
package dev.stoa.benchmarks.engines;

import static dev.stoa.benchmarks.engines.EngineFigures.interval;
import static dev.stoa.benchmarks.engines.EngineFigures.text;
import static dev.stoa.benchmarks.engines.EngineFigures.value;

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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Compares plain statements in Hive, on one table of Stoa and of ORC. A third contender delivers batches that are ready:
 * its time is what Hive itself takes.
 */
public final class HiveMicro implements UnpinnedBenchmark {
    static final String NAME = "hive-micro";

    /** The number of statements whose results agree. */
    static final String EQUAL = "statements with equal results";

    /** The contender whose batches are ready. */
    static final String READY = "ready";

    private static final String STOA = "stoa";
    private static final String ORC = "orc";
    private static final int ROWS = 8_000_000;
    private static final int PAIRS = 9;
    private static final int QUICK_PAIRS = 3;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void run(Options options, Results results) throws IOException {
        EnginePeer hive = EnginePeer.hive();
        List<String> words =
                new ArrayList<>(List.of(String.valueOf(ROWS), String.valueOf(options.quick() ? QUICK_PAIRS : PAIRS)));
        words.addAll(options.columns());
        List<String> flags = List.of("-Xms3g", "-Xmx3g", "-Xmn1g", "-XX:+UseParallelGC");
        Progress.say("running Hive");
        Fork.run(
                false,
                hive.command(List.of(), flags, "dev.stoa.benchmarks.engines.HiveMicroTask", words),
                NAME,
                results::add);
    }

    @Override
    public String table(Results results) {
        TextTable table =
                new TextTable(List.of("", "CPU ms, stoa", "orc", "ready", "orc/stoa (95% interval)", "orc/ready"));
        for (String item : measured(results)) {
            table.add(List.of(
                    item,
                    text("%.0f", value(results, item, STOA, Metric.PROCESS_CPU_MS)),
                    text("%.0f", value(results, item, ORC, Metric.PROCESS_CPU_MS)),
                    text("%.0f", value(results, item, READY, Metric.PROCESS_CPU_MS)),
                    interval(ratio(results, item).orElseThrow()),
                    interval(results.find(item, READY, Metric.RATIO).orElseThrow())));
        }
        return EngineFigures.count(results, EQUAL) + table;
    }

    @Override
    public List<Reached> reached(Results results) {
        return measured(results).stream()
                .map(item ->
                        Reached.of(NAME + ".cpu", item, ratio(results, item).orElseThrow()))
                .toList();
    }

    @Override
    public List<String> faults(Results results) {
        return EngineFigures.disagreement(results, EQUAL, measured(results).size());
    }

    private static List<String> measured(Results results) {
        return HiveQuery.labels().stream()
                .filter(item -> ratio(results, item).isPresent())
                .toList();
    }

    private static Optional<Measurement> ratio(Results results, String item) {
        return results.find(item, STOA, Metric.RATIO);
    }
}
