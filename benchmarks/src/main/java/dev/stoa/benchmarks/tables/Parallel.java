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

import dev.stoa.benchmarks.harness.Delivery;
import dev.stoa.benchmarks.harness.Fork;
import dev.stoa.benchmarks.harness.IoCounts;
import dev.stoa.benchmarks.harness.Measurement;
import dev.stoa.benchmarks.harness.Measurement.Metric;
import dev.stoa.benchmarks.harness.Options;
import dev.stoa.benchmarks.harness.PairedRatios;
import dev.stoa.benchmarks.harness.ReadResult;
import dev.stoa.benchmarks.harness.Results;
import dev.stoa.benchmarks.harness.Sampler;
import dev.stoa.benchmarks.harness.TextTable;
import dev.stoa.benchmarks.harness.UnpinnedBenchmark;
import dev.stoa.benchmarks.peers.BatchSums;
import dev.stoa.benchmarks.peers.Contender;
import dev.stoa.benchmarks.peers.Contenders;
import dev.stoa.benchmarks.peers.DataSet;
import dev.stoa.benchmarks.peers.Forks;
import dev.stoa.benchmarks.peers.StoaJava;
import dev.stoa.reader.ParallelScan;
import dev.stoa.reader.ScanBuilder;
import dev.stoa.reader.ScanInput;
import dev.stoa.reader.StoaFile;
import dev.stoa.vio.RangeSources;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * The gain of threads for a scan of {@code lineitem}. It is the time on the clock with one thread, relative to the time with
 * one thread for each processor, in interleaved pairs. The scans are of one file, which is divided, and of several.
 */
public final class Parallel implements UnpinnedBenchmark {
    public static final String NAME = "parallel";

    private static final int SEVERAL = 4;
    private static final long MOST_WARM_MILLIS = 20_000;
    private static final long LEAST_NANOS = 50_000_000;

    private static final List<OverlayQuery> QUERIES = OverlayQuery.all();

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void run(Options options, Results results) throws IOException {
        DataSet data = DataSet.lineItem(options.scale().orElse(1));
        Contender stoa = Contenders.named("stoa");
        Forks.prepare(data, stoa, List.of(StoaJava.DEFAULT));
        int pairs = options.quick() ? 11 : 41;
        List<String> flags = List.of("-Xmx1g", "-XX:+UseParallelGC");
        List<String> words = List.of(NAME, data.file(stoa, StoaJava.DEFAULT).toString(), String.valueOf(pairs));
        Fork.run(false, Fork.java(System.getProperty("java.class.path"), flags, words), NAME, results::add);
    }

    /**
     * Measures in this process.
     *
     * @param file the table
     * @param pairs of scans, for each query and number of files
     */
    public static void measure(Path file, int pairs, Consumer<Measurement> found) throws IOException {
        int threads = Runtime.getRuntime().availableProcessors();
        for (int files : new int[] {1, SEVERAL}) {
            for (OverlayQuery query : QUERIES) {
                found.accept(ratio(query, Collections.nCopies(files, file), threads, pairs));
            }
        }
    }

    private static Measurement ratio(OverlayQuery query, List<Path> files, int threads, int pairs) throws IOException {
        Sampler.warmUp(
                () -> new ReadResult(0, sum(query, files, 1) + sum(query, files, threads), IoCounts.NONE),
                MOST_WARM_MILLIS);
        double[] ratios = new double[pairs];
        for (int i = 0; i < pairs; i++) {
            boolean aloneFirst = i % 2 == 0;
            double first = nanos(query, files, aloneFirst ? 1 : threads);
            double second = nanos(query, files, aloneFirst ? threads : 1);
            ratios[i] = aloneFirst ? first / second : second / first;
        }
        PairedRatios.Estimate times = new PairedRatios(ratios).median();
        return new Measurement(
                NAME,
                query.name() + ", " + files.size() + (files.size() == 1 ? " file, " : " files, ") + threads
                        + " threads",
                "stoa",
                Metric.RATIO,
                Metric.RATIO.unit(),
                times.value(),
                times.low(),
                times.high());
    }

    /** Time on the clock of some scans in a row. */
    private static double nanos(OverlayQuery query, List<Path> files, int threads) throws IOException {
        long start = System.nanoTime();
        long end = start;
        int scans = 0;
        while (scans == 0 || end - start < LEAST_NANOS) {
            sum(query, files, threads);
            scans++;
            end = System.nanoTime();
        }
        return (double) (end - start) / scans;
    }

    private static long sum(OverlayQuery query, List<Path> files, int threads) throws IOException {
        List<ScanInput> inputs = new ArrayList<>();
        files.forEach(file -> inputs.add(new Input(file, query)));
        LongAdder total = new LongAdder();
        ParallelScan.of(inputs)
                .threads(threads)
                .forEach(() -> (input, batch) -> total.add(BatchSums.sum(batch, Delivery.VALUES)));
        return total.sum();
    }

    /** A query of a file. */
    private static final class Input implements ScanInput {
        private final Path path;
        private final OverlayQuery query;
        private StoaFile file;

        Input(Path path, OverlayQuery query) {
            this.path = path;
            this.query = query;
        }

        @Override
        public ScanBuilder open() throws IOException {
            file = StoaFile.open(RangeSources.open(path));
            return file.scan().select(query.columns().toArray(String[]::new)).filter(query.filter());
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }

    @Override
    public String table(Results results) {
        TextTable table = new TextTable(List.of("scan", "times as fast", "at least", "at most"));
        for (Measurement m : results.summary()) {
            table.add(List.of(m.item(), number(m.value()), number(m.min()), number(m.max())));
        }
        return "Time of scans of lineitem with one thread, in that with several\n\n" + table;
    }

    private static String number(double ratio) {
        return String.format(Locale.ROOT, "%.2f", ratio);
    }
}
