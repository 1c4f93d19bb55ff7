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
package dev.stoa.vio.internal.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.vio.BufferAllocator;
import dev.stoa.vio.ChangedFileException;
import dev.stoa.vio.FaultyReader;
import dev.stoa.vio.HedgePolicy;
import dev.stoa.vio.Leaks;
import dev.stoa.vio.Range;
import dev.stoa.vio.RangeBuffers;
import dev.stoa.vio.RangeReadException;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.RangeSources;
import dev.stoa.vio.ReadStats;
import dev.stoa.vio.RetryPolicy;
import dev.stoa.vio.Seeds;
import dev.stoa.vio.StoreCalibration;
import dev.stoa.vio.StoreProfile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a source does about a store that hangs, is slow, throttles, delivers wrong bytes or another file. */
@Timeout(300)
@Tag("once")
class UnwellStoreTest {

    private static final byte[] FILE = Seeds.bytes(new Random(4), 100_000);

    /** Requests of at most 1000 bytes on request threads, three attempts, never abandoned. */
    private static final StoreProfile PROFILE = StoreProfile.local()
            .withLimits(StoreProfile.local()
                    .limits()
                    .withSmallestPart(1000)
                    .withLargestRequest(1000)
                    .withInlineBytes(0))
            .withRetries(new RetryPolicy(3, 0, 0, 0));

    /** Between two bytes of a slow store: the machine was late, not the store. */
    private static final long LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(400);

    private final CountDownLatch hanging = new CountDownLatch(1);

    @BeforeAll
    static void watchLeaks() {
        Leaks.watch();
    }

    @AfterEach
    void nothingIsLeft() {
        hanging.countDown();
        Leaks.assertNone();
    }

    private static RangeSource source(StoreProfile profile, FaultyReader.Script script) {
        return RangeSources.of("f", FILE.length, profile, BufferAllocator.pooled(), new FaultyReader(FILE, script));
    }

    /** Abandons requests after 100 ms. On a busy machine that may meet one that does not hang: more attempts are for those. */
    private static StoreProfile impatient(StoreProfile profile, int attempts) {
        return profile.withRetries(new RetryPolicy(attempts, 0, 0, 100));
    }

    private static void assertBytes(Range asked, RangeBuffers got) {
        assertEquals(Seeds.slice(FILE, asked), got.buffer(0));
    }

    /** Answers when the test is over, and then with rubbish. */
    private int hang(FaultyReader.Attempt attempt) throws IOException {
        try {
            hanging.await();
        } catch (InterruptedException e) {
            throw new AssertionError("request threads must not be interrupted", e);
        }
        while (attempt.target.hasRemaining()) {
            attempt.target.put((byte) 0xEE);
        }
        throw new IOException("too late");
    }

