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
package dev.stoa.hive;

import dev.stoa.format.Field;
import java.util.List;
import java.util.OptionalInt;

/** Where a file has the columns of a table. */
final class FileColumns {
    private static final int MISSING = -1;

    private final int[] places;

    private FileColumns(int[] places) {
        this.places = places;
    }

    static FileColumns of(List<Field> fields, TableColumns table, Naming naming) {
        int[] places = new int[table.names().size()];
        for (int i = 0; i < places.length; i++) {
            places[i] = naming.column(fields, i, table.names().get(i)).orElse(MISSING);
        }
        return new FileColumns(places);
    }

    /** The field that is a column; none if the file does not have it. */
    OptionalInt place(int ordinal) {
        return places[ordinal] == MISSING ? OptionalInt.empty() : OptionalInt.of(places[ordinal]);
    }
}
