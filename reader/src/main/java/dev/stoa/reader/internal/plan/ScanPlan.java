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
package dev.stoa.reader.internal.plan;

import dev.stoa.format.Schema;
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.format.internal.meta.RowSetRecord;
import dev.stoa.reader.RowRanges;
import dev.stoa.reader.ScanBuilder;
import dev.stoa.reader.ScanLimits;
import dev.stoa.reader.internal.file.FileBytes;
import dev.stoa.reader.internal.file.ReadColumn;
import dev.stoa.reader.internal.filter.Outcomes;
import dev.stoa.reader.internal.filter.Predicate;
import dev.stoa.reader.internal.overlay.Overlay;
import dev.stoa.reader.internal.value.RowMask;
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
 * @param rows the rows to look at
 * @param overlay what has changed in them
 * @param outcomes how conditions come out on new values
 * @param limits sizes of batches and steps
 */
public record ScanPlan(
        FileBytes file,
        Schema schema,
        List<ReadColumn> selected,
        List<ReadColumn> filterColumns,
        List<Boolean> valuesNeeded,
        Optional<Predicate> predicate,
        ZonePruner zones,
        RowSetRecord rowSet,
        RowRanges rows,
        Overlay overlay,
        Outcomes outcomes,
        Limits limits) {

    /**
     * Sizes of batches and steps; see {@link ScanBuilder}.
     *
     * @param batchRows most rows of a batch
     * @param batchBytes most bytes of a batch of several rows
     * @param maxRowBytes most bytes of one row
     * @param stepBytes most stored bytes to fetch at once
     * @param pieceBytes the stored bytes that end a step of several vectors
     * @param reads the limit of all reads
     */
    public record Limits(
            int batchRows, long batchBytes, long maxRowBytes, long stepBytes, long pieceBytes, ScanLimits reads) {

        /** Returns the same with pieces of at most {@code bytes} bytes. */
        Limits withPiecesUpTo(long bytes) {
            return new Limits(batchRows, batchBytes, maxRowBytes, stepBytes, Math.min(pieceBytes, bytes), reads);
        }
    }

    /** The same for some of its rows. */
    public ScanPlan withRows(RowRanges some) {
        return with(schema, some, limits);
    }

    /** The same with another schema, of the same types. */
    public ScanPlan withSchema(Schema other) {
        return with(other, rows, limits);
    }

    /** Returns the same with pieces of at most {@code bytes} bytes. */
    public ScanPlan withPiecesUpTo(long bytes) {
        return with(schema, rows, limits.withPiecesUpTo(bytes));
    }

    private ScanPlan with(Schema other, RowRanges some, Limits otherLimits) {
        return new ScanPlan(
                file,
                other,
                selected,
                filterColumns,
                valuesNeeded,
                predicate,
                zones,
                rowSet,
                some,
                overlay,
                outcomes,
                otherLimits);
    }

    /** The same for another thread. */
    public ScanPlan copy() {
        return new ScanPlan(
                file,
                schema,
                selected,
                filterColumns,
                valuesNeeded,
                predicate.map(Predicate::copy),
                zones,
                rowSet,
                rows,
                overlay,
                new Outcomes(overlay, filterColumns),
                limits);
    }

    /** Returns the first row of a vector to look at; the vector has one. */
    public long firstRow(int vector) {
        long base = (long) vector * Layout.VECTOR_ROWS;
        return rows.firstFrom(base, base + Layout.VECTOR_ROWS);
    }

    /** Returns one past the last row of a vector to look at; the vector has one. */
    public long endRow(int vector) {
        long base = (long) vector * Layout.VECTOR_ROWS;
        return rows.endBefore(base, base + Layout.VECTOR_ROWS);
    }

    /** Returns the rows of a vector to look at, unless these are all between its first and its last. */
    public Optional<RowMask> holes(int vector) {
        return rows.holdAll(firstRow(vector), endRow(vector)) ? Optional.empty() : Optional.of(rows.mask(vector));
    }

    /** Returns the first vector from the given one on with a row to look at, or {@link #endVector}. */
    public int vectorFrom(int vector) {
        return (int) (rows.firstFrom((long) vector * Layout.VECTOR_ROWS, (long) endVector() * Layout.VECTOR_ROWS)
                / Layout.VECTOR_ROWS);
    }

    /** Returns one past the last vector with a row to look at. */
    public int endVector() {
        return (int) ((rows.end() + Layout.VECTOR_ROWS - 1) / Layout.VECTOR_ROWS);
    }
}
