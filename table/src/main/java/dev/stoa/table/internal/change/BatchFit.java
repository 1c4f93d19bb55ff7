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
package dev.stoa.table.internal.change;

import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.FieldNames;
import dev.stoa.format.ListVector;
import dev.stoa.format.Schema;
import dev.stoa.format.StructVector;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.table.TableException;
import dev.stoa.table.internal.schema.Widening;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Makes batches of a table's columns from the batches of a caller. It finds columns by name, widens values, and fills
 * missing columns with null.
 */
public final class BatchFit {
    private final Schema from;
    private final Schema to;
    private final int[] ordinals;

    private BatchFit(Schema from, Schema to, int[] ordinals) {
        this.from = from;
        this.to = to;
        this.ordinals = ordinals;
    }

    /**
     * A fit.
     *
     * @param table for messages
     * @throws TableException if the table lacks a column, if one is missing that is never null, or if one has values that
     * the table's can't hold
     */
    public static BatchFit of(Schema from, Schema to, String table) throws TableException {
        int[] ordinals = ordinals(from.fields(), to.fields(), table);
        for (int i = 0; i < ordinals.length; i++) {
            Field field = to.fields().get(i);
            if (ordinals[i] < 0 && !field.nullable()) {
                throw new TableException(
                        table + ": column '" + field.name() + "' is missing, and the table has no nulls there");
            }
            if (ordinals[i] >= 0) {
                check(from.fields().get(ordinals[i]).type(), field.type(), field.name(), table);
            }
        }
        return new BatchFit(from, to, ordinals);
    }

    /** Which of the given fields is each of the table's; -1 for those that are not given. */
    private static int[] ordinals(List<Field> from, List<Field> to, String table) throws TableException {
        int[] ordinals = new int[to.size()];
        Arrays.fill(ordinals, -1);
        try {
            for (int i = 0; i < from.size(); i++) {
                Field field = FieldNames.get(to, from.get(i).name());
                int at = to.indexOf(field);
                if (ordinals[at] >= 0) {
                    throw new IllegalArgumentException(
                            "'" + from.get(ordinals[at]).name() + "' and '"
                                    + from.get(i).name() + "' are both column '" + field.name() + "'");
                }
                ordinals[at] = i;
            }
        } catch (IllegalArgumentException e) {
            throw new TableException(table + ": " + e.getMessage());
        }
        return ordinals;
    }

    private static void check(Type from, Type to, String column, String table) throws TableException {
        boolean fits = from.kind() == to.kind() || !from.kind().isNested();
        if (to.kind() == TypeKind.STRUCT && fits) {
            BatchFit.of(new Schema(from.fields()), new Schema(to.fields()), table + ", column '" + column + "'");
        } else if ((to.kind() == TypeKind.LIST || to.kind() == TypeKind.MAP) && fits) {
            for (int i = 0; i < to.fields().size(); i++) {
                check(from.fields().get(i).type(), to.fields().get(i).type(), column, table);
            }
        } else if (!fits || !(to.kind().isNested() ? from.equals(to) : Widening.isAllowed(from, to))) {
            throw new TableException(
                    table + ": column '" + column + "' is " + to + ", which can't hold all values of " + from);
        }
    }

    /** Whether batches of this schema are fitted. */
    public boolean isOf(Schema schema) {
        return from.equals(schema);
    }

    /** Whether a column of the table is given. */
    public boolean has(int ordinal) {
        return ordinals[ordinal] >= 0;
    }

    public Batch fit(Batch batch) {
        List<ColumnVector> columns = new ArrayList<>();
        for (int i = 0; i < ordinals.length; i++) {
            Type type = to.fields().get(i).type();
            columns.add(
                    ordinals[i] < 0 ? Widening.nulls(type, batch.rowCount()) : adapt(batch.column(ordinals[i]), type));
        }
        return new Batch(to, columns, batch.rowCount(), batch.firstRow(), batch.selection(), batch.selectedCount());
    }

    private static ColumnVector adapt(ColumnVector vector, Type type) {
        if (vector.type().equals(type)) {
            return vector;
        } else if (vector instanceof StructVector struct) {
            return new StructVector(type, fields(struct, type), struct.nulls(), struct.size());
        } else if (vector instanceof ListVector list) {
            Type wanted = ListVector.elementType(type);
            ColumnVector elements = list.elements();
            ColumnVector adapted = elements instanceof StructVector entries && type.kind() == TypeKind.MAP
                    ? new StructVector(
                            wanted,
                            List.of(
                                    adapt(
                                            entries.field(0),
                                            wanted.fields().get(0).type()),
                                    adapt(
                                            entries.field(1),
                                            wanted.fields().get(1).type())),
                            entries.nulls(),
                            entries.size())
                    : adapt(elements, wanted);
            return new ListVector(type, list.offsets(), adapted, list.nulls(), list.size());
        }
        return Widening.widen(vector, type);
    }

    private static List<ColumnVector> fields(StructVector struct, Type type) {
        List<Field> given = struct.type().fields();
        ColumnVector[] fields = new ColumnVector[type.fields().size()];
        for (int i = 0; i < given.size(); i++) {
            int at = FieldNames.find(type.fields(), given.get(i).name()).orElseThrow();
            fields[at] = adapt(struct.field(i), type.fields().get(at).type());
        }
        for (int i = 0; i < fields.length; i++) {
            if (fields[i] == null) {
                fields[i] = Widening.nulls(type.fields().get(i).type(), struct.size());
            }
        }
        return List.of(fields);
    }
}
