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

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A source over a positional reader: plans, runs, retries and counts. */
final class PlannedSource implements RangeSource {

    /** Most request threads of a near store, beside the thread that waits: more could not run at once. */
    private static final int CREW = Math.max(1, Runtime.getRuntime().availableProcessors() - 1);

    private final String id;
    private final long length;
    private final StoreProfile profile;
    private final StoreCalibration calibration;
    private final BufferAllocator allocator;
    private final BufferBudget budget;
    private final PositionalReader reader;
    private final boolean near;
    private final RequestQueue queue;
    private final Backoff backoff;
    private final Counters counters = new Counters();
    private final Hedging hedging;
    private final Set<OpenRead> open = new HashSet<>(); // guarded by this
    private boolean closed; // guarded by this

    /**
     * Makes a source.
     *
     * @param throttle of the store
     * @param seed of the pauses before retries
     */
    PlannedSource(
            String id,
            long length,
            StoreProfile profile,
            StoreCalibration calibration,
            Throttle throttle,
            BufferAllocator allocator,
            BufferBudget budget,
            PositionalReader reader,
            long seed) {
        this.id = id;
        this.length = length;
        this.profile = profile;
        this.calibration = calibration;
        this.allocator = allocator;
        this.budget = budget;
        this.reader = reader;
        this.near = CostModel.isNear(profile);
        this.queue = new RequestQueue(profile.limits(), near ? CREW : Integer.MAX_VALUE, throttle);
        this.backoff = new Backoff(profile.retries(), seed);
        this.hedging = new Hedging(profile.hedging(), counters);
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public StoreProfile profile() {
        StoreCosts costs = calibration.costs();
        return withinBudget(costs.equals(profile.costs()) ? profile : profile.withCosts(costs));
    }

    @Override
    public ReadStats stats() {
        return counters.snapshot();
    }

    Counters counters() {
        return counters;
    }

    PositionalReader reader() {
        return reader;
    }

    RequestQueue queue() {
        return queue;
    }

    BufferAllocator allocator() {
        return allocator;
    }

    BufferBudget budget() {
        return budget;
    }

    Backoff backoff() {
        return backoff;
    }

    Hedging hedging() {
        return hedging;
    }

    /** A read is waited for: the thread that waits takes part, if requests are about as quick as threads. */
    void help(RunningRead read) {
        if (near) {
            queue.help(read);
        }
    }

    /** A request of a read by the thread that asked was read whole by one call of the store. */
    void observe(int bytes, long nanos) {
        calibration.observe(bytes, nanos);
    }

    /** A request was read whole by one attempt. */
    void answered(int bytes, long nanos) {
        counters.serviceTimes.record(nanos);
        calibration.observe(bytes, nanos);
        queue.succeeded();
        if (near && CostModel.isSlow(profile.costs(), bytes, nanos)) {
            queue.slow();
        }
    }

    @Override
    public ReadPlan plan(List<Range> ranges) throws IOException {
        return RangeSource.super.plan(ranges).cut(reader.blockBytes());
    }

    /** Who has little memory reads less that nobody asked for. */
    private StoreProfile withinBudget(StoreProfile planned) {
        RequestLimits limits = planned.limits();
        long most = Math.max(limits.largestRequest(), budget.limit());
        return most < limits.bytesInFlight() ? planned.withLimits(limits.withBytesInFlight(most)) : planned;
    }

    @Override
    public PendingRead start(ReadPlan plan) throws IOException {
        check(plan);
        long taken = takeInline(plan);
        if (taken == 0 && !plan.requests().isEmpty()) {
            AwaitedRead read = new AwaitedRead(this, plan);
            register(read.read());
            count(plan);
            read.read().begin();
            return read;
        }
        try {
            InlineRead read = new InlineRead(this, plan, lease(plan));
            count(plan);
            read.run();
            return read;
        } finally {
            budget.give(taken);
        }
    }

    @Override
    public void deliver(ReadPlan plan, SpanReceiver receiver) throws IOException {
        check(plan);
        count(plan);
        long taken = takeInline(plan);
        try {
            List<ReadPlan> parts = plan.bySpan();
            for (int span = 0; span < parts.size(); span++) {
                if (taken > 0) {
                    InlineRead.deliver(this, parts.get(span), receiver, span);
                } else {
                    new DeliveredSpan(this, parts.get(span), receiver, span).begin();
                }
            }
        } finally {
            budget.give(taken);
        }
    }

    /** Takes room for a read by the thread that starts it, if that is planned and there is room at once; else 0. */
    private long takeInline(ReadPlan plan) {
        return plan.isInline() ? budget.tryTake(plan.bytesToRead()) : 0;
    }

    private void check(ReadPlan plan) throws IOException {
        if (plan.fileLength() != length) {
            throw new IllegalArgumentException(
                    id + " has " + length + " bytes, but the plan is for a file of " + plan.fileLength());
        }
        checkOpen(); // before memory is leased
    }

    private void count(ReadPlan plan) {
        counters.rangesAsked.add(plan.asked().size());
        counters.bytesAsked.add(plan.bytesAsked());
        if (!plan.requests().isEmpty()) {
            counters.roundTrips.increment();
            counters.merges.add(plan.merges());
            counters.splits.add(plan.requests().size() - plan.spans().size());
        }
    }

    /** Leases memory for each span of the plan, or for none. */
    private List<BufferAllocator.Lease> lease(ReadPlan plan) throws IOException {
        List<BufferAllocator.Lease> leases = new ArrayList<>(plan.spans().size());
        try {
            for (Range span : plan.spans()) {
                leases.add(allocator.allocate(span.length()));
            }
            return leases;
        } catch (RuntimeException | Error e) {
            leases.forEach(BufferAllocator.Lease::release);
            throw ReadFailure.noMemory(plan.spans().get(leases.size()), plan, e).toException(id, plan);
        }
    }

    /** A read begins: closing this source will cancel it. */
    synchronized void register(OpenRead read) throws IOException {
        checkOpen();
        open.add(read);
    }

    /** A read has been handed over, has failed or was cancelled: closing this source does not concern it any more. */
    synchronized void unregister(OpenRead read) {
        open.remove(read);
    }

    private synchronized void checkOpen() throws IOException {
        if (closed) {
            throw new IOException(id + ": closed");
        }
    }

    @Override
    public RangeBuffers refetch(Range range) throws IOException {
        counters.refetches.increment();
        return read(List.of(range));
    }

    @Override
    public void cancel() {
        List<OpenRead> unfinished;
        synchronized (this) {
            unfinished = List.copyOf(open);
        }
        unfinished.forEach(OpenRead::cancel);
    }

    @Override
    public void close() throws IOException {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        cancel();
        reader.close();
    }

    @Override
    public String toString() {
        return id + " (" + length + " bytes, " + profile.name() + ")";
    }
}
