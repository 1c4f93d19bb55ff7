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
package dev.stoa.benchmarks.peers;

import dev.stoa.benchmarks.harness.Delivery;
import dev.stoa.format.Batch;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;

/**
 * Consumes every selected value of a batch: adds it up; of texts the ids, or without a dictionary the lengths. Either row by row through the
 * selection, or whole arrays, with what the rows that are not selected have added taken back.
 */
public final class BatchSums {

    private BatchSums() {}

    public static long sum(Batch batch, Delivery delivery) {
        boolean whole = delivery == Delivery.ARRAYS && batch.selectedCount() > batch.rowCount() / 2;
        long sum = 0;
        for (ColumnVector column : batch.columns()) {
            if (column.isConstant()) {
                sum += first(column) * batch.selectedCount();
            } else if (column instanceof LongVector v) {
                sum += whole ? whole(v.values(), batch) : selected(v.values(), batch);
            } else if (column instanceof BytesVector v && v.dictionary().isEmpty()) {
                sum += lengths(v, batch, whole);
            } else {
                int[] numbers = column instanceof IntVector v ? v.values() : ((BytesVector) column).ids();
                sum += whole ? whole(numbers, batch) : selected(numbers, batch);
            }
        }
        return sum;
    }

    /** Of texts in an array of bytes their lengths. */
    private static long lengths(BytesVector texts, Batch batch, boolean whole) {
        long sum = 0;
        if (whole) {
            for (int row = 0; row < batch.rowCount(); row++) {
                sum += texts.length(row);
            }
            int holes = batch.rowCount() - batch.selectedCount();
            if (holes > 0) {
                int[] rows = batch.holes();
                for (int i = 0; i < holes; i++) {
                    sum -= texts.length(rows[i]);
                }
            }
            return sum;
        }
        for (int i = 0; i < batch.selectedCount(); i++) {
            sum += texts.length(batch.selected(i));
        }
        return sum;
    }

    private static long first(ColumnVector column) {
        if (column instanceof LongVector v) {
            return v.values()[0];
        }
        if (column instanceof IntVector v) {
            return v.values()[0];
        }
        BytesVector texts = (BytesVector) column;
        return texts.dictionary().isPresent() ? texts.ids()[0] : texts.length(0);
    }

    private static long whole(long[] values, Batch batch) {
        long sum = Touch.numbers(values, batch.rowCount());
        int holes = batch.rowCount() - batch.selectedCount();
        if (holes > 0) {
            int[] rows = batch.holes();
            for (int i = 0; i < holes; i++) {
                sum -= values[rows[i]];
            }
        }
        return sum;
    }

    private static long whole(int[] values, Batch batch) {
        long sum = Touch.numbers(values, batch.rowCount());
        int holes = batch.rowCount() - batch.selectedCount();
        if (holes > 0) {
            int[] rows = batch.holes();
            for (int i = 0; i < holes; i++) {
                sum -= values[rows[i]];
            }
        }
        return sum;
    }

    private static long selected(long[] values, Batch batch) {
        long sum = 0;
        if (batch.isAllSelected()) {
            for (int i = 0; i < batch.rowCount(); i++) {
                sum += values[i];
            }
            return sum;
        }
        int[] selection = batch.selection();
        for (int i = 0; i < batch.selectedCount(); i++) {
            sum += values[selection[i]];
        }
        return sum;
    }

    private static long selected(int[] values, Batch batch) {
        long sum = 0;
        if (batch.isAllSelected()) {
            for (int i = 0; i < batch.rowCount(); i++) {
                sum += values[i];
            }
            return sum;
        }
        int[] selection = batch.selection();
        for (int i = 0; i < batch.selectedCount(); i++) {
            sum += values[selection[i]];
        }
        return sum;
    }
}
