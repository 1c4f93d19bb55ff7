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
package dev.stoa.table.internal.schema;

import static dev.stoa.table.Rows.read;
import static dev.stoa.table.Rows.row;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.Filter;
import dev.stoa.table.CommitConflictException;
import dev.stoa.table.DuplicateKeyException;
import dev.stoa.table.OperationsTest;
import dev.stoa.table.Rows;
import dev.stoa.table.SchemaEdit;
import dev.stoa.table.Sidecars;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableIndexes;
import dev.stoa.table.TableOperations;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableScanBuilder;
import dev.stoa.table.TableSettings;
import dev.stoa.table.Transaction;
import dev.stoa.table.internal.compact.Rewriting;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.MemoryFolder;
import dev.stoa.vio.Folder;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Schemas change, files stay. */
class EvolutionTest {
    private static final Type STRUCT =
            Type.struct(List.of(Field.nullable("x", Rows.INT), Field.nullable("y", Rows.STRING)));

    private final Folder folder = new MemoryFolder();
    private Table table;
    private UUID fragment;

    private static Field field(String name, Type type, int id) {
        return Field.nullable(name, type).withFieldId(id);
    }

    private static Type struct(Field... fields) {
        return Type.struct(List.of(fields));
    }

    @BeforeEach
    void makeTable() throws IOException {
        table = Table.create(
                folder,
                Schema.of(
                        Field.nullable("n", Rows.INT),
                        Field.nullable("s", Type.sized(TypeKind.VARCHAR, 5)),
                        Field.nullable("d", Type.decimal(9, 2)),
                        Field.nullable("f", Type.of(TypeKind.FLOAT32)),
                        Field.nullable("st", STRUCT)),
                TableProperties.NONE,
                TableSettings.DEFAULT);
        // ids: n 1, s 2, d 3, f 4, st 5, x 6, y 7
        Transaction insert = table.begin("insert");
        fragment = Rows.insert(
                insert,
                folder,
                row(1, "a", new BigDecimal("1.50"), 0.5f, row(10, "p")),
                row(2, null, null, null, null),
                row(3, "c", new BigDecimal("-7.25"), 2f, row(null, "q")));
        insert.commit();
    }

    private Snapshot evolve(Field... fields) throws IOException {
        Transaction change = table.begin("alter");
        change.setSchema(new Schema(List.of(fields)));
        return change.commit();
    }

    private static Field[] evolved() {
        return new Field[] {
            field("st", struct(field("y2", Rows.STRING, 7), field("z", Rows.INT, 8), field("x", Rows.LONG, 6)), 5),
            field("new", Rows.STRING, 9),
            field("number", Rows.LONG, 1),
            field("s", Rows.STRING, 2),
            field("d", Type.decimal(30, 2), 3),
            field("f", Type.of(TypeKind.FLOAT64), 4)
        };
    }

    @Test
    void aNameThatNoFileCanHaveIsRefused() throws IOException {
        String name = "n".repeat(Field.MAX_NAME_BYTES);
        evolve(field(name, Rows.INT, 1));
        String refused = assertThrows(IllegalArgumentException.class, () -> evolve(field(name + "n", Rows.INT, 1)))
                .getMessage();
        assertTrue(refused.contains("65536 bytes"), refused);
        assertTrue(refused.length() < 200, refused);
    }

    @Test
    void columnsAreKnownByTheirIds() throws IOException {
        Snapshot before = table.snapshot();
        Snapshot after = evolve(evolved());
        assertEquals(
                List.of(
                        "[[p, null, 10], null, 1, a, 150, 0.5]",
                        "[null, null, 2, null, null, null]",
                        "[[q, null, null], null, 3, c, -725, 2.0]"),
                read(after));
        assertEquals("[1, a, 150, 0.5, [10, p]]", read(before).get(0), "an older version has its own schema");
        Transaction insert = table.begin("insert");
        Rows.insert(
                insert,
                folder,
                row(row("r", 5, 1L << 40), "v", 1L << 40, "longer than five", new BigDecimal("1e20").setScale(2), 0.1));
        insert.commit();
        Snapshot now = Table.open(folder, TableSettings.DEFAULT).snapshot();
        assertEquals(4, read(now).size());
        assertEquals(
                List.of("[1099511627776]"),
                read(now.scan().select("number").filter(Filter.greater("number", 1L << 33))));
        assertEquals(List.of("[v]"), read(now.scan().select("new").filter(Filter.isNotNull("new"))));
        assertEquals(
                List.of("[1]", "[2]", "[3]"), read(now.scan().select("number").filter(Filter.isNull("new"))));
        assertEquals(List.of(), read(now, Filter.not(Filter.equal("new", "v"))), "unknown is not true");
        assertEquals(
                List.of("[1]", "[2]", "[3]"),
                read(now.scan().select("number").filter(Filter.not(Filter.nullSafeEqual("new", "v")))));
        assertEquals(List.of("[p, 10]"), read(now.scan().select("st.y2", "st.x").filter(Filter.equal("st.x", 10))));
        assertEquals(List.of("[r]"), read(now.scan().select("st.y2").filter(Filter.equal("st.z", 5))));
        assertEquals(
                List.of("[3]"), read(now.scan().select("number").filter(Filter.equal("d", new BigDecimal("-7.25")))));
    }

