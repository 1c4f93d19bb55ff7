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

import dev.stoa.benchmarks.harness.Folders;
import dev.stoa.benchmarks.harness.Measurement;
import dev.stoa.benchmarks.harness.Measurement.Metric;
import dev.stoa.benchmarks.harness.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Makes a table of one format larger and larger, and measures it at each size. */
final class PlanningFork {
    private static final int PER_COMMIT = 1_000;
    private static final int PER_LARGE_COMMIT = 10_000;
    private static final int MANY = 100_000;
    private static final long WARM_NANOS = 5_000_000_000L;
    private static final int MOST_SAMPLES = 51;
    private static final int LEAST_SAMPLES = 3;

    private final String contender;
    private final String layout;
    private final Path folder;
    private final PlannedTable table;
    private final Consumer<Measurement> found;
    private final Map<Path, FileTime> seen = new HashMap<>();
    private long files;

    private PlanningFork(
            String contender, String layout, Path folder, PlannedTable table, Consumer<Measurement> found) {
        this.contender = contender;
        this.layout = layout;
        this.folder = folder;
        this.table = table;
        this.found = found;
    }

    /**
     * Measures in this process.
     *
     * @param words the benchmark, the contender, the layout, and the sizes
     */
    static void measure(List<String> words, Consumer<Measurement> found) throws IOException {
        Path folder = Files.createTempDirectory(Path.of(System.getProperty("stoa.benchmarks.target")), Planning.NAME);
        try {
            String layout = words.get(2);
            PlannedTable table = table(words.get(1), folder.resolve("t"), layout.equals(Planning.DIVIDED));
            PlanningFork fork = new PlanningFork(words.get(1), layout, folder, table, found);
            for (String size : words.subList(3, words.size())) {
                fork.measure(Long.parseLong(size));
            }
        } finally {
            Folders.delete(folder);
        }
    }

    private static PlannedTable table(String contender, Path folder, boolean isDivided) throws IOException {
        return switch (contender) {
            case Planning.STOA -> new StoaPlanning(folder, isDivided);
            case Planning.DELTA -> new DeltaPlanning(folder, isDivided);
            default -> new IcebergPlanning(folder, isDivided);
        };
    }

    private void measure(long size) throws IOException {
        while (files < size) {
            long count = Math.min(size > MANY ? PER_LARGE_COMMIT : PER_COMMIT, size - files);
            table.add(PlannedFile.from(files, count));
            files += count;
        }
        table.settle();
        for (int i = 0; i < table.unsettled(); i++) {
            table.add(PlannedFile.from(files++, 1));
        }
        written();
        Progress.say(Planning.NAME + ": " + contender + ", " + layout + ", " + size + " files");
        commits(size);
        plans(size);
    }

    /** Commits of one file each, and a process that opens the table after each of them. */
    private void commits(long size) throws IOException {
        int period = table.period();
        long[] written = new long[period];
        long[] requests = new long[period];
        long[] bytes = new long[period];
        for (int i = 0; i < period; i++) {
            table.add(PlannedFile.from(files++, 1));
            written[i] = written();
            requests[i] = -Metered.REQUESTS.sum();
            bytes[i] = -Metered.READ.sum();
            table.open();
            requests[i] += Metered.REQUESTS.sum();
            bytes[i] += Metered.READ.sum();
        }
        tell(size, Planning.COMMIT, Metric.BYTES, written);
        tell(size, Planning.OPEN, Metric.REQUESTS, requests);
        tell(size, Planning.OPEN, Metric.BYTES_READ, bytes);
    }

    /** The bytes of all files that came, or were written again, since the last call. */
    private long written() throws IOException {
        long bytes = 0;
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.filter(Files::isRegularFile).toList()) {
                boolean isChecksum = path.getFileName().toString().startsWith(".");
                FileTime now = Files.getLastModifiedTime(path);
                if (!isChecksum && !now.equals(seen.put(path, now))) {
                    bytes += Files.size(path);
                }
            }
        }
        return bytes;
    }

    private void plans(long size) throws IOException {
        OptionalInt day = OptionalInt.of(PlannedFile.someDay());
        long all = plan(OptionalInt.empty(), files);
        long expected = LongStream.range(0, files)
                .filter(number -> new PlannedFile(number).day() == day.getAsInt())
                .count();
        long requests = -Metered.REQUESTS.sum();
        long some = plan(day, expected);
        tell(size, Planning.PLAN, Metric.REQUESTS, requests + Metered.REQUESTS.sum());
        tell(size, Planning.PLAN, Metric.BYTES_READ, some);
        tell(size, Planning.ALL, Metric.BYTES_READ, all);
        double[] times = times(() -> table.open().plan(day));
        found.accept(Measurement.spread(
                Planning.NAME, Planning.item(layout, size, Planning.PLAN), contender, Metric.WALL_MS, times));
    }

    /** The bytes that opening and planning read. */
    private long plan(OptionalInt day, long expected) throws IOException {
        long before = Metered.READ.sum();
        long planned = table.open().plan(day);
        if (planned != expected) {
            throw new IllegalStateException(
                    contender + " plans to read " + planned + " files of " + files + ", not " + expected);
        }
        return Metered.READ.sum() - before;
    }

    private interface Timed {
        void run() throws IOException;
    }

    private static double[] times(Timed timed) throws IOException {
        long start = System.nanoTime();
        do {
            timed.run();
        } while (System.nanoTime() - start < WARM_NANOS);
        double[] times = new double[MOST_SAMPLES];
        int count = 0;
        start = System.nanoTime();
        while (count < LEAST_SAMPLES || count < MOST_SAMPLES && System.nanoTime() - start < WARM_NANOS) {
            long before = System.nanoTime();
            timed.run();
            times[count++] = (System.nanoTime() - before) / 1e6;
        }
        return Arrays.copyOf(times, count);
    }

    private void tell(long size, String what, Metric metric, long value) {
        tell(size, what, metric, new long[] {value});
    }

    /** The mean, with the least and the greatest. */
    private void tell(long size, String what, Metric metric, long[] values) {
        LongStream all = Arrays.stream(values);
        found.accept(new Measurement(
                Planning.NAME,
                Planning.item(layout, size, what),
                contender,
                metric,
                metric.unit(),
                all.average().orElseThrow(),
                Arrays.stream(values).min().orElseThrow(),
                Arrays.stream(values).max().orElseThrow()));
    }
}
