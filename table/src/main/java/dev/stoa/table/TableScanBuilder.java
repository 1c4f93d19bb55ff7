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
package dev.stoa.table;

import dev.stoa.format.FieldNames;
import dev.stoa.format.Type;
import dev.stoa.reader.Aggregates;
import dev.stoa.reader.ColumnBounds;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.DividedInput;
import dev.stoa.reader.Filter;
import dev.stoa.reader.RowRanges;
import dev.stoa.reader.ScanBuilder;
import dev.stoa.reader.ScanLimits;
import dev.stoa.reader.internal.filter.BoundsFilter;
import dev.stoa.table.internal.log.FragmentBounds;
import dev.stoa.table.internal.scan.FileIndexes;
import dev.stoa.table.internal.scan.FilterTranslation;
import dev.stoa.table.internal.scan.FragmentInput;
import dev.stoa.table.internal.scan.KeptRows;
import dev.stoa.table.internal.scan.KeptScans;
import dev.stoa.table.internal.scan.OrderedInputs;
import dev.stoa.table.internal.scan.PartPruning;
import dev.stoa.table.internal.scan.ScanRequest;
import dev.stoa.table.internal.scan.TableAggregator;
import dev.stoa.table.internal.scan.TableImage;
import dev.stoa.table.internal.scan.TableSplitter;
import dev.stoa.table.internal.scan.VersionInput;
import dev.stoa.table.internal.schema.Partitioning;
import dev.stoa.table.internal.schema.TableColumn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Describes a scan of a snapshot: by default all columns, all fragments, no filter. Columns have the names and types of the
 * snapshot's schema, whatever the files have.
 */
public final class TableScanBuilder {
    private final TableImage image;
    private final KeptRows kept;
    private Optional<List<ColumnPath>> selected = Optional.empty();
    private Map<ColumnPath, Type> parts = Map.of();
    private Optional<Filter> filter = Optional.empty();
    private Optional<Set<UUID>> fragments = Optional.empty();
    private Optional<RowRanges> rows = Optional.empty();
    private boolean isOrdered;
    private int batchRows = ScanBuilder.MAX_BATCH_ROWS;
    private long maxRowBytes = ScanBuilder.MAX_ROW_BYTES;
    private ScanLimits limits = ScanLimits.NONE;

    TableScanBuilder(TableImage image, KeptRows kept) {
        this.image = image;
        this.kept = kept;
    }

    /** Selects columns by paths as text, in place of what was selected before; none at all to count rows. */
    public TableScanBuilder select(String... paths) {
        return select(Arrays.stream(paths).map(ColumnPath::parse).toList());
    }

    /** Selects columns, in place of what was selected before; none at all to count rows. */
    public TableScanBuilder select(List<ColumnPath> paths) {
        selected = Optional.of(List.copyOf(paths));
        parts = Map.of();
        return this;
    }

    /**
     * Selects columns and their parts, in the map's order. The type of a column may leave out fields of its structs, also within
     * lists and maps, see {@link Type#keeping}. The scan does not read these.
     *
     * @param columns the types to read, by the path of the column
     */
    public TableScanBuilder selectParts(Map<ColumnPath, Type> columns) {
        select(List.copyOf(columns.keySet()));
        parts = Map.copyOf(columns);
        return this;
    }

    /** Keeps the rows that make a filter true. The scan need not select the columns of the filter. */
    public TableScanBuilder filter(Filter condition) {
        filter = Optional.of(condition);
        return this;
    }

    /** Limits the scan to some fragments. */
    public TableScanBuilder fragments(Collection<UUID> ids) {
        fragments = Optional.of(new LinkedHashSet<>(ids));
        return this;
    }

    /** Limits the scan to the rows with these numbers, in each fragment that it reads; they must be within it. */
    public TableScanBuilder rows(RowRanges numbers) {
        rows = Optional.of(numbers);
        return this;
    }

    /**
     * Limits the rows of a batch; not if rows are read in order.
     *
     * @throws IllegalArgumentException if it is not 1..{@value ScanBuilder#MAX_BATCH_ROWS}
     */
    public TableScanBuilder batchRows(int most) {
        if (most < 1 || most > ScanBuilder.MAX_BATCH_ROWS) {
            throw new IllegalArgumentException("batchRows is out of range: " + most);
        }
        batchRows = most;
        return this;
    }

