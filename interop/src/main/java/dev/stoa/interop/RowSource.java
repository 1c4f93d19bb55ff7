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
package dev.stoa.interop;

import dev.stoa.format.Batch;
import dev.stoa.format.Schema;
import dev.stoa.writer.KeyValue;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Reads a file of another format in batches. Exceptions name the file. */
public interface RowSource extends Closeable {
    /** The columns. */
    Schema schema();

    /**
     * The file's key-value metadata, to be kept with the data. If the schema alone would not lead back to the same
     * schema of the file, one more entry has the rest, for the format's {@link RowTarget}.
     */
    List<KeyValue> keyValues();

    /**
     * The decisions where the file is silent, and the changes of values, one sentence each, for a person to read.
     * Complete after the last batch: some come with the first value that needs them.
     */
    List<String> choices();

    /** Returns the layout of the file, if the format has a footer that tells it. */
    default Optional<FileLayout> layout() {
        return Optional.empty();
    }

    /** The share of the file that is read, 0 to 1. */
    double done();

    /**
     * Reads the next batch; false after the last one. The batch before is then no longer valid.
     *
     * @throws dev.stoa.format.CorruptFileException if the bytes are not what a writer wrote
     * @throws dev.stoa.format.StoaException if a value can't be carried without changing it; it names the column
     * @throws IOException if the store fails
     */
    boolean next() throws IOException;

    /** The current batch. All of its rows are selected. It is valid until {@link #next} or {@link #close}. */
    Batch batch();
}