    @Test
    void aRequestThatHangsIsSentAgainAndItsMemoryLeftToTheStore() throws Exception {
        Range whole = new Range(0, 900);
        Range parts = new Range(10_000, 2500);
        FaultyReader.Script script =
                a -> (a.position == 0 || a.position == 10_400) && a.number == 1 ? hang(a) : a.honest(400);
        try (RangeSource source = source(impatient(PROFILE, 100), script);
                RangeBuffers one = source.read(List.of(whole));
                RangeBuffers several = source.read(List.of(parts))) {
            assertTrue(source.stats().stalls() >= 2);
            assertTrue(RequestThreads.abandoned() >= 2);
            assertTrue(
                    Leaks.lentBytes() >= 900 + 2500 + 900 + 2500,
                    "the store may still write to what it was given first");
            hanging.countDown();
            while (RequestThreads.abandoned() > 0) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            }
            assertBytes(whole, one);
            assertBytes(parts, several);
            assertEquals(900 + 2500, Leaks.lentBytes());
        }
    }

    @Test
    void aStoreThatAlwaysHangsFailsTheReadByName() throws Exception {
        try (RangeSource source = source(impatient(PROFILE, 3), this::hang)) {
            RangeReadException e = assertThrows(RangeReadException.class, () -> source.read(List.of(new Range(50, 7))));
            assertEquals(
                    "f: cannot read 7 bytes at offset 50: no byte came for 100 ms; the request was abandoned (tried 3"
                            + " times)",
                    e.getMessage());
            assertEquals(3, source.stats().stalls());
            assertEquals(21, Leaks.lentBytes());
        }
    }

    @Test
    void slowIsNotHanging() throws IOException {
        AtomicLong before = new AtomicLong();
        AtomicLong longest = new AtomicLong();
        FaultyReader.Script slow = a -> {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(25));
            int got = a.honest(16); // takes 1.5 s in all, but each byte comes in time
            long now = System.nanoTime();
            longest.accumulateAndGet(now - before.getAndSet(now), Math::max);
            return got;
        };
        long stalls;
        // again if it was the machine that was late
        do {
            before.set(System.nanoTime());
            longest.set(0);
            try (RangeSource source = source(PROFILE.withRetries(new RetryPolicy(100, 0, 0, 1000)), slow)) {
                source.read(List.of(new Range(0, 960))).close();
                stalls = source.stats().stalls();
            }
        } while (stalls > 0 && longest.get() > LATE_NANOS);
        assertEquals(0, stalls);
    }

    @Test
    void otherReadsGoOnWhileMoreRequestsHangThanMayRun() throws Exception {
        StoreProfile two = impatient(PROFILE.withLimits(PROFILE.limits().withRequestsInFlight(2)), 5);
        try (RangeSource source = source(two, a -> a.position < 5000 ? hang(a) : a.honest(1000))) {
            assertThrows(RangeReadException.class, () -> source.read(List.of(new Range(0, 5000))));
            assertThrows(RangeReadException.class, () -> source.read(List.of(new Range(0, 5000))));
            try (RangeBuffers got = source.read(List.of(new Range(5000, 5000)))) {
                assertBytes(new Range(5000, 5000), got);
            }
        }
    }

    @Test
    void tooManyThatHangAreNotJoinedByMore() throws Exception {
        StoreProfile many = impatient(PROFILE.withLimits(PROFILE.limits().withRequestsInFlight(100)), 1);
        try (RangeSource source = source(many, this::hang)) {
            while (!RequestThreads.tooManyHang()) {
                assertThrows(RangeReadException.class, () -> source.read(List.of(new Range(0, 20_000))));
            }
            RangeReadException e = assertThrows(RangeReadException.class, () -> source.read(List.of(new Range(0, 10))));
            assertTrue(e.getMessage().contains("stores that do not answer"), e.getMessage());
        }
        hanging.countDown();
        while (RequestThreads.abandoned() > 0) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
        try (RangeSource source = source(PROFILE, a -> a.honest(1000))) {
            source.read(List.of(new Range(0, 10))).close();
        }
    }

    private static StoreProfile hedging(double percentile, double budget) {
        return PROFILE.withLimits(PROFILE.limits().withRequestsInFlight(64))
                .withRetries(new RetryPolicy(1, 0, 0, 0))
                .withHedging(new HedgePolicy(percentile, 10, budget));
    }

    @Test
    void aSlowRequestIsHedged() throws Exception {
        FaultyReader.Script script = a -> a.position >= 50_000 && a.number == 1 ? hang(a) : a.honest(1000);
        try (RangeSource source = source(hedging(0.5, 1), script)) {
            for (int i = 0; i < 20; i++) {
                source.read(List.of(new Range(i * 1000L, 1000))).close();
            }
            Range slow = new Range(50_000, 1000);
            RangeBuffers got = source.read(List.of(slow));
            try {
                // on a busy machine a hedge may come before its request, and hang in its place
                while (source.stats().hedgesWon() == 0) {
                    got.close();
                    slow = new Range(slow.end(), 1000);
                    got = source.read(List.of(slow));
                }
                assertBytes(slow, got);
                hanging.countDown();
                while (Leaks.lentBytes() > 1000) {
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
                }
                assertBytes(slow, got);
            } finally {
                got.close();
            }
        }
    }

    @Test
    void hedgesStayWithinTheirBudget() throws Exception {
        FaultyReader.Script script = a -> {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(a.position < 20_000 ? 0 : 3));
            return a.honest(1000);
        };
        try (RangeSource source = source(hedging(0, 0.05), script)) {
            ReadStats stats;
            // until a slow one is hedged: a busy machine is late at times
            do {
                source.read(List.of(new Range(0, 100_000))).close();
                stats = source.stats();
                assertTrue(stats.hedges() <= 0.05 * stats.requestsIssued(), stats.toString());
            } while (stats.hedges() == 0);
        }
    }

    @Test
    void hedgingIsOffByDefault() throws Exception {
        try (RangeSource source = source(PROFILE, a -> {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(a.position == 0 ? 10 : 0));
            return a.honest(1000);
        })) {
            source.read(List.of(new Range(0, 50_000))).close();
            assertEquals(0, source.stats().hedges());
        }
    }

    @Test
    void aStoreThatThrottlesGetsFewerRequestsThenMoreAgain() throws Exception {
        StoreProfile profile = PROFILE.withLimits(PROFILE.limits().withRequestsInFlight(8));
        PlannedSource source = (PlannedSource) source(profile, a -> {
            if (a.position == 0 && a.number < 3) {
                throw new IOException("Status Code: 503, Slow Down");
            }
            return a.honest(1000);
        });
        try (source) {
            source.read(List.of(new Range(0, 10))).close();
            assertEquals(2, source.stats().throttles());
            assertEquals(2, source.stats().retries());
            int reduced = source.file.queue().allowed();
            assertTrue(reduced == 2 || reduced == 3, "twice halved: " + reduced);
            source.read(List.of(new Range(0, 90_000))).close();
            assertEquals(8, source.file.queue().allowed());
        }
    }

    @Test
    void whatOneFileOfAStoreIsToldHoldsForAll() throws Exception {
        StoreProfile profile = PROFILE.withLimits(PROFILE.limits().withRequestsInFlight(8));
        FaultyReader.Script once = a -> {
            if (a.position == 0 && a.number == 1) {
                throw new IOException("Status Code: 503, Slow Down");
            }
            return a.honest(1000);
        };
        try (PlannedSource first = of("s3a://whatOneFile", profile, once);
                PlannedSource second = of("s3a://whatOneFile", profile, a -> a.honest(1000));
                PlannedSource elsewhere = of("s3a://another", profile, a -> a.honest(1000))) {
            first.read(List.of(new Range(0, 10))).close();
            int reduced = second.file.queue().allowed();
            assertTrue(reduced == 4 || reduced == 5, "halved: " + reduced);
            assertEquals(8, elsewhere.file.queue().allowed());
            second.read(List.of(new Range(0, 90_000))).close();
            assertEquals(8, first.file.queue().allowed());
        }
    }

    private static PlannedSource of(String store, StoreProfile profile, FaultyReader.Script script) {
        return (PlannedSource) RangeSources.of(
                "f",
                FILE.length,
                profile,
                StoreCalibration.pinned(store, profile.costs()),
                BufferAllocator.pooled(),
                new FaultyReader(FILE, script));
    }

    @Test
    void aChangedFileIsNeverReadAgain() throws IOException {
        ChangedFileException changed = new ChangedFileException("f", "etag 1", "etag 2");
        AtomicInteger reads = new AtomicInteger();
        for (int inline : new int[] {0, 5000}) {
            reads.set(0);
            try (RangeSource source = source(PROFILE.withLimits(PROFILE.limits().withInlineBytes(inline)), a -> {
                reads.incrementAndGet();
                throw new IOException("while reading", changed);
            })) {
                RangeReadException e =
                        assertThrows(RangeReadException.class, () -> source.read(List.of(new Range(0, 10))));
                assertSame(changed, e.getCause().getCause());
                assertEquals(1, reads.get());
            }
        }
        assertTrue(
                changed.getMessage().contains("etag 1") && changed.getMessage().contains("etag 2"));
        assertEquals("f", changed.file());
    }

    @Test
    void refetchesWhatACallerDoubts() throws IOException {
        AtomicInteger reads = new AtomicInteger();
        Range range = new Range(100, 10);
        try (RangeSource source = source(PROFILE, a -> {
            int got = a.honest(1000);
            if (reads.incrementAndGet() == 1) {
                a.target.put(a.target.position() - 1, (byte) (FILE[109] ^ 1));
            }
            return got;
        })) {
            try (RangeBuffers wrong = source.read(List.of(range));
                    RangeBuffers right = source.refetch(range)) {
                assertFalse(Seeds.slice(FILE, range).equals(wrong.buffer(0)));
                assertBytes(range, right);
            }
            assertEquals(1, source.stats().refetches());
        }
    }

    @Test
    void memoryMayBePooledHeapOrFromAPlainFunction() throws IOException {
        for (BufferAllocator memory : List.of(BufferAllocator.pooledHeap(), BufferAllocator.of(ByteBuffer::allocate))) {
            FaultyReader reader = new FaultyReader(FILE, a -> a.honest(300));
            try (RangeSource source = RangeSources.of("f", FILE.length, PROFILE, memory, reader);
                    RangeBuffers got = source.read(List.of(new Range(5, 3000)))) {
                assertBytes(new Range(5, 3000), got);
                assertTrue(got.buffer(0).hasArray());
            }
        }
    }
}
