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
 * Blocking reads at absolute positions of one file: all that a store must offer to become a {@link RangeSource}.
 * Called from several threads at once, each with a buffer of its own.
 */
public interface PositionalReader extends Closeable {

    /**
     * Reads some bytes into the buffer's remaining space and advances its position by their number.
     *
     * @param position in the file, not negative
     * @param target has at least one byte of space; must not be touched after the method has returned or thrown
     * @return how many bytes were read: 1 or more, or -1 if the file ends at or before the position
     * @throws IOException if nothing could be read; it may be tried again
     */
    int read(long position, ByteBuffer target) throws IOException;

    /**
     * Returns the length of the blocks that the store keeps on separate machines, or 0 without such blocks. No request is
     * planned to go from one block to the next: its parts would be read one after the other.
     */
    default long blockBytes() {
        return 0;
    }

    /** Closes the file. Reads of other threads should fail soon. */
    @Override
    void close() throws IOException;
}
