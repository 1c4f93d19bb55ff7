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

import static dev.stoa.table.Rows.row;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Batch;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.reader.Filter;
import dev.stoa.table.internal.change.Rollback;
import dev.stoa.table.internal.log.MemoryFolder;
import dev.stoa.vio.Folder;
import dev.stoa.writer.JavaRows;
import dev.stoa.writer.WriterMemory;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Inserts, upserts, overwrites and changes by key: what a batch does before the commit, and what stays without one. */
class KeyedWritesTest {
    private static final Field K = Rows.schema().fields().get(0);
    private static final Field N = Rows.schema().fields().get(1);
    private static final Field S = Rows.schema().fields().get(2);

    private final MemoryFolder folder = new MemoryFolder();
    private final WriterMemory memory = new WriterMemory(64 << 20);
    private final OperationOptions options =
            OperationOptions.DEFAULT.withWriter(WriterOptions.DEFAULT.withMemory(memory));

    private Table table(int key) throws IOException {
        return Table.create(
                folder,
                Rows.schema(),
                new TableProperties(List.of(), List.of(key), List.of(), Map.of()),
                TableSettings.DEFAULT);
    }

    private Table keyed(Object[]... rows) throws IOException {
        Table table = table(1);
        try (RowInsert insert = TableOperations.of(table).insert()) {
            insert.write(batch(rows));
            insert.commit();
        }
        return table;
    }

    private TableOperations of(Table table) {
        return TableOperations.of(table).with(options);
    }

    private static Batch batch(Object[]... rows) throws IOException {
        return JavaRows.batch(Rows.schema(), Arrays.asList(rows));
    }

    private static Batch batch(List<Field> fields, Object[]... rows) throws IOException {
        return JavaRows.batch(new Schema(fields), Arrays.asList(rows));
    }

    private List<Folder.Entry> data() throws IOException {
        return folder.list("").stream().anyMatch(entry -> entry.name().equals(Table.DATA))
                ? folder.list(Table.DATA)
                : List.of();
    }

    @Test
    void anOverwriteReplacesAllRows() throws IOException {
        Table table = keyed(row(1L, 1, "a"), row(2L, 2, "b"), row(3L, 3, "c"));
        try (RowInsert overwrite = of(table).overwrite()) {
            overwrite.write(batch(row(2L, 20, "x"), row(4L, 40, "y")));
            OperationResult result = overwrite.commit();
            assertEquals(2, result.inserted());
            assertEquals(3, result.deleted());
        }
        assertEquals(List.of("[2, 20, x]", "[4, 40, y]"), Rows.read(table.snapshot()));
    }

    @Test
    void aKeyOfAnOverwriteComesOnce() throws IOException {
        Table table = keyed(row(1L, 1, "a"));
        try (RowInsert overwrite = of(table).overwrite()) {
            overwrite.write(batch(row(2L, 20, "x")));
            overwrite.write(batch(row(2L, 40, "y")));
            assertThrows(DuplicateKeyException.class, overwrite::commit);
        }
        assertEquals(List.of("[1, 1, a]"), Rows.read(table.snapshot()));
    }

    @Test
    void nothingFollowsACommitACloseOrAFailure() throws IOException {
        Table table = keyed(row(1L, 1, "a"));
        RowInsert closed = of(table).insert();
        closed.close();
        RowInsert done = of(table).insert();
        done.write(batch(row(2L, 2, "b")));
        done.commit();
        RowInsert failed = of(table).with(options.withBufferBytes(1)).insert();
        assertThrows(DuplicateKeyException.class, () -> failed.write(batch(row(1L, 1, "a"))));
        for (RowInsert insert : List.of(closed, done, failed)) {
            assertThrows(IllegalStateException.class, () -> insert.write(batch(row(5L, 5, "e"))));
            assertThrows(IllegalStateException.class, insert::commit);
            insert.close();
        }
        KeyedChange closedChange = of(table).deleteByKey();
        closedChange.close();
        KeyedChange doneChange = of(table).deleteByKey();
        assertEquals(2, doneChange.snapshot().version());
        doneChange.write(batch(List.of(K), new Object[] {2L}));
        doneChange.commit();
        for (KeyedChange change : List.of(closedChange, doneChange)) {
            assertThrows(IllegalStateException.class, () -> change.write(batch(List.of(K), new Object[] {1L})));
            assertThrows(IllegalStateException.class, change::commit);
            change.close();
        }
        assertEquals(List.of("[1, 1, a]"), Rows.read(table.snapshot()));
        assertEquals(3, table.snapshot().version());
    }

