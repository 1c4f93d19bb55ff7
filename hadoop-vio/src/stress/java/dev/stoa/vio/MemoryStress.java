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

import dev.stoa.vio.internal.memory.Memory;
import dev.stoa.vio.internal.memory.PooledBuffers;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Memory of reads, under threads that race: it is given back once, by its last owner. */
public final class MemoryStress {

    private MemoryStress() {}

    /** Memory of the heap that counts how often it is given back. */
    private static final class CountedLease implements BufferAllocator.Lease {
        private final AtomicInteger released = new AtomicInteger();

        @Override
        public ByteBuffer buffer() {
            return ByteBuffer.allocate(1);
        }

        @Override
        public void release() {
            released.incrementAndGet();
        }
    }

    /** A read and its attempt let go of their memory. */
    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "the last owner gave it back")
    @Outcome(expect = Expect.FORBIDDEN, desc = "it was given back twice or never")
    @State
    public static class LastOwner {
        private final CountedLease lease = new CountedLease();
        private final Memory memory = new Memory(lease).share();

        @Actor
        public void one() {
            memory.release();
        }

        @Actor
        public void two() {
            memory.release();
        }

        @Arbiter
        public void end(I_Result result) {
            result.r1 = lease.released.get();
        }
    }

    /** Two threads close the same buffers. */
    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "their memory was given back once")
    @Outcome(expect = Expect.FORBIDDEN, desc = "their memory was given back twice or never")
    @State
    public static class ClosedTwice {
        private final AtomicInteger released = new AtomicInteger();
        private final RangeBuffers buffers = new RangeBuffers(List.of(), released::incrementAndGet);

        @Actor
        public void one() {
            buffers.close();
        }

        @Actor
        public void two() {
            buffers.close();
        }

        @Arbiter
        public void end(I_Result result) {
            result.r1 = released.get();
        }
    }

    /** Two threads borrow from a pool and give back. */
    @JCStressTest
    @Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "each had its own memory")
    @Outcome(expect = Expect.FORBIDDEN, desc = "memory was lent twice")
    @State
    public static class Pool {
        private volatile int overwritten;

        private void borrow(byte mark, int length) {
            BufferAllocator.Lease lease = PooledBuffers.heap().allocate(length);
            ByteBuffer memory = lease.buffer();
            for (int i = 0; i < length; i++) {
                memory.put(i, mark);
            }
            for (int i = 0; i < length; i++) {
                if (memory.get(i) != mark) {
                    overwritten = 1;
                }
            }
            lease.release();
        }

        @Actor
        public void one() {
            borrow((byte) 1, 64);
        }

        @Actor
        public void two() {
            borrow((byte) 2, 64);
        }

        @Arbiter
        public void end(I_Result result) {
            result.r1 = overwritten;
        }
    }
}
