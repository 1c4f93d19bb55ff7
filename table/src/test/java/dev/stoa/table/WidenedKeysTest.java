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

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.Filter;
import dev.stoa.table.internal.log.MemoryFolder;
import dev.stoa.table.internal.schema.Widening;
import dev.stoa.writer.JavaRows;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Keys, hashes of partitions and indexes go by values, before and after a column gets a wider type. */
class WidenedKeysTest {
    private static final List<Type> TYPES = List.of(
            Type.of(TypeKind.INT8),
            Type.of(TypeKind.INT16),
            Type.of(TypeKind.INT32),
            Type.of(TypeKind.INT64),
            Type.of(TypeKind.UINT8),
            Type.of(TypeKind.UINT16),
            Type.of(TypeKind.UINT32),
            Type.of(TypeKind.UINT64),
            Type.of(TypeKind.FLOAT16),
            Type.of(TypeKind.FLOAT32),
            Type.of(TypeKind.FLOAT64),
            Type.decimal(9, 2),
            Type.decimal(18, 2),
            Type.decimal(20, 2),
            Type.decimal(38, 2),
            Type.decimal(50, 2),
            Type.sized(TypeKind.VARCHAR, 10),
            Type.sized(TypeKind.VARCHAR, 20),
            Type.of(TypeKind.STRING));

    private final MemoryFolder folder = new MemoryFolder();

