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
import dev.stoa.vio.FileSink;
import dev.stoa.writer.KeyValue;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/**
 * Writes batches to a new Parquet file, which becomes visible by {@link #finish}; a close without it leaves nothing
 * behind. What Parquet can't express is refused by column name, never changed.
 *
 * <p>For one thread at a time.
 */
public final class ParquetTarget implements Closeable {

    private ParquetTarget() {}

    /**
     * A writer of a new file. It owns the sink from now on, also when this call fails.
     *
     * @param keyValues the metadata to keep, as {@link ParquetSource#keyValues} or a Stoa file gives it
     * @throws dev.stoa.format.StoaException if Parquet can't express a column; it names the column
     * @throws IOException if the sink fails
     */
    public static ParquetTarget create(
            FileSink sink, Schema schema, List<KeyValue> keyValues, ParquetTargetOptions options) throws IOException {
        throw new UnsupportedOperationException("not written yet: " + sink.id() + schema + keyValues + options);
    }

    /**
     * Appends the selected rows of a batch. Nothing of the batch is kept.
     *
     * @throws IllegalArgumentException if the batch has another schema
     * @throws dev.stoa.format.StoaException if Parquet can't express a value; it names the column
     * @throws IOException if the sink fails
     */
    public void write(Batch batch) throws IOException {
        throw new UnsupportedOperationException("not written yet: " + batch);
    }

    /** Writes what is left, and makes the file visible. The target can then only be closed. */
    public void finish() throws IOException {
        throw new UnsupportedOperationException("not written yet");
    }

    @Override
    public void close() throws IOException {}
}
