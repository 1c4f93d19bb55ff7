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
package dev.stoa.reader.internal.overlay;

import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import java.util.ArrayList;
import java.util.List;

/** Gathers rows of batches, in any order, in arrays of its own. For one thread. */
public final class RowBuffer {
    private final Schema schema;
    private final List<VectorAppender> columns = new ArrayList<>();
    private int rows;
    private long bytes;

    /** An empty buffer of rows with these columns. */
    public RowBuffer(Schema schema) {
        this.schema = schema;
        for (Field field : schema.fields()) {
            columns.add(VectorAppender.of(field.type()));
        }
    }

    /** Appends the selected rows of a batch. */
    public void append(Batch batch) {
        if (batch.isAllSelected()) {
            append(batch, 0, batch.rowCount());
            return;
        }
        int i = 0;
        while (i < batch.selectedCount()) {
            int first = batch.selected(i);
            int count = 1;
            while (i + count < batch.selectedCount() && batch.selected(i + count) == first + count) {
                count++;
            }
            append(batch, first, count);
            i += count;
        }
    }

    /**
     * Appends consecutive rows of a batch, selected or not.
     *
     * @throws IllegalArgumentException if the number of columns differs, or the rows are too many for arrays
     */
    public void append(Batch batch, int first, int count) {
        append(batch.columns(), first, count);
    }

    /** Appends consecutive rows of vectors, one for each column. */
    public void append(List<ColumnVector> vectors, int first, int count) {
        if (vectors.size() != columns.size()) {
            throw new IllegalArgumentException(vectors.size() + " columns, there are " + columns.size());
        }
        for (int i = 0; i < columns.size(); i++) {
            columns.get(i).append(vectors.get(i), first, count);
            bytes += VectorAppender.bytes(vectors.get(i), first, count);
        }
        rows += count;
    }

    /** Returns the number of rows. */
    public int rows() {
        return rows;
    }

    /** About how many bytes the rows take. */
    public long bytes() {
        return bytes;
    }

    /** The rows so far. They stay as they are when more are appended. */
    public Batch batch() {
        return new Batch(schema, columns.stream().map(VectorAppender::vector).toList(), rows);
    }
}
