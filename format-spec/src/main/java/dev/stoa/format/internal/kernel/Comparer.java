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

/**
 * Compares values with a range; the result is a bitmap as in {@link Masks}. Owns scratch arrays: for one thread.
 *
 * <p>A loop that sets one bit after the other runs at the speed of single instructions. So the signs of the comparisons are
 * folded together by whole arrays, until 64 lanes hold 64 rows each. Each fold is a plain loop that a compiler vectorises. Then
 * this square of bits is transposed.
 */
public final class Comparer {
    private static final int SIDE = Masks.WORDS;
    private static final int QUARTER = Masks.VALUES / 4;

    private final int[] ints = new int[QUARTER];
    private final long[] longs = new long[QUARTER];

    /**
     * Sets the bits of the first {@code count} values to whether they are in {@code low..high}, both included and
     * {@code low <= high}.
     *
     * @param values at least 4096, the ones from {@code count} on may have any value
     */
    public void between(int[] values, int count, int low, int high, long[] out) {
        // a value is outside if its distance from the start, or that from there to the end, is negative: exact for all
        // values as long as the range has at most 2^31 of them; of a longer one what it leaves out has fewer
        boolean isShort = high - low >= 0;
        int start = isShort ? low : high + 1;
        int span = isShort ? high - low : low - high - 2;
        signs(values, start, span, ints);
        // rows of 128 values, of which an int holds 32
        fold(ints, 512, 4);
        fold(ints, 256, 2);
        fold(ints, 128, 1);
        for (int i = 0; i < SIDE; i++) {
            longs[i] = (ints[i] & 0xffffffffL) | (long) ints[i + SIDE] << Integer.SIZE;
        }
        turn(longs);
        long flip = isShort ? -1L : 0;
        for (int row = 0; row < SIDE / 2; row++) {
            out[2 * row] = longs[row] ^ flip;
            out[2 * row + 1] = longs[row + SIDE / 2] ^ flip;
        }
        Masks.trim(out, count);
    }

    /** The outcome of four values, eight bits apart, with the last one at the sign. */
    private static void signs(int[] values, int start, int span, int[] out) {
        for (int i = 0; i < QUARTER; i++) {
            int a = values[i] - start;
            int b = values[i + QUARTER] - start;
            int c = values[i + 2 * QUARTER] - start;
            int d = values[i + 3 * QUARTER] - start;
            out[i] = ((a | (span - a)) & Integer.MIN_VALUE) >>> 24
                    | ((b | (span - b)) & Integer.MIN_VALUE) >>> 16
                    | ((c | (span - c)) & Integer.MIN_VALUE) >>> 8
                    | ((d | (span - d)) & Integer.MIN_VALUE);
        }
    }

    private static void fold(int[] bits, int half, int shift) {
        for (int i = 0; i < half; i++) {
            bits[i] = bits[i] >>> shift | bits[i + half];
        }
    }

    /**
     * Sets the bits of the first {@code count} values to whether they are in {@code low..high}, both included and
     * {@code low <= high}.
     *
     * @param values at least 4096, the ones from {@code count} on may have any value
     */
    public void between(long[] values, int count, long low, long high, long[] out) {
        boolean isShort = high - low >= 0;
        long start = isShort ? low : high + 1;
        long span = isShort ? high - low : low - high - 2;
        signs(values, start, span, longs);
        fold(longs, 512, 8);
        fold(longs, 256, 4);
        fold(longs, 128, 2);
        fold(longs, 64, 1);
        turn(longs);
        long flip = isShort ? -1L : 0;
        for (int row = 0; row < SIDE; row++) {
            out[row] = longs[row] ^ flip;
        }
        Masks.trim(out, count);
    }

    /** The outcome of four values, 16 bits apart, with the last one at the sign. */
    private static void signs(long[] values, long start, long span, long[] out) {
        for (int i = 0; i < QUARTER; i++) {
            long a = values[i] - start;
            long b = values[i + QUARTER] - start;
            long c = values[i + 2 * QUARTER] - start;
            long d = values[i + 3 * QUARTER] - start;
            out[i] = ((a | (span - a)) & Long.MIN_VALUE) >>> 48
                    | ((b | (span - b)) & Long.MIN_VALUE) >>> 32
                    | ((c | (span - c)) & Long.MIN_VALUE) >>> 16
                    | ((d | (span - d)) & Long.MIN_VALUE);
        }
    }

    private static void fold(long[] bits, int half, int shift) {
        for (int i = 0; i < half; i++) {
            bits[i] = bits[i] >>> shift | bits[i + half];
        }
    }

    /** Turns a square of 64 x 64 bits over: bit c of word r becomes bit r of word c. */
    private static void turn(long[] square) {
        long mask = 0xffffffffL;
        for (int step = SIDE / 2; step > 0; step >>= 1, mask ^= mask << step) {
            for (int k = 0; k < SIDE; k = (k + step + 1) & ~step) {
                long a = square[k];
                long b = square[k + step];
                long swapped = (a >>> step ^ b) & mask;
                square[k] = a ^ swapped << step;
                square[k + step] = b ^ swapped;
            }
        }
    }
}
