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
package dev.stoa.writer;

import dev.stoa.format.Batch;
import dev.stoa.format.BooleanVector;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.DoubleVector;
import dev.stoa.format.Field;
import dev.stoa.format.FieldNames;
import dev.stoa.format.FloatVector;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.Schema;
import dev.stoa.format.StructVector;
import dev.stoa.format.TypeKind;
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.format.internal.meta.MinMax;
import dev.stoa.format.internal.meta.SchemaNodes;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/** Checks that rows come in the declared order; keeps the last row from batch to batch. */
final class SortCheck {
    private final Schema schema;
    private final List<SortColumn> columns;
    private final String description;
    private List<Key> last = List.of();

    /** A sort column's values in some batch: its vector, and the structs above it. */
    private record Key(ColumnVector vector, List<ColumnVector> parents) {
        boolean isNull(int row) {
            for (ColumnVector parent : parents) {
                if (parent.isNull(row)) {
                    return true;
                }
            }
            return vector.isNull(row);
        }
    }

    /**
     * A check of these columns.
     *
     * @throws IllegalArgumentException if no such column exists, or it has no order
     */
    SortCheck(Schema schema, List<SortColumn> columns) {
        this.schema = schema;
        this.columns = columns;
        this.description = columns.stream().map(c -> String.join(".", c.path())).collect(Collectors.joining(", "));
        SchemaNodes nodes = SchemaNodes.of(columns.isEmpty() ? new Schema(List.of()) : schema);
        for (SortColumn column : columns) {
            SchemaNodes.Node node = nodes.nodes().get(node(nodes, column.path()));
            if (!MinMax.isOrdered(node.field().type())) {
                throw new IllegalArgumentException("rows can't be sorted by '" + String.join(".", column.path())
                        + "': values of type " + node.field().type() + " have no order");
            }
        }
    }

    /** The node of a path through structs. */
    static int node(SchemaNodes nodes, List<String> path) {
        int first = 0;
        int end = nodes.nodes().size();
        int found = Layout.NONE;
        for (String name : path) {
            List<Integer> beside = new ArrayList<>();
            List<Field> fields = new ArrayList<>();
            for (int node = first; node < end; node = nodes.nodes().get(node).end()) {
                beside.add(node);
                fields.add(nodes.nodes().get(node).field());
            }
            OptionalInt at = FieldNames.find(fields, name);
            if (at.isEmpty() || nodes.nodes().get(beside.get(at.getAsInt())).rowSet() != 0) {
                throw new IllegalArgumentException("no column '" + String.join(".", path)
                        + "' by which rows could be sorted; beside it there are " + FieldNames.shown(fields));
            }
            found = beside.get(at.getAsInt());
            first = found + 1;
            end = nodes.nodes().get(found).end();
        }
        return found;
    }

    /**
     * Checks the selected rows of a batch.
     *
     * @param firstRow the ordinal in the file of the first of them
     */
    void check(Batch batch, long firstRow) throws RejectedDataException {
        if (columns.isEmpty() || batch.selectedCount() == 0) {
            return;
        }
        List<Key> keys = columns.stream().map(c -> key(batch, c.path())).toList();
        int previous = batch.selected(0);
        if (!last.isEmpty() && compare(last, 0, keys, previous) > 0) {
            throw violation(firstRow);
        }
        for (int i = 1; i < batch.selectedCount(); i++) {
            int row = batch.selected(i);
            if (compare(keys, previous, keys, row) > 0) {
                throw violation(firstRow + i);
            }
            previous = row;
        }
        int lastRow = previous;
        last = keys.stream().map(k -> new Key(copy(k, lastRow), List.of())).toList();
    }

    private RejectedDataException violation(long row) {
        return new RejectedDataException(
                description, row, "the row comes before the row above it in the declared order: sort the rows first");
    }

    private Key key(Batch batch, List<String> path) {
        ColumnVector vector =
                batch.column(FieldNames.find(schema.fields(), path.get(0)).orElseThrow());
        List<ColumnVector> parents = new ArrayList<>();
        for (String name : path.subList(1, path.size())) {
            parents.add(vector);
            StructVector struct = (StructVector) vector;
            vector = struct.field(FieldNames.find(struct.type().fields(), name).orElseThrow());
        }
        return new Key(vector, List.copyOf(parents));
    }

