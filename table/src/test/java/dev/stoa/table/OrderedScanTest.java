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
package dev.stoa.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Batch;
import dev.stoa.reader.BatchFunction;
import dev.stoa.reader.BatchSource;
import dev.stoa.reader.DividedInput;
import dev.stoa.reader.Filter;
import dev.stoa.reader.ParallelResults;
import dev.stoa.reader.ParallelScan;
import dev.stoa.reader.StoaFile;
import dev.stoa.reader.internal.overlay.RowBuffer;
import dev.stoa.table.internal.log.MemoryFolder;
import dev.stoa.table.internal.schema.RowOrder;
import dev.stoa.writer.JavaRows;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sorted tables are read in their order, and in parallel as by one thread, whatever was done to them. */
class OrderedScanTest {
    private Random random;
    private Table table;

    private Table create(TableProperties properties) throws IOException {
        table = Table.create(new MemoryFolder(), Rows.schema(), properties, TableSettings.DEFAULT);
        return table;
    }

    private static List<String> texts(Batch batch) {
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < batch.selectedCount(); i++) {
            List<Object> row = new ArrayList<>();
            for (var column : batch.columns()) {
                row.add(Rows.value(column, batch.selected(i)));
            }
            rows.add(row.toString());
        }
        return rows;
    }

    private static List<String> parallel(TableScanBuilder scan, int threads, boolean ordered) throws IOException {
        List<String> rows = new ArrayList<>();
        ParallelScan parallel = ParallelScan.ofDivided(scan.inputs()).threads(threads);
        BatchFunction<List<String>> function = (input, batch) -> texts(batch);
        try (ParallelResults<List<String>> results = (ordered ? parallel : parallel.unordered()).map(() -> function)) {
            while (results.next()) {
                rows.addAll(results.get());
            }
        }
        return rows;
    }

    /** Reads parts that are made small, one after the other. */
    private static List<String> inParts(TableScanBuilder scan, int atLeast) throws IOException {
        List<String> rows = new ArrayList<>();
        int parts = 0;
        for (DividedInput input : scan.inputs()) {
            for (DividedInput.Part part :
                    input.open(new DividedInput.Division(5, 20_000)).parts()) {
                parts++;
                try (BatchSource source = part.open()) {
                    while (source.next()) {
                        rows.addAll(texts(source.batch()));
                    }
                }
            }
            input.close();
        }
        int found = parts;
        assertTrue(parts >= atLeast, () -> "only " + found + " parts");
        return rows;
    }

    /** Checks the order of all rows by their values, and returns them. */
    private static List<String> inOrder(Snapshot snapshot, Optional<Filter> filter) throws IOException {
        RowOrder order = snapshot.image().order();
        RowBuffer rows = new RowBuffer(snapshot.schema());
        TableScanBuilder builder = snapshot.scan().ordered();
        filter.ifPresent(builder::filter);
        try (TableScan scan = builder.build()) {
            while (scan.next()) {
                assertTrue(scan.batch().rowCount() <= 4096);
                rows.append(scan.batch());
            }
        }
        Batch all = rows.batch();
        for (int i = 1; i < all.rowCount(); i++) {
            int at = i;
            assertTrue(
                    order.compare(order.vectors(all), i - 1, order.vectors(all), i) <= 0,
                    () -> "row " + at + " is not behind the row before");
        }
        return texts(all);
    }

    private static List<String> sorted(List<String> rows) {
        return rows.stream().sorted().toList();
    }

    private void check(Snapshot snapshot, String what) throws IOException {
        List<Optional<Filter>> filters = List.of(
                Optional.empty(),
                Optional.of(Filter.between("k", 100, 150 + random.nextInt(200))),
                Optional.of(Filter.or(Filter.equal("s", "s1"), Filter.isNull("n"))));
        for (Optional<Filter> filter : filters) {
            TableScanBuilder plain = snapshot.scan();
            filter.ifPresent(plain::filter);
            List<String> rows = Rows.read(plain);
            List<String> ordered = inOrder(snapshot, filter);
            assertEquals(sorted(rows), sorted(ordered), what);
            assertEquals(rows, parallel(plain, 1 + random.nextInt(4), true), what);
            assertEquals(sorted(rows), sorted(parallel(plain, 3, false)), what);
            assertEquals(ordered, parallel(plain.ordered(), 1 + random.nextInt(4), true), what);
            List<String> some = Rows.read(plain.select("s"));
            assertEquals(
                    ordered.stream()
                            .map(row -> "[" + row.substring(row.lastIndexOf(' ') + 1))
                            .toList(),
                    some,
                    what + ": columns of the order need not be selected");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "hash(3)", "range(100, 200)"})
    void rowsComeInOrderAfterAnyOperations(String partition) throws IOException {
        random = new Random(Seeds.next(OrderedScanTest.class));
        List<TableProperties.SortColumn> order = new ArrayList<>();
        order.add(new TableProperties.SortColumn(
                random.nextBoolean() ? 1 : 2, random.nextBoolean(), random.nextBoolean()));
        if (random.nextBoolean()) {
            order.add(new TableProperties.SortColumn(
                    3 - order.get(0).fieldId(), random.nextBoolean(), random.nextBoolean()));
        }
        create(new TableProperties(
                order,
                List.of(),
                partition.isEmpty() ? List.of() : List.of(new TableProperties.PartitionColumn(1, partition)),
                Map.of()));
        TableOperations operations = TableOperations.of(table);
        for (int step = 0; step < 12; step++) {
            String what = "step " + step + " of a table by " + table.snapshot().properties();
            switch (random.nextInt(8)) {
                case 0 -> operations.delete(Filter.between("k", 50 * random.nextInt(8), 50 * random.nextInt(8)));
                case 1 ->
                    operations.update(
                            List.of(Assignment.literal("s", "s" + random.nextInt(4))),
                            Optional.of(Filter.equal("n", random.nextInt(20))));
                case 2 -> {
                    Snapshot now = table.snapshot();
                    CompactionPlan plan = Compaction.plan(now, 1 << 30, CompactionCosts.DEFAULT);
                    Compaction.run(table, plan, WriterOptions.DEFAULT);
                }
                default -> inserts(operations, 1 + random.nextInt(3));
            }
            if (step % 3 == 2) {
                check(table.snapshot(), what);
            }
        }
    }

    /** Several inserts that don't see each other, so that their rows meet in the same places. */
    private void inserts(TableOperations operations, int count) throws IOException {
        List<RowInsert> open = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            RowInsert insert = operations.insert();
            int from = random.nextInt(300);
            List<Object[]> rows = new ArrayList<>();
            for (int r = 1 + random.nextInt(random.nextInt(3) > 0 ? 20 : 1500); r > 0; r--) {
                rows.add(Rows.row(
                        (long) (from + random.nextInt(100)),
                        random.nextInt(6) == 0 ? null : random.nextInt(20),
                        "s" + random.nextInt(9)));
            }
            insert.write(JavaRows.batch(Rows.schema(), rows));
            open.add(insert);
        }
        for (RowInsert insert : open) {
            insert.commit();
            insert.close();
        }
    }

    @Test
    void largeFragmentsAreReadInPartsAndOnlyAsFarAsWanted() throws IOException {
        random = new Random(Seeds.next(OrderedScanTest.class));
        create(new TableProperties(
                List.of(new TableProperties.SortColumn(1, false, false)), List.of(), List.of(), Map.of()));
        TableOperations operations = TableOperations.of(table);
        for (int part = 0; part < 3; part++) {
            try (RowInsert insert = operations.insert()) {
                for (int from = 0; from < 160_000; from += 4000) {
                    List<Object[]> rows = new ArrayList<>();
                    for (int i = from; i < from + 4000; i++) {
                        rows.add(Rows.row(1_000_000L * part + 4L * i, i % 1000, "s" + i % 7));
                    }
                    insert.write(JavaRows.batch(Rows.schema(), rows));
                }
                insert.commit();
            }
        }
        for (int guest = 0; guest < 2; guest++) {
            insertAnywhere(operations, 640_000);
        }
        Snapshot apart = table.snapshot();
        assertEquals(inOrder(apart, Optional.empty()), inParts(apart.scan().ordered(), 9));
        insertAnywhere(operations, 1_000_000);
        operations.delete(Filter.equal("n", 77));
        Snapshot snapshot = table.snapshot();
        List<String> all = inOrder(snapshot, Optional.empty());
        assertEquals(480_000 - 480 + 9000, all.size());
        Set<Thread> threads = new HashSet<>();
        List<String> found = new ArrayList<>();
        ParallelScan parallel =
                ParallelScan.ofDivided(snapshot.scan().ordered().inputs()).threads(4);
        try (ParallelResults<List<String>> results = parallel.map(() -> (input, batch) -> {
            synchronized (threads) {
                threads.add(Thread.currentThread());
            }
            return texts(batch);
        })) {
            while (results.next()) {
                found.addAll(results.get());
            }
            assertEquals(all.size(), results.stats().rowsDelivered());
        }
        assertEquals(all, found);
        assertEquals(all, inParts(snapshot.scan().ordered(), 4));
        assertEquals(Rows.read(snapshot), inParts(snapshot.scan(), 9));
        Filter few = Filter.between("k", 1_100_000L, 1_100_400L);
        List<String> some = inOrder(snapshot, Optional.of(few));
        assertEquals(some, parallel(snapshot.scan().ordered().filter(few), 3, true));
        try (TableScan scan = snapshot.scan().ordered().filter(few).build()) {
            while (scan.next()) {
                // all of it
            }
            assertTrue(scan.stats().columnVectorsDecoded() < 24, () -> "decoded: " + scan.stats());
        }
        try (TableScan scan = snapshot.scan().ordered().build()) {
            int rows = 0;
            while (rows < 100 && scan.next()) {
                assertEquals(all.get(rows), texts(scan.batch()).get(0));
                rows += scan.batch().selectedCount();
            }
            assertTrue(rows >= 100);
            assertTrue(
                    scan.stats().columnVectorsDecoded() <= 2 * 3 * 3,
                    () -> "the first rows take the first vectors: " + scan.stats());
        }
    }

    /** Rows among those of three fragments, or, in a larger room, also between them. */
    private void insertAnywhere(TableOperations operations, int room) throws IOException {
        try (RowInsert insert = operations.insert()) {
            List<Object[]> rows = new ArrayList<>();
            for (int i = 0; i < 3000; i++) {
                rows.add(Rows.row(1_000_000L * random.nextInt(3) + random.nextInt(room), -1, "new"));
            }
            insert.write(JavaRows.batch(Rows.schema(), rows));
            insert.commit();
        }
    }

    @Test
    void rewrittenFilesAreDeclaredSorted() throws IOException {
        random = new Random(11);
        create(new TableProperties(
                List.of(new TableProperties.SortColumn(1, true, false), new TableProperties.SortColumn(2, false, true)),
                List.of(),
                List.of(),
                Map.of()));
        for (int i = 0; i < 4; i++) {
            inserts(TableOperations.of(table), 1);
        }
        TableOperations.of(table).delete(Filter.between("k", 100, 150));
        List<String> before = inOrder(table.snapshot(), Optional.empty());
        int fragments = table.snapshot().fragmentCount();
        CompactionPlan plan = Compaction.plan(table.snapshot(), 1 << 30, CompactionCosts.DEFAULT);
        Compaction.run(table, plan, WriterOptions.DEFAULT);
        Snapshot after = table.snapshot();
        assertTrue(after.fragments().size() < fragments);
        assertEquals(sorted(before), sorted(inOrder(after, Optional.empty())));
        for (Fragment fragment : after.fragments()) {
            DataFile data = fragment.files().get(0);
            try (StoaFile file = StoaFile.open(table.folder()
                    .open(data.path(), OptionalLong.of(data.identity().length())))) {
                assertEquals(2, file.info().sortColumns().size());
                assertTrue(file.info().sortColumns().get(0).descending());
            }
        }
    }

    @Test
    void withoutADeclaredOrderThereIsNone() throws IOException {
        create(TableProperties.NONE);
        assertThrows(
                TableException.class, () -> table.snapshot().scan().ordered().build());
    }
}
