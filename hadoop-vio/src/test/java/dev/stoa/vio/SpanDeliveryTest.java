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

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Reads whose spans are delivered one by one. */
@Timeout(300)
class SpanDeliveryTest {

    private static final byte[] FILE = Seeds.bytes(new Random(2), 100_000);
    private static final StoreProfile PROFILE = StoreProfile.local()
            .withCosts(Seeds.costsOfGap(0))
            .withLimits(StoreProfile.local().limits().withLargestRequest(1000).withInlineBytes(0))
            .withRetries(StoreProfile.local().retries().withAttempts(1, 0));

    /** Keeps a copy of each span, or its failure, and counts what it hears and what is given back. */
    private static final class Recorder implements SpanReceiver {

        private final ReadPlan plan;
        private final CountDownLatch reported;
        private final AtomicReferenceArray<Object> outcome;
        private final AtomicIntegerArray reports;
        private final AtomicIntegerArray releases;

        Recorder(ReadPlan plan) {
            int spans = plan.spans().size();
            this.plan = plan;
            this.reported = new CountDownLatch(spans);
            this.outcome = new AtomicReferenceArray<>(spans);
            this.reports = new AtomicIntegerArray(spans);
            this.releases = new AtomicIntegerArray(spans);
        }

        @Override
        public BufferAllocator.Lease allocate(int span) {
            BufferAllocator.Lease pooled =
                    BufferAllocator.pooled().allocate(plan.spans().get(span).length());
            return new BufferAllocator.Lease() {
                @Override
                public ByteBuffer buffer() {
                    return pooled.buffer();
                }

                @Override
                public void release() {
                    assertEquals(1, reports.get(span), "given back after the report");
                    releases.incrementAndGet(span);
                    pooled.release();
                }
            };
        }

        @Override
        public void spanRead(int span, ByteBuffer bytes) {
            ByteBuffer copy = ByteBuffer.allocate(bytes.remaining()).put(bytes).flip();
            report(span, copy);
        }

        @Override
        public void spanFailed(int span, IOException why) {
            report(span, why);
        }

        private void report(int span, Object what) {
            outcome.set(span, what);
            reports.incrementAndGet(span);
            reported.countDown();
        }

        /** Waits for all reports and returns how many failed; checks that the others are right. */
        int await() throws InterruptedException {
            reported.await();
            int failed = 0;
            for (int span = 0; span < reports.length(); span++) {
                assertEquals(1, reports.get(span), "reports of span " + span);
                if (outcome.get(span) instanceof IOException) {
                    failed++;
                } else {
                    assertEquals(Seeds.slice(FILE, plan.spans().get(span)), outcome.get(span));
                }
            }
            return failed;
        }

        /** Waits until all memory is back, then checks that it came once. */
        void awaitReleases() {
            Leaks.assertNone();
            for (int span = 0; span < reports.length(); span++) {
                assertEquals(1, releases.get(span), "releases of span " + span);
            }
        }
    }

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

    @Test
    @Tag("slow")
    void eachSpanIsReportedOnceRightOrNamed() throws Exception {
        Random random = Seeds.random("eachSpanIsReportedOnceRightOrNamed");
        int failed = 0;
        for (int run = 0; run < 100; run++) {
            long bad = random.nextInt(FILE.length);
            FaultyReader.Script script = a -> {
                if (a.position <= bad && bad < a.position + a.target.remaining()) {
                    throw new IOException("bad sector at " + bad);
                }
                return a.honest(1 << 12);
            };
            try (RangeSource source = source(Seeds.profile(random), script)) {
                List<Range> asked = Seeds.ranges(random, FILE.length);
                ReadPlan plan = source.plan(asked);
                Recorder recorder = new Recorder(plan);
                source.deliver(plan, recorder);
                failed += recorder.await();
                for (int span = 0; span < plan.spans().size(); span++) {
                    Range range = plan.spans().get(span);
                    boolean isBad = range.offset() <= bad && bad < range.end();
                    assertEquals(isBad, recorder.outcome.get(span) instanceof RangeReadException, "span " + range);
                }
                assertEquals(asked.size(), source.stats().rangesAsked());
                assertEquals(plan.requests().isEmpty() ? 0 : 1, source.stats().roundTrips());
                recorder.awaitReleases();
            }
        }
        assertTrue(failed > 0, "the faults must matter");
    }

    @Test
    void cancelFailsWhatIsNotDeliveredAtOnce() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch open = new CountDownLatch(1);
        FaultyReader.Script script = a -> {
            if (a.position >= 50_000) {
                if (a.position < 90_000) {
                    entered.countDown(); // of the second span, not of the third
                }
                try {
                    open.await();
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
            }
            return a.honest(Integer.MAX_VALUE);
        };
        try (RangeSource source = source(PROFILE, script)) {
            ReadPlan plan = source.plan(List.of(new Range(0, 900), new Range(60_000, 5000), new Range(90_000, 10)));
            Recorder recorder = new Recorder(plan);
            source.deliver(plan, recorder);
            entered.await();
            while (recorder.reports.get(0) == 0) {
                Thread.onSpinWait();
            }
            source.cancel();
            assertEquals(2, recorder.await(), "though requests still run");
            assertInstanceOf(IOException.class, recorder.outcome.get(1));
            assertFalse(recorder.outcome.get(1) instanceof RangeReadException);
            assertEquals(0, recorder.releases.get(1), "a request still writes to it");
            open.countDown();
            recorder.awaitReleases();
            // and is open as before
            Recorder again = new Recorder(plan);
            source.deliver(plan, again);
            assertEquals(0, again.await());
        }
    }

    @Test
    void memoryThatTheReceiverLacksFailsThatSpanOnly() throws Exception {
        try (RangeSource source = source(PROFILE, a -> a.honest(Integer.MAX_VALUE))) {
            ReadPlan plan = source.plan(List.of(new Range(0, 10), new Range(100, 10), new Range(200, 10)));
            Recorder recorder = new Recorder(plan);
            source.deliver(plan, new SpanReceiver() {
                @Override
                public BufferAllocator.Lease allocate(int span) {
                    if (span == 1) {
                        throw new IllegalStateException("none for this one");
                    }
                    return recorder.allocate(span);
                }

                @Override
                public void spanRead(int span, ByteBuffer bytes) {
                    recorder.spanRead(span, bytes);
                }

                @Override
                public void spanFailed(int span, IOException why) {
                    recorder.spanFailed(span, why);
                }
            });
            assertEquals(1, recorder.await());
            RangeReadException e = assertInstanceOf(RangeReadException.class, recorder.outcome.get(1));
            assertEquals(new Range(100, 10), e.range());
        }
    }

    @Test
    void aClosedSourceDeliversNothing() throws Exception {
        RangeSource source = source(PROFILE, a -> a.honest(Integer.MAX_VALUE));
        ReadPlan plan = source.plan(List.of(new Range(0, 10)));
        Recorder recorder = new Recorder(plan);
        source.close();
        assertThrows(IOException.class, () -> source.deliver(plan, recorder));
        assertEquals(0, recorder.reports.get(0));
    }
}
