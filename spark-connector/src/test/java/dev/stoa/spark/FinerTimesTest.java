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
package dev.stoa.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.IntVector;
import dev.stoa.format.ListVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.Schema;
import dev.stoa.format.StructVector;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.table.RowInsert;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableScan;
import dev.stoa.table.TableSettings;
import dev.stoa.vio.LocalFolder;
import dev.stoa.writer.JavaRows;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Updates keep the digits of times that Spark does not see, such as those of Hive's timestamps. */
@Tag("engine")
class FinerTimesTest {
    private static final Type NANOS = Type.timestamp(9, false);
    private static final long NANO = 1_577_836_800_123_456_789L;
    private static final BigInteger PICO = BigInteger.valueOf(NANO).multiply(BigInteger.valueOf(1000));
    /** Its microsecond is in 64 bits of nanoseconds, and it is not. */
    private static final BigInteger WIDE = BigInteger.valueOf(Long.MAX_VALUE).add(BigInteger.ONE);

    @TempDir
    static Path warehouse;

    @BeforeAll
    static void addCatalog() {
        Spark.catalog(Spark.session(), "finer", warehouse.toString());
    }

    private static Table table(String name, TableProperties properties) throws Exception {
        Schema schema = Schema.of(
                Field.required("id", Type.of(TypeKind.INT32)).withFieldId(1),
                Field.nullable("p", Type.of(TypeKind.INT32)).withFieldId(2),
                Field.nullable("at", NANOS),
                Field.nullable("t", Type.time(9, false)),
                Field.nullable("d", Type.sized(TypeKind.INTERVAL_DAY_TIME, 9)),
                Field.nullable(
                        "s",
                        Type.struct(
                                List.of(Field.nullable("at", NANOS), Field.nullable("x", Type.of(TypeKind.INT32))))),
                Field.nullable("l", Type.list(Field.nullable("element", Type.timestamp(12, true)))));
        Table table = Table.create(new LocalFolder(warehouse.resolve(name)), schema, properties, TableSettings.DEFAULT);
        try (RowInsert insert = TableOperations.of(table).insert()) {
            insert.write(JavaRows.batch(
                    table.snapshot().schema(),
                    List.of(
                            row(1, NANO, 5_000_000_001L, List.of(NANO, 1), List.of(PICO, PICO)),
                            row(2, -NANO, -1L, List.of(-NANO, 1), List.of(PICO.negate())),
                            row(3, WIDE, 0L, null, null),
                            row(4, null, null, null, List.of()))));
            insert.commit();
        }
        return table;
    }

    private static Object[] row(int id, Object at, Long interval, Object struct, Object list) {
        return new Object[] {id, 0, at, interval == null ? null : Math.abs(interval), interval, struct, list};
    }

    /** All but the first two columns of each row, by the first. */
    private static Map<Integer, String> times(Table table) throws Exception {
        Map<Integer, String> rows = new TreeMap<>();
        try (TableScan scan = table.snapshot().scan().build()) {
            while (scan.next()) {
                Batch batch = scan.batch();
                for (int i = 0; i < batch.selectedCount(); i++) {
                    int row = batch.selected(i);
                    List<String> values = new ArrayList<>();
                    for (int column = 2; column < batch.columns().size(); column++) {
                        values.add(text(batch.column(column), row));
                    }
                    rows.put(((IntVector) batch.column(0)).values()[row] % 100, String.join(" ", values));
                }
            }
        }
        return rows;
    }

    private static String text(ColumnVector vector, int row) {
        if (vector.isNull(row)) {
            return "null";
        } else if (vector instanceof Int128Vector wide) {
            return wide.get(row).toString();
        } else if (vector instanceof LongVector longs) {
            return String.valueOf(longs.values()[row]);
        } else if (vector instanceof StructVector struct) {
            return "{" + text(struct.field(0), row) + "}";
        }
        ListVector list = (ListVector) vector;
        List<String> elements = new ArrayList<>();
        for (int i = list.offsets()[row]; i < list.offsets()[row + 1]; i++) {
            elements.add(text(list.elements(), i));
        }
        return elements.toString();
    }

    private static void keeps(Table table, String statement) throws Exception {
        Map<Integer, String> before = times(table);
        Rows.of(statement);
        assertEquals(before, times(table), statement);
    }

    @Test
    void rowsThatStay() throws Exception {
        Table table = table("stays", TableProperties.NONE);
        keeps(table, "update finer.stays set p = p + 1");
        keeps(table, "update finer.stays set id = id + 100, t = t, s = named_struct('at', s.at, 'x', 7) where id < 3");
        keeps(
                table,
                "merge into finer.stays t using (select 3 as id) u on t.id = u.id when matched then update set p = 9");
        Rows.of(
                "update finer.stays set at = timestamp_ntz'2020-01-01 00:00:00.123455', l = array(l[0]) where id = 101");
        assertEquals(
                "1577836800123455000 5000000001 5000000001 {" + NANO + "} ["
                        + PICO.subtract(PICO.mod(BigInteger.valueOf(1_000_000))) + "]",
                times(table).get(1),
                "a list of another length is another one");
    }

    @Test
    void rowsThatMove() throws Exception {
        TableProperties divided = new TableProperties(
                List.of(), List.of(), List.of(new TableProperties.PartitionColumn(2, "value")), Map.of());
        Table table = table("moves", divided);
        keeps(table, "update finer.moves set p = id");
        keeps(
                table,
                "merge into finer.moves t using (select 1 as id) u on t.id = u.id when matched then update set p = 8");
    }

    /** To Spark two times of one microsecond are equal, and the next column decides. */
    @Test
    void rowsOfOneMicrosecondAreInTheOrderOfTheNextColumn() throws Exception {
        Schema schema = Schema.of(
                Field.required("id", Type.of(TypeKind.INT32)).withFieldId(1),
                Field.nullable("at", NANOS).withFieldId(2));
        List<TableProperties.SortColumn> order =
                List.of(new TableProperties.SortColumn(2, false, true), new TableProperties.SortColumn(1, false, true));
        Table table = Table.create(
                new LocalFolder(warehouse.resolve("ordered")),
                schema,
                new TableProperties(order, List.of(), List.of(), Map.of()),
                TableSettings.DEFAULT);
        try (RowInsert insert = TableOperations.of(table).insert()) {
            insert.write(JavaRows.batch(
                    table.snapshot().schema(),
                    List.of(
                            new Object[] {3, NANO},
                            new Object[] {2, NANO + 1},
                            new Object[] {1, NANO + 2},
                            new Object[] {0, NANO + 1000})));
            insert.commit();
        }
        assertEquals(List.of("[1]", "[2]", "[3]", "[0]"), Rows.of("select id from finer.ordered order by at, id"));
        assertEquals(List.of("[1]"), Rows.of("select id from finer.ordered order by at, id limit 1"));
        assertEquals(List.of("[0]"), Rows.of("select id from finer.ordered order by at desc limit 1"));
        String first = Spark.session()
                .sql("select id from finer.ordered order by at limit 1")
                .queryExecution()
                .executedPlan()
                .toString();
        assertTrue(first.contains("first 1"), first);
    }
}
