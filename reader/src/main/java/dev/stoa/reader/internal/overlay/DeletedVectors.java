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
package dev.stoa.reader.internal.overlay;

import dev.stoa.format.SelectedRows;
import dev.stoa.format.internal.kernel.Masks;
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.reader.RowRanges;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Deleted rows by vector: for each the rows one by one if they are not too many, and a bitmap of the others if their runs are
 * many. Made once for all scans, since to find them takes a scan longer than to decode a column. Immutable.
 */
public final class DeletedVectors {
    /** From this number of runs on, a bitmap, which takes 512 bytes, is not larger than the runs. */
    private static final int MANY = 32;

    /** More deleted rows are not listed one by one. */
    private static final int MAX_HOLES = 1 << 29;

    /** Vectors from here on, after 17 thousand million rows, are not listed: their runs are searched for. */
    private static final int MAX_VECTORS = 1 << 22;

    private final RowRanges rows;
    /**
     * The deleted rows of each vector, counted from its first; none where they are more than {@link SelectedRows#MAX_HOLES}. In
     * one array, so that processors foresee which a scan loads next.
     */
    private final char[] holes;
    /**
     * The first hole of each vector up to the last with deleted rows, and one past the last of all. Vectors without holes
     * are listed too, so that a scan, which asks for each vector, need not search.
     */
    private final int[] firstHoles;
    /** Vectors with deleted rows that are not listed. */
    private final BitSet unlisted = new BitSet();
    /** The rows of each vector that are not deleted, as a bitmap; null where the runs are few; empty if none exists. */
    private final long[][] kept;

    private final long longestRun;

    public DeletedVectors(RowRanges rows) {
        this.rows = rows;
        int vectors = rows.isEmpty() ? 0 : (int) Math.min(MAX_VECTORS, (rows.end() - 1) / Layout.VECTOR_ROWS + 1);
        this.firstHoles = new int[vectors + 1];
        long[][] bitmaps = new long[0][];
        char[] all = new char[SelectedRows.MAX_HOLES];
        char[] found = new char[SelectedRows.MAX_HOLES];
        int run = 0;
        for (int vector = 0; vector < vectors; vector++) {
            long base = (long) vector * Layout.VECTOR_ROWS;
            long next = base + Layout.VECTOR_ROWS;
            int firstRun = run;
            int runs = 0;
            while (run < rows.rangeCount() && rows.rangeFirst(run) < next) {
                runs++;
                if (rows.rangeEnd(run) > next) {
                    break; // it goes on in the next vector
                }
                run++;
            }
            int count = holes(firstRun, base, next, found);
            int first = firstHoles[vector];
            if (count < 0 || first + count > MAX_HOLES) {
                unlisted.set(vector);
                count = 0;
            } else if (first + count > all.length) {
                all = Arrays.copyOf(all, Math.min(MAX_HOLES, first + count + (first + count) / 2));
            }
            System.arraycopy(found, 0, all, first, count);
            firstHoles[vector + 1] = first + count;
            if (runs >= MANY) {
                bitmaps = bitmaps.length == 0 ? new long[vectors][] : bitmaps;
                bitmaps[vector] = new long[Masks.WORDS];
                Masks.fill(bitmaps[vector], Layout.VECTOR_ROWS);
                removeFrom(bitmaps[vector], vector, firstRun);
            }
        }
        this.longestRun = longestRun(rows);
        this.kept = bitmaps;
        this.holes = Arrays.copyOf(all, firstHoles[vectors] + SelectedRows.HOLES_AT_ONCE);
    }

    private static long longestRun(RowRanges rows) {
        long longest = 0;
        for (int run = 0; run < rows.rangeCount(); run++) {
            longest = Math.max(longest, rows.rangeEnd(run) - rows.rangeFirst(run));
        }
        return longest;
    }

    /** All of them. */
    public RowRanges rows() {
        return rows;
    }

    /** About how many bytes of memory they take. */
    public long bytes() {
        long bytes = 16L * rows.rangeCount() + 4L * firstHoles.length + 8L * kept.length;
        for (long[] bitmap : kept) {
            bytes += bitmap == null ? 0 : Layout.VECTOR_ROWS / Byte.SIZE;
        }
        return bytes + Character.BYTES * (long) holes.length;
    }

    /** How many rows the longest run has. */
    long longestRun() {
        return longestRun;
    }

    /** How many vectors are known, up to the last with deleted rows or {@link #MAX_VECTORS}. */
    int size() {
        return firstHoles.length - 1;
    }

    /** Deleted rows, counted from the first of their vectors: those of a vector from its {@link #firstHole} on. */
    char[] holes() {
        return holes;
    }

    /** The first hole of a vector, and one past the last of the one before; at most {@link #size}. */
    int firstHole(int vector) {
        return firstHoles[vector];
    }

    /** Whether a vector has deleted rows that are not listed, as they are many. */
    boolean hasUnlisted(int vector) {
        return unlisted.get(vector);
    }

    /** The rows of a vector, one of the {@link #size}, that are not deleted, if the runs are many; else null. */
    long[] kept(int vector) {
        return kept.length == 0 ? null : kept[vector];
    }

    /** Finds those of some rows that are deleted, counted from the first of them, from a run on; -1 if they are too many. */
    int holes(int firstRun, long first, long end, char[] found) {
        int n = 0;
        for (int i = firstRun; i < rows.rangeCount() && rows.rangeFirst(i) < end; i++) {
            int from = (int) (Math.max(first, rows.rangeFirst(i)) - first);
            int to = (int) (Math.min(end, rows.rangeEnd(i)) - first);
            if (to - from > SelectedRows.MAX_HOLES - n) {
                return -1;
            }
            for (int row = from; row < to; row++) {
                found[n++] = (char) row;
            }
        }
        return n;
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
