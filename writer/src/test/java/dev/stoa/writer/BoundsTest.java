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

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.DoubleVector;
import dev.stoa.format.IntVector;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.internal.meta.MinMax;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The rules of MinMax that random data seldom meets. */
class BoundsTest {
    private static final Type STRING = Type.of(TypeKind.STRING);
    private static final Type BINARY = Type.of(TypeKind.BINARY);

    private static MinMax bounds(Type type, byte[]... values) {
        Bounds bounds = Bounds.of(type, 16);
        for (byte[] value : values) {
            bounds.bytes(value, 0, value.length);
        }
        bounds.endVector(0);
        return bounds.finish();
    }

    private static MinMax bounds(Type type, String... values) {
        return bounds(
                type,
                Arrays.stream(values)
                        .map(v -> v.getBytes(StandardCharsets.UTF_8))
                        .toArray(byte[][]::new));
    }

    private static String min(MinMax m) {
        return ((BytesVector) m.min()).getString(0);
    }

    private static String max(MinMax m) {
        assertTrue(m.is(0, MinMax.HAS_MAX));
        return ((BytesVector) m.max()).getString(0);
    }

    @Test
    void textIsCutAtCodePoints() {
        String a63 = "a".repeat(63);
        MinMax m = bounds(STRING, a63 + "\u00e9");
        assertEquals(a63, min(m));
        assertEquals("a".repeat(62) + "b", max(m));
        assertFalse(m.is(0, MinMax.MIN_EXACT) || m.is(0, MinMax.MAX_EXACT));
        m = bounds(STRING, a63 + "bc");
        assertEquals(a63 + "b", min(m));
        assertEquals(a63 + "c", max(m));
        m = bounds(STRING, a63 + "b");
        assertTrue(m.is(0, MinMax.MIN_EXACT) && m.is(0, MinMax.MAX_EXACT));
        m = bounds(STRING, "x".repeat(61) + "\ud7ffz");
        assertEquals("x".repeat(61) + "\ue000", max(m));
        m = bounds(STRING, "x".repeat(60) + "\udbff\udfffz");
        assertEquals("x".repeat(59) + "y", max(m));
        m = bounds(STRING, a63 + "\u007fz");
        assertEquals(a63 + "\u0080", max(m));
        m = bounds(STRING, "\udbff\udfff".repeat(17));
        assertEquals("\udbff\udfff".repeat(16), min(m));
        assertFalse(m.is(0, MinMax.HAS_MAX));
    }

    @Test
    void exactnessNeedsTheWholeValue() {
        String a64 = "a".repeat(64);
        MinMax m = bounds(STRING, a64 + "b", a64);
        assertTrue(m.is(0, MinMax.MIN_EXACT));
        assertFalse(m.is(0, MinMax.MAX_EXACT));
        assertEquals("a".repeat(63) + "b", max(m));
        m = bounds(STRING, a64, a64 + "b");
        assertTrue(m.is(0, MinMax.MIN_EXACT));
        assertFalse(m.is(0, MinMax.MAX_EXACT));
    }

    @Test
    void bytesAreIncremented() {
        byte[] value = new byte[70];
        Arrays.fill(value, 60, 70, (byte) -1);
        MinMax m = bounds(BINARY, value);
        byte[] max = new byte[60];
        max[59] = 1;
        assertArrayEquals(Arrays.copyOf(value, 64), ((BytesVector) m.min()).get(0));
        assertArrayEquals(max, ((BytesVector) m.max()).get(0));
        assertTrue(m.is(0, MinMax.HAS_MAX));
        Arrays.fill(value, (byte) -1);
        assertFalse(bounds(BINARY, value).is(0, MinMax.HAS_MAX));
        value[0] = 7;
        assertArrayEquals(new byte[] {8}, ((BytesVector) bounds(BINARY, value).max()).get(0));
    }

    @Test
    void charComparesPadded() {
        Type type = Type.sized(TypeKind.CHAR, 100);
        MinMax m = bounds(type, "a", "a\t");
        assertEquals("a\t", min(m));
        assertEquals("a", max(m));
        assertTrue(bounds(type, "a".repeat(65)).is(0, MinMax.HAS_MIN));
        assertTrue(bounds(type, "a".repeat(64) + " ").is(0, MinMax.HAS_MIN));
        assertFalse(bounds(type, "a".repeat(64) + " \t").is(0, MinMax.HAS_MIN));
    }

    @Test
    void decimalsAreNumbersAndNeverCut() {
        Type type = Type.decimal(1000, 0);
        byte[] large = new byte[200];
        large[0] = 1;
        byte[] small = new byte[200];
        small[0] = -2;
        MinMax m = bounds(type, new byte[] {5}, large, new byte[] {-7}, small, new byte[] {1, 0});
        assertArrayEquals(small, ((BytesVector) m.min()).get(0));
        assertArrayEquals(large, ((BytesVector) m.max()).get(0));
        assertTrue(m.is(0, MinMax.MIN_EXACT) && m.is(0, MinMax.MAX_EXACT));
    }

