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
package dev.stoa.format.internal.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Values that are moved to the rows that are not null, against a plain loop. */
class NullRowsTest {
    private static final int ROWS = 4096;

    @Test
    void valuesGetToTheirRows() {
        Random random = Naive.random("null rows");
        for (int n = 0; n <= ROWS; n += n < 20 ? 1 : 1 + random.nextInt(400)) {
            for (int percent : new int[] {0, 1, 10, 50, 90, 99, 100}) {
                boolean[] nulls = new boolean[n + 1];
                int stored = 0;
                for (int i = 0; i < n; i++) {
                    nulls[i] = random.nextInt(100) < percent;
                    stored += nulls[i] ? 0 : 1;
                }
                check(random.longs(n + 1L).toArray(), stored, nulls, n);
            }
        }
    }

    /** Rows before the first null stay where they are, and may be all, or none. */
    @Test
    void nullsAtEitherEnd() {
        Random random = Naive.random("nulls at either end");
        for (int stored : new int[] {0, 1, 7, 99, 100}) {
            boolean[] first = new boolean[101];
            boolean[] last = new boolean[101];
            for (int i = 0; i < 100 - stored; i++) {
                first[i] = true;
                last[99 - i] = true;
            }
            check(random.longs(101).toArray(), stored, first, 100);
            check(random.longs(101).toArray(), stored, last, 100);
        }
    }

    /** The value after the last row stays as it is. */
    private static void check(long[] values, int stored, boolean[] nulls, int n) {
        check(values, stored, nulls, n, true);
        check(values, stored, nulls, n, false);
    }

    private static void check(long[] values, int stored, boolean[] nulls, int n, boolean scattered) {
        int[] ints = Naive.ints(values);
        float[] floats = new float[n + 1];
        double[] doubles = new double[n + 1];
        byte[] bytes = new byte[n + 1];
        int[] offsets = new int[n + 1];
        for (int i = 0; i <= n; i++) {
            floats[i] = Float.intBitsToFloat(ints[i]);
            doubles[i] = Double.longBitsToDouble(values[i]);
            bytes[i] = (byte) values[i];
            offsets[i] = 3 * i;
        }
        long[] longs = values.clone();
        int[] moved = ints.clone();
        float[] movedFloats = floats.clone();
        double[] movedDoubles = doubles.clone();
        byte[] movedBytes = bytes.clone();
        NullRows.spread(longs, stored, nulls, n, scattered);
        NullRows.spread(moved, stored, nulls, n, scattered);
        NullRows.spread(movedFloats, stored, nulls, n, scattered);
        NullRows.spread(movedDoubles, stored, nulls, n, scattered);
        NullRows.spread(movedBytes, stored, nulls, n, scattered);
        NullRows.spreadOffsets(offsets, stored, nulls, n, scattered);
        int value = 0;
        for (int i = 0; i <= n; i++) {
            boolean isNull = i < n && nulls[i];
            int from = i < n ? value : n;
            String what = "row " + i + " of " + n + ", " + stored + " stored";
            assertEquals(isNull ? 0 : values[from], longs[i], what);
            assertEquals(isNull ? 0 : ints[from], moved[i], what);
            assertEquals(bits(isNull ? 0 : floats[from]), bits(movedFloats[i]), what);
            assertEquals(bits(isNull ? 0 : doubles[from]), bits(movedDoubles[i]), what);
            assertEquals(isNull ? 0 : bytes[from], movedBytes[i], what);
            assertEquals(3 * value, offsets[i], what);
            value += i == n || isNull ? 0 : 1;
        }
        assertEquals(stored, value);
    }

    private static int bits(float value) {
        return Float.floatToRawIntBits(value);
    }

    private static long bits(double value) {
        return Double.doubleToRawLongBits(value);
    }
}