    @Test
    void whatIsUnknownInAFileRulesItsRowsOut() throws IOException {
        Folder indexed = new MemoryFolder();
        Table many = Table.create(indexed, Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT);
        List<Object[]> rows = new ArrayList<>();
        for (long k = 0; k < 100_000; k++) {
            rows.add(row(k, (int) (k / 50_000), "a"));
        }
        OperationsTest.insert(many, rows.toArray(Object[][]::new));
        TableOperations operations = TableOperations.of(many);
        operations.alter(snapshot ->
                new SchemaEdit(snapshot).add(Field.nullable("more", Rows.INT)).schema());
        Filter one = Filter.equal("k", 70_000L);
        assertEquals(
                List.of(),
                read(many.snapshot().scan().select("k", "more").filter(Filter.and(Filter.equal("more", 1), one))));
        assertEquals(
                List.of("[70000, null]"),
                read(many.snapshot().scan().select("k", "more").filter(one)));
        TableIndexes.add(many.snapshot(), "n", "test");
        many = Table.open(indexed, TableSettings.DEFAULT);
        assertEquals(
                List.of("[70000, null]"),
                read(many.snapshot().scan().select("k", "more").filter(Filter.and(Filter.equal("n", 1), one))));
        assertEquals(
                50_000,
                read(many.snapshot().scan().select("k", "more").filter(Filter.equal("n", 1)))
                        .size());
    }

    @Test
    void partsOfStructsAreReadWhereverTheyAre() throws IOException {
        Snapshot before = table.snapshot();
        assertEquals(List.of("[[p]]", "[null]", "[[q]]"), read(part(before, "y", Rows.STRING)));
        Snapshot after = evolve(evolved());
        assertEquals(List.of("[[p]]", "[null]", "[[q]]"), read(part(after, "y2", Rows.STRING)));
        assertEquals(List.of("[[10]]", "[null]", "[[null]]"), read(part(after, "x", Rows.LONG)));
        assertEquals(List.of("[[null]]", "[null]", "[[null]]"), read(part(after, "z", Rows.INT)));
        assertEquals(List.of("[[q]]"), read(part(after, "y2", Rows.STRING).filter(Filter.equal("number", 3L))));
        // of the table's type, not the file's: laid over when the struct was read
        Transaction update = table.begin("update");
        Sidecars.change(
                update,
                folder,
                fragment,
                dev.stoa.reader.RowRanges.of(0),
                Map.of("st", new java.util.TreeMap<>(Map.of(1L, (Object) row("new", 6, 1L << 40)))));
        Snapshot changed = update.commit();
        assertEquals(List.of("[[new]]", "[[q]]"), read(part(changed, "y2", Rows.STRING)));
        assertEquals(List.of("[[6]]", "[[null]]"), read(part(changed, "z", Rows.INT)));
        assertEquals(List.of("[[6]]"), read(part(changed, "z", Rows.INT).filter(Filter.equal("st.y2", "new"))));
    }

