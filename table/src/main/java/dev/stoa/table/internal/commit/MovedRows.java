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
package dev.stoa.table.internal.commit;

import dev.stoa.reader.RowRanges;
import java.util.Arrays;

/**
 * Where the rows of a fragment are in the one that replaced it: by the deleted rows and the guests' rows among its own, when
 * it was rewritten. Immutable.
 */
public final class MovedRows {
    private final long[] firsts;
    private final long[] slots;
    private final long rows;
    private final long startSlot;
    private final long endSlot;
    private final RowRanges deleted;
    private final long[] deletedBefore;

    /**
     * The findings.
     *
     * @param firsts the first row of each run of rows with no others among them, ascending
     * @param slots where each of them is, or would be if it is deleted
     * @param rows how many rows the fragment had
     * @param startSlot where the fragment starts, or the group of fragments that it belongs to
     * @param endSlot where another row after the last would be
     */
    MovedRows(long[] firsts, long[] slots, long rows, long startSlot, long endSlot, RowRanges deleted) {
        this.firsts = firsts;
        this.slots = slots;
        this.rows = rows;
        this.startSlot = startSlot;
        this.endSlot = endSlot;
        this.deleted = deleted;
        this.deletedBefore = new long[deleted.rangeCount() + 1];
        for (int i = 0; i < deleted.rangeCount(); i++) {
            deletedBefore[i + 1] = deletedBefore[i] + deleted.rangeEnd(i) - deleted.rangeFirst(i);
        }
    }

    long rows() {
        return rows;
    }

    private int run(long row) {
        int at = Arrays.binarySearch(firsts, row);
        return at < 0 ? -at - 2 : at;
    }

    /** The deleted ranges that begin before a row. */
    private int rangesBefore(long row) {
        int low = 0;
        int high = deleted.rangeCount();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (deleted.rangeFirst(middle) < row) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private long deletedBefore(long row) {
        int ranges = rangesBefore(row);
        return ranges == 0
                ? 0
                : deletedBefore[ranges - 1]
                        + Math.min(row, deleted.rangeEnd(ranges - 1))
                        - deleted.rangeFirst(ranges - 1);
    }

    boolean isDeleted(long row) {
        int ranges = rangesBefore(row + 1);
        return ranges > 0 && row < deleted.rangeEnd(ranges - 1);
    }

    /** Where a row is; if it is deleted, where it would be; for the number of rows, what comes after the last. */
    public long slot(long row) {
        if (row == rows) {
            return endSlot;
        }
        int run = run(row);
        return slots[run] + row - firsts[run] - (deletedBefore(row) - deletedBefore(firsts[run]));
    }

    /** As {@link #slot}, but before the guests' rows that come before the row. */
    long slotBeforeGuests(long row) {
        int run = row == rows ? firsts.length : run(row);
        boolean begins = row == rows || firsts[run] == row;
        if (!begins) {
            return slot(row);
        }
        if (run == 0) {
            return startSlot;
        }
        long last = firsts[run - 1];
        return slots[run - 1] + row - last - (deletedBefore(row) - deletedBefore(last));
    }

    /** Whether the fragment has no row of its own before the rows between two slots, or none after them. */
    boolean isAtEdge(long low, long high) {
        return low == startSlot || high == endSlot;
    }

    /** Where some rows are; those that were deleted are left out. */
    RowRanges moved(RowRanges some) {
        long[] from = new long[16];
        long[] to = new long[16];
        int count = 0;
        for (int i = 0; i < some.rangeCount(); i++) {
            long first = some.rangeFirst(i);
            while (first < some.rangeEnd(i)) {
                int run = run(first);
                long end = Math.min(some.rangeEnd(i), run + 1 < firsts.length ? firsts[run + 1] : rows);
                long live = end - first - (deletedBefore(end) - deletedBefore(first));
                if (live > 0) {
                    if (count == from.length) {
                        from = Arrays.copyOf(from, 2 * count);
                        to = Arrays.copyOf(to, 2 * count);
                    }
                    from[count] = slot(first);
                    to[count] = from[count] + live;
                    count++;
                }
                first = end;
            }
        }
        return RowRanges.of(Arrays.copyOf(from, count), Arrays.copyOf(to, count));
    }
}
