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

import dev.stoa.arrow.StoaArrowReader;
import dev.stoa.benchmarks.harness.Benchmark;
import dev.stoa.benchmarks.harness.Fork;
import dev.stoa.benchmarks.harness.IoCounts;
import dev.stoa.benchmarks.harness.Measurement;
import dev.stoa.benchmarks.harness.Measurement.Metric;
import dev.stoa.benchmarks.harness.Options;
import dev.stoa.benchmarks.harness.PairedRatios;
import dev.stoa.benchmarks.harness.ProcessCpu;
import dev.stoa.benchmarks.harness.Progress;
import dev.stoa.benchmarks.harness.Reached;
import dev.stoa.benchmarks.harness.ReadResult;
import dev.stoa.benchmarks.harness.Results;
import dev.stoa.benchmarks.harness.Sampler;
import dev.stoa.benchmarks.harness.TextTable;
import dev.stoa.reader.Scan;
import dev.stoa.reader.StoaFile;
import dev.stoa.vio.RangeSources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;

/**
 * The price of Arrow: the CPU time of a scan into Arrow batches, in that of the scan alone. It measures each column of {@link
 * ArrowColumn}, and all columns of a fixed width together. Samples of both interleave with those of the scan with {@link LeastLoops}.
 */
public final class ArrowScans implements Benchmark {
    public static final String NAME = "arrow";

    private static final String STOA = "stoa";
    /** The contender of scans alone. */
    private static final String SCAN = "scan";
    /** The contender of scans with {@link LeastLoops}. */
    private static final String LEAST = "least";

    private static final String TOGETHER = "all of a fixed width";
    private static final int ROWS = 16 * StoaArrowReader.MAX_ROWS;
    private static final long LEAST_MILLIS = 20;
    /** A warm-up takes at most as long as this many samples. */
    private static final int MOST_WARM = 1000;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void run(Options options, Results results) throws IOException {
        Path file = Files.createTempFile(NAME, ".stoa");
        Files.delete(file);
        Progress.say("writing " + file);
        ArrowColumn.write(file, ROWS);
        try {
            int processes = options.quick() ? 1 : 3;
            List<String> flags = List.of("-Xmx1g", "-XX:+UseParallelGC");
            List<String> words = List.of(
                    NAME, file.toString(), String.valueOf(options.quick() ? 11 : 21), String.valueOf(LEAST_MILLIS));
            for (int process = 1; process <= processes; process++) {
                Progress.say(NAME + " " + process + "/" + processes);
                Fork.run(true, Fork.java(System.getProperty("java.class.path"), flags, words), NAME, results::add);
            }
        } finally {
            Files.delete(file);
        }
    }

    /** The columns that are read together, by what to call them. */
    private static Map<String, List<ArrowColumn>> cases() {
        Map<String, List<ArrowColumn>> cases = new LinkedHashMap<>();
        ArrowColumn.ALL.forEach(column -> cases.put(column.name(), List.of(column)));
        cases.put(
                TOGETHER, ArrowColumn.ALL.stream().filter(ArrowColumn::isFixed).toList());
        return cases;
    }

    /**
     * Measures in this process.
     *
     * @param path the file
     * @param pairs of samples, for each case
     * @param leastMillis that a sample takes
     */
    public static void measure(Path path, int pairs, long leastMillis, Consumer<Measurement> found) throws IOException {
        try (StoaFile file = StoaFile.open(RangeSources.open(path));
                BufferAllocator allocator = new RootAllocator()) {
            List<Case> cases = new ArrayList<>();
            cases().forEach((name, columns) -> cases.add(new Case(file, allocator, name, columns, leastMillis)));
            for (Case each : cases) { // all before the first counts: they share code
                Sampler.warmUp(each::warmUp, MOST_WARM * leastMillis);
            }
            for (Case each : cases) {
                Sampler.warmUp(each::warmUp, MOST_WARM * leastMillis);
                each.measure(pairs, found);
            }
        }
    }

    /** Columns that are read together. */
    private static final class Case {
        private final StoaFile file;
        private final BufferAllocator allocator;
        private final String name;
        private final String[] columns;
        private final long leastMillis;
        /** One for each column; none where a column has no fixed width. */
        private final List<LeastLoops> loops;

        private final ProcessCpu clock = new ProcessCpu();

        Case(StoaFile file, BufferAllocator allocator, String name, List<ArrowColumn> columns, long leastMillis) {
            this.file = file;
            this.allocator = allocator;
            this.name = name;
            this.columns = columns.stream().map(ArrowColumn::name).toArray(String[]::new);
            this.loops = columns.stream()
                    .filter(ArrowColumn::isFixed)
                    .map(column -> new LeastLoops())
                    .toList();
            this.leastMillis = leastMillis;
        }

