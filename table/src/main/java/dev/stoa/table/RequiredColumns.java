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
import dev.stoa.table.internal.schema.Check;
import java.util.Optional;

/**
 * The nullable columns that hold no null all the same: a CHECK constraint of the table says {@code column is not null}
 * (docs/adr/0113). Files keep their nullable columns, and every commit checks its rows.
 *
 * @param properties of the table
 * @param schema of the table
 */
public record RequiredColumns(TableProperties properties, Schema schema) {

    /** Those of a version. */
    public static RequiredColumns of(Snapshot snapshot) {
        return new RequiredColumns(snapshot.properties(), snapshot.schema());
    }

    /** Whether a top-level column of the table holds no null: its schema says so, or a constraint. */
    public boolean has(Field column) {
        return !column.nullable() || Check.of(properties).stream().anyMatch(check -> isOf(column, check.broken()));
    }

    private boolean isOf(Field column, Filter broken) {
        return broken instanceof Filter.Not outer
                && outer.filter() instanceof Filter.Not inner
                && inner.filter() instanceof Filter.IsNull isNull
                && isNull.column().names().size() == 1
                && field(isNull.column().names().get(0)).equals(Optional.of(column));
    }

    private Optional<Field> field(String name) {
        return FieldNames.find(schema.fields(), name).stream()
                .mapToObj(schema.fields()::get)
                .findAny();
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
        for (Check check : Check.of(properties)) {
            less = isOf(column, check.broken()) ? less.withoutCheck(check.name()) : less;
        }
        return less;
    }
}
