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
import java.util.function.Consumer;
import java.util.function.IntFunction;

/** Memory that the caller's own functions give and take back. */
public record CallerBuffers(IntFunction<ByteBuffer> allocate, Consumer<ByteBuffer> free) implements BufferAllocator {

    @Override
    public Lease allocate(int length) {
        ByteBuffer memory = allocate.apply(length);
        if (memory.remaining() < length) {
            int got = memory.remaining();
            free.accept(memory);
            throw new IllegalStateException("the allocator gave a buffer of " + got + " bytes instead of " + length);
        }
        return new CallerLease(memory, free);
    }

    private record CallerLease(ByteBuffer memory, Consumer<ByteBuffer> free) implements Lease {

        @Override
        public ByteBuffer buffer() {
            return memory.slice();
        }

        @Override
        public void release() {
            free.accept(memory);
        }
    }
}
