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

import dev.stoa.format.Schema;
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.format.internal.meta.RowSetRecord;
import java.util.List;
import java.util.Optional;

/**
 * A scan, resolved and pruned.
 *
 * @param file where it reads
 * @param schema of its batches
 * @param selected the columns of its batches
 * @param filterColumns the columns of its predicate
 * @param valuesNeeded by filter column, whether more than its nulls are tested
 * @param predicate what rows must fulfil
 * @param zones what MinMax knows
 * @param rowSet the row set
 * @param from first row
 * @param to one past the last row
 * @param limits sizes of batches and steps
 */
record ScanPlan(
        FileBytes file,
        Schema schema,
        List<ReadColumn> selected,
        List<ReadColumn> filterColumns,
        List<Boolean> valuesNeeded,
        Optional<Predicate> predicate,
        ZonePruner zones,
        RowSetRecord rowSet,
        long from,
        long to,
        Limits limits) {

    /**
     * Sizes of batches and steps; see {@link ScanBuilder}.
     *
     * @param batchRows most rows of a batch
     * @param batchBytes most bytes of a batch of several rows
     * @param maxRowBytes most bytes of one row
     * @param stepBytes most stored bytes to fetch at once
     * @param pieceBytes stored bytes from which on a step of several vectors ends
     */
    record Limits(int batchRows, long batchBytes, long maxRowBytes, long stepBytes, long pieceBytes) {}

    /** The first row of a vector that is in the row range. */
    long firstRow(int vector) {
        return Math.max(from, (long) vector * Layout.VECTOR_ROWS);
    }

    /** One past the last row of a vector that is in the row range. */
    long endRow(int vector) {
        return Math.min(to, ((long) vector + 1) * Layout.VECTOR_ROWS);
    }

    int firstVector() {
        return (int) (from / Layout.VECTOR_ROWS);
    }

    int endVector() {
        return from == to ? firstVector() : (int) ((to - 1) / Layout.VECTOR_ROWS) + 1;
    }
}
