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
package dev.stoa.reader;

import dev.stoa.format.internal.kernel.Masks;

/** Some of the rows of a vector: a bitmap as in {@link Masks}. */
final class RowMask {
    /** What a selection needs room for behind its last row. */
    static final int SLACK = 8;

    /** Up to so many bits of a word are found one by one. */
    private static final int FEW = 24;

    /** By bits of a byte: the places of those that are set, ascending, one in each byte. */
    private static final long[] PLACES = places();

    private final long[] words = new long[Masks.WORDS];

    private static long[] places() {
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

    /** The bitmap itself. */
    long[] words() {
        return words;
    }

    /** Selects the rows {@code 0..count-1} and no others, or none. */
    void fill(int count, boolean selected) {
        Masks.fill(words, selected ? count : 0);
    }

    /** Selects the rows where {@code selected} is true, and no others. */
    void set(boolean[] selected, int count) {
        fill(0, false);
        for (int i = 0; i < count; i += Long.SIZE) {
            int n = Math.min(count - i, Long.SIZE);
            long word = 0;
            for (int j = 0; j < n; j++) {
                word |= (selected[i + j] ? 1L : 0L) << j;
            }
            words[i >>> 6] = word;
        }
    }

    /** Keeps the rows that are also in another mask. */
    void and(RowMask other) {
        for (int i = 0; i < words.length; i++) {
            words[i] &= other.words[i];
        }
    }

    /** Adds the rows of another mask. */
    void or(RowMask other) {
        for (int i = 0; i < words.length; i++) {
            words[i] |= other.words[i];
        }
    }

    /** Adds the rows of another mask, each {@code at} rows further on; none of them lies behind the vector. */
    void or(RowMask other, int at) {
        int word = at >>> 6;
        if ((at & 63) == 0) {
            for (int i = word; i < words.length; i++) {
                words[i] |= other.words[i - word];
            }
            return;
        }
        for (int i = word; i < words.length; i++) {
            words[i] |= other.words[i - word] << at | (i > word ? other.words[i - word - 1] >>> -at : 0);
        }
    }

    /** Whether no row is selected. */
    boolean isEmpty() {
        long any = 0;
        for (long word : words) {
            any |= word;
        }
        return any == 0;
    }

    /** How many rows are selected. */
    int count() {
        return Masks.count(words);
    }

    /**
     * Writes the selected rows of {@code at..at+count-1}, counted from {@code at}; returns how many.
     *
     * @param selection has room for {@link #SLACK} rows more than there are
     */
    int select(int at, int count, int[] selection) {
        int n = 0;
        int end = at + count;
        for (int row = at; row < end; row = (row & ~63) + 64) {
            long word = words[row >>> 6] & (-1L << row);
            int base = (row & ~63) - at;
            if (base + 64 > count) {
                word &= -1L >>> -(count - base);
            }
            n = Long.bitCount(word) < FEW ? selectFew(word, base, selection, n) : selectMany(word, base, selection, n);
        }
        return n;
    }

    private static int selectFew(long word, int base, int[] selection, int count) {
        int n = count;
        for (long rest = word; rest != 0; rest &= rest - 1) {
            selection[n++] = base + Long.numberOfTrailingZeros(rest);
        }
        return n;
    }

    /** Always eight at once, of which as many count as bits are set: no step depends on which those are. */
    private static int selectMany(long word, int base, int[] selection, int count) {
        int n = count;
        long rest = word;
        for (int row = base; row < base + 64; row += 8) {
            int bits = (int) rest & 0xFF;
            long places = PLACES[bits];
            selection[n] = row + ((int) places & 7);
            selection[n + 1] = row + ((int) (places >>> 8) & 7);
            selection[n + 2] = row + ((int) (places >>> 16) & 7);
            selection[n + 3] = row + ((int) (places >>> 24) & 7);
            selection[n + 4] = row + ((int) (places >>> 32) & 7);
            selection[n + 5] = row + ((int) (places >>> 40) & 7);
            selection[n + 6] = row + ((int) (places >>> 48) & 7);
            selection[n + 7] = row + ((int) (places >>> 56) & 7);
            n += Integer.bitCount(bits);
            rest >>>= 8;
        }
        return n;
    }

    /**
     * Writes first and end, counted from {@code at}, of each run of selected rows among {@code at..at+count-1}.
     *
     * @return how many runs there are; -1 if there are more than fit
     */
    int runs(int at, int count, int[] runs) {
        int n = 0;
        int end = at + count;
        int row = next(at, end, 0);
        while (row < end) {
            int stop = next(row, end, -1L);
            if (2 * n == runs.length) {
                return -1;
            }
            runs[2 * n] = row - at;
            runs[2 * n + 1] = stop - at;
            n++;
            row = next(stop, end, 0);
        }
        return n;
    }

    /** The first row from one on that is selected, or, with {@code flip} -1, that is not; or {@code end}. */
    private int next(int from, int end, long flip) {
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
