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
    private final long[] words = new long[Masks.WORDS];

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
     * @param selection has room for one row more than there are
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
            if (Long.bitCount(word) < 24) {
                while (word != 0) {
                    selection[n++] = base + Long.numberOfTrailingZeros(word);
                    word &= word - 1;
                }
            } else {
                for (int i = 0; i < 64; i++) {
                    selection[n] = base + i;
                    n += (int) (word >>> i) & 1;
                }
            }
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
