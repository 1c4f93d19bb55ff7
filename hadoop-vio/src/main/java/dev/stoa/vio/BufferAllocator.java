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

import dev.stoa.vio.internal.memory.CallerBuffers;
import dev.stoa.vio.internal.memory.PooledBuffers;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * Where the memory of reads comes from. All memory of a source comes from its allocator, one lease for each
 * {@linkplain ReadPlan#spans() span} of a plan. Called from several threads.
 */
public interface BufferAllocator {

    /** Memory on loan, with one owner. */
    interface Lease {

        /** Returns the memory: position 0, limit at least the requested length; content undefined. */
        ByteBuffer buffer();

        /** Gives the memory back. The owner calls this exactly once. */
        void release();
    }

    /**
     * Lends memory.
     *
     * @param length bytes, more than 0
     * @throws OutOfMemoryError if none is left; the read then fails with an exception of its own
     */
    Lease allocate(int length);

    /** Direct memory of the process-wide pool (Netty's pooling allocator); the default. */
    static BufferAllocator pooled() {
        return PooledBuffers.DIRECT;
    }

    /** Memory on the heap, of a pool of the process (Netty's); for consumers that need arrays. */
    static BufferAllocator pooledHeap() {
        return PooledBuffers.heap();
    }

    /**
     * Memory of the caller's own making that is never taken back, such as {@code ByteBuffer::allocate}.
     *
     * @param allocate gives a buffer with at least the asked number of bytes between its position and its limit
     */
    static BufferAllocator of(IntFunction<ByteBuffer> allocate) {
        return of(allocate, memory -> {});
    }

    /**
     * Memory of the caller's own making.
     *
     * @param allocate gives a buffer with at least the asked number of bytes between its position and its limit
     * @param release takes it back
     */
    static BufferAllocator of(IntFunction<ByteBuffer> allocate, Consumer<ByteBuffer> release) {
        return new CallerBuffers(Objects.requireNonNull(allocate), Objects.requireNonNull(release));
    }
}
