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

import java.util.Objects;
import java.util.OptionalInt;

/**
 * A named, typed field of a schema, a struct, a list or a map. Immutable.
 *
 * @param name its name, any text (at most {@value #MAX_NAME_BYTES} bytes of UTF-8)
 * @param type its type
 * @param nullable whether rows may be null
 * @param fieldId an id that survives renames, if any
 */
public record Field(String name, Type type, boolean nullable, OptionalInt fieldId) {

    /** The longest name in UTF-8 bytes. */
    public static final int MAX_NAME_BYTES = 65_535;

    /** Checks that nothing is missing. */
    public Field {
        Objects.requireNonNull(name, "name is null");
        Objects.requireNonNull(type, "type is null");
        Objects.requireNonNull(fieldId, "fieldId is null");
        if (type.kind() == TypeKind.NULL && !nullable) {
            throw new IllegalArgumentException("field '" + name + "' has the null type, so it must be nullable");
        }
    }

    /** A nullable field without an id. */
    public static Field nullable(String name, Type type) {
        return new Field(name, type, true, OptionalInt.empty());
    }

    /** A field that is never null, without an id. */
    public static Field required(String name, Type type) {
        return new Field(name, type, false, OptionalInt.empty());
    }

    /** The same field with an id. */
    public Field withFieldId(int id) {
        return new Field(name, type, nullable, OptionalInt.of(id));
    }
}