    private int compare(List<Key> a, int rowA, List<Key> b, int rowB) {
        for (int i = 0; i < columns.size(); i++) {
            SortColumn column = columns.get(i);
            boolean nullA = a.get(i).isNull(rowA);
            boolean nullB = b.get(i).isNull(rowB);
            if (nullA || nullB) {
                if (nullA != nullB) {
                    return nullA == column.nullsFirst() ? -1 : 1;
                }
                continue;
            }
            int c = compareValues(a.get(i).vector, rowA, b.get(i).vector, rowB);
            if (c != 0) {
                return column.descending() ? -c : c;
            }
        }
        return 0;
    }

    private static int compareValues(ColumnVector a, int i, ColumnVector b, int j) {
        if (a instanceof IntVector x && b instanceof IntVector y) {
            return x.type().kind() == TypeKind.FLOAT16
                    ? compareHalves(x.values()[i], y.values()[j])
                    : Integer.compare(x.values()[i], y.values()[j]);
        }
        if (a instanceof LongVector x && b instanceof LongVector y) {
            return x.type().kind() == TypeKind.UINT64
                    ? Long.compareUnsigned(x.values()[i], y.values()[j])
                    : Long.compare(x.values()[i], y.values()[j]);
        }
        if (a instanceof BytesVector x && b instanceof BytesVector y) {
            return BytesOrder.of(x.type())
                    .compare(
                            x.data(),
                            x.start(i),
                            x.start(i) + x.length(i),
                            y.data(),
                            y.start(j),
                            y.start(j) + y.length(j));
        }
        if (a instanceof DoubleVector x && b instanceof DoubleVector y) {
            return Double.compare(x.values()[i] + 0.0, y.values()[j] + 0.0);
        }
        if (a instanceof FloatVector x && b instanceof FloatVector y) {
            return Float.compare(x.values()[i] + 0.0f, y.values()[j] + 0.0f);
        }
        if (a instanceof Int128Vector x && b instanceof Int128Vector y) {
            return Int128Bounds.compare(x.high(i), x.low()[i], y.high(j), y.low()[j]);
        }
        if (a instanceof BooleanVector x && b instanceof BooleanVector y) {
            return Byte.compare(x.values()[i], y.values()[j]);
        }
        throw new IllegalStateException("rows are sorted by " + a.type());
    }

    private static int compareHalves(int a, int b) {
        boolean nanA = Float16Bounds.isNaN(a);
        boolean nanB = Float16Bounds.isNaN(b);
        return nanA || nanB ? Boolean.compare(nanA, nanB) : Integer.compare(Float16Bounds.key(a), Float16Bounds.key(b));
    }

    /** A vector of one row. */
    private static ColumnVector copy(Key key, int row) {
        boolean[] nulls = {key.isNull(row)};
        ColumnVector v = key.vector;
        if (v instanceof IntVector x) {
            return new IntVector(x.type(), new int[] {x.values()[row]}, nulls, 1);
        }
        if (v instanceof LongVector x) {
            return new LongVector(x.type(), new long[] {x.values()[row]}, nulls, 1);
        }
        if (v instanceof BytesVector x) {
            byte[] bytes = nulls[0] ? new byte[0] : x.get(row);
            return new BytesVector(x.type(), bytes, new int[] {0, bytes.length}, nulls, 1);
        }
        if (v instanceof DoubleVector x) {
            return new DoubleVector(x.type(), new double[] {x.values()[row]}, nulls, 1);
        }
        if (v instanceof FloatVector x) {
            return new FloatVector(x.type(), new float[] {x.values()[row]}, nulls, 1);
        }
        if (v instanceof Int128Vector x) {
            return new Int128Vector(x.type(), new long[] {x.high(row)}, new long[] {x.low()[row]}, nulls, 1);
        }
        if (v instanceof BooleanVector x) {
            return new BooleanVector(x.type(), new byte[] {x.values()[row]}, nulls, 1);
        }
        throw new IllegalStateException("rows are sorted by " + v.type());
    }
}
