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
package dev.stoa.table.internal.schema;

import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.reader.ColumnBounds;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.internal.overlay.RowBuffer;
import dev.stoa.reader.internal.value.ValueOrder;
import dev.stoa.table.TableException;
import dev.stoa.table.TableProperties;
import dev.stoa.writer.SortColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** The declared order of a table's rows. */
public final class RowOrder {
    /** Of rows that may come in any order. */
    public static final RowOrder NONE = new RowOrder(List.of());

    private final List<Column> columns;

    private record Column(Field field, ValueOrder values, boolean descending, boolean nullsFirst) {}

    private RowOrder(List<Column> columns) {
        this.columns = columns;
    }

    /**
     * The declared order of a table's rows.
     *
     * @param table for messages
     *
     * @throws TableException if one of the columns is not a top-level one
     */
    public static RowOrder of(TableSchema schema, TableProperties declared, Object table) throws TableException {
        List<Column> columns = new ArrayList<>();
        for (TableProperties.SortColumn column : declared.sortedBy()) {
            Field field = schema.topField(column.fieldId())
                    .orElseThrow(
                            () -> new TableException(
                                    table
                                            + ": a column by which the rows are sorted is in a struct: rows can't be put between them"));
            columns.add(new Column(field, new ValueOrder(field.type()), column.descending(), column.nullsFirst()));
        }
        return new RowOrder(columns);
    }

    public boolean isEmpty() {
        return columns.isEmpty();
    }

    /** The order as a file declares it. */
    public List<SortColumn> sortColumns() {
        return columns.stream()
                .map(column -> new SortColumn(
                        ColumnPath.of(column.field().name()).names(), column.descending(), column.nullsFirst()))
                .toList();
    }

    /** The columns that tell the order. */
    public List<Field> fields() {
        return columns.stream().map(Column::field).toList();
    }

    /** The vectors of those columns. */
    public List<ColumnVector> vectors(Batch batch) {
        Schema schema = batch.schema();
        return columns.stream()
                .map(column ->
                        batch.column(schema.indexOf(column.field().name()).orElseThrow()))
                .toList();
    }

    /** Compares two rows, each given by the vectors of the columns. */
    public int compare(List<ColumnVector> a, int i, List<ColumnVector> b, int j) {
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

    /**
     * The first selected row of a batch that must precede the row before it.
     *
     * @param before the vectors of the row before the batch, as {@link #last} gives them; absent for the first batch
     */
    public OptionalInt firstOutOfOrder(Batch batch, Optional<List<ColumnVector>> before) {
        List<ColumnVector> values = vectors(batch);
        for (int i = 0; i < batch.selectedCount(); i++) {
            int row = batch.selected(i);
            boolean follows = i > 0
                    ? compare(values, batch.selected(i - 1), values, row) <= 0
                    : before.isEmpty() || compare(before.get(), 0, values, row) <= 0;
            if (!follows) {
                return OptionalInt.of(row);
            }
        }
        return OptionalInt.empty();
    }

    /** The vectors of a batch's last selected row, copied: they stay valid when the batch is gone. */
    public List<ColumnVector> last(Batch batch) {
        RowBuffer last = new RowBuffer(new Schema(fields()));
        last.append(vectors(batch), batch.selected(batch.selectedCount() - 1), 1);
        return vectors(last.batch());
    }

    /** Compares two rows by the first column alone, and its direction; neither is null there. */
    public int compareFirst(ColumnVector a, int i, ColumnVector b, int j) {
        int order = columns.get(0).values().compare(a, i, b, j);
        return columns.get(0).descending() ? -order : order;
    }

    /**
     * The range of rows by values of the first column.
     *
     * @param bounds what is known of their values, if anything is
     */
    public Extent extent(Optional<ColumnBounds> bounds) {
        Column column = columns.get(0);
        if (bounds.isEmpty() || bounds.get().nanCount() > 0) {
            return new Extent(Edge.FRONT, Edge.BACK);
        }
        ColumnBounds known = bounds.get();
        boolean hasNulls = known.nullCount() > 0;
        if (known.values() == 0) {
            Edge end = column.nullsFirst() ? Edge.FRONT : Edge.BACK;
            return new Extent(end, end);
        }
        Edge least = known.min().map(Edge::at).orElse(column.descending() ? Edge.BACK : Edge.FRONT);
        Edge most = known.max().map(Edge::at).orElse(column.descending() ? Edge.FRONT : Edge.BACK);
        return new Extent(
                hasNulls && column.nullsFirst() ? Edge.FRONT : column.descending() ? most : least,
                hasNulls && !column.nullsFirst() ? Edge.BACK : column.descending() ? least : most);
    }

    /**
     * An end of rows.
     *
     * @param side -1 before all values, 1 after them, 0 at one
     * @param value of the first column, the only row; absent before and after
     */
    public record Edge(int side, Optional<ColumnVector> value) {
        static final Edge FRONT = new Edge(-1, Optional.empty());
        static final Edge BACK = new Edge(1, Optional.empty());

        static Edge at(ColumnVector value) {
            return new Edge(0, Optional.of(value));
        }
    }

    /** An edge before all rows. */
    public Edge front() {
        return Edge.FRONT;
    }

    /** The widest range that rows may have. */
    public record Extent(Edge start, Edge end) {}

    public int compare(Edge a, Edge b) {
        if (a.side != b.side || a.side != 0) {
            return Integer.compare(a.side, b.side);
        }
        return compareFirst(a.value.orElseThrow(), 0, b.value.orElseThrow(), 0);
    }

    /** The extent of both. */
    public Extent union(Extent a, Extent b) {
        return new Extent(
                compare(a.start, b.start) <= 0 ? a.start : b.start, compare(a.end, b.end) >= 0 ? a.end : b.end);
    }

    /** Whether rows with this end can come after some of the rows with this start. */
    public boolean mayOverlap(Edge end, Edge start) {
        int order = compare(start, end);
        return order < 0 || order == 0 && (start.side != 0 || columns.size() > 1);
    }

    /** The rows of a batch in this order; equal ones stay in theirs. */
    public int[] sorted(Batch batch) {
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
