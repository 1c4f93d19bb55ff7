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
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.vio.BufferAllocator;
import dev.stoa.vio.BufferBudget;
import dev.stoa.vio.FaultyReader;
import dev.stoa.vio.HedgePolicy;
import dev.stoa.vio.PendingRead;
import dev.stoa.vio.Range;
import dev.stoa.vio.RangeBuffers;
import dev.stoa.vio.RangeReadException;
import dev.stoa.vio.ReadPlan;
import dev.stoa.vio.RetryPolicy;
import dev.stoa.vio.Seeds;
import dev.stoa.vio.SpanReceiver;
import dev.stoa.vio.StoreCalibration;
import dev.stoa.vio.StoreProfile;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How a read runs, step by step: its order, its memory, its room in the budget, and what it counts. */
@Timeout(300)
@Tag("once")
class ReadRunTest {
    private static final byte[] FILE = Seeds.bytes(new Random(6), 100_000);

    /** Requests of at most 1000 bytes on request threads, no merging, three attempts without a pause. */
    private static final StoreProfile PROFILE = StoreProfile.local()
            .withCosts(Seeds.costsOfGap(0))
            .withLimits(StoreProfile.local().limits().withLargestRequest(1000).withInlineBytes(0))
            .withRetries(new RetryPolicy(3, 0, 0, 0));

    private static final StoreProfile INLINE =
            PROFILE.withLimits(PROFILE.limits().withInlineBytes(10_000));
    private static final List<Range> TWO = List.of(new Range(0, 3000), new Range(50_000, 10));

    private static final List<Long> NOTHING = List.of(0L, 0L, 0L, 0L);

    /** The bytes at 50,000 can't be read. */
    private static final FaultyReader.Script BAD_SECTOR = a -> {
        if (a.position == 50_000) {
            throw new IOException("bad sector");
        }
        return a.honest(Integer.MAX_VALUE);
    };

    private final Lent memory = new Lent();

    /** Memory that knows how much of it is lent, and refuses some. */
    private static final class Lent implements BufferAllocator {
        final AtomicInteger leases = new AtomicInteger();
        final AtomicInteger lent = new AtomicInteger();
        final AtomicReference<String> misuse = new AtomicReference<>();
        volatile IntPredicate refused = lease -> false;

        @Override
        public Lease allocate(int length) {
            if (refused.test(leases.incrementAndGet())) {
                throw new IllegalStateException("no more");
            }
            lent.incrementAndGet();
            ByteBuffer buffer = ByteBuffer.allocate(length);
            AtomicInteger released = new AtomicInteger();
            return new Lease() {
                @Override
                public ByteBuffer buffer() {
                    return buffer;
                }

                @Override
                public void release() {
                    if (released.incrementAndGet() > 1) {
                        misuse.set("released twice");
                    }
                    lent.decrementAndGet();
                }
            };
        }
    }

    /** Counts what a receiver hears, and keeps it. */
    private final class Receiver implements SpanReceiver {
        final List<Object> heard = Collections.synchronizedList(new ArrayList<>());
        private final ReadPlan plan;

        Receiver(ReadPlan plan) {
            this.plan = plan;
        }

        @Override
        public BufferAllocator.Lease allocate(int span) {
            return memory.allocate(plan.spans().get(span).length());
        }

        @Override
        public void spanRead(int span, ByteBuffer bytes) {
            assertEquals(Seeds.slice(FILE, plan.spans().get(span)), bytes);
            heard.add(span);
        }

        @Override
        public void spanFailed(int span, IOException why) {
            heard.add(why);
        }
    }

    @AfterEach
    void nothingIsLeft() {
        try {
            RequestThreadsTest.await(() -> left().equals(NOTHING));
        } catch (AssertionError e) {
            assertEquals(NOTHING, left());
        }
        assertNull(memory.misuse.get());
    }

    /** Memory, room in the budget, abandoned threads, and tasks of the timer. */
    private List<Long> left() {
        return List.of(
                (long) memory.lent.get(),
                BufferBudget.shared().bytesInFlight(),
                (long) RequestThreads.abandoned(),
                (long) RequestTimer.waiting());
    }

    private PlannedSource source(StoreProfile profile, StoreCalibration calibration, FaultyReader.Script script) {
        StoreFile.Store store =
                new StoreFile.Store(profile, calibration, Throttle.ofStore("s3a://ReadRunTest/" + System.nanoTime()));
        FaultyReader reader = new FaultyReader(FILE, script);
        return new PlannedSource(
                new StoreFile("f", FILE.length, store, memory, BufferBudget.shared(), reader, System.nanoTime()));
    }

