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
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.delta.Anchors;
import dev.stoa.delta.Sidecar;
import dev.stoa.format.Batch;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.Filter;
import dev.stoa.table.internal.log.Log;
import dev.stoa.vio.Folder;
import dev.stoa.vio.LocalFolder;
import dev.stoa.writer.JavaRows;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Operations, one by one: what they do, and what they refuse; on a local disk, and those who extend this on others. */
@Tag("smoke")
public class OperationsTest {
    private static final TableProperties KEYED = new TableProperties(List.of(), List.of(1), List.of(), Map.of());
    private static final TableProperties SORTED = new TableProperties(
            List.of(new TableProperties.SortColumn(1, false, false)), List.of(), List.of(), Map.of());

    private static final CompactionCosts EAGER = new CompactionCosts(256 << 10, 8 << 10, 1000, 32 << 20, 128 << 20);

    @TempDir
    Path path;

    private Folder folder;

    /** A folder for one test; on a local disk here. */
    public Folder folder(String name) throws Exception {
        return new LocalFolder(path.resolve(name));
    }

    @BeforeEach
    final void name() throws Exception {
        folder = folder("t");
    }

    private Table create(TableProperties properties) throws IOException {
        return Table.create(folder, Rows.schema(), properties, TableSettings.DEFAULT);
    }

    public static OperationResult insert(Table table, Object[]... rows) throws IOException {
        try (RowInsert insert = TableOperations.of(table).insert()) {
            insert.write(JavaRows.batch(Rows.schema(), Arrays.asList(rows)));
            return insert.commit();
        }
    }

    static OperationResult upsert(Table table, Object[]... rows) throws IOException {
        try (RowInsert insert = TableOperations.of(table).upsert()) {
            insert.write(JavaRows.batch(Rows.schema(), Arrays.asList(rows)));
            return insert.commit();
        }
    }

    private static Expression column(String name) {
        return new Expression.Column(ColumnPath.of(name));
    }

    private static Expression literal(Object value) {
        return new Expression.Literal(Optional.of(value));
    }

    @Test
    void rowsAreInsertedUpdatedAndDeleted() throws IOException {
        Table table = create(TableProperties.NONE);
        OperationResult inserted = insert(table, row(1L, 10, "a"), row(2L, 20, "b"), row(3L, null, "c"));
        assertEquals(3, inserted.inserted());
        assertEquals(1, inserted.files());
        assertTrue(inserted.bytes() > 0);
        TableOperations operations = TableOperations.of(table);
        OperationResult updated = operations.update(
                List.of(
                        new Assignment(
                                "n", new Expression.Arithmetic(column("n"), Expression.Operator.TIMES, literal(3L))),
                        Assignment.literal("s", "x")),
                Optional.of(Filter.greaterOrEqual("k", 2)));
        assertEquals(2, updated.updated());
        assertEquals(List.of("[1, 10, a]", "[2, 60, x]", "[3, null, x]"), Rows.read(updated.snapshot()));
        OperationResult deleted = operations.delete(Filter.equal("n", 60));
        assertEquals(1, deleted.deleted());
        assertEquals(List.of("[1, 10, a]", "[3, null, x]"), Rows.read(table.snapshot()));
        assertEquals(0, operations.delete(Filter.equal("n", 60)).deleted());
        assertEquals(3, table.snapshot().version(), "what changes nothing makes no version");
        operations.update(List.of(Assignment.literal("n", null)), Optional.empty());
        assertEquals(List.of("[1, null, a]", "[3, null, x]"), Rows.read(table.snapshot()));
        assertEquals(2, operations.truncate().deleted());
        assertEquals(List.of(), Rows.read(table.snapshot()));
        OperationResult back = operations.rollback(2);
        assertEquals(6, back.snapshot().version());
        assertEquals(List.of("[1, 10, a]", "[2, 60, x]", "[3, null, x]"), Rows.read(table.snapshot()));
        operations.delete(Filter.equal("k", 1));
        assertEquals(
                List.of("[2, 60, x]", "[3, null, x]"),
                Rows.read(Table.open(folder, TableSettings.DEFAULT).snapshot()));
    }

