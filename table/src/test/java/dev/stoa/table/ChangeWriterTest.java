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

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Batch;
import dev.stoa.reader.Filter;
import dev.stoa.table.internal.change.OpenPartitions;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.MemoryFolder;
import dev.stoa.writer.JavaRows;
import dev.stoa.writer.WriterMemory;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows that a task deletes and updates by their numbers, with what differs written and nothing else. */
class ChangeWriterTest {
    private static final int ROWS = 10_000;

    private final MemoryFolder folder = new MemoryFolder();
    private final TreeMap<Long, Object[]> model = new TreeMap<>();

    private Table table() throws IOException {
        return table(TableProperties.NONE);
    }

    private Table table(TableProperties properties) throws IOException {
        Table table = Table.create(folder, Rows.schema(), properties, TableSettings.DEFAULT);
        Object[][] rows = new Object[ROWS][];
        for (int i = 0; i < ROWS; i++) {
            rows[i] = new Object[] {(long) i, i % 5 == 0 ? null : i, "s" + i % 100};
            model.put((long) i, rows[i]);
        }
        Transaction insert = table.begin("insert");
        Rows.insert(insert, folder, rows);
        insert.commit();
        return table;
    }

    private static UUID only(Snapshot snapshot) throws IOException {
        return snapshot.fragments().get(0).id();
    }

    private static Batch batch(Snapshot snapshot, List<Object[]> rows) throws IOException {
        return JavaRows.batch(snapshot.schema(), rows);
    }

    private static Snapshot commit(Table table, Snapshot base, List<ChangeWriter.Written> written) throws IOException {
        return transactionOf(table, base, written).commit();
    }

    @Test
    void changesAreThoseOfAModelHoweverManyAreKept() throws IOException {
        Random random = new Random(Seeds.next(ChangeWriterTest.class));
        Table table = table();
        for (long mostBytes : new long[] {Long.MAX_VALUE, 2000, 1}) {
            Snapshot base = table.snapshot();
            try (ChangeWriter writer = new ChangeWriter(base, WriterOptions.DEFAULT, mostBytes)) {
                if (random.nextBoolean()) {
                    writer.changing(Set.of(2, 3));
                }
                change(random, base, writer);
                List<ChangeWriter.Written> written = writer.finish();
                assertEquals(1, written.size());
                Snapshot after = commit(table, base, written);
                assertEquals(model.values().stream().map(Arrays::toString).toList(), Rows.read(after), "" + mostBytes);
            }
        }
        assertEquals(1, table.snapshot().fragmentCount());
    }

    private static List<ChangeWriter.Written> deletes(Snapshot base, long first, long end) throws IOException {
        try (ChangeWriter task = new ChangeWriter(base, WriterOptions.DEFAULT)) {
            for (long row = first; row < end; row++) {
                task.delete(only(base), row);
            }
            return task.finish();
        }
    }

    @Test
    void bytesAreThoseOfTheSidecars() throws IOException {
        Table table = table(TableProperties.NONE.withOther(Map.of("sidecars-in-log", "false")));
        Transaction more = table.begin("insert");
        Rows.insert(more, folder, new Object[] {-1L, 1, "s"}, new Object[] {-2L, 2, "s"});
        more.commit();
        Snapshot base = table.snapshot();
        try (ChangeWriter writer = new ChangeWriter(base, WriterOptions.DEFAULT)) {
            for (Fragment fragment : base.fragments()) {
                writer.delete(fragment.id(), 1);
            }
            List<ChangeWriter.Written> written = writer.finish();
            long lengths = 0;
            for (ChangeWriter.Written sidecar : written) {
                lengths += folder.find(sidecar.path()).orElseThrow().length();
            }
            assertEquals(2, written.size());
            assertEquals(lengths, writer.writtenBytes());
            AddedFiles added = transactionOf(table, base, written).addedFiles();
            assertEquals(new AddedFiles(0, 2, lengths, 0, 2), added);
            assertNotEquals(
                    written.get(0), new ChangeWriter.Written(written.get(0).path(), new UUID(5, 6)));
            writer.abort();
        }
        assertEquals(List.of(), folder.list(Log.SIDECARS));
    }

    /** Also of the changes that memory does not hold. */
    @Test
    void whatIsNotFinishedLeavesNothing() throws IOException {
        Table table = table(TableProperties.NONE.withOther(Map.of("sidecars-in-log", "false")));
        Snapshot base = table.snapshot();
        WriterMemory memory = new WriterMemory(64 << 20);
        try (ChangeWriter writer = new ChangeWriter(base, WriterOptions.DEFAULT.withMemory(memory), 1)) {
            for (long row = 0; row < 9_000; row++) {
                writer.update(only(base), new long[] {row}, batch(base, List.<Object[]>of(new Object[] {
                    row, 7, "new " + row
                })));
            }
            assertTrue(memory.used() > 0);
            writer.abort();
            assertEquals(0, memory.used());
        }
        assertEquals(ROWS, Rows.read(table.snapshot()).size());
    }

