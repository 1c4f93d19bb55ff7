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
package dev.stoa.cli.parquet;

import dev.stoa.format.Batch;
import dev.stoa.format.Schema;
import dev.stoa.writer.KeyValue;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Reads a Parquet file as batches of column vectors.
 *
 * <pre>{@code
 * try (ParquetSource source = ParquetSource.open(conf, path, ParquetSourceOptions.DEFAULT)) {
 *     while (source.next()) {
 *         use(source.batch());
 *     }
 * }
 * }</pre>
 *
 * <p>For one thread at a time.
 */
public final class ParquetSource implements Closeable {

    private ParquetSource() {}

    /**
     * Opens a file and reads its footer.
     *
     * @throws dev.stoa.format.CorruptFileException if the bytes are not what a writer wrote
     * @throws dev.stoa.format.UnsupportedFileException if the file is encrypted or compressed in a way that is missing
     *     here, or says something that Stoa can't express, such as two columns of one name
     * @throws IOException if the store fails
     */
    public static ParquetSource open(Configuration conf, Path path, ParquetSourceOptions options) throws IOException {
        throw new UnsupportedOperationException("not written yet: " + path + options + conf);
    }

    /** The columns. */
    public Schema schema() {
        throw new UnsupportedOperationException("not written yet");
    }

    /**
     * The file's key-value metadata, to be kept with the data. If the schema alone would not lead back to the same
     * Parquet schema (such as INT96, or legacy lists), there is one more entry, which {@link ParquetTarget} understands.
     */
    public List<KeyValue> keyValues() {
        throw new UnsupportedOperationException("not written yet");
    }

    /** What was decided where the file is silent or was changed on the way, one sentence each, for a person to read. */
    public List<String> choices() {
        throw new UnsupportedOperationException("not written yet");
    }

    /** The number of rows of the file. */
    public long rowCount() {
        throw new UnsupportedOperationException("not written yet");
    }

    /**
     * Reads the next batch; false after the last one. The batch before is then no longer valid.
     *
     * @throws dev.stoa.format.CorruptFileException if the bytes are not what a writer wrote
     * @throws dev.stoa.format.StoaException if a value can't be carried without changing it; it names the column
     * @throws IOException if the store fails
     */
    public boolean next() throws IOException {
        throw new UnsupportedOperationException("not written yet");
    }

    /** The batch, of which all rows are selected; valid until {@link #next} or {@link #close}. */
    public Batch batch() {
        throw new UnsupportedOperationException("not written yet");
    }

    @Override
    public void close() throws IOException {}
}
