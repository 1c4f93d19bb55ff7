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
import dev.stoa.benchmarks.harness.Measurement;
import dev.stoa.benchmarks.harness.Measurement.Metric;
import dev.stoa.benchmarks.harness.Options;
import dev.stoa.benchmarks.harness.Progress;
import dev.stoa.benchmarks.harness.Reached;
import dev.stoa.benchmarks.harness.Results;
import dev.stoa.benchmarks.harness.TextTable;
import dev.stoa.benchmarks.peers.DataSet;
import dev.stoa.benchmarks.peers.Forks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Reads lineitem, sorted by {@code l_shipdate}, into Arrow in Python: whole, three columns, and the first percent of the rows by
 * a filter. Each library runs in a process of its own, with two threads. Its start-up is a case of its own. Whole columns are
 * sampled twice, soon and {@code later}: compilers and caches of a process go on to warm up after its first seconds.
 */
public final class PythonReads implements Benchmark {
    public static final String NAME = "python";

    private static final String STOA = "stoa";
    private static final List<String> CONTENDERS = List.of(STOA, "pyarrow-parquet", "vortex", "lance");
    private static final List<String> CASES =
            List.of("whole", "3 columns", "1% of rows", "whole, later", "3 columns, later");
    private static final String START = "start";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<String> contenders() {
        return CONTENDERS;
    }

    @Override
    public void run(Options options, Results results) throws IOException {
        PythonLibraries.install();
        DataSet data = DataSet.lineItem(options.scale().orElse(1));
        Forks.prepare(data, DataSet.parquetWriter(), List.of("v1_none"));
        Path parquet = data.file(DataSet.parquetWriter(), "v1_none");
        Path folder = PythonLibraries.data("python-" + data.name());
        List<String> left = new ArrayList<>(CONTENDERS);
        left.removeAll(options.without());
        for (String contender : List.copyOf(left)) {
            Progress.say("writing the file of " + contender);
            attempt(left, contender, List.of("prepare", folder.toString(), parquet.toString(), contender), results);
        }
        int rounds = options.quick() ? 1 : 5;
        List<String> lengths = options.quick() ? List.of("1000", "2000", "3") : List.of("5000", "15000", "7");
        for (int round = 1; round <= rounds; round++) {
            for (String contender : List.copyOf(left)) {
                Progress.say(NAME + " " + round + "/" + rounds + " " + contender);
                List<String> words = new ArrayList<>(List.of("measure", folder.toString(), contender));
                words.addAll(lengths);
                attempt(left, contender, words, results);
            }
        }
    }

    /** Runs a process; a contender that fails is missing from then on. */
    private static void attempt(List<String> left, String contender, List<String> words, Results results) {
        try {
            PythonLibraries.run(false, "reads.py", words, results::add);
        } catch (IOException e) {
            Progress.say(contender + " is missing: " + e.getMessage());
            results.missing(contender);
            left.remove(contender);
        }
    }

    @Override
    public String table(Results results) {
        TextTable table = new TextTable(List.of(
                "lineitem into Arrow, 2 threads", "reader", "wall ms (fastest - slowest)", "CPU ms", "file MB"));
        List<String> cases = new ArrayList<>(CASES);
        cases.add(START);
        for (String item : cases) {
            for (String contender : CONTENDERS) {
                Optional<Measurement> wall = results.find(item, contender, Metric.WALL_MS);
                if (wall.isPresent()) {
                    Measurement m = wall.get();
                    table.add(List.of(
                            item,
                            contender,
                            String.format(Locale.ROOT, "%.1f (%.1f - %.1f)", m.value(), m.min(), m.max()),
                            cell(results, item, contender, Metric.PROCESS_CPU_MS, 1),
                            cell(results, "file", contender, Metric.BYTES, 1e6)));
                }
            }
        }
        return table.toString();
    }

    private static String cell(Results results, String item, String contender, Metric metric, double divisor) {
        return results.find(item, contender, metric)
                .map(m -> String.format(Locale.ROOT, "%.1f", m.value() / divisor))
                .orElse("-");
    }

    @Override
    public List<Reached> reached(Results results) {
        List<Reached> reached = new ArrayList<>();
        for (String item : CASES) {
            add(reached, results, "python.parquet", item, "pyarrow-parquet");
            add(reached, results, "python.vortex", item, "vortex");
        }
        return reached;
    }

    private static void add(List<Reached> reached, Results results, String goal, String item, String peer) {
        Optional<Measurement> stoa = results.find(item, STOA, Metric.WALL_MS);
        Optional<Measurement> other = results.find(item, peer, Metric.WALL_MS);
        if (stoa.isPresent() && other.isPresent()) {
            reached.add(Reached.of(goal, item, other.get().value() / stoa.get().value()));
        }
    }
}
