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
package dev.stoa.cli.internal.tables;

import dev.stoa.cli.internal.arguments.CommandException;
import dev.stoa.cli.internal.io.FolderNames;
import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.FieldNames;
import dev.stoa.format.Schema;
import dev.stoa.interop.csv.TextColumn;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.hadoop.fs.Path;

/**
 * The columns of a table that a file lacks because the folders around it have their values as names, see {@link FolderNames}.
 */
final class FolderValues {
    private final Path file;
    private final Map<Field, Optional<String>> values;

    private FolderValues(Path file, Map<Field, Optional<String>> values) {
        this.file = file;
        this.values = values;
    }

    /** Finds those of a file that has some columns itself. */
    static FolderValues of(Path file, Schema columns, Schema table) {
        Map<Field, Optional<String>> values = new LinkedHashMap<>();
        FolderNames.values(file)
                .forEach((name, value) ->
                        lacking(name, columns, table).ifPresent(field -> values.putIfAbsent(field, value)));
        return new FolderValues(file, values);
    }

    private static Optional<Field> lacking(String name, Schema columns, Schema table) {
        try {
            Field field = FieldNames.get(table.fields(), name);
            boolean isThere = columns.fields().stream()
                    .anyMatch(column ->
                            FieldNames.get(table.fields(), column.name()).equals(field));
            return isThere
                    ? Optional.empty()
                    : Optional.of(new Field(field.name(), field.type(), field.nullable(), OptionalInt.empty()));
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // no column of the table; or the insert refuses those of the file, and says why
        }
    }

    /** The names of these columns. */
    List<String> names() {
        return values.keySet().stream().map(Field::name).toList();
    }

    /**
     * Adds these columns to rows of the file.
     *
     * @throws CommandException if a name is no value of the column
     */
    Batch with(Batch batch) {
        if (values.isEmpty()) {
            return batch;
        }
        List<Field> fields = new ArrayList<>(batch.schema().fields());
        List<ColumnVector> columns = new ArrayList<>(batch.columns());
        values.forEach((field, text) -> {
            fields.add(field);
            columns.add(column(field, text, batch.rowCount()));
        });
        return batch.with(new Schema(fields), columns);
    }

    private ColumnVector column(Field field, Optional<String> text, int rows) {
        try {
            return TextColumn.of(field, text, rows);
        } catch (IllegalArgumentException e) {
            throw CommandException.failed(file + ": the name of a folder is the value of column '" + field.name()
                    + "', which the file lacks, and " + e.getMessage());
        }
    }
}
