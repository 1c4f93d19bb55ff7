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
import dev.stoa.format.internal.meta.Layout;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Evaluates the predicate of a scan on vectors whose predicate columns were fetched. */
final class FilterStep implements Predicate.Rows {
    private final ScanPlan plan;
    private final ScanContext context;
    private final Overlay overlay;
    private final Predicate predicate;
    private final List<VectorRows> columns = new ArrayList<>();
    private final ColumnVector[] values;
    private final boolean[] selected = new boolean[Layout.VECTOR_ROWS];
    private int rowsAtOnce = Layout.VECTOR_ROWS;

    FilterStep(ScanPlan plan, ScanContext context, Overlay overlay) {
        this.plan = plan;
        this.context = context;
        this.overlay = overlay;
        this.predicate = plan.predicate().orElseThrow();
        for (ReadColumn column : plan.filterColumns()) {
            columns.add(context.rows(column));
        }
        this.values = new ColumnVector[columns.size()];
    }

    @Override
    public ColumnVector values(int column) {
        return values[column];
    }

    @Override
    public boolean[] nulls(int column) {
        return columns.get(column).nulls();
    }

    /** The rows of a vector on which the predicate is true. */
    RowMask evaluate(int vector) throws IOException {
        RowMask mask = new RowMask();
        long from = plan.firstRow(vector);
        long to = plan.endRow(vector);
        long base = (long) vector * Layout.VECTOR_ROWS;
        while (from < to) {
            int rows = (int) Math.min(rowsAtOnce, to - from);
            try {
                load(from, rows);
            } catch (Budget.ExceededException e) {
                context.releaseBatch();
                if (rows == 1) {
                    throw tooLarge(plan, from, e);
                }
                rowsAtOnce = rows / 2;
                continue;
            }
            long start = System.nanoTime();
            predicate.test(this, rows, selected);
            mask.set((int) (from - base), selected, rows);
            context.counters().filterNanos += System.nanoTime() - start;
            context.counters().rowsFiltered += rows;
            context.releaseBatch();
            from += rows;
            if (context.budget().used() < plan.limits().batchBytes() / 4) {
                rowsAtOnce = Math.min(Layout.VECTOR_ROWS, rowsAtOnce * 2);
            }
        }
        return mask;
    }

    private void load(long from, int rows) throws IOException {
        ScanPlan.Limits limits = plan.limits();
        if (rows == 1) {
            context.budget().start(limits.maxRowBytes(), limits.maxRowBytes());
        } else {
            long bytes = Math.min(Math.max(1 << 20, limits.batchBytes()), limits.maxRowBytes());
            context.budget().start(bytes, limits.stepBytes());
        }
        long start = System.nanoTime() - context.counters().readNanos;
        for (int i = 0; i < values.length; i++) {
            columns.get(i).load(from, rows);
            if (plan.valuesNeeded().get(i)) {
                values[i] = overlay.apply(columns.get(i).vector());
            }
        }
        context.counters().decodeNanos += System.nanoTime() - context.counters().readNanos - start;
    }

    static RowTooLargeException tooLarge(ScanPlan plan, long row, Budget.ExceededException cause) {
        return new RowTooLargeException(
                row,
                plan.file().name() + ": row " + row + " is too large: " + cause.getMessage()
                        + ". Scan the elements of its list as a row set of their own, select fewer columns, or allow more "
                        + "bytes per row");
    }
}
