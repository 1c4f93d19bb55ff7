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

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Batch;
import dev.stoa.format.BooleanVector;
import dev.stoa.format.BytesVector;
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
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a type can't hold is refused by column and row, and leaves nothing behind. */
class RejectionTest {
    private static final int ROW = 4100;

    @TempDir
    Path folder;

    private static ColumnVector int128(Type type, BigInteger value) {
        return new Int128Vector(
                type,
                new long[] {value.shiftRight(64).longValue()},
                new long[] {value.longValue()},
                ColumnVector.NO_NULLS,
                1);
    }

    private static ColumnVector bytes(Type type, byte... value) {
        return new BytesVector(type, value, new int[] {0, value.length}, ColumnVector.NO_NULLS, 1);
    }

    private static ColumnVector booleans(byte... values) {
        return new BooleanVector(Type.of(TypeKind.BOOLEAN), values, ColumnVector.NO_NULLS, values.length);
    }

    private static ColumnVector ints(TypeKind kind, int value) {
        return new IntVector(Type.of(kind), new int[] {value}, ColumnVector.NO_NULLS, 1);
    }

    private static ColumnVector longs(Type type, long value) {
        return new LongVector(type, new long[] {value}, ColumnVector.NO_NULLS, 1);
    }

    private static ColumnVector text(Type type, String value) {
        return bytes(type, value.getBytes(StandardCharsets.UTF_8));
    }

    /** The last good value, and the first bad one. */
    static Stream<Arguments> limits() {
        Type wide = Type.decimal(38, 3);
        Type huge = Type.decimal(40, 0);
        Type fixed = Type.sized(TypeKind.FIXED, 2);
        Type string = Type.of(TypeKind.STRING);
        Type varchar = Type.sized(TypeKind.VARCHAR, 2);
        Type chars = Type.sized(TypeKind.CHAR, 2);
        byte b80 = (byte) 0x80;
        // the largest below 10^38 whose lower 64 bits are zero
        BigInteger most = BigInteger.TEN.pow(38).shiftRight(64).shiftLeft(64);
        return Stream.of(
                Arguments.of(booleans((byte) 1), booleans((byte) 2)),
                Arguments.of(ints(TypeKind.INT8, 127), ints(TypeKind.INT8, 128)),
                Arguments.of(ints(TypeKind.INT8, -128), ints(TypeKind.INT8, -129)),
                Arguments.of(ints(TypeKind.INT16, -32768), ints(TypeKind.INT16, -32769)),
                Arguments.of(ints(TypeKind.UINT8, 255), ints(TypeKind.UINT8, 256)),
                Arguments.of(ints(TypeKind.UINT16, 0), ints(TypeKind.UINT16, -1)),
                Arguments.of(ints(TypeKind.FLOAT16, 65535), ints(TypeKind.FLOAT16, 65536)),
                Arguments.of(longs(Type.of(TypeKind.UINT32), 0xFFFF_FFFFL), longs(Type.of(TypeKind.UINT32), 1L << 32)),
                Arguments.of(longs(Type.decimal(3, 1), -999), longs(Type.decimal(3, 1), -1000)),
                Arguments.of(
                        longs(Type.decimal(18, 0), 999_999_999_999_999_999L),
                        longs(Type.decimal(18, 0), 1_000_000_000_000_000_000L)),
                Arguments.of(
                        int128(wide, BigInteger.TEN.pow(38).subtract(BigInteger.ONE)),
                        int128(wide, BigInteger.TEN.pow(38))),
                Arguments.of(
                        int128(wide, BigInteger.ONE.subtract(BigInteger.TEN.pow(38))),
                        int128(wide, BigInteger.TEN.pow(38).negate())),
                Arguments.of(
                        int128(wide, BigInteger.ONE.shiftLeft(64).negate()),
                        int128(wide, BigInteger.ONE.shiftLeft(127))),
                Arguments.of(int128(wide, most), int128(wide, most.add(BigInteger.ONE.shiftLeft(64)))),
                Arguments.of(
                        int128(wide, most.negate()),
                        int128(wide, most.add(BigInteger.ONE.shiftLeft(64)).negate())),
                Arguments.of(int128(wide, BigInteger.ZERO), int128(wide, BigInteger.TEN.pow(38))),
                Arguments.of(
                        bytes(
                                huge,
                                BigInteger.TEN.pow(40).subtract(BigInteger.ONE).toByteArray()),
                        bytes(huge, BigInteger.TEN.pow(40).toByteArray())),
                Arguments.of(bytes(huge, (byte) 0), bytes(huge)),
                Arguments.of(bytes(fixed, (byte) 1, (byte) 2), bytes(fixed, (byte) 1)),
                Arguments.of(bytes(Type.of(TypeKind.UUID), new byte[16]), bytes(Type.of(TypeKind.UUID), new byte[17])),
                Arguments.of(text(varchar, "\ud83d\ude00\u00e9"), text(varchar, "abc")),
                Arguments.of(text(chars, "ab   "), text(chars, "ab c")),
                Arguments.of(text(string, "\u0000\u07ff\uffff"), bytes(string, (byte) 'a', b80)),
                Arguments.of(text(string, "\ud7ff"), bytes(string, (byte) 0xED, (byte) 0xA0, b80)),
                Arguments.of(text(string, "\ue000"), bytes(string, (byte) 0xC0, b80)),
                Arguments.of(text(string, "\udbff\udfff"), bytes(string, (byte) 0xF4, (byte) 0x90, b80, b80)),
                Arguments.of(text(string, "\ud800\udc00"), bytes(string, (byte) 0xF0, b80, b80, b80)),
                Arguments.of(text(string, "\u0800"), bytes(string, (byte) 0xE0, b80, b80)),
                Arguments.of(text(string, "a"), bytes(string, (byte) 0xE2, (byte) 0x82)));
    }

