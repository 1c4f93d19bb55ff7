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
package dev.stoa.arrow;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;

/**
 * An Arrow buffer that grows at its end. {@link #take} hands it over and begins another one: no buffer is ever written to after
 * its consumer has it.
 */
final class OffHeap implements AutoCloseable {
    private static final int ALIGNMENT = 64;
    /** The most bytes that are copied at once: a view of a buffer is as long as an int says. */
    private static final int CHUNK = 1 << 24;
    /** The bytes of a buffer that grows fast. */
    private static final int SMALL = 1 << 18;

    private final BufferAllocator allocator;
    private ArrowBuf buffer;
    private long used;
    private long expected;

    OffHeap(BufferAllocator allocator) {
        this.allocator = allocator;
        this.buffer = allocator.getEmpty();
    }

    long used() {
        return used;
    }

    void putBytes(byte[] values, int from, int count) {
        reserve(count);
        buffer.setBytes(used, values, from, count);
        used += count;
    }

    void putInts(int[] values, int from, int count) {
        reserve(4L * count);
        for (int done = 0; done < count; done += CHUNK) {
            int part = Math.min(CHUNK, count - done);
            view(4 * part).asIntBuffer().put(values, from + done, part);
            used += 4L * part;
        }
    }

    void putLongs(long[] values, int from, int count) {
        reserve(8L * count);
        for (int done = 0; done < count; done += CHUNK) {
            int part = Math.min(CHUNK, count - done);
            view(8 * part).asLongBuffer().put(values, from + done, part);
            used += 8L * part;
        }
    }

    void putFloats(float[] values, int from, int count) {
        reserve(4L * count);
        for (int done = 0; done < count; done += CHUNK) {
            int part = Math.min(CHUNK, count - done);
            view(4 * part).asFloatBuffer().put(values, from + done, part);
            used += 4L * part;
        }
    }

    void putDoubles(double[] values, int from, int count) {
        reserve(8L * count);
        for (int done = 0; done < count; done += CHUNK) {
            int part = Math.min(CHUNK, count - done);
            view(8 * part).asDoubleBuffer().put(values, from + done, part);
            used += 8L * part;
        }
    }

    private ByteBuffer view(int bytes) {
        return buffer.nioBuffer(used, bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Makes room: as much as the last buffer needed, or a multiple of the capacity where that is not enough. Small buffers grow
     * fast, because each growth copies, and memory that is never written costs nothing.
     */
    private void reserve(long more) {
        long needed = used + more;
        if (needed <= buffer.capacity()) {
            return;
        }
        long grown = (buffer.capacity() < SMALL ? 4 : 2) * buffer.capacity();
        long wanted = Math.max(needed, Math.max(expected, grown));
        ArrowBuf larger = allocator.buffer((wanted + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
        larger.setBytes(0, buffer, 0, used);
        buffer.close();
        buffer = larger;
    }

    /** The buffer; the caller releases it. */
    ArrowBuf take() {
        ArrowBuf full = buffer;
        full.writerIndex(used);
        expected = used;
        used = 0;
        buffer = allocator.getEmpty();
        return full;
    }

    @Override
    public void close() {
        take().close();
    }
}
