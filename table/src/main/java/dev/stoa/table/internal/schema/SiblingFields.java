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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Sibling fields, by id and by name: tables may have tens of thousands. */
public final class SiblingFields {
    private final List<Field> fields;
    private final Map<Integer, String> names;
    private final Map<Integer, Integer> byId = new HashMap<>();
    private final Map<String, Integer> byName = new HashMap<>();

    /**
     * Looks at all of the fields.
     *
     * @param hasIds whether ids tell fields apart; a field without an id always has its name only
     * @param names the names of fields without an id, by the id that the table gives them
     */
    SiblingFields(List<Field> fields, boolean hasIds, Map<Integer, String> names) {
        this.fields = fields;
        this.names = names;
        for (int i = 0; i < fields.size(); i++) {
            Field field = fields.get(i);
            if (hasIds && field.fieldId().isPresent()) {
                byId.putIfAbsent(field.fieldId().getAsInt(), i);
            } else {
                byName.putIfAbsent(field.name(), i);
            }
        }
    }

    /** Fields that all have ids. */
    public static SiblingFields byId(List<Field> fields) {
        return new SiblingFields(fields, true, Map.of());
    }

    /** The place of the first field that has the id of a field of the table, or without ids its name. */
    public OptionalInt place(Field wanted) {
        int none = fields.size();
        Integer id = wanted.fieldId().getAsInt();
        String name = names.get(id);
        int first = Math.min(byId.getOrDefault(id, none), name == null ? none : byName.getOrDefault(name, none));
        return first < none ? OptionalInt.of(first) : OptionalInt.empty();
    }

    /** The field at this place. */
    Optional<Field> find(Field wanted) {
        OptionalInt place = place(wanted);
        return place.isPresent() ? Optional.of(fields.get(place.getAsInt())) : Optional.empty();
    }
}
