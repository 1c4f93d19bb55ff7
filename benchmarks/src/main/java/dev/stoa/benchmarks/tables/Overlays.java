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
package dev.stoa.benchmarks.tables;

import com.sun.management.ThreadMXBean;
import dev.stoa.benchmarks.harness.Benchmark;
import dev.stoa.benchmarks.harness.Fork;
import dev.stoa.benchmarks.harness.Measurement;
import dev.stoa.benchmarks.harness.Measurement.Metric;
import dev.stoa.benchmarks.harness.Options;
import dev.stoa.benchmarks.harness.Results;
import dev.stoa.benchmarks.harness.TextTable;
import dev.stoa.benchmarks.peers.Contender;
import dev.stoa.benchmarks.peers.Contenders;
import dev.stoa.benchmarks.peers.DataSet;
import dev.stoa.benchmarks.peers.Forks;
import dev.stoa.benchmarks.peers.StoaJava;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * The cost of changes for a scan: the time of a scan of {@code lineitem} with a delta sidecar, relative to one without, in
 * interleaved pairs. Each scan reads the sidecar again.
 */
public final class Overlays implements Benchmark {
    public static final String NAME = "overlay";

    private static final double DEFAULT_SCALE = 0.2;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void run(Options options, Results results) throws IOException {
        DataSet data = DataSet.lineItem(options.scale().orElse(DEFAULT_SCALE));
        Contender stoa = Contenders.named("stoa");
        Forks.prepare(data, stoa, List.of(StoaJava.DEFAULT));
        int pairs = options.quick() ? 11 : 41;
        List<String> flags = List.of("-Xmx1g", "-XX:+UseParallelGC");
        List<String> words = List.of(NAME, data.file(stoa, StoaJava.DEFAULT).toString(), String.valueOf(pairs));
        Fork.run(true, Fork.java(System.getProperty("java.class.path"), flags, words), NAME, results::add);
    }

    /**
     * Measures in this process.
     *
     * @param file the table
     * @param pairs of scans, for each query and kind of change
     */
    public static void measure(Path file, int pairs, Consumer<Measurement> found) throws IOException {
        for (ChangeSet changes : ChangeSet.values()) {
            Path sidecar = Files.createTempFile("overlay", ".sidecar");
            Files.delete(sidecar);
            try {
                changes.write(file, sidecar);
                for (OverlayQuery query : OverlayQuery.all()) {
                    found.accept(ratio(query, changes, file, sidecar, pairs));
                }
            } finally {
                Files.deleteIfExists(sidecar);
            }
        }
    }

    private static Measurement ratio(OverlayQuery query, ChangeSet changes, Path file, Path sidecar, int pairs)
            throws IOException {
        double[] ratios = new double[pairs];
        for (int i = -3; i < pairs; i++) {
            double fresh;
            double changed;
            if (i % 2 == 0) {
                fresh = nanos(query, file, sidecar, false);
                changed = nanos(query, file, sidecar, true);
            } else {
                changed = nanos(query, file, sidecar, true);
                fresh = nanos(query, file, sidecar, false);
            }
            if (i >= 0) {
                ratios[i] = changed / fresh;
            }
        }
        Arrays.sort(ratios);
        return new Measurement(
                NAME,
                query.name() + ", " + changes.label(),
                "stoa",
                Metric.RATIO,
                Metric.RATIO.unit(),
                ratios[pairs / 2],
                ratios[pairs / 4],
                ratios[pairs - 1 - pairs / 4]);
    }

    /** CPU time of some scans in a row: a clock tick must not count. */
    private static double nanos(OverlayQuery query, Path file, Path sidecar, boolean isChanged) throws IOException {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long start = threads.getCurrentThreadCpuTime();
        long end = start;
        long sum = query.run(file, sidecar, isChanged);
        int scans = 1;
        while (scans < 2 || end - start < 20_000_000) {
            if (query.run(file, sidecar, isChanged) != sum) {
                throw new IllegalStateException(query.name() + ": two scans have given different sums");
            }
            scans++;
            end = threads.getCurrentThreadCpuTime();
        }
        return (double) (end - start) / scans;
    }

    @Override
    public String table(Results results) {
        TextTable table = new TextTable(List.of("scan, changes", "ratio", "lower quartile", "upper quartile"));
        for (Measurement m : results.summary()) {
            table.add(List.of(m.item(), number(m.value()), number(m.min()), number(m.max())));
        }
        return "CPU time of scans of lineitem with changes, in that without\n\n" + table;
    }

    private static String number(double ratio) {
        return String.format(Locale.ROOT, "%.3f", ratio);
    }
}
