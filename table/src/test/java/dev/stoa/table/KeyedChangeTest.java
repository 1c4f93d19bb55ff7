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
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.StoaException;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.table.internal.log.MemoryFolder;
import dev.stoa.writer.JavaRows;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Updates and deletes by key: what they change, and what they refuse. */
@Tag("smoke")
final class KeyedChangeTest {
    private static final Field K = Field.nullable("k", Type.of(TypeKind.INT64));
    private static final Field N = Field.nullable("n", Type.of(TypeKind.INT32));
    private static final Field S = Field.nullable("s", Type.of(TypeKind.STRING));
    private static final TableProperties KEYED = new TableProperties(List.of(), List.of(1), List.of(), Map.of());

    private static Table table(TableProperties properties) throws IOException {
        Table table = Table.create(new MemoryFolder(), Rows.schema(), properties, TableSettings.DEFAULT);
        OperationsTest.insert(table, row(1L, 10, "a"), row(2L, 20, "b"), row(3L, 30, "c"));
        OperationsTest.insert(table, row(4L, 40, "d"), row(5L, null, "e"));
        return table;
    }

    private static OperationResult change(KeyedChange opened, Schema schema, Object[]... rows) throws IOException {
        try (KeyedChange change = opened) {
            change.write(JavaRows.batch(schema, Arrays.asList(rows)));
            return change.commit();
        }
    }

    private static OperationResult update(Table table, Schema schema, Object[]... rows) throws IOException {
        return change(TableOperations.of(table).updateByKey(), schema, rows);
    }

    private static OperationResult delete(Table table, Schema schema, Object[]... rows) throws IOException {
        return change(TableOperations.of(table).deleteByKey(), schema, rows);
    }

    @Test
    void givenColumnsOfKnownKeysAreUpdated() throws IOException {
        Table table = table(KEYED);
        OperationResult result = update(table, Schema.of(S, K), row("E", 5L), row("?", 9L), row(null, 1L));
        assertEquals(2, result.updated());
        assertEquals(0, result.inserted());
        assertEquals(
                List.of("[1, 10, null]", "[2, 20, b]", "[3, 30, c]", "[4, 40, d]", "[5, null, E]"),
                Rows.read(table.snapshot()));
        long version = table.snapshot().version();
        assertEquals(0, update(table, Schema.of(S, K), row("?", 9L)).updated());
        assertEquals(version, table.snapshot().version(), "what changes nothing makes no version");
    }

    @Test
    void knownKeysAreDeletedAndOtherColumnsIgnored() throws IOException {
        Table table = table(KEYED);
        Schema schema = Schema.of(Field.nullable("why", Type.of(TypeKind.STRING)), K);
        OperationResult result = delete(table, schema, row("old", 4L), row("", 9L), row("twice", 4L), row("x", 1L));
        assertEquals(2, result.deleted());
        assertEquals(List.of("[2, 20, b]", "[3, 30, c]", "[5, null, e]"), Rows.read(table.snapshot()));
        assertEquals(0, delete(table, Schema.of(K), row(4L)).deleted());
    }

    @Test
    void severalBatchesOfSeveralSchemasAreOneCommit() throws IOException {
        Table table = table(KEYED);
        long version = table.snapshot().version();
        try (KeyedChange update = TableOperations.of(table).updateByKey()) {
            update.write(JavaRows.batch(Schema.of(K, S), List.of(row(1L, "A"), row(2L, "B"))));
            update.write(JavaRows.batch(Schema.of(K, N), List.<Object[]>of(row(5L, 50))));
            update.write(JavaRows.batch(Schema.of(K, N), List.<Object[]>of(row(4L, 44))));
            assertEquals(4, update.commit().updated());
            assertThrows(IllegalStateException.class, update::commit);
        }
        assertEquals(version + 1, table.snapshot().version());
        assertEquals(
                List.of("[1, 10, A]", "[2, 20, B]", "[3, 30, c]", "[4, 44, d]", "[5, 50, e]"),
                Rows.read(table.snapshot()));
    }

