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
package dev.stoa.delta;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/** The names and types of a sidecar's parts (format-spec, section 13). */
final class SidecarLayout {
    static final String FRAGMENT = "stoa.sidecar.fragment";
    static final String ROWS = "stoa.sidecar.rows";
    static final String VERSION = "stoa.sidecar.version";
    static final String DELETES = "deletes";
    static final String ANCHORS = "anchors";
    static final String FIELD = "field_";
    static final String FIRST = "first";
    static final String POSITION = "position";
    static final String COUNT = "count";
    static final String VALUE = "value";
    static final Type LONG = Type.of(TypeKind.INT64);
    static final Type RUNS = Type.map(Field.required(FIRST, LONG), Field.required(COUNT, LONG));
    static final Type PLACES = Type.map(Field.required(POSITION, LONG), Field.required(COUNT, LONG));

    private SidecarLayout() {}

    /** The schema of a sidecar with new values of these fields. */
    static Schema schema(List<Field> fields) {
        List<Field> columns = new ArrayList<>();
        columns.add(Field.required(DELETES, RUNS));
        columns.add(Field.required(ANCHORS, PLACES));
        Set<Integer> ids = new HashSet<>();
        for (Field field : fields) {
            int id = field.fieldId()
                    .orElseThrow(() -> new IllegalArgumentException("field '" + field.name() + "' has no id"));
            if (!ids.add(id)) {
                throw new IllegalArgumentException(
                        "field id " + id + " is there twice, again as '" + field.name() + "'");
            }
            columns.add(Field.required(FIELD + id, values(field.type(), field.nullable()))
                    .withFieldId(id));
        }
        return new Schema(columns);
    }

    private static Type values(Type type, boolean nullable) {
        Field value = nullable ? Field.nullable(VALUE, type) : Field.required(VALUE, type);
        return Type.map(Field.required(POSITION, LONG), value);
    }

    /**
     * The fields with new values of a sidecar with this schema.
     *
     * @throws IllegalArgumentException if it is not a sidecar's
     */
    static List<Field> fields(Schema schema) {
        List<Field> fields = new ArrayList<>();
        List<Field> columns = schema.fields();
        for (int i = 2; i < columns.size(); i++) {
            Field column = columns.get(i);
            OptionalInt id = column.fieldId();
            if (id.isEmpty() || column.type().kind() != TypeKind.MAP) {
                throw new IllegalArgumentException("column '" + column.name() + "' has no field id, or is not a map");
            }
            Field value = column.type().fields().get(1);
            fields.add(new Field(column.name(), value.type(), value.nullable(), id));
        }
        if (!schema(fields).equals(schema)) {
            throw new IllegalArgumentException("its columns are " + schema + ", expected are " + schema(fields));
        }
        return fields;
    }
}
