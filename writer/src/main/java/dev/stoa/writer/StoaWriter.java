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
import dev.stoa.format.Schema;
import dev.stoa.vio.FileSink;
import java.io.Closeable;
import java.io.IOException;

/**
 * Writes one table to one new file, within a bounded amount of memory.
 *
 * <pre>{@code
 * try (StoaWriter writer = StoaWriter.create(sink, schema, WriterOptions.DEFAULT)) {
 *     writer.write(batch);
 *     WriteResult result = writer.finish();
 * }
 * }</pre>
 *
 * <p>The file becomes visible by {@link #finish}; a close without it leaves nothing behind, neither in the file's folder
 * nor in the spill folder. After any exception the writer is unusable: close it.
 *
 * <p>Values are checked where a wrong one would change its meaning: ranges of small and unsigned integers, precision of
 * decimals, lengths of char, varchar, fixed and uuid, nulls in columns without nulls, and that text (string, char,
 * varchar, json, enum) is valid UTF-8. Char values lose their trailing blanks. What is refused is named by column and
 * row ({@link RejectedDataException}).
 *
 * <p>For one thread at a time.
 */
public final class StoaWriter implements Closeable {

    private StoaWriter() {}

    /**
     * A writer of a new file. It owns the sink from now on, also when this call fails.
     *
     * @throws IllegalArgumentException if a sort column is not in the schema or its type has no order
     * @throws IOException if the sink fails
     */
    public static StoaWriter create(FileSink sink, Schema schema, WriterOptions options) throws IOException {
        throw new UnsupportedOperationException("not written yet: " + sink.id() + schema + options);
    }

    /**
     * Appends the selected rows of a batch, any number of them. Nothing of the batch is kept.
     *
     * @throws IllegalArgumentException if the batch has another schema
     * @throws RejectedDataException if a value does not fit its column
     * @throws IOException if the file or the spill folder fails
     */
    public void write(Batch batch) throws IOException {
        throw new UnsupportedOperationException("not written yet: " + batch);
    }

    /**
     * Appends elements to the list, or entries to the map, of the <em>next</em> row, before that row's own elements. A
     * list of millions of elements is written so without ever being in memory: any number of such calls, then the row
     * with an empty list.
     *
     * @param column the name of a top-level list or map column
     * @param elements of the type {@code ListVector.elementType(type of the column)}
     * @throws IllegalArgumentException if there is no such column, it is not a list or map, or the type is another one
     * @throws RejectedDataException if a value does not fit its column, or the list has more than 2^31-1 elements
     * @throws IOException if the file or the spill folder fails
     */
    public void appendElements(String column, ColumnVector elements) throws IOException {
        throw new UnsupportedOperationException("not written yet: " + column + elements);
    }

    /** Takes rows one at a time; always the same object. */
    public RowAppender rows() {
        throw new UnsupportedOperationException("not written yet");
    }

    /**
     * Writes what is left, and makes the file visible. The writer can then only be closed.
     *
     * @throws IllegalStateException if elements were appended for a row that did not come
     * @throws IOException if the file can't be completed; it is not visible then
     */
    public WriteResult finish() throws IOException {
        throw new UnsupportedOperationException("not written yet");
    }

    /** Releases everything; without {@link #finish} the file is aborted. */
    @Override
    public void close() throws IOException {
        throw new UnsupportedOperationException("not written yet");
    }
}
