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
package dev.stoa.spark.internal.read;

import dev.stoa.format.Batch;
import java.util.Arrays;
import java.util.List;

/** Adds up the rows of batches, by group: sums, and counts of rows and of values. */
final class SumScan {
    private final List<ScanSum> sums;
    private final GroupKeys keys;
    /** By group. */
    private long[] rows = new long[1];
    /** By column and group. */
    private final long[][] values;

    /** The rows that count at the moment. */
    private int[] live = new int[0];

    private int[] kept = new int[0];

    /**
     * Creates a scan of no rows yet.
     *
     * @param columns the number of columns to count, the first ones of the batches
     */
    SumScan(List<ScanSum> sums, int columns, GroupKeys keys) {
        this.sums = sums;
        this.keys = keys;
        this.values = new long[columns][1];
    }

    /** Adds the selected rows of a batch. */
    void add(Batch batch) {
        int[] groups = keys.of(batch);
        makeRoom(keys.count());
        live = batch.selection();
        count(batch, batch.selectedCount(), groups, rows);
        for (int column = 0; column < values.length; column++) {
            count(batch, keepValues(batch, column), groups, values[column]);
        }
        for (ScanSum sum : sums) {
            int count = keepValues(batch, sum.operands());
            sum.add(batch, live, count, groups);
        }
    }

    private void makeRoom(int groups) {
        if (rows.length < groups) {
            rows = Arrays.copyOf(rows, 2 * groups);
            for (int column = 0; column < values.length; column++) {
                values[column] = Arrays.copyOf(values[column], rows.length);
            }
            sums.forEach(sum -> sum.makeRoom(rows.length));
        }
    }

    /** Counts rows that are kept. */
    private void count(Batch batch, int count, int[] groups, long[] to) {
        if (keys.isEmpty()) {
            to[0] += count;
            return;
        }
        boolean isAll = count == batch.rowCount();
        for (int i = 0; i < count; i++) {
            to[groups[isAll ? i : live[i]]]++;
        }
    }

    /** Keeps the selected rows that have a value in all columns, and returns their number. */
    private int keepValues(Batch batch, int... columns) {
        int count = batch.selectedCount();
        live = batch.selection();
        for (int column : columns) {
            boolean[] nulls = batch.column(column).nulls();
            if (nulls.length == 0) {
                continue;
            }
            boolean isAll = count == batch.rowCount();
            kept = kept.length < batch.rowCount() ? new int[batch.rowCount()] : kept;
            int next = 0;
            for (int i = 0; i < count; i++) {
                int row = isAll ? i : live[i];
                kept[next] = row;
                next += nulls[row] ? 0 : 1;
            }
            count = next;
            live = kept;
        }
        return count;
    }

    /** Returns the number of rows of a group. */
    long rows(int group) {
        return rows[group];
    }

    /** Returns the number of rows of a group that have a value in a column. */
    long values(int column, int group) {
        return values[column][group];
    }

    /** Whether a group has sums that its last row did not hold. */
    boolean hasMore(int group) {
        return sums.stream().anyMatch(sum -> sum.hasMore(group));
    }

    /** Forgets what was taken. */
    void clear() {
        keys.clear();
        Arrays.fill(rows, 0);
        for (long[] column : values) {
            Arrays.fill(column, 0);
        }
    }
}
