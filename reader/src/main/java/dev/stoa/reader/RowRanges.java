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
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.reader.internal.value.RowMask;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Rows of a row set by their numbers: ascending ranges that neither touch nor overlap. Rows are numbered from 0 in the
 * order of the file. Immutable.
 */
public final class RowRanges {
    private final long[] starts;
    private final long[] ends;

    /** The range that was found last, as scans look for rows in ascending order. A search may begin at any other one, too. */
    private int lastFound;

    private RowRanges(long[] starts, long[] ends) {
        this.starts = starts;
        this.ends = ends;
    }

    /**
     * The rows {@code first..end-1}; none if both are the same.
     *
     * @throws IllegalArgumentException if a number is negative or {@code first} greater than {@code end}
     */
    public static RowRanges between(long first, long end) {
        if (first < 0 || first > end) {
            throw new IllegalArgumentException("rows " + first + ".." + end + " are not a range");
        }
        return first == end
                ? new RowRanges(new long[0], new long[0])
                : new RowRanges(new long[] {first}, new long[] {end});
    }

    /**
     * The rows with these numbers, in any order; a number that occurs twice counts once.
     *
     * @throws IllegalArgumentException if a number is negative
     */
    public static RowRanges of(long... rows) {
        long[] sorted = rows.clone();
        Arrays.sort(sorted);
        long[] ends = new long[sorted.length];
        for (int i = 0; i < ends.length; i++) {
            if (sorted[i] < 0 || sorted[i] == Long.MAX_VALUE) {
                throw new IllegalArgumentException("row " + sorted[i] + " is not a row");
            }
            ends[i] = sorted[i] + 1;
        }
        return joined(sorted, ends);
    }

    /**
     * The rows of ranges that ascend and do not overlap: {@code firsts[i]..ends[i]-1} each. They may touch.
     *
     * @throws IllegalArgumentException if a range is empty or starts before the one before it ends, if a number is negative,
     *     or the arrays differ in length
     */
    public static RowRanges of(long[] firsts, long[] ends) {
        if (firsts.length != ends.length) {
            throw new IllegalArgumentException(firsts.length + " firsts, but " + ends.length + " ends");
        }
        for (int i = 0; i < firsts.length; i++) {
            if (firsts[i] < (i == 0 ? 0 : ends[i - 1]) || firsts[i] >= ends[i]) {
                throw new IllegalArgumentException("rows " + firsts[i] + ".." + ends[i] + " are empty or do not follow "
                        + (i == 0 ? "row 0" : "row " + ends[i - 1]));
            }
        }
        return joined(firsts.clone(), ends.clone());
    }

    /** The number of ranges. */
    public int rangeCount() {
        return starts.length;
    }

    /** The first row of a range. */
    public long rangeFirst(int range) {
        return starts[range];
    }

    /** One past the last row of a range. */
    public long rangeEnd(int range) {
        return ends[range];
    }

    /** The rows of these and of others. */
    public RowRanges union(RowRanges other) {
        int count = starts.length + other.starts.length;
        long[] allStarts = new long[count];
        long[] allEnds = new long[count];
        int mine = 0;
        int theirs = 0;
        for (int i = 0; i < count; i++) {
            boolean takeMine =
                    theirs == other.starts.length || (mine < starts.length && starts[mine] <= other.starts[theirs]);
            allStarts[i] = takeMine ? starts[mine] : other.starts[theirs];
            allEnds[i] = takeMine ? ends[mine++] : other.ends[theirs++];
        }
        return joined(allStarts, allEnds);
    }

    /** All rows of parts that follow each other in ascending order. */
    public static RowRanges concat(List<RowRanges> parts) {
        return joined(
                parts.stream().flatMapToLong(part -> Arrays.stream(part.starts)).toArray(),
                parts.stream().flatMapToLong(part -> Arrays.stream(part.ends)).toArray());
    }

    /** The rows, before {@code end}, of some vectors. */
    public static RowRanges ofVectors(BitSet vectors, long end) {
        long[] starts = vectors.stream()
                .mapToLong(vector -> (long) vector * Layout.VECTOR_ROWS)
                .toArray();
        long[] ends = Arrays.stream(starts)
                .map(start -> Math.min(end, start + Layout.VECTOR_ROWS))
                .toArray();
        return joined(starts, ends);
    }

    /** The rows that are among both. */
    public RowRanges intersect(RowRanges other) {
        List<RowRanges> parts = new ArrayList<>();
        for (int i = 0; i < other.starts.length; i++) {
            parts.add(within(other.starts[i], other.ends[i]));
        }
        return concat(parts);
    }