        ReadResult warmUp() throws IOException {
            nanos(this::scan);
            nanos(this::arrow);
            nanos(this::least);
            return new ReadResult(0, 0, IoCounts.NONE);
        }

        void measure(int pairs, Consumer<Measurement> found) throws IOException {
            double[] scans = new double[pairs];
            double[] arrows = new double[pairs];
            double[] leasts = new double[pairs];
            for (int i = 0; i < pairs; i++) {
                for (int turn = 0; turn < 3; turn++) {
                    switch ((i + turn) % 3) {
                        case 0 -> scans[i] = nanos(this::scan);
                        case 1 -> arrows[i] = nanos(this::arrow);
                        default -> leasts[i] = nanos(this::least);
                    }
                }
            }
            found.accept(Measurement.spread(NAME, name, SCAN, Metric.NANOS_PER_ROW, scans));
            found.accept(Measurement.spread(NAME, name, STOA, Metric.NANOS_PER_ROW, arrows));
            found.accept(ratio(STOA, arrows, scans));
            if (!loops.isEmpty()) {
                found.accept(ratio(LEAST, leasts, scans));
            }
        }

        private Measurement ratio(String contender, double[] of, double[] scans) {
            double[] ratios = new double[scans.length];
            for (int i = 0; i < ratios.length; i++) {
                ratios[i] = of[i] / scans[i];
            }
            PairedRatios.Estimate ratio = new PairedRatios(ratios).median();
            return new Measurement(
                    NAME, name, contender, Metric.RATIO, Metric.RATIO.unit(), ratio.value(), ratio.low(), ratio.high());
        }

        private interface Read {
            long run() throws IOException;
        }

        /** CPU time of the process for a row, of some reads one after the other. */
        private double nanos(Read read) throws IOException {
            long start = clock.nanos();
            long own = clock.own();
            long rows = 0;
            do {
                rows += read.run();
            } while (clock.own() - own < leastMillis * 1_000_000);
            return (double) (clock.nanos() - start) / rows;
        }

        /** A scan fills all arrays of its batches. So a consumer that reads no value makes the comparison the hardest for Arrow. */
        private long scan() throws IOException {
            long rows = 0;
            try (Scan scan = file.scan().select(columns).build()) {
                while (scan.next()) {
                    rows += scan.batch().rowCount();
                }
            }
            return rows;
        }

        private long least() throws IOException {
            long rows = 0;
            try (Scan scan = file.scan().select(columns).build()) {
                while (scan.next()) {
                    for (int i = 0; i < loops.size(); i++) {
                        loops.get(i).put(scan.batch().column(i));
                    }
                    rows += scan.batch().rowCount();
                }
            }
            return rows;
        }

        private long arrow() throws IOException {
            long rows = 0;
            try (StoaArrowReader reader =
                    StoaArrowReader.of(allocator, file.scan().select(columns).build())) {
                while (reader.loadNextBatch()) {
                    rows += reader.getVectorSchemaRoot().getRowCount();
                }
            }
            return rows;
        }
    }

    @Override
    public String table(Results results) {
        TextTable table = new TextTable(List.of(
                "column", "scan, ns a row", "scan into Arrow, ns a row", "ratio", "at least", "at most", "least loop"));
        for (String name : cases().keySet()) {
            Measurement ratio = results.find(name, STOA, Metric.RATIO).orElseThrow();
            table.add(List.of(
                    name,
                    number(results.find(name, SCAN, Metric.NANOS_PER_ROW)
                            .orElseThrow()
                            .value()),
                    number(results.find(name, STOA, Metric.NANOS_PER_ROW)
                            .orElseThrow()
                            .value()),
                    number(ratio.value()),
                    number(ratio.min()),
                    number(ratio.max()),
                    results.find(name, LEAST, Metric.RATIO)
                            .map(least -> number(least.value()))
                            .orElse("")));
        }
        return "CPU time of scans into Arrow batches, in that of the scans\n\n" + table;
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    @Override
    public List<Reached> reached(Results results) {
        List<Reached> reached = new ArrayList<>();
        for (ArrowColumn column : ArrowColumn.ALL) {
            if (column.isFixed()) {
                results.find(column.name(), STOA, Metric.RATIO)
                        .ifPresent(ratio -> reached.add(Reached.of("arrow.ratio", column.name(), ratio)));
            }
        }
        results.find(TOGETHER, STOA, Metric.RATIO)
                .ifPresent(ratio -> reached.add(Reached.of("arrow.ratio", TOGETHER, ratio)));
        return reached;
    }
}
