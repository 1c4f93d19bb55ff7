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
package dev.stoa.table.internal.scan;

import static dev.stoa.table.Rows.row;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Field;
import dev.stoa.format.FieldNames;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.Filter;
import dev.stoa.table.Assignment;
import dev.stoa.table.CommitConflictException;
import dev.stoa.table.Compaction;
import dev.stoa.table.CompactionCosts;
import dev.stoa.table.CompactionPlan;
import dev.stoa.table.Expression;
import dev.stoa.table.FragmentWriter;
import dev.stoa.table.OperationResult;
import dev.stoa.table.OperationsTest;
import dev.stoa.table.RowInsert;
import dev.stoa.table.Rows;
import dev.stoa.table.SchemaEdit;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.table.Transaction;
import dev.stoa.table.internal.log.MemoryFolder;
import dev.stoa.table.internal.schema.LiteralValues;
import dev.stoa.writer.JavaRows;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** New columns with a value in all rows that are there. */
class ColumnFillTest {
    /** A row with the columns that the table has by now. */
    private static void insertWhole(Table table, Object[] row) throws IOException {
        try (RowInsert insert = TableOperations.of(table).insert()) {
            insert.write(JavaRows.batch(table.snapshot().schema(), List.<Object[]>of(row)));
            insert.commit();
        }
    }

    private static void refused(String why, Executable operation) {
        String message = assertThrows(IllegalArgumentException.class, operation).getMessage();
        assertTrue(message.contains(why), message);
    }

    @Test
    void newColumnsHaveAValueInAllRows() throws IOException {
        Table table = Table.create(new MemoryFolder(), Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT);
        for (long i = 0; i < 10_000; i += 5_000) {
            List<Object[]> some = new ArrayList<>();
            for (long k = i; k < i + 5_000; k++) {
                some.add(row(k, 1, "a"));
            }
            OperationsTest.insert(table, some.toArray(Object[][]::new));
        }
        TableOperations operations = TableOperations.of(table);
        operations.delete(Filter.less("k", 4));
        Transaction inserting = table.begin("insert");
        TableOperations.Alteration adding = snapshot -> new SchemaEdit(snapshot)
                .add(Field.nullable("price", Type.decimal(9, 2)))
                .add(Field.nullable("text", Type.of(TypeKind.STRING)))
                .add(Field.nullable("none", Rows.INT))
                .schema();
        OperationResult added = operations.alter(
                adding,
                List.of(
                        Assignment.literal("price", new BigDecimal("1.25")),
                        Assignment.literal("text", "all"),
                        Assignment.literal("none", null)));
        assertEquals(4, added.files(), "one for each fragment and column");
        assertTrue(added.bytes() < 8_000, "bytes: " + added.bytes());
        assertEquals(9_996, Collections.frequency(endings(table), "125, all, null]"));
        insertWhole(table, new Object[] {-1L, 1, "a", null, "b", 7});
        operations.update(List.of(Assignment.literal("text", "new")), Optional.of(Filter.equal("k", 17)));
        assertEquals(9_995, Collections.frequency(endings(table), "125, all, null]"));
        assertEquals(1, Collections.frequency(endings(table), "125, new, null]"));
        assertEquals(1, Collections.frequency(endings(table), "null, b, 7]"));

        // rows of one who did not know of the value
        FragmentWriter late = new FragmentWriter(inserting.snapshot(), WriterOptions.DEFAULT, 1 << 20);
        late.write(JavaRows.batch(inserting.snapshot().schema(), List.<Object[]>of(row(-2L, 1, "late"))));
        inserting.addFragment(late.finish().get(0).path());
        assertEquals(
                CommitConflictException.Kind.SCHEMA,
                assertThrows(CommitConflictException.class, inserting::commit).kind());

        // rows that come while a value is filled in
        Transaction filling = table.begin("alter");
        filling.setSchema(new SchemaEdit(filling.snapshot())
                .add(Field.nullable("later", Rows.INT))
                .schema());
        Field later = FieldNames.get(filling.after().schema().fields(), "later");
        filling.fill("later", LiteralValues.single(later, 3));
        insertWhole(table, new Object[] {-3L, 1, "a", null, "b", 7});
        assertEquals(
                CommitConflictException.Kind.SCHEMA,
                assertThrows(CommitConflictException.class, filling::commit).kind());

        refused("is not new", () -> operations.alter(adding(), List.of(Assignment.literal("n", 1))));
        refused("is not new", () -> operations.alter(adding(), List.of(Assignment.literal("n", null))));
        refused("can't become", () -> operations.alter(adding(), List.of(Assignment.literal("more", "x"))));
        refused(
                "constant",
                () -> operations.alter(
                        adding(), List.of(new Assignment("more", new Expression.Column(ColumnPath.of("n"))))));
    }

