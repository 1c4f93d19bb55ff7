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
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.vio.internal.request.PlannedSource;
import dev.stoa.vio.internal.request.StoreFile;
import dev.stoa.vio.internal.request.Throttle;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * Some readers that share a store that fails, and a budget that may be small. All that happens comes from a seed, but for
 * the order in which threads run.
 */
public final class ChaosWorld implements Runnable {

    /** How reads ended, in all worlds. */
    public static final class Outcomes {
        final LongAdder right = new LongAdder();
        final LongAdder failed = new LongAdder();
        final LongAdder changed = new LongAdder();
        final LongAdder cancelled = new LongAdder();
        final LongAdder interrupted = new LongAdder();
        final LongAdder repaired = new LongAdder();
        final LongAdder delivered = new LongAdder();
        final LongAdder waitedForRoom = new LongAdder();

        public void assertAll() {
            for (LongAdder outcome :
                    List.of(right, failed, changed, cancelled, interrupted, repaired, delivered, waitedForRoom)) {
                assertTrue(outcome.sum() > 0, toString());
            }
        }

        @Override
        public String toString() {
            return right + " reads right (" + delivered + " spans delivered, " + repaired
                    + " ranges repaired by a refetch), "
                    + failed + " failed (" + changed + " of a changed file), " + cancelled + " cancelled, "
                    + interrupted
                    + " interrupted; " + waitedForRoom + " waited for room";
        }
    }

    private static final byte[] FILE = Seeds.bytes(new Random(7), 1 << 16);
    private static final int MAX_READS = 5;

    private final long seed;
    private final Outcomes outcomes;
    private final ChaosStore store;
    private final CheckedMemory memory;
    private final BufferBudget budget;
    private final PlannedSource source;
    private final int readers;
    private final int stallMillis;
    private final boolean isDisturbed;
    private volatile Throwable failure;

    public ChaosWorld(long seed, Outcomes outcomes) {
        this.seed = seed;
        this.outcomes = outcomes;
        Random random = new Random(seed);
        stallMillis = 3 + random.nextInt(10);
        store = new ChaosStore(FILE, new Random(random.nextLong()), stallMillis);
        memory = new CheckedMemory(random);
        budget = new BufferBudget(
                random.nextInt(3) == 0 ? 1L << 30 : 1L + random.nextInt(1 << (4 + random.nextInt(13))));
        readers = 1 + random.nextInt(4);
        isDisturbed = random.nextInt(3) == 0;
        StoreProfile profile = profile(random);
        StoreCalibration learning = StoreCalibration.learning("chaos", profile.costs());
        StoreFile.Store access = new StoreFile.Store(profile, learning, new Throttle());
        source = new PlannedSource(
                new StoreFile("chaos", FILE.length, access, memory, budget, store, random.nextLong()));
    }

    private StoreProfile profile(Random random) {
        StoreProfile profile = Seeds.profile(random);
        RequestLimits limits = profile.limits();
        int largest = Math.max(limits.largestRequest(), 1 << 10);
        limits = limits.withLargestRequest(largest).withBytesInFlight(largest + (long) random.nextInt(1 << 18));
        if (random.nextInt(3) == 0) { // who waits reads
            return profile.withCosts(Seeds.costsOfGap(random.nextInt(60)))
                    .withLimits(limits.withInlineBytes(1 << random.nextInt(18)))
                    .withRetries(new RetryPolicy(1 + random.nextInt(5), random.nextInt(2), random.nextDouble(), 0));
        }
        int patience = store.isHealthy() ? 60_000 : stallMillis; // a thread may have to wait for a processor
        return profile.withLimits(limits)
                .withRetries(new RetryPolicy(1 + random.nextInt(5), random.nextInt(2), random.nextDouble(), patience))
                .withHedging(
                        random.nextBoolean()
                                ? HedgePolicy.OFF
                                : new HedgePolicy(random.nextDouble(), 1 + random.nextInt(5), random.nextDouble()));
    }

    @Override
    public void run() {
        List<Thread> threads = new ArrayList<>();
        Random random = new Random(seed + 1);
        for (int i = 0; i < readers; i++) {
            Random mine = new Random(random.nextLong());
            threads.add(new Thread(() -> guarded(() -> readSome(mine)), "reader-" + seed));
        }
        threads.forEach(Thread::start);
        if (isDisturbed) {
            disturb(random, threads);
        }
        for (Thread thread : threads) {
            join(thread);
        }
        guarded(source::close);
        if (failure != null) {
            throw new AssertionError(failure);
        }
    }

    /** Does something that may throw anything. */
    private interface Step {
        void run() throws Exception;
    }

    private void guarded(Step step) {
        try {
            step.run();
        } catch (Throwable e) {
            failure = e;
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError("the world was given up", e);
        }
    }