    private PlannedSource source(StoreProfile profile, FaultyReader.Script script) {
        return source(profile, StoreCalibration.pinned("s", profile.costs()), script);
    }

    private static void assertBytes(List<Range> asked, RangeBuffers got) {
        for (int i = 0; i < asked.size(); i++) {
            assertEquals(Seeds.slice(FILE, asked.get(i)), got.buffer(i));
        }
    }

    private static void await(CountDownLatch latch) throws IOException {
        try {
            assertTrue(latch.await(20, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    private void assertNothingLent() {
        assertEquals(0, memory.lent.get());
        assertEquals(0, BufferBudget.shared().bytesInFlight());
    }

    @Test
    void readsOfTheCallingThread() throws IOException {
        StoreCalibration calibration = StoreCalibration.learning("s", INLINE.costs());
        try (PlannedSource source = source(INLINE, calibration, a -> {
            if (a.position == 1000 && a.number == 1) {
                throw new IOException("Status Code: 503, Slow Down");
            }
            return a.honest(a.position == 0 ? 400 : Integer.MAX_VALUE);
        })) {
            PendingRead read = source.start(source.plan(TWO));
            assertTrue(read.isDone());
            assertEquals(0, BufferBudget.shared().bytesInFlight());
            assertEquals(2, memory.lent.get());
            try (RangeBuffers got = read.await()) {
                assertBytes(TWO, got);
                assertThrows(IllegalStateException.class, read::await);
                read.close(); // handed over: no effect
                source.cancel();
                assertEquals(2, memory.lent.get());
            }
            assertNothingLent();
            assertEquals(4, source.stats().requestsIssued());
            assertEquals(3010, source.stats().bytesUsed());
            assertEquals(1, source.stats().retries());
            assertEquals(1, source.stats().throttles());
            // without the one in two parts; the one that was tried again was read whole by one call
            assertTrue(calibration.describe().contains("from 3 requests"), calibration.describe());
            PendingRead closed = source.start(source.plan(TWO));
            closed.close();
            assertNothingLent();
            closed.close();
            assertTrue(
                    assertThrows(IOException.class, closed::await).getMessage().contains("closed"));
            source.start(source.plan(TWO));
            source.cancel();
            assertNothingLent();
            source.start(source.plan(TWO)); // ended by the source's close
        }
        assertNothingLent();
    }

    @Test
    void failuresOfTheCallingThread() throws IOException {
        AtomicInteger reads = new AtomicInteger();
        AtomicReference<PlannedSource> closing = new AtomicReference<>();
        try (PlannedSource source = source(INLINE, a -> {
            reads.incrementAndGet();
            if (a.position == 1000) {
                throw new IOException("again");
            } else if (a.position == 60_000) {
                closing.get().cancel();
            }
            return a.honest(Integer.MAX_VALUE);
        })) {
            RangeReadException failed = assertThrows(RangeReadException.class, () -> source.read(TWO));
            assertEquals(new Range(1000, 1000), failed.range());
            assertEquals(4, reads.get(), "the first, and three times the second");
            assertEquals(2, source.stats().retries());
            assertNothingLent();

            memory.refused = lease -> memory.lent.get() == 1;
            RangeReadException noMemory = assertThrows(RangeReadException.class, () -> source.read(TWO));
            assertEquals(TWO.get(1), noMemory.range());
            assertNothingLent();
            memory.refused = lease -> false;

            closing.set(source);
            reads.set(0);
            assertTrue(assertThrows(IOException.class, () -> source.read(List.of(new Range(60_000, 3000))))
                    .getMessage()
                    .contains("closed"));
            assertEquals(1, reads.get());
            assertNothingLent();
        }
    }

    @Test
    void aCancelEndsAPause() throws Exception {
        for (StoreProfile profile : List.of(INLINE, PROFILE)) {
            AtomicInteger reads = new AtomicInteger();
            CountDownLatch failed = new CountDownLatch(1);
            try (PlannedSource source = source(profile.withRetries(new RetryPolicy(3, 3_600_000, 0, 0)), a -> {
                reads.incrementAndGet();
                failed.countDown();
                throw new IOException("again in an hour");
            })) {
                Thread canceller = new Thread(() -> {
                    try {
                        await(failed);
                        RequestThreadsTest.await(() ->
                                profile.equals(INLINE) || RequestTimer.waiting() > 0 || RequestThreads.busy() == 0);
                    } catch (IOException e) {
                        throw new AssertionError(e);
                    }
                    source.cancel();
                });
                canceller.start();
                IOException e = assertThrows(IOException.class, () -> source.read(List.of(new Range(0, 10))));
                assertFalse(e instanceof RangeReadException, e.getMessage());
                canceller.join();
                assertEquals(1, reads.get());
                nothingIsLeft();
            }
        }
    }

    /** A cancel may come between the start of the pause and the moment that the read knows of it. */
    @Test
    void aCancelEndsAPauseThatJustBegins() throws Exception {
        StoreProfile profile = PROFILE.withRetries(new RetryPolicy(3, 3_600_000, 0, 0));
        for (int round = 0; round < 300; round++) {
            try (PlannedSource source = source(profile, a -> {
                throw new IOException("again in an hour");
            })) {
                PendingRead read = source.start(source.plan(List.of(new Range(0, 10))));
                long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
                while (RequestTimer.waiting() == 0 && System.nanoTime() < deadline) {
                    Thread.onSpinWait();
                }
                read.close();
            }
        }
    }

    @Test
    void spansAreDelivered() throws IOException {
        for (StoreProfile profile : List.of(INLINE, PROFILE)) {
            try (PlannedSource source = source(profile, BAD_SECTOR)) {
                ReadPlan plan = source.plan(List.of(new Range(0, 3000), new Range(50_000, 10), new Range(60_000, 10)));
                Receiver receiver = new Receiver(plan);
                source.deliver(plan, receiver);
                RequestThreadsTest.await(() -> receiver.heard.size() == 3);
                assertTrue(receiver.heard.containsAll(List.of(0, 2)));
                assertEquals(
                        plan.spans().get(1),
                        receiver.heard.stream()
                                .filter(RangeReadException.class::isInstance)
                                .map(e -> ((RangeReadException) e).range())
                                .findAny()
                                .orElseThrow());
                nothingIsLeft();
                assertEquals(3, source.stats().rangesAsked());
                assertEquals(3020, source.stats().bytesAsked());
                assertEquals(3010, source.stats().bytesUsed());
                memory.refused = lease -> true;
                Receiver poor = new Receiver(plan);
                source.deliver(plan, poor);
                RequestThreadsTest.await(() -> poor.heard.size() == 3);
                for (Object why : poor.heard) {
                    assertTrue(assertInstanceOf(RangeReadException.class, why)
                            .getMessage()
                            .contains("no memory"));
                }
                memory.refused = lease -> false;
                source.refetch(new Range(5, 5)).close();
                assertEquals(1, source.stats().refetches());
            }
        }
    }

    /** The source may be closed before a span of a plan begins, or after its last byte. */
    @Test
    void aSpanThatIsLateFails() throws IOException {
        PlannedSource source = source(PROFILE, a -> a.honest(Integer.MAX_VALUE));
        ReadPlan plan = source.plan(List.of(new Range(0, 10)));
        Receiver receiver = new Receiver(plan);
        DeliveredSpan span = new DeliveredSpan(source.file, plan, receiver, 0);
        source.close();
        span.begin();
        assertEquals(1, receiver.heard.size());
        span.complete();
        assertEquals(2, receiver.heard.size());
        receiver.heard.forEach(why -> assertInstanceOf(IOException.class, why));
    }

    @Test
    void aRequestThatHangsAfterSomeBytesIsAbandoned() throws IOException {
        CountDownLatch over = new CountDownLatch(1);
        try (PlannedSource source = source(PROFILE.withRetries(new RetryPolicy(100, 0, 0, 100)), a -> {
            if (a.number == 1 && a.position == 500) {
                await(over);
                throw new IOException("too late");
            }
            if (a.number == 1) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(40)); // five of these are longer than 100 ms
            }
            return a.honest(100);
        })) {
            List<Range> asked = List.of(new Range(0, 900));
            try (RangeBuffers got = source.read(asked)) {
                assertBytes(asked, got);
                assertTrue(source.stats().stalls() > 0);
            } finally {
                over.countDown();
            }
        }
    }

    /** Others have use for the room, however long the store keeps its memory. */
    @Test
    void aSecondTryThatHangsGivesItsRoomBack() throws IOException {
        CountDownLatch over = new CountDownLatch(1);
        StoreProfile profile = PROFILE.withLimits(PROFILE.limits().withRequestsInFlight(64))
                .withRetries(new RetryPolicy(1, 0, 0, 100))
                .withHedging(new HedgePolicy(0, 1, 1));
        try (PlannedSource source = source(profile, a -> {
            if (a.position >= 50_000) {
                await(over);
            }
            return a.honest(Integer.MAX_VALUE);
        })) {
            source.read(List.of(new Range(0, 10))).close();
            for (int start = 50_000; source.stats().hedges() == 0; start += 1000) {
                List<Range> asked = List.of(new Range(start, 10));
                assertThrows(RangeReadException.class, () -> source.read(asked));
            }
            assertTrue(RequestThreads.abandoned() > 0);
            RequestThreadsTest.await(() -> BufferBudget.shared().bytesInFlight() == 0);
            assertTrue(RequestThreads.abandoned() > 0, "the store has not answered yet");
        } finally {
            over.countDown();
        }
    }

    /** Where the store lets one request through at a time, the first one is in the way of the second. */
    @Test
    void aSecondTryWithoutATurnIsGivenUp() throws IOException {
        StoreProfile one =
                PROFILE.withLimits(PROFILE.limits().withRequestsInFlight(1)).withHedging(new HedgePolicy(0, 1, 1));
        try (PlannedSource source = source(one, a -> {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(a.position < 50_000 ? 0 : 30));
            return a.honest(Integer.MAX_VALUE);
        })) {
            source.read(List.of(new Range(0, 10))).close();
            List<Range> asked = List.of(new Range(50_000, 10));
            try (RangeBuffers got = source.read(asked)) {
                assertBytes(asked, got);
            }
            assertEquals(0, source.stats().hedges());
            nothingIsLeft();
        }
    }

    @Test
    void theTimersOfARequestEndWithIt() throws IOException {
        StoreProfile patient =
                PROFILE.withRetries(new RetryPolicy(1, 0, 0, 3_600_000)).withHedging(new HedgePolicy(1, 1, 1));
        try (PlannedSource source = source(patient, a -> a.honest(Integer.MAX_VALUE))) {
            source.file.counters().serviceTimes.record(TimeUnit.HOURS.toNanos(1));
            source.read(List.of(new Range(0, 10))).close();
            assertEquals(0, RequestTimer.waiting());
        }
    }

    /** One request at a time: first come, first served, and what failed comes before what waits. */
    @Test
    void requestsKeepTheirOrder() throws Exception {
        CountDownLatch open = new CountDownLatch(1);
        CountDownLatch entered = new CountDownLatch(1);
        List<Long> order = Collections.synchronizedList(new ArrayList<>());
        StoreProfile one = PROFILE.withLimits(PROFILE.limits().withRequestsInFlight(1));
        try (PlannedSource source = source(one, a -> {
            order.add(a.position);
            entered.countDown();
            await(open);
            if (a.position == 1000 && a.number == 1) {
                throw new IOException("once");
            }
            return a.honest(Integer.MAX_VALUE);
        })) {
            PendingRead first = source.start(source.plan(List.of(new Range(0, 3000))));
            PendingRead cancelled = source.start(source.plan(List.of(new Range(10_000, 3000))));
            PendingRead last = source.start(source.plan(List.of(new Range(20_000, 2000))));
            await(entered);
            assertFalse(first.isDone());
            cancelled.close();
            assertTrue(cancelled.isDone());
            open.countDown();
            try (RangeBuffers got = last.await();
                    RangeBuffers before = first.await()) {
                assertEquals(Seeds.slice(FILE, new Range(20_000, 2000)), got.buffer(0));
                assertEquals(Seeds.slice(FILE, new Range(0, 3000)), before.buffer(0));
            }
            assertEquals(List.of(0L, 1000L, 1000L, 2000L, 20_000L, 21_000L), order);
            assertEquals(3 + 3 + 2, source.stats().requestsIssued());
        }
    }

    /** As many at once as the limit of bytes allows, and no more. */
    @Test
    void bytesAtOnceAreLimited() throws IOException {
        for (int bytes : new int[] {1999, 2000}) {
            int most = bytes / 1000;
            AtomicInteger running = new AtomicInteger();
            AtomicInteger longest = new AtomicInteger();
            CountDownLatch together = new CountDownLatch(most);
            StoreProfile profile =
                    PROFILE.withLimits(PROFILE.limits().withRequestsInFlight(8).withBytesInFlight(bytes));
            try (PlannedSource source = source(profile, a -> {
                longest.accumulateAndGet(running.incrementAndGet(), Math::max);
                together.countDown();
                await(together);
                LockSupport.parkNanos(
                        TimeUnit.MILLISECONDS.toNanos(2)); // so that another, if it may run, does meanwhile
                int got = a.honest(Integer.MAX_VALUE);
                running.decrementAndGet();
                return got;
            })) {
                source.read(List.of(new Range(0, 8000))).close();
            }
            assertEquals(most, longest.get());
        }
    }

    private static StoreProfile hedging() {
        return PROFILE.withLimits(PROFILE.limits().withRequestsInFlight(64))
                .withRetries(new RetryPolicy(1, 0, 0, 0))
                .withHedging(new HedgePolicy(0.5, 10, 1));
    }

    /**
     * Reads spans of which the first try of a request hangs, until its second try, the hedge, has brought the bytes. On a busy
     * machine a hedge may come first, and hang in its place.
     */
    private void hedged(FaultyReader.Script second, int length) throws IOException {
        CountDownLatch open = new CountDownLatch(1);
        long place = length > 1000 ? 1000 : 0;
        try (PlannedSource source = source(hedging(), a -> {
            boolean isSlow = a.position >= 20_000 && a.position % 5000 == place;
            if (isSlow && a.number == 1) {
                await(open);
                a.target.put((byte) 0);
                throw new IOException("too late");
            } else if (a.position < 20_000) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
            }
            return isSlow ? second.read(a) : a.honest(Integer.MAX_VALUE);
        })) {
            for (int i = 0; i < 20; i++) {
                source.read(List.of(new Range(i * 1000L, 1000))).close();
            }
            boolean hasWon = false;
            for (long at = 20_000; at < FILE.length && !hasWon; at += 5000) {
                long won = source.stats().hedgesWon();
                List<Range> asked = List.of(new Range(at, length), new Range(at + 4000, 10));
                try (RangeBuffers got = source.read(asked)) {
                    hasWon = source.stats().hedgesWon() > won;
                    assertBytes(asked, got);
                    if (hasWon) {
                        open.countDown();
                        RequestThreadsTest.await(() -> memory.lent.get() == asked.size());
                        assertBytes(asked, got);
                    }
                }
            }
            assertTrue(hasWon);
            assertEquals(0, source.stats().retries());
            assertTrue(source.stats().hedges() >= source.stats().hedgesWon());
        } finally {
            open.countDown();
        }
    }

