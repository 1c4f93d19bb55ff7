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
package dev.stoa.delta;

import java.util.Arrays;

/**
 * What changed in a range of base rows, such as a vector, in arrays that are used again for the next range. Rows are
 * counted from the first of the range.
 */
public final class RangeChanges {
    /** Most inserted rows that are read at once. */
    public static final int MOST_INSERTS = 1 << 14;

    private final Modifies ofBase = new Modifies();
    private final Modifies ofInserted = new Modifies();

    private long first;
    private long end;
    private boolean isComplete = true;

    private int deletes;
    private int[] deleteStarts = new int[16];
    private int[] deleteEnds = new int[16];

    private int inserts;
    private int[] insertPositions = new int[16];
    private long[] insertRows = new long[16];

    /** Nothing. */
    public RangeChanges() {}

    void begin(long row) {
        first = row;
        deletes = 0;
        inserts = 0;
        ofBase.clear();
        ofInserted.clear();
    }

    /** All changes in front of this base row, and perhaps some of the rows inserted there, are read. */
    void end(long row, boolean all) {
        end = row;
        isComplete = all;
    }

    /** Whether there is no room for one more inserted row. */
    boolean isFull() {
        return inserts == MOST_INSERTS;
    }

    /** A row is inserted in front of a base row, or of the end. */
    void insert(long sid, long row) {
        if (inserts == insertRows.length) {
            insertPositions = Arrays.copyOf(insertPositions, 2 * inserts);
            insertRows = Arrays.copyOf(insertRows, 2 * inserts);
        }
        insertPositions[inserts] = (int) (sid - first);
        insertRows[inserts++] = row;
    }

    /** A column of the row inserted last is modified. */
    void modifyInserted(int column, long value) {
        ofInserted.add(inserts - 1, column, value);
    }

    /** A column of a base row is modified. */
    void modify(long sid, int column, long value) {
        ofBase.add((int) (sid - first), column, value);
    }

    /** Base rows, or none, are deleted. */
    void delete(long from, long to) {
        if (from == to) {
            return;
        }
        int start = (int) (from - first);
        int stop = (int) (to - first);
        if (deletes > 0 && deleteEnds[deletes - 1] == start) {
            deleteEnds[deletes - 1] = stop;
            return;
        }
        if (deletes == deleteStarts.length) {
            deleteStarts = Arrays.copyOf(deleteStarts, 2 * deletes);
            deleteEnds = Arrays.copyOf(deleteEnds, 2 * deletes);
        }
        deleteStarts[deletes] = start;
        deleteEnds[deletes++] = stop;
    }

    /**
     * One past the last base row whose changes were read: the end of the range, or less if more than
     * {@link #MOST_INSERTS} rows are inserted in it. Then the range is to be read on from there.
     */
    public long end() {
        return end;
    }

    /** Whether all changes of the range were read. Else it is to be read on from {@link #end}, even if that is its end. */
    public boolean isComplete() {
        return isComplete;
    }

    /** Whether nothing changed. */
    public boolean isEmpty() {
        return deletes == 0 && inserts == 0 && ofBase.isEmpty();
    }

    /** The number of runs of deleted base rows. They are ascending, and neither overlap nor touch. */
    public int deletes() {
        return deletes;
    }

    /** The first row of each run of deleted base rows; owned by this, valid until the next range. */
    public int[] deleteStarts() {
        return deleteStarts;
    }

    /** One past the last row of each run of deleted base rows; owned by this, valid until the next range. */
    public int[] deleteEnds() {
        return deleteEnds;
    }

    /** The number of inserted rows, in order. */
    public int inserts() {
        return inserts;
    }

    /**
     * For each inserted row the base row that it lies in front of, or the number of base rows of the range; ascending.
     * Owned by this, valid until the next range.
     */
    public int[] insertPositions() {
        return insertPositions;
    }

    /** The reference of each inserted row; owned by this, valid until the next range. */
    public long[] insertRows() {
        return insertRows;
    }

    /** What was modified of the base rows that are left. */
    public Modifies ofBase() {
        return ofBase;
    }

    /** What was modified of the inserted rows, which count in their order from 0. */
    public Modifies ofInserted() {
        return ofInserted;
    }
}
