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
package dev.stoa.format.build;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.StructVector;
import dev.stoa.format.Type;
import java.util.List;

/**
 * Builds vectors of structs and variants, and the entries of maps: append one value to the builder of each field, then
 * call {@link #endRow}. A null struct appends nulls to its fields itself.
 */
public final class StructBuilder extends VectorBuilder {
    private final List<VectorBuilder> fields;

    StructBuilder(Type type) {
        super(type);
        fields = type.fields().stream()
                .map(field -> VectorBuilders.of(field.type()))
                .toList();
    }

    /** The builders of the fields, in the order of the type. */
    public List<VectorBuilder> fields() {
        return fields;
    }

    /** Ends a row whose fields were appended. A field with too few or too many values fails {@link #vector()}. */
    public void endRow() {
        nextRow();
    }

    @Override
    public long bytes() {
        long bytes = 0;
        for (VectorBuilder field : fields) {
            bytes += field.bytes();
        }
        return bytes;
    }

    @Override
    ColumnVector vector(boolean[] mask) {
        return new StructVector(
                type(), fields.stream().map(VectorBuilder::vector).toList(), mask, size());
    }

    @Override
    void ensure(int capacity) {
        // the fields make room themselves
    }

    @Override
    void putNull(int row) {
        for (VectorBuilder field : fields) {
            field.addNull();
        }
    }

    @Override
    void forget() {
        fields.forEach(VectorBuilder::clear);
    }
}