    /** A merge deletes a row once for each row of its source that matches, in whatever tasks these are. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void rowsThatSeveralTasksDeleteCountOnce(boolean isInLog) throws IOException {
        Table table = table(TableProperties.NONE.withOther(Map.of("sidecars-in-log", String.valueOf(isInLog))));
        Snapshot base = table.snapshot();
        List<ChangeWriter.Written> tasks = new ArrayList<>();
        tasks.addAll(deletes(base, 10, 20));
        tasks.addAll(deletes(base, 15, 30));
        tasks.addAll(deletes(base, 12, 18));
        tasks.addAll(deletes(base, 0, 11));
        tasks.addAll(deletes(base, 29, 31));
        tasks.addAll(deletes(base, 100, 101));
        Transaction transaction = transactionOf(table, base, tasks);
        assertEquals(32, transaction.addedFiles().deletedRows());
        Snapshot after = transaction.commit();
        assertEquals(ROWS - 32, after.rowCount());
        assertEquals(ROWS - 32, Rows.read(after).size());
        assertEquals(5, after.fragments().get(0).sidecars().size(), "one is left out");
        Damage.assertSound(folder);
    }

    /** A merge may delete rows that match, and change others that do not. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void newValuesOfOtherRowsStay(boolean isInLog) throws IOException {
        Table table = table(TableProperties.NONE.withOther(Map.of("sidecars-in-log", String.valueOf(isInLog))));
        Snapshot base = table.snapshot();
        List<ChangeWriter.Written> tasks = new ArrayList<>(deletes(base, 10, 20));
        for (long row = 41; row < 44; row += 2) {
            try (ChangeWriter task = new ChangeWriter(base, WriterOptions.DEFAULT)) {
                task.delete(only(base), 15);
                task.update(
                        only(base), new long[] {row}, batch(base, List.<Object[]>of(new Object[] {row, null, "new"})));
                task.delete(only(base), row + 100);
                tasks.addAll(task.finish());
            }
        }
        try (ChangeWriter task = new ChangeWriter(base, WriterOptions.DEFAULT)) {
            task.delete(only(base), 11);
            task.update(only(base), new long[] {51}, batch(base, List.<Object[]>of(new Object[] {51L, 51, "new"})));
            tasks.addAll(task.finish());
        }
        Snapshot after = commit(table, base, tasks);
        assertEquals(ROWS - 12, after.rowCount());
        assertEquals(ROWS - 12, Rows.read(after).size());
        assertEquals(
                List.of("[41, null, new]", "[43, null, new]", "[51, 51, new]"),
                Rows.read(after, Filter.equal("s", "new")));
        Damage.assertSound(folder);
    }

    private static Transaction transactionOf(Table table, Snapshot base, List<ChangeWriter.Written> written)
            throws IOException {
        Transaction transaction = table.begin("update", base);
        for (ChangeWriter.Written sidecar : written) {
            transaction.addSidecar(sidecar, Optional.empty());
        }
        return transaction;
    }

    @Test
    void onlyNamedColumnsChange() throws IOException {
        Table table = table();
        Snapshot base = table.snapshot();
        try (ChangeWriter writer = new ChangeWriter(base, WriterOptions.DEFAULT).changing(Set.of(2))) {
            List<Object[]> values = List.of(new Object[] {7L, 70, "other"}, new Object[] {9L, null, "other"});
            assertEquals(0, writer.update(only(base), new long[] {7, 9}, batch(base, values)).length);
            Snapshot after = commit(table, base, writer.finish());
            assertEquals(
                    List.of("[7, 70, s7]", "[9, null, s9]"),
                    Rows.read(after, dev.stoa.reader.Filter.in("k", List.of(7, 9))));
            assertEquals(List.of(2), after.fragments().get(0).sidecars().get(0).fields());
        }
    }

    /** Deletes and updates some of the rows that are there, in their order. */
    private void change(Random random, Snapshot base, ChangeWriter writer) throws IOException {
        List<Long> updated = new ArrayList<>();
        List<Object[]> values = new ArrayList<>();
        for (long id : List.copyOf(model.keySet())) {
            int what = random.nextInt(8);
            if (what == 0) {
                writer.delete(only(base), id);
                model.remove(id);
            } else if (what < 4) {
                Object[] row = model.get(id).clone();
                row[1] = what == 1 ? (Integer) random.nextInt(100) : what == 2 ? null : row[1];
                row[2] = what == 3 ? "new" + random.nextInt(100) : row[2];
                updated.add(id);
                values.add(row);
                model.put(id, row);
            }
            if (values.size() == 700) {
                update(base, writer, updated, values);
            }
        }
        update(base, writer, updated, values);
    }