    /** Joins ranges that touch or overlap; they are sorted by their starts. */
    private static RowRanges joined(long[] starts, long[] ends) {
        int last = -1;
        for (int i = 0; i < starts.length; i++) {
            if (last >= 0 && starts[i] <= ends[last]) {
                ends[last] = Math.max(ends[last], ends[i]);
            } else {
                last++;
                starts[last] = starts[i];
                ends[last] = ends[i];
            }
        }
        return last + 1 == starts.length
                ? new RowRanges(starts, ends)
                : new RowRanges(Arrays.copyOf(starts, last + 1), Arrays.copyOf(ends, last + 1));
    }

    /** The rows that are also among {@code first..end-1}. */
    public RowRanges within(long first, long end) {
        int low = rangeAt(first);
        int high = low;
        while (high < starts.length && starts[high] < end) {
            high++;
        }
        long[] someStarts = Arrays.copyOfRange(starts, low, high);
        long[] someEnds = Arrays.copyOfRange(ends, low, high);
        if (low < high) {
            someStarts[0] = Math.max(someStarts[0], first);
            someEnds[high - low - 1] = Math.min(someEnds[high - low - 1], end);
        }
        return new RowRanges(someStarts, someEnds);
    }

    /** The number of rows. */
    public long count() {
        long count = 0;
        for (int i = 0; i < starts.length; i++) {
            count += ends[i] - starts[i];
        }
        return count;
    }

    /** Whether it is empty. */
    public boolean isEmpty() {
        return starts.length == 0;
    }

    /** The first row, or 0 if none exists. */
    public long first() {
        return isEmpty() ? 0 : starts[0];
    }

    /** One past the last row, or 0 if none exists. */
    public long end() {
        return isEmpty() ? 0 : ends[ends.length - 1];
    }

    /** The first row of {@code first..end-1} that is among these, or {@code end}. */
    public long firstFrom(long first, long end) {
        int range = rangeAt(first);
        return range == starts.length ? end : Math.min(end, Math.max(first, starts[range]));
    }

    /** One past the last row of {@code first..end-1} that is among these, or {@code first}. */
    public long endBefore(long first, long end) {
        int range = rangeAt(end - 1);
        if (range < starts.length && starts[range] < end) {
            return end;
        }
        return range == 0 ? first : Math.max(first, ends[range - 1]);
    }

    /** Whether all of {@code first..end-1} are among these. */
    public boolean holdAll(long first, long end) {
        int range = rangeAt(first);
        return range < starts.length && starts[range] <= first && ends[range] >= end;
    }

    /** Returns the number of blocks of {@code blockRows} rows, counted from row 0, that hold one of these. */
    public long blocks(long blockRows) {
        long count = 0;
        long last = -1;
        for (int i = 0; i < starts.length; i++) {
            long lastRow = ends[i] - 1;
            if (last < 0 || lastRow - last * blockRows >= blockRows) { // a division for each block, not for each range
                long first = Math.max(last + 1, starts[i] / blockRows);
                last = lastRow / blockRows;
                count += last - first + 1;
            }
        }
        return count;
    }

    /** The rows of a vector that are among these. */
    public RowMask mask(int vector) {
        long base = (long) vector * Layout.VECTOR_ROWS;
        long end = base + Layout.VECTOR_ROWS;
        RowMask mask = new RowMask();
        for (int i = rangeAt(base); i < starts.length && starts[i] < end; i++) {
            int from = (int) (Math.max(base, starts[i]) - base);
            int to = (int) (Math.min(end, ends[i]) - base);
            Masks.set(mask.words(), from, to);
        }
        return mask;
    }

    /** The first range that ends after a row; none before {@code low} does. Quick if it is not far after it. */
    public int rangeAt(long row, int low) {
        int step = 1;
        int high = low;
        while (high < ends.length && ends[high] <= row) {
            high += step;
            step += step;
        }
        return at(row, low, Math.min(high, ends.length));
    }

    /** The first range that ends after a row. */
    int rangeAt(long row) {
        int near = lastFound; // read once: another thread may change it
        int low = near;
        for (int step = 1; low > 0 && ends[low - 1] > row; step += step) {
            low = Math.max(0, low - step);
        }
        int found = low < near ? at(row, low, near) : rangeAt(row, near);
        if (found != near) {
            lastFound = found;
        }
        return found;
    }

    private int at(long row, int first, int end) {
        int low = first;
        int high = end;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (ends[middle] <= row) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Such as {@code 3, 7..9}, each range with its last row. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < starts.length; i++) {
            text.append(i == 0 ? "" : ", ").append(starts[i]);
            if (ends[i] - starts[i] > 1) {
                text.append("..").append(ends[i] - 1);
            }
        }
        return text.toString();
    }
}
