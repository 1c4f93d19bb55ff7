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
package dev.stoa.benchmarks.vio;

import dev.stoa.vio.BufferAllocator;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * The memory that is read into. Every contender uses its memory again in each run: that the first touch of memory is slow
 * is not what is measured.
 */
final class Memory implements IntFunction<ByteBuffer> {

    private final boolean direct;
    private final Map<Integer, Deque<ByteBuffer>> free = new HashMap<>();
    private final List<ByteBuffer> lent = new ArrayList<>();

    /** Memory of a kind: direct or array. */
    Memory(String kind) {
        this.direct = kind.equals("direct");
    }

    /** Ours of the same kind. */
    BufferAllocator pool() {
        return direct ? BufferAllocator.pooled() : BufferAllocator.pooledHeap();
    }

    @Override
    public synchronized ByteBuffer apply(int length) {
        ByteBuffer buffer =
                free.computeIfAbsent(length, n -> new ArrayDeque<>()).poll();
        if (buffer == null) {
            buffer = direct ? ByteBuffer.allocateDirect(length) : ByteBuffer.allocate(length);
        }
        lent.add(buffer);
        return buffer.clear();
    }

    /** Takes back all that was lent. */
    synchronized void takeBack() {
        lent.forEach(buffer -> free.get(buffer.capacity()).add(buffer));
        lent.clear();
    }
}
