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
package dev.stoa.writer;

import dev.stoa.format.Batch;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.build.VectorBuilder;
import dev.stoa.format.build.VectorBuilders;
import java.util.ArrayList;
import java.util.List;

/** Gathers rows of plain Java objects for a batch. It makes builders with the first row: most writers take batches only. */
final class ObjectRows {
    private final Schema schema;
    private final List<VectorBuilder> builders = new ArrayList<>();
    private final List<ObjectColumn> columns = new ArrayList<>();
    private int rows;

    ObjectRows(Schema schema) {
        this.schema = schema;
    }

    private void makeColumns() {
        for (Field field : schema.fields()) {
            VectorBuilder builder = VectorBuilders.of(field.type());
            builders.add(builder);
            columns.add(ObjectColumn.of("", field, builder));
        }
    }

    /**
     * Appends a row.
     *
     * @param number its number, for messages
     * @return about the number of bytes that it takes
     * @throws IllegalArgumentException if the schema has another number of columns
     */
    long add(Object[] values, long number) throws RejectedDataException {
        if (values.length != schema.fields().size()) {
            throw new IllegalArgumentException("row " + number + " has " + values.length + " values, the schema has "
                    + schema.fields().size() + " columns");
        }
        if (columns.isEmpty()) {
            makeColumns();
        }
        long bytes = 0;
        for (int i = 0; i < values.length; i++) {
            bytes += columns.get(i).add(values[i], number);
        }
        rows++;
        return bytes;
    }

    int rows() {
        return rows;
    }

    /** The rows; valid until the next change. */
    Batch batch() {
        if (columns.isEmpty()) {
            makeColumns();
        }
        return new Batch(schema, builders.stream().map(VectorBuilder::vector).toList(), rows);
    }

    /** Forgets the rows. */
    void clear() {
        rows = 0;
        builders.forEach(VectorBuilder::clear);
    }
}