    @Test
    void whatDoesNotFitIsRefusedAndNothingStays() throws IOException {
        Table table = create(KEYED);
        insert(table, row(1L, 10, "a"));
        TableOperations operations = TableOperations.of(table);
        int files = folder.list("data").size();
        DuplicateKeyException there = assertThrows(DuplicateKeyException.class, () -> insert(table, row(1L, 2, "b")));
        assertEquals("k = 1", there.key());
        assertTrue(there.getMessage().contains("the key (k = 1) already exists"), there.getMessage());
        DuplicateKeyException twice =
                assertThrows(DuplicateKeyException.class, () -> insert(table, row(7L, 2, "b"), row(7L, 3, "c")));
        assertTrue(twice.getMessage().contains("comes twice"), twice.getMessage());
        refused("no column 'nope'", () -> operations.delete(Filter.equal("nope", 1)));
        refused("no column 'nope'", () -> operations.update(List.of(Assignment.literal("nope", 1)), Optional.empty()));
        refused("part of the key", () -> operations.update(List.of(Assignment.literal("k", 1)), Optional.empty()));
        refused("can't become", () -> operations.update(List.of(Assignment.literal("n", "text")), Optional.empty()));
        refused(
                "out of the range",
                () -> operations.update(
                        List.of(new Assignment(
                                "n",
                                new Expression.Arithmetic(column("n"), Expression.Operator.TIMES, literal(1L << 40)))),
                        Optional.empty()));
        try (RowInsert insert = operations.insert()) {
            Schema other = Schema.of(Field.required("k", Rows.LONG), Field.nullable("z", Rows.INT));
            refused("no column 'z'", () -> insert.write(JavaRows.batch(other, List.<Object[]>of(row(5L, 1)))));
        }
        try (RowInsert insert = operations.insert()) {
            Schema other = Schema.of(Field.nullable("n", Rows.INT));
            refused("'k' is missing", () -> insert.write(JavaRows.batch(other, List.<Object[]>of(row(5)))));
        }
        refused("no version 9", () -> operations.rollback(9));
        assertEquals(List.of("[1, 10, a]"), Rows.read(table.snapshot()));
        assertEquals(1, table.snapshot().version());
        assertEquals(files, folder.list("data").size(), "files of what failed are gone");
    }

    private static void refused(String why, Executable operation) {
        Exception e = assertThrows(Exception.class, operation);
        assertTrue(e.getMessage().contains(why), e.getMessage());
        assertTrue(e instanceof IllegalArgumentException || e instanceof dev.stoa.format.StoaException, e.toString());
    }

    @Test
    void upsertUpdatesByKeyWhatIsGiven() throws IOException {
        Table table = create(KEYED);
        insert(table, row(1L, 10, "a"), row(2L, 20, "b"), row(3L, 30, "c"));
        OperationResult result = upsert(table, row(3L, 33, "C"), row(4L, 40, "d"), row(1L, null, "A"));
        assertEquals(1, result.inserted());
        assertEquals(2, result.updated());
        assertEquals(List.of("[1, null, A]", "[2, 20, b]", "[3, 33, C]", "[4, 40, d]"), Rows.read(table.snapshot()));
        Schema some = Schema.of(Field.nullable("s", Rows.STRING), Field.required("k", Rows.LONG));
        try (RowInsert insert = TableOperations.of(table).upsert()) {
            insert.write(JavaRows.batch(some, List.of(row("z", 2L), row("y", 9L))));
            insert.commit();
        }
        assertEquals(
                List.of("[1, null, A]", "[2, 20, z]", "[3, 33, C]", "[4, 40, d]", "[9, null, y]"),
                Rows.read(table.snapshot()),
                "columns that are not given stay");
        assertThrows(
                TableException.class,
                () -> upsert(
                        Table.create(folder("other"), Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT)));
    }

    @Test
    void ofTwoInsertsOfOneKeyOneFails() throws IOException {
        Table table = create(KEYED);
        insert(table, row(1L, 10, "a"));
        Table other = Table.open(folder, TableSettings.DEFAULT);
        try (RowInsert first = TableOperations.of(table).insert();
                RowInsert second = TableOperations.of(other).insert();
                RowInsert third = TableOperations.of(other).upsert()) {
            first.write(JavaRows.batch(Rows.schema(), List.of(row(2L, 1, "x"), row(3L, 1, "x"))));
            second.write(JavaRows.batch(Rows.schema(), List.of(row(4L, 2, "y"), row(3L, 2, "y"))));
            third.write(JavaRows.batch(Rows.schema(), List.of(row(1L, 11, "u"), row(5L, 3, "z"))));
            first.commit();
            CommitConflictException e = assertThrows(CommitConflictException.class, second::commit);
            assertEquals(CommitConflictException.Kind.KEY, e.kind());
            assertEquals(3, third.commit().snapshot().version(), "other keys don't conflict");
        }
        assertEquals(List.of("[1, 11, u]", "[2, 1, x]", "[3, 1, x]", "[5, 3, z]"), Rows.read(table.snapshot()));
    }

