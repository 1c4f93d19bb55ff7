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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.vio.PositionalReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class StreamPoolTest {

    /** Lets reads begin, and end only when it is opened. */
    private final class Gate implements PositionalReader {

        private final AtomicInteger reads = new AtomicInteger();
        private boolean closed;

        @Override
        public int read(long position, ByteBuffer target) throws IOException {
            reads.incrementAndGet();
            inside.countDown();
            try {
                gate.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            target.put((byte) position);
            return 1;
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    private final List<Gate> opened = Collections.synchronizedList(new ArrayList<>());
    private final CountDownLatch gate = new CountDownLatch(1);
    private CountDownLatch inside;

    private PositionalReader open() {
        Gate next = new Gate();
        opened.add(next);
        return next;
    }

    private static int read(PositionalReader pool, int position) throws IOException {
        ByteBuffer target = ByteBuffer.allocate(1);
        assertEquals(1, pool.read(position, target));
        return target.get(0);
    }

    @Test
    void opensWhatTheReadsNeedAndNoMore() throws Exception {
        inside = new CountDownLatch(10);
        StreamPool pool = new StreamPool(open(), 4, this::open);
        ExecutorService threads = Executors.newFixedThreadPool(10);
        try {
            List<Future<Integer>> reads = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                int position = i;
                reads.add(threads.submit(() -> read(pool, position)));
            }
            inside.await();
            assertEquals(3, opened.size());
            assertEquals(
                    List.of(2, 4, 4),
                    opened.stream().map(r -> r.reads.get()).sorted().toList());
            gate.countDown();
            for (int i = 0; i < 10; i++) {
                assertEquals(i, reads.get(i).get());
            }
            for (int i = 0; i < 10; i++) {
                read(pool, i);
            }
            assertEquals(3, opened.size(), "those which are idle are used again");
        } finally {
            threads.shutdownNow();
        }
        pool.close();
        assertTrue(opened.stream().allMatch(r -> r.closed));
        assertThrows(IOException.class, () -> read(pool, 1));
        assertEquals(3, opened.size());
    }

    @Test
    void aStreamThatCannotBeOpenedFailsItsReadOnly() throws Exception {
        inside = new CountDownLatch(1);
        AtomicInteger attempts = new AtomicInteger();
        StreamPool pool = new StreamPool(open(), 1, () -> {
            if (attempts.incrementAndGet() == 1) {
                throw new IOException("no");
            }
            return open();
        });
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            Future<Integer> first = threads.submit(() -> read(pool, 1));
            inside.await();
            assertThrows(IOException.class, () -> read(pool, 2));
            Future<Integer> second = threads.submit(() -> read(pool, 3));
            gate.countDown();
            assertEquals(1, first.get());
            assertEquals(3, second.get());
        } finally {
            threads.shutdownNow();
        }
        pool.close();
    }
}