    /**
     * Limits the bytes of one row of a file, see {@link ScanBuilder#maxRowBytes}. Values in sidecars keep the default.
     *
     * @throws IllegalArgumentException if it is not positive
     */
    public TableScanBuilder maxRowBytes(long bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("maxRowBytes is out of range: " + bytes);
        }
        maxRowBytes = bytes;
        return this;
    }

    /**
     * Limits what the scan reads of all files together, see {@link ScanBuilder#limits}. The limits do not count the log and sidecars.
     *
     * @param most may be shared with other scans
     */
    public TableScanBuilder limits(ScanLimits most) {
        limits = most;
        return this;
    }

    /**
     * Gives the rows in the declared order of the table. The scan merges rows that were inserted between others by their positions.
     * It compares values only where fragments without such positions overlap. Equal rows come in no particular order.
     */
    public TableScanBuilder ordered() {
        isOrdered = true;
        return this;
    }

    /**
     * Finds the fragments that may have matching rows in the log. It opens no data file.
     *
     * @throws IllegalArgumentException if a column is not there, or a literal of the filter does not fit its column
     * @throws TableException if the scan is {@link #ordered}, and the table declares no order
     */
    public TableScan build() throws IOException {
        ScanRequest request = request();
        List<Fragment> read = survivors(request);
        return new TableScan(request.schema(), read, inputs(request, read), isOrdered);
    }

    /**
     * Returns inputs with the same rows for several threads ({@link dev.stoa.reader.ParallelScan#ofDivided}). Each fragment that
     * the log does not rule out is an input, in the order of fragments. A scan in the table's order has an input for each
     * part of the order whose values are apart from those of the other parts.
     *
     * @throws IllegalArgumentException as by {@link #build}
     * @throws TableException as there
     */
    public List<DividedInput> inputs() throws IOException {
        ScanRequest request = request();
        return inputs(request, survivors(request));
    }

    /**
     * Divides the scan among tasks that may run elsewhere, see {@link SnapshotPart}: all fragments that the log does not rule out,
     * in their order. Every row is in exactly one split. Only files larger than a split are opened.
     *
     * @param targetBytes about the stored bytes of a split, of the columns that are selected or in the filter
     * @throws IllegalArgumentException as by {@link #build}
     */
    public List<TableSplit> splits(long targetBytes) throws IOException {
        ScanRequest request = request();
        return new TableSplitter(request, targetBytes).splits(survivors(request));
    }

    /**
     * Counts the matching rows, and returns nulls, minimum and maximum of the selected columns, exactly, with all changes. For
     * unchanged zones that match as a whole it uses metadata. It reads only the other zones.
     *
     * @param threads how many read
     * @throws IllegalArgumentException as by {@link #build}, and if a selected column has fields or elements
     */
    public Aggregates aggregate(int threads) throws IOException {
        ScanRequest request = request();
        return new TableAggregator(request).of(survivors(request), threads);
    }

    private List<DividedInput> inputs(ScanRequest request, List<Fragment> read) throws IOException {
        if (isOrdered) {
            return OrderedInputs.of(request, read, kept).stream()
                    .<DividedInput>map(input -> new VersionInput(image, read, input))
                    .toList();
        }
        List<DividedInput> inputs = new ArrayList<>();
        KeptScans scans = new KeptScans(request, kept);
        for (Fragment fragment : read) {
            inputs.add(new VersionInput(image, List.of(fragment), new FragmentInput(request, fragment, scans)));
        }
        return inputs;
    }

    private ScanRequest request() {
        List<TableColumn> columns = selected.map(this::columns).orElseGet(() -> TableColumn.all(image.schema()));
        FilterTranslation names =
                new FilterTranslation(path -> Optional.of(column(path).path()));
        Optional<Filter> named = filter.map(names::translate);
        Optional<FileIndexes> indexes =
                named.filter(FilterTranslation::wantsValues).map(condition -> new FileIndexes(image.folder()));
        Optional<BoundsFilter> bounds = named.map(condition -> BoundsFilter.of(
                condition, path -> TableColumn.resolve(image.schema(), path).map(TableColumn::type)));
        return new ScanRequest(
                image, columns, named, bounds, rows, indexes, new ScanRequest.Limits(batchRows, maxRowBytes, limits));
    }

    private List<Fragment> survivors(ScanRequest request) throws IOException {
        if (filter.isEmpty()) {
            return wanted(image.fragments());
        }
        BoundsFilter bounds = request.bounds().orElseThrow();
        List<TableColumn> columns = bounds.columns().stream().map(this::column).toList();
        Partitioning partitioning = new Partitioning(image.state().schema(), image.properties());
        List<Optional<Set<String>>> parts = partitioning.parts(request.filter().get());
        List<Fragment> survivors = new ArrayList<>();
        List<Fragment> all = image.state().held().where(new PartPruning(bounds, columns));
        for (Fragment fragment : wanted(all)) {
            if (fragment.partition().isPresent()
                    && !partitioning.mayBe(fragment.partition().get(), parts)) {
                continue;
            }
            List<Optional<ColumnBounds>> known = new ArrayList<>();
            for (TableColumn column : columns) {
                known.add(column.isLeaf() ? FragmentBounds.hint(fragment, column) : Optional.empty());
            }
            if (bounds.mayMatch(fragment.rows(), known)) {
                survivors.add(fragment);
            }
        }
        return survivors;
    }

    private List<Fragment> wanted(List<Fragment> all) {
        fragments.ifPresent(ids -> all.removeIf(fragment -> !ids.contains(fragment.id())));
        return all;
    }

    private List<TableColumn> columns(List<ColumnPath> paths) {
        List<TableColumn> columns = new ArrayList<>();
        for (ColumnPath path : paths) {
            TableColumn column = column(path);
            columns.add(parts.containsKey(path) ? column.keeping(parts.get(path)) : column);
        }
        return columns;
    }

    private TableColumn column(ColumnPath path) {
        return TableColumn.resolve(image.schema(), path)
                .orElseThrow(() -> new IllegalArgumentException(image.folder().id() + ": no column '" + path
                        + "'" + FieldNames.suggestion(image.schema().fields(), path.toString())
                        + "; the columns are " + FieldNames.shown(image.schema().fields())));
    }
}