    private static RowInsert upserting(Table table, Object[]... rows) throws IOException {
        RowInsert upsert = TableOperations.of(table).upsert();
        assertEquals(2, Rows.read(upsert.snapshot(), Filter.equal("n", 1)).size(), "both are on call");
        upsert.write(JavaRows.batch(Rows.schema(), Arrays.asList(rows)));
        return upsert;
    }

    /** Write skew, and what helps: docs/tables.md. */
    @Test
    void whatIsOnlyReadIsNotCompared() throws IOException {
        Table table = create(KEYED);
        Object[][] onCall = {row(1L, 1, "Ann"), row(2L, 1, "Bob")};
        insert(table, onCall);
        try (RowInsert ann = upserting(table, row(1L, 0, "Ann"));
                RowInsert bob = upserting(table, row(2L, 0, "Bob"))) {
            ann.commit();
            assertEquals(
                    List.of("[1, 0, Ann]", "[2, 0, Bob]"),
                    Rows.read(bob.commit().snapshot()));
        }
        upsert(table, onCall);
        try (RowInsert ann = upserting(table, row(1L, 0, "Ann"), row(2L, 1, "Bob"));
                RowInsert bob = upserting(table, row(1L, 1, "Ann"), row(2L, 0, "Bob"))) {
            ann.commit();
            CommitConflictException e = assertThrows(CommitConflictException.class, bob::commit);
            assertEquals(CommitConflictException.Kind.ROW, e.kind());
        }
        assertEquals(List.of("[1, 0, Ann]", "[2, 1, Bob]"), Rows.read(table.snapshot()));
    }

    @Test
    void newRowsArePutBetweenThoseOfASortedTable() throws IOException {
        Table table = create(SORTED);
        Object[][] base = new Object[20_000][];
        for (int i = 0; i < base.length; i++) {
            base[i] = row(10L * i, i, "b");
        }
        insert(table, base);
        UUID host = table.snapshot().fragments().get(0).id();
        TableOperations.of(table).delete(Filter.between("k", 100, 200));
        OperationResult result = insert(
                table,
                row(300_000L, 1, "tail"),
                row(55L, 2, "new"),
                row(150L, 3, "new"),
                row(0L, 4, "new"),
                row(-5L, 5, "front"),
                row(123_456L, 6, "new"),
                row(199_990L, 7, "new"),
                row(54L, 8, "new"));
        Snapshot now = result.snapshot();
        assertEquals(3, now.fragments().size(), "one for rows between, one for rows that stand for themselves");
        Fragment changed = now.fragment(host).orElseThrow();
        SidecarFile file = changed.sidecars().get(1);
        try (Sidecar sidecar = file.open(folder)) {
            Anchors anchors = sidecar.anchors();
            long[] positions = new long[anchors.size()];
            long[] counts = new long[anchors.size()];
            for (int i = 0; i < positions.length; i++) {
                positions[i] = anchors.position(i);
                counts[i] = anchors.count(i);
            }
            assertArrayEquals(new long[] {1, 6, 16, 12_346, 20_000}, positions);
            assertArrayEquals(new long[] {1, 2, 1, 1, 1}, counts);
        }
        assertEquals(
                List.of(
                        "[0, 4, new]",
                        "[54, 8, new]",
                        "[55, 2, new]",
                        "[150, 3, new]",
                        "[123456, 6, new]",
                        "[199990, 7, new]"),
                Rows.read(now.scan().fragments(List.of(file.inserted().orElseThrow()))));
        refused(
                "by which the rows are sorted",
                () -> TableOperations.of(table).update(List.of(Assignment.literal("k", 1)), Optional.empty()));
    }

