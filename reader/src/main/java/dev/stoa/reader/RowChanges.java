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

import dev.stoa.format.ColumnVector;
import dev.stoa.format.Type;
import dev.stoa.reader.internal.overlay.ColumnChanges;
import dev.stoa.reader.internal.overlay.DeletedVectors;
import dev.stoa.reader.internal.overlay.RowPlaces;
import dev.stoa.reader.internal.overlay.VectorAppender;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Changes of the rows of a table since its file was written: deleted rows, and new values of columns, by the numbers of
 * the rows in the file. A scan with {@link ScanBuilder#changes} returns the rows as they are now, with the same
 * numbers. Immutable: any number of scans may share it.
 *
 * <p>Other columns stay as they are. A row without a new value of a column keeps the old one. Null is a new value, too.
 * A new value replaces all of a top-level column's: a whole struct, list or map.
 */
public final class RowChanges {
    /** No changes. */
    public static final RowChanges NONE = new Builder().build();

    private final DeletedVectors deleted;
    private final Map<String, ColumnChanges> columns;

    private RowChanges(RowRanges deleted, Map<String, ColumnChanges> columns) {
        this(new DeletedVectors(deleted), columns);
    }

    private RowChanges(DeletedVectors deleted, Map<String, ColumnChanges> columns) {
        this.deleted = deleted;
        this.columns = columns;
    }

    /** Changes, to be gathered. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * The changes of several sets, one made after the other: a row is deleted if one deletes it, and of new values of one
     * row and column the newest counts.
     *
     * @throws IllegalArgumentException if two have values of different types for one column
     */
    public static RowChanges stack(List<RowChanges> oldestFirst) {
        List<RowChanges> layers = new ArrayList<>(oldestFirst);
        while (layers.size() > 1) { // neighbours first, so that no value is copied more often than log(layers) times
            List<RowChanges> merged = new ArrayList<>();
            for (int i = 0; i < layers.size(); i += 2) {
                merged.add(i + 1 < layers.size() ? layers.get(i).with(layers.get(i + 1)) : layers.get(i));
            }
            layers = merged;
        }
        return layers.isEmpty() ? NONE : layers.get(0);
    }

    private RowChanges with(RowChanges newer) {
        Map<String, ColumnChanges> all = new LinkedHashMap<>(columns);
        newer.columns.forEach((column, changes) -> {
            try {
                all.merge(column, changes, ColumnChanges::with);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("column '" + column + "': " + e.getMessage(), e);
            }
        });
        return new RowChanges(deletedRows().union(newer.deletedRows()), all);
    }

    /**
     * Returns these changes and those of other columns, without a copy of values.
     *
     * @throws IllegalArgumentException if others delete rows, or change a column that these change
     */
    public RowChanges and(RowChanges others) {
        Map<String, ColumnChanges> all = new LinkedHashMap<>(columns);
        all.putAll(others.columns);
        if (!others.deletedRows().isEmpty() || all.size() < columns.size() + others.columns.size()) {
            throw new IllegalArgumentException("changes of the same must be stacked, oldest first");
        }
        return new RowChanges(deleted, all);
    }

    /** Returns the approximate number of bytes of memory that the changes take. */
    public long bytes() {
        long bytes = deleted.bytes();
        for (ColumnChanges change : columns.values()) {
            bytes += 8L * change.count() + VectorAppender.bytes(change.values(), 0, change.count());
        }
        return bytes;
    }

    /** The rows that are deleted. */
    public RowRanges deletedRows() {
        return deleted.rows();
    }

    /** The names of the top-level columns with new values. */
    public Set<String> changedColumns() {
        return Set.copyOf(columns.keySet());
    }

    /** How many rows have a new value of a column. */
    public long changedRows(String column) {
        return changes(column).map(ColumnChanges::count).orElse(0);
    }

    /** The rows that have a new value of a column. */
    public RowRanges modifiedRows(String column) {
        return changes(column).map(ColumnChanges::ranges).orElse(RowRanges.between(0, 0));
    }

    /** The rows that have a new value of a column, one by one, ascending. */
    public long[] rows(String column) {
        return changes(column).map(ColumnChanges::rows).orElse(new long[0]);
    }

    /** The new values of a column, one for each of its {@link #rows}; nothing if none exist. */
    public Optional<ColumnVector> values(String column) {
        return changes(column).map(ColumnChanges::values);
    }

    /** The new values alone, with no row deleted. */
    public RowChanges withoutDeletes() {
        return new RowChanges(RowRanges.between(0, 0), columns);
    }

    /**
     * Lays the new values of a column over rows of it; what a scan does by itself, for rows that no file holds so.
     *
     * @param rows of the type of the new values
     * @param firstRow the number of the first of them
     */
    public ColumnVector overlaid(String column, ColumnVector rows, long firstRow) {
        Optional<ColumnChanges> made = changes(column);
        int at = made.map(c -> c.from(firstRow)).orElse(0);
        long end = firstRow + rows.size();
        if (made.isEmpty() || at == made.get().count() || made.get().row(at) >= end) {
            return rows;
        }
        VectorAppender result = VectorAppender.of(rows.type());
        int copied = 0;
        for (; at < made.get().count() && made.get().row(at) < end; at++) {
            int row = (int) (made.get().row(at) - firstRow);
            result.append(rows, copied, row - copied);
            result.append(made.get().values(), at, 1);
            copied = row + 1;
        }
        result.append(rows, copied, rows.size() - copied);
        return result.vector();
    }

    /** Some consecutive rows of a vector, in arrays of their own. */
    public static ColumnVector slice(ColumnVector vector, int from, int count) {
        VectorAppender rows = VectorAppender.of(vector.type());
        rows.append(vector, from, count);
        return rows.vector();
    }

    /** Whether nothing has changed. */
    public boolean isEmpty() {
        return deletedRows().isEmpty() && columns.isEmpty();
    }

    public DeletedVectors deletedVectors() {
        return deleted;
    }

    public Optional<ColumnChanges> changes(String column) {
        return Optional.ofNullable(columns.get(column));
    }

    /** Gathers changes. It copies rows and values. */
    public static final class Builder {
        private final Map<String, Gathered> columns = new LinkedHashMap<>();
        private RowRanges deleted = RowRanges.between(0, 0);
        private long bytes;

        /** The changes of a column so far. */
        private static final class Gathered {
            private final VectorAppender values;
            private final Type type;
            private long[] rows = new long[16];

            Gathered(Type type) {
                this.type = type;
                this.values = VectorAppender.of(type);
            }
        }

        private Builder() {}

        /** Deletes rows, in any order; some may be deleted already. */
        public Builder delete(RowRanges rows) {
            deleted = deleted.isEmpty() ? rows : deleted.union(rows);
            return this;
        }

        /**
         * Gives a top-level column new values. May be called again for the same column, for rows after those given
         * before.
         *
         * @param rows the numbers of the rows, ascending; one per value
         * @param values the new values; null where a row is set to null
         * @throws IllegalArgumentException if a row is negative or not after the one before, or rows and values differ
         *     in number. Also if earlier values have another type, or arrays can't hold all values
         */
        public Builder modify(String column, long[] rows, ColumnVector values) {
            if (rows.length != values.size()) {
                throw new IllegalArgumentException(
                        "column '" + column + "': " + rows.length + " rows, but " + values.size() + " values");
            }
            return modify(column, rows, values, 0);
        }

        /** {@link #modify(String, long[], ColumnVector)} with the values from row {@code from} of a vector on. */
        public Builder modify(String column, long[] rows, ColumnVector values, int from) {
            Objects.requireNonNull(column, "column is null");
            Objects.checkFromIndexSize(from, rows.length, values.size());
            Gathered gathered = columns.computeIfAbsent(column, name -> new Gathered(values.type()));
            if (!gathered.type.equals(values.type())) {
                throw new IllegalArgumentException("column '" + column + "': values of " + values.type()
                        + ", those before were of " + gathered.type);
            }
            int count = gathered.values.size();
            long last = count == 0 ? -1 : gathered.rows[count - 1];
            for (long row : rows) {
                if (row <= last || row > RowPlaces.MAX_ROW) {
                    throw new IllegalArgumentException("column '" + column + "': row " + row
                            + (row < 0 || row > RowPlaces.MAX_ROW
                                    ? " is not a row"
                                    : " does not follow row " + last + ": rows must ascend"));
                }
                last = row;
            }
            gathered.values.append(values, from, rows.length);
            bytes += 8L * rows.length + VectorAppender.bytes(values, from, rows.length);
            int end = gathered.values.size();
            if (gathered.rows.length < end) {
                gathered.rows =
                        Arrays.copyOf(gathered.rows, (int) Math.min(Integer.MAX_VALUE - 8, end + (long) end / 2));
            }
            System.arraycopy(rows, 0, gathered.rows, count, rows.length);
            return this;
        }

        /** About how many bytes of memory all that was gathered takes. */
        public long bytes() {
            return bytes + 16L * deleted.rangeCount();
        }

        /** All that was gathered. The builder may gather more afterwards. */
        public RowChanges build() {
            Map<String, ColumnChanges> changes = new LinkedHashMap<>();
            columns.forEach((column, gathered) -> {
                int count = gathered.values.size();
                if (count > 0) {
                    changes.put(
                            column, new ColumnChanges(Arrays.copyOf(gathered.rows, count), gathered.values.vector()));
                }
            });
            return new RowChanges(deleted, changes);
        }
    }
}
