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
package dev.stoa.vio.internal.memory;

import dev.stoa.vio.BufferAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.internal.PlatformDependent;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Memory of Netty's pools: direct, or on the heap, for the process. It counts what is lent.
 *
 * <p>A Netty pool drops an unused chunk, and a new chunk costs more than a read into it: the system has to clear its pages.
 * So each pool keeps its first chunk. On the heap that is enough. Direct memory has a small pool, and
 * a large one, made when it is first needed, for what would not fit into the small one's first chunk.
 */
public final class PooledBuffers implements BufferAllocator {

    private static final int SMALL_CHUNK = 4 << 20;
    private static final int HEAP_CHUNK = 16 << 20;
    private static final int LARGEST_CHUNK = 64 << 20;

    /** A large chunk is at most such a part of all direct memory. */
    private static final int PART_OF_ALL = 8;

    /** How much of a chunk is taken to be lent without another one: lengths do not fill it evenly. */
    private static final double FILLED = 0.75;

    public static final PooledBuffers DIRECT = new PooledBuffers(true, SMALL_CHUNK);

    /** Made when it is first used: its first chunk is taken from the heap. */
    private static final class OnHeap {
        static final PooledBuffers POOL = new PooledBuffers(false, HEAP_CHUNK);
    }

    public static PooledBuffers heap() {
        return OnHeap.POOL;
    }

    private final boolean direct;
    private final Pool first;
    private final AtomicLong lent = new AtomicLong();
    private volatile Pool large; // written by largePool only

    private PooledBuffers(boolean direct, int chunk) {
        this.direct = direct;
        this.first = new Pool(direct, chunk);
    }

    /** Returns the bytes that are lent and not given back yet. */
    public long lentBytes() {
        return lent.get();
    }

    @Override
    public Lease allocate(int length) {
        boolean fits = !direct || lent.get() + length <= first.chunk * FILLED;
        ByteBuf memory = (fits ? first : largePool()).lend(length);
        lent.addAndGet(length);
        return new PooledLease(memory, length);
    }

    private Pool largePool() {
        Pool pool = large;
        return pool == null ? makeLargePool() : pool;
    }

    private synchronized Pool makeLargePool() {
        if (large == null) {
            int chunk = LARGEST_CHUNK;
            while (chunk > SMALL_CHUNK && chunk > PlatformDependent.maxDirectMemory() / PART_OF_ALL) {
                chunk /= 2;
            }
            large = new Pool(direct, chunk);
        }
        return large;
    }

    /** One of Netty's pools. */
    private static final class Pool {

        private static final int PAGE = 8192;

        /**
         * The alignment of direct memory in bytes. {@code malloc} puts memory a few bytes after the start of a page. The
         * system copies out of its page cache up to twice as fast to memory that does not start there.
         */
        private static final int ALIGNMENT = PooledByteBufAllocator.isDirectMemoryCacheAlignmentSupported() ? 64 : 0;

        final int chunk;
        private final boolean direct;
        private final PooledByteBufAllocator netty;

        /** Is never given back, so that the first chunk is not either. */
        @SuppressWarnings({"unused", "UnusedVariable"}) // it is held, not read
        private final ByteBuf keeper;

        Pool(boolean direct, int chunk) {
            this.direct = direct;
            this.chunk = chunk;
            // No caches per thread: memory is allocated and released by different threads, most of them not ours. One
            // arena: its lock is held for less than a microsecond per request.
            int directArenas = direct ? 1 : 0;
            int pagesPerChunkLog2 = Integer.numberOfTrailingZeros(chunk / PAGE);
            netty = new PooledByteBufAllocator(
                    direct, 1 - directArenas, directArenas, PAGE, pagesPerChunkLog2, 0, 0, false, ALIGNMENT);
            keeper = lend(1);
        }

        ByteBuf lend(int length) {
            return direct ? netty.directBuffer(length, length) : netty.heapBuffer(length, length);
        }
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
