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

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** The columns of a row set. Names are unique at each level; some may differ in case only. Immutable. */
public final class Schema {

    /** How deep types may nest. */
    public static final int MAX_DEPTH = 64;

    private final List<Field> fields;

    /** The ordinals of the top-level fields: engines look up each of thousands of columns. */
    private final Map<String, Integer> ordinals;

    /** The top-level fields by id; empty until the first search. */
    private volatile Optional<Map<Integer, Field>> byId = Optional.empty();

    /**
     * Checks names and depth.
     *
     * @param fields the top-level fields
     */
    public Schema(List<Field> fields) {
        this.fields = List.copyOf(fields);
        this.ordinals = check(this.fields, new ArrayDeque<>());
    }

    /** A schema of these fields. */
    public static Schema of(Field... fields) {
        return new Schema(List.of(fields));
    }

    /** The top-level fields. */
    public List<Field> fields() {
        return fields;
    }

    /**
     * Returns the ordinals of the names. The path is put together only for a message: with long names, as hostile files have, it
     * costs.
     */
    private static Map<String, Integer> check(List<Field> fields, Deque<String> path) {
        if (path.size() >= MAX_DEPTH) {
            throw new IllegalArgumentException("types nest deeper than " + MAX_DEPTH + " levels at '"
                    + String.join(".", path) + "': flatten the schema");
        }
        Map<String, Integer> ordinals = new HashMap<>();
        for (Field f : fields) {
            path.addLast(f.name());
            if (ordinals.put(f.name(), ordinals.size()) != null) {
                throw new IllegalArgumentException(
                        "two fields are named '" + String.join(".", path) + "': names must be unique");
            }
            check(f.type().fields(), path);
            path.removeLast();
        }
        return ordinals;
    }

    /** The ordinal of the top-level field of exactly this name; {@link FieldNames} finds one as people name it. */
    public OptionalInt indexOf(String name) {
        Integer ordinal = ordinals.get(name);
        return ordinal == null ? OptionalInt.empty() : OptionalInt.of(ordinal);
    }

    /** Returns the first top-level field with an id, if one has it. */
    public Optional<Field> field(int fieldId) {
        Map<Integer, Field> known = byId.orElse(null);
        if (known == null) {
            known = fieldsById();
            byId = Optional.of(known);
        }
        return Optional.ofNullable(known.get(fieldId));
    }

    private Map<Integer, Field> fieldsById() {
        Map<Integer, Field> ids = new HashMap<>();
        for (Field field : fields) {
            field.fieldId().ifPresent(id -> ids.putIfAbsent(id, field));
        }
        return ids;
    }

    /**
     * A schema of the named top-level fields in the given order.
     *
     * @throws IllegalArgumentException if {@link FieldNames} finds no such field
     */
    public Schema select(List<String> names) {
        return new Schema(
                names.stream().map(name -> FieldNames.get(fields, name)).toList());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Schema schema && fields.equals(schema.fields);
    }

    @Override
    public int hashCode() {
        return fields.hashCode();
    }

    /** One line per field, as text. */
    @Override
    public String toString() {
        return Type.struct(fields).toString();
    }
}
