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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.Test;

final class BatchMemoryTest {
    @Test
    void releasedMemoryServesAgain() {
        try (BufferAllocator allocator = new RootAllocator();
                BatchMemory memory = new BatchMemory(allocator)) {
            ArrowBuf first = memory.buffer(1_000).arrow();
            assertEquals(1024, first.capacity());
            assertEquals(1024, allocator.getAllocatedMemory());
            ArrowBuf second = memory.buffer(1_000).arrow();
            assertNotEquals(first.memoryAddress(), second.memoryAddress(), "the first one is in use");
            long address = first.memoryAddress();
            first.getReferenceManager().retain();
            first.close();
            assertEquals(0, memory.idleBytes(), "another owner has the first one");
            first.close();
            assertEquals(1024, memory.idleBytes());
            assertEquals(1024, allocator.getAllocatedMemory());
            ArrowBuf third = memory.buffer(800).arrow();
            assertEquals(address, third.memoryAddress());
            assertEquals(0, memory.idleBytes());
            second.close();
            third.close();
            assertEquals(0, allocator.getAllocatedMemory());
        }
    }

    @Test
    void aViewIsThatOfItsBuffer() {
        try (BufferAllocator allocator = new RootAllocator();
                BatchMemory memory = new BatchMemory(allocator)) {
            BatchMemory.Buffer buffer = memory.buffer(17);
            buffer.view().putLong(16, 0x0102030405060708L);
            assertEquals(8, buffer.arrow().getByte(16));
            assertEquals(buffer.arrow().capacity(), buffer.view().capacity());
            buffer.arrow().close();
        }
    }

    @Test
    void onlySoManyBytesWait() {
        try (BufferAllocator allocator = new RootAllocator();
                BatchMemory memory = new BatchMemory(allocator)) {
            List<ArrowBuf> buffers = new ArrayList<>();
            for (long bytes = 0; bytes <= 2 * BatchMemory.MOST_IDLE; bytes += 4 << 20) {
                buffers.add(memory.buffer(4 << 20).arrow());
            }
            buffers.add(memory.buffer(BatchMemory.MOST_IDLE + 1).arrow());
            buffers.forEach(ArrowBuf::close);
            assertEquals(BatchMemory.MOST_IDLE, memory.idleBytes());
        }
    }

    @Test
    void buffersOutliveTheirMemory() {
        try (BufferAllocator allocator = new RootAllocator()) {
            BatchMemory memory = new BatchMemory(allocator);
            ArrowBuf kept = memory.buffer(4_096).arrow();
            memory.buffer(4_096).arrow().close();
            memory.close();
            assertEquals(0, memory.idleBytes());
            kept.setLong(4_088, 7);
            assertEquals(7, kept.getLong(4_088));
            kept.close();
            assertEquals(0, memory.idleBytes());
            assertEquals(0, allocator.getAllocatedMemory());
        }
    }

    @Test
    void aLimitOfTheAllocatorHolds() {
        try (BufferAllocator allocator = new RootAllocator(1_024);
                BatchMemory memory = new BatchMemory(allocator)) {
            assertThrows(OutOfMemoryException.class, () -> memory.buffer(1_025));
            assertEquals(2_048, memory.idleBytes());
            memory.buffer(1_024).arrow().close();
            assertEquals(0, allocator.getAllocatedMemory());
        }
    }
}
