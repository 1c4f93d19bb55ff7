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
package dev.stoa.trino.internal.store;

import java.util.Optional;

/**
 * Where a table is.
 *
 * @param schema its name; of a warehouse, that of its folder
 * @param table its name; of a warehouse, that of its folder
 * @param folder of the table: a path below the warehouse, or a location
 * @param branch its name, if this is one of the table
 */
public record Place(String schema, String table, String folder, Optional<String> branch) {
    /** The place of a table in a warehouse. */
    public static Place of(String schema, String table) {
        return at(schema, table, schema + "/" + table);
    }

    /** The place of a table in a folder. */
    public static Place at(String schema, String table, String folder) {
        return new Place(schema, table, folder, Optional.empty());
    }

    /** The place of a branch of this table. */
    public Place branch(String name) {
        return new Place(schema, table, folder, Optional.of(name));
    }

    @Override
    public String toString() {
        return schema + "." + table;
    }
}
