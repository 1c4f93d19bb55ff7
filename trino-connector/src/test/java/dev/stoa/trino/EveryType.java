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
package dev.stoa.trino;

import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.build.BooleanBuilder;
import dev.stoa.format.build.BytesBuilder;
import dev.stoa.format.build.DoubleBuilder;
import dev.stoa.format.build.FloatBuilder;
import dev.stoa.format.build.Int128Builder;
import dev.stoa.format.build.IntBuilder;
import dev.stoa.format.build.ListBuilder;
import dev.stoa.format.build.LongBuilder;
import dev.stoa.format.build.StructBuilder;
import dev.stoa.format.build.VectorBuilder;
import dev.stoa.format.build.VectorBuilders;
import dev.stoa.table.RowInsert;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.vio.LocalFolder;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;

/** A table with a column of every type that Trino has, too. Every fifth row is null but for its number. */
final class EveryType {
    static final int ROWS = 10_000;
    static final int NULLS = 5;

    /**
     * A column.
     *
     * @param name of the column
     * @param type as it is stored
     * @param value of a row, put into the builder
     * @param shown what Trino shows of row 7, cast to varchar
     */
    record Column(String name, Type type, Value value, String shown) {}

    /** Puts the value of a row. */
    interface Value {
        void add(VectorBuilder to, int row);
    }

    static final List<Column> COLUMNS = List.of(
            new Column("yes", Type.of(TypeKind.BOOLEAN), (to, row) -> ((BooleanBuilder) to).add(row % 2 == 1), "true"),
            ints("i8", Type.of(TypeKind.INT8), row -> row % 100 - 50, "-43"),
            ints("i16", Type.of(TypeKind.INT16), row -> -row, "-7"),
            ints("i32", Type.of(TypeKind.INT32), row -> row * 1000, "7000"),
            longs("i64", Type.of(TypeKind.INT64), row -> row * 10_000_000_000L, "70000000000"),
            ints("u8", Type.of(TypeKind.UINT8), row -> 200 + row % 50, "207"),
            ints("u16", Type.of(TypeKind.UINT16), row -> 40_000 + row, "40007"),
            longs("u32", Type.of(TypeKind.UINT32), row -> 4_000_000_000L + row, "4000000007"),
            longs("u64", Type.of(TypeKind.UINT64), row -> -row, "18446744073709551609"),
            ints("f16", Type.of(TypeKind.FLOAT16), row -> Float.floatToFloat16(row % 50), "7.0E0"),
            new Column("f32", Type.of(TypeKind.FLOAT32), (to, row) -> ((FloatBuilder) to).add(row / 2f), "3.5E0"),
            new Column("f64", Type.of(TypeKind.FLOAT64), (to, row) -> ((DoubleBuilder) to).add(row / 4d), "1.75E0"),
            longs("dec", Type.decimal(10, 2), row -> row * 101L, "7.07"),
            wide(
                    "wide",
                    Type.decimal(38, 3),
                    row -> BigInteger.valueOf(-row).shiftLeft(70),
                    "-8264141345021879123.968"),
            ints("day", Type.of(TypeKind.DATE), row -> row, "1970-01-08"),
            longs("t3", Type.time(3, false), row -> row * 1_001L, "00:00:07.007"),
            longs("t9", Type.time(9, false), row -> row * 1_000_000_001L, "00:00:07.000000007"),
            longs("ts0", Type.timestamp(0, false), row -> -row, "1969-12-31 23:59:53"),
            longs("ts6", Type.timestamp(6, false), row -> -row, "1969-12-31 23:59:59.999993"),
            wide("ts9", Type.timestamp(9, false), row -> BigInteger.valueOf(-row), "1969-12-31 23:59:59.999999993"),
            longs("tz3", Type.timestamp(3, true), row -> -row, "1969-12-31 23:59:59.993 UTC"),
            longs("tz6", Type.timestamp(6, true), row -> -row, "1969-12-31 23:59:59.999993 UTC"),
            wide("tz12", Type.timestamp(12, true), BigInteger::valueOf, "1970-01-01 00:00:00.000000000007 UTC"),
            texts("few", Type.of(TypeKind.STRING), row -> "name " + row % 3, "name 1"),
            texts("many", Type.of(TypeKind.STRING), row -> "Größe " + row, "Größe 7"),
            texts("short", Type.sized(TypeKind.VARCHAR, 12), row -> "v" + row, "v7"),
            texts("padded", Type.sized(TypeKind.CHAR, 6), row -> "c" + row, "c7"),
            texts("document", Type.of(TypeKind.JSON), row -> "{\"a\":" + row + "}", "{\"a\":7}"),
            new Column(
                    "id",
                    Type.of(TypeKind.UUID),
                    (to, row) -> ((BytesBuilder) to).add(HexFormat.of().parseHex(String.format("%032x", row))),
                    "00000000-0000-0000-0000-000000000007"));