    @ParameterizedTest
    @MethodSource("limits")
    void valuesBeyondTheirType(ColumnVector good, ColumnVector bad) throws IOException {
        Schema schema = Schema.of(Field.required("the.column", good.type()));
        try (StoaWriter writer = TestFiles.create(folder.resolve("f"), schema, WriterOptions.DEFAULT)) {
            for (int i = 0; i < ROW; i++) {
                writer.write(new Batch(schema, List.of(good), 1));
            }
            RejectedDataException e =
                    assertThrows(RejectedDataException.class, () -> writer.write(new Batch(schema, List.of(bad), 1)));
            assertEquals(ROW, e.row());
            assertEquals("the.column", e.column());
            assertTrue(e.getMessage().startsWith("column 'the.column', row 4100: "), e.getMessage());
            assertTrue(e.getMessage().contains(good.type().toString()), e.getMessage());
            assertThrows(IllegalStateException.class, () -> writer.write(new Batch(schema, List.of(good), 1)));
            assertThrows(IllegalStateException.class, writer::finish);
            assertThrows(IllegalStateException.class, () -> writer.rows().append(1));
        }
        assertEquals(List.of(), TestFiles.names(folder));
    }

    /** Vectors of three rows. The last row does not fit. */
    static Stream<ColumnVector> lastOfThree() {
        boolean[] none = ColumnVector.NO_NULLS;
        Type int8 = Type.of(TypeKind.INT8);
        Type uint32 = Type.of(TypeKind.UINT32);
        Type wide = Type.decimal(38, 0);
        Type string = Type.of(TypeKind.STRING);
        byte[] text = {'a', 'b', (byte) 0x80};
        BytesVector texts = new BytesVector(string, text, new int[] {0, 1, 2, 3}, none, 3);
        return Stream.of(
                booleans((byte) 0, (byte) 1, (byte) -1),
                new IntVector(int8, new int[] {1, -128, 128}, none, 3),
                new LongVector(uint32, new long[] {1, 0, -1}, none, 3),
                new Int128Vector(wide, new long[] {0, -1, Long.MAX_VALUE}, new long[3], none, 3),
                texts,
                new BytesVector(string, new int[] {0, 1, 2}, texts, none, 3));
    }

