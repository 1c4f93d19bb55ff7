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

    /** The room that an array for {@link #places} must have beyond the rows that it receives. */
    public static final int SLACK = 16;

    /** By bits of a byte: the places of those that are set, ascending, one in each byte. */
    private static final long[] PLACES = byteOfPlaces();

    private Masks() {}

    private static long[] byteOfPlaces() {
        long[] places = new long[256];
        for (int bits = 0; bits < places.length; bits++) {
            int n = 0;
            for (int bit = 0; bit < 8; bit++) {
                if ((bits >>> bit & 1) != 0) {
                    places[bits] |= (long) bit << 8 * n++;
                }
            }
        }
        return places;
    }

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

    /**
     * Writes those of the first {@code rows} rows that have their bit set or, with {@code flip} -1, not set; returns their
     * number.
     *
     * @param out has room for {@link #SLACK} more rows than it receives
     */
    public static int places(long[] words, int rows, long flip, int[] out) {
        if (flip == 0 && isSparse(words)) { // bits of no row are zero
            return sparse(words, out);
        }
        int n = 0;
        for (int base = 0; base < rows; base += Long.SIZE) {
            long word = words[base >>> 6] ^ flip;
            if (rows - base < Long.SIZE) {
                word &= (1L << rows) - 1;
            }
            int bits = Long.bitCount(word);
            if (bits == 0) {
                continue;
            }
            if (bits <= 16) {
                few(word, bits, base, out, n);
            } else {
                many(word, base, out, n);
            }
            n += bits;
        }
        return n;
    }

    /** Whether words have one or two bits on average. */
    private static boolean isSparse(long[] words) {
        int count = count(words);
        return count > WORDS / 4 && count <= 2 * WORDS;
    }

    /**
     * The same for few bits. A processor guesses wrong which words are empty, so each takes four steps: 0.15 us a vector with one
     * bit a word, and 0.4 with a branch.
     */
    private static int sparse(long[] words, int[] out) {
        int n = 0;
        for (int base = 0; base < VALUES; base += Long.SIZE) {
            long word = words[base >>> 6];
            int bits = Long.bitCount(word);
            long rest = four(word, base, out, n);
            if (bits > 16) {
                many(word, base, out, n);
            } else if (bits > 4) {
                four(eight(rest, base, out, n + 4), base, out, n + 12);
            }
            n += bits;
        }
        return n;
    }

    private static long four(long word, int base, int[] out, int at) {
        long rest = word;
        out[at] = base + Long.numberOfTrailingZeros(rest);
        rest &= rest - 1;
        out[at + 1] = base + Long.numberOfTrailingZeros(rest);
        rest &= rest - 1;
        out[at + 2] = base + Long.numberOfTrailingZeros(rest);
        rest &= rest - 1;
        out[at + 3] = base + Long.numberOfTrailingZeros(rest);
        return rest & (rest - 1);
    }

    /** Writes eight or sixteen places. The caller counts only those of set bits, so no branch depends on their number. */
    private static void few(long word, int bits, int base, int[] out, int at) {
        long rest = eight(word, base, out, at);
        if (bits > 8) {
            eight(rest, base, out, at + 8);
        }
    }

    private static long eight(long word, int base, int[] out, int at) {
        return four(four(word, base, out, at), base, out, at + 4);
    }

    /** Writes eight places for each byte. The caller counts only those of set bits, so no step depends on the bits. */
    private static void many(long word, int base, int[] out, int at) {
        int n = at;
        long rest = word;
        for (int row = base; row < base + Long.SIZE; row += 8) {
            int bits = (int) rest & 0xFF;
            long places = PLACES[bits];
            out[n] = row + ((int) places & 7);
            out[n + 1] = row + ((int) (places >>> 8) & 7);
            out[n + 2] = row + ((int) (places >>> 16) & 7);
            out[n + 3] = row + ((int) (places >>> 24) & 7);
            out[n + 4] = row + ((int) (places >>> 32) & 7);
            out[n + 5] = row + ((int) (places >>> 40) & 7);
            out[n + 6] = row + ((int) (places >>> 48) & 7);
            out[n + 7] = row + ((int) (places >>> 56) & 7);
            n += Integer.bitCount(bits);
            rest >>>= 8;
        }
    }

    /**
     * Writes the first row and the end of each run of set bits among the first {@code rows}.
     *
     * @return the number of runs; -1 if they don't fit
     */
    public static int runs(long[] words, int rows, int[] out) {
        int n = 0;
        int row = next(words, 0, rows, 0);
        while (row < rows) {
            int stop = next(words, row, rows, -1L);
            if (2 * n == out.length) {
                return -1;
            }
            out[2 * n] = row;
            out[2 * n + 1] = stop;
            n++;
            row = next(words, stop, rows, 0);
        }
        return n;
    }

    /** The first row, from {@code from} on, with its bit set or, with {@code flip} -1, not set; {@code end} if none has. */
    private static int next(long[] words, int from, int end, long flip) {
        int row = from;
        while (row < end) {
            long word = (words[row >>> 6] ^ flip) & (-1L << row);
            if (word != 0) {
                return Math.min(end, (row & ~63) + Long.numberOfTrailingZeros(word));
            }
            row = (row & ~63) + 64;
        }
        return end;
    }
}
