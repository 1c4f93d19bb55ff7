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
package dev.stoa.vio;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * One new file, written front to back, that becomes visible under its name whole or not at all. {@link #commit}
 * publishes it. {@link #abort}, or a close without commit, removes it. For one thread at a time.
 *
 * <pre>{@code
 * try (FileSink sink = LocalFileSink.create(path, SinkOptions.DEFAULT)) {
 *   sink.write(bytes);
 *   sink.commit();
 * }
 * }</pre>
 *
 * {@link LocalFileSink} and {@code dev.stoa.vio.hadoop.HadoopFileSink} make sinks.
 */
public interface FileSink extends Closeable {

    /** Returns the file's name for messages: the path that will be visible. */
    String id();

    /** Returns how many bytes were written. */
    long position();

    /**
     * Appends the buffer's remaining bytes and moves its position to its limit.
     *
     * @throws IOException if the store fails or this sink was committed, aborted or closed
     */
    void write(ByteBuffer bytes) throws IOException;

    /**
     * Appends bytes.
     *
     * @throws IOException if the store fails or this sink was committed, aborted or closed
     */
    default void write(byte[] bytes, int offset, int length) throws IOException {
        write(ByteBuffer.wrap(bytes, offset, length));
    }

    /** Appends all bytes of an array, as {@link #write(byte[], int, int)} does. */
    default void write(byte[] bytes) throws IOException {
        write(bytes, 0, bytes.length);
    }

    /**
     * Makes the bytes durable, as far as the store can, then the file visible, then its name durable. The sink is then
     * done.
     *
     * @throws TargetExistsException if a file or folder of that name exists, and the options forbid to overwrite it, or
     *     it is a folder; the file is not published
     * @throws WriteFailedException if a local disk fails; it says whether the file may be visible nevertheless
     * @throws IOException if another store fails, where the file may be visible nevertheless; close the sink to remove
     *     what was written and is not published
     */
    void commit() throws IOException;

    /**
     * Removes what was written. After a commit it does nothing.
     *
     * @throws IOException if something could not be removed; the message says what. It is not visible under the name.
     */
    void abort() throws IOException;

    /** Aborts unless committed. */
    @Override
    default void close() throws IOException {
        abort();
    }
}