    @Test
    void aHedgeBringsASpan() throws IOException {
        hedged(a -> a.honest(300), 1000);
    }

    /** The first try may still write to the span: its other requests are copied. */
    @Test
    void aHedgeBringsAPartOfASpan() throws IOException {
        hedged(a -> a.honest(300), 3000);
    }

    /** Memory for the copy is refused: the read fails, and all is given back. */
    @Test
    void aSpanThatCanNotBeCopiedFails() {
        FaultyReader.Script second = a -> {
            int leases = memory.leases.get();
            memory.refused = lease -> lease == leases + 1;
            return a.honest(Integer.MAX_VALUE);
        };
        IOException e = assertThrows(IOException.class, () -> hedged(second, 3000));
        assertTrue(e.getMessage().contains("no memory"), e.getMessage());
    }

    /** An open source keeps nothing of reads that were taken, have failed or were cancelled. */
    @Test
    void readsThatHaveEndedAreForgotten() throws IOException {
        for (StoreProfile profile : List.of(INLINE, PROFILE)) {
            try (PlannedSource source = source(profile, BAD_SECTOR)) {
                for (int offset : new int[] {0, 50_000, -1}) {
                    WeakReference<PendingRead> ended = ended(source, offset);
                    RequestThreadsTest.await(() -> {
                        System.gc();
                        return ended.get() == null;
                    });
                }
            }
        }
    }

    /** A read of some bytes that has ended; if the offset is negative, by a cancel. */
    private static WeakReference<PendingRead> ended(PlannedSource source, int offset) throws IOException {
        PendingRead read = source.start(source.plan(List.of(new Range(Math.max(0, offset), 10))));
        if (offset >= 0) {
            try (RangeBuffers got = read.await()) {
                assertEquals(0, offset);
                assertEquals(10, got.buffer(0).remaining());
            } catch (RangeReadException e) {
                assertEquals(offset, e.range().offset());
            }
        } else {
            read.close();
        }
        return new WeakReference<>(read);
    }

    @Test
    void memoryThatIsRefusedFailsTheRead() throws IOException {
        try (PlannedSource source = source(PROFILE, a -> a.honest(Integer.MAX_VALUE))) {
            memory.refused = lease -> lease == 2;
            RangeReadException e = assertThrows(RangeReadException.class, () -> source.read(TWO));
            assertEquals(TWO.get(1), e.range());
            assertNothingLent();
            assertEquals(0, source.stats().requestsIssued());
            source.read(TWO).close();
        }
    }
}
