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
package dev.stoa.vio.hadoop;

import dev.stoa.vio.BufferAllocator;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.apache.hadoop.fs.FileRange;

/**
 * A range, its future and the caller's buffer for it, which goes to the future or to the caller's release, once. While it
 * is lent it is released only when it comes back: something may still write to it.
 */
final class VectoredTarget implements BufferAllocator.Lease {

    private final FileRange range;
    private final IntFunction<ByteBuffer> allocate;
    private final Consumer<ByteBuffer> release;
    private final ByteBuffer buffer;
    private final int start;
    private final CompletableFuture<ByteBuffer> data = new CompletableFuture<>();
    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicBoolean gone = new AtomicBoolean();

    /** Allocates the buffer, or throws what the allocator throws. */
    VectoredTarget(FileRange range, IntFunction<ByteBuffer> allocate, Consumer<ByteBuffer> release) {
        this.range = range;
        this.allocate = allocate;
        this.release = release;
        this.buffer = allocated();
        this.start = buffer.position();
    }

    private ByteBuffer allocated() {
        ByteBuffer memory = allocate.apply(length());
        if (memory.remaining() < length()) {
            int got = memory.remaining();
            release.accept(memory);
            throw new IllegalArgumentException(
                    "the allocator gave a buffer of " + got + " bytes instead of " + length());
        }
        return memory;
    }

    long offset() {
        return range.getOffset();
    }

    int length() {
        return range.getLength();
    }

    /** Gives the range its future. */
    void promise() {
        range.setData(data);
    }

    /** Returns whether the buffer can be lent: the first time. A read that is sent twice needs memory of its own then. */
    boolean lend() {
        return asked.incrementAndGet() == 1;
    }

    /** Returns the part of the caller's buffer that the range fills. */
    @Override
    public ByteBuffer buffer() {
        return buffer.slice(start, length());
    }

    /** Hands over the buffer, which is filled. */
    void deliver() {
        if (gone.compareAndSet(false, true)) {
            complete(buffer, start);
        }
    }

    /** Hands over bytes that were read into the buffer, or elsewhere because something may still write to the buffer. */
    void deliver(ByteBuffer bytes) {
        if (asked.get() == 1) {
            deliver();
            return;
        }
        ByteBuffer other;
        try {
            other = allocated();
        } catch (RuntimeException | OutOfMemoryError e) {
            data.completeExceptionally(e);
            return;
        }
        int from = other.position();
        other.slice(from, length()).put(bytes);
        complete(other, from);
    }

    /** The future of a caller who lost interest takes no buffer. */
    private void complete(ByteBuffer filled, int from) {
        filled.limit(from + length()).position(from);
        if (!data.complete(filled)) {
            release.accept(filled);
        }
    }

    /** Fails the read with its cause, and gives the buffer back unless it is lent. */
    void fail(IOException why) {
        if (asked.get() == 0) {
            release();
        }
        data.completeExceptionally(why);
    }

    /** Gives the buffer back to the caller, unless the future has it. */
    @Override
    public void release() {
        if (gone.compareAndSet(false, true)) {
            release.accept(buffer);
        }
    }
}
