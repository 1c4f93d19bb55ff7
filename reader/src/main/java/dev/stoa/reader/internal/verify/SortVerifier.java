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
package dev.stoa.reader.internal.verify;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.format.internal.meta.MinMax;
import dev.stoa.format.internal.meta.Properties;
import dev.stoa.reader.internal.decode.Budget;
import dev.stoa.reader.internal.decode.ScanContext;
import dev.stoa.reader.internal.decode.VectorRows;
import dev.stoa.reader.internal.fetch.DataStore;
import dev.stoa.reader.internal.file.FileBytes;
import dev.stoa.reader.internal.file.ReadColumn;
import dev.stoa.reader.internal.file.ScanCounters;
import dev.stoa.reader.internal.overlay.Overlay;
import dev.stoa.reader.internal.value.SingleRow;
import dev.stoa.reader.internal.value.ValueOrder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Verifies that the rows of the table are in the declared order (format-spec, section 3.5). */
public final class SortVerifier {
    private final List<ReadColumn> columns;
    private final Problems problems;
    private final ScanContext context;
    private final List<Key> keys = new ArrayList<>();

    /** A sort column, with its value in the row before; absent if that is null. */
    private static final class Key {
        private final VectorRows rows;
        private final ReadColumn column;
        private final ValueOrder order;
        private final Properties.SortColumn sort;
        private Optional<ColumnVector> values = Optional.empty();
        private Optional<ColumnVector> before = Optional.empty();

        Key(ReadColumn column, VectorRows rows, Properties.SortColumn sort) {
            this.column = column;
            this.rows = rows;
            this.order = new ValueOrder(column.type());
            this.sort = sort;
        }

        private boolean isNull(int row) {
            return rows.nulls().length != 0 && rows.nulls()[row];
        }

        /** Compares the row before with a row: positive if it must not come before. */
        int compare(int row) {
            boolean wasNull = row == 0 ? before.isEmpty() : isNull(row - 1);
            if (isNull(row) || wasNull) {
                int nulls = Boolean.compare(wasNull, isNull(row));
                return sort.nullsFirst() ? -nulls : nulls;
            }
            ColumnVector current = values.orElseThrow();
            int compared = row == 0
                    ? order.compare(before.orElseThrow(), 0, current, 0)
                    : order.compare(current, row - 1, current, row);
            return sort.descending() ? -compared : compared;
        }

        /** Keeps the value of the last row of a window. */
        void keep(int row) {
            before = isNull(row) ? Optional.empty() : Optional.of(SingleRow.of(values.orElseThrow(), row));
        }
    }

    public SortVerifier(FileBytes file, List<ReadColumn> columns, Problems problems, ScanCounters counters) {
        this.columns = columns;
        this.problems = problems;
        this.context = new ScanContext(file, counters, Overlay.NONE);
    }

    public void verify(List<Properties.SortColumn> order) throws IOException {
        for (Properties.SortColumn sort : order) {
            ReadColumn column = columns.get(sort.node());
            if (column.record().rowSet() != 0 || !MinMax.isOrdered(column.type())) {
                problems.add("properties", "sort column '" + column.path() + "' has no order in the table");
                return;
            }
            keys.add(new Key(column, context.rows(column), sort));
        }
        if (keys.isEmpty()) {
            return;
        }
        long rows = keys.get(0).column.rowSet().rows();
        int window = Layout.VECTOR_ROWS;
        long from = 0;
        while (from < rows) {
            int toVectorEnd = (int) (Layout.VECTOR_ROWS - from % Layout.VECTOR_ROWS);
            int n = (int) Math.min(Math.min(window, toVectorEnd), rows - from);
            try (DataStore.Fetch fetch = context.store().fetch()) {
                for (Key key : keys) {
                    fetch.add(key.column, from, from + n, false);
                }
                fetch.run();
                context.budget().start(n == 1 ? Integer.MAX_VALUE : 8 << 20, Long.MAX_VALUE);
                for (Key key : keys) {
                    key.rows.load(from, n);
                    key.values = Optional.of(key.rows.vector());
                }
                if (!check(from, n)) {
                    return;
                }
                from += n;
            } catch (Budget.ExceededException e) {
                if (n == 1) {
                    return; // a value of 2 GiB: it can't be compared
                }
                window = n / 2;
            } finally {
                context.releaseBatch();
            }
        }
    }

    private boolean check(long from, int rows) {
        for (int i = 0; i < rows; i++) {
            if (from + i > 0) {
                for (Key key : keys) {
                    int compared = key.compare(i);
                    if (compared > 0) {
                        problems.add(
                                "row " + (from + i),
                                "it comes after a row that must follow it by the declared order of '"
                                        + key.column.path() + "'");
                        return false;
                    } else if (compared < 0) {
                        break;
                    }
                }
            }
        }
        for (Key key : keys) {
            key.keep(rows - 1);
        }
        return true;
    }
}
