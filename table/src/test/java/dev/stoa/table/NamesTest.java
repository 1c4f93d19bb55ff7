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

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.Filter;
import dev.stoa.vio.LocalFolder;
import dev.stoa.writer.JavaRows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Columns of a table are named in whatever case, and keep theirs. */
class NamesTest {
    private static final Type INT = Type.of(TypeKind.INT32);
    private static final Schema SCHEMA = Schema.of(
            Field.required("Id", Type.of(TypeKind.INT64)),
            Field.nullable("Total", INT),
            Field.nullable("Where", Type.struct(List.of(Field.nullable("City", INT)))),
            Field.nullable("twin", INT),
            Field.nullable("Twin", INT));

    @TempDir
    private Path path;

    private Table table;

    @BeforeEach
    void create() throws IOException {
        TableProperties properties = new TableProperties(
                List.of(), List.of(1), List.of(new TableProperties.PartitionColumn(1, "hash(4)")), Map.of());
        table = Table.create(new LocalFolder(path.resolve("t")), SCHEMA, properties, TableSettings.DEFAULT);
        insert(SCHEMA, new Object[] {1L, 10, List.of(5), 1, 2}, new Object[] {2L, 20, null, 3, 4});
    }

    private void insert(Schema schema, Object[]... rows) throws IOException {
        try (RowInsert insert = TableOperations.of(table).upsert()) {
            insert.write(JavaRows.batch(schema, Arrays.asList(rows)));
            insert.commit();
        }
    }

    private List<String> rows(TableScanBuilder builder) throws IOException {
        List<String> rows = new ArrayList<>();
        try (TableScan scan = builder.build()) {
            rows.add(scan.schema().fields().stream().map(Field::name).toList().toString());
        }
        rows.addAll(Rows.read(builder));
        return rows;
    }

    private List<String> read(Filter filter, String... columns) throws IOException {
        return rows(table.snapshot().scan().filter(filter).select(columns));
    }

    private static Expression column(String... names) {
        return new Expression.Column(ColumnPath.of(names));
    }

    @Test
    void scansAndOperationsFindColumnsInAnotherCase() throws IOException {
        assertEquals(
                read(Filter.equal("Id", 1), "Total", "Where.City"), read(Filter.equal("ID", 1), "TOTAL", "where.CITY"));
        assertEquals(List.of("[Total, Where.City]"), read(Filter.equal("where.city", 6), "total", "WHERE.city"));
        assertEquals(2, read(Filter.not(Filter.equal("tOTAL", 20)), "Id").size());

        TableOperations operations = TableOperations.of(table);
        Expression sum = new Expression.Arithmetic(
                column("TOTAL"),
                Expression.Operator.PLUS,
                new Expression.Arithmetic(column("Total"), Expression.Operator.PLUS, column("where", "CITY")));
        operations.update(List.of(new Assignment("total", sum)), Optional.of(Filter.equal("iD", 1)));
        assertEquals(2, read(Filter.equal("Total", 25), "Id").size());
        operations.delete(Filter.equal("TOTAL", 20));
        assertEquals(2, rows(table.snapshot().scan()).size());

        insert(
                Schema.of(
                        Field.required("ID", Type.of(TypeKind.INT64)),
                        Field.nullable("WHERE", Type.struct(List.of(Field.nullable("CITY", INT))))),
                new Object[] {1L, List.of(9)});
        assertEquals(2, read(Filter.equal("Where.City", 9), "Id").size());
        Transaction transaction = table.begin("alter");
        transaction.setSchema(
                new SchemaEdit(table.snapshot()).rename("TOTAL", "Sum").schema());
        transaction.commit();
        assertEquals(2, read(Filter.equal("sum", 25), "SUM").size());
    }

    @Test
    void namesThatMayMeanSeveralOrNoneAreRefused() {
        assertRefused("'twin', 'Twin'", () -> read(Filter.equal("TWIN", 1), "Id"));
        assertRefused("'twin', 'Twin'", () -> read(Filter.and(), "TWIN"));
        assertRefused("the columns are 'Id', 'Total'", () -> read(Filter.and(), "none"));
        assertRefused(
                "'twin', 'Twin'",
                () -> TableOperations.of(table).update(List.of(Assignment.literal("TWIN", 1)), Optional.empty()));
        assertRefused(
                "set twice",
                () -> TableOperations.of(table)
                        .update(
                                List.of(Assignment.literal("total", 1), Assignment.literal("TOTAL", 1)),
                                Optional.empty()));
        Schema twice =
                Schema.of(Field.required("id", Type.of(TypeKind.INT64)), Field.required("Id", Type.of(TypeKind.INT64)));
        TableException e = assertThrows(TableException.class, () -> insert(twice, new Object[] {1L, 2L}));
        assertTrue(e.getMessage().contains("'id' and 'Id' are both column 'Id'"), e.getMessage());
    }

    private static void assertRefused(String hint, org.junit.jupiter.api.function.Executable what) {
        String message = assertThrows(IllegalArgumentException.class, what).getMessage();
        assertTrue(message.contains(hint), message);
    }
}