    private static Object[][] many(int count) {
        Object[][] rows = new Object[count][];
        for (int i = 0; i < count; i++) {
            rows[i] = row((long) i, i, "text " + i);
        }
        return rows;
    }

    /** Rows of files that are complete, and of those that are not. */
    @Test
    void whatIsNotCommittedGoes() throws IOException {
        Table table = keyed(many(10_000));
        List<Folder.Entry> before = data();
        OperationOptions small = options.withBufferBytes(20_000);
        try (RowInsert insert = of(table).with(small).overwrite()) {
            insert.write(batch(many(10_000)));
            assertTrue(memory.used() > 0);
        }
        assertEquals(before, data());
        assertEquals(0, memory.used());
        List<TableProperties.SortColumn> order = List.of(new TableProperties.SortColumn(2, false, false));
        of(table).run("sort", sort -> sort.setProperties(new TableProperties(order, List.of(1), List.of(), Map.of())));
        try (KeyedChange move = of(table).with(small).updateByKey()) {
            List<Object[]> rows = new ArrayList<>();
            for (int i = 0; i < 10_000; i++) {
                rows.add(new Object[] {(long) i, 10_000 - i, "moved"});
            }
            move.write(JavaRows.batch(Rows.schema(), rows));
        }
        assertEquals(before, data());
        assertEquals(0, memory.used());
        assertEquals(10_000, table.snapshot().rowCount());
    }

    /** A write that exceeds the memory looks its keys up, and the program learns then what is wrong. */
    @Test
    void keysAreLookedUpBeforeTheCommit() throws IOException {
        Table table = keyed(row(1L, 1, "a"), row(2L, 2, "b"), row(9L, 9, "i"));
        List<Long> seen = new ArrayList<>();
        OperationOptions small = options.withBufferBytes(1).withProgress(seen::add);
        try (RowInsert insert = of(table).with(small).insert()) {
            insert.write(batch(row(3L, 3, "c")));
            assertThrows(DuplicateKeyException.class, () -> insert.write(batch(row(2L, 2, "b"))));
        }
        seen.clear();
        try (KeyedChange delete = of(table).with(small).deleteByKey()) {
            delete.write(batch(List.of(K), new Object[] {1L}));
            int first = seen.size();
            assertTrue(first > 0);
            delete.write(batch(List.of(K), new Object[] {2L}));
            assertEquals(2 * first, seen.size());
        }
        seen.clear();
        try (RowInsert insert = of(table).with(options.withProgress(seen::add)).insert()) {
            insert.write(batch(row(3L, 3, "c")));
            insert.write(batch(row(1L, 1, "a")));
            assertEquals(List.of(), seen, "there is memory left");
            assertThrows(DuplicateKeyException.class, insert::commit);
        }
        try (KeyedChange delete =
                of(table).with(options.withProgress(seen::add)).deleteByKey()) {
            delete.write(batch(List.of(K), new Object[] {1L}));
            seen.clear();
            delete.write(batch(List.of(K), new Object[] {2L}));
            assertEquals(List.of(), seen);
        }
    }

