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

import dev.stoa.format.Schema;
import dev.stoa.hive.internal.rows.StoaRow;
import dev.stoa.vio.FileSink;
import dev.stoa.writer.StoaWriter;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.util.stream.IntStream;
import org.apache.hadoop.hive.ql.io.StatsProvidingRecordWriter;
import org.apache.hadoop.hive.serde2.SerDeStats;
import org.apache.hadoop.io.Writable;

/** Writes rows of Hive to one file. */
public final class FileWriter implements StatsProvidingRecordWriter {
    private final StoaWriter writer;
    private final RowBatches rows;

    /**
     * Begins a file.
     *
     * @param sink what it becomes; owned from now on
     * @param schema the columns of Hive
     */
    public FileWriter(FileSink sink, Schema schema) throws IOException {
        this.writer = StoaWriter.create(sink, schema, WriterOptions.DEFAULT);
        this.rows = new RowBatches(
                schema, IntStream.range(0, schema.fields().size()).toArray(), writer::write);
    }

    @Override
    public void write(Writable row) throws IOException {
        rows.add((StoaRow) row);
    }

    @Override
    public SerDeStats getStats() {
        return rows.stats();
    }

    @Override
    public void close(boolean abort) throws IOException {
        try (writer) {
            if (!abort) {
                rows.flush();
                writer.finish();
            }
        }
    }
}
