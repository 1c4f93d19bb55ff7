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
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Batch;
import dev.stoa.format.Field;
import dev.stoa.format.ListVector;
import dev.stoa.format.Schema;
import dev.stoa.format.StructVector;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The Java objects that {@link RowAppender} takes, and the values that they become. */
class JavaValuesTest {
    private static final Type INT32 = Type.of(TypeKind.INT32);

    @TempDir
    Path folder;

    private static Arguments number(Type type, Object value, long expected) {
        return Arguments.of(type, value, BigInteger.valueOf(expected));
    }

    static Stream<Arguments> integers() {
        Type int64 = Type.of(TypeKind.INT64);
        Type money = Type.decimal(5, 2);
        Type millis = Type.sized(TypeKind.INTERVAL_DAY_TIME, 3);
        return Stream.of(
                number(INT32, (byte) -7, -7),
                number(INT32, (short) 300, 300),
                number(INT32, BigInteger.valueOf(Integer.MIN_VALUE), Integer.MIN_VALUE),
                number(INT32, (long) Integer.MAX_VALUE, Integer.MAX_VALUE),
                number(int64, Long.MIN_VALUE, Long.MIN_VALUE),
                number(int64, BigInteger.valueOf(Long.MAX_VALUE), Long.MAX_VALUE),
                Arguments.of(
                        Type.of(TypeKind.UINT64),
                        BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE),
                        BigInteger.ONE.negate()),
                number(Type.of(TypeKind.UINT64), BigInteger.ZERO, 0),
                number(money, new BigDecimal("999.99"), 99_999),
                number(money, new BigDecimal("-1.5"), -150),
                number(money, new BigDecimal("0E+999999999"), 0),
                number(money, new BigDecimal("0E-999999999"), 0),
                number(money, new BigDecimal("1.230000"), 123),
                number(money, BigInteger.valueOf(-999), -99_900),
                number(money, 12, 1200),
                number(Type.of(TypeKind.DATE), LocalDate.of(1969, 12, 31), -1),
                number(Type.of(TypeKind.DATE), 7, 7),
                number(Type.time(9, false), LocalTime.of(1, 0, 0, 5), 3_600_000_000_005L),
                number(Type.time(0, false), LocalTime.of(1, 0), 3600),
                number(Type.timestamp(3, true), Instant.ofEpochSecond(-1, 999_000_000), -1),
                number(Type.timestamp(6, false), LocalDateTime.of(1970, 1, 1, 0, 0, 2, 3000), 2_000_003),
                number(Type.timestamp(11, true), Instant.ofEpochSecond(1, 2), 100_000_000_200L),
                number(millis, Duration.ofMillis(-1500), -1500),
                number(Type.timestamp(3, true), 5L, 5));
    }

    @ParameterizedTest
    @MethodSource("integers")
    void integersAndWhatIsCounted(Type type, Object value, BigInteger expected) {
        assertEquals(
                type.kind() == TypeKind.UINT64 ? new BigInteger(1, bytes64(expected)) : expected,
                JavaValues.integer(type, value));
        assertEquals(expected.longValue(), JavaValues.bits64(type, value));
    }

    private static byte[] bytes64(BigInteger value) {
        return ByteBuffer.allocate(8).putLong(value.longValue()).array();
    }

    static Stream<Arguments> unfit() {
        Type uint64 = Type.of(TypeKind.UINT64);
        BigDecimal thousand = new BigDecimal("1000");
        return Stream.of(
                Arguments.of(
                        Type.of(TypeKind.INT64),
                        BigInteger.ONE.shiftLeft(63),
                        "9223372036854775808 does not fit int64"),
                Arguments.of(uint64, BigInteger.ONE.shiftLeft(64), "18446744073709551616 does not fit uint64"),
                Arguments.of(INT32, 1L << 31, "2147483648 does not fit int32"),
                Arguments.of(INT32, -1L << 32, "-4294967296 does not fit int32"),
                Arguments.of(
                        Type.decimal(5, 2), thousand, "a decimal of 4 digits, 0 of them after the point, does not fit"),
                Arguments.of(
                        Type.decimal(5, 2),
                        new BigDecimal("1E-999999999"),
                        "1E-999999999 has more digits after the point"),
                Arguments.of(Type.decimal(5, 2), new BigDecimal("1.234"), "1.234 has more digits after the point"),
                Arguments.of(Type.decimal(5, 2), new BigDecimal("0.009"), "0.009 has more digits after the point"),
                Arguments.of(Type.timestamp(3, true), LocalDateTime.MIN, "a java.time.LocalDateTime is not a value of"),
                Arguments.of(INT32, Duration.ZERO, "a java.time.Duration is not a value of int32"),
                Arguments.of(INT32, LocalTime.MIN, "a java.time.LocalTime is not a value of int32"),
                Arguments.of(INT32, LocalDate.EPOCH, "a java.time.LocalDate is not a value of int32"),
                Arguments.of(Type.of(TypeKind.BOOLEAN), 1, "a java.lang.Integer is not a value of boolean"),
                Arguments.of(Type.of(TypeKind.FLOAT16), 1.0, "a java.lang.Double is not a value of float16"),
                Arguments.of(Type.of(TypeKind.FLOAT32), 1.0, "a java.lang.Double is not a value of float32"),
                Arguments.of(Type.of(TypeKind.FLOAT64), 1, "a java.lang.Integer is not a value of float64"),
                Arguments.of(Type.of(TypeKind.BINARY), "a", "a java.lang.String is not a value of binary"),
                Arguments.of(Type.of(TypeKind.BINARY), new UUID(1, 2), "a java.util.UUID is not a value of binary"),
                Arguments.of(Type.list(Field.required("element", INT32)), 1, "a java.lang.Integer is not a value of"),
                Arguments.of(
                        Type.struct(List.of(Field.required("x", INT32))), 1, "a java.lang.Integer is not a value of"),
                Arguments.of(
                        Type.map(Field.required("key", INT32), Field.required("value", INT32)),
                        1,
                        "a java.lang.Integer is not a value of"));
    }

    @ParameterizedTest
    @MethodSource("unfit")
    void otherObjectsAreRefused(Type type, Object value, String problem) {
        Schema schema = Schema.of(Field.nullable("a", type));
        RejectedDataException e = assertThrows(
                RejectedDataException.class,
                () -> JavaRows.batch(schema, List.of(new Object[] {null}, new Object[] {value})));
        assertTrue(e.getMessage().startsWith("column 'a', row 1: " + problem), e.getMessage());
        RejectedDataException elsewhere = e.at("b.c", 77);
        assertEquals("b.c", elsewhere.column());
        assertEquals(77, elsewhere.row());
        assertTrue(elsewhere.getMessage().startsWith("column 'b.c', row 77: " + problem), elsewhere.getMessage());
        assertEquals(List.of(e.getStackTrace()), List.of(elsewhere.getStackTrace()));
    }

    @Test
    void aFarExponentIsRefusedAtOnce() {
        Schema schema = Schema.of(Field.nullable("a", Type.decimal(5, 2)));
        Object[] far = {new BigDecimal("1E-100000000")};
        RejectedDataException e = assertTimeoutPreemptively(
                Duration.ofSeconds(10),
                () -> assertThrows(RejectedDataException.class, () -> JavaRows.batch(schema, List.<Object[]>of(far))));
        assertTrue(e.getMessage().contains("1E-100000000 has more digits after the point"), e.getMessage());
    }

    @Test
    void textsBytesAndOtherNumbers() {
        UUID uuid = new UUID(0x0102030405060708L, -2);
        ByteBuffer expected =
                ByteBuffer.allocate(16).putLong(0x0102030405060708L).putLong(-2).flip();
        assertEquals(expected, ByteBuffer.wrap(JavaValues.bytes(Type.of(TypeKind.UUID), uuid)));
        ByteBuffer text = ByteBuffer.wrap(JavaValues.bytes(Type.of(TypeKind.JSON), CharBuffer.wrap("a\u00e9")));
        assertEquals(ByteBuffer.wrap(new byte[] {'a', (byte) 0xC3, (byte) 0xA9}), text);
        byte[] given = {1, 2};
        assertEquals(ByteBuffer.wrap(given), ByteBuffer.wrap(JavaValues.bytes(Type.of(TypeKind.STRING), given)));
        byte[] decimal = JavaValues.bytes(Type.decimal(40, 1), BigInteger.valueOf(-20));
        assertEquals(BigInteger.valueOf(-200), new BigInteger(decimal));
        assertEquals(0x3C00, JavaValues.bits32(Type.of(TypeKind.FLOAT16), 1f));
        assertEquals(-5, JavaValues.bits32(INT32, -5));
        assertEquals(0.5, JavaValues.float64(Type.of(TypeKind.FLOAT64), 0.5f));
    }

    /** About the bytes that a row takes: batches of rows end by them. */
    @Test
    void rowsCountTheirBytes() throws RejectedDataException {
        Type struct = Type.struct(List.of(Field.nullable("x", INT32), Field.nullable("y", Type.of(TypeKind.BOOLEAN))));
        Type map = Type.map(Field.required("key", INT32), Field.nullable("value", Type.of(TypeKind.FLOAT64)));
        List<Type> types = List.of(
                Type.of(TypeKind.BOOLEAN),
                INT32,
                Type.of(TypeKind.INT64),
                Type.of(TypeKind.INTERVAL_MONTH_DAY_NANO),
                Type.of(TypeKind.FLOAT32),
                Type.of(TypeKind.FLOAT64),
                Type.of(TypeKind.STRING),
                struct,
                Type.list(Field.nullable("element", INT32)),
                map);
        Object[] values = {
            true, 1, 2L, BigInteger.TEN, 1f, 2.0, "abc", List.of(1, false), Arrays.asList(1, null), Map.of(1, 2.0)
        };
        int[] bytes = {1, 4, 8, 16, 4, 8, 7, 6, 9, 16};
        Field[] fields = new Field[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            fields[i] = Field.nullable("c" + i, types.get(i));
            ObjectRows one = new ObjectRows(Schema.of(fields[i]));
            assertEquals(
                    bytes[i], one.add(new Object[] {values[i]}, 0), types.get(i).toString());
            assertEquals(1, one.add(new Object[] {null}, 1));
        }
        ObjectRows all = new ObjectRows(Schema.of(fields));
        assertEquals(Arrays.stream(bytes).sum(), all.add(values, 0));
        assertEquals(bytes.length, all.add(new Object[bytes.length], 1));
        Batch batch = all.batch();
        assertEquals(2, batch.rowCount());
        for (int i = 0; i < bytes.length; i++) {
            assertTrue(!batch.column(i).isNull(0) && batch.column(i).isNull(1), "column " + i);
        }
        assertEquals(
                2,
                ((StructVector) ((ListVector) batch.column(9)).elements())
                        .fields()
                        .size());
        all.clear();
        assertEquals(0, all.rows());
        assertEquals(0, all.batch().column(0).size());
    }

    /** A vector's worth of rows, or 4 MiB: then the writer has them. */
    @Test
    void rowsArePassedOnInBatches() throws IOException {
        Schema schema = Schema.of(Field.nullable("a", Type.of(TypeKind.BINARY)));
        try (StoaWriter writer = TestFiles.create(folder.resolve("f"), schema, WriterOptions.DEFAULT)) {
            for (int row = 0; row < 4096; row++) {
                assertEquals(0, writer.rowCount());
                writer.rows().append(new byte[1000]);
            }
            assertEquals(4096, writer.rowCount());
            // each of them counts four bytes for its length
            for (int row = 0; row < 4; row++) {
                assertEquals(4096, writer.rowCount());
                writer.rows().append(new byte[(1 << 20) - 4]);
            }
            assertEquals(4100, writer.rowCount());
            writer.rows().append(new byte[1]);
            assertEquals(4100, writer.rowCount());
            RejectedDataException e = assertThrows(
                    RejectedDataException.class, () -> writer.rows().append(1));
            assertEquals(4101, e.row());
        }
    }

    @Test
    void aRowHasAValueForEachColumn() throws RejectedDataException {
        Schema schema = Schema.of(Field.nullable("a", INT32));
        assertEquals(1, JavaRows.batch(schema, List.of()).columns().size());
        for (Object[] row : List.of(new Object[0], new Object[2])) {
            IllegalArgumentException e = assertThrows(
                    IllegalArgumentException.class,
                    () -> JavaRows.batch(schema, List.<Object[]>of(new Object[1], row)));
            assertEquals("row 1 has " + row.length + " values, the schema has 1 columns", e.getMessage());
        }
    }
}