    @ParameterizedTest
    @MethodSource("lastOfThree")
    void theRowIsNamedNotItsPiece(ColumnVector values) throws IOException {
        Schema schema = Schema.of(Field.required("a", values.type()));
        for (int[] selection : List.of(new int[] {0, 1, 2}, new int[] {0, 2})) {
            try (StoaWriter writer = TestFiles.create(folder.resolve("f"), schema, WriterOptions.DEFAULT)) {
                writer.write(new Batch(schema, List.of(values), 3, 0, new int[] {0, 1}, 2));
                Batch bad = new Batch(schema, List.of(values), 3, 0, selection, selection.length);
                RejectedDataException e = assertThrows(RejectedDataException.class, () -> writer.write(bad));
                assertEquals(1 + selection.length, e.row());
            }
        }
    }

    @Test
    void badValuesAtNullRowsDontMatter() throws IOException {
        Type type = Type.of(TypeKind.INT8);
        Schema schema = Schema.of(Field.nullable("a", type));
        Path file = folder.resolve("f");
        try (StoaWriter writer = TestFiles.create(file, schema, WriterOptions.DEFAULT)) {
            boolean[] nulls = {true, false};
            writer.write(new Batch(schema, List.of(new IntVector(type, new int[] {1000, 3}, nulls, 2)), 2));
            writer.finish();
        }
        RoundTripTest.compare(file, schema, List.of(new Object[] {null}, new Object[] {3}));
    }

    private void rejectRow(String message, Schema schema, Object... row) throws IOException {
        try (StoaWriter writer = TestFiles.create(folder.resolve("f"), schema, WriterOptions.DEFAULT)) {
            RejectedDataException e = assertThrows(RejectedDataException.class, () -> {
                writer.rows().append(row);
                writer.finish();
            });
            assertTrue(e.getMessage().contains(message), e.getMessage());
        }
        assertEquals(List.of(), TestFiles.names(folder));
    }

    @Test
    void nullsWhereNoneMayBe() throws IOException {
        Field inner = Field.required("x", Type.of(TypeKind.INT32));
        rejectRow("column 'x', row 0: is null", Schema.of(inner), new Object[] {null});
        rejectRow("column 's.x', row 0: is null", Schema.of(Field.nullable("s", Type.struct(List.of(inner)))), (Object)
                new Object[] {null});
        rejectRow(
                "column 'l.x', row 1: is null",
                Schema.of(Field.required("l", Type.list(inner))),
                java.util.Arrays.asList(5, null));
    }

    /** A field of a null struct may be null, whatever the field declares. */
    @Test
    void nullsOfNullStructs() throws IOException {
        Type int8 = Type.of(TypeKind.INT8);
        Type struct = Type.struct(List.of(Field.required("x", int8)));
        Schema schema = Schema.of(Field.nullable("s", struct));
        ColumnVector fields = new IntVector(int8, new int[3], new boolean[] {true, false, true}, 3);
        Path file = folder.resolve("f");
        try (StoaWriter writer = TestFiles.create(file, schema, WriterOptions.DEFAULT)) {
            boolean[] both = {true, false, true};
            writer.write(new Batch(schema, List.of(new StructVector(struct, List.of(fields), both, 3)), 3));
            writer.finish();
        }
        Object[] zero = {new Object[] {0}};
        RoundTripTest.compare(file, schema, List.of(new Object[] {null}, zero, new Object[] {null}));
        try (StoaWriter writer = TestFiles.create(folder.resolve("g"), schema, WriterOptions.DEFAULT)) {
            boolean[] first = {true, false, false};
            Batch bad = new Batch(schema, List.of(new StructVector(struct, List.of(fields), first, 3)), 3);
            RejectedDataException e = assertThrows(RejectedDataException.class, () -> writer.write(bad));
            assertEquals("column 's.x', row 2: is null, but the column is declared to have no nulls", e.getMessage());
        }
    }

