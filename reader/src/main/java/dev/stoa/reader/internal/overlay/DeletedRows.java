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
import dev.stoa.reader.internal.value.RowMask;

/** The deleted rows of one vector after another. For one thread. */
public final class DeletedRows {
    private static final char[] NONE = new char[0];

    private final DeletedVectors deleted;
    private char[] found = NONE;
    private int vector = -1;
    private boolean hasDeleted;
    /** The rows of the vector that are not deleted, where they are known. */
    private long[] kept;

    private int firstHole;
    private int holeCount;
    /** A run that is not after the first of the vector {@link #runVector}. */
    private int run;

    private int runVector;

    DeletedRows(DeletedVectors deleted) {
        this.deleted = deleted;
    }

    /** Whether any range with this number of rows may be deleted as a whole. */
    public boolean mayHold(long rows) {
        return deleted.longestRun() >= rows;
    }

    /** Goes to a vector; returns whether it has deleted rows. */
    public boolean seek(int next) {
        if (next != vector) {
            vector = next;
            boolean isKnown = next < deleted.size();
            firstHole = isKnown ? deleted.firstHole(next) : 0;
            holeCount = isKnown ? deleted.firstHole(next + 1) - firstHole : 0;
            kept = isKnown ? deleted.kept(next) : null;
            hasDeleted = holeCount > 0 || (isKnown ? deleted.hasUnlisted(next) : hasRun());
        }
        return hasDeleted;
    }

    private boolean hasRun() {
        long first = (long) vector * Layout.VECTOR_ROWS;
        return first < deleted.rows().end() && deleted.rows().rangeFirst(firstRun()) < first + Layout.VECTOR_ROWS;
    }

    /**
     * Returns the first run with a row of the vector or after it; looked up only if it is needed. Quickest for a vector soon
     * after the last one.
     */
    private int firstRun() {
        run = deleted.rows().rangeAt((long) vector * Layout.VECTOR_ROWS, vector < runVector ? 0 : run);
        runVector = vector;
        return run;
    }

    /** Whether all of some rows of the vector, which has deleted rows, are so by its first run. */
    public boolean holdAll(long from, long end) {
        if (holeCount > 0 && holeCount < end - from) {
            return false;
        }
        int first = firstRun();
        return deleted.rows().rangeFirst(first) <= from && deleted.rows().rangeEnd(first) >= end;
    }

    /** Takes the deleted rows of the vector out of a mask. */
    public void removeFrom(RowMask mask) {
        if (kept != null) {
            mask.and(kept);
        } else {
            deleted.removeFrom(mask.words(), vector, firstRun());
        }
    }

    /** Selects those of some rows of the vector, which has deleted rows, that are not; returns how many. */
    public int select(long first, int count, SelectedRows selected) {
        if (count == Layout.VECTOR_ROWS && holeCount > 0) {
            return kept == null
                    ? selected.setAllBut(deleted.holes(), firstHole, holeCount, count)
                    : selected.set(kept, deleted.holes(), firstHole, holeCount);
        }
        if (found.length == 0) {
            found = new char[SelectedRows.MAX_HOLES + SelectedRows.HOLES_AT_ONCE];
        }
        int n = deleted.holes(firstRun(), first, first + count, found);
        if (n >= 0) {
            return selected.setAllBut(found, 0, n, count);
        }
        long[] mask = kept;
        if (mask == null) {
            mask = new long[Masks.WORDS];
            Masks.fill(mask, Layout.VECTOR_ROWS);
            deleted.removeFrom(mask, vector, firstRun());
        }
        return selected.set(mask, (int) (first - (long) vector * Layout.VECTOR_ROWS), count);
    }
}
