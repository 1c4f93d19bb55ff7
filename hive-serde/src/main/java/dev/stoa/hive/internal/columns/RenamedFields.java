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
package dev.stoa.hive.internal.columns;

import dev.stoa.format.Field;
import dev.stoa.format.FieldNames;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import java.util.List;
import java.util.OptionalInt;
import org.apache.hadoop.hive.serde2.typeinfo.ListTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.MapTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.StructTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;

/**
 * Columns and fields of structs that a file may have under an older name. Hive does not ask the format before it renames a
 * column of a table without a log. So the readers of older files notice it: the table has a column that the file lacks, and
 * the file has in its place one that the table lacks. If columns were also moved, it is any other one, unless the column is
 * among the last ones, where
 * Hive adds columns.
 */
public final class RenamedFields {
    private RenamedFields() {}

    /**
     * Refuses a file where a requested column may have another name, unless the table's properties say how columns are found.
     *
     * @throws IllegalArgumentException if it has such a column
     */
    public static void refuse(List<Field> fields, TableColumns table, Naming naming) {
        if (naming.access() != Naming.Access.UNSAID) {
            return;
        }
        for (int ordinal : table.needed()) {
            String name = table.names().get(ordinal);
            OptionalInt place = naming.column(fields, ordinal, name);
            if (place.isPresent()) {
                refuse(fields.get(place.getAsInt()).type(), table.types().get(ordinal), name);
            } else if (!name.equals(TableColumns.ABSENT) && !naming.isById(fields, name)) {
                refuseOlderName(fields, table.names(), ordinal, "");
            }
        }
    }

    private static void refuse(Type from, TypeInfo to, String path) {
        if (from.kind() == TypeKind.LIST && to instanceof ListTypeInfo list) {
            refuse(from.fields().get(0).type(), list.getListElementTypeInfo(), path);
        } else if (from.kind() == TypeKind.MAP && to instanceof MapTypeInfo map) {
            refuse(from.fields().get(0).type(), map.getMapKeyTypeInfo(), path);
            refuse(from.fields().get(1).type(), map.getMapValueTypeInfo(), path);
        } else if (from.kind() == TypeKind.STRUCT && to instanceof StructTypeInfo struct) {
            List<String> names = struct.getAllStructFieldNames();
            for (int i = 0; i < names.size(); i++) {
                OptionalInt place = FieldNames.find(from.fields(), names.get(i));
                if (place.isPresent()) {
                    Type field = from.fields().get(place.getAsInt()).type();
                    refuse(field, struct.getAllStructFieldTypeInfos().get(i), path + "." + names.get(i));
                } else {
                    refuseOlderName(from.fields(), names, i, path + ".");
                }
            }
        }
    }

    private static void refuseOlderName(List<Field> fields, List<String> names, int ordinal, String path) {
        List<String> older = fields.stream()
                .map(Field::name)
                .filter(name -> names.stream().noneMatch(name::equalsIgnoreCase))
                .toList();
        if (ordinal < fields.size() && older.contains(fields.get(ordinal).name())) {
            refuseOlderName(
                    path + names.get(ordinal), path + fields.get(ordinal).name(), " in its place");
        }
        boolean isAdded = names.subList(ordinal + 1, names.size()).stream()
                .noneMatch(name -> FieldNames.find(fields, name).isPresent());
        if (!isAdded && !older.isEmpty()) {
            refuseOlderName(path + names.get(ordinal), path + older.get(0), "");
        }
    }

    private static void refuseOlderName(String name, String older, String where) {
        throw new IllegalArgumentException(
                "the table has a column '" + name + "' that the file has not, and the file has '"
                        + older + "'" + where + ", which the table has not. If it was renamed, set the table property '"
                        + Naming.ACCESS
                        + "' to 'position', and columns keep their order from then on; if it is another column, set it to 'name',"
                        + " and it is null in this file");
    }
}
