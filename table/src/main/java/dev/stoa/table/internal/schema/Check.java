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

import dev.stoa.format.FieldNames;
import dev.stoa.format.Schema;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.Filter;
import dev.stoa.reader.internal.filter.BoundsFilter;
import dev.stoa.table.ConditionText;
import dev.stoa.table.TableProperties;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A CHECK constraint of a table (docs/adr/0086). A row breaks it if its condition is false; on null it may be unknown.
 *
 * @param name of the constraint
 * @param text the condition, as {@link ConditionText} reads it
 * @param broken the filter that is true on the rows that break it
 */
public record Check(String name, String text, Filter broken) {

    /**
     * Reads the constraints of a table.
     *
     * @throws IllegalArgumentException if a condition can't be read, by its name
     */
    public static List<Check> of(TableProperties properties) {
        List<Check> checks = new ArrayList<>();
        for (Map.Entry<String, String> check : properties.checks().entrySet()) {
            String name = check.getKey();
            try {
                checks.add(new Check(name, check.getValue(), Filter.not(ConditionText.filter(check.getValue()))));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("the constraint '" + name + "': " + e.getMessage(), e);
            }
        }
        return checks;
    }

    /**
     * Passes if a table with these columns can have the constraint.
     *
     * @throws IllegalArgumentException if it names a column that is not there, or a literal that does not fit its column
     */
    public void check(Schema schema) {
        try {
            columns(schema);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("the constraint '" + name + "' (" + text + "): " + e.getMessage(), e);
        }
    }

    /**
     * Passes a change of columns that leaves those of the constraint their names.
     *
     * @throws IllegalArgumentException if it drops or renames one
     */
    public void checkKept(Schema before, Schema after) {
        for (TableColumn column : columns(before)) {
            boolean isKept = TableColumn.resolve(after, column.path())
                    .filter(same -> same.id() == column.id())
                    .isPresent();
            if (!isKept) {
                throw new IllegalArgumentException("column '" + column.path() + "' belongs to the constraint '" + name
                        + "' (" + text + "), so it can't be dropped or renamed: drop the constraint first");
            }
        }
    }

    /** The columns that its condition names, in this order. */
    public List<TableColumn> columns(Schema schema) {
        List<ColumnPath> paths = BoundsFilter.of(
                        broken, path -> TableColumn.resolve(schema, path).map(TableColumn::type))
                .columns();
        return paths.stream()
                .map(path -> TableColumn.resolve(schema, path)
                        .orElseThrow(() -> new IllegalArgumentException(
                                "no column '" + path + "'" + FieldNames.suggestion(schema.fields(), path.toString()))))
                .toList();
    }
}
