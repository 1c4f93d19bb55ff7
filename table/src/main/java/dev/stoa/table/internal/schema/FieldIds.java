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

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/** Field ids of files that others wrote: some programs give one to several fields, or zero. */
public final class FieldIds {
    private FieldIds() {}

    /** Whether fields have ids, each another one, from 1 on; some may have none. */
    public static boolean areUnique(List<Field> fields) {
        Set<Integer> ids = new HashSet<>();
        return collect(fields, ids) && !ids.isEmpty();
    }

    private static boolean collect(List<Field> fields, Set<Integer> ids) {
        boolean areUnique = true;
        for (Field field : fields) {
            OptionalInt id = field.fieldId();
            areUnique &= id.isEmpty() || id.getAsInt() > 0 && ids.add(id.getAsInt());
            areUnique &= collect(field.type().fields(), ids);
        }
        return areUnique;
    }

    /** A schema without any. */
    public static Schema without(Schema schema) {
        return new Schema(schema.fields().stream().map(FieldIds::without).toList());
    }

    private static Field without(Field field) {
        return new Field(field.name(), without(field.type()), field.nullable(), OptionalInt.empty());
    }

    /** A type whose fields have none. */
    static Type without(Type type) {
        return TableSchema.withFields(
                type, type.fields().stream().map(FieldIds::without).toList());
    }
}
