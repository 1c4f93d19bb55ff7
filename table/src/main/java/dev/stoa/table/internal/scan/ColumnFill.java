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
package dev.stoa.table.internal.scan;

import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.reader.internal.overlay.RowBuffer;
import dev.stoa.vio.DelayedSink;
import dev.stoa.vio.Folder;
import dev.stoa.writer.StoaWriter;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.util.List;

/** Files of one column that has the same value in all rows, whatever their number some hundred bytes. */
public final class ColumnFill {
    private static final int MOST_ROWS = 4096;
    private static final long MOST_BYTES = 1 << 20;

    private final Field field;
    private final Batch rows;

    /**
     * Files of a column.
     *
     * @param value a vector of its type that has one row
     */
    public ColumnFill(Field field, ColumnVector value) {
        if (!value.type().equals(field.type()) || value.size() != 1) {
            throw new IllegalArgumentException("column '" + field.name() + "' is " + field.type()
                    + ", and is not filled by " + value.size() + " rows of " + value.type());
        }
        this.field = field;
        RowBuffer copies = new RowBuffer(Schema.of(field));
        do {
            copies.append(List.of(value), 0, 1);
        } while (copies.rows() < MOST_ROWS && copies.bytes() < MOST_BYTES);
        this.rows = copies.batch();
    }

    /** Writes a file with the given number of rows. */
    public void write(Folder folder, String path, long count) throws IOException {
        try (StoaWriter writer =
                StoaWriter.create(new DelayedSink(folder, path), Schema.of(field), WriterOptions.DEFAULT)) {
            long left = count;
            for (; left >= rows.rowCount(); left -= rows.rowCount()) {
                writer.write(rows);
            }
            if (left > 0) {
                RowBuffer rest = new RowBuffer(Schema.of(field));
                rest.append(rows, 0, (int) left);
                writer.write(rest.batch());
            }
            writer.finish();
        }
    }
}
