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
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import java.util.ArrayList;
import java.util.List;

/** Makes batches of rows of plain Java objects, as {@link RowAppender} takes them. */
public final class JavaRows {
    private JavaRows() {}

    /**
     * A batch.
     *
     * @param rows one array for each row, with one value for each column
     * @throws RejectedDataException if a value does not fit its column, which the message names
     * @throws IllegalArgumentException if a row has another number of values
     */
    public static Batch batch(Schema schema, List<Object[]> rows) throws RejectedDataException {
        List<ColumnVector> columns = new ArrayList<>();
        for (int c = 0; c < schema.fields().size(); c++) {
            Field field = schema.fields().get(c);
            ColumnBuilder builder = ColumnBuilder.of("", field);
            for (int row = 0; row < rows.size(); row++) {
                Object[] values = rows.get(row);
                if (values.length != schema.fields().size()) {
                    throw new IllegalArgumentException("row " + row + " has " + values.length
                            + " values, the schema has " + schema.fields().size() + " columns");
                }
                builder.add(values[c], row);
            }
            columns.add(builder.build());
        }
        return new Batch(schema, columns, rows.size());
    }
}
