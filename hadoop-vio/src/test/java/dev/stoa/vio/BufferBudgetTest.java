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
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.vio.internal.request.PlannedSource;
import dev.stoa.vio.internal.request.StoreFile;
import dev.stoa.vio.internal.request.Throttle;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who gets room, who waits for it, and that everybody gets it in the end. */
@Timeout(300)
class BufferBudgetTest {

    private static final byte[] FILE = Seeds.bytes(new Random(3), 100_000);
    private static final StoreProfile PROFILE =
            StoreProfile.local().withLimits(StoreProfile.local().limits().withInlineBytes(0));

    private final BlockingQueue<String> admitted = new LinkedBlockingQueue<>();

    @BeforeAll
    static void watchLeaks() {
        Leaks.watch();
    }

    @AfterEach
    void noLeaks() {
        Leaks.assertNone();
    }

    private BufferBudget.Reservation reservation(BufferBudget budget, long bytes, String name) {
        return budget.reservation(bytes, () -> admitted.add(name));
    }

    private String next() throws InterruptedException {
        return admitted.poll(60, TimeUnit.SECONDS);
    }

    @Test
    void aLimitOfTheProcessThatIsNoNumberOfBytesIsRefused() {
        assertEquals(512, BufferBudget.ofProcess(" 512 "));
        assertTrue(BufferBudget.ofProcess(null) > 1 << 20);
        for (String bad : List.of("512M", "", "1e6", "0", "-1")) {
            IllegalArgumentException e =
                    assertThrows(IllegalArgumentException.class, () -> BufferBudget.ofProcess(bad), bad);
            assertTrue(e.getMessage().startsWith("stoa.vio.budget "), e.getMessage());
            assertTrue(e.getMessage().contains(bad), e.getMessage());
        }
    }

    @Test
    void admitsInTheOrderAsked() throws InterruptedException {
        BufferBudget budget = new BufferBudget(100);
        BufferBudget.Reservation first = reservation(budget, 60, "first");
        BufferBudget.Reservation large = reservation(budget, 95, "large");
        BufferBudget.Reservation small = reservation(budget, 10, "small");
        assertTrue(first.request());
        assertFalse(large.request());
        assertFalse(small.request(), "though it would fit: it must not overtake");
        assertEquals(0, budget.tryTake(10));
        assertEquals(2, budget.waiting());
        first.release();
        first.release();
        assertEquals("large", next());
        assertEquals(95, budget.bytesInFlight());
        large.release();
        assertEquals("small", next());
        small.release();
        assertEquals(0, budget.bytesInFlight());
        assertEquals(10, budget.tryTake(10));
        budget.give(10);
    }

    @Test
    void whatIsLargerThanTheBudgetIsAdmittedAlone() throws InterruptedException {
        BufferBudget budget = new BufferBudget(100);
        BufferBudget.Reservation huge = reservation(budget, 1L << 40, "huge");
        BufferBudget.Reservation one = reservation(budget, 1, "one");
        long taken = budget.tryTake(1);
        assertFalse(huge.request());
        assertFalse(one.request());
        budget.give(taken);
        assertEquals("huge", next());
        assertEquals(1, budget.waiting());
        huge.release();
        assertEquals("one", next());
        one.release();
        assertEquals(0, budget.bytesInFlight());
    }

    @Test
    void whoGivesUpLetsOthersPass() throws InterruptedException {
        BufferBudget budget = new BufferBudget(100);
        BufferBudget.Reservation first = reservation(budget, 60, "first");
        BufferBudget.Reservation large = reservation(budget, 80, "large");
        BufferBudget.Reservation small = reservation(budget, 10, "small");
        assertTrue(first.request());
        assertFalse(large.request());
        assertFalse(small.request());
        large.release();
        assertEquals("small", next());
        budget.limit(500);
        assertFalse(large.request(), "it was given up");
        small.release();
        first.release();
        assertEquals(0, budget.bytesInFlight());
        assertEquals(0, budget.waiting());
        assertThrows(IllegalArgumentException.class, () -> budget.limit(0));
        budget.limit(1);
        assertEquals(1, budget.tryTake(500), "a read that is larger than the budget takes all of it");
        budget.give(1);
        assertTrue(BufferBudget.shared().limit() > 0);
    }

    @Test
    void aLargerLimitAdmits() throws InterruptedException {
        BufferBudget budget = new BufferBudget(100);
        long taken = budget.tryTake(100);
        BufferBudget.Reservation more = reservation(budget, 50, "more");
        assertFalse(more.request());
        budget.limit(150);
        assertEquals("more", next());
        more.release();
        budget.give(taken);
    }