    private static List<Object> values(Type type) {
        return switch (type.kind()) {
            case INT8, INT16, INT32, INT64 -> List.of(0L, 1L, -1L, 127L, -128L);
            case UINT8, UINT16, UINT32 -> List.of(0L, 1L, 255L);
            case UINT64 -> List.of(0L, 1L, BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE));
            case FLOAT16, FLOAT32 ->
                List.of(0f, 1f, -1f, 0.125f, Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY);
            case FLOAT64 -> List.of(0d, 1d, 0.1, Double.NaN, Double.NEGATIVE_INFINITY);
            case DECIMAL ->
                List.of(
                        new BigDecimal("0.00"),
                        new BigDecimal("1.00"),
                        new BigDecimal("-1.00"),
                        new BigDecimal("9999.99"));
            default -> List.of("", "a", "b ", "zzzzzzzzzz");
        };
    }

    /** A value that the narrower of two types does not have. */
    private static Optional<Object> more(Type from, Type to) {
        return switch (to.kind()) {
            case INT16, INT32, INT64, UINT16, UINT32, UINT64 -> Optional.of(1000L);
            case FLOAT64 -> Optional.of(0.1);
            case DECIMAL -> Optional.of(new BigDecimal(BigInteger.TEN.pow(from.precision()), 2));
            default -> Optional.of("12345678901");
        };
    }

    /** An equal value of other bits. */
    private static Object alike(Object value) {
        if (value instanceof Float f) {
            return f == 0 ? -0.0f : f.isNaN() ? (Object) Float.intBitsToFloat(0x7fc02000) : f;
        } else if (value instanceof Double d) {
            return d == 0 ? -0.0 : d.isNaN() ? (Object) Double.longBitsToDouble(0x7ff8000000000001L) : d;
        }
        return value;
    }

    private static Object as(Type type, Object value) {
        return type.kind() == TypeKind.FLOAT64 && value instanceof Float f ? (Object) f.doubleValue() : value;
    }

    static Stream<List<Type>> widenings() {
        List<List<Type>> pairs = new ArrayList<>();
        for (Type from : TYPES) {
            for (Type to : TYPES) {
                if (Widening.isAllowed(from, to)) {
                    pairs.add(List.of(from, to));
                }
            }
        }
        return pairs.stream();
    }

    private Table table(Type type, boolean keyed, Optional<String> partition) throws IOException {
        Schema schema = Schema.of(
                Field.required("k", type).withFieldId(1),
                Field.nullable("v", Rows.INT).withFieldId(2));
        List<TableProperties.PartitionColumn> partitions = partition
                .map(transform -> List.of(new TableProperties.PartitionColumn(1, transform)))
                .orElse(List.of());
        return Table.create(
                folder,
                schema,
                new TableProperties(List.of(), keyed ? List.of(1) : List.of(), partitions, Map.of()),
                TableSettings.DEFAULT);
    }

    private static OperationResult write(RowInsert insert, List<Object> keys, int value) throws IOException {
        try (insert) {
            insert.write(JavaRows.batch(
                    insert.snapshot().schema(),
                    keys.stream().map(key -> new Object[] {key, value}).toList()));
            return insert.commit();
        }
    }

    private static void widen(Table table, Type to) throws IOException {
        TableOperations.of(table).alter(snapshot -> {
            SchemaEdit edit = new SchemaEdit(snapshot);
            edit.widen("k", to);
            return edit.schema();
        });
    }

    @ParameterizedTest
    @MethodSource("widenings")
    void aKeyStaysUnique(List<Type> types) throws IOException {
        check(types, true, Optional.empty(), true);
        new WidenedKeysTest().check(types, true, Optional.of("hash(5)"), false);
    }

    private static boolean hasIndexes(Type type) {
        return switch (type.kind()) {
            case FLOAT16, FLOAT32, FLOAT64 -> false;
            case DECIMAL -> type.precision() <= 18;
            default -> true;
        };
    }

    private void check(List<Type> types, boolean keyed, Optional<String> partition, boolean indexed)
            throws IOException {
        Type from = types.get(0);
        Type to = types.get(1);
        Table table = table(from, keyed, partition);
        TableOperations operations = TableOperations.of(table);
        List<Object> values = values(from);
        int most = values.size() - 1;
        write(operations.insert(), values.subList(0, most), 1);
        if (indexed && hasIndexes(from)) {
            assertEquals(1, TableIndexes.add(table.snapshot(), "k", "test").size());
        }
        RowInsert before = operations.insert();
        if (!from.equals(to)) {
            widen(table, to);
            assertThrows(CommitConflictException.class, () -> write(before, values.subList(most, most + 1), 1));
        }
        write(operations.insert(), List.of(as(to, values.get(most))), 1);
        List<Object> alike = values.stream().map(value -> as(to, alike(value))).toList();
        for (Object value : alike) {
            String what = from + " to " + to + ": " + value;
            assertThrows(DuplicateKeyException.class, () -> write(operations.insert(), List.of(value), 2), what);
            assertEquals(
                    1, Rows.read(table.snapshot(), Filter.equal("k", value)).size(), what);
            assertEquals(
                    1,
                    Rows.read(table.snapshot(), Filter.in("k", List.of(value))).size(),
                    what);
            Transaction added = table.begin("insert");
            try (FragmentWriter task = new FragmentWriter(added.snapshot(), WriterOptions.DEFAULT, Long.MAX_VALUE)) {
                task.write(JavaRows.batch(added.snapshot().schema(), List.<Object[]>of(new Object[] {value, 3})));
                for (FragmentWriter.Written file : task.finish()) {
                    added.addFragment(file.path(), Optional.ofNullable(file.partition()));
                }
            }
            assertThrows(DuplicateKeyException.class, added::checkKeys, what);
        }
        OperationResult upserted = write(operations.upsert(), alike, 4);
        assertEquals(values.size(), upserted.updated());
        assertEquals(0, upserted.inserted());
        List<Object> all = new ArrayList<>(alike);
        if (!from.equals(to)) {
            Object more = more(from, to).orElseThrow();
            RowInsert one = operations.insert();
            RowInsert other = operations.insert();
            write(one, List.of(more), 4);
            assertThrows(CommitConflictException.class, () -> write(other, List.of(more), 4), "both insert one key");
            all.add(more);
        }
        for (Object value : all) {
            String what = from + " to " + to + ": " + value;
            Filter where = Filter.equal("k", value);
            assertEquals(
                    1,
                    operations
                            .update(List.of(Assignment.literal("v", 5)), Optional.of(where))
                            .updated(),
                    what);
            assertEquals(1, operations.delete(where).deleted(), what);
        }
        assertEquals(0, table.snapshot().rowCount());
    }

    /** Where a key is declared late, rows of all types that the column had are compared. */
    @ParameterizedTest
    @MethodSource("widenings")
    void aKeyIsDeclaredLate(List<Type> types) throws IOException {
        Type to = types.get(1);
        Table table = table(types.get(0), false, Optional.empty());
        write(TableOperations.of(table).insert(), values(types.get(0)), 1);
        if (!types.get(0).equals(to)) {
            widen(table, to);
        }
        for (Object value : values(types.get(0))) {
            OperationResult added = write(TableOperations.of(table).insert(), List.of(as(to, alike(value))), 2);
            Transaction declares = table.begin("declare");
            declares.setProperties(new TableProperties(List.of(), List.of(1), List.of(), Map.of()));
            assertThrows(dev.stoa.format.StoaException.class, declares::commit, types + ": " + value);
            Transaction removes = table.begin("remove");
            removes.removeFragment(added.snapshot()
                    .fragments()
                    .get(added.snapshot().fragmentCount() - 1)
                    .id());
            removes.commit();
        }
        Transaction declares = table.begin("declare");
        declares.setProperties(new TableProperties(List.of(), List.of(1), List.of(), Map.of()));
        declares.commit();
    }

    /** Trailing blanks are no part of such a value. */
    @Test
    void charsOfAKey() throws IOException {
        for (Optional<String> partition :
                List.of(Optional.<String>empty(), Optional.of("hash(5)"), Optional.of("value"))) {
            MemoryFolder fresh = new MemoryFolder();
            Schema schema = Schema.of(
                    Field.required("k", Type.sized(TypeKind.CHAR, 4)).withFieldId(1),
                    Field.nullable("v", Rows.INT).withFieldId(2));
            Table table = Table.create(
                    fresh,
                    schema,
                    new TableProperties(
                            List.of(),
                            List.of(1),
                            partition
                                    .map(p -> List.of(new TableProperties.PartitionColumn(1, p)))
                                    .orElse(List.of()),
                            Map.of()),
                    TableSettings.DEFAULT);
            TableOperations operations = TableOperations.of(table);
            write(operations.insert(), List.of("a", "b  "), 1);
            for (String value : List.of("a", "a  ", "b", "b   ")) {
                assertThrows(DuplicateKeyException.class, () -> write(operations.insert(), List.of(value), 2), value);
                assertEquals(
                        1, Rows.read(table.snapshot(), Filter.equal("k", value)).size(), partition + value);
            }
        }
    }
}
