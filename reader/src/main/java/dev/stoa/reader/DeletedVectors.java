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

import dev.stoa.format.SelectedRows;
import dev.stoa.format.internal.kernel.Masks;
import dev.stoa.format.internal.meta.Layout;
import java.util.Arrays;

/**
 * Deleted rows by the vectors in which their runs start: for each the rows one by one if they are not too many, and a bitmap of
 * the others if the runs are many. Made once for all scans, since to find them takes a scan longer than to decode a column.
 * Immutable.
 */
final class DeletedVectors {
    /** From so many runs on a bitmap, which takes 512 bytes, is not larger than the runs. */
    private static final int MANY = 32;

    /** More deleted rows are not listed one by one. */
    private static final int MAX_HOLES = 1 << 29;

    private final RowRanges rows;
    /** The vectors in which a run starts. */
    private final VectorList vectors;
    /** The first run that starts in each, and one past the last run of all. */
    private final int[] firsts;
    /** The rows of each that are not deleted, as a bitmap; null where the runs are few. */
    private final long[][] kept;
    /**
     * The deleted rows of each, counted from its first; none where they are more than {@link SelectedRows#MAX_HOLES}. In one
     * array, so that processors foresee which a scan loads next.
     */
    private final char[] holes;
    /** The first hole of each, and one past the last of all. */
    private final int[] firstHoles;
    /** Whether one of them has a bitmap. */
    private final boolean hasBitmaps;

    private final long longestRun;

    DeletedVectors(RowRanges rows) {
        this.rows = rows;
        int[] starts = new int[16];
        int[] runs = new int[16];
        int n = 0;
        long longest = 0;
        for (int run = 0; run < rows.rangeCount(); run++) {
            longest = Math.max(longest, rows.rangeEnd(run) - rows.rangeFirst(run));
            int vector = (int) (rows.rangeFirst(run) / Layout.VECTOR_ROWS);
            if (n == 0 || starts[n - 1] != vector) {
                if (n + 1 == starts.length) {
                    starts = Arrays.copyOf(starts, n + n / 2);
                    runs = Arrays.copyOf(runs, n + n / 2);
                }
                starts[n] = vector;
                runs[n++] = run;
            }
        }
        this.longestRun = longest;
        runs[n] = rows.rangeCount();
        this.vectors = new VectorList(Arrays.copyOf(starts, n));
        this.firsts = Arrays.copyOf(runs, n + 1);
        this.kept = new long[n][];
        this.firstHoles = new int[n + 1];
        char[] all = new char[SelectedRows.MAX_HOLES];
        char[] found = new char[SelectedRows.MAX_HOLES];
        boolean anyBitmap = false;
        for (int i = 0; i < n; i++) {
            int vector = vectors.get(i);
            long base = (long) vector * Layout.VECTOR_ROWS;
            int count = Math.max(0, holes(firstRun(i, vector), base, base + Layout.VECTOR_ROWS, found));
            int end = firstHoles[i] + count;
            if (end > all.length && end <= MAX_HOLES) {
                all = Arrays.copyOf(all, Math.min(MAX_HOLES, end + end / 2));
            }
            firstHoles[i + 1] = end <= MAX_HOLES ? end : firstHoles[i];
            System.arraycopy(found, 0, all, firstHoles[i], firstHoles[i + 1] - firstHoles[i]);
            if (firsts[i + 1] - firsts[i] >= MANY) {
                kept[i] = new long[Masks.WORDS];
                Masks.fill(kept[i], Layout.VECTOR_ROWS);
                removeFrom(kept[i], vector, firstRun(i, vector));
                anyBitmap = true;
            }
        }
        this.hasBitmaps = anyBitmap;
        this.holes = Arrays.copyOf(all, firstHoles[n]);
    }

    /** All of them. */
    RowRanges rows() {
        return rows;
    }

    /** About how many bytes of memory they take. */
    long bytes() {
        long bytes = 16L * rows.rangeCount() + 32L * vectors.size();
        for (int i = 0; i < vectors.size(); i++) {
            bytes += kept[i] == null ? 0 : Layout.VECTOR_ROWS / Byte.SIZE;
        }
        return bytes + Character.BYTES * (long) holes.length;
    }

    /** The vectors in which a run starts. */
    VectorList vectors() {
        return vectors;
    }

    /** The rows of a vector in which runs start that are not deleted, if the runs are many; else null. */
    long[] kept(int place) {
        return hasBitmaps ? kept[place] : null;
    }

    /** How many rows the longest run has. */
    long longestRun() {
        return longestRun;
    }

    /** Deleted rows, counted from the first of their vectors: those of a vector from its {@link #firstHole} on. */
    char[] holes() {
        return holes;
    }

    /** The first hole of a vector in which runs start; it has none if they are many. */
    int firstHole(int place) {
        return firstHoles[place];
    }

    /** Finds those of some rows that are deleted, counted from the first of them, from a run on; -1 if there is no room for all. */
    int holes(int firstRun, long first, long end, char[] found) {
        int n = 0;
        for (int i = firstRun; i < rows.rangeCount() && rows.rangeFirst(i) < end; i++) {
            int from = (int) (Math.max(first, rows.rangeFirst(i)) - first);
            int to = (int) (Math.min(end, rows.rangeEnd(i)) - first);
            if (to - from > found.length - n) {
                return -1;
            }
            for (int row = from; row < to; row++) {
                found[n++] = (char) row;
            }
        }
        return n;
    }

    /** The first run with a row of a vector; -1 if there is none. */
    int firstRun(int place, int vector) {
        if (place < 0) {
            return -1;
        }
        boolean startsHere = vectors.has(place, vector);
        int before = (startsHere ? firsts[place] : firsts[place + 1]) - 1;
        boolean reachesHere = before >= 0 && rows.rangeEnd(before) > (long) vector * Layout.VECTOR_ROWS;
        return reachesHere ? before : startsHere ? firsts[place] : -1;
    }

    /** Takes the deleted rows of a vector out of a bitmap, from a run on. */
    void removeFrom(long[] mask, int vector, int firstRun) {
        long base = (long) vector * Layout.VECTOR_ROWS;
        long end = base + Layout.VECTOR_ROWS;
        for (int i = firstRun; i < rows.rangeCount() && rows.rangeFirst(i) < end; i++) {
            int first = (int) (Math.max(base, rows.rangeFirst(i)) - base);
            int last = (int) (Math.min(end, rows.rangeEnd(i)) - base);
            Masks.clear(mask, first, last);
        }
    }
}
