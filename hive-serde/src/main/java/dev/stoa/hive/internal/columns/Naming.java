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
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Properties;
import java.util.TreeMap;

/**
 * How a table's columns, and the fields of structs, are found in a file.
 *
 * @param access how the table's properties say that they are found
 * @param ids of columns by name: a file's field with the id is the column, whatever it is called; a file without ids is
 *     read by names
 */
public record Naming(Access access, Map<String, Integer> ids) {
    /** How columns are found. */
    enum Access {
        /** By name, unless a column may have been renamed: see {@link RenamedFields}. */
        UNSAID,
        /** By name, whatever else is in the file. */
        NAME,
        /** The n-th column of the table is the n-th of the file, whatever it is called. */
        POSITION
    }

    /** Table property: {@code name} or {@code position}. */
    public static final String ACCESS = "stoa.column.access";

    /** Table property: such as {@code a:1,b:2}. */
    public static final String IDS = "stoa.column.ids";

    /** By name. */
    public static final Naming DEFAULT = new Naming(Access.NAME, Map.of());

    public Naming {
        ids = Map.copyOf(ids);
    }

    /**
     * The settings in a table's properties.
     *
     * @throws IllegalArgumentException if they say it in a way that is not understood
     */
    public static Naming of(Properties properties) {
        return of(properties.getProperty(ACCESS, ""), properties.getProperty(IDS, ""));
    }

    /** Parses the texts of both properties; they may be empty. */
    public static Naming of(String access, String idText) {
        Access said = switch (access.strip().toLowerCase(Locale.ROOT)) {
            case "" -> Access.UNSAID;
            case "name" -> Access.NAME;
            case "position" -> Access.POSITION;
            default ->
                throw new IllegalArgumentException(
                        "the table property " + ACCESS + " is '" + access + "': say name or position");
        };
        Map<String, Integer> ids = new TreeMap<>();
        if (!idText.isBlank()) {
            for (String pair : idText.split(",", -1)) {
                int colon = pair.lastIndexOf(':');
                try {
                    ids.put(
                            pair.substring(0, Math.max(0, colon)).strip().toLowerCase(Locale.ROOT),
                            Integer.valueOf(pair.substring(colon + 1).strip()));
                } catch (NumberFormatException e) {
                    throw new IllegalArgumentException(
                            "the table property " + IDS + " is '" + idText + "': say name:number, with commas between",
                            e);
                }
            }
        }
        return new Naming(said, ids);
    }

    /** Whether the n-th column of the table is the n-th of the file, whatever it is called. */
    boolean byPosition() {
        return access == Access.POSITION;
    }

    /** Whether all columns are found by their names. */
    public boolean isByName() {
        return !byPosition() && ids.isEmpty();
    }

    /** Which field of a file is a column of the table. */
    public OptionalInt column(List<Field> fields, int ordinal, String name) {
        return isById(fields, name)
                ? FieldNames.find(fields, OptionalInt.of(ids.get(name)), name)
                : field(fields, ordinal, name);
    }

    /** Whether a column of the table is found in a file by its number. */
    boolean isById(List<Field> fields, String name) {
        return ids.containsKey(name)
                && fields.stream().anyMatch(field -> field.fieldId().isPresent());
    }

    /** Which field of a struct in a file is a field of a struct in the table. */
    public OptionalInt field(List<Field> fields, int ordinal, String name) {
        if (byPosition()) {
            return ordinal < fields.size() ? OptionalInt.of(ordinal) : OptionalInt.empty();
        }
        return FieldNames.find(fields, name);
    }
}
