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

/** Fields of a file that are beside each other, by id and by name: tables may have tens of thousands. */
final class SiblingFields {
    private final List<Field> fields;
    private final Map<Integer, Integer> byId = new HashMap<>();
    private final Map<String, Integer> byName = new HashMap<>();

    /**
     * Looks at all of the fields.
     *
     * @param hasIds whether ids tell fields apart; a field without an id always has its name only
     */
    SiblingFields(List<Field> fields, boolean hasIds) {
        this.fields = fields;
        for (int i = 0; i < fields.size(); i++) {
            Field field = fields.get(i);
            if (hasIds && field.fieldId().isPresent()) {
                byId.putIfAbsent(field.fieldId().getAsInt(), i);
            } else {
                byName.putIfAbsent(field.name(), i);
            }
        }
    }

    /** The first field with an id, or without ids with a name. */
    Optional<Field> find(int id, String name) {
        int none = fields.size();
        int first = Math.min(byId.getOrDefault(id, none), byName.getOrDefault(name, none));
        return first < none ? Optional.of(fields.get(first)) : Optional.empty();
    }
}
