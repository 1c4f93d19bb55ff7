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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.vio.BufferAllocator;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Memory goes back once: when its last owner lets go. */
class MemoryTest {

    @Test
    void theLastOwnerGivesItBack() {
        AtomicInteger freed = new AtomicInteger();
        Memory memory = new Memory(new CallerBuffers(ByteBuffer::allocate, b -> freed.incrementAndGet()).allocate(10));
        assertFalse(memory.isShared());
        assertSame(memory, memory.share());
        assertTrue(memory.isShared());
        memory.slice(2, 3).put((byte) 7);
        assertEquals(7, memory.slice(0, 10).get(2));
        assertEquals(3, memory.slice(2, 3).remaining());
        memory.release();
        assertEquals(0, freed.get());
        assertFalse(memory.isShared());
        memory.release();
        assertEquals(1, freed.get());
        assertThrows(IllegalStateException.class, memory::release);
        assertEquals(1, freed.get());
    }

    @Test
    void memoryThatIsTooSmallIsRefusedAndGoesBack() {
        List<ByteBuffer> freed = new ArrayList<>();
        ByteBuffer small = ByteBuffer.allocate(12).position(3);
        BufferAllocator caller = new CallerBuffers(n -> small, freed::add);
        assertEquals(9, caller.allocate(9).buffer().remaining());
        assertEquals(List.of(), freed);
        IllegalStateException refused = assertThrows(IllegalStateException.class, () -> caller.allocate(10));
        assertEquals("the allocator gave a buffer of 9 bytes instead of 10", refused.getMessage());
        assertSame(small, freed.get(0));
    }

    @Test
    void poolsCountWhatIsLent() {
        for (PooledBuffers pool : List.of(PooledBuffers.DIRECT, PooledBuffers.heap())) {
            long before = pool.lentBytes();
            List<BufferAllocator.Lease> leases = new ArrayList<>();
            int lent = 0;
            for (int length : new int[] {1, 1000, 3 << 20, 5 << 20}) { // more than the small pool's chunk
                leases.add(pool.allocate(length));
                lent += length;
                ByteBuffer buffer = leases.get(leases.size() - 1).buffer();
                assertEquals(length, buffer.remaining());
                assertEquals(pool == PooledBuffers.DIRECT, buffer.isDirect());
                buffer.put(length - 1, (byte) leases.size());
                assertEquals(before + lent, pool.lentBytes());
            }
            for (int i = 0; i < leases.size(); i++) {
                ByteBuffer buffer = leases.get(i).buffer();
                assertEquals(i + 1, buffer.get(buffer.limit() - 1), "nobody else has this memory");
            }
            leases.forEach(BufferAllocator.Lease::release);
            assertEquals(before, pool.lentBytes());
        }
    }
}
