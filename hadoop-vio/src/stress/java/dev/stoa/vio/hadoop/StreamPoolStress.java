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

import dev.stoa.vio.PositionalReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/** Streams of one file, under threads that read and close: none does two reads at once, and none stays open. */
public final class StreamPoolStress {

    private StreamPoolStress() {}

    /** A pool of streams that do one read at once each, and what they were asked wrongly. */
    private static final class Pool {
        private final AtomicInteger open = new AtomicInteger();
        private final AtomicInteger wrong = new AtomicInteger();
        private final StreamPool streams = new StreamPool(new Stream(), 1, Stream::new);

        /** Counts itself as long as it is open. */
        private final class Stream implements PositionalReader {
            private final AtomicInteger reads = new AtomicInteger();

            Stream() {
                open.incrementAndGet();
            }

            @Override
            public int read(long position, ByteBuffer target) {
                if (reads.incrementAndGet() > 1) {
                    wrong.incrementAndGet();
                }
                target.put((byte) position);
                reads.decrementAndGet();
                return 1;
            }

            @Override
            public void close() {
                open.decrementAndGet();
            }
        }

        /** Returns the byte that was read, or 0 if the pool was closed. */
        int read(int position) {
            ByteBuffer target = ByteBuffer.allocate(1);
            try {
                return streams.read(position, target) == 1 ? target.get(0) : -1;
            } catch (IOException e) {
                return 0;
            }
        }

        void close() {
            try {
                streams.close();
            } catch (IOException e) {
                wrong.incrementAndGet();
            }
        }
    }

    /** One thread opens a stream while the other one closes the pool. */
    @JCStressTest
    @Outcome(
            id = {"1, 2, 0", "0, 2, 0"},
            expect = Expect.ACCEPTABLE,
            desc = "each has read, or came too late; all streams are closed")
    @Outcome(expect = Expect.FORBIDDEN, desc = "wrong bytes, two reads of a stream at once, or a stream that stays open")
    @State
    public static class ReadAgainstClose {
        private final Pool pool = new Pool();

        @Actor
        public void one(III_Result result) {
            result.r1 = pool.read(1);
        }

        @Actor
        public void two(III_Result result) {
            result.r2 = pool.read(2);
            pool.close();
        }

        @Arbiter
        public void end(III_Result result) {
            result.r3 = pool.open.get() + 100 * pool.wrong.get();
        }
    }

    /** Two threads read, each twice. */
    @JCStressTest
    @Outcome(
            id = {"1, 0", "2, 0"},
            expect = Expect.ACCEPTABLE,
            desc = "a stream for each thread at most")
    @Outcome(expect = Expect.FORBIDDEN, desc = "wrong bytes, two reads of a stream at once, or too many streams")
    @State
    public static class ReadsTogether {
        private final Pool pool = new Pool();

        private void read(int position) {
            if (pool.read(position) != position) {
                pool.wrong.incrementAndGet();
            }
        }

        @Actor
        public void one() {
            read(1);
            read(2);
        }

        @Actor
        public void two() {
            read(3);
            read(4);
        }

        @Arbiter
        public void end(II_Result result) {
            result.r1 = pool.open.get();
            result.r2 = pool.wrong.get();
        }
    }
}
