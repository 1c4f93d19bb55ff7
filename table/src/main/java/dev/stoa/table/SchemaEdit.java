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
package dev.stoa.table;

import dev.stoa.format.Field;
import dev.stoa.format.FieldNames;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.table.internal.schema.TableSchema;
import dev.stoa.table.internal.schema.Widening;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Consumer;

/**
 * Changes of the columns of a table, one after the other, without a rewrite of files. Columns keep their ids. A column
 * that you drop and add again is another one. Fields of structs are changed {@linkplain #within within} them.
 */
public final class SchemaEdit {
    private final String table;
    private final TypeKind above;
    private final List<Field> fields;
    private int lastId;

    /** Begins with the columns of a snapshot. */
    public SchemaEdit(Snapshot snapshot) {
        this(snapshot.toString(), TypeKind.STRUCT, snapshot.schema().fields(), snapshot.lastFieldId());
    }

    private SchemaEdit(String table, TypeKind above, List<Field> fields, int lastId) {
        this.table = table;
        this.above = above;
        this.fields = new ArrayList<>(fields);
        this.lastId = lastId;
    }

    /** A schema whose fields all have ids, as a new table would give them. */
    public static Schema numbered(Schema schema) {
        return TableSchema.numbered(schema, false).schema();
    }

    private int find(String name) {
        if (above != TypeKind.STRUCT) {
            List<String> names = above == TypeKind.LIST ? List.of("element") : List.of("key", "value");
            if (names.contains(name)) {
                return names.indexOf(name);
            }
        }
        try {
            return fields.indexOf(FieldNames.get(fields, name));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(table + ": " + e.getMessage(), e);
        }
    }

    private void refuseElements(String name) {
        if (above != TypeKind.STRUCT) {
            throw new IllegalArgumentException(
                    table + ": '" + name + "' is what its values hold, which can only become wider");
        }
    }

    private void refuseTaken(String name) {
        refuseElements(name);
        if (fields.stream().anyMatch(field -> field.name().equals(name))) {
            throw new IllegalArgumentException(table + ": column '" + name + "' already exists");
        }
    }

    /**
     * Changes the fields of a struct as if they were columns.
     *
     * @param path of the struct, from a column on; what lists and maps hold is {@code element}, {@code key} and {@code value}; the
     *     columns themselves if it is empty
     * @throws IllegalArgumentException if none exists
     */
    public SchemaEdit within(List<String> path, Consumer<SchemaEdit> change) {
        if (path.isEmpty()) {
            change.accept(this);
            return this;
        }
        int at = find(path.get(0));
        Field old = fields.get(at);
        if (old.type().fields().isEmpty()) {
            throw new IllegalArgumentException(
                    table + ": column '" + old.name() + "' is " + old.type() + ", which has no fields");
        }
        SchemaEdit inside = new SchemaEdit(
                table + ", column '" + old.name() + "'",
                old.type().kind(),
                old.type().fields(),
                lastId);
        inside.within(path.subList(1, path.size()), change);
        lastId = inside.lastId;
        Type type = TableSchema.withFields(old.type(), inside.fields);
        fields.set(at, new Field(old.name(), type, old.nullable(), old.fieldId()));
        return this;
    }

    /** Whether a column of this very name exists. */
    public boolean has(String name) {
        return schema().indexOf(name).isPresent();
    }

    /** Adds a column after all others, which is null in all existing rows. It gets an id. */
    public SchemaEdit add(Field field) {
        refuseTaken(field.name());
        fields.add(numbered(field));
        return this;
    }

    private Field numbered(Field field) {
        int id = ++lastId;
        List<Field> children = new ArrayList<>();
        for (Field child : field.type().fields()) {
            children.add(numbered(child));
        }
        return new Field(
                field.name(),
                children.isEmpty() ? field.type() : TableSchema.withFields(field.type(), children),
                field.nullable(),
                OptionalInt.of(id));
    }

    /** Drops a column. */
    public SchemaEdit drop(String name) {
        refuseElements(name);
        fields.remove(find(name));
        return this;
    }

    /** Drops all columns and adds others, which are new whatever their names: for a table whose rows are replaced, too. */
    public SchemaEdit replaceAll(Schema schema) {
        fields.clear();
        schema.fields().forEach(field -> fields.add(numbered(field)));
        return this;
    }

    /** Gives a column another name. */
    public SchemaEdit rename(String name, String other) {
        int at = find(name);
        refuseTaken(other);
        Field old = fields.get(at);
        fields.set(at, new Field(other, old.type(), old.nullable(), old.fieldId()));
        return this;
    }

    /** Moves a column to a place, counted from 0. */
    public SchemaEdit move(String name, int place) {
        refuseElements(name);
        int at = find(name);
        if (place < 0 || place >= fields.size()) {
            throw new IllegalArgumentException(
                    table + ": place " + place + " is none of the " + fields.size() + " columns, counted from 0");
        }
        fields.add(place, fields.remove(at));
        return this;
    }

    /** Gives a column a wider type, which holds all values that it may have. */
    public SchemaEdit widen(String name, Type type) {
        int at = find(name);
        Field old = fields.get(at);
        if (!Widening.isAllowed(old.type(), type)) {
            throw new IllegalArgumentException(table + ": column '" + name + "' is " + old.type()
                    + ", which can't become " + type + " in place: add a column, and copy the values");
        }
        fields.set(at, new Field(old.name(), type, old.nullable(), old.fieldId()));
        return this;
    }

    /** Lets a column have nulls. */
    public SchemaEdit makeNullable(String name) {
        int at = find(name);
        Field old = fields.get(at);
        fields.set(at, new Field(old.name(), old.type(), true, old.fieldId()));
        return this;
    }

    /** The columns now. */
    public Schema schema() {
        return new Schema(fields);
    }
}
