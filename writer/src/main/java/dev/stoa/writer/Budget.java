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

import java.util.concurrent.atomic.AtomicLong;

/** The bytes that one writer holds of its pool. Its threads may count at the same time. */
final class Budget {
    private final WriterMemory pool;
    private final AtomicLong held = new AtomicLong();
    private boolean open = true;

    Budget(WriterMemory pool) {
        this.pool = pool;
        pool.enter();
    }

    /** Counts bytes that were allocated (or, negative, released). */
    void add(long bytes) {
        held.addAndGet(bytes);
        pool.add(bytes);
    }

    /** Bytes held. */
    long held() {
        return held.get();
    }

    /** Whether this writer must give memory back. */
    boolean isShort() {
        return pool.isShort(held.get());
    }

    /** The bytes that this writer may hold while the pool is short. */
    long share() {
        return pool.share();
    }

    /** The limit of the pool. */
    long limit() {
        return pool.limit();
    }

    /** Gives everything back. */
    void close() {
        if (open) {
            open = false;
            pool.leave(held.getAndSet(0));
        }
    }
}
