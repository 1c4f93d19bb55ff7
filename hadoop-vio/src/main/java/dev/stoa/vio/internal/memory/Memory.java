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
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A lease with several owners while it is filled: the read, and each attempt that may write to it. The last one that lets
 * go gives it back. It is handed to a caller only by a read that owns it alone.
 */
public final class Memory {

    private final BufferAllocator.Lease lease;
    private final AtomicInteger owners = new AtomicInteger(1);

    /** Takes a lease over, for one owner. */
    public Memory(BufferAllocator.Lease lease) {
        this.lease = lease;
    }

    /** Returns a view of some of it. */
    public ByteBuffer slice(int offset, int length) {
        return lease.buffer().slice(offset, length);
    }

    /** Adds an owner. The caller is one. */
    public Memory share() {
        owners.incrementAndGet();
        return this;
    }

    /** Returns whether the memory has an owner besides the caller. */
    public boolean isShared() {
        return owners.get() > 1;
    }

    /** One owner lets go. */
    public void release() {
        int left = owners.decrementAndGet();
        if (left == 0) {
            lease.release();
        } else if (left < 0) {
            throw new IllegalStateException("memory of a read was released more often than it was owned");
        }
    }
}
