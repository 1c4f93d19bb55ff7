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
package dev.stoa.reader.internal.scan;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.reader.RowTooLargeException;
import dev.stoa.reader.internal.decode.Budget;
import dev.stoa.reader.internal.decode.ScanContext;
import dev.stoa.reader.internal.decode.VectorRows;
import dev.stoa.reader.internal.file.ReadColumn;
import dev.stoa.reader.internal.filter.Predicate;
import dev.stoa.reader.internal.plan.ScanPlan;
import dev.stoa.reader.internal.value.RowMask;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Evaluates the predicate of a scan on vectors whose predicate columns were fetched. */
public final class FilterStep implements Predicate.Rows {
    private final ScanPlan plan;
    private final ScanContext context;
    private final Predicate predicate;
    private final List<VectorRows> columns = new ArrayList<>();
    private final EncodedFilter encoded;
    private final ColumnVector[] values;
    private final boolean[] isLoaded;
    private final RowMask part = new RowMask();
    private long firstRow;
    private int rows;
    private int rowsAtOnce = Layout.VECTOR_ROWS;

    FilterStep(ScanPlan plan, ScanContext context) {
        this.plan = plan;
        this.context = context;
        this.predicate = plan.predicate().orElseThrow();
        for (ReadColumn column : plan.filterColumns()) {
            columns.add(context.rows(column));
        }
        this.encoded = new EncodedFilter(context);
        this.values = new ColumnVector[columns.size()];
        this.isLoaded = new boolean[columns.size()];
    }

    @Override
    public boolean test(Predicate.InSet condition, RowMask out) throws IOException {
        ReadColumn column = plan.filterColumns().get(condition.column());
        int vector = (int) (firstRow / Layout.VECTOR_ROWS);
        boolean isWhole = firstRow % Layout.VECTOR_ROWS == 0
                && rows == columns.get(condition.column()).vectorRows(vector);
        if (!isWhole || !encoded.test(condition, column, vector, rows, out)) {
            return false;
        }
        plan.outcomes().correct(condition, vector, out);
        return true;
    }

    @Override
    public ColumnVector values(int column) throws IOException {
        load(column);
        return values[column];
    }

    @Override
    public boolean[] nulls(int column) throws IOException {
        load(column);
        return columns.get(column).nulls();
    }

    /** Returns the rows of a vector that make the predicate true. */
    RowMask evaluate(int vector) throws IOException {
        RowMask mask = new RowMask();
        long from = plan.firstRow(vector);
        long to = plan.endRow(vector);
        long base = (long) vector * Layout.VECTOR_ROWS;
        while (from < to) {
            begin(from, (int) Math.min(rowsAtOnce, to - from));
            long start = System.nanoTime() - notFiltering();
            try {
                predicate.test(this, rows, part);
            } catch (Budget.ExceededException e) {
                context.releaseBatch();
                if (rows == 1) {
                    throw tooLarge(plan, from, e);
                }
                rowsAtOnce = rows / 2;
                continue;
            }
            mask.or(part, (int) (from - base));
            context.counters().filterNanos += System.nanoTime() - notFiltering() - start;
            context.counters().rowsFiltered += rows;
            plan.limits()
                    .reads()
                    .count(plan.file().name(), rows, context.budget().used());
            context.releaseBatch();
            from += rows;
            if (context.budget().used() < plan.limits().batchBytes() / 4) {
                rowsAtOnce = Math.min(Layout.VECTOR_ROWS, rowsAtOnce * 2);
            }
        }
        return mask;
    }

    /** The time of what happens within a test, but counts elsewhere. */
    private long notFiltering() {
        return context.counters().decodeNanos + context.counters().readNanos;
    }

    /** Goes to rows; their values are loaded when they are read. */
    private void begin(long from, int count) {
        firstRow = from;
        rows = count;
        Arrays.fill(isLoaded, false);
        ScanPlan.Limits limits = plan.limits();
        if (rows == 1) {
            context.budget().start(limits.maxRowBytes(), limits.maxRowBytes());
        } else {
            long bytes = Math.min(Math.max(1 << 20, limits.batchBytes()), limits.maxRowBytes());
            context.budget().start(bytes, limits.stepBytes());
        }
    }

    private void load(int column) throws IOException {
        if (isLoaded[column]) {
            return;
        }
        long start = System.nanoTime() - context.counters().readNanos;
        columns.get(column).load(firstRow, rows);
        if (plan.valuesNeeded().get(column)) {
            values[column] = columns.get(column).vector();
        }
        isLoaded[column] = true;
        context.counters().decodeNanos += System.nanoTime() - context.counters().readNanos - start;
    }

    public static RowTooLargeException tooLarge(ScanPlan plan, long row, Budget.ExceededException cause) {
        return new RowTooLargeException(
                row,
                plan.file().name() + ": row " + row + " is too large: " + cause.getMessage()
                        + ". Scan the elements of its list as a row set of their own, select fewer columns, or allow more "
                        + "bytes per row");
    }
}
