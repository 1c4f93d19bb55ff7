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
package dev.stoa.writer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.stoa.format.Batch;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A declared order is that of the column's type: in one batch, from batch to batch, and within structs. */
class SortOrderTest {
    private static final BigInteger TWO_63 = BigInteger.ONE.shiftLeft(63);

    @TempDir
    Path folder;

    /** Types, and values of each in ascending order. */
    static Stream<Arguments> orders() {
        return Stream.of(
                order(Type.of(TypeKind.BOOLEAN), false, true),
                order(Type.of(TypeKind.INT8), -128, -1, 0, 127),
                order(Type.of(TypeKind.UINT32), 0L, 1L, 0xFFFF_FFFFL),
                order(Type.of(TypeKind.INT64), Long.MIN_VALUE, -1L, 0L, Long.MAX_VALUE),
                order(Type.of(TypeKind.UINT64), BigInteger.ZERO, BigInteger.ONE, TWO_63, TWO_63.add(BigInteger.ONE)),
                order(Type.of(TypeKind.FLOAT16), Float.NEGATIVE_INFINITY, -2f, -0.5f, 0f, 0.5f, 2f, Float.NaN),
                order(Type.of(TypeKind.FLOAT32), -1e30f, -1f, 0f, 1e-30f, Float.POSITIVE_INFINITY, Float.NaN),
                order(Type.of(TypeKind.FLOAT64), -1e300, -1d, 0d, 1e-300, Double.POSITIVE_INFINITY, Double.NaN),
                order(Type.decimal(15, 1), decimal("-100"), decimal("-0.1"), decimal("0"), decimal("7.5")),
                order(Type.decimal(38, 0), decimal("-1e30"), decimal("-1"), decimal("1"), decimal("1e30")),
                order(
                        Type.decimal(50, 0),
                        decimal("-1e45"),
                        decimal("-300"),
                        decimal("-1"),
                        decimal("200"),
                        decimal("1e45")),
                order(Type.sized(TypeKind.CHAR, 3), "a\t", "a", "ab", "b"),
                order(Type.of(TypeKind.STRING), "", "a", "a\t", "b", "\uffff", "\ud83d\ude00"),
                order(Type.of(TypeKind.BINARY), new byte[0], new byte[] {1}, new byte[] {1, 0}, new byte[] {-1}));
    }

    private static Arguments order(Type type, Object... ascending) {
        return Arguments.of(type, Arrays.asList(ascending));
    }

    private static BigDecimal decimal(String text) {
        return new BigDecimal(text);
    }

    @ParameterizedTest
    @MethodSource("orders")
    void neighboursThatChangePlacesAreRefused(Type type, List<Object> ascending) throws IOException {
        List<Object> last = new ArrayList<>(ascending);
        last.add(null);
        check(type, last, false, false);
        List<Object> first = new ArrayList<>(ascending);
        first.add(0, null);
        check(type, first, false, true);
        Collections.reverse(first);
        check(type, first, true, false);
        Collections.reverse(last);
        check(type, last, true, true);
    }

    @Test
    void zerosAreEqual() throws IOException {
        SortColumn column = SortColumn.ascending("c");
        for (TypeKind kind : List.of(TypeKind.FLOAT16, TypeKind.FLOAT32, TypeKind.FLOAT64)) {
            boolean isDouble = kind == TypeKind.FLOAT64;
            Object zero = isDouble ? (Object) 0.0 : (Object) 0f;
            Object negative = isDouble ? (Object) (-0.0) : (Object) (-0f);
            List<Object[]> rows = List.of(new Object[] {zero}, new Object[] {negative}, new Object[] {zero});
            Schema schema = Schema.of(Field.required("c", Type.of(kind)));
            assertEquals(3, write(schema, column, rows, 1));
            assertEquals(3, write(schema, column, rows, 3));
        }
    }

    @Test
    void numbersAreComparedWithoutTheBytesThatTheWriterLeavesOut() throws IOException {
        Schema schema = Schema.of(Field.required("c", Type.decimal(50, 0)));
        byte[] data = {0, 0, 5, 6, 0, -56, -1, -1, -7};
        int[][] ascending = {{6, 9}, {0, 3}, {3, 4}, {4, 6}}; // -7, 5, 6, 200
        for (int i = 0; i < ascending.length; i++) {
            for (int j = 0; j < ascending.length; j++) {
                Batch batch = twoRows(schema, data, ascending[i], ascending[j]);
                try (StoaWriter writer = TestFiles.create(
                        folder.resolve("f" + i + "-" + j),
                        schema,
                        WriterOptions.DEFAULT.withSortColumns(List.of(SortColumn.ascending("c"))))) {
                    if (i <= j) {
                        writer.write(batch);
                    } else {
                        assertThrows(RejectedDataException.class, () -> writer.write(batch), i + " before " + j);
                    }
                }
            }
        }
    }

    private static Batch twoRows(Schema schema, byte[] data, int[] first, int[] second) {
        byte[] both = new byte[first[1] - first[0] + second[1] - second[0]];
        System.arraycopy(data, first[0], both, 0, first[1] - first[0]);
        System.arraycopy(data, second[0], both, first[1] - first[0], second[1] - second[0]);
        int[] offsets = {0, first[1] - first[0], both.length};
        Type type = schema.fields().get(0).type();
        return new Batch(schema, List.of(new BytesVector(type, both, offsets, ColumnVector.NO_NULLS, 2)), 2);
    }

    private void check(Type type, List<Object> sorted, boolean isDescending, boolean nullsFirst) throws IOException {
        Schema top = Schema.of(Field.nullable("c", type));
        SortColumn byTop = new SortColumn(List.of("c"), isDescending, nullsFirst);
        check(top, byTop, sorted.stream().map(value -> new Object[] {value}).toList());
        Schema nested = Schema.of(Field.nullable("s", Type.struct(List.of(Field.nullable("c", type)))));
        SortColumn byField = new SortColumn(List.of("s", "c"), isDescending, nullsFirst);
        check(
                nested,
                byField,
                sorted.stream()
                        .map(value -> new Object[] {value == null ? null : new Object[] {value}})
                        .toList());
    }

    private void check(Schema schema, SortColumn column, List<Object[]> sorted) throws IOException {
        List<Object[]> twice =
                sorted.stream().flatMap(row -> Stream.of(row, row)).toList();
        for (int batch : new int[] {1, 2, twice.size()}) {
            assertEquals(twice.size(), write(schema, column, twice, batch));
            for (int i = 1; i < sorted.size(); i++) {
                List<Object[]> swapped = new ArrayList<>(sorted);
                Collections.swap(swapped, i - 1, i);
                RejectedDataException refused =
                        assertThrows(RejectedDataException.class, () -> write(schema, column, swapped, batch));
                assertEquals(i, refused.row());
                assertEquals(String.join(".", column.path()), refused.column());
            }
        }
    }

    private long write(Schema schema, SortColumn column, List<Object[]> rows, int batch) throws IOException {
        WriterOptions options = WriterOptions.DEFAULT.withSortColumns(List.of(column));
        try (StoaWriter writer = TestFiles.create(folder.resolve("f" + rows.hashCode()), schema, options)) {
            for (int at = 0; at < rows.size(); at += batch) {
                writer.write(TestFiles.batch(schema, rows.subList(at, Math.min(rows.size(), at + batch))));
            }
            return writer.rowCount();
        }
    }
}
