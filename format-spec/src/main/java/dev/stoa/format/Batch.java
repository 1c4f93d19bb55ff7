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

/**
 * Some consecutive rows of a row set as column vectors, and which of them are selected.
 *
 * <p>Without a selection all {@link #rowCount()} rows count; with one, only the rows {@code selection()[0..selectedCount())},
 * in ascending order. Where the selected rows are few long runs, {@link #runCount} says so, and loops over the runs stay
 * plain loops. Batches of a reader share arrays with the reader and are valid until its next batch.
 */
public final class Batch {
    private static final int[] ALL = new int[0];

    private final Schema schema;
    private final List<ColumnVector> columns;
    private final int rowCount;
    private final long firstRow;
    private final int[] selection;
    private final int selectedCount;
    /** First and end of each run, one pair after the other. */
    private final int[] runs;

    private final int runCount;
    /** Whether the selection is still to be made of the runs. */
    private boolean isUnselected;

    /** A batch of which all rows count. */
    public Batch(Schema schema, List<ColumnVector> columns, int rowCount) {
        this(schema, columns, rowCount, 0, ALL, rowCount);
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
        this(schema, columns, rowCount, firstRow, selection, selectedCount, ALL, 0);
    }

    /**
     * A batch whose selected rows are runs.
     *
     * @param firstRow the ordinal of the batch's first row in its file
     * @param runs first row and end of each run, one pair after the other, ascending
     * @param runCount how many pairs count; at least one
     * @param scratch where the selection is put when it is asked for; it has room for the rows of all runs
     */
    public static Batch ofRuns(
            Schema schema,
            List<ColumnVector> columns,
            int rowCount,
            long firstRow,
            int[] runs,
            int runCount,
            int[] scratch) {
        int selected = 0;
        for (int i = 0; i < runCount; i++) {
            selected += runs[2 * i + 1] - runs[2 * i];
        }
        return new Batch(schema, columns, rowCount, firstRow, scratch, selected, runs, runCount);
    }

    private Batch(
            Schema schema,
            List<ColumnVector> columns,
            int rowCount,
            long firstRow,
            int[] selection,
            int selectedCount,
            int[] runs,
            int runCount) {
        this.schema = Objects.requireNonNull(schema, "schema is null");
        this.columns = List.copyOf(columns);
        this.rowCount = rowCount;
        this.firstRow = firstRow;
        this.selection = selectedCount == rowCount ? ALL : selection;
        this.selectedCount = selectedCount;
        this.isUnselected = runCount > 0 && selectedCount < rowCount;
        this.runs = isUnselected ? runs : new int[] {0, rowCount};
        this.runCount = isUnselected ? runCount : selectedCount == rowCount ? 1 : 0;
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

    /** The same rows, of which the same are selected, with other columns. */
    public Batch with(Schema others, List<ColumnVector> vectors) {
        return new Batch(others, vectors, rowCount, firstRow, selection, selectedCount, runs, runCount);
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

    /** The selected rows, ascending, of which the first {@link #selectedCount()} count; empty when all are selected. */
    public int[] selection() {
        if (isUnselected) {
            isUnselected = false;
            int n = 0;
            for (int run = 0; run < runCount; run++) {
                int end = runs[2 * run + 1];
                for (int row = runs[2 * run]; row < end; row++) {
                    selection[n++] = row;
                }
            }
        }
        return selection;
    }

    /**
     * The number of runs that the selected rows are, if they are few: {@link #runStart} to {@link #runEnd} each. All rows are one
     * run. 0 if there are many: then the selection tells.
     */
    public int runCount() {
        return runCount;
    }

    /** The first row of a run. */
    public int runStart(int run) {
        return runs[2 * run];
    }

    /** One past the last row of a run. */
    public int runEnd(int run) {
        return runs[2 * run + 1];
    }

    /** The row of the i-th selected row. */
    public int selected(int i) {
        return selectedCount == rowCount ? i : selection()[i];
    }
}
