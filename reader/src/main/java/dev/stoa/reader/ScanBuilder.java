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
 * Describes a scan: by default all columns, all rows, no filter. Nothing is read until {@link #build}.
 *
 * <p>Selected columns appear in the order given, a nested field as a column of its own whose name is the path's text: of
 * {@code b.c} a row is null where {@code b.c} or {@code b} is. Fields below lists and maps can't be selected alone, but as {@linkplain #selectParts parts}.
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

    /** Keeps the rows on which a filter is true; its columns need not be selected. */
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
     * Limits the scan to the rows with these numbers, in place of what was set before. Only the granules that hold them
     * are fetched, in few requests; rows come in the order of the file.
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

    /** The most rows of a batch, 1..{@value #MAX_BATCH_ROWS}. */
    public ScanBuilder batchRows(int rows) {
        if (rows < 1 || rows > MAX_BATCH_ROWS) {
            throw new IllegalArgumentException("batchRows is out of range: " + rows);
        }
        batchRows = rows;
        return this;
    }

    /** About the most bytes of a batch's arrays; a batch of one row may have more. Default 8 MiB. */
    public ScanBuilder batchBytes(long bytes) {
        batchBytes = positive("batchBytes", bytes);
        return this;
    }

    /** The most bytes of one row, beyond which the scan fails with {@link RowTooLargeException}. Default 256 MiB. */
    public ScanBuilder maxRowBytes(long bytes) {
        maxRowBytes = positive("maxRowBytes", bytes);
        return this;
    }

    /**
     * About how many stored bytes are fetched at once; a step has at least one vector. The default is that of the store,
     * {@link dev.stoa.vio.RequestLimits#stepBytes()}, and up to 32 MiB for a single vector.
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

    /** Records what the scan plans and reads, for {@link Scan#trace}. Takes memory for every range that is read. */
    public ScanBuilder traced() {
        isTraced = true;
        return this;
    }

    /**
     * Reads the rows as they are after changes: without those that are deleted, and with new values, in filters and
     * aggregates too. The numbers of rows stay those that they have in the file. Only the table's rows can have changes.
     *
     * <p>New values of columns that the scan does not read are not looked at.
     *
     * @throws IllegalArgumentException if a deleted row is not within the row set, or this is no table; by {@link #build} also
     *     if a row with a new value is not, if the column is of another type, or if it would have a null that it must not have
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
     * Resolves columns and filter, reads the indexes and MinMax that are needed, and prunes.
     *
     * @throws IllegalArgumentException if a column is not there, or a literal of the filter does not fit its column
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
     * Counts the rows that the scan would deliver, and gives nulls, minimum and maximum of the selected columns. Zones
     * that match as a whole are answered for by MinMax where that is exact; only the others are read.
     *
     * @throws IllegalArgumentException as {@link #build} does, and if a selected column has fields or elements
     */
    public Aggregates aggregate() throws IOException {
        return aggregate(true).orElseThrow();
    }

    /**
     * As {@link #aggregate}, if metadata answers exactly for all rows; nothing if data would have to be read. No data is
     * read.
     */
    public Optional<Aggregates> aggregateFromMetadata() throws IOException {
        return aggregate(false);
    }

    /**
     * What metadata answers for exactly, and which rows are left, for those who read these themselves. No data is read.
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

    /** What aggregates the rows; nothing is known of them yet. */
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
