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
package dev.stoa.format;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Some consecutive rows of a row set as column vectors, and which of them are selected.
 *
 * <p>Without a selection all {@link #rowCount()} rows count; with one, only the rows {@code selection()[0..selectedCount())},
 * in ascending order. The other rows have any values of their type. {@link #runCount} tells whether the selected rows are
 * few long runs, so that loops over runs stay plain loops. If only few rows are not selected, it may be cheaper to work on
 * all rows and to take back the {@link #holes}. Batches of a reader share arrays with the reader and are
 * valid until its next batch.
 */
public final class Batch {
    private static final int[] NONE = new int[0];

    private final Schema schema;
    private final List<ColumnVector> columns;
    private final int rowCount;
    private final long firstRow;
    private final int selectedCount;
    /** Knows which rows are selected; absent if all are, or if {@link #given} says it. */
    private final Optional<SelectedRows> selected;

    /** The selection, if it was given. */
    private final int[] given;

    /** A batch with all rows selected. */
    public Batch(Schema schema, List<ColumnVector> columns, int rowCount) {
        this(schema, columns, rowCount, 0, NONE, rowCount);
    }

    /**
     * A batch.
     *
     * @param firstRow the ordinal of the batch's first row in its file
     * @param selection the selected rows, ascending; with {@code selectedCount == rowCount} it is not looked at
     */
    public Batch(
            Schema schema,
            List<ColumnVector> columns,
            int rowCount,
            long firstRow,
            int[] selection,
            int selectedCount) {
        this(
                schema,
                columns,
                rowCount,
                firstRow,
                selectedCount,
                selectedCount == rowCount ? NONE : selection,
                Optional.empty());
    }

    /**
     * A batch with the rows selected that a reader knows.
     *
     * @param firstRow the ordinal of the batch's first row in its file
     * @param selected belongs to the batch until the reader's next one
     */
    public Batch(Schema schema, List<ColumnVector> columns, int rowCount, long firstRow, SelectedRows selected) {
        this(
                schema,
                columns,
                rowCount,
                firstRow,
                selected.count(),
                NONE,
                selected.count() == rowCount ? Optional.empty() : Optional.of(selected));
    }

    private Batch(
            Schema schema,
            List<ColumnVector> columns,
            int rowCount,
            long firstRow,
            int selectedCount,
            int[] given,
            Optional<SelectedRows> selected) {
        this.schema = Objects.requireNonNull(schema, "schema is null");
        this.columns = List.copyOf(columns);
        this.rowCount = rowCount;
        this.firstRow = firstRow;
        this.selectedCount = selectedCount;
        this.given = given;
        this.selected = selected;
        if (columns.size() != schema.fields().size()) {
            throw new IllegalArgumentException(columns.size() + " columns given, the schema has "
                    + schema.fields().size());
        }
        for (int i = 0; i < columns.size(); i++) {
            ColumnVector column = columns.get(i);
            Field field = schema.fields().get(i);
            if (column.size() != rowCount) {
                throw new IllegalArgumentException(
                        "column '" + field.name() + "' has " + column.size() + " rows, the batch has " + rowCount);
            }
            if (!column.type().equals(field.type())) {
                throw new IllegalArgumentException(
                        "column '" + field.name() + "' holds " + column.type() + ", the schema says " + field.type());
            }
        }
    }

    /** Returns the same rows with the same selection and other columns. */
    public Batch with(Schema others, List<ColumnVector> vectors) {
        return new Batch(others, vectors, rowCount, firstRow, selectedCount, given, selected);
    }

    /** The schema of the columns. */
    public Schema schema() {
        return schema;
    }

    /** The vectors, one per field of the schema. */
    public List<ColumnVector> columns() {
        return columns;
    }

    /** The vector of a column. */
    public ColumnVector column(int ordinal) {
        return columns.get(ordinal);
    }

    /** The number of rows in the vectors, selected or not. */
    public int rowCount() {
        return rowCount;
    }

    /** The ordinal in the file of the first row: row identity is (file, firstRow + i). */
    public long firstRow() {
        return firstRow;
    }

    /** True when every row is selected. */
    public boolean isAllSelected() {
        return selectedCount == rowCount;
    }

    /** The number of selected rows. */
    public int selectedCount() {
        return selectedCount;
    }

    /** Returns the selected rows, ascending: the first {@link #selectedCount()} entries. Empty if all rows are selected. */
    public int[] selection() {
        return selected.isPresent() ? selected.get().selection() : given;
    }

    /**
     * Returns the rows that are not selected, ascending: the first {@code rowCount() - selectedCount()} entries. If they are few,
     * the cheapest way to a sum is to add all rows in a plain loop, and then to subtract these.
     */
    public int[] holes() {
        if (selected.isPresent()) {
            return selected.get().holes();
        }
        int[] holes = new int[rowCount - selectedCount];
        int n = 0;
        for (int row = 0; n < holes.length; row++) {
            int next = row - n; // how many selected rows are in front, if none of them is missing
            if (next == selectedCount || given[next] != row) {
                holes[n++] = row;
            }
        }
        return holes;
    }

    /**
     * Returns the number of runs of selected rows, if they are few: each from {@link #runStart} to {@link #runEnd}. All rows are one
     * run. 0 if the batch has many runs: then use the selection.
     */
    public int runCount() {
        return isAllSelected() ? 1 : selected.map(SelectedRows::runCount).orElse(0);
    }

    /** The first row of a run. */
    public int runStart(int run) {
        return selected.isPresent() ? selected.get().runStart(run) : 0;
    }

    /** One past the last row of a run. */
    public int runEnd(int run) {
        return selected.isPresent() ? selected.get().runEnd(run) : rowCount;
    }

    /** The row of the i-th selected row. */
    public int selected(int i) {
        return selectedCount == rowCount ? i : selection()[i];
    }
}
