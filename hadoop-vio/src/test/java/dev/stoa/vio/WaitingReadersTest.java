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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Of near stores: who waits for a read takes part in it. */
@Timeout(300)
class WaitingReadersTest {

    private static final byte[] FILE = Seeds.bytes(new Random(1), 200_000);
    private static final int REQUESTS = 200;

    /** The page cache, but nothing is small enough to be read before {@code start} returns. */
    private static final StoreProfile NEAR = StoreProfile.local()
            .withLimits(StoreProfile.local().limits().withLargestRequest(1000).withInlineBytes(1));

    /** Likewise, and no request ever counts as slow. */
    private static final StoreProfile PATIENT =
            NEAR.withCosts(NEAR.costs().withBytesPerSecond(1, NEAR.costs().totalBytesPerSecond()));

    private static final int CREW = Math.max(1, Runtime.getRuntime().availableProcessors() - 1);

    @BeforeAll
    static void watchLeaks() {
        Leaks.watch();
    }

    @AfterEach
    void noLeaks() {
        Leaks.assertNone();
    }

    private static RangeSource source(StoreProfile profile, FaultyReader.Script script) {
        return RangeSources.of("f", FILE.length, profile, BufferAllocator.pooled(), new FaultyReader(FILE, script));
    }

    private static final List<Range> ALL = List.of(new Range(0, FILE.length));

    private static boolean isOurThread() {
        return Thread.currentThread().getName().startsWith("stoa-vio-");
    }

    private static void awaitOrFail(CountDownLatch latch) throws IOException {
        try {
            assertTrue(latch.await(100, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    @Test
    void theWaitingThreadReadsWhatOthersDoNot() throws IOException {
        CountDownLatch mine = new CountDownLatch(REQUESTS - CREW);
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        try (RangeSource source = source(PATIENT, a -> {
            threads.add(Thread.currentThread());
            if (isOurThread()) {
                awaitOrFail(mine); // all others are read meanwhile
            }
            int got = a.honest(Integer.MAX_VALUE);
            mine.countDown();
            return got;
        })) {
            ReadPlan plan = source.plan(ALL);
            assertEquals(REQUESTS, plan.requests().size());
            assertFalse(plan.isInline());
            try (RangeBuffers got = source.start(plan).await()) {
                assertEquals(Seeds.slice(FILE, ALL.get(0)), got.buffer(0));
            }
        }
        assertTrue(threads.remove(Thread.currentThread()));
        assertTrue(threads.size() <= CREW, "no more threads than processors: " + threads);
    }

    @Test
    void aSlowRequestSetsAllToWork() throws IOException {
        int all = NEAR.limits().requestsInFlight();
        CountDownLatch together = new CountDownLatch(all);
        AtomicInteger reads = new AtomicInteger();
        try (RangeSource source = source(NEAR, a -> {
            if (reads.incrementAndGet() <= CREW + 1) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50)); // a disk
            } else {
                together.countDown();
                awaitOrFail(together);
            }
            return a.honest(Integer.MAX_VALUE);
        })) {
            try (RangeBuffers got = source.read(ALL)) {
                assertEquals(Seeds.slice(FILE, ALL.get(0)), got.buffer(0));
            }
        }
    }

    @Test
    void whoMustBeAbleToGiveUpDoesNotRead() throws IOException {
        StoreProfile watched =
                NEAR.withLimits(NEAR.limits().withInlineBytes(1 << 20)).withRetries(new RetryPolicy(2, 1, 0, 100_000));
        StoreProfile hedged = NEAR.withLimits(NEAR.limits().withInlineBytes(1 << 20))
                .withHedging(new HedgePolicy(0.9, 1_000_000, 0.1));
        for (StoreProfile profile : List.of(watched, hedged)) {
            Map<Thread, Boolean> threads = new ConcurrentHashMap<>();
            try (RangeSource source = source(profile, a -> {
                        threads.put(Thread.currentThread(), true);
                        return a.honest(Integer.MAX_VALUE);
                    });
                    RangeBuffers small = source.read(List.of(new Range(0, 10)));
                    RangeBuffers large = source.read(ALL)) {
                assertEquals(Seeds.slice(FILE, ALL.get(0)), large.buffer(0));
                assertEquals(10, small.buffer(0).remaining());
            }
            assertFalse(threads.containsKey(Thread.currentThread()), profile.toString());
        }
    }

    @Test
    void closingEndsTheReadOfWhoHelps() throws Exception {
        CountDownLatch reading = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        AtomicInteger after = new AtomicInteger();
        RangeSource source = source(NEAR, a -> {
            if (!isOurThread()) {
                if (closed.getCount() == 0) {
                    after.incrementAndGet();
                }
                reading.countDown();
                awaitOrFail(closed);
            }
            return a.honest(Integer.MAX_VALUE);
        });
        PendingRead read = source.start(source.plan(ALL));
        Thread closer = new Thread(() -> {
            try {
                awaitOrFail(reading);
                source.close();
            } catch (IOException e) {
                throw new AssertionError(e);
            } finally {
                closed.countDown();
            }
        });
        closer.start();
        try (RangeBuffers all = read.await()) { // unless others have read everything
            assertEquals(1, all.count());
        } catch (IOException e) {
            assertTrue(e.getMessage().contains("closed"), e.getMessage());
        }
        reading.countDown();
        closer.join();
        assertEquals(0, after.get(), "nothing is read after the end");
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(100);
        while (BufferBudget.shared().bytesInFlight() != 0 && System.nanoTime() < deadline) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1)); // request threads may still be in theirs
        }
        assertEquals(0, BufferBudget.shared().bytesInFlight());
        assertThrows(IOException.class, () -> source.read(ALL));
    }

    @Test
    void anInterruptEndsTheReadOfWhoHelps() throws IOException {
        Thread me = Thread.currentThread();
        AtomicInteger mine = new AtomicInteger();
        CountDownLatch interrupted = new CountDownLatch(1);
        try (RangeSource source = source(PATIENT, a -> {
            if (Thread.currentThread().equals(me)) {
                mine.incrementAndGet();
                me.interrupt();
                interrupted.countDown();
            } else {
                awaitOrFail(interrupted);
            }
            return a.honest(Integer.MAX_VALUE);
        })) {
            PendingRead read = source.start(source.plan(ALL));
            assertThrows(InterruptedIOException.class, read::await);
            assertTrue(Thread.interrupted());
            assertEquals(1, mine.get());
        }
    }

    @Test
    void aFailureWhileHelpingIsTriedAgain() throws IOException {
        AtomicInteger failures = new AtomicInteger();
        try (RangeSource source = source(NEAR, a -> {
                    if (a.number == 1 && a.position % 7000 == 0 && failures.incrementAndGet() > 0) {
                        throw new IOException("reset");
                    }
                    return a.honest(Integer.MAX_VALUE);
                });
                RangeBuffers got = source.read(ALL)) {
            assertEquals(Seeds.slice(FILE, ALL.get(0)), got.buffer(0));
            assertEquals(failures.get(), source.stats().retries());
        }
    }
}