    private EveryType() {}

    private static final Type PAIR = Type.struct(
            List.of(Field.nullable("a", Type.of(TypeKind.INT32)), Field.nullable("b", Type.of(TypeKind.STRING))));
    private static final Type LIST = Type.list(Field.nullable("element", Type.of(TypeKind.INT64)));
    private static final Type MAP =
            Type.map(Field.required("key", Type.of(TypeKind.STRING)), Field.nullable("value", PAIR));

    /** The columns, after the number of the row; the nested ones last. */
    static Schema schema() {
        List<Field> fields = new ArrayList<>();
        fields.add(Field.required("Number", Type.of(TypeKind.INT32)));
        for (Column column : COLUMNS) {
            fields.add(Field.nullable(column.name(), column.type()));
        }
        fields.add(Field.nullable("pair", PAIR));
        fields.add(Field.nullable("list", LIST));
        fields.add(Field.nullable("map", MAP));
        return new Schema(fields);
    }

    static Table create(Path folder) throws IOException {
        Table table = Table.create(
                new LocalFolder(Files.createDirectories(folder)),
                schema(),
                TableProperties.NONE,
                TableSettings.DEFAULT);
        try (RowInsert insert = TableOperations.of(table).insert()) {
            for (int from = 0; from < ROWS; from += 1000) {
                insert.write(batch(from, 1000));
            }
            insert.commit();
        }
        return table;
    }

    private static Batch batch(int from, int count) {
        Schema schema = schema();
        List<ColumnVector> vectors = new ArrayList<>();
        for (int i = 0; i < schema.fields().size(); i++) {
            VectorBuilder to = VectorBuilders.of(schema.fields().get(i).type());
            for (int row = from; row < from + count; row++) {
                if (i > 0 && row % NULLS == 0) {
                    to.addNull();
                } else if (i == 0) {
                    ((IntBuilder) to).add(row);
                } else if (i <= COLUMNS.size()) {
                    COLUMNS.get(i - 1).value().add(to, row);
                } else {
                    nested(to, i - COLUMNS.size(), row);
                }
            }
            vectors.add(to.vector());
        }
        return new Batch(schema, vectors, count);
    }

    private static void nested(VectorBuilder to, int which, int row) {
        switch (which) {
            case 1 -> pair((StructBuilder) to, row);
            case 2 -> {
                ListBuilder list = (ListBuilder) to;
                for (int i = 0; i < row % 4; i++) {
                    if (i == 1) {
                        list.elements().addNull();
                    } else {
                        ((LongBuilder) list.elements()).add(row + i);
                    }
                }
                list.endRow();
            }
            default -> {
                ListBuilder map = (ListBuilder) to;
                StructBuilder entries = (StructBuilder) map.elements();
                for (int i = 0; i < row % 3; i++) {
                    ((BytesBuilder) entries.fields().get(0)).add(bytes("k" + i));
                    pair((StructBuilder) entries.fields().get(1), row + i);
                    entries.endRow();
                }
                map.endRow();
            }
        }
    }

    private static void pair(StructBuilder to, int row) {
        ((IntBuilder) to.fields().get(0)).add(row);
        ((BytesBuilder) to.fields().get(1)).add(bytes("b" + row));
        to.endRow();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static Column ints(String name, Type type, IntUnaryOperator value, String shown) {
        return new Column(name, type, (to, row) -> ((IntBuilder) to).add(value.applyAsInt(row)), shown);
    }

    private static Column longs(String name, Type type, IntToLongFunction value, String shown) {
        return new Column(name, type, (to, row) -> ((LongBuilder) to).add(value.applyAsLong(row)), shown);
    }

    private static Column wide(String name, Type type, IntFunction<BigInteger> value, String shown) {
        return new Column(name, type, (to, row) -> ((Int128Builder) to).add(value.apply(row)), shown);
    }

    private static Column texts(String name, Type type, IntFunction<String> value, String shown) {
        return new Column(name, type, (to, row) -> ((BytesBuilder) to).add(bytes(value.apply(row))), shown);
    }
}