    /** Rows between others, whose fragments are compacted while a value is filled in, and afterwards. */
    @Test
    void rowsOfSortedTablesThatAreCompacted() throws IOException {
        TableProperties sorted = new TableProperties(
                List.of(new TableProperties.SortColumn(1, false, false)), List.of(), List.of(), Map.of());
        Table table = Table.create(new MemoryFolder(), Rows.schema(), sorted, TableSettings.DEFAULT);
        OperationsTest.insert(table, row(10L, 1, "a"), row(20L, 2, "b"), row(30L, 3, "c"));
        OperationsTest.insert(table, row(15L, 4, "d"), row(5L, 5, "e"));
        TableOperations operations = TableOperations.of(table);
        int[] attempts = {0};
        OperationResult added = operations.run("alter", transaction -> {
            if (attempts[0]++ == 0) {
                compact(table);
            }
            transaction.setSchema(adding().of(transaction.snapshot()));
            Field more = FieldNames.get(transaction.after().schema().fields(), "more");
            transaction.fill("more", LiteralValues.single(more, 7));
        });
        assertEquals(2, added.attempts(), "others have put the rows elsewhere");
        List<String> filled =
                List.of("[5, 5, e, 7]", "[10, 1, a, 7]", "[15, 4, d, 7]", "[20, 2, b, 7]", "[30, 3, c, 7]");
        assertEquals(filled, Rows.read(table.snapshot()));
        long version = table.snapshot().version();
        insertWhole(table, new Object[] {12L, 1, "f", null});
        operations.update(List.of(Assignment.literal("more", 8)), Optional.of(Filter.equal("more", 7)));
        compact(table);
        assertEquals(
                List.of("8", "8", "null", "8", "8", "8"),
                Rows.read(table.snapshot()).stream()
                        .map(row -> row.replaceFirst(".*, (.*)]", "$1"))
                        .toList());
        assertEquals(List.of(), Rows.read(table.snapshot(), Filter.equal("more", 7)));
        operations.rollback(version);
        assertEquals(filled, Rows.read(table.snapshot()));
        assertEquals(filled, Rows.read(table.snapshot(), Filter.equal("more", 7)));
        operations.rollback(1);
        assertEquals(List.of("[10, 1, a]", "[20, 2, b]", "[30, 3, c]"), Rows.read(table.snapshot()));
    }

    private static void compact(Table table) throws IOException {
        CompactionCosts eager = new CompactionCosts(256 << 10, 8 << 10, 1000, 32 << 20, 128 << 20);
        CompactionPlan plan = Compaction.plan(table.snapshot(), 1 << 30, eager);
        assertTrue(!plan.chosen().isEmpty(), "there is something to compact");
        Compaction.run(table, plan, WriterOptions.DEFAULT);
    }

    private static TableOperations.Alteration adding() {
        return snapshot ->
                new SchemaEdit(snapshot).add(Field.nullable("more", Rows.INT)).schema();
    }

    private static List<String> endings(Table table) throws IOException {
        return Rows.read(table.snapshot()).stream()
                .map(row -> row.replaceFirst("([^,]*,){3} ", ""))
                .toList();
    }
}
