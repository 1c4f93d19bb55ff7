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

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The bytes of a read: one buffer for each asked range, in the order asked. This object owns their memory: close it
 * once, after the last use of a buffer. The buffers are views of larger blocks of pooled memory, without a copy. Ranges
 * that overlap share bytes, so do not write to them.
 *
 * <p>Reading is safe from several threads; closing must come after all reading.
 */
public final class RangeBuffers implements AutoCloseable {

    private final List<ByteBuffer> buffers;
    private final AtomicReference<Runnable> release;

    /**
     * Takes ownership of memory.
     *
     * @param buffers one for each asked range; position and limit mark its bytes
     * @param release gives the memory back; called once
     */
    public RangeBuffers(List<ByteBuffer> buffers, Runnable release) {
        this.buffers = List.copyOf(buffers);
        this.release = new AtomicReference<>(Objects.requireNonNull(release, "release"));
    }

    /** Returns the number of asked ranges. */
    public int count() {
        return buffers.size();
    }

    /**
     * Returns the bytes of an asked range as a new view: position 0, limit and capacity the range's length, big-endian
     * as all new buffers are. It may be direct or on the heap, and must not be used after {@link #close}.
     *
     * @param index of the range in the list of the read
     * @throws IndexOutOfBoundsException if no such range exists
     * @throws IllegalStateException if the memory was released
     */
    public ByteBuffer buffer(int index) {
        if (release.get() == null) {
            throw new IllegalStateException("the buffers of this read were released");
        }
        return buffers.get(index).slice();
    }

    /** Releases the memory of all buffers. Closing again does nothing. */
    @Override
    public void close() {
        Runnable once = release.getAndSet(null);
        if (once != null) {
            once.run();
        }
    }
}