    @Test
    void partitionsThatCanNotMatchAreNotRead() throws IOException {
        Table table = create(new TableProperties(
                List.of(),
                List.of(1),
                List.of(
                        new TableProperties.PartitionColumn(1, "hash(4)"),
                        new TableProperties.PartitionColumn(2, "range(10, 20)")),
                Map.of()));
        Object[][] rows = new Object[200][];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = row((long) i, i % 7 == 0 ? null : i % 30, "s" + i);
        }
        insert(table, rows);
        Snapshot snapshot = table.snapshot();
        assertEquals(12, snapshot.fragmentCount());
        assertEquals(200, Rows.read(snapshot).size());
        for (int i = 0; i < rows.length; i++) {
            TableScanBuilder builder = snapshot.scan().filter(Filter.equal("k", i));
            assertEquals(List.of(Arrays.toString(rows[i])), Rows.read(builder));
            try (TableScan scan = builder.build()) {
                assertTrue(scan.fragments().size() <= 3, "one of four hashes");
            }
        }
        try (TableScan scan = snapshot.scan().filter(Filter.greater("n", 20)).build()) {
            assertEquals(4, scan.fragments().size(), "one of three ranges");
        }
        upsert(table, row(8L, 25, "moved"), row(300L, 5, "new"));
        assertEquals(List.of("[8, 25, moved]"), Rows.read(table.snapshot(), Filter.equal("k", 8)));
        assertEquals(201, table.snapshot().rowCount());
        refused(
                "can't be divided by 'often'",
                () -> Table.create(
                        folder("p"),
                        Rows.schema(),
                        new TableProperties(
                                List.of(),
                                List.of(),
                                List.of(new TableProperties.PartitionColumn(1, "often")),
                                Map.of()),
                        TableSettings.DEFAULT));
    }

    @Test
    void columnsChangeWithoutARewrite() throws IOException {
        Table table = create(TableProperties.NONE);
        insert(table, row(1L, 10, "a"));
        TableOperations operations = TableOperations.of(table);
        operations.alter(snapshot -> new SchemaEdit(snapshot)
                .rename("s", "text")
                .add(Field.nullable("price", Type.decimal(9, 2)))
                .widen("n", Rows.LONG)
                .move("price", 0)
                .schema());
        assertEquals(List.of("[null, 1, 10, a]"), read(table));
        operations.update(
                List.of(Assignment.literal("price", new BigDecimal("1.25")), Assignment.literal("n", 1L << 40)),
                Optional.empty());
        operations.update(
                List.of(new Assignment(
                        "price",
                        new Expression.Arithmetic(
                                column("price"), Expression.Operator.TIMES, literal(new BigDecimal("1.1"))))),
                Optional.empty());
        assertEquals(List.of("[138, 1, " + (1L << 40) + ", a]"), read(table), "unscaled, rounded half up");
        operations.alter(
                snapshot -> new SchemaEdit(snapshot).drop("n").drop("price").schema());
        operations.alter(snapshot -> new SchemaEdit(snapshot)
                .add(Field.nullable("n", Type.of(TypeKind.STRING)))
                .schema());
        assertEquals(List.of("[1, a, null]"), read(table), "a new column of an old name is another one");
        refused(
                "already",
                () -> operations.alter(s ->
                        new SchemaEdit(s).add(Field.nullable("n", Rows.INT)).schema()));
        refused(
                "can't become",
                () -> operations.alter(
                        s -> new SchemaEdit(s).widen("k", Rows.INT).schema()));
        operations.rollback(1);
        assertEquals(List.of("[1, 10, a]"), read(table));
        operations.alter(snapshot ->
                new SchemaEdit(snapshot).add(Field.nullable("later", Rows.INT)).schema());
        assertEquals(6, table.snapshot().schema().fields().get(3).fieldId().getAsInt(), "no id is given twice");
    }

    private static List<String> read(Table table) throws IOException {
        return Rows.read(table.snapshot());
    }

    @Test
    void aDiffTellsEachChangeWithItsIdentity() throws IOException {
        Table table = create(KEYED);
        insert(table, row(1L, 10, "a"), row(2L, 20, "b"), row(3L, 30, "c"), row(4L, 40, "d"));
        UUID first = table.snapshot().fragments().get(0).id();
        Snapshot before = table.snapshot();
        TableOperations.of(table).delete(Filter.equal("k", 2));
        upsert(table, row(3L, 31, "c"), row(4L, 40, "d"), row(5L, 50, "e"));
        Snapshot after = table.snapshot();
        List<String> feed = new ArrayList<>();
        try (TableDiff diff = TableDiff.of(before, after)) {
            while (diff.next()) {
                TableDiff.Rows rows = diff.rows();
                for (int i = 0; i < rows.rows().length; i++) {
                    feed.add(rows.kind() + " " + rows.fragment().equals(first) + " " + rows.rows()[i] + " "
                            + text(rows.before(), i) + " " + text(rows.after(), i));
                }
            }
        }
        assertEquals(
                List.of(
                        "DELETED true 1 [2, 20, b] -",
                        "UPDATED true 2 [3, 30, c] [3, 31, c]",
                        "INSERTED false 0 - [5, 50, e]"),
                feed,
                "a row that got the values it had is none");
    }

    @Test
    void whatWasChangedIsCompactedAndWhatIsOldExpires() throws IOException {
        Table table = create(KEYED);
        TableOperations operations = TableOperations.of(table);
        for (long i = 0; i < 3; i++) {
            insert(table, row(10 * i, 1, "a"), row(10 * i + 1, 2, "b"), row(10 * i + 2, 3, "c"));
            operations.update(List.of(Assignment.literal("n", 7)), Optional.of(Filter.equal("k", 10 * i)));
            operations.delete(Filter.equal("k", 10 * i + 1));
        }
        Snapshot before = table.snapshot();
        List<String> rows = Rows.read(before);
        Compaction.Result done = Compaction.run(
                table, Compaction.plan(before, Long.MAX_VALUE, EAGER), dev.stoa.writer.WriterOptions.DEFAULT);
        assertEquals(List.of(), done.yielded());
        Snapshot after = table.snapshot();
        assertEquals(rows, Rows.read(after));
        assertEquals(1, after.fragments().size(), "small fragments are merged");
        assertEquals(List.of(), after.fragments().get(0).sidecars());
        assertEquals(rows, Rows.read(before), "who reads an older version is not disturbed");
        Expiry expiry = Expiry.plan(table, Duration.ZERO, 1, Duration.ZERO);
        assertEquals(after.version(), expiry.versions());
        expiry.run();
        assertEquals(1, folder.list("data").size());
        assertEquals(0, folder.list(Log.SIDECARS).size());
        Table opened = Table.open(folder, TableSettings.DEFAULT);
        assertEquals(after.version(), opened.snapshot().version());
        assertEquals(rows, Rows.read(opened.snapshot()));
        refused("was expired", () -> opened.snapshotAt(1));
        insert(opened, row(99L, 9, "z"));
        assertEquals(rows.size() + 1, Rows.read(table.snapshot()).size());
    }

    @Test
    void filesOfAFolderAreAdopted() throws Exception {
        Schema numbered = SchemaEdit.numbered(Rows.schema());
        Rows.write(folder, "k=1/a.stoa", numbered, row(1L, 10, "a"), row(2L, 20, "b"));
        Rows.write(folder, "other/b", numbered, row(3L, 30, "c"));
        Table plain = Table.open(folder, TableSettings.DEFAULT);
        assertTrue(plain.isPlain());
        List<String> rows = List.of("[1, 10, a]", "[2, 20, b]", "[3, 30, c]");
        assertEquals(rows, Rows.read(plain.snapshot()));
        Table table = Table.adopt(folder, TableProperties.NONE, TableSettings.DEFAULT);
        assertEquals(rows, Rows.read(table.snapshot()));
        TableOperations.of(table).delete(Filter.equal("k", 2));
        assertEquals(
                List.of("[1, 10, a]", "[3, 30, c]"),
                Rows.read(Table.open(folder, TableSettings.DEFAULT).snapshot()));
        refused(
                "a table already exists",
                () -> Table.create(folder, Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT));
        refused("a table already exists", () -> Table.adopt(folder, TableProperties.NONE, TableSettings.DEFAULT));
    }

    /** Such as those of a partitioned table of Hive, whose files lack the columns of partitions. */
    @Test
    void valuesInNamesOfFoldersAreNotPassedOver() throws Exception {
        Rows.write(folder, "k=1/day=2/a.stoa", Rows.schema(), row(1L, 10, "a"));
        String expected = "k=1/day=2/a.stoa: the folder 'day=2' has the value of a column 'day', which the file lacks";
        refused(expected, () -> Table.open(folder, TableSettings.DEFAULT));
        refused(expected, () -> Table.adopt(folder, TableProperties.NONE, TableSettings.DEFAULT));
        assertEquals(
                List.of("[1, 10, a]"),
                Rows.read(
                        Table.open(folder("t/k=1/day=2"), TableSettings.DEFAULT).snapshot()));
    }

    static String text(Optional<Batch> batch, int row) {
        return batch.map(b -> {
                    List<Object> values = new ArrayList<>();
                    b.columns().forEach(column -> values.add(Rows.value(column, row)));
                    return values.toString();
                })
                .orElse("-");
    }

    /** Columns with new values count some rows twice in their bounds, others don't. */
    @Test
    void boundsOfOneColumnSayNothingOfTheRowsOfAnother() throws IOException {
        Table table = create(TableProperties.NONE);
        insert(table, row(1L, 10, null), row(2L, 20, null));
        TableOperations operations = TableOperations.of(table);
        operations.update(List.of(Assignment.literal("n", 30)), Optional.of(Filter.equal("k", 1)));
        Filter either = Filter.or(Filter.equal("s", "x"), Filter.equal("n", 30));
        assertEquals(List.of("[1, 30, null]"), Rows.read(table.snapshot(), either));
        Filter neither = Filter.or(Filter.equal("s", "x"), Filter.equal("n", 31));
        assertEquals(List.of(), Rows.read(table.snapshot(), neither));
    }

    @Test
    void aRollBackBringsBackFilesOfSeveralTypes() throws IOException {
        Table table = create(TableProperties.NONE);
        TableOperations operations = TableOperations.of(table);
        insert(table, row(1L, 10, "a"));
        operations.alter(
                snapshot -> new SchemaEdit(snapshot).widen("n", Rows.LONG).schema());
        insert(table, row(2L, 20, "b"));
        operations.truncate();
        Snapshot back = operations.rollback(3).snapshot();
        assertEquals(List.of("[1, 10, a]", "[2, 20, b]"), Rows.read(back));
        assertEquals(List.of("[1, 10, a]"), Rows.read(back, Filter.less("n", 15)));
        assertEquals(
                List.of("[2, 20, b]"),
                Rows.read(Table.open(folder, TableSettings.DEFAULT).snapshot(), Filter.equal("n", 20)));
    }

    @Test
    void progressIsTold() throws IOException {
        Table table = create(TableProperties.NONE);
        insert(table, row(1L, 1, "a"), row(2L, 2, "b"));
        insert(table, row(3L, 3, "c"));
        List<Long> told = new ArrayList<>();
        TableOperations operations = TableOperations.of(table).with(OperationOptions.DEFAULT.withProgress(told::add));
        operations.update(List.of(Assignment.literal("s", "x")), Optional.empty());
        assertEquals(List.of(2L, 3L), told);
        told.clear();
        operations.delete(Filter.between("k", 2L, 3L));
        assertEquals(List.of(2L, 3L), told);
    }

    @Test
    void progressOfLookUpsAndDifferencesIsTold() throws IOException {
        Table table = create(new TableProperties(List.of(), List.of(1), List.of(), Map.of()));
        insert(table, row(1L, 1, "a"), row(2L, 2, "b"));
        insert(table, row(3L, 3, "c"));
        Snapshot before = table.snapshot();
        List<Long> told = new ArrayList<>();
        TableOperations operations = TableOperations.of(table).with(OperationOptions.DEFAULT.withProgress(told::add));
        try (RowInsert upsert = operations.upsert()) {
            upsert.write(JavaRows.batch(Rows.schema(), List.of(row(2L, 20, "B"), row(3L, 30, "C"))));
            upsert.commit();
        }
        assertEquals(List.of(2L, 3L), told);
        told.clear();
        try (TableDiff diff = TableDiff.of(before, table.snapshot()).withProgress(told::add)) {
            assertEquals(3, diff.fragmentRows());
            long updated = 0;
            while (diff.next()) {
                updated += diff.rows().rows().length;
            }
            assertEquals(2, updated);
        }
        assertEquals(List.of(0L, 2L, 2L, 3L, 3L), told);
    }
}
