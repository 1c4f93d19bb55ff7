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
package dev.stoa.table.internal.scan;

import dev.stoa.format.Schema;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.Filter;
import dev.stoa.reader.RowRanges;
import dev.stoa.reader.ScanBuilder;
import dev.stoa.reader.ScanLimits;
import dev.stoa.reader.internal.filter.BoundsFilter;
import dev.stoa.table.Fragment;
import dev.stoa.table.internal.schema.TableColumn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The part of fragments to read.
 *
 * @param columns of the batches
 * @param filter that the rows match
 * @param bounds the same, for bounds
 * @param rows of each fragment, the numbers of the rows to look at; absent for all
 * @param indexes next to the files, where the filter compares columns with values for equality
 * @param limits of batches, and of all that is read
 */
public record ScanRequest(
        TableImage image,
        List<TableColumn> columns,
        Optional<Filter> filter,
        Optional<BoundsFilter> bounds,
        Optional<RowRanges> rows,
        Optional<FileIndexes> indexes,
        Limits limits) {

    /**
     * How much is read at once and in all.
     *
     * @param batchRows the most rows of a batch
     * @param rowBytes the most bytes of one row
     * @param reads of all scans together
     */
    public record Limits(int batchRows, long rowBytes, ScanLimits reads) {
        /** Those of scans without limits. */
        static final Limits NONE = new Limits(ScanBuilder.MAX_BATCH_ROWS, ScanBuilder.MAX_ROW_BYTES, ScanLimits.NONE);
    }

    public Schema schema() {
        return new Schema(columns.stream().map(TableColumn::output).toList());
    }

    /** The columns of the filter. */
    List<TableColumn> tested() {
        List<TableColumn> tested = new ArrayList<>();
        for (ColumnPath path : filter.map(FilterTranslation::columns).orElse(Set.of())) {
            tested.add(TableColumn.resolve(image.schema(), path).orElseThrow());
        }
        return tested;
    }

    /** The columns of the batches, and what the filter reads of other top-level columns. */
    List<TableColumn> read() {
        List<TableColumn> read = new ArrayList<>(columns);
        Set<Integer> selected = columns.stream().map(TableColumn::topId).collect(Collectors.toSet());
        tested().stream().filter(column -> !selected.contains(column.topId())).forEach(read::add);
        return read;
    }

    FragmentPlan open(Fragment fragment) throws IOException {
        return FragmentOpener.open(this, fragment, false);
    }

    /** Returns the same with more columns after its own, except those that it has. */
    ScanRequest with(List<TableColumn> more) {
        List<TableColumn> all = new ArrayList<>(columns);
        more.stream().filter(column -> !all.contains(column)).forEach(all::add);
        return new ScanRequest(image, all, filter, bounds, rows, indexes, limits);
    }
}