    @Test
    void theLimitIsKeptAndAllAreServed() throws Exception {
        Random random = Seeds.random("theLimitIsKeptAndAllAreServed");
        BufferBudget budget = new BufferBudget(1000);
        AtomicLong inFlight = new AtomicLong();
        AtomicLong most = new AtomicLong();
        int count = 3000;
        CountDownLatch served = new CountDownLatch(count);
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 3; t++) {
            Random mine = new Random(random.nextLong());
            threads.add(new Thread(() -> {
                for (int i = 0; i < count / 3; i++) {
                    long bytes = 1L + mine.nextInt(500);
                    BufferBudget.Reservation[] holder = new BufferBudget.Reservation[1];
                    Runnable use = () -> {
                        most.accumulateAndGet(inFlight.addAndGet(bytes), Math::max);
                        inFlight.addAndGet(-bytes);
                        holder[0].release();
                        served.countDown();
                    };
                    holder[0] = budget.reservation(bytes, use);
                    if (holder[0].request()) {
                        use.run();
                    }
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        served.await();
        assertTrue(most.get() <= 1000, "at once: " + most);
        assertEquals(0, budget.bytesInFlight());
    }

    private static PlannedSource source(BufferBudget budget, PositionalReader reader) {
        return source(budget, reader, BufferAllocator.pooled());
    }

    private static PlannedSource source(BufferBudget budget, PositionalReader reader, BufferAllocator allocator) {
        StoreFile.Store store =
                new StoreFile.Store(PROFILE, StoreCalibration.pinned("f", PROFILE.costs()), new Throttle());
        return new PlannedSource(new StoreFile("f", FILE.length, store, allocator, budget, reader, 1));
    }

    /** The caller holds results and awaits reads in the wrong order: with room for one read only that must not hang. */
    @Test
    void awaitingInAnyOrderWhileHoldingResultsMakesProgress() throws IOException {
        BufferBudget budget = new BufferBudget(1000);
        try (PlannedSource source = source(budget, new FaultyReader(FILE, a -> a.honest(77)))) {
            List<PendingRead> pending = new ArrayList<>();
            List<RangeBuffers> held = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                pending.add(source.start(source.plan(List.of(new Range(i * 1000L, 900)))));
            }
            for (int i = 19; i >= 0; i--) {
                held.add(pending.get(i).await());
            }
            for (int i = 0; i < 20; i++) {
                assertEquals(
                        Seeds.slice(FILE, new Range((19 - i) * 1000L, 900)),
                        held.get(i).buffer(0));
            }
            assertEquals(0, budget.bytesInFlight());
            held.forEach(RangeBuffers::close);
        }
    }

    @Test
    @SuppressWarnings("try") // never awaited
    void aReadThatWaitsForRoomCanBeCancelledClosedAndInterrupted() throws Exception {
        BufferBudget budget = new BufferBudget(1000);
        CountDownLatch open = new CountDownLatch(1);
        FaultyReader slow = new FaultyReader(FILE, a -> {
            awaitQuietly(open);
            return a.honest(1000);
        });
        PlannedSource holder = source(budget, slow);
        PlannedSource other = source(budget, new FaultyReader(FILE, a -> a.honest(1000)));
        List<Range> asked = List.of(new Range(0, 1000));
        PendingRead holding = holder.start(holder.plan(asked));

        PendingRead cancelled = other.start(other.plan(asked));
        assertFalse(cancelled.isDone());
        other.cancel();
        assertThrows(IOException.class, cancelled::await);

        PendingRead interrupted = other.start(other.plan(asked));
        Thread.currentThread().interrupt();
        assertThrows(InterruptedIOException.class, interrupted::await);
        assertTrue(Thread.interrupted());

        PendingRead closed = other.start(other.plan(asked));
        other.close();
        IOException e = assertThrows(IOException.class, closed::await);
        assertTrue(e.getMessage().contains("closed"), e.getMessage());
        assertEquals(0, budget.waiting());

        open.countDown();
        holding.await().close();
        holder.close();
        assertEquals(0, budget.bytesInFlight());
    }

    @Test
    void noMemoryLeftIsANamedFailureAlsoForAReadThatWaited() throws Exception {
        BufferBudget budget = new BufferBudget(100);
        long taken = budget.tryTake(100);
        BufferAllocator none = BufferAllocator.of(n -> {
            throw new OutOfMemoryError("test");
        });
        try (PlannedSource source = source(budget, new FaultyReader(FILE, a -> a.honest(10)), none)) {
            try (PendingRead pending = source.start(source.plan(List.of(new Range(5, 50))))) {
                budget.give(taken);
                RangeReadException e = assertThrows(RangeReadException.class, pending::await);
                assertEquals(new Range(5, 50), e.range());
                assertInstanceOf(OutOfMemoryError.class, e.getCause());
            }
        }
        while (budget.bytesInFlight() != 0) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1)); // given back after the reader was told
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
