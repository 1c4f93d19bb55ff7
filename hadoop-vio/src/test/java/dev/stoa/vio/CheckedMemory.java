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

import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

/** An allocator that knows what it lent: of a caller's own, or of one of the pools. Memory that comes back is poisoned. */
final class CheckedMemory implements BufferAllocator {

    private final BufferAllocator inner;
    private final Set<Object> lent = Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));
    private final AtomicReference<String> misuse = new AtomicReference<>();

    CheckedMemory(Random random) {
        inner = switch (random.nextInt(4)) {
            case 0 -> BufferAllocator.pooled();
            case 1 -> BufferAllocator.pooledHeap();
            case 2 -> BufferAllocator.of(ByteBuffer::allocate);
            default ->
                BufferAllocator.of(
                        n -> ByteBuffer.allocateDirect(n + 3).position(2),
                        memory -> memory.put(memory.position(), (byte) 1));
        };
    }

    @Override
    public Lease allocate(int length) {
        Lease lease = inner.allocate(length);
        Lease checked = new Lease() {
            @Override
            public ByteBuffer buffer() {
                if (!lent.contains(this)) {
                    misuse.set("memory was used after it was given back");
                }
                return lease.buffer();
            }

            @Override
            public void release() {
                if (!lent.remove(this)) {
                    misuse.set("memory was given back twice");
                    return;
                }
                ByteBuffer memory = lease.buffer();
                for (int i = 0; i < length; i++) {
                    memory.put((byte) 0xDD);
                }
                lease.release();
            }
        };
        lent.add(checked);
        return checked;
    }

    /** Returns how many leases are not back yet. */
    int lent() {
        return lent.size();
    }

    /** Returns what was done wrong, or null. */
    String misuse() {
        return misuse.get();
    }
}
