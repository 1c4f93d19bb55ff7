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
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.vio.internal.memory.PooledBuffers;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class PlannedSourceTest {

    private static final byte[] FILE = Seeds.bytes(new Random(1), 100_000);

    /** No merging, requests of at most 1000 bytes, three attempts without pause, on threads of the library. */
    private static final StoreProfile PROFILE = StoreProfile.local()
            .withCosts(Seeds.costsOfGap(0))
            .withLimits(StoreProfile.local().limits().withLargestRequest(1000).withInlineBytes(0))
            .withRetries(StoreProfile.local().retries().withAttempts(3, 0));

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

    private static RangeSource honest() {
        return source(PROFILE, a -> a.honest(Integer.MAX_VALUE));
    }

    private static void assertBytes(List<Range> asked, RangeBuffers got) {
        assertEquals(asked.size(), got.count());
        for (int i = 0; i < asked.size(); i++) {
            assertEquals(Seeds.slice(FILE, asked.get(i)), got.buffer(i), "range " + asked.get(i));
            assertEquals(asked.get(i).length(), got.buffer(i).capacity());
        }
    }

    @Test
    @Tag("slow")
    void rightBytesOrANamedErrorUnderRandomFaults() throws IOException {
        Random random = Seeds.random("rightBytesOrANamedErrorUnderRandomFaults");
        int failures = 0;
        for (int run = 0; run < 2000; run++) {
            Random faults = new Random(random.nextLong());
            double failing = faults.nextInt(4) * 0.1;
            List<Range> asked = Seeds.ranges(random, FILE.length);
            FaultyReader reader = new FaultyReader(FILE, a -> misbehave(a, faults, failing));
            try (RangeSource source =
                    RangeSources.of("f", FILE.length, Seeds.profile(random), BufferAllocator.pooled(), reader)) {
                try (RangeBuffers got = source.read(asked)) {
                    assertBytes(asked, got);
                } catch (RangeReadException e) {
                    failures++;
                    assertEquals("f", e.file());
                    assertTrue(e.range().length() > 0 && e.range().end() <= FILE.length, e.getMessage());
                    assertTrue(failing > 0);
                }
            }
            assertEquals(1, reader.closed.get());
        }
        assertTrue(failures > 0 && failures < 1500, "the faults must matter: " + failures);
    }

    private static int misbehave(FaultyReader.Attempt attempt, Random faults, double failing) throws IOException {
        int kind;
        int most;
        synchronized (faults) {
            kind = faults.nextDouble() < failing ? faults.nextInt(5) : -1;
            most = 1 + faults.nextInt(1 << faults.nextInt(18));
        }
        switch (kind) {
            case 0 -> throw new IOException("connection reset");
            case 1 -> {
                attempt.target.put((byte) 0); // garbage, and the position moved
                throw new IOException("reset half way");
            }
            case 2 -> {
                return -1;
            }
            case 3 -> {
                return 0;
            }
            case 4 -> {
                attempt.honest(most);
                return 1 << 20; // a lie
            }
            default -> {
                return attempt.honest(most);
            }
        }
    }

    @Test
    void counts() throws IOException {
        List<Range> asked = List.of(new Range(0, 2500), new Range(5000, 10), new Range(5005, 10), new Range(9, 0));
        try (RangeSource source = source(PROFILE, a -> {
            if (a.position == 5000 && a.number == 1) {
                throw new IOException("once");
            }
            return a.honest(Integer.MAX_VALUE);
        })) {
            assertEquals(ReadStats.NONE, source.stats());
            long start = System.nanoTime();
            source.read(asked).close();
            ReadStats stats = source.stats();
            assertEquals(4, stats.rangesAsked());
            assertEquals(2520, stats.bytesAsked());
            assertEquals(4, stats.requestsIssued());
            assertEquals(2515, stats.bytesRead());
            assertEquals(2515, stats.bytesUsed());
            assertEquals(0, stats.bytesWasted());
            assertEquals(1, stats.roundTrips());
            assertEquals(1, stats.merges());
            assertEquals(2, stats.splits());
            assertEquals(1, stats.retries());
            assertEquals(4, stats.serviceTimes().count());
            assertEquals(5, stats.queueTimes().count(), "with the retry");
            assertTrue(stats.serviceTimes().micros(0.5) <= stats.serviceTimes().maxMicros());
            assertTrue(stats.toString().contains("2,515 bytes in 4 requests and 1 round trips; 0 of them wasted"));
            assertTrue(stats.waitNanos() > 0 && stats.waitNanos() <= System.nanoTime() - start);
            source.read(List.of(new Range(7, 0))).close();
            assertEquals(1, source.stats().roundTrips(), "nothing to request, no round trip");
            assertEquals(5, source.stats().rangesAsked());
            assertEquals(stats.plus(stats).minus(stats), stats);
        }
    }

    @Test
    void retriesOnlyWhatFailedAndOnlyWhatIsMissing() throws IOException {
        AtomicInteger reads = new AtomicInteger();
        AtomicInteger delivered = new AtomicInteger();
        try (RangeSource source = source(PROFILE, a -> {
                    reads.incrementAndGet();
                    if (a.position == 1600 && a.number < 3) {
                        throw new IOException("again");
                    }
                    int got = a.honest(a.position == 1000 ? 600 : Integer.MAX_VALUE);
                    delivered.addAndGet(got);
                    return got;
                });
                RangeBuffers got = source.read(List.of(new Range(0, 3000)))) {
            assertBytes(List.of(new Range(0, 3000)), got);
            assertEquals(6, reads.get());
            assertEquals(3000, delivered.get());
            assertEquals(2, source.stats().retries());
        }
    }

    @Test
    void namesTheRangeThatFailedAfterAllAttempts() throws IOException {
        IOException cause = new IOException("disk on fire");
        AtomicInteger tries = new AtomicInteger();
        try (RangeSource source = source(PROFILE, a -> {
            if (a.position == 1000) {
                tries.incrementAndGet();
                throw cause;
            }
            return a.honest(Integer.MAX_VALUE);
        })) {
            RangeReadException e =
                    assertThrows(RangeReadException.class, () -> source.read(List.of(new Range(0, 3000))));
            assertEquals("f: cannot read 1000 bytes at offset 1000: disk on fire (tried 3 times)", e.getMessage());
            assertEquals(new Range(1000, 1000), e.range());
            assertSame(cause, e.getCause());
            assertEquals(3, tries.get());
            assertBytesReadable(source, new Range(0, 999));
        }
    }

    private static void assertBytesReadable(RangeSource source, Range range) throws IOException {
        try (RangeBuffers got = source.read(List.of(range))) {
            assertBytes(List.of(range), got);
        }
    }

    @Test
    void doesNotRetryWhatCannotRecover() throws IOException {
        for (Throwable cause : List.of(new FileNotFoundException("gone"), new IllegalStateException("bug"))) {
            try (RangeSource source = source(PROFILE, a -> {
                if (cause instanceof IOException io) {
                    throw io;
                }
                throw (RuntimeException) cause;
            })) {
                RangeReadException e =
                        assertThrows(RangeReadException.class, () -> source.read(List.of(new Range(5, 5))));
                assertSame(cause, e.getCause());
                assertEquals(0, source.stats().retries());
            }
        }
    }

    @Test
    void aFileShorterThanStatedIsAnError() throws IOException {
        FaultyReader reader = new FaultyReader(FILE, a -> a.honest(Integer.MAX_VALUE));
        try (RangeSource source = RangeSources.of("f", FILE.length + 10, PROFILE, BufferAllocator.pooled(), reader)) {
            RangeReadException e =
                    assertThrows(RangeReadException.class, () -> source.read(List.of(new Range(FILE.length - 5, 10))));
            assertInstanceOf(EOFException.class, e.getCause());
            assertTrue(e.getMessage().contains("offset 100000"), e.getMessage());
        }
    }

    @Test
    void refusesRangesOutsideTheFileAndPlansOfOthers() throws IOException {
        try (RangeSource source = honest()) {
            RangeReadException e =
                    assertThrows(RangeReadException.class, () -> source.read(List.of(new Range(99_999, 2))));
            assertEquals(new Range(99_999, 2), e.range());
            ReadPlan other = ReadPlanner.plan(List.of(), 5, PROFILE);
            assertThrows(IllegalArgumentException.class, () -> source.start(other));
            assertEquals(new Range(100_000 - 64, 64), source.tail());
        }
    }

    @Test
    @SuppressWarnings("try") // closing early, and twice, is what is tested
    void buffersHaveOneOwner() throws IOException {
        try (RangeSource source = honest()) {
            PendingRead pending = source.start(source.plan(List.of(new Range(0, 5000))));
            RangeBuffers got = pending.await();
            pending.close(); // handed over: no effect
            assertThrows(IllegalStateException.class, pending::await);
            source.close(); // delivered buffers stay valid
            assertBytes(List.of(new Range(0, 5000)), got);
            got.close();
            got.close();
            assertThrows(IllegalStateException.class, () -> got.buffer(0));
        }
    }

    @Test
    void buffersAreViewsOfSharedMemory() throws IOException {
        List<Range> asked = List.of(new Range(10, 100), new Range(50, 100));
        try (RangeSource source = honest();
                RangeBuffers got = source.read(asked)) {
            assertBytes(asked, got);
            assertTrue(got.buffer(0).isDirect());
            got.buffer(0).position(7); // views are independent
            assertEquals(0, got.buffer(0).position());
            assertEquals(140, source.stats().bytesRead());
        }
    }

    @Test
    void aReadNobodyAwaitsGivesItsMemoryBack() throws IOException {
        try (RangeSource source = honest()) {
            PendingRead pending = source.start(source.plan(List.of(new Range(0, 50_000))));
            while (!pending.isDone()) {
                Thread.onSpinWait();
            }
            pending.close();
            pending.close();
            IOException e = assertThrows(IOException.class, pending::await);
            assertTrue(e.getMessage().contains("closed"), e.getMessage());
            // and one that only its source's close ends
            source.start(source.plan(List.of(new Range(0, 50_000))));
        }
    }

    /** Holds all reads until released. */
    private static final class Gate implements FaultyReader.Script {
        final CountDownLatch entered = new CountDownLatch(1);
        final CountDownLatch open = new CountDownLatch(1);
        final AtomicInteger reads = new AtomicInteger();

        @Override
        public int read(FaultyReader.Attempt attempt) throws IOException {
            reads.incrementAndGet();
            entered.countDown();
            try {
                open.await();
            } catch (InterruptedException e) {
                throw new AssertionError("request threads must not be interrupted", e);
            }
            return attempt.honest(Integer.MAX_VALUE);
        }
    }

    @Test
    void memoryStaysWhileARequestMayStillWriteToIt() throws Exception {
        Gate gate = new Gate();
        RangeSource source = source(PROFILE.withLimits(PROFILE.limits().withRequestsInFlight(2)), gate);
        PendingRead pending = source.start(source.plan(List.of(new Range(0, 50_000))));
        gate.entered.await();
        assertFalse(pending.isDone());
        source.close();
        assertThrows(IOException.class, pending::await);
        assertEquals(50_000, PooledBuffers.DIRECT.lentBytes(), "two requests hang in the store, with their memory");
        gate.open.countDown();
        Leaks.assertNone();
        assertTrue(gate.reads.get() <= 2, "waiting requests were dropped");
        assertThrows(IOException.class, () -> source.read(List.of(new Range(0, 1))));
        assertThrows(IOException.class, () -> source.read(List.of()));
    }

    @Test
    void anInterruptCancels() throws Exception {
        Gate gate = new Gate();
        try (RangeSource source = source(PROFILE, gate)) {
            AtomicReference<Throwable> thrown = new AtomicReference<>();
            CountDownLatch flagKept = new CountDownLatch(1);
            Thread caller = new Thread(() -> {
                try {
                    source.read(List.of(new Range(0, 50_000))).close();
                } catch (IOException e) {
                    thrown.set(e);
                }
                if (Thread.currentThread().isInterrupted()) {
                    flagKept.countDown();
                }
            });
            caller.start();
            gate.entered.await();
            caller.interrupt();
            caller.join();
            assertInstanceOf(InterruptedIOException.class, thrown.get());
            assertEquals(0, flagKept.getCount());
            gate.open.countDown();
            Leaks.assertNone(); // before the source is closed
            assertBytesReadable(source, new Range(3, 3)); // the source itself is as good as before
        }
    }

    @Test
    void keepsToItsParallelism() throws IOException {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        try (RangeSource source = source(PROFILE.withLimits(PROFILE.limits().withRequestsInFlight(3)), a -> {
                    most.accumulateAndGet(running.incrementAndGet(), Math::max);
                    LockSupport.parkNanos(1000);
                    int got = a.honest(10);
                    running.decrementAndGet();
                    return got;
                });
                RangeBuffers got = source.read(List.of(new Range(0, FILE.length)))) {
            assertBytes(List.of(new Range(0, FILE.length)), got);
            assertTrue(most.get() <= 3, "at once: " + most);
        }
    }

    @Test
    void requestsSeeNoLoaderOfACaller() throws IOException {
        AtomicReference<ClassLoader> seen = new AtomicReference<>();
        Thread caller = Thread.currentThread();
        ClassLoader before = caller.getContextClassLoader();
        try (URLClassLoader loader = new URLClassLoader(new URL[0], before);
                RangeSource source = source(PROFILE, a -> {
                    seen.set(Thread.currentThread().getContextClassLoader());
                    assertTrue(Thread.currentThread().isDaemon());
                    return a.honest(Integer.MAX_VALUE);
                })) {
            caller.setContextClassLoader(loader);
            source.read(List.of(new Range(0, 1))).close();
            assertNotSame(loader, seen.get());
        } finally {
            caller.setContextClassLoader(before);
        }
    }

    @Test
    void smallPlansAreReadByTheThreadThatStartsThem() throws IOException {
        AtomicReference<Thread> reading = new AtomicReference<>();
        List<Range> small = List.of(new Range(0, 2500), new Range(50_000, 2500));
        try (RangeSource source = source(PROFILE.withLimits(PROFILE.limits().withInlineBytes(5000)), a -> {
                    reading.set(Thread.currentThread());
                    if (a.number == 1 && a.position == 0) {
                        throw new IOException("once");
                    }
                    return a.honest(700);
                });
                PendingRead pending = source.start(source.plan(small))) {
            assertTrue(pending.isDone());
            assertSame(Thread.currentThread(), reading.get());
            try (RangeBuffers got = pending.await()) {
                assertBytes(small, got);
            }
            assertEquals(1, source.stats().retries());
        }
    }

    @Test
    void largerPlansAreNotReadByTheThreadThatStartsThem() throws IOException {
        Gate gate = new Gate(); // a start that read by itself would not return
        List<Range> larger = List.of(new Range(0, 5001));
        try (RangeSource source = source(PROFILE.withLimits(PROFILE.limits().withInlineBytes(5000)), gate);
                PendingRead pending = source.start(source.plan(larger))) {
            assertFalse(pending.isDone());
            gate.open.countDown();
            try (RangeBuffers got = pending.await()) {
                assertBytes(larger, got);
            }
        }
    }

    @Test
    void anInterruptedThreadReadsNothingInline() throws IOException {
        AtomicInteger reads = new AtomicInteger();
        try (RangeSource source = source(
                PROFILE.withLimits(PROFILE.limits().withInlineBytes(5000))
                        .withRetries(PROFILE.retries().withAttempts(3, 50)),
                a -> {
                    reads.incrementAndGet();
                    if (a.position == 1000 && a.number == 1) {
                        Thread.currentThread().interrupt();
                        throw new IOException("while it waits for the next attempt, or before");
                    }
                    return a.honest(Integer.MAX_VALUE);
                })) {
            assertThrows(InterruptedIOException.class, () -> source.read(List.of(new Range(0, 3000))));
            assertTrue(Thread.currentThread().isInterrupted(), "the flag stays");
            assertEquals(2, reads.get());
            assertThrows(InterruptedIOException.class, () -> source.read(List.of(new Range(0, 1))));
            assertTrue(Thread.interrupted(), "the flag stays");
            assertEquals(2, reads.get());
            assertBytesReadable(source, new Range(0, 3000));
        }
    }

    @Test
    void memoryMayBeTheCallers() throws IOException {
        AtomicInteger lent = new AtomicInteger();
        BufferAllocator heap = BufferAllocator.of(
                n -> {
                    lent.incrementAndGet();
                    return ByteBuffer.allocate(n + 13).position(13);
                },
                b -> lent.decrementAndGet());
        FaultyReader reader = new FaultyReader(FILE, a -> a.honest(77));
        List<Range> asked = List.of(new Range(0, 1500), new Range(50_000, 10));
        try (RangeSource source = RangeSources.of("f", FILE.length, PROFILE, heap, reader)) {
            try (RangeBuffers got = source.read(asked)) {
                assertBytes(asked, got);
                assertFalse(got.buffer(0).isDirect());
                assertEquals(2, lent.get());
            }
            assertEquals(0, lent.get());
        }
    }

    @Test
    void noMemoryIsAnErrorOfTheRead() throws IOException {
        AtomicInteger lent = new AtomicInteger();
        BufferAllocator scarce = BufferAllocator.of(
                n -> {
                    if (lent.get() == 2) {
                        throw new OutOfMemoryError("test");
                    }
                    lent.incrementAndGet();
                    return ByteBuffer.allocate(n);
                },
                b -> lent.decrementAndGet());
        FaultyReader reader = new FaultyReader(FILE, a -> a.honest(77));
        try (RangeSource source = RangeSources.of("f", FILE.length, PROFILE, scarce, reader)) {
            List<Range> asked = List.of(new Range(0, 10), new Range(100, 10), new Range(200, 10));
            RangeReadException e = assertThrows(RangeReadException.class, () -> source.read(asked));
            assertEquals(new Range(200, 10), e.range());
            assertEquals(0, lent.get());
        }
        BufferAllocator tooSmall = BufferAllocator.of(n -> ByteBuffer.allocate(n - 1), b -> lent.decrementAndGet());
        try (RangeSource source = RangeSources.of("f", FILE.length, PROFILE, tooSmall, reader)) {
            RangeReadException e = assertThrows(RangeReadException.class, () -> source.read(List.of(new Range(0, 10))));
            assertInstanceOf(IllegalStateException.class, e.getCause());
            assertEquals(-1, lent.get(), "given back though useless");
        }
    }
}
