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
package dev.stoa.reader;

import dev.stoa.format.Batch;
import dev.stoa.format.Schema;
import java.io.Closeable;
import java.io.IOException;

/**
 * Reads the selected columns of the rows that match, batch by batch, in the order of the rows.
 *
 * <p>A batch's rows lie within one vector. It has a selection where a filter left some rows out; batches without a
 * selected row are not delivered. Its arrays are reused: they are valid until the next call of {@link #next} or
 * {@link #close}; dictionaries of its vectors stay as they are as long as the object is the same. Row {@code i} of a
 * batch is row {@code batch.firstRow() + i} of the row set: its identity, with the file's.
 *
 * <p>For one thread; several scans of a file may run in parallel.
 */
public final class Scan implements Closeable {

    Scan() {}

    /** The schema of the batches: the selected columns. */
    public Schema schema() {
        throw new UnsupportedOperationException("under construction");
    }

    /**
     * Goes to the next batch with a selected row.
     *
     * @return whether there is one
     * @throws dev.stoa.format.CorruptFileException if what must be read is damaged
     * @throws RowTooLargeException if one row is larger than allowed
     * @throws IOException if it can't be read
     */
    public boolean next() throws IOException {
        throw new UnsupportedOperationException("under construction");
    }

    /**
     * The batch to which {@link #next} went.
     *
     * @throws IllegalStateException if there is none
     */
    public Batch batch() {
        throw new UnsupportedOperationException("under construction");
    }

    /** What was pruned, planned and read so far. */
    public ScanStats stats() {
        throw new UnsupportedOperationException("under construction");
    }

    /** Releases all buffers. The file stays open. */
    @Override
    public void close() {
        throw new UnsupportedOperationException("under construction");
    }
}
