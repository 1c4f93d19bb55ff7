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
import dev.stoa.format.Type;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Where a file has the columns of a table. */
public final class FileColumns {
    private static final int MISSING = -1;

    private final List<Field> fields;
    private final TableColumns table;
    private final Naming naming;
    private final int[] places;

    private FileColumns(List<Field> fields, TableColumns table, Naming naming, int[] places) {
        this.fields = fields;
        this.table = table;
        this.naming = naming;
        this.places = places;
    }

    public static FileColumns of(List<Field> fields, TableColumns table, Naming naming) {
        int[] places = new int[table.names().size()];
        for (int i = 0; i < places.length; i++) {
            places[i] = naming.column(fields, i, table.names().get(i)).orElse(MISSING);
        }
        return new FileColumns(fields, table, naming, places);
    }

    /** The field that is a column; none if the file does not have it. */
    public OptionalInt place(int ordinal) {
        return places[ordinal] == MISSING ? OptionalInt.empty() : OptionalInt.of(places[ordinal]);
    }

    /** Returns the part of a column to read: its field, whose structs may lack fields; none if the file does not have it. */
    public Optional<Field> read(int ordinal) {
        if (places[ordinal] == MISSING) {
            return Optional.empty();
        }
        Field field = fields.get(places[ordinal]);
        // by position, what is left out would shift the others
        Type type = naming.byPosition()
                ? field.type()
                : table.fields()
                        .of(
                                table.names().get(ordinal),
                                field.type(),
                                table.types().get(ordinal));
        return Optional.of(new Field(field.name(), type, field.nullable(), field.fieldId()));
    }
}
