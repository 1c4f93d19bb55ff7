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
package dev.stoa.table.statistics;

import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.Filter;
import dev.stoa.table.DistinctCounts;
import dev.stoa.table.Fragment;
import dev.stoa.table.Snapshot;
import dev.stoa.table.internal.scan.FilterTranslation;
import dev.stoa.table.internal.schema.TableColumn;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How many rows a filter leaves, and what they have, for engines that order joins by such numbers. It reads the log and no data
 * file. Values count as spread evenly between the bounds, and conditions on different columns as independent.
 */
public final class RowEstimate {
    private final Snapshot snapshot;
    private final Collection<Fragment> fragments;
    private final DistinctCounts counts;
    private final double all;
    private final double rows;
    private final Map<Integer, Optional<ColumnShares>> columns = new HashMap<>();
    private final Map<Integer, ValueShare> narrowed = new HashMap<>();

    private RowEstimate(Snapshot snapshot, Collection<Fragment> fragments, Optional<Filter> filter) throws IOException {
        this.snapshot = snapshot;
        this.fragments = fragments;
        this.counts = DistinctCounts.of(snapshot.properties());
        this.all = fragments.stream().mapToLong(Fragment::liveRows).sum();
        double left = all;
        for (Filter condition : filter.map(FilterTranslation::conjuncts).orElse(List.of())) {
            Optional<Integer> column = onlyColumn(condition);
            if (column.isPresent()) {
                ValueShare some = shares(column.get()).orElseThrow().of(condition);
                narrowed.merge(column.get(), some, ValueShare::and);
            } else {
                left *= share(condition);
            }
        }
        for (Map.Entry<Integer, ValueShare> column : narrowed.entrySet()) {
            left *= shares(column.getKey()).orElseThrow().ofRows(column.getValue());
        }
        this.rows = Math.max(left, Math.min(1, all));
    }

    /**
     * Estimates what a filter leaves of some fragments of a version. Conditions on one column narrow what this column has. Others only count.
     *
     * @param filter on columns of the version; without one, all rows remain
     * @throws IOException if the log can't be read
     */
    public static RowEstimate of(Snapshot snapshot, Collection<Fragment> fragments, Optional<Filter> filter)
            throws IOException {
        return new RowEstimate(snapshot, fragments, filter);
    }

    /** Returns the number of rows: those of the fragments at most, and at least one of some. */
    public double rows() {
        return rows;
    }

    /**
     * Returns what a field has in these rows.
     *
     * @param fieldId of a field that is neither nested nor below a list or map
     * @return absent if the log has no bounds of the field
     * @throws IllegalArgumentException if no such field exists
     * @throws IOException if the log can't be read
     */
    public Optional<ColumnEstimate> column(int fieldId) throws IOException {
        ValueShare some = narrowed.getOrDefault(fieldId, ValueShare.EVERYTHING);
        return shares(fieldId).map(column -> column.estimate(some, rows));
    }

    private Optional<ColumnShares> shares(int fieldId) throws IOException {
        Optional<ColumnShares> column = columns.get(fieldId);
        if (column == null) {
            boolean isKey = snapshot.properties().key().equals(List.of(fieldId));
            column = snapshot.bounds(fragments, fieldId)
                    .map(bounds -> new ColumnShares(bounds, all, isKey, counts.of(fieldId)));
            columns.put(fieldId, column);
        }
        return column;
    }

    /** The column of a condition, if it is on one alone, and the log knows something of it. */
    private Optional<Integer> onlyColumn(Filter condition) throws IOException {
        Set<ColumnPath> paths = FilterTranslation.columns(condition);
        if (paths.size() != 1) {
            return Optional.empty();
        }
        Optional<Integer> field = TableColumn.resolve(
                        snapshot.schema(), paths.iterator().next())
                .filter(TableColumn::isLeaf)
                .map(TableColumn::id);
        return field.isPresent() && shares(field.get()).isPresent() ? field : Optional.empty();
    }

    /** The part of the rows that a condition leaves. */
    private double share(Filter condition) throws IOException {
        Optional<Integer> column = onlyColumn(condition);
        if (column.isPresent()) {
            ColumnShares shares = shares(column.get()).orElseThrow();
            return shares.ofRows(shares.of(condition));
        } else if (condition instanceof Filter.And f) {
            double share = 1;
            for (Filter part : f.filters()) {
                share *= share(part);
            }
            return share;
        } else if (condition instanceof Filter.Or f) {
            double none = 1;
            for (Filter part : f.filters()) {
                none *= 1 - share(part);
            }
            return 1 - none;
        } else if (condition instanceof Filter.Not f) {
            return 1 - share(f.filter());
        }
        return ColumnShares.SOME;
    }
}
