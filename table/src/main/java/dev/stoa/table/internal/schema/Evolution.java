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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** Which schemas may follow a schema without a rewrite. */
public final class Evolution {
    private final Map<Integer, Field> before = new HashMap<>();
    private final Map<Integer, Integer> parents = new HashMap<>();
    private int last;

    private Evolution(TableSchema schema) {
        last = schema.lastFieldId();
        collect(0, schema.schema().fields());
    }

    private void collect(int parent, List<Field> fields) {
        for (Field field : fields) {
            int id = field.fieldId().getAsInt();
            before.put(id, field);
            parents.put(id, parent);
            collect(id, field.type().fields());
        }
    }

    /**
     * The schema that follows. Fields are known by their ids: they may be dropped, renamed, moved among their like, widened,
     * and made nullable; new ones have ids that none ever had, and are nullable.
     *
     * @throws IllegalArgumentException if a field has no id, or may not get its new type
     */
    public static TableSchema follow(TableSchema schema, Schema next) {
        Evolution evolution = new Evolution(schema);
        evolution.check(0, next.fields(), schema.lastFieldId());
        return new TableSchema(next, schema.origins(), evolution.last);
    }

    /**
     * A schema whose columns are all new, where no row stays.
     *
     * @throws IllegalArgumentException if a field has no id, or one that another had
     */
    public static TableSchema replace(TableSchema schema, Schema next) {
        Evolution evolution = new Evolution(schema);
        evolution.checkNew(next.fields(), schema.lastFieldId());
        return new TableSchema(next, schema.origins(), evolution.last);
    }

    private void check(int parent, List<Field> fields, int lastBefore) {
        for (Field field : fields) {
            if (field.fieldId().isEmpty()) {
                throw new IllegalArgumentException(
                        "the new column '" + field.name() + "' has no id: give it " + (lastBefore + 1) + " or more");
            }
            int id = field.fieldId().getAsInt();
            last = Math.max(last, id);
            Field old = before.get(id);
            if (old == null) {
                checkNew(field, id, lastBefore);
            } else if (parents.get(id) != parent) {
                throw new IllegalArgumentException(
                        "column '" + field.name() + "' can't be moved into or out of a struct");
            } else {
                checkOld(field, old, lastBefore);
            }
        }
    }

    private void checkNew(Field field, int id, int lastBefore) {
        if (id <= lastBefore) {
            throw new IllegalArgumentException("the new column '" + field.name() + "' has the id " + id
                    + ", which a dropped one had: give it " + (lastBefore + 1) + " or more");
        }
        if (!field.nullable()) {
            throw new IllegalArgumentException(
                    "the new column '" + field.name() + "' must be nullable: existing rows have no value");
        }
        checkNew(field.type().fields(), lastBefore);
    }

    private void checkNew(List<Field> fields, int lastBefore) {
        for (Field child : fields) {
            int childId = child.fieldId().orElse(0);
            if (childId <= lastBefore) {
                throw new IllegalArgumentException(
                        "the new field '" + child.name() + "' needs an id of " + (lastBefore + 1) + " or more");
            }
            last = Math.max(last, childId);
            checkNew(child.type().fields(), lastBefore);
        }
    }

    private void checkOld(Field field, Field old, int lastBefore) {
        if (old.nullable() && !field.nullable()) {
            throw new IllegalArgumentException(
                    "column '" + field.name() + "' has nulls, or may have: it stays nullable");
        }
        Type from = old.type();
        Type to = field.type();
        if (!from.kind().isNested() && !Widening.isAllowed(from, to)) {
            throw new IllegalArgumentException("column '" + field.name() + "' is " + from + ", which can't become " + to
                    + " in place: add a column, and copy the values");
        }
        if (from.kind().isNested()) {
            if (to.kind() != from.kind()) {
                throw new IllegalArgumentException(
                        "column '" + field.name() + "' can't become " + to + ": it is " + from);
            }
            boolean isList = to.kind() == TypeKind.LIST || to.kind() == TypeKind.MAP;
            if (isList && !ids(from).equals(ids(to))) {
                throw new IllegalArgumentException("column '" + field.name() + "': elements keep their ids");
            }
            check(field.fieldId().getAsInt(), to.fields(), lastBefore);
        }
    }

    /** Whether a column of the second type can show all that one of the first has. */
    public static boolean isWithin(Type from, Type to) {
        if (from.equals(to)) {
            return true;
        } else if (!from.kind().isNested()) {
            return Widening.isAllowed(from, to);
        } else if (to.kind() != from.kind() || !ids(to).containsAll(ids(from))) {
            return false;
        }
        Map<OptionalInt, Field> old = new HashMap<>();
        from.fields().forEach(field -> old.put(field.fieldId(), field));
        return to.fields().stream().allMatch(field -> isWithin(old.get(field.fieldId()), field));
    }

    /** Of parts of structs, lists and maps; a part that is new is null. */
    private static boolean isWithin(Field old, Field field) {
        if (old == null) {
            return field.nullable();
        }
        return (field.nullable() || !old.nullable()) && isWithin(old.type(), field.type());
    }

    private static List<OptionalInt> ids(Type type) {
        return type.fields().stream().map(Field::fieldId).toList();
    }
}
