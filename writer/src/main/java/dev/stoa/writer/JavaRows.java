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
import dev.stoa.format.Schema;
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
        ObjectRows gathered = new ObjectRows(schema);
        for (int row = 0; row < rows.size(); row++) {
            gathered.add(rows.get(row), row);
        }
        return gathered.batch();
    }
}
