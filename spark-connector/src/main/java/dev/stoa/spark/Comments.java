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
package dev.stoa.spark;

import dev.stoa.format.Field;
import dev.stoa.format.Type;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** What people say of columns, and of fields within them: a property of the table for each, by the field's id. */
record Comments(Map<String, String> properties) {
    private static final String PREFIX = "comment.";

    /** Whether a property is one of these. */
    static boolean isOne(String property) {
        return property.matches("comment\\.\\d+");
    }

    private static String key(Field field) {
        return PREFIX + field.fieldId().orElseThrow();
    }

    /** Says something of a field, or nothing more. */
    void set(Field field, String comment) {
        if (comment == null) {
            properties.remove(key(field));
        } else {
            properties.put(key(field), comment);
        }
    }

    /** Takes over what is said within a type of Spark's. */
    void within(DataType shown, Type stored) {
        if (shown instanceof StructType struct) {
            fields(struct, stored.fields());
        } else if (shown instanceof ArrayType list) {
            within(list.elementType(), stored.fields().get(0).type());
        } else if (shown instanceof MapType map) {
            within(map.keyType(), stored.fields().get(0).type());
            within(map.valueType(), stored.fields().get(1).type());
        }
    }

    /** Takes over what is said of columns. */
    void fields(StructType shown, List<Field> stored) {
        for (int i = 0; i < stored.size(); i++) {
            StructField field = shown.fields()[i];
            set(stored.get(i), field.getComment().getOrElse(() -> null));
            within(field.dataType(), stored.get(i).type());
        }
    }

    /** Columns with what is said of them. */
    StructType shown(StructType columns, List<Field> stored) {
        StructField[] fields = columns.fields().clone();
        for (int i = 0; i < fields.length; i++) {
            StructField field = fields[i];
            StructField shown = new StructField(
                    field.name(), shown(field.dataType(), stored.get(i).type()), field.nullable(), field.metadata());
            String comment = properties.get(key(stored.get(i)));
            fields[i] = comment == null ? shown : shown.withComment(comment);
        }
        return new StructType(fields);
    }

    private DataType shown(DataType type, Type stored) {
        if (type instanceof StructType struct) {
            return shown(struct, stored.fields());
        } else if (type instanceof ArrayType list) {
            return new ArrayType(
                    shown(list.elementType(), stored.fields().get(0).type()), list.containsNull());
        } else if (type instanceof MapType map) {
            return new MapType(
                    shown(map.keyType(), stored.fields().get(0).type()),
                    shown(map.valueType(), stored.fields().get(1).type()),
                    map.valueContainsNull());
        }
        return type;
    }
}
