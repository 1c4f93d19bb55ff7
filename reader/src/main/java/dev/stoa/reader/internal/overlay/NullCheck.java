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
package dev.stoa.reader.internal.overlay;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.ListVector;
import dev.stoa.format.StructVector;
import dev.stoa.format.TypeKind;

/** Refuses nulls among new values where the file must have none. */
public final class NullCheck {
    private final String where;

    private NullCheck(String where) {
        this.where = where;
    }

    /**
     * Checks new values of a column.
     *
     * @throws IllegalArgumentException if one is null, or holds a null, that must not be
     */
    static void check(String where, Field field, ColumnVector values) {
        new NullCheck(where).check(field, values, ColumnVector.NO_NULLS, values.size());
    }

    private void check(Field field, ColumnVector values, boolean[] parentNulls, int size) {
        if (!field.nullable() && values.hasNulls()) {
            for (int i = 0; i < size; i++) {
                if (values.nulls()[i] && (parentNulls.length == 0 || !parentNulls[i])) {
                    throw new IllegalArgumentException(
                            where + ": new value " + i + " has a null where '" + field.name() + "' must not be null");
                }
            }
        }
        if (values instanceof StructVector struct) {
            for (int i = 0; i < struct.fields().size(); i++) {
                check(field.type().fields().get(i), struct.field(i), struct.nulls(), size);
            }
        } else if (values instanceof ListVector list) {
            int elements = list.offsets()[size];
            if (field.type().kind() == TypeKind.MAP) {
                StructVector entries = (StructVector) list.elements();
                for (int i = 0; i < entries.fields().size(); i++) {
                    check(field.type().fields().get(i), entries.field(i), ColumnVector.NO_NULLS, elements);
                }
            } else {
                check(field.type().fields().get(0), list.elements(), ColumnVector.NO_NULLS, elements);
            }
        }
    }
}
