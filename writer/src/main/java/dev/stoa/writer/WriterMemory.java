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
package dev.stoa.writer;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A pool of memory that any number of writers share for unwritten values. Each writer counts the bytes of its buffers.
 * If all of them exceed the limit, each writer with more than its even share spills, or without a spill folder writes
 * its blocks out early. A writer checks the pool each time it takes data. So the writers exceed the limit by at most
 * one batch, and by the buffers of idle writers that are still open.
 *
 * <p>Safe for use by several threads.
 */
public final class WriterMemory {
    private static final WriterMemory SHARED =
            new WriterMemory(Runtime.getRuntime().maxMemory() / 4);

    private final long limit;
    private final AtomicLong used = new AtomicLong();
    private final AtomicInteger writers = new AtomicInteger();

    /** A pool of this number of bytes. */
    public WriterMemory(long limitBytes) {
        if (limitBytes < 1) {
            throw new IllegalArgumentException("a pool of " + limitBytes + " bytes is too small");
        }
        this.limit = limitBytes;
    }

    /** The pool of this process: a quarter of the largest heap. */
    public static WriterMemory shared() {
        return SHARED;
    }

    /** The limit in bytes. */
    public long limit() {
        return limit;
    }

    /** The bytes that all writers hold now. */
    public long used() {
        return used.get();
    }

    void enter() {
        writers.incrementAndGet();
    }

    void leave(long held) {
        writers.decrementAndGet();
        used.addAndGet(-held);
    }

    void add(long bytes) {
        used.addAndGet(bytes);
    }

    /** Returns whether a writer that holds this number of bytes must give some back. */
    boolean isShort(long held) {
        return used.get() > limit && held > share();
    }

    /** The even share of one writer. */
    long share() {
        return limit / Math.max(1, writers.get());
    }
}