    private void disturb(Random random, List<Thread> threads) {
        LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(random.nextInt(3000)));
        switch (random.nextInt(3)) {
            case 0 -> source.cancel();
            case 1 -> guarded(source::close);
            default -> threads.get(random.nextInt(threads.size())).interrupt();
        }
    }

    private void readSome(Random random) throws Exception {
        List<RangeBuffers> held = new ArrayList<>();
        try {
            for (int i = 0; i <= random.nextInt(MAX_READS); i++) {
                List<Range> asked = Seeds.ranges(random, FILE.length);
                boolean mayFail = !store.isHealthy() || isDisturbed;
                try {
                    if (random.nextInt(4) == 0) {
                        deliver(asked, mayFail);
                    } else {
                        read(asked, random, held);
                    }
                } catch (IOException e) {
                    judge(e, mayFail);
                }
            }
        } finally {
            held.forEach(RangeBuffers::close);
        }
    }

    /** Starts one or two reads, awaits the last first, and holds results while it reads on. */
    private void read(List<Range> asked, Random random, List<RangeBuffers> held) throws IOException {
        try (PendingRead first = source.start(source.plan(asked));
                PendingRead second = source.start(source.plan(asked.subList(0, asked.size() / 2)))) {
            if (budget.waiting() > 0) {
                outcomes.waitedForRoom.increment();
            }
            if (random.nextInt(10) == 0) {
                return; // both are cancelled
            }
            RangeBuffers half = second.await();
            held.add(half);
            RangeBuffers all = first.await();
            held.add(all);
            check(asked, all);
            check(asked.subList(0, half.count()), half);
            outcomes.right.increment();
        }
    }

    private void check(List<Range> asked, RangeBuffers got) throws IOException {
        assertEquals(asked.size(), got.count());
        for (int i = 0; i < got.count(); i++) {
            Range range = asked.get(i);
            if (!Seeds.slice(FILE, range).equals(got.buffer(i))) {
                assertTrue(store.has(ChaosStore.Fault.CORRUPT), "wrong bytes in " + range);
                refetch(range);
            }
        }
    }

    private void refetch(Range range) throws IOException {
        try (RangeBuffers again = source.refetch(range)) {
            if (Seeds.slice(FILE, range).equals(again.buffer(0))) {
                outcomes.repaired.increment();
            }
        }
    }

    private void judge(IOException e, boolean mayFail) {
        boolean othersHang = e.getMessage().contains("stores that do not answer"); // those of other worlds
        assertTrue(mayFail || othersHang, () -> "the store is healthy: " + e);
        if (e instanceof InterruptedIOException) {
            assertTrue(isDisturbed);
            Thread.interrupted();
            outcomes.interrupted.increment();
        } else if (e instanceof RangeReadException named) {
            assertEquals("chaos", named.file());
            Range range = named.range();
            assertTrue(range.length() > 0 && range.end() <= FILE.length, e.getMessage());
            assertTrue(named.getCause() instanceof IOException, "the cause is the store's: " + named.getCause());
            outcomes.failed.increment();
            if (named.getCause() instanceof ChangedFileException) {
                outcomes.changed.increment();
            }
        } else {
            assertTrue(isDisturbed && e.getMessage().contains("closed"), e.toString());
            outcomes.cancelled.increment();
        }
    }

    /** Reads span by span. */
    private void deliver(List<Range> asked, boolean mayFail) throws Exception {
        ReadPlan plan = source.plan(asked);
        CountDownLatch reports = new CountDownLatch(plan.spans().size());
        source.deliver(plan, new SpanReceiver() {
            @Override
            public BufferAllocator.Lease allocate(int span) {
                return memory.allocate(plan.spans().get(span).length());
            }

            @Override
            public void spanRead(int span, ByteBuffer bytes) {
                guarded(() -> assertTrue(
                        Seeds.slice(FILE, plan.spans().get(span)).equals(bytes) || store.has(ChaosStore.Fault.CORRUPT),
                        "wrong bytes in a span"));
                outcomes.delivered.increment();
                reports.countDown();
            }

            @Override
            public void spanFailed(int span, IOException why) {
                guarded(() -> judge(why, mayFail));
                reports.countDown();
            }
        });
        while (reports.getCount() > 0) {
            try {
                reports.await();
            } catch (InterruptedException e) {
                outcomes.interrupted.increment();
            }
        }
    }

    public ReadStats stats() {
        return source.stats();
    }

    /** Whether nothing is left of it. */
    public boolean isQuiet() {
        return memory.lent() == 0 && budget.bytesInFlight() == 0 && budget.waiting() == 0 && !store.isBusy();
    }

    public String misuse() {
        return memory.misuse();
    }

    @Override
    public String toString() {
        return "world " + seed + " (" + readers + " readers, " + budget + ", " + source.profile() + ", " + store + ", "
                + memory.lent() + " leases out)";
    }
}
