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
import java.util.List;

/** Adds up the rows of batches: sums, and counts of rows and of values. */
final class SumScan {
    private final List<ScanSum> sums;
    private final long[] values;
    private long rows;
    /** The rows that count at the moment. */
    private int[] live = new int[0];

    private int[] kept = new int[0];

    /**
     * Creates a scan of no rows yet.
     *
     * @param columns the number of columns to count, the first ones of the batches
     */
    SumScan(List<ScanSum> sums, int columns) {
        this.sums = sums;
        this.values = new long[columns];
    }

    /** Adds the selected rows of a batch. */
    void add(Batch batch) {
        rows += batch.selectedCount();
        for (int column = 0; column < values.length; column++) {
            values[column] += keepValues(batch, column);
        }
        for (ScanSum sum : sums) {
            int count = keepValues(batch, sum.operands());
            sum.add(batch, live, count);
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

    /** Returns the number of rows. */
    long rows() {
        return rows;
    }

    /** Returns the number of rows that have a value in a column. */
    long values(int column) {
        return values[column];
    }
}
