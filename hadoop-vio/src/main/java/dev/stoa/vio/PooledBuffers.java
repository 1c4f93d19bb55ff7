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

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;

/** Memory of a Netty pool: one direct and one on the heap for the process. It counts what is lent. */
final class PooledBuffers implements BufferAllocator {

    static final PooledBuffers DIRECT = new PooledBuffers(true);

    /** Made when it is first used: its first chunk is taken from the heap. */
    private static final class OnHeap {
        static final PooledBuffers POOL = new PooledBuffers(false);
    }

    static PooledBuffers heap() {
        return OnHeap.POOL;
    }

    private static final int PAGE = 8192;

    /** Chunks of 16 MiB, so that the largest requests of all profiles still come from the pool. */
    private static final int PAGES_PER_CHUNK_LOG2 = 11;

    private final boolean direct;
    private final PooledByteBufAllocator pool;
    private final AtomicLong lent = new AtomicLong();

    /**
     * Is never given back. The pool drops a chunk that nobody uses any more, and a new chunk costs more than what is read
     * into it: the system has to clear its pages.
     */
    @SuppressWarnings({"unused", "UnusedVariable"}) // it is held, not read
    private final ByteBuf keeper;

    private PooledBuffers(boolean direct) {
        this.direct = direct;
        // No caches per thread: memory is allocated and released by different threads, most of them not ours. One
        // arena: its lock is held for less than a microsecond per request.
        int directArenas = direct ? 1 : 0;
        pool = new PooledByteBufAllocator(
                direct, 1 - directArenas, directArenas, PAGE, PAGES_PER_CHUNK_LOG2, 0, 0, false);
        keeper = direct ? pool.directBuffer(1, 1) : pool.heapBuffer(1, 1);
    }

    /** Returns the bytes that are lent and not given back yet. */
    long lentBytes() {
        return lent.get();
    }

    @Override
    public Lease allocate(int length) {
        ByteBuf memory = direct ? pool.directBuffer(length, length) : pool.heapBuffer(length, length);
        lent.addAndGet(length);
        return new PooledLease(memory, length);
    }

    private final class PooledLease implements Lease {

        private final ByteBuf memory;
        private final int length;

        PooledLease(ByteBuf memory, int length) {
            this.memory = memory;
            this.length = length;
        }

        @Override
        public ByteBuffer buffer() {
            return memory.nioBuffer(0, length);
        }

        @Override
        public void release() {
            memory.release(); // throws if it was released before
            lent.addAndGet(-length);
        }
    }
}
