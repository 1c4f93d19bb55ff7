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
package dev.stoa.cli.internal.io;

import dev.stoa.cli.internal.arguments.CommandException;
import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.FieldNames;
import dev.stoa.format.Schema;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes top-level columns out of batches.
 *
 * @param file name for messages
 * @param names of the columns, in the wanted order; empty: all
 */
public record ColumnSelection(String file, List<String> names) {
    /**
     * Returns the selected columns.
     *
     * @throws CommandException if one does not exist
     */
    public Schema of(Schema schema) {
        if (names.isEmpty()) {
            return schema;
        }
        List<Field> fields = new ArrayList<>();
        for (String name : names) {
            fields.add(field(schema, name));
        }
        return new Schema(fields);
    }

    /**
     * Returns the selected columns of a batch. All rows of the batch are selected.
     *
     * @throws CommandException if a column does not exist
     */
    public Batch of(Batch batch) {
        if (names.isEmpty()) {
            return batch;
        }
        List<ColumnVector> columns = new ArrayList<>();
        for (String name : names) {
            Field field = field(batch.schema(), name);
            columns.add(batch.column(batch.schema().fields().indexOf(field)));
        }
        return new Batch(of(batch.schema()), columns, batch.rowCount());
    }

    private Field field(Schema schema, String name) {
        try {
            return FieldNames.get(schema.fields(), name);
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(file + ": " + e.getMessage());
        }
    }
}
