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

import dev.stoa.format.Type;
import dev.stoa.reader.internal.file.ReadColumn;
import dev.stoa.reader.internal.file.RowSetColumns;
import dev.stoa.reader.internal.file.ScanCounters;
import dev.stoa.reader.internal.plan.ScanPlan;
import dev.stoa.reader.internal.scan.EqualityIndex;
import dev.stoa.reader.internal.scan.ScanRequest;
import dev.stoa.reader.internal.scan.ScanResolver;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * Describes a scan: by default all columns, all rows, no filter. Reading begins with {@link #build}.
 *
 * <p>Selected columns appear in the order given. A nested field is a column of its own, and the text of its path is its
 * name. A row of {@code b.c} is null where {@code b.c} or {@code b} is. Fields below lists and maps can't be selected
 * alone, but as {@linkplain #selectParts parts}.
 */
public final class ScanBuilder {
    /** The most rows of a batch, and the default: one vector. */
    public static final int MAX_BATCH_ROWS = 4096;

    /** The default of the most bytes of one row. */
    public static final long MAX_ROW_BYTES = 256L << 20;

    private static final long MAX_STEP_BYTES = 32 << 20;

    private final RowSetColumns rowSet;
    private final Function<ColumnPath, Optional<EqualityIndex>> indexes;
    private ScanRequest.Columns columns = ScanRequest.Columns.ALL;
    private Optional<Filter> filter = Optional.empty();
    private RowRanges rows;
    private int batchRows = MAX_BATCH_ROWS;
    private long batchBytes = 8 << 20;
    private long maxRowBytes = MAX_ROW_BYTES;
    private OptionalLong stepBytes = OptionalLong.empty();
    private ScanLimits limits = ScanLimits.NONE;
    private RowChanges changes = RowChanges.NONE;
    private boolean isTraced;

    ScanBuilder(RowSetColumns rowSet, Function<ColumnPath, Optional<EqualityIndex>> indexes) {
        this.rowSet = rowSet;
        this.indexes = indexes;
        this.rows = RowRanges.between(0, rowSet.rows());
    }

    /** Selects columns by paths as text, in place of what was selected before; none at all to count rows. */
    public ScanBuilder select(String... paths) {
        return select(Arrays.stream(paths).map(ColumnPath::parse).toList());
    }

    /** Selects columns, in place of what was selected before; none at all to count rows. */
    public ScanBuilder select(List<ColumnPath> paths) {
        columns = new ScanRequest.Columns(Optional.of(List.copyOf(paths)), Map.of());
        return this;
    }

    /**
     * Selects columns and their parts, in the map's order. The type of a column may leave out fields of its structs, also within
     * lists and maps, see {@link Type#keeping}. The scan does not read these. A struct without any field is still
     * there, or null.
     *
     * @param parts the types to read, by the path of the column
     */
    public ScanBuilder selectParts(Map<ColumnPath, Type> parts) {
        columns = new ScanRequest.Columns(Optional.of(List.copyOf(parts.keySet())), Map.copyOf(parts));
        return this;
    }

    /** Selects all columns, as by default. */
    public ScanBuilder selectAll() {
        columns = ScanRequest.Columns.ALL;
        return this;
    }

    /** Keeps the rows that make a filter true. The scan need not select the columns of the filter. */
    public ScanBuilder filter(Filter condition) {
        filter = Optional.of(condition);
        return this;
    }

    /**
     * Limits the scan to the rows {@code first..end-1}, in place of what was set before.
     *
     * @throws IllegalArgumentException if it is not within the row set
     */
    public ScanBuilder rows(long first, long end) {
        return rows(RowRanges.between(first, end));
    }

    /**
     * Limits the scan to the rows with these numbers, in place of what was set before. The scan fetches only the
     * granules that hold them, in few requests. Rows come in the order of the file.
     *
     * @throws IllegalArgumentException if one is not within the row set
     */
    public ScanBuilder rows(RowRanges numbers) {
        if (numbers.end() > rowSet.rows()) {
            throw new IllegalArgumentException("row " + (numbers.end() - 1) + " is not within the " + rowSet.rows()
                    + " rows of the row set: they are numbered from 0");
        }
        rows = numbers;
        return this;
    }

    /** Sets the most rows of a batch, 1..{@value #MAX_BATCH_ROWS}. */
    public ScanBuilder batchRows(int rows) {
        if (rows < 1 || rows > MAX_BATCH_ROWS) {
            throw new IllegalArgumentException("batchRows is out of range: " + rows);
        }
        batchRows = rows;
        return this;
    }

    /** Sets about the most bytes of a batch's arrays. A batch of one row may have more. Default 8 MiB. */
    public ScanBuilder batchBytes(long bytes) {
        batchBytes = positive("batchBytes", bytes);
        return this;
    }

    /**
     * Sets the most bytes of one row. The scan fails with {@link RowTooLargeException} at a larger one. Default 256
     * MiB.
     */
    public ScanBuilder maxRowBytes(long bytes) {
        maxRowBytes = positive("maxRowBytes", bytes);
        return this;
    }

    /**
     * Sets about how many stored bytes the scan fetches at once. A step has at least one vector. The default is that of
     * the store, {@link dev.stoa.vio.RequestLimits#stepBytes()}, and up to 32 MiB for a single vector.
     */
    public ScanBuilder stepBytes(long bytes) {
        stepBytes = OptionalLong.of(positive("stepBytes", bytes));
        return this;
    }

    /**
     * Limits what the scan reads, for untrusted files. Beyond a limit it fails with {@link ScanLimitException}. Default: no
     * limits.
     *
     * @param most may be shared with other scans, which are then limited together
     */
    public ScanBuilder limits(ScanLimits most) {
        limits = most;
        return this;
    }

    /**
     * Records what the scan plans and reads, for {@link Scan#trace}. This takes memory for every range that the scan
     * reads.
     */
    public ScanBuilder traced() {
        isTraced = true;
        return this;
    }

    /**
     * Reads the rows as they are after changes: without those that are deleted, and with new values, in filters and
     * aggregates too. The numbers of rows stay those that they have in the file. Only the table's rows can have
     * changes.
     *
     * <p>The scan ignores new values of columns that it does not read.
     *
     * @throws IllegalArgumentException if a deleted row is not within the row set, or this is no table. {@link #build}
     *     also throws it if a row with a new value is not within the row set, the column has another type, or a
     *     required column would have a null
     */
    public ScanBuilder changes(RowChanges made) {
        if (!made.isEmpty() && rowSet.ordinal() != 0) {
            throw new IllegalArgumentException(
                    "rows of elements have no changes of their own: they change with their list");
        }
        if (made.deletedRows().end() > rowSet.rows()) {
            throw new IllegalArgumentException("row " + (made.deletedRows().end() - 1)
                    + " is deleted, but not within the " + rowSet.rows() + " rows: they are numbered from 0");
        }
        changes = made;
        return this;
    }

    private static long positive(String what, long bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException(what + " is out of range: " + bytes);
        }
        return bytes;
    }

    /**
     * Resolves columns and filter, reads the column indexes and MinMax that the scan needs, and prunes.
     *
     * @throws IllegalArgumentException if the file lacks a column, or a literal of the filter does not fit its column
     * @throws dev.stoa.format.StoaException if the file is damaged or not supported
     */
    public Scan build() throws IOException {
        ScanCounters counters = new ScanCounters();
        if (isTraced) {
            counters.fetches = Optional.of(new ArrayList<>());
        }
        return new Scan(plan(false, counters), counters);
    }

    /**
     * Resolves, reads and prunes as {@link #build} does, for scans of parts of the rows.
     *
     * @throws IllegalArgumentException as by {@link #build}
     */
    public PreparedScan prepare() throws IOException {
        ScanCounters counters = new ScanCounters();
        ScanPlan plan = plan(false, counters);
        return new PreparedScan(
                plan, counters.snapshot(plan.rowSet().rows(), plan.rows().count()));
    }

    /**
     * Counts the rows that the scan would deliver, and gives nulls, minimum and maximum of the selected columns. Exact
     * MinMax answers for zones that match as a whole. The scan reads only the others.
     *
     * @throws IllegalArgumentException as {@link #build} does, and if a selected column has fields or elements
     */
    public Aggregates aggregate() throws IOException {
        return aggregate(true).orElseThrow();
    }

    /** As {@link #aggregate}, if metadata answers exactly for all rows; empty otherwise. It reads no data. */
    public Optional<Aggregates> aggregateFromMetadata() throws IOException {
        return aggregate(false);
    }

    /**
     * The exact answers of metadata, and the rows that remain for the caller to read. It reads no data.
     *
     * @throws IllegalArgumentException as by {@link #aggregate}
     */
    public PartialAggregates aggregateByZones() throws IOException {
        ScanCounters counters = new ScanCounters();
        Aggregator aggregator = aggregator(counters);
        RowRanges unknown = aggregator.addZones();
        ScanPlan plan = aggregator.plan();
        ScanStats stats = counters.snapshot(plan.rowSet().rows(), plan.rows().count());
        return new PartialAggregates(aggregator.result(stats), unknown);
    }

    private Optional<Aggregates> aggregate(boolean mayRead) throws IOException {
        ScanCounters counters = new ScanCounters();
        return aggregator(counters).run(mayRead);
    }

    /** An aggregator of the rows, before it has seen any. */
    Aggregator aggregator(ScanCounters counters) throws IOException {
        ScanPlan plan = plan(true, counters);
        for (ReadColumn column : plan.selected()) {
            if (!column.children().isEmpty()) {
                throw new IllegalArgumentException(
                        plan.file().name() + ": column '" + column.path() + "' is a " + column.type()
                                + ", which has no bounds: select its fields, or scan its elements as a row set of their own");
            }
        }
        return new Aggregator(plan, rowSet.loader(), counters);
    }

    /** The scan, resolved and pruned. */
    ScanPlan plan(boolean withMinMax, ScanCounters counters) throws IOException {
        long start = System.nanoTime();
        long storeStep = rowSet.directory().file().source().profile().limits().stepBytes();
        ScanPlan.Limits sizes = new ScanPlan.Limits(
                batchRows,
                batchBytes,
                maxRowBytes,
                stepBytes.orElse(Math.max(MAX_STEP_BYTES, storeStep)),
                stepBytes.orElse(storeStep),
                limits);
        ScanPlan plan = new ScanResolver(rowSet, indexes, counters)
                .resolve(new ScanRequest(columns, filter, rows, changes, withMinMax, sizes));
        counters.prepareNanos += System.nanoTime() - start;
        return plan;
    }
}