    private static void update(Snapshot base, ChangeWriter writer, List<Long> rows, List<Object[]> values)
            throws IOException {
        if (!rows.isEmpty()) {
            writer.update(only(base), rows.stream().mapToLong(row -> row).toArray(), batch(base, values));
        }
        rows.clear();
        values.clear();
    }

    @Test
    void onlyWhatDiffersIsWritten() throws IOException {
        Table table = table();
        Snapshot base = table.snapshot();
        try (ChangeWriter writer = new ChangeWriter(base, WriterOptions.DEFAULT)) {
            writer.update(only(base), new long[] {7}, batch(base, List.<Object[]>of(new Object[] {7L, 7, "s7"})));
            assertEquals(List.of(), writer.finish());
        }
        try (ChangeWriter writer = new ChangeWriter(base, WriterOptions.DEFAULT)) {
            writer.update(only(base), new long[] {7}, batch(base, List.<Object[]>of(new Object[] {7L, 8, "s7"})));
            Snapshot after = commit(table, base, writer.finish());
            SidecarFile sidecar = after.fragments().get(0).sidecars().get(0);
            assertEquals(List.of(base.schema().fields().get(1).fieldId().getAsInt()), sidecar.fields());
            assertEquals(List.of("[7, 8, s7]"), Rows.read(after, Filter.equal("k", 7)));
        }
    }

    @Test
    void whatCannotBeIsRefusedAndLeavesNothing() throws IOException {
        Table table = table(TableProperties.NONE.withOther(Map.of(TableProperties.SIDECARS_IN_LOG, "false")));
        TableOperations.of(table).delete(Filter.equal("k", 3));
        Snapshot base = table.snapshot();
        UUID fragment = only(base);
        int files = folder.list("_stoa/sidecars").size();
        ChangeWriter writer = new ChangeWriter(base, WriterOptions.DEFAULT, 1);
        writer.delete(fragment, 1);
        Batch gone = batch(base, List.<Object[]>of(new Object[] {3L, 0, "x"}));
        TableException deleted =
                assertThrows(TableException.class, () -> writer.update(fragment, new long[] {3}, gone));
        assertTrue(deleted.getMessage().contains("it was deleted"), deleted.getMessage());
        writer.abort();
        assertEquals(files, folder.list("_stoa/sidecars").size());
        ChangeWriter done = new ChangeWriter(base, WriterOptions.DEFAULT);
        done.delete(fragment, 1);
        done.finish();
        assertEquals(files + 1, folder.list("_stoa/sidecars").size());
        assertThrows(IllegalStateException.class, () -> done.delete(fragment, 2));
        done.abort();
        assertEquals(files, folder.list("_stoa/sidecars").size());
        assertThrows(IllegalArgumentException.class, () -> done.delete(new UUID(1, 2), 0));
    }

    /** Rows in no order at all, of more partitions than a writer keeps open, and of one that has an order and one that has none. */
    @Test
    @Tag("slow")
    void rowsComeMixedOfAnyNumberOfPartitions() throws IOException {
        int parts = OpenPartitions.MOST + 10;
        for (boolean isSorted : new boolean[] {false, true}) {
            TableProperties declared = new TableProperties(
                    isSorted ? List.of(new TableProperties.SortColumn(1, true, false)) : List.of(),
                    List.of(),
                    List.of(new TableProperties.PartitionColumn(2, "value")),
                    Map.of());
            MemoryFolder memory = new MemoryFolder();
            Table table = Table.create(memory, Rows.schema(), declared, TableSettings.DEFAULT);
            List<Object[]> rows = new ArrayList<>();
            for (long k = 0; k < 5L * parts; k++) {
                rows.add(new Object[] {k, (int) (k % parts), "s"});
            }
            Collections.shuffle(rows, new Random(8));
            Transaction transaction = table.begin("insert");
            try (FragmentWriter files = new FragmentWriter(table.snapshot(), WriterOptions.DEFAULT, Long.MAX_VALUE)) {
                for (int i = 0; i < rows.size(); i += 100) {
                    files.writeUnordered(batch(table.snapshot(), rows.subList(i, Math.min(i + 100, rows.size()))));
                }
                for (FragmentWriter.Written file : files.finish()) {
                    transaction.addFragment(file.path(), Optional.of(file.partition()));
                }
            }
            transaction.commit();
            Snapshot after = table.snapshot();
            assertEquals(parts, after.fragments().size());
            assertEquals(rows.size(), Rows.read(after.scan()).size());
        }
    }

