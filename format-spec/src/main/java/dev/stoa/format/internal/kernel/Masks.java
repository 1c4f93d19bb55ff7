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

/**
 * Bitmaps of up to {@link #VALUES} rows as words: bit {@code i % 64} of word {@code i / 64} belongs to row {@code i}. An
 * array has at least {@link #WORDS} words; bits of no row are zero.
 */
public final class Masks {
    /** The rows of a full bitmap. */
    public static final int VALUES = 4096;

    /** The words of a bitmap. */
    public static final int WORDS = VALUES / Long.SIZE;

    private Masks() {}

    /** Sets the first {@code count} bits, and no others. */
    public static void fill(long[] words, int count) {
        Arrays.fill(words, 0, WORDS, -1L);
        trim(words, count);
    }

    /** Clears the bits from {@code count} on. */
    public static void trim(long[] words, int count) {
        int word = count >>> 6;
        if (word < WORDS) {
            words[word] &= (1L << count) - 1;
            Arrays.fill(words, word + 1, WORDS, 0);
        }
    }

    /** Sets the bits {@code from..to-1}. */
    public static void set(long[] words, int from, int to) {
        if (from >= to) {
            return;
        }
        int first = from >>> 6;
        int last = (to - 1) >>> 6;
        long firstBits = -1L << from;
        long lastBits = -1L >>> -to;
        if (first == last) {
            words[first] |= firstBits & lastBits;
            return;
        }
        words[first] |= firstBits;
        Arrays.fill(words, first + 1, last, -1L);
        words[last] |= lastBits;
    }

    /** Clears the bits {@code from..to-1}. */
    public static void clear(long[] words, int from, int to) {
        if (from >= to) {
            return;
        }
        int first = from >>> 6;
        int last = (to - 1) >>> 6;
        long firstBits = -1L << from;
        long lastBits = -1L >>> -to;
        if (first == last) {
            words[first] &= ~(firstBits & lastBits);
            return;
        }
        words[first] &= ~firstBits;
        Arrays.fill(words, first + 1, last, 0);
        words[last] &= ~lastBits;
    }

    /** The number of bits that are set. */
    public static int count(long[] words) {
        int sum = 0;
        for (int i = 0; i < WORDS; i++) {
            sum += Long.bitCount(words[i]);
        }
        return sum;
    }

    /** Sets {@code out} to the bits of runs: {@code lengths[i]} times bit i of {@code runBits}. */
    public static void expand(long[] runBits, int[] lengths, int runs, long[] out) {
        Arrays.fill(out, 0, WORDS, 0);
        int at = 0;
        for (int run = 0; run < runs; run++) {
            int end = at + lengths[run];
            if ((runBits[run >>> 6] >>> run & 1) != 0) {
                set(out, at, end);
            }
            at = end;
        }
    }

    /** Sets {@code out} to the bits of {@code compact}, one after the other, at the places where {@code valid} has a bit. */
    public static void spread(long[] compact, long[] valid, long[] out) {
        int at = 0;
        for (int i = 0; i < WORDS; i++) {
            long places = valid[i];
            int word = at >>> 6;
            long bits = compact[Math.min(word, WORDS - 1)] >>> at;
            if ((at & 63) != 0 && word + 1 < WORDS) {
                bits |= compact[word + 1] << -at;
            }
            at += Long.bitCount(places);
            if (places == -1L) {
                out[i] = bits;
                continue;
            }
            long spread = 0;
            while (places != 0) {
                long place = places & -places;
                spread |= place & -(bits & 1);
                bits >>>= 1;
                places ^= place;
            }
            out[i] = spread;
        }
    }
}
