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
import dev.stoa.benchmarks.harness.Folders;
import dev.stoa.benchmarks.harness.Measurement;
import dev.stoa.benchmarks.harness.Measurement.Metric;
import dev.stoa.benchmarks.harness.PairedRatios;
import dev.stoa.benchmarks.harness.ProcessCpu;
import dev.stoa.delta.SidecarTarget;
import dev.stoa.delta.SidecarWriter;
import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.LongVector;
import dev.stoa.reader.Filter;
import dev.stoa.reader.RowRanges;
import dev.stoa.table.Fragment;
import dev.stoa.table.RowInsert;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableScan;
import dev.stoa.table.TableSettings;
import dev.stoa.table.Transaction;
import dev.stoa.table.Upkeep;
import dev.stoa.vio.LocalFolder;
import dev.stoa.vio.SinkOptions;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * A table of {@code lineitem} with very many small commits, compared with a fresh one. Each commit inserts, deletes or modifies
 * three rows, and does the upkeep.
 */
final class CommitHistory {
    static final String TASK = "history";

    private static final long SEED = 6;
    private static final int ROWS = 3;
    private static final int PAIRS = 30;
    private static final long LEAST_NANOS = 5_000_000;

    private final Table table;
    private final Fragment all;
    private final Field quantity;
    private final Batch sample;
    private final SplittableRandom random = new SplittableRandom(SEED);
    private final ProcessCpu clock = new ProcessCpu();

    private CommitHistory(Table table, Batch sample) throws IOException {
        Snapshot fresh = table.snapshot();
        this.table = table;
        this.all = fresh.fragments().get(0);
        this.quantity =
                fresh.schema().fields().get(fresh.schema().indexOf("l_quantity").orElseThrow());
        this.sample = sample;
    }

    /**
     * Measures in this process.
     *
     * @param words the benchmark, this task, the file of {@code lineitem}, the number of commits
     */
    static void measure(List<String> words, Consumer<Measurement> found) throws IOException {
        Path file = Path.of(words.get(2));
        int commits = Integer.parseInt(words.get(3));
        Path folder = Files.createTempDirectory(file.toAbsolutePath().getParent(), Commits.NAME);
        try {
            Table fresh = adopt(folder.resolve("fresh"), file);
            Table changed = adopt(folder.resolve("changed"), file);
            try (TableScan scan =
                    fresh.snapshot().scan().rows(RowRanges.between(0, ROWS)).build()) {
                scan.next();
                CommitHistory history = new CommitHistory(changed, scan.batch());
                history.commit(commits, found);
                history.compare(fresh, Commits.RATIO + " " + commits + " commits", found);
            }
        } finally {
            Folders.delete(folder);
        }
    }

    private static Table adopt(Path folder, Path file) throws IOException {
        Files.createDirectories(folder);
        Files.createLink(folder.resolve("all.stoa"), file);
        return Table.adopt(new LocalFolder(folder), TableProperties.NONE, TableSettings.DEFAULT);
    }

    private void commit(int commits, Consumer<Measurement> found) throws IOException {
        long start = System.nanoTime();
        for (int i = 0; i < commits; i++) {
            if (i % 3 == 0) {
                insert();
            } else {
                change(i % 3 == 1);
            }
        }
        double each = (System.nanoTime() - start) / 1e6 / commits;
        found.accept(new Measurement(
                Commits.NAME,
                "local disk, mixed, with upkeep/1",
                "stoa",
                Metric.WALL_MS,
                Metric.WALL_MS.unit(),
                each,
                each,
                each));
    }

    private void insert() throws IOException {
        try (RowInsert insert = TableOperations.of(table).insert()) {
            insert.write(sample);
            insert.commit();
        }
    }

    /** Deletes or modifies rows of the large fragment. */
    private void change(boolean deletes) throws IOException {
        Transaction transaction = table.begin("change");
        long[] rows =
                random.longs(0, all.rows()).distinct().limit(ROWS).sorted().toArray();
        String name = transaction.newSidecar();
        try (SidecarWriter writer = SidecarWriter.create(
                table.folder().create(name, SinkOptions.DEFAULT),
                new SidecarTarget(
                        all.id().toString(), all.rows(), transaction.snapshot().version()),
                deletes ? List.of() : List.of(quantity),
                WriterOptions.DEFAULT)) {
            if (deletes) {
                writer.delete(RowRanges.of(rows));
            } else {
                writer.modify(
                        quantity.fieldId().orElseThrow(),
                        rows,
                        new LongVector(quantity.type(), new long[] {100, 200, 300}, ColumnVector.NO_NULLS, ROWS));
            }
            writer.finish();
        }
        transaction.addSidecar(all.id(), name, Optional.empty());
        Upkeep.after(table, transaction.commit(), WriterOptions.DEFAULT);
    }

    /** Something that is done with a table. */
    private interface Use {
        long of(Table table) throws IOException;
    }

    private void compare(Table fresh, String when, Consumer<Measurement> found) throws IOException {
        List<GeoScan> scans = GeoScan.all(List.of()).stream()
                .filter(scan -> List.of("sum of l_quantity", "sum of l_orderkey", "query 1", "query 6")
                        .contains(scan.name()))
                .toList();
        say(
                "opening " + when,
                fresh,
                t -> Table.open(t.folder(), TableSettings.DEFAULT).snapshot().version(),
                found);
        Filter filter = scans.get(1).filter();
        say(
                "planning query 6 " + when,
                fresh,
                t -> {
                    try (TableScan scan = t.snapshot().scan().filter(filter).build()) {
                        return scan.fragments().size();
                    }
                },
                found);
        for (GeoScan scan : scans) {
            say(scan.name() + " " + when, fresh, t -> scan.run(t.snapshot(), Delivery.ARRAYS), found);
        }
    }

    private void say(String what, Table fresh, Use use, Consumer<Measurement> found) throws IOException {
        double[] ratios = new double[PAIRS];
        for (int i = -PAIRS / 2; i < PAIRS; i++) {
            double before = nanos(fresh, use);
            double after = nanos(table, use);
            if (i >= 0) {
                ratios[i] = after / before;
            }
        }
        PairedRatios.Estimate median = new PairedRatios(ratios).median();
        found.accept(new Measurement(
                Commits.NAME,
                what,
                "stoa",
                Metric.RATIO,
                Metric.RATIO.unit(),
                median.value(),
                median.low(),
                median.high()));
    }

    /** The CPU time, the mean of a few in a row if it is short. */
    private double nanos(Table on, Use use) throws IOException {
        long start = clock.nanos();
        long end = start;
        int times = 0;
        while (end - start < LEAST_NANOS) {
            use.of(on);
            times++;
            end = clock.nanos();
        }
        return (double) (end - start) / times;
    }
}
