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

/**
 * An Arrow buffer that grows at its end. {@link #take} hands it over and begins another one: no buffer is ever written to after
 * its consumer has it.
 */
final class OffHeap implements AutoCloseable {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
    /** The bytes of a buffer that grows fast. */
    private static final int SMALL = 1 << 18;
    /** How many times its first values a new buffer has room for: a batch has 16 vectors. */
    private static final int FIRST = 16;

    private final BatchMemory memory;
    private ArrowBuf buffer;
    /** The first 2 GiB of the buffer. */
    private ByteBuffer view = NOTHING;

    private long used;
    private long expected;

    OffHeap(BatchMemory memory) {
        this.memory = memory;
        this.buffer = memory.empty();
    }

    long used() {
        return used;
    }

    void putBytes(byte[] values, int from, int count) {
        reserve(count);
        buffer.setBytes(used, values, from, count);
        used += count;
    }

    void putShorts(short[] values, int from, int count) {
        next(2L * count).asShortBuffer().put(values, from, count);
    }

    void putInts(int[] values, int from, int count) {
        next(4L * count).asIntBuffer().put(values, from, count);
    }

    void putLongs(long[] values, int from, int count) {
        next(8L * count).asLongBuffer().put(values, from, count);
    }

    void putFloats(float[] values, int from, int count) {
        next(4L * count).asFloatBuffer().put(values, from, count);
    }

    void putDoubles(double[] values, int from, int count) {
        next(8L * count).asDoubleBuffer().put(values, from, count);
    }

    /** The place of the next bytes. The kept view ends after 2 GiB, so later bytes get a view of their own. */
    private ByteBuffer next(long bytes) {
        reserve(bytes);
        long start = used;
        used += bytes;
        return used <= view.capacity()
                ? view.position((int) start)
                : buffer.nioBuffer(start, Math.toIntExact(bytes)).order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * The address of the next bytes. The caller writes all of them before it calls another method. Loops that change each value
     * are twice as fast with addresses as with a {@link ByteBuffer}: C2 loads and stores its position and bounds for each value.
     */
    long room(long bytes) {
        reserve(bytes);
        long start = used;
        used += bytes;
        return buffer.memoryAddress() + start;
    }

    /**
     * Makes room: as much as the last buffer needed, without one for a batch of vectors like the first, and a multiple of the
     * capacity where that is not enough. Small buffers grow fast, because each growth copies, and memory that is never written
     * costs nothing.
     */
    private void reserve(long more) {
        long needed = used + more;
        if (needed <= buffer.capacity()) {
            return;
        }
        long likely = expected > 0 ? expected : FIRST * Math.min(more, SMALL);
        long grown = (buffer.capacity() < SMALL ? 4 : 2) * buffer.capacity();
        long wanted = Math.max(needed, used == 0 ? likely : grown);
        BatchMemory.Buffer larger = memory.buffer(wanted);
        larger.arrow().setBytes(0, buffer, 0, used);
        buffer.close();
        buffer = larger.arrow();
        view = larger.view();
    }

    /** The buffer; the caller releases it. */
    ArrowBuf take() {
        ArrowBuf full = buffer;
        full.writerIndex(used);
        expected = used;
        used = 0;
        view = NOTHING;
        buffer = memory.empty();
        return full;
    }

    @Override
    public void close() {
        take().close();
    }
}
