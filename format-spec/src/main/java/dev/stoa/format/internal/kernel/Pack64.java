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

/** Packs vectors of exactly 4096 values into the interleaved layout of 64 lanes of 64 bits, see {@link Unpack64}. */
public final class Pack64 {
    private static final int BITS = 64;
    private static final int LANES = 64;

    private Pack64() {}

    /**
     * Packs the low {@code width} bits of {@code values[i] - base} for {@code i} in [0, 4096). Values that do not fit
     * are cut to their low bits: the caller keeps the rest as exceptions, see {@link Patches}.
     *
     * @param width bits per packed value, 0 to 64
     * @param values 4096 values from index 0
     * @param base the frame of reference, subtracted from each value, wrapping around
     * @param out receives {@code width * 64} words from index 0; not the same array as {@code values}
     * @throws IllegalArgumentException if the width is not 0 to 64
     * @throws IndexOutOfBoundsException if one of the arrays is too short
     */
    public static void pack(int width, long[] values, long base, long[] out) {
        if (width < 0 || width > BITS) {
            throw new IllegalArgumentException("Width " + width + " is not in 0 to " + BITS);
        }
        if (width == 0) {
            return;
        }
        long mask = -1L >>> (BITS - width);
        for (int row = 0; row < BITS; row++) {
            int shift = row * width % BITS;
            int from = row * LANES;
            int to = row * width / BITS * LANES;
            if (shift == 0) {
                for (int i = 0; i < LANES; i++) {
                    out[to + i] = (values[from + i] - base) & mask;
                }
            } else if (shift + width <= BITS) {
                for (int i = 0; i < LANES; i++) {
                    out[to + i] |= ((values[from + i] - base) & mask) << shift;
                }
            } else {
                for (int i = 0; i < LANES; i++) {
                    long value = (values[from + i] - base) & mask;
                    out[to + i] |= value << shift;
                    out[to + LANES + i] = value >>> (BITS - shift);
                }
            }
        }
    }
}