    @Test
    void newValuesOfStructsFollowTheirFields() throws IOException {
        Field x = field("x", Rows.INT, 6);
        Field y = field("y", Rows.STRING, 7);
        Field z = field("z", Rows.INT, 8);
        evolveStruct(x, y, z);
        change(1, row(1, "m", 2));
        assertEquals(List.of("[[10, p, null]]", "[[1, m, 2]]", "[[null, q, null]]"), structs());
        evolveStruct(z, y, x);
        assertEquals(List.of("[[null, p, 10]]", "[[2, m, 1]]", "[[null, q, null]]"), structs());
        change(2, row(7, "k", 8));
        evolveStruct(z, x);
        List<String> expected = List.of("[[null, 10]]", "[[2, 1]]", "[[7, 8]]");
        assertEquals(expected, structs());
        Transaction fold = table.begin("compact");
        new Rewriting(fold, WriterOptions.DEFAULT).fold(fragment);
        fold.commit();
        assertEquals(expected, structs());
        evolveStruct(x, field("y", Rows.STRING, 9), z);
        assertEquals(List.of("[[10, null, null]]", "[[1, null, 2]]", "[[8, null, 7]]"), structs());
        Transaction rewrite = table.begin("compact");
        new Rewriting(rewrite, WriterOptions.DEFAULT).rows(List.of(fragment));
        rewrite.commit();
        assertEquals(List.of("[[10, null, null]]", "[[1, null, 2]]", "[[8, null, 7]]"), structs());
    }

    private void evolveStruct(Field... fields) throws IOException {
        Field[] all = table.snapshot().schema().fields().toArray(Field[]::new);
        all[4] = field("st", struct(fields), 5);
        evolve(all);
    }

    private void change(long row, Object[] value) throws IOException {
        Transaction update = table.begin("update");
        Sidecars.change(
                update,
                folder,
                fragment,
                dev.stoa.reader.RowRanges.of(),
                Map.of("st", new java.util.TreeMap<>(Map.of(row, (Object) value))));
        update.commit();
    }

    private List<String> structs() throws IOException {
        return read(table.snapshot().scan().select("st"));
    }

    /** The struct with one of its fields. */
    private static TableScanBuilder part(Snapshot snapshot, String field, Type type) {
        return snapshot.scan().selectParts(Map.of(ColumnPath.of("st"), struct(Field.nullable(field, type))));
    }

    @Test
    void newValuesOfColumnsThatTheFileDoesNotHave() throws IOException {
        Transaction old = table.begin("update");
        Sidecars.modify(old, folder, fragment, "n", Map.of(1L, 22));
        old.commit();
        evolve(evolved());
        Transaction update = table.begin("update");
        Sidecars.change(
                update,
                folder,
                fragment,
                dev.stoa.reader.RowRanges.of(0),
                Map.of(
                        "new", new java.util.TreeMap<>(Map.of(1L, "w", 2L, "v")),
                        "number", new java.util.TreeMap<>(Map.of(2L, 1L << 40))));
        update.commit();
        Snapshot now = table.snapshot();
        assertEquals(List.of("[22, w]", "[1099511627776, v]"), read(now.scan().select("number", "new")));
        assertEquals(List.of("[w]"), read(now.scan().select("new").filter(Filter.equal("number", 22))));
        assertEquals(List.of("[c]"), read(now.scan().select("s").filter(Filter.equal("new", "v"))));
        assertEquals(
                List.of("[c]"),
                read(now.scan()
                        .select("s")
                        .filter(Filter.and(Filter.equal("new", "v"), Filter.greater("number", 99)))));
    }