    @Test
    void zerosAndNaN() {
        Bounds doubles = Bounds.of(Type.of(TypeKind.FLOAT64), 1);
        doubles.doubles(new double[] {0.0, Double.NaN, -0.0}, ColumnVector.NO_NULLS, 3);
        doubles.endVector(0);
        doubles.doubles(new double[] {Double.NaN, 5}, new boolean[] {false, true}, 2);
        doubles.endVector(1);
        MinMax m = doubles.finish();
        assertEquals(
                Double.doubleToRawLongBits(-0.0), Double.doubleToRawLongBits(((DoubleVector) m.min()).values()[0]));
        assertEquals(0L, Double.doubleToRawLongBits(((DoubleVector) m.max()).values()[0]));
        assertArrayEquals(new long[] {1, 1}, m.nanCounts());
        assertArrayEquals(new long[] {0, 1}, m.nullCounts());
        assertEquals(0, m.flags()[1]);
        Bounds halves = Bounds.of(Type.of(TypeKind.FLOAT16), 1);
        halves.ints(new int[] {0x8000, 0x7E00, 0}, ColumnVector.NO_NULLS, 3);
        halves.endVector(0);
        m = halves.finish();
        assertEquals(0x8000, ((IntVector) m.min()).values()[0]);
        assertEquals(0, ((IntVector) m.max()).values()[0]);
        halves = Bounds.of(Type.of(TypeKind.FLOAT16), 1);
        halves.ints(new int[] {0xC000, 0xBC00}, ColumnVector.NO_NULLS, 2);
        halves.endVector(0);
        m = halves.finish();
        assertEquals(0xC000, ((IntVector) m.min()).values()[0]);
        assertEquals(0xBC00, ((IntVector) m.max()).values()[0]);
    }

    /** The next zone has bounds of its own again, and a type without an order has none at all. */
    @ParameterizedTest
    @EnumSource(names = {"BOOLEAN", "INT32", "INT64", "FLOAT16", "FLOAT32", "FLOAT64", "INTERVAL_MONTH_DAY_NANO"})
    void aZoneWithoutValuesHasNoBounds(TypeKind kind) {
        Type type = Type.of(kind);
        Bounds bounds = Bounds.of(type, 1);
        boolean[] someNull = {false, true};
        boolean[] allNull = {true, true};
        for (boolean[] nulls : List.of(someNull, allNull, ColumnVector.NO_NULLS)) {
            int n = nulls.length;
            bounds.booleans(new byte[n], nulls, n);
            bounds.ints(new int[n], nulls, n);
            bounds.longs(new long[n], nulls, n);
            bounds.floats(new float[n], nulls, n);
            bounds.doubles(new double[n], nulls, n);
            bounds.int128(new long[n], new long[n], nulls, n);
            bounds.endVector(n);
        }
        MinMax m = bounds.finish();
        int all = MinMax.HAS_MIN | MinMax.HAS_MAX | MinMax.MIN_EXACT | MinMax.MAX_EXACT;
        assertArrayEquals(new byte[] {(byte) (MinMax.isOrdered(type) ? all : 0), 0, 0}, m.flags());
        assertArrayEquals(new long[] {2, 2, 0}, m.nullCounts());
        assertArrayEquals(new long[MinMax.hasNaN(type) ? 3 : 0], m.nanCounts());
        assertEquals(3, m.min().size());
        assertEquals(3, m.max().size());
    }

    /** Types, and bytes that tell their orders apart. */
    static Stream<Arguments> alphabets() {
        return Stream.of(
                Arguments.of(BINARY, new byte[] {0, -1, 1}),
                Arguments.of(Type.sized(TypeKind.CHAR, 100), new byte[] {' ', '\t', 'a'}),
                Arguments.of(Type.decimal(100, 0), new byte[] {-1, 0, 1}));
    }

    @ParameterizedTest
    @MethodSource("alphabets")
    void shortValuesAmongOthersBytes(Type type, byte[] alphabet) {
        Random random = new Random(8);
        for (int i = 0; i < 20_000; i++) {
            // in every second round most values begin with the same bytes
            int choices = i % 2 == 0 ? alphabet.length : 40;
            byte[] data = new byte[1 + random.nextInt(60)];
            for (int k = 0; k < data.length; k++) {
                int choice = random.nextInt(choices);
                data[k] = alphabet[choice < alphabet.length ? choice : 0];
            }
            Bounds bounds = Bounds.of(type, 16);
            List<ByteBuffer> values = new ArrayList<>();
            List<Integer> starts = new ArrayList<>();
            for (int count = 1 + random.nextInt(3); count > 0; count--) {
                int from = random.nextInt(data.length);
                int length = random.nextInt(Math.min(20, data.length - from + 1));
                byte[] value = Arrays.copyOfRange(data, from, from + length);
                if (type.kind() == TypeKind.DECIMAL
                        && (length == 0 || new BigInteger(value).toByteArray().length != length)) {
                    continue;
                }
                bounds.bytes(data, from, length);
                values.add(ByteBuffer.wrap(value));
                starts.add(from);
            }
            bounds.endVector(0);
            MinMax m = bounds.finish();
            if (values.isEmpty()) {
                assertEquals(0, m.flags()[0]);
                continue;
            }
            Comparator<ByteBuffer> order = (a, b) -> BoundsCheck.compare(type, a, b);
            int start = starts.get(0);
            int end = start + values.get(0).remaining();
            for (int k = 0; k < starts.size(); k++) {
                int to = starts.get(k) + values.get(k).remaining();
                assertEquals(
                        Integer.signum(order.compare(values.get(0), values.get(k))),
                        Integer.signum(BytesOrder.of(type).compare(data, start, end, data, starts.get(k), to)));
            }
            ByteBuffer min = ByteBuffer.wrap(((BytesVector) m.min()).get(0));
            ByteBuffer max = ByteBuffer.wrap(((BytesVector) m.max()).get(0));
            assertEquals(0, order.compare(Collections.min(values, order), min), Arrays.toString(data));
            assertEquals(0, order.compare(Collections.max(values, order), max), Arrays.toString(data));
        }
    }
}