    @Test
    void objectsOfTheWrongClass() throws IOException {
        Field element = Field.nullable("element", Type.of(TypeKind.INT32));
        rejectRow(
                "column 'a', row 0: a java.lang.String is not a value of int32",
                Schema.of(Field.nullable("a", Type.of(TypeKind.INT32))),
                "1");
        rejectRow(
                "column 'a.element', row 0: a java.lang.Double is not a value of int32",
                Schema.of(Field.nullable("a", Type.list(element))),
                List.of(1, 2.0));
        rejectRow(
                "column 'a', row 0: 9223372036854775808 does not fit int64",
                Schema.of(Field.nullable("a", Type.of(TypeKind.INT64))),
                BigInteger.ONE.shiftLeft(63));
        rejectRow(
                "column 'a', row 0: -1 does not fit uint64",
                Schema.of(Field.nullable("a", Type.of(TypeKind.UINT64))),
                -1L);
        rejectRow(
                "column 'a', row 0: 1.25 has more digits after the point",
                Schema.of(Field.nullable("a", Type.decimal(9, 1))),
                new BigDecimal("1.25"));
        rejectRow(
                "does not fit decimal(9,1)",
                Schema.of(Field.nullable("a", Type.decimal(9, 1))),
                new BigDecimal("1e999999999"));
        rejectRow(
                "its fraction of a second has more digits",
                Schema.of(Field.nullable("a", Type.timestamp(3, true))),
                Instant.ofEpochSecond(1, 1));
        rejectRow(
                "its fraction of a second has more digits than interval_day_time(3)",
                Schema.of(Field.nullable("a", Type.sized(TypeKind.INTERVAL_DAY_TIME, 3))),
                Duration.ofSeconds(-1, 1));
        rejectRow(
                "a java.time.Instant is not a value of timestamp(3)",
                Schema.of(Field.nullable("a", Type.timestamp(3, false))),
                Instant.EPOCH);
        rejectRow("unpaired surrogate", Schema.of(Field.nullable("a", Type.of(TypeKind.STRING))), "\ud800");
        rejectRow("not a float16", Schema.of(Field.nullable("a", Type.of(TypeKind.FLOAT16))), 65505f);
        rejectRow(
                "is not a Map.Entry",
                Schema.of(Field.nullable("a", Type.map(Field.required("key", Type.of(TypeKind.STRING)), element))),
                List.of(Map.of()));
        rejectRow(
                "1 values given",
                Schema.of(Field.nullable(
                        "a", Type.struct(List.of(element, Field.nullable("b", Type.of(TypeKind.NULL)))))),
                List.of(List.of(1)));
        rejectRow("is not a value of null", Schema.of(Field.nullable("a", Type.of(TypeKind.NULL))), 1);
    }

    /** Vectors of two rows, and what is wrong with one of them. */
    static Stream<Arguments> contradictions() {
        Type list = Type.list(Field.nullable("element", Type.of(TypeKind.INT8)));
        ColumnVector elements = new IntVector(Type.of(TypeKind.INT8), new int[4], ColumnVector.NO_NULLS, 4);
        Type string = Type.of(TypeKind.STRING);
        BytesVector dictionary = new BytesVector(string, new byte[3], new int[] {0, 3}, ColumnVector.NO_NULLS, 1);
        Type map = Type.map(
                Field.required("key", Type.of(TypeKind.INT8)), Field.nullable("value", Type.of(TypeKind.INT8)));
        StructVector entries = new StructVector(
                ListVector.entryType(map), List.of(elements, elements), new boolean[] {false, true, false, false}, 4);
        boolean[] none = ColumnVector.NO_NULLS;
        BytesVector beyond = new BytesVector(string, new byte[3], new int[] {0, 1, 4}, none, 2);
        return Stream.of(
                Arguments.of(
                        new BytesVector(string, new int[] {0, 1}, beyond, none, 2),
                        "row 1: the value is said to be at 1 with 3 bytes, of 3 bytes of data"),
                Arguments.of(
                        new ListVector(list, new int[] {0, 3, 2}, elements, none, 2),
                        "row 1: the list is said to be from 3 to 2 of 4 elements"),
                Arguments.of(
                        new ListVector(list, new int[] {-1, 0, 2}, elements, none, 2),
                        "row 0: the list is said to be from -1 to 0 of 4 elements"),
                Arguments.of(
                        new ListVector(list, new int[] {0, 5, 4}, elements, none, 2),
                        "row 0: the list is said to be from 0 to 5 of 4 elements"),
                Arguments.of(
                        new ListVector(map, new int[] {0, 1, 2}, entries, none, 2),
                        "row 1: an entry of the map is null"),
                Arguments.of(
                        new BytesVector(string, new byte[3], new int[] {0, 2, 1}, none, 2),
                        "row 1: the value is said to be at 2 with -1 bytes, of 3 bytes of data"),
                Arguments.of(
                        new BytesVector(string, new byte[3], new int[] {0, 2, 4}, none, 2),
                        "row 1: the value is said to be at 2 with 2 bytes, of 3 bytes of data"),
                Arguments.of(
                        new BytesVector(string, new byte[3], new int[] {-1, 2, 3}, none, 2),
                        "row 0: the value is said to be at -1 with 3 bytes, of 3 bytes of data"),
                Arguments.of(
                        new BytesVector(string, new int[] {0, 1}, dictionary, none, 2),
                        "row 1: the id 1 is not in a dictionary of 1 entries"),
                Arguments.of(
                        new BytesVector(string, new int[] {-1, 0}, dictionary, none, 2),
                        "row 0: the id -1 is not in a dictionary of 1 entries"));
    }

