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
package dev.stoa.table.internal.scan;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.ListVector;
import dev.stoa.format.StructVector;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.table.internal.schema.SiblingFields;
import dev.stoa.table.internal.schema.Widening;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Function;

/** Makes of what a file has of a column what is read of the table's: fields by id, those that came later null, widened values. */
public final class VectorAdapter {
    /** For types that a column of a table has, had before its fields changed, or gives a part of: these fields have ids. */
    public static final VectorAdapter BY_ID = new VectorAdapter(SiblingFields::byId);

    private final Function<List<Field>, SiblingFields> siblings;

    /**
     * By the way to find fields.
     *
     * @param siblings makes sibling fields searchable
     */
    VectorAdapter(Function<List<Field>, SiblingFields> siblings) {
        this.siblings = siblings;
    }

    public ColumnVector adapt(ColumnVector vector, Type to) {
        Type from = vector.type();
        if (from.equals(to)) {
            return vector;
        }
        if (from.kind() == TypeKind.VARIANT) {
            return Widening.widen(vector, to);
        } else if (vector instanceof StructVector struct) {
            return new StructVector(to, fields(struct, to.fields()), struct.nulls(), struct.size());
        } else if (vector instanceof ListVector list) {
            return new ListVector(to, list.offsets(), elements(list, to), list.nulls(), list.size());
        }
        return Widening.widen(vector, to);
    }

    private List<ColumnVector> fields(StructVector struct, List<Field> wanted) {
        List<ColumnVector> vectors = new ArrayList<>();
        SiblingFields there = siblings.apply(struct.type().fields());
        for (Field field : wanted) {
            OptionalInt found = there.place(field);
            vectors.add(
                    found.isPresent()
                            ? adapt(struct.field(found.getAsInt()), field.type())
                            : Widening.nulls(field.type(), struct.size()));
        }
        return vectors;
    }

    private ColumnVector elements(ListVector list, Type to) {
        Type wanted = ListVector.elementType(to);
        if (list.elements() instanceof StructVector entries && to.fields().size() == 2) {
            // of a map: its fields are the key and the value, in this order, with ids or without
            List<ColumnVector> vectors = new ArrayList<>();
            for (int i = 0; i < to.fields().size(); i++) {
                vectors.add(adapt(entries.field(i), to.fields().get(i).type()));
            }
            return new StructVector(wanted, vectors, entries.nulls(), entries.size());
        }
        return adapt(list.elements(), wanted);
    }
}