    @Test
    void whatDoesNotFitIsRefusedAndNothingChanges() throws IOException {
        Table table = table(KEYED);
        List<String> before = Rows.read(table.snapshot());
        refused(DuplicateKeyException.class, () -> update(table, Schema.of(K, S), row(1L, "x"), row(1L, "y")), "twice");
        refused(TableException.class, () -> update(table, Schema.of(S), row("x")), "'k'", "missing");
        refused(TableException.class, () -> update(table, Schema.of(K), row(1L)), "nothing is updated");
        refused(TableException.class, () -> update(table, Schema.of(K, S), row(null, "x")), "'k'", "null");
        refused(TableException.class, () -> delete(table, Schema.of(K), row((Object) null)), "'k'", "null");
        refused(TableException.class, () -> delete(table, Schema.of(S), row("x")), "'k'", "missing");
        Field unknown = Field.nullable("z", Type.of(TypeKind.INT32));
        refused(TableException.class, () -> update(table, Schema.of(K, unknown), row(1L, 2)), "'z'", "'n'");
        Field text = Field.nullable("n", Type.of(TypeKind.STRING));
        refused(TableException.class, () -> update(table, Schema.of(K, text), row(1L, "x")), "'n'", "string");
        assertEquals(before, Rows.read(table.snapshot()));
        assertEquals(2, table.snapshot().version());
        Table keyless = table(TableProperties.NONE);
        refused(TableException.class, TableOperations.of(keyless)::deleteByKey, "the table has none");
        Damage.assertSound(table.folder());
    }

    @Test
    void aNullInARequiredColumnIsRefused() throws IOException {
        Schema schema = Schema.of(
                K.withFieldId(1), Field.required("n", Type.of(TypeKind.INT32)).withFieldId(2), S.withFieldId(3));
        Table table = Table.create(new MemoryFolder(), schema, KEYED, TableSettings.DEFAULT);
        OperationsTest.insert(table, row(1L, 10, "a"));
        refused(TableException.class, () -> update(table, Schema.of(K, N), row(1L, null)), "'n'", "must not be null");
        assertEquals(1, update(table, Schema.of(K, S), row(1L, null)).updated());
        assertEquals(List.of("[1, 10, null]"), Rows.read(table.snapshot()));
    }

    @Test
    void aRowMovesIfTheColumnOfTheOrderChanges() throws IOException {
        Table table = table(new TableProperties(
                List.of(new TableProperties.SortColumn(2, false, false)), List.of(1), List.of(), Map.of()));
        refused(TableException.class, () -> update(table, Schema.of(K, N), row(1L, 11)), "give all columns");
        OperationResult result = update(table, Rows.schema(), row(1L, 35, "A"), row(9L, 1, "?"));
        assertEquals(1, result.updated());
        assertEquals(0, result.inserted());
        assertEquals(
                List.of("[2, 20, b]", "[3, 30, c]", "[1, 35, A]", "[4, 40, d]", "[5, null, e]"),
                Rows.read(table.snapshot().scan().ordered()));
    }

    @Test
    void manyKeysAreLookedUpInParts() throws IOException {
        Table table = Table.create(new MemoryFolder(), Rows.schema(), KEYED, TableSettings.DEFAULT);
        Object[][] rows = new Object[1000][];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = row((long) i, i, "s" + i);
        }
        OperationsTest.insert(table, rows);
        TableOperations small = TableOperations.of(table).with(OperationOptions.DEFAULT.withBufferBytes(500));
        try (KeyedChange delete = small.deleteByKey()) {
            for (int i = 0; i < rows.length; i += 10) {
                delete.write(JavaRows.batch(Schema.of(K), List.<Object[]>of(row((long) (i % 500)))));
            }
            assertEquals(50, delete.commit().deleted());
        }
        assertEquals(950, table.snapshot().rowCount());
    }

    @Test
    void theSecondOfTwoThatChangeARowFails() throws IOException {
        Table table = table(KEYED);
        try (KeyedChange first = TableOperations.of(table).updateByKey();
                KeyedChange second = TableOperations.of(table).deleteByKey()) {
            first.write(JavaRows.batch(Schema.of(K, S), List.<Object[]>of(row(1L, "A"))));
            second.write(JavaRows.batch(Schema.of(K), List.<Object[]>of(row(1L))));
            first.commit();
            assertThrows(CommitConflictException.class, second::commit);
        }
        assertEquals(5, table.snapshot().rowCount());
        Damage.assertSound(table.folder());
    }

    private static void refused(Class<? extends StoaException> type, Executable run, String... words) {
        StoaException e = assertThrows(type, run);
        for (String word : words) {
            assertTrue(e.getMessage().contains(word), e.getMessage());
        }
    }
}