    /** Each batch gives the columns that it has, and leaves the others. */
    @Test
    void theColumnsMayChangeFromOneBatchToTheNext() throws IOException {
        Table table = keyed(row(1L, 1, "a"), row(2L, 2, "b"), row(3L, 3, "c"));
        try (RowInsert upsert = of(table).upsert()) {
            upsert.write(batch(List.of(K, N), new Object[] {1L, 10}, new Object[] {4L, 40}));
            upsert.write(batch(List.of(K, S), new Object[] {2L, "x"}));
            upsert.write(batch(List.of(S, K), new Object[] {"y", 3L}));
            OperationResult result = upsert.commit();
            assertEquals(1, result.inserted());
            assertEquals(3, result.updated());
        }
        List<String> expected = List.of("[1, 10, a]", "[2, 2, x]", "[3, 3, y]", "[4, 40, null]");
        assertEquals(expected, Rows.read(table.snapshot()));
        try (RowInsert upsert = of(table).upsert()) {
            upsert.write(batch(List.of(K, N), new Object[] {1L, 11}));
            assertThrows(DuplicateKeyException.class, () -> {
                upsert.write(batch(List.of(K, S), new Object[] {1L, "z"}));
                upsert.commit();
            });
        }
        assertEquals(expected, Rows.read(table.snapshot()));
    }

    @Test
    void aKeyIsNeverNull() throws IOException {
        Table table = table(2);
        try (RowInsert insert = of(table).insert()) {
            insert.write(batch(row(1L, null, "a")));
            TableException e = assertThrows(TableException.class, insert::commit);
            assertTrue(e.getMessage().contains("null"), e.getMessage());
        }
        assertEquals(0, table.snapshot().rowCount());
    }

    /** A required column that is not of the key. */
    @Test
    void anUpsertGivesNoRowANullThatMayNotBe() throws IOException {
        Table table = table(2);
        try (RowInsert insert = of(table).insert()) {
            insert.write(batch(row(1L, 1, "a")));
            insert.commit();
        }
        Schema nullable = new Schema(List.of(Field.nullable("k", Rows.LONG), N));
        try (RowInsert upsert = of(table).upsert()) {
            upsert.write(JavaRows.batch(nullable, List.<Object[]>of(new Object[] {null, 1})));
            TableException e = assertThrows(TableException.class, upsert::commit);
            assertTrue(e.getMessage().contains("column 'k' must not be null; nothing was changed"), e.getMessage());
        }
        assertEquals(List.of("[1, 1, a]"), Rows.read(table.snapshot()));
    }

    /** A row that moves is written anew, and counts as updated. */
    @Test
    void rowsThatMoveAreCountedAsUpdated() throws IOException {
        TableProperties byN = new TableProperties(
                List.of(), List.of(1), List.of(new TableProperties.PartitionColumn(2, "value")), Map.of());
        Table table = Table.create(folder, Rows.schema(), byN, TableSettings.DEFAULT);
        try (RowInsert insert = of(table).insert()) {
            insert.write(batch(row(1L, 1, "a"), row(2L, 1, "b")));
            insert.commit();
        }
        try (RowInsert upsert = of(table).upsert()) {
            upsert.write(batch(row(1L, 2, "c"), row(2L, 3, "d"), row(3L, 3, "e")));
            OperationResult result = upsert.commit();
            assertEquals(1, result.inserted());
            assertEquals(2, result.updated());
        }
        assertEquals(
                List.of("[1, 2, c]", "[2, 3, d]", "[3, 3, e]"),
                Rows.read(table.snapshot()).stream().sorted().toList());
    }

    /** A fragment whose sidecars alone differ has another version. */
    @Test
    void aRollbackTakesChangesBack() throws IOException {
        Table table = keyed(row(1L, 1, "a"), row(2L, 2, "b"));
        Snapshot first = table.snapshot();
        of(table).update(List.of(Assignment.literal("n", 7)), Optional.of(Filter.equal("k", 1)));
        Snapshot second = table.snapshot();
        assertFalse(Rollback.isSame(first, second));
        assertTrue(Rollback.isSame(second, table.snapshotAt(2)));
        of(table).rollback(1);
        assertEquals(List.of("[1, 1, a]", "[2, 2, b]"), Rows.read(table.snapshot()));
        assertTrue(Rollback.isSame(first, table.snapshot()));
        of(table).rollback(2);
        assertEquals(List.of("[1, 7, a]", "[2, 2, b]"), Rows.read(table.snapshot()));
    }
}
