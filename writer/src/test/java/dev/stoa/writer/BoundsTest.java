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
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

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
        assertArrayEquals(max, ((BytesVector) m.max()).get(0));
        Arrays.fill(value, (byte) -1);
        assertFalse(bounds(BINARY, value).is(0, MinMax.HAS_MAX));
    }

    @Test
    void charComparesPadded() {
        Type type = Type.sized(TypeKind.CHAR, 100);
        MinMax m = bounds(type, "a", "a\t");
        assertEquals("a\t", min(m));
        assertEquals("a", max(m));
        assertTrue(bounds(type, "a".repeat(65)).is(0, MinMax.HAS_MIN));
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
    }

    @Test
    void shortValuesAmongOthersBytes() {
        Random random = new Random(8);
        for (int i = 0; i < 20_000; i++) {
            byte[] data = new byte[1 + random.nextInt(60)];
            for (int k = 0; k < data.length; k++) {
                data[k] = (byte) (random.nextInt(3) - 1);
            }
            Bounds bounds = Bounds.of(BINARY, 16);
            byte[] min = null;
            byte[] max = null;
            for (int values = 1 + random.nextInt(3); values > 0; values--) {
                int from = random.nextInt(data.length);
                int length = random.nextInt(Math.min(12, data.length - from + 1));
                byte[] value = Arrays.copyOfRange(data, from, from + length);
                bounds.bytes(data, from, length);
                min = min == null || Arrays.compareUnsigned(value, min) < 0 ? value : min;
                max = max == null || Arrays.compareUnsigned(value, max) > 0 ? value : max;
            }
            bounds.endVector(0);
            MinMax m = bounds.finish();
            assertArrayEquals(min, ((BytesVector) m.min()).get(0), Arrays.toString(data));
            assertArrayEquals(max, ((BytesVector) m.max()).get(0), Arrays.toString(data));
        }
    }
}
