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
import dev.stoa.format.internal.meta.Layout;

/** The deleted rows of one vector after another. For one thread. */
final class DeletedRows {
    private final DeletedVectors deleted;
    private final int[] holes = new int[SelectedRows.MAX_HOLES];
    private int vector = -1;
    private int place = -1;
    private RowMask kept;
    /** The first run with a row of the vector; -1 if there is none, or not looked at. */
    private int run = -1;

    DeletedRows(DeletedVectors deleted) {
        this.deleted = deleted;
    }

    /** Goes to a vector, quickest to one close behind; returns whether it has deleted rows. */
    boolean seek(int next) {
        if (deleted.rows().isEmpty()) {
            return false;
        }
        if (next != vector) {
            vector = next;
            place = deleted.placeOf(next, place);
            kept = deleted.kept(place, next);
            run = kept == null ? deleted.firstRun(place, next) : -1;
        }
        return kept != null || run >= 0;
    }

    /** Whether all of some rows of the vector, which has deleted rows, are so by its first run. */
    boolean holdAll(long first, long end) {
        return kept == null
                && deleted.rows().rangeFirst(run) <= first
                && deleted.rows().rangeEnd(run) >= end;
    }

    /** Takes the deleted rows of the vector out of a mask. */
    void removeFrom(RowMask mask) {
        if (kept != null) {
            mask.and(kept);
        } else {
            deleted.removeFrom(mask, vector, run);
        }
    }

    /** Selects those of some rows of the vector, which has deleted rows, that are not; returns how many. */
    int select(long first, int count, SelectedRows selected) {
        int found = kept == null ? holes(first, first + count) : -1;
        if (found >= 0) {
            return selected.setAllBut(holes, found, count);
        }
        RowMask mask = kept;
        if (mask == null) {
            mask = new RowMask();
            mask.fill(Layout.VECTOR_ROWS, true);
            deleted.removeFrom(mask, vector, run);
        }
        return selected.set(mask.words(), (int) (first - (long) vector * Layout.VECTOR_ROWS), count);
    }

    /** Finds those of some rows that are deleted, counted from the first; -1 if there are many. */
    private int holes(long first, long end) {
        RowRanges rows = deleted.rows();
        int n = 0;
        for (int i = run; i < rows.rangeCount() && rows.rangeFirst(i) < end; i++) {
            int from = (int) (Math.max(first, rows.rangeFirst(i)) - first);
            int to = (int) (Math.min(end, rows.rangeEnd(i)) - first);
            if (to - from > holes.length - n) {
                return -1;
            }
            for (int row = from; row < to; row++) {
                holes[n++] = row;
            }
        }
        return n;
    }
}