    @Test
    void droppedIdsNeverComeBack() throws IOException {
        Field[] fields = evolved();
        evolve(fields);
        Snapshot less = evolve(fields[0], fields[2]);
        assertEquals("[[p, null, 10], 1]", read(less).get(0));
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> evolve(fields[0], fields[2], fields[1]));
        assertTrue(e.getMessage().contains("which a dropped one had: give it 10 or more"), e.getMessage());
        Snapshot again = evolve(fields[0], fields[2], field("new", Rows.INT, 10));
        assertEquals("[[p, null, 10], 1, null]", read(again).get(0));
    }

    @Test
    void whatTakesARewriteIsRefused() {
        Field n = field("n", Rows.INT, 1);
        for (Field wrong : List.of(
                field("n", Type.of(TypeKind.INT16), 1),
                field("n", Rows.STRING, 1),
                field("d", Type.decimal(9, 3), 3),
                Field.required("n", Rows.INT).withFieldId(1),
                Field.required("new", Rows.INT).withFieldId(8),
                Field.nullable("new", Rows.INT),
                field("x", Rows.INT, 6),
                field("st", Rows.INT, 5))) {
            assertThrows(IllegalArgumentException.class, () -> evolve(n.equals(wrong) ? n : wrong), wrong::toString);
        }
    }

    /** Checkpoints that were written meanwhile have bounds of the old rows as the wider type. */
    @Test
    void checkpointsAreWrittenAfterARollBackOfWiderColumns() throws IOException {
        long narrow = table.snapshot().version();
        evolve(evolved());
        insertUntilCheckpoint(row(row("r", 5, 7L), "v", 9L, "s", new BigDecimal("1.00"), 0.1));
        TableOperations.of(table).rollback(narrow);
        insertUntilCheckpoint(row(4, "d", new BigDecimal("1.00"), 1f, row(1, "t")));
        Snapshot now = Table.open(folder, TableSettings.DEFAULT).snapshot();
        assertEquals(List.of("[3]"), read(now.scan().select("n").filter(Filter.equal("n", 3))));
        assertEquals("[1, a, 150, 0.5, [10, p]]", read(now).get(0));
    }

    /** Columns of the same name are others; what a key says holds for the new rows; old versions stay. */
    @Test
    void aTableIsReplacedByAnother() throws IOException {
        long before = table.snapshot().version();
        Schema others = new SchemaEdit(table.snapshot())
                .replaceAll(Schema.of(Field.required("s", Rows.LONG), Field.nullable("n", Rows.STRING)))
                .schema();
        assertEquals(
                List.of(8, 9),
                others.fields().stream().map(field -> field.fieldId().orElse(0)).toList());
        TableProperties keyed = new TableProperties(List.of(), List.of(8), List.of(), Map.of("by", "key"));
        Snapshot replaced = replace(others, keyed, row(7L, "x"), row(8L, null));
        assertEquals(List.of("[7, x]", "[8, null]"), read(replaced));
        assertEquals(keyed, replaced.properties());
        assertEquals("[1, a, 150, 0.5, [10, p]]", read(table.snapshotAt(before)).get(0));
        insertUntilCheckpoint(row(9L, "y"));
        Snapshot now = Table.open(folder, TableSettings.DEFAULT).snapshot();
        assertEquals("[7, x]", read(now).get(0));
        Schema more = new SchemaEdit(now).replaceAll(others).schema();
        assertThrows(IllegalArgumentException.class, () -> replace(others, keyed, row(1L, "a")), "ids of old columns");
        TableProperties key = new TableProperties(List.of(), List.of(10), List.of(), Map.of());
        assertThrows(DuplicateKeyException.class, () -> replace(more, key, row(1L, "a"), row(1L, "b")));
        Transaction slow = table.begin("replace");
        slow.replaceAll(more, TableProperties.NONE);
        TableOperations.of(table).delete(Filter.equal("s", 7));
        assertThrows(CommitConflictException.class, slow::commit);
        assertEquals("[8, null]", read(table.snapshot()).get(0));
    }

    private Snapshot replace(Schema schema, TableProperties properties, Object[]... rows) throws IOException {
        Transaction transaction = table.begin("replace");
        transaction.replaceAll(schema, properties);
        String path = transaction.newDataFile();
        Rows.write(folder, path, transaction.after().schema(), rows);
        transaction.addFragment(path);
        transaction.checkKeys();
        return transaction.commit();
    }

    private void insertUntilCheckpoint(Object[] row) throws IOException {
        for (int commits = 0; commits < 8; commits++) {
            Transaction insert = table.begin("insert");
            Rows.insert(insert, folder, row);
            long version = insert.commit().version();
            if (new Log(folder).list().checkpoints().contains(version)) {
                return;
            }
        }
        fail("no checkpoint was written");
    }

    /** Later features give the greatest ids to columns of their own. */
    @Test
    void reservedIdsAreRefused() {
        for (int id : new int[] {TableSchema.MAX_FIELD_ID + 1, Integer.MAX_VALUE, 0, -1}) {
            Schema schema = new Schema(List.of(Field.nullable("a", Rows.INT).withFieldId(id)));
            assertThrows(IllegalArgumentException.class, () -> TableSchema.numbered(schema, false));
        }
        Schema greatest = new Schema(List.of(Field.nullable("a", Rows.INT).withFieldId(TableSchema.MAX_FIELD_ID)));
        assertEquals(
                TableSchema.MAX_FIELD_ID, TableSchema.numbered(greatest, false).lastFieldId());
        Schema full = new Schema(List.of(
                Field.nullable("a", Rows.INT).withFieldId(TableSchema.MAX_FIELD_ID), Field.nullable("b", Rows.INT)));
        assertThrows(IllegalArgumentException.class, () -> TableSchema.numbered(full, false));
    }
}
