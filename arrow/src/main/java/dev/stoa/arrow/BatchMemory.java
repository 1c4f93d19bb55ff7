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
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.ForeignAllocation;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * Makes the buffers of one reader. Once the last owner has released a buffer, its memory serves a later buffer. New memory costs a
 * page fault for each 4 KiB, which takes longer than the scan takes to decode them.
 *
 * <p>Buffers may be released on any thread, and after {@link #close}.
 */
final class BatchMemory implements AutoCloseable {
    /** The most bytes that wait for the next buffer: those of one batch, rounded up. */
    static final long MOST_IDLE = 2 * StoaArrowReader.BATCH_BYTES;

    private static final long LEAST = 64;

    private final BufferAllocator allocator;
    /** Blocks that no buffer uses, by their size. */
    private final Map<Long, Deque<Block>> idle = new HashMap<>();

    private long idleBytes;
    private boolean isClosed;

    BatchMemory(BufferAllocator allocator) {
        this.allocator = allocator;
    }

    /** Memory outside of the heap, and a view of its first 2 GiB. Arrow makes a view by reflection, so a block keeps it. */
    private record Block(long address, long size, ByteBuffer view) {
        static Block allocate(long size) {
            long address = MemoryUtil.allocateMemory(size);
            int seen = (int) Math.min(Integer.MAX_VALUE, size);
            return new Block(
                    address, size, MemoryUtil.directBuffer(address, seen).order(ByteOrder.LITTLE_ENDIAN));
        }

        void free() {
            MemoryUtil.freeMemory(address);
        }
    }

    /**
     * A new buffer.
     *
     * @param arrow the buffer, which the caller releases
     * @param view its first 2 GiB, for as long as it is not released
     */
    record Buffer(ArrowBuf arrow, ByteBuffer view) {}

    /** A buffer without bytes. */
    ArrowBuf empty() {
        return allocator.getEmpty();
    }

    /** A new buffer of at least {@code bytes}, which is at least 1. */
    Buffer buffer(long bytes) {
        Use use = new Use(block(size(bytes)));
        try {
            return new Buffer(allocator.wrapForeignAllocation(use), use.block.view);
        } catch (RuntimeException e) {
            use.release0(); // the allocator has a limit
            throw e;
        }
    }

    /** Powers of two, so that blocks fit again; what is too large to wait is not rounded so far. */
    private static long size(long bytes) {
        return bytes > MOST_IDLE
                ? (bytes + LEAST - 1) / LEAST * LEAST
                : Math.max(LEAST, Long.highestOneBit(2 * bytes - 1));
    }

    private synchronized Block block(long size) {
        Deque<Block> blocks = idle.get(size);
        if (blocks == null || blocks.isEmpty()) {
            return Block.allocate(size);
        }
        idleBytes -= size;
        return blocks.pop();
    }

    private synchronized void giveBack(Block block) {
        if (isClosed || idleBytes + block.size > MOST_IDLE) {
            block.free();
            return;
        }
        idleBytes += block.size;
        idle.computeIfAbsent(block.size, size -> new ArrayDeque<>()).push(block);
    }

    /** Frees the memory that no buffer uses; that of the others is freed with them. */
    @Override
    public synchronized void close() {
        isClosed = true;
        idle.values().forEach(blocks -> blocks.forEach(Block::free));
        idle.clear();
        idleBytes = 0;
    }

    /** The bytes that wait for the next buffer. */
    synchronized long idleBytes() {
        return idleBytes;
    }

    /** A block while a buffer uses it. */
    private final class Use extends ForeignAllocation {
        private final Block block;
        private boolean isReleased;

        Use(Block block) {
            super(block.size, block.address);
            this.block = block;
        }

        @Override
        protected synchronized void release0() {
            if (!isReleased) {
                isReleased = true;
                giveBack(block);
            }
        }
    }
}
