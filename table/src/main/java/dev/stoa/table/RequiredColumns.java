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
import dev.stoa.reader.Filter;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The nullable columns that hold no null all the same: a CHECK constraint of the table says {@code column is not null}
 * (docs/adr/0113). Files keep their nullable columns, and every commit checks its rows.
 */
public final class RequiredColumns {
    private final TableProperties properties;
    private final Schema schema;
    /** The columns, by the names of the constraints. */
    private final Map<String, Field> constrained = new TreeMap<>();

    /** Those of a table with these properties and columns. A constraint that this release can't read tells nothing. */
    public RequiredColumns(TableProperties properties, Schema schema) {
        this.properties = properties;
        this.schema = schema;
        properties.checks().forEach((name, condition) -> column(condition).ifPresent(c -> constrained.put(name, c)));
    }

    /** Those of a version. */
    public static RequiredColumns of(Snapshot snapshot) {
        return new RequiredColumns(snapshot.properties(), snapshot.schema());
    }

    /** The top-level column of a condition that is {@code column is not null}. */
    private Optional<Field> column(String condition) {
        try {
            if (ConditionText.filter(condition) instanceof Filter.Not not
                    && not.filter() instanceof Filter.IsNull isNull
                    && isNull.column().names().size() == 1) {
                return FieldNames.find(schema.fields(), isNull.column().names().get(0)).stream()
                        .mapToObj(schema.fields()::get)
                        .findAny();
            }
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // written by a later release: commits refuse it, reading goes on
        }
    }

    /** Whether a top-level column of the table holds no null: its schema says so, or a constraint. */
    public boolean has(Field column) {
        return !column.nullable() || constrained.containsValue(column);
    }

    /**
     * Returns properties that keep nulls out of a column. The commit that sets them looks for nulls first.
     *
     * @param name of a top-level column
     * @throws IllegalArgumentException if no such column exists
     */
    public TableProperties with(String name) {
        Field column = FieldNames.get(schema.fields(), name);
        return has(column)
                ? properties
                : properties.withCheck(
                        "not_null_" + column.fieldId().orElseThrow(),
                        "`" + column.name().replace("`", "``") + "` is not null");
    }

    /**
     * Returns the properties without the constraints that keep nulls out of a column.
     *
     * @param name of a top-level column
     * @throws IllegalArgumentException if no such column exists
     */
    public TableProperties without(String name) {
        Field column = FieldNames.get(schema.fields(), name);
        TableProperties less = properties;
        for (Map.Entry<String, Field> check : constrained.entrySet()) {
            less = check.getValue().equals(column) ? less.withoutCheck(check.getKey()) : less;
        }
        return less;
    }
}
