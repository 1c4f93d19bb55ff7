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

import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.reader.ValueOrder;
import java.util.ArrayList;
import java.util.List;

/** The declared order of a table's rows. */
final class RowOrder {
    private final List<Column> columns;

    private record Column(Field field, ValueOrder values, boolean descending, boolean nullsFirst) {}

    private RowOrder(List<Column> columns) {
        this.columns = columns;
    }

    /**
     * The order of a snapshot's rows.
     *
     * @throws TableException if one of the columns is not a top-level one
     */
    static RowOrder of(Snapshot snapshot) throws TableException {
        List<Column> columns = new ArrayList<>();
        for (TableProperties.SortColumn column : snapshot.properties().sortedBy()) {
            Field field = snapshot.state()
                    .schema()
                    .topField(column.fieldId())
                    .orElseThrow(
                            () -> new TableException(
                                    snapshot
                                            + ": a column by which the rows are sorted lies in a struct: rows can't be put between them"));
            columns.add(new Column(field, new ValueOrder(field.type()), column.descending(), column.nullsFirst()));
        }
        return new RowOrder(columns);
    }

    boolean isEmpty() {
        return columns.isEmpty();
    }

    /** The columns that tell the order. */
    List<Field> fields() {
        return columns.stream().map(Column::field).toList();
    }

    /** The vectors of those columns. */
    List<ColumnVector> vectors(Batch batch) {
        Schema schema = batch.schema();
        return columns.stream()
                .map(column ->
                        batch.column(schema.indexOf(column.field().name()).orElseThrow()))
                .toList();
    }

    /** Compares two rows, each given by the vectors of the columns. */
    int compare(List<ColumnVector> a, int i, List<ColumnVector> b, int j) {
        for (int c = 0; c < columns.size(); c++) {
            Column column = columns.get(c);
            boolean aNull = a.get(c).isNull(i);
            boolean bNull = b.get(c).isNull(j);
            int order;
            if (aNull || bNull) {
                order = aNull == bNull ? 0 : aNull == column.nullsFirst() ? -1 : 1;
            } else {
                order = column.values().compare(a.get(c), i, b.get(c), j);
                order = column.descending() ? -order : order;
            }
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    /** The rows of a batch in this order; equal ones stay in theirs. */
    int[] sorted(Batch batch) {
        int count = batch.rowCount();
        List<ColumnVector> vectors = vectors(batch);
        int[] rows = new int[count];
        for (int i = 0; i < count; i++) {
            rows[i] = i;
        }
        int[] other = new int[count];
        for (long width = 1; width < count; width *= 2) {
            for (long start = 0; start < count; start += 2 * width) {
                int middle = (int) Math.min(start + width, count);
                int end = (int) Math.min(start + 2 * width, count);
                merge(vectors, rows, other, (int) start, middle, end);
            }
            int[] merged = other;
            other = rows;
            rows = merged;
        }
        return rows;
    }

    private void merge(List<ColumnVector> vectors, int[] from, int[] to, int start, int middle, int end) {
        int left = start;
        int right = middle;
        for (int i = start; i < end; i++) {
            boolean takeLeft =
                    right == end || (left < middle && compare(vectors, from[left], vectors, from[right]) <= 0);
            to[i] = takeLeft ? from[left++] : from[right++];
        }
    }
}
