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
package dev.stoa.hive.internal.write;

import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.hive.internal.gather.ColumnFiller;
import dev.stoa.hive.internal.rows.Stats;
import dev.stoa.hive.internal.rows.StoaRow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hive.serde2.SerDeStats;
import org.apache.hadoop.hive.serde2.objectinspector.StructField;
import org.apache.hadoop.hive.serde2.objectinspector.StructObjectInspector;

/** Gathers rows of Hive column by column, and gives them on a vector's worth at a time. */
final class RowBatches {
    /** A column that Hive does not have: null in each row. */
    static final int NONE = -1;

    private static final int BATCH_ROWS = 4096;
    private static final long BATCH_BYTES = 4 << 20;
    /** After this number of rows the gathered bytes count. */
    private static final int ROWS_PER_CHECK = 64;

    private final Schema schema;
    private final int[] from;
    private final Sink sink;
    private final List<ColumnFiller> columns = new ArrayList<>();
    private StructObjectInspector inspector;
    private StructField[] refs = new StructField[0];
    private int gathered;
    private long rows;
    private long rawBytes;

    /** Takes batches. */
    interface Sink {
        void write(Batch batch) throws IOException;
    }

    /**
     * None yet.
     *
     * @param schema of the batches
     * @param from for each of its columns, which of Hive's it is; or {@link #NONE}
     */
    RowBatches(Schema schema, int[] from, Sink sink) {
        this.schema = schema;
        this.from = from.clone();
        this.sink = sink;
    }

    @SuppressWarnings("ReferenceEquality") // another one that shows the same would only cost a flush
    void add(StoaRow row) throws IOException {
        if (row.inspector() != inspector) {
            flush();
            show(row.inspector());
        }
        for (int i = 0; i < refs.length; i++) {
            columns.get(i).add(from[i] == NONE ? null : inspector.getStructFieldData(row.row(), refs[i]));
        }
        gathered++;
        if (gathered == BATCH_ROWS || (gathered % ROWS_PER_CHECK == 0 && bytes() >= BATCH_BYTES)) {
            flush();
        }
    }

    /** From now on rows are shown by another inspector. */
    private void show(StructObjectInspector other) {
        inspector = other;
        columns.clear();
        List<Field> fields = schema.fields();
        refs = new StructField[fields.size()];
        for (int i = 0; i < refs.length; i++) {
            if (from[i] == NONE) {
                columns.add(ColumnFiller.ofNulls(fields.get(i).type()));
            } else {
                refs[i] = other.getAllStructFieldRefs().get(from[i]);
                columns.add(ColumnFiller.of(fields.get(i).type(), refs[i].getFieldObjectInspector()));
            }
        }
    }

    private long bytes() {
        long bytes = 0;
        for (ColumnFiller column : columns) {
            bytes += column.bytes();
        }
        return bytes;
    }

    /** Gives on what is gathered. */
    void flush() throws IOException {
        if (gathered > 0) {
            List<ColumnVector> vectors =
                    columns.stream().map(ColumnFiller::vector).toList();
            sink.write(new Batch(schema, vectors, gathered));
            rows += gathered;
            rawBytes += bytes();
            gathered = 0;
            columns.forEach(ColumnFiller::clear);
        }
    }

    /** Rows, and the bytes of their values before they were encoded. */
    SerDeStats stats() {
        return Stats.of(rows + gathered, rawBytes + bytes());
    }
}
