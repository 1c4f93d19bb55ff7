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

import dev.stoa.format.internal.meta.Layout;
import java.util.Arrays;

/**
 * Deleted rows by the vectors in which their runs start, and bitmaps for those that have many: made once for all scans, since
 * to find them takes a scan longer than to decode a column. Immutable.
 */
final class DeletedVectors {
    /** From so many runs on a bitmap, which takes 512 bytes, is not larger than the runs. */
    private static final int MANY = 32;

    private final RowRanges rows;
    /** The vectors in which a run starts, ascending. */
    private final int[] vectors;
    /** The first run that starts in each, and one past the last run of all. */
    private final int[] firsts;
    /** The rows of each that are not deleted; null where the runs are few. */
    private final RowMask[] kept;

    DeletedVectors(RowRanges rows) {
        this.rows = rows;
        int[] starts = new int[16];
        int[] runs = new int[16];
        int n = 0;
        for (int run = 0; run < rows.rangeCount(); run++) {
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
        runs[n] = rows.rangeCount();
        this.vectors = Arrays.copyOf(starts, n);
        this.firsts = Arrays.copyOf(runs, n + 1);
        this.kept = new RowMask[n];
        for (int i = 0; i < n; i++) {
            if (firsts[i + 1] - firsts[i] >= MANY) {
                kept[i] = new RowMask();
                kept[i].fill(Layout.VECTOR_ROWS, true);
                removeFrom(kept[i], vectors[i], firstRun(i, vectors[i]));
            }
        }
    }

    /** All of them. */
    RowRanges rows() {
        return rows;
    }

    /** About how many bytes of memory they take. */
    long bytes() {
        long masks = Arrays.stream(kept).filter(mask -> mask != null).count();
        return 16L * rows.rangeCount() + 12L * vectors.length + masks * (Layout.VECTOR_ROWS / Byte.SIZE);
    }

    /** The last place with a vector up to the given one; -1 if there is none. Quickest if it is close behind {@code low}. */
    int placeOf(int vector, int low) {
        if (low >= 0 && vectors[low] <= vector) { // mostly it is this one or the next
            int next = low + 1;
            if (next == vectors.length || vectors[next] > vector) {
                return low;
            } else if (vectors[next] == vector) {
                return next;
            }
        }
        int from = Math.max(0, low);
        if (from >= vectors.length || vectors[from] > vector) {
            from = 0;
        }
        int step = 1;
        int end = from;
        while (end < vectors.length && vectors[end] <= vector) {
            from = end;
            end += step;
            step += step;
        }
        int found = Arrays.binarySearch(vectors, from, Math.min(end, vectors.length), vector);
        return found >= 0 ? found : -found - 2;
    }

    /** The rows of a vector that are not deleted, if it has many runs; else null. */
    RowMask kept(int place, int vector) {
        return place >= 0 && vectors[place] == vector ? kept[place] : null;
    }

    /** The first run with a row of a vector; -1 if there is none. */
    int firstRun(int place, int vector) {
        if (place < 0) {
            return -1;
        }
        boolean startsHere = vectors[place] == vector;
        int before = (startsHere ? firsts[place] : firsts[place + 1]) - 1;
        boolean reachesHere = before >= 0 && rows.rangeEnd(before) > (long) vector * Layout.VECTOR_ROWS;
        return reachesHere ? before : startsHere ? firsts[place] : -1;
    }

    /** Takes the deleted rows of a vector out of a mask, from a run on. */
    void removeFrom(RowMask mask, int vector, int firstRun) {
        long base = (long) vector * Layout.VECTOR_ROWS;
        long end = base + Layout.VECTOR_ROWS;
        for (int i = firstRun; i < rows.rangeCount() && rows.rangeFirst(i) < end; i++) {
            int first = (int) (Math.max(base, rows.rangeFirst(i)) - base);
            int last = (int) (Math.min(end, rows.rangeEnd(i)) - base);
            mask.remove(first, last);
        }
    }
}