    /** Deletes come in any order, and updates of columns that tell the place give rows to be written anew. */
    @Test
    void rowsThatBelongElsewhereAreHandedBack() throws IOException {
        TableProperties declared = new TableProperties(
                List.of(new TableProperties.SortColumn(2, false, false)), List.of(1), List.of(), Map.of());
        Table table = Table.create(folder, Rows.schema(), declared, TableSettings.DEFAULT);
        try (RowInsert insert = TableOperations.of(table).insert()) {
            for (int i = 0; i < 200_000; i += 40_000) {
                List<Object[]> rows = new ArrayList<>();
                for (int k = i; k < i + 40_000; k++) {
                    rows.add(new Object[] {(long) k, k, "s"});
                }
                insert.write(batch(table.snapshot(), rows));
            }
            insert.commit();
        }
        Snapshot base = table.snapshot();
        UUID fragment = only(base);
        try (ChangeWriter changes = new ChangeWriter(base, WriterOptions.DEFAULT);
                FragmentWriter files = new FragmentWriter(base, WriterOptions.DEFAULT, Long.MAX_VALUE)) {
            changes.delete(fragment, 150_000);
            changes.delete(fragment, 150_001);
            changes.delete(fragment, 3);
            List<Object[]> values = List.of(
                    new Object[] {5L, 77, "moved"}, new Object[] {6L, 6, "stays"}, new Object[] {7L, null, "moved"});
            Batch rows = batch(base, values);
            int[] moved = changes.update(fragment, new long[] {5, 6, 7}, rows);
            assertArrayEquals(new int[] {0, 2}, moved);
            files.writeUnordered(new Batch(rows.schema(), rows.columns(), rows.rowCount(), 0, moved, moved.length));
            files.writeUnordered(batch(base, List.<Object[]>of(new Object[] {300_000L, -1, "new"})));
            Transaction transaction = table.begin("merge", base);
            for (ChangeWriter.Written sidecar : changes.finish()) {
                transaction.addSidecar(sidecar, Optional.empty());
            }
            List<FragmentWriter.Written> written = files.finish();
            assertEquals(1, written.size());
            transaction.addFragment(written.get(0).path());
            transaction.commit();
        }
        Snapshot after = table.snapshot();
        assertEquals(200_000 - 3 + 1, after.rowCount());
        assertEquals(
                List.of("[300000, -1, new]", "[5, 77, moved]", "[7, null, moved]"),
                Rows.read(
                        after.scan().fragments(List.of(after.fragments().get(1).id()))));
        assertEquals(List.of(), Rows.read(after, Filter.equal("k", 150_001)));
        assertEquals(List.of("[6, 6, stays]"), Rows.read(after, Filter.equal("k", 6)));
        try (ChangeWriter changes = new ChangeWriter(after, WriterOptions.DEFAULT)) {
            Batch other = batch(after, List.<Object[]>of(new Object[] {-8L, 8, "s"}));
            TableException key =
                    assertThrows(TableException.class, () -> changes.update(fragment, new long[] {8}, other));
            assertTrue(key.getMessage().contains("another key"), key.getMessage());
        }
    }

    @Test
    void filesAreBegunAnewWhenTheyAreFull() throws IOException {
        Table table = Table.create(folder, Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT);
        Random random = new Random(Seeds.next(ChangeWriterTest.class));
        try (FragmentWriter files = new FragmentWriter(table.snapshot(), WriterOptions.DEFAULT, 100_000)) {
            for (int i = 0; i < 20; i++) {
                List<Object[]> rows = new ArrayList<>();
                for (int k = 0; k < 4096; k++) {
                    rows.add(new Object[] {random.nextLong(), k, "s"});
                }
                files.write(batch(table.snapshot(), rows));
            }
            List<FragmentWriter.Written> written = files.finish();
            assertTrue(written.size() >= 4 && written.size() <= 10, () -> written.size() + " files");
            long rows = 0;
            Transaction transaction = table.begin("insert");
            for (FragmentWriter.Written file : written) {
                transaction.addFragment(file.path());
            }
            for (Fragment fragment : transaction.commit().fragments()) {
                rows += fragment.rows();
                assertTrue(fragment.files().get(0).identity().length() < 200_000);
            }
            assertEquals(20 * 4096, rows);
            files.abort();
            assertEquals(0, folder.list("data").size(), "what was written is removed, finished or not");
        }
    }
}
