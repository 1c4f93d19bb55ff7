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
package dev.stoa.reader.internal.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.Physical;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Which values a type has: the first and the last one, and those next to them that it has not. */
class ValueRulesTest {
    private static final boolean[] NO_NULLS = new boolean[0];
    private static final byte[] FRAME = {1, 2, 3};

    private static void check(boolean expected, Type type, ColumnVector vector) {
        assertEquals(expected, new ValueRules(type).isValue(vector, vector.size() - 1), () -> type + ": " + vector);
    }

    private static ColumnVector number(Type type, long value) {
        if (type.physical() == Physical.INT) {
            return new IntVector(type, new int[] {0, (int) value}, NO_NULLS, 2);
        }
        return new LongVector(type, new long[] {0, value}, NO_NULLS, 2);
    }

    private static void range(Type type, long low, long high) {
        check(true, type, number(type, low));
        check(true, type, number(type, high));
        check(false, type, number(type, low - 1));
        check(false, type, number(type, high + 1));
    }

    /** The last one of several values, with other bytes around it. */
    private static ColumnVector bytes(Type type, byte... value) {
        byte[] data = new byte[2 * FRAME.length + value.length];
        System.arraycopy(FRAME, 0, data, 0, FRAME.length);
        System.arraycopy(value, 0, data, FRAME.length, value.length);
        System.arraycopy(FRAME, 0, data, FRAME.length + value.length, FRAME.length);
        return new BytesVector(type, data, new int[] {0, FRAME.length, FRAME.length + value.length}, NO_NULLS, 2);
    }

    private static ColumnVector text(Type type, String value) {
        return bytes(type, value.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void integersInTheirRange() {
        range(Type.of(TypeKind.INT8), -128, 127);
        range(Type.of(TypeKind.INT16), -32_768, 32_767);
        range(Type.of(TypeKind.UINT8), 0, 255);
        range(Type.of(TypeKind.UINT16), 0, 65_535);
        range(Type.of(TypeKind.FLOAT16), 0, 65_535);
        range(Type.of(TypeKind.UINT32), 0, 4_294_967_295L);
        for (TypeKind kind : new TypeKind[] {TypeKind.INT32, TypeKind.DATE}) {
            check(true, Type.of(kind), number(Type.of(kind), Integer.MIN_VALUE));
            check(true, Type.of(kind), number(Type.of(kind), Integer.MAX_VALUE));
        }
        check(true, Type.of(TypeKind.INT64), number(Type.of(TypeKind.INT64), Long.MIN_VALUE));
        check(true, Type.of(TypeKind.INT64), number(Type.of(TypeKind.INT64), Long.MAX_VALUE));
    }

    @Test
    void decimalsByTheirDigits() {
        range(Type.decimal(1, 0), -9, 9);
        range(Type.decimal(9, 4), -999_999_999, 999_999_999);
        range(Type.decimal(10, 0), -9_999_999_999L, 9_999_999_999L);
        range(Type.decimal(18, 18), -999_999_999_999_999_999L, 999_999_999_999_999_999L);
        for (int precision : new int[] {19, 38}) {
            Type type = Type.decimal(precision, 2);
            BigInteger limit = BigInteger.TEN.pow(precision);
            for (BigInteger value : new BigInteger[] {limit, limit.negate()}) {
                BigInteger inside = value.subtract(BigInteger.valueOf(value.signum()));
                check(false, type, wide(type, value));
                check(true, type, wide(type, inside));
            }
        }
    }

    private static ColumnVector wide(Type type, BigInteger value) {
        long[] high = {0, value.shiftRight(64).longValue()};
        return new Int128Vector(type, high, new long[] {0, value.longValue()}, NO_NULLS, 2);
    }

    @Test
    void decimalsOfManyDigitsInTheFewestBytes() {
        Type type = Type.decimal(40, 0);
        BigInteger limit = BigInteger.TEN.pow(40);
        check(true, type, bytes(type, limit.subtract(BigInteger.ONE).toByteArray()));
        check(true, type, bytes(type, limit.negate().add(BigInteger.ONE).toByteArray()));
        check(false, type, bytes(type, limit.toByteArray()));
        check(false, type, bytes(type, limit.negate().toByteArray()));
        check(false, type, bytes(type));
        check(true, type, bytes(type, (byte) 0));
        check(true, type, bytes(type, (byte) -1));
        check(false, type, bytes(type, (byte) 0, (byte) 1));
        check(true, type, bytes(type, (byte) 0, (byte) -128));
        check(false, type, bytes(type, (byte) -1, (byte) -128));
        check(true, type, bytes(type, (byte) -1, (byte) 127));
    }

    @Test
    void bytesOfAFixedLength() {
        Type fixed = Type.sized(TypeKind.FIXED, 3);
        check(true, fixed, bytes(fixed, new byte[3]));
        check(false, fixed, bytes(fixed, new byte[2]));
        check(false, fixed, bytes(fixed, new byte[4]));
        Type uuid = Type.of(TypeKind.UUID);
        check(true, uuid, bytes(uuid, new byte[16]));
        check(false, uuid, bytes(uuid, new byte[15]));
        check(false, uuid, bytes(uuid, new byte[17]));
        Type binary = Type.of(TypeKind.BINARY);
        check(true, binary, bytes(binary, (byte) 0xFF));
    }

    @Test
    void textsOfCodePoints() {
        for (TypeKind kind : new TypeKind[] {TypeKind.STRING, TypeKind.JSON, TypeKind.ENUM}) {
            Type type = Type.of(kind);
            check(true, type, text(type, ""));
            check(true, type, text(type, "a\u00e4\ud83d\ude00 "));
            check(false, type, bytes(type, (byte) 'a', (byte) 0xC3));
            check(false, type, bytes(type, (byte) 0x80));
            check(false, type, bytes(type, (byte) 0xED, (byte) 0xA0, (byte) 0x80)); // half of a pair
        }
        for (TypeKind kind : new TypeKind[] {TypeKind.VARCHAR, TypeKind.CHAR}) {
            Type type = Type.sized(kind, 3);
            check(true, type, text(type, ""));
            check(true, type, text(type, "abc"));
            check(true, type, text(type, "\u00e4\ud83d\ude00\u00f6"));
            check(false, type, text(type, "abcd"));
            check(false, type, text(type, "\u00e4\ud83d\ude00\u00f6x"));
            check(false, type, bytes(type, (byte) 'a', (byte) 0xC3));
        }
        Type padded = Type.sized(TypeKind.CHAR, 3);
        check(false, padded, text(padded, "a "));
        check(true, padded, text(padded, " a"));
        Type varchar = Type.sized(TypeKind.VARCHAR, 3);
        check(true, varchar, text(varchar, "a "));
    }
}
