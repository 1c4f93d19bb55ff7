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
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The schema of a table: every field, nested ones too, has an id of its own, which the table never uses again.
 *
 * @param schema the fields
 * @param origins by field id, the names of the field in files without field ids: in files that are older than the table
 * @param lastFieldId the greatest id that was ever given
 */
public record TableSchema(Schema schema, Map<Integer, String> origins, int lastFieldId) {

    /** The greatest id; greater ones are reserved for columns that later features add to data files. */
    public static final int MAX_FIELD_ID = Integer.MAX_VALUE - 256;

    private static final int SHOWN = 32;

    /**
     * Checks the ids and the lengths of the names.
     *
     * @throws IllegalArgumentException if a field has none, one above {@link #MAX_FIELD_ID}, or two have the same, or a name is too long for a file
     */
    public TableSchema {
        origins = Map.copyOf(origins);
        Set<Integer> ids = new HashSet<>();
        check(schema.fields(), ids, lastFieldId);
    }

    private static void check(List<Field> fields, Set<Integer> ids, int last) {
        for (Field field : fields) {
            if (field.fieldId().isEmpty()) {
                throw new IllegalArgumentException("field '" + field.name() + "' has no id");
            }
            int bytes = field.name().getBytes(StandardCharsets.UTF_8).length;
            if (bytes > Field.MAX_NAME_BYTES) {
                throw new IllegalArgumentException("the name of the field that begins with '"
                        + field.name().substring(0, SHOWN) + "' has " + bytes + " bytes, at most "
                        + Field.MAX_NAME_BYTES + " are possible: choose a shorter one");
            }
            int id = field.fieldId().getAsInt();
            if (id < 1 || id > Math.min(last, MAX_FIELD_ID) || !ids.add(id)) {
                throw new IllegalArgumentException("field '" + field.name() + "' has the id " + id
                        + ", which is out of range or has another field");
            }
            check(field.type().fields(), ids, last);
        }
    }

    /** Gives ids to fields that have none, from 1 on; existing ids stay. */
    public static TableSchema numbered(Schema schema, boolean namesAreOrigins) {
        int[] last = {greatest(schema.fields())};
        Map<Integer, String> origins = new HashMap<>();
        List<Field> fields = new ArrayList<>();
        for (Field field : schema.fields()) {
            fields.add(numbered(field, last, origins));
        }
        return new TableSchema(new Schema(fields), namesAreOrigins ? origins : Map.of(), last[0]);
    }

    private static int greatest(List<Field> fields) {
        int greatest = 0;
        for (Field field : fields) {
            greatest = Math.max(
                    Math.max(greatest, field.fieldId().orElse(0)),
                    greatest(field.type().fields()));
        }
        return greatest;
    }

    private static Field numbered(Field field, int[] last, Map<Integer, String> origins) {
        int id = field.fieldId().isPresent() ? field.fieldId().getAsInt() : ++last[0];
        origins.put(id, field.name());
        List<Field> children = new ArrayList<>();
        for (Field child : field.type().fields()) {
            children.add(numbered(child, last, origins));
        }
        return new Field(field.name(), withFields(field.type(), children), field.nullable(), OptionalInt.of(id));
    }

    /** A type with other fields. */
    public static Type withFields(Type type, List<Field> fields) {
        return new Type(type.kind(), type.precision(), type.scale(), type.utc(), type.parameters(), fields);
    }

    /** The top-level field of an id. */
    public Optional<Field> topField(int id) {
        return schema.field(id);
    }

    /** The fields that have bounds of their own, by id: those with values, not below lists and maps. */
    public Map<Integer, Type> leaves() {
        Map<Integer, Type> leaves = new java.util.LinkedHashMap<>();
        collect(schema.fields(), leaves);
        return leaves;
    }

    /**
     * A field that has bounds of its own.
     *
     * @param topId id of the top-level field that it is, or is within
     */
    public record Leaf(int topId, Type type) {}

    /** Returns one of {@link #leaves()}, without a list of all. */
    public Optional<Leaf> leaf(int fieldId) {
        Optional<Field> top = topField(fieldId);
        if (top.isPresent()) {
            return top.filter(field -> !field.type().kind().isNested()).map(field -> new Leaf(fieldId, field.type()));
        }
        for (Field field : schema.fields()) {
            if (field.type().kind() == TypeKind.STRUCT) {
                Map<Integer, Type> leaves = new HashMap<>();
                collect(field.type().fields(), leaves);
                if (leaves.containsKey(fieldId)) {
                    return Optional.of(new Leaf(field.fieldId().getAsInt(), leaves.get(fieldId)));
                }
            }
        }
        return Optional.empty();
    }

    private static void collect(List<Field> fields, Map<Integer, Type> leaves) {
        for (Field field : fields) {
            if (field.type().kind() == TypeKind.STRUCT) {
                collect(field.type().fields(), leaves);
            } else if (!field.type().kind().isNested()) {
                leaves.put(field.fieldId().getAsInt(), field.type());
            }
        }
    }
}
