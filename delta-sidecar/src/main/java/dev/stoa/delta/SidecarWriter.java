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
package dev.stoa.delta;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.reader.RowRanges;
import dev.stoa.vio.FileSink;
import dev.stoa.writer.WriterOptions;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/**
 * Writes a delta sidecar: changes of the rows of one fragment by position (format-spec, section 13). Parts may come in any
 * order, each in pieces that follow each other. The file becomes visible by {@link #finish}.
 *
 * <p>For one thread.
 */
public final class SidecarWriter implements Closeable {

    private SidecarWriter() {}

    /**
     * A writer of a new sidecar. It owns the sink from now on, also when this call fails.
     *
     * @param fields the top-level fields that may get new values, each with its id
     * @throws IllegalArgumentException if a field has no id, or two have the same
     */
    public static SidecarWriter create(FileSink sink, SidecarTarget target, List<Field> fields, WriterOptions options)
            throws IOException {
        throw new UnsupportedOperationException("not there yet");
    }

    /**
     * Deletes rows behind those deleted before.
     *
     * @throws IllegalArgumentException if they are not, or not within the fragment
     */
    public void delete(RowRanges rows) throws IOException {
        throw new UnsupportedOperationException("not there yet");
    }

    /**
     * Gives a field new values, in rows behind those given before for this field.
     *
     * @param rows the rows, ascending; as many as there are values
     * @param values the new values; null where a row is set to null
     * @throws IllegalArgumentException if there is no such field, the values are of another type, or the rows are not so
     */
    public void modify(int fieldId, long[] rows, ColumnVector values) throws IOException {
        throw new UnsupportedOperationException("not there yet");
    }

    /**
     * Says where the rows of an insert fragment stand; once.
     *
     * @throws IllegalArgumentException if one stands behind the end of the fragment
     */
    public void anchor(Anchors anchors) throws IOException {
        throw new UnsupportedOperationException("not there yet");
    }

    /** Completes the file and makes it visible. */
    public SidecarSummary finish() throws IOException {
        throw new UnsupportedOperationException("not there yet");
    }

    /** Releases everything; without {@link #finish} nothing is left of the file. */
    @Override
    public void close() throws IOException {
        throw new UnsupportedOperationException("not there yet");
    }
}
