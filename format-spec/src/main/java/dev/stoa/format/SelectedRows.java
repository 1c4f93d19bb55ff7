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
package dev.stoa.format;

import dev.stoa.format.internal.kernel.Masks;

/**
 * The selected rows of a batch: a bitmap, or the few rows that are not selected, or both. This class computes their numbers,
 * their runs and the gaps between them on demand. A reader uses the same object for all batches in turn. For one thread.
 */
public final class SelectedRows {
    private static final long[] NO_WORDS = new long[0];
    private static final char[] NONE_MISSING = new char[0];

    /** The most rows that may be missing to be given one by one. */
    public static final int MAX_HOLES = Masks.VALUES / 8;

    /** Kernels may read this many numbers after the last one. */
    public static final int HOLES_AT_ONCE = 8;

    /** The largest number of runs that are worth a loop each. */
    private static final int MAX_RUNS = 16;

    private final int[] runs = new int[2 * MAX_RUNS];
    private long[] ownWords = NO_WORDS;
    private int[] holes = new int[0];
    private int[] selection = new int[0];
    /** Bit {@code i % 64} of word {@code i / 64} belongs to row {@code i} of the batch; bits of no row are zero. */
    private long[] words = NO_WORDS;

    /** The rows that are not selected, from a place on, where they are known. */
    private char[] missing = NONE_MISSING;

    private int firstMissing;
    private int rows;
    private int count;
    private int runCount;
    private boolean hasWords;
    private boolean hasRuns;
    private boolean hasSelection;
    private boolean hasMissing;
    private boolean hasHoles;

    /**
     * Takes the rows of the next batch from a bitmap.
     *
     * @param bitmap of the rows of a vector
     * @param at the row of the vector where the batch starts
     * @param rowCount the rows of the batch, all within the vector
     * @return how many of them are selected
     */
    public int set(long[] bitmap, int at, int rowCount) {
        start(rowCount);
        if (ownWords.length == 0) {
            ownWords = new long[Masks.WORDS];
        }
        words = ownWords;
        hasWords = true;
        int word = at >>> 6;
        if ((at & 63) == 0) {
            System.arraycopy(bitmap, word, words, 0, Masks.WORDS - word);
        } else {
            for (int i = word; i < Masks.WORDS; i++) {
                words[i - word] = bitmap[i] >>> at | (i + 1 < Masks.WORDS ? bitmap[i + 1] << -at : 0);
            }
        }
        Masks.trim(words, rowCount);
        count = Masks.count(words);
        return count;
    }

    /**
     * Takes all rows of the next batch except a few.
     *
     * @param others has these, ascending, and room for {@link #HOLES_AT_ONCE} more; not copied, and not changed until the next
     *     batch
     * @param from where they begin
     * @param holeCount how many they are, at most {@link #MAX_HOLES}
     * @param rowCount the rows of the batch
     * @return how many of them are selected
     */
    public int setAllBut(char[] others, int from, int holeCount, int rowCount) {
        start(rowCount);
        hasMissing = true;
        missing = others;
        firstMissing = from;
        count = rowCount - holeCount;
        return count;
    }

    /**
     * Takes the rows of the next batch, which is a full vector, where both are known.
     *
     * @param bitmap of the rows; not copied, and not changed until the next batch
     * @param others has all others, ascending, and room for {@link #HOLES_AT_ONCE} more; likewise
     * @param from where they begin
     * @param holeCount how many they are
     * @return how many rows are selected
     */
    public int set(long[] bitmap, char[] others, int from, int holeCount) {
        setAllBut(others, from, holeCount, Masks.VALUES);
        hasWords = true;
        words = bitmap;
        return count;
    }

    private void start(int rowCount) {
        rows = rowCount;
        hasWords = false;
        hasRuns = false;
        hasSelection = false;
        hasMissing = false;
        hasHoles = false;
    }

    /** How many rows are selected. */
    int count() {
        return count;
    }

    /** Their numbers. */
    int[] selection() {
        if (!hasSelection) {
            hasSelection = true;
            selection = roomFor(count, selection);
            if (hasWords) {
                Masks.places(words, rows, 0, selection);
            } else {
                selectBetweenHoles();
            }
        }
        return selection;
    }

    private void selectBetweenHoles() {
        holes();
        int n = 0;
        int row = 0;
        for (int i = 0; i <= rows - count; i++) {
            int end = i < rows - count ? holes[i] : rows;
            while (row < end) {
                selection[n++] = row++;
            }
            row++;
        }
    }

    /** The numbers of the others. */
    int[] holes() {
        if (!hasHoles) {
            hasHoles = true;
            if (hasMissing) {
                holes = roomFor(rows - count, holes);
                copyMissing(rows - count);
            } else {
                holes = roomFor(rows - count, holes);
                Masks.places(words, rows, -1L, holes);
            }
        }
        return holes;
    }

    /** Writes eight at once: after a few deletes, processors don't foresee their number. That costs a vector 10 ns. */
    private void copyMissing(int n) {
        for (int i = 0; i < n; i += HOLES_AT_ONCE) {
            int from = firstMissing + i;
            holes[i] = missing[from];
            holes[i + 1] = missing[from + 1];
            holes[i + 2] = missing[from + 2];
            holes[i + 3] = missing[from + 3];
            holes[i + 4] = missing[from + 4];
            holes[i + 5] = missing[from + 5];
            holes[i + 6] = missing[from + 6];
            holes[i + 7] = missing[from + 7];
        }
    }

    private int[] roomFor(int numbers, int[] old) {
        return old.length >= numbers + Masks.SLACK ? old : new int[rows + Masks.SLACK];
    }

    /** How many runs they are; 0 if they are many, or not more than half of the rows. */
    int runCount() {
        if (!hasRuns) {
            hasRuns = true;
            runCount = 0;
            if (count > rows / 2) {
                runCount = Math.max(0, hasWords ? Masks.runs(words, rows, runs) : runsBetweenHoles());
            }
        }
        return runCount;
    }

    private int runsBetweenHoles() {
        holes();
        int n = 0;
        int row = 0;
        for (int i = 0; i <= rows - count; i++) {
            int end = i < rows - count ? holes[i] : rows;
            if (row < end) {
                if (n == MAX_RUNS) {
                    return -1;
                }
                runs[2 * n] = row;
                runs[2 * n + 1] = end;
                n++;
            }
            row = end + 1;
        }
        return n;
    }

    int runStart(int run) {
        return runs[2 * run];
    }

    int runEnd(int run) {
        return runs[2 * run + 1];
    }
}
