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

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/**
 * Finds a column, or a field of a struct, among others: by its field id, else by its exact name, else by the only name that
 * differs in case alone. Names keep their case.
 */
public final class FieldNames {
    private static final int MOST_SHOWN = 100;

    private FieldNames() {}

    /**
     * The place of the field of a name.
     *
     * @return empty if no name is like it
     * @throws IllegalArgumentException if several differ from it in case only; it names them
     */
    public static OptionalInt find(List<Field> fields, String wanted) {
        return find(fields.size(), i -> fields.get(i).name(), wanted);
    }

    /** {@link #find(List, String)} among names. */
    public static OptionalInt findName(List<String> names, String wanted) {
        return find(names.size(), names::get, wanted);
    }

    private static OptionalInt find(int count, IntFunction<String> names, String wanted) {
        for (int i = 0; i < count; i++) {
            if (names.apply(i).equals(wanted)) {
                return OptionalInt.of(i);
            }
        }
        List<Integer> alike = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            if (names.apply(i).equalsIgnoreCase(wanted)) {
                alike.add(i);
            }
        }
        if (alike.size() > 1) {
            throw new IllegalArgumentException("'" + wanted + "' may be any of "
                    + alike.stream().map(i -> "'" + names.apply(i) + "'").collect(Collectors.joining(", "))
                    + ": write the name as it is");
        }
        return alike.isEmpty() ? OptionalInt.empty() : OptionalInt.of(alike.get(0));
    }

    /** The place of the field with an id, if any of the fields has one; else that of the field of a name. */
    public static OptionalInt find(List<Field> fields, OptionalInt id, String wanted) {
        if (id.isEmpty() || fields.stream().noneMatch(field -> field.fieldId().isPresent())) {
            return find(fields, wanted);
        }
        for (int i = 0; i < fields.size(); i++) {
            if (fields.get(i).fieldId().equals(id)) {
                return OptionalInt.of(i);
            }
        }
        return OptionalInt.empty();
    }

    /**
     * Returns the field of a name.
     *
     * @throws IllegalArgumentException if no field has the name, or several differ from it in case only; it names the fields
     */
    public static Field get(List<Field> fields, String wanted) {
        OptionalInt at = find(fields, wanted);
        if (at.isEmpty()) {
            throw new IllegalArgumentException(
                    "no column '" + wanted + "'" + suggestion(fields, wanted) + "; the columns are " + shown(fields));
        }
        return fields.get(at.getAsInt());
    }

    /** For a message: a question that names the column that a mistyped name probably means; empty if none is close. */
    public static String suggestion(List<Field> fields, String wanted) {
        return LikelyName.question(wanted, fields.stream().map(Field::name).toList());
    }

    /** Returns the names in quotes; of very many, the first ones. */
    public static String shown(List<Field> fields) {
        List<String> names = new ArrayList<>();
        fields.stream().limit(MOST_SHOWN).forEach(field -> names.add("'" + field.name() + "'"));
        int more = fields.size() - names.size();
        return String.join(", ", names) + (more == 0 ? "" : " and " + more + " more");
    }
}