    @ParameterizedTest
    @MethodSource("contradictions")
    void vectorsThatContradictThemselves(ColumnVector bad, String problem) throws IOException {
        Schema schema = Schema.of(Field.nullable("c", bad.type()));
        try (StoaWriter writer = TestFiles.create(folder.resolve("f"), schema, WriterOptions.DEFAULT)) {
            RejectedDataException e =
                    assertThrows(RejectedDataException.class, () -> writer.write(new Batch(schema, List.of(bad), 2)));
            assertEquals("column 'c', " + problem, e.getMessage());
        }
        assertEquals(List.of(), TestFiles.names(folder));
    }

    @Test
    void anotherSchemaOrType() throws IOException {
        Schema schema =
                Schema.of(Field.nullable("s", Type.struct(List.of(Field.nullable("x", Type.of(TypeKind.INT32))))));
        Schema other = Schema.of(Field.nullable("t", Type.of(TypeKind.INT32)));
        ColumnVector date = ints(TypeKind.DATE, 1);
        ColumnVector lying = new StructVector(schema.fields().get(0).type(), List.of(date), ColumnVector.NO_NULLS, 1);
        Schema cents = Schema.of(Field.nullable("s", Type.struct(List.of(Field.nullable("x", Type.decimal(9, 2))))));
        ColumnVector euros = longs(Type.decimal(9, 0), 1);
        ColumnVector otherScale =
                new StructVector(cents.fields().get(0).type(), List.of(euros), ColumnVector.NO_NULLS, 1);
        try (StoaWriter writer = TestFiles.create(folder.resolve("f"), cents, WriterOptions.DEFAULT)) {
            Batch bad = new Batch(cents, List.of(otherScale), 1);
            IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> writer.write(bad));
            assertEquals("column 's.x' is decimal(9,2), the vector holds decimal(9,0)", e.getMessage());
        }
        for (Batch bad :
                List.of(new Batch(other, List.of(ints(TypeKind.INT32, 1)), 1), new Batch(schema, List.of(lying), 1))) {
            try (StoaWriter writer = TestFiles.create(folder.resolve("f"), schema, WriterOptions.DEFAULT)) {
                assertThrows(IllegalArgumentException.class, () -> writer.write(bad));
            }
        }
    }

    @Test
    void rowsOutOfOrder() throws IOException {
        Schema schema = Schema.of(
                Field.nullable("a", Type.of(TypeKind.FLOAT64)), Field.nullable("b", Type.of(TypeKind.STRING)));
        WriterOptions options = WriterOptions.DEFAULT.withSortColumns(
                List.of(new SortColumn(List.of("a"), true, true), SortColumn.ascending("b")));
        Object[][] sorted = {
            {null, "z"}, {Double.NaN, "a"}, {1.0, "a"}, {0.0, "a"}, {-0.0, "b"}, {-0.0, null}, {-5.0, "a"}
        };
        for (int swap = 1; swap < sorted.length; swap++) {
            int at = swap;
            for (int batch : new int[] {1, 3, 7}) {
                try (StoaWriter writer = TestFiles.create(folder.resolve("f"), schema, options)) {
                    Object[][] rows = sorted.clone();
                    rows[at - 1] = sorted[at];
                    rows[at] = sorted[at - 1];
                    RejectedDataException e = assertThrows(RejectedDataException.class, () -> {
                        for (int i = 0; i < rows.length; i += batch) {
                            writer.write(TestFiles.batch(
                                    schema, List.of(rows).subList(i, Math.min(rows.length, i + batch))));
                        }
                    });
                    assertEquals(at, e.row());
                    assertEquals("a, b", e.column());
                }
            }
        }
        try (StoaWriter writer = TestFiles.create(folder.resolve("f"), schema, options)) {
            for (Object[] row : sorted) {
                writer.rows().append(row);
                writer.rows().append(row);
            }
            assertEquals(14, writer.finish().rows());
        }
    }

    @Test
    void sortColumnsThatCantBe() {
        Schema schema = Schema.of(
                Field.nullable("l", Type.list(Field.nullable("x", Type.of(TypeKind.INT32)))),
                Field.nullable("g", Type.geo(TypeKind.GEOMETRY, "")));
        for (SortColumn column : List.of(
                SortColumn.ascending("none"),
                SortColumn.ascending("l"),
                SortColumn.ascending("l", "x"),
                SortColumn.ascending("g"))) {
            WriterOptions options = WriterOptions.DEFAULT.withSortColumns(List.of(column));
            IllegalArgumentException e = assertThrows(
                    IllegalArgumentException.class, () -> TestFiles.create(folder.resolve("f"), schema, options));
            assertTrue(e.getMessage().contains(column.path().get(0)), e.getMessage());
        }
    }

    @Test
    void namesThatAreNoText() {
        Type type = Type.of(TypeKind.INT32);
        Schema good = Schema.of(Field.nullable("\ud83d\ude00", type));
        assertThrows(IllegalArgumentException.class, () -> create(Schema.of(Field.nullable("\ud83d", type))));
        assertThrows(
                IllegalArgumentException.class, () -> create(Schema.of(Field.nullable("\u00e9".repeat(32_768), type))));
        assertDoesNotThrow(() -> create(Schema.of(Field.nullable("\u00e9".repeat(32_767) + "e", type))));
        Type struct = Type.struct(List.of(Field.nullable("\ud83d", type)));
        IllegalArgumentException nested =
                assertThrows(IllegalArgumentException.class, () -> create(Schema.of(Field.nullable("outer", struct))));
        assertTrue(nested.getMessage().contains("column 'outer.\ud83d' has"), nested.getMessage());
        Type geometry = Type.geo(TypeKind.GEOMETRY, "x".repeat(65_536));
        assertThrows(IllegalArgumentException.class, () -> create(Schema.of(Field.nullable("g", geometry))));
        WriterOptions options = WriterOptions.DEFAULT.withMetadata(List.of(KeyValue.of("k", "\udc00")));
        IllegalArgumentException e = assertThrows(
                IllegalArgumentException.class, () -> TestFiles.create(folder.resolve("f"), good, options));
        assertTrue(e.getMessage().contains("'k'"), e.getMessage());
    }

    private void create(Schema schema) throws IOException {
        TestFiles.create(folder.resolve("f"), schema, WriterOptions.DEFAULT).close();
    }

    @Test
    void aSortedDictionaryWithWrongIds() throws IOException {
        Type type = Type.of(TypeKind.STRING);
        Schema schema = Schema.of(Field.nullable("a", type));
        BytesVector dictionary = new BytesVector(type, new byte[1], new int[] {0, 1}, ColumnVector.NO_NULLS, 1);
        ColumnVector bad = new BytesVector(type, new int[] {0, 7}, dictionary, ColumnVector.NO_NULLS, 2);
        WriterOptions options = WriterOptions.DEFAULT.withSortColumns(List.of(SortColumn.ascending("a")));
        try (StoaWriter writer = TestFiles.create(folder.resolve("f"), schema, options)) {
            assertThrows(RejectedDataException.class, () -> writer.write(new Batch(schema, List.of(bad), 2)));
        }
    }
}
