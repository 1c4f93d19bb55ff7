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
package dev.stoa.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ValueTextTest {

    private static String ofInt(Type type, int value) {
        return ValueText.of(new IntVector(type, new int[] {value}, ColumnVector.NO_NULLS, 1), 0);
    }

    private static String ofLong(Type type, long value) {
        return ValueText.of(new LongVector(type, new long[] {value}, ColumnVector.NO_NULLS, 1), 0);
    }

    private static String of128(Type type, long high, long low) {
        return ValueText.of(new Int128Vector(type, new long[] {high}, new long[] {low}, ColumnVector.NO_NULLS, 1), 0);
    }

    private static String ofBytes(Type type, byte... value) {
        return ValueText.of(new BytesVector(type, value, new int[] {0, value.length}, ColumnVector.NO_NULLS, 1), 0);
    }

    @Test
    void numbers() {
        assertEquals("-5", ofInt(Type.of(TypeKind.INT8), -5));
        assertEquals("18446744073709551615", ofLong(Type.of(TypeKind.UINT64), -1));
        assertEquals("-0.05", ofLong(Type.decimal(15, 2), -5));
        assertEquals("10", ofLong(Type.decimal(15, 0), 10));
        assertEquals("18446744073709551616.0", of128(Type.decimal(38, 1), 10, 0));
        assertEquals("-0.1", of128(Type.decimal(38, 1), -1, -1));
        assertEquals("-1.28", ofBytes(Type.decimal(50, 2), (byte) 0x80));
        assertEquals("1.5", ofInt(Type.of(TypeKind.FLOAT16), 0x3E00));
        assertEquals("5.9604645E-8", ofInt(Type.of(TypeKind.FLOAT16), 1));
        assertEquals("-65504.0", ofInt(Type.of(TypeKind.FLOAT16), 0xFBFF));
        assertEquals("NaN", ofInt(Type.of(TypeKind.FLOAT16), 0x7E00));
        assertEquals(
                "-0.0",
                ValueText.of(
                        new DoubleVector(Type.of(TypeKind.FLOAT64), new double[] {-0.0}, ColumnVector.NO_NULLS, 1), 0));
    }

    @Test
    void datesAndTimes() {
        assertEquals("1969-12-31", ofInt(Type.of(TypeKind.DATE), -1));
        assertEquals("0001-01-01", ofInt(Type.of(TypeKind.DATE), -719162));
        assertEquals("23:59:59.999", ofLong(Type.time(3, false), 86_399_999));
        assertEquals("00:00:01Z", ofLong(Type.time(0, true), 1));
        assertEquals("1969-12-31T23:59:59.999999Z", ofLong(Type.timestamp(6, true), -1));
        assertEquals("1970-01-01T00:00:01", ofLong(Type.timestamp(0, false), 1));
        assertEquals("1969-12-31T23:59:59.999999999", of128(Type.timestamp(9, false), -1, -1));
        // 9999-12-31T23:59:59.999999999 needs more than 64 bits
        java.math.BigInteger late = java.math.BigInteger.valueOf(253402300799L)
                .multiply(java.math.BigInteger.valueOf(1_000_000_000))
                .add(java.math.BigInteger.valueOf(999_999_999));
        assertEquals(
                "9999-12-31T23:59:59.999999999Z",
                of128(Type.timestamp(9, true), late.shiftRight(64).longValue(), late.longValue()));
        assertEquals("1 years 2 months", ofInt(Type.of(TypeKind.INTERVAL_YEAR_MONTH), 14));
        assertEquals("-1 months 3 days 7 ns", of128(Type.of(TypeKind.INTERVAL_MONTH_DAY_NANO), (-1L << 32) | 3, 7));
    }

    @Test
    void bytesAndText() {
        assertEquals("0x00ff", ofBytes(Type.of(TypeKind.BINARY), (byte) 0, (byte) -1));
        assertEquals("ä", ofBytes(Type.of(TypeKind.STRING), "ä".getBytes(StandardCharsets.UTF_8)));
        assertEquals(
                "00010203-0405-0607-0809-0a0b0c0d0e0f",
                ofBytes(Type.of(TypeKind.UUID), new byte[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}));
    }

    @Test
    void nestedValues() {
        Type number = Type.of(TypeKind.INT32);
        IntVector numbers = new IntVector(number, new int[] {1, 2, 3}, new boolean[] {false, true, false}, 3);
        ListVector list = new ListVector(
                Type.list(Field.nullable("element", number)),
                new int[] {0, 2, 2, 3},
                numbers,
                new boolean[] {false, true, false},
                3);
        assertEquals("[1, null]", ValueText.of(list, 0));
        assertEquals("null", ValueText.of(list, 1));
        BooleanVector flags =
                new BooleanVector(Type.of(TypeKind.BOOLEAN), new byte[] {1, 0, 1}, ColumnVector.NO_NULLS, 3);
        Type map = Type.map(Field.required("key", number), Field.nullable("value", Type.of(TypeKind.BOOLEAN)));
        StructVector entries =
                new StructVector(ListVector.entryType(map), List.of(numbers, flags), ColumnVector.NO_NULLS, 3);
        ListVector maps = new ListVector(map, new int[] {0, 1}, entries, ColumnVector.NO_NULLS, 1);
        assertEquals("{1: true}", ValueText.of(maps, 0));
        assertEquals("{key: 3, value: true}", ValueText.of(entries, 2));
    }
}
