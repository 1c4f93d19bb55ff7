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

import java.util.Arrays;

/** Puts one value wherever a bitmap (see {@link Masks}) has no bit, and other values, in order, where it has one. */
public final class Others {
    /** Where fewer values than one of so many are others, they are put between the frequent ones one by one. */
    private static final int RARE = 8;

    private Others() {}

    /**
     * Writes n values to {@code out[0..n)}.
     *
     * @param words where others stand
     * @param n at most {@link Masks#VALUES}
     * @param others as many values as there are bits, and room for one more
     * @param count how many bits there are
     * @param frequent the value elsewhere
     */
    public static void spread(long[] words, int n, int[] others, int count, int frequent, int[] out) {
        if (count < n / RARE) {
            Arrays.fill(out, 0, n, frequent);
            int next = 0;
            for (int word = 0; word < Masks.WORDS; word++) {
                for (long left = words[word]; left != 0; left &= left - 1) {
                    out[(word << 6) + Long.numberOfTrailingZeros(left)] = others[next++];
                }
            }
            return;
        }
        int next = 0;
        for (int from = 0; from < n; from += Long.SIZE) {
            long word = words[from >>> 6];
            int end = Math.min(n, from + Long.SIZE);
            for (int i = from; i < end; i++) {
                int bit = (int) word & 1;
                word >>>= 1;
                out[i] = frequent ^ ((others[next] ^ frequent) & -bit);
                next += bit;
            }
        }
    }

    /** As for ints. */
    public static void spread(long[] words, int n, long[] others, int count, long frequent, long[] out) {
        if (count < n / RARE) {
            Arrays.fill(out, 0, n, frequent);
            int next = 0;
            for (int word = 0; word < Masks.WORDS; word++) {
                for (long left = words[word]; left != 0; left &= left - 1) {
                    out[(word << 6) + Long.numberOfTrailingZeros(left)] = others[next++];
                }
            }
            return;
        }
        int next = 0;
        for (int from = 0; from < n; from += Long.SIZE) {
            long word = words[from >>> 6];
            int end = Math.min(n, from + Long.SIZE);
            for (int i = from; i < end; i++) {
                long bit = word & 1;
                word >>>= 1;
                out[i] = frequent ^ ((others[next] ^ frequent) & -bit);
                next += (int) bit;
            }
        }
    }
}
