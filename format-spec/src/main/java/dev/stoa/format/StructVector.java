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

/** Structs and variants: a null mask, and a vector of the same size for each field. A null struct's fields are null. */
public final class StructVector extends ColumnVector {
    private final List<ColumnVector> fields;

    /** A struct of these fields, in the order of the type. */
    public StructVector(Type type, List<ColumnVector> fields, boolean[] nulls, int size) {
        super(type, nulls, size);
        this.fields = List.copyOf(fields);
        if (type.kind() != TypeKind.STRUCT && type.kind() != TypeKind.VARIANT) {
            throw new IllegalArgumentException("a StructVector can't hold " + type);
        }
        if (fields.size() != type.fields().size()) {
            throw new IllegalArgumentException(
                    fields.size() + " fields given, " + type.fields().size() + " are in " + type);
        }
        for (ColumnVector field : fields) {
            if (field.size() != size) {
                throw new IllegalArgumentException("a field has " + field.size() + " rows, the struct " + size);
            }
        }
    }

    /** The vectors of the fields. */
    public List<ColumnVector> fields() {
        return fields;
    }

    /** The vector of a field. */
    public ColumnVector field(int ordinal) {
        return fields.get(ordinal);
    }
}
