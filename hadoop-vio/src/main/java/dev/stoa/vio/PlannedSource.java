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

    private final String id;
    private final long length;
    private final StoreProfile profile;
    private final BufferAllocator allocator;
    private final PositionalReader reader;
    private final RequestQueue queue;
    private final Counters counters = new Counters();
    private final Set<RunningRead> running = new HashSet<>();
    private boolean closed;

    PlannedSource(String id, long length, StoreProfile profile, BufferAllocator allocator, PositionalReader reader) {
        this.id = id;
        this.length = length;
        this.profile = profile;
        this.allocator = allocator;
        this.reader = reader;
        this.queue = new RequestQueue(profile.limits().requestsInFlight());
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
        return profile;
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

    @Override
    public PendingRead start(ReadPlan plan) throws IOException {
        check(plan); // before memory is leased
        RunningRead read = new RunningRead(this, plan, lease(plan));
        if (!register(read)) {
            read.close();
            checkOpen();
        }
        count(plan);
        read.begin(isInline(plan));
        return read;
    }

    @Override
    public void deliver(ReadPlan plan, SpanReceiver receiver) throws IOException {
        check(plan);
        count(plan);
        boolean inline = isInline(plan);
        List<ReadPlan> parts = plan.bySpan();
        for (int span = 0; span < parts.size(); span++) {
            BufferAllocator.Lease lease;
            try {
                lease = receiver.allocate(span);
            } catch (RuntimeException | OutOfMemoryError e) {
                receiver.spanFailed(span, noMemory(plan.spans().get(span), plan, e));
                continue;
            }
            RunningRead read = new RunningRead(this, parts.get(span), lease, receiver, span);
            if (register(read)) {
                read.begin(inline);
            } else {
                read.close();
            }
        }
    }

    private void check(ReadPlan plan) throws IOException {
        if (plan.fileLength() != length) {
            throw new IllegalArgumentException(
                    id + " has " + length + " bytes, but the plan is for a file of " + plan.fileLength());
        }
        checkOpen();
    }

    private void count(ReadPlan plan) {
        counters.rangesAsked.add(plan.asked().size());
        counters.bytesAsked.add(plan.bytesAsked());
        if (!plan.requests().isEmpty()) {
            counters.roundTrips.increment();
        }
    }

    private boolean isInline(ReadPlan plan) {
        return plan.bytesToRead() <= profile.limits().inlineBytes();
    }

    private RangeReadException noMemory(Range span, ReadPlan plan, Throwable cause) {
        return new RangeReadException(
                id,
                span,
                "no memory left for a read of " + plan.bytesToRead()
                        + " bytes in all; close results of earlier reads, or read less at once",
                cause);
    }

    /** Leases memory for each span of the plan, or for none. */
    private List<BufferAllocator.Lease> lease(ReadPlan plan) throws IOException {
        List<BufferAllocator.Lease> leases = new ArrayList<>(plan.spans().size());
        boolean complete = false;
        try {
            for (Range span : plan.spans()) {
                try {
                    leases.add(allocator.allocate(span.length()));
                } catch (OutOfMemoryError e) {
                    throw noMemory(span, plan, e);
                }
            }
            complete = true;
            return leases;
        } finally {
            if (!complete) {
                leases.forEach(BufferAllocator.Lease::release);
            }
        }
    }

    private synchronized boolean register(RunningRead read) {
        return !closed && running.add(read);
    }

    /** A read has been handed over, has failed or was cancelled: closing this source does not concern it any more. */
    synchronized void unregister(RunningRead read) {
        running.remove(read);
    }

    private synchronized void checkOpen() throws IOException {
        if (closed) {
            throw new IOException(id + ": closed");
        }
    }

    @Override
    public void cancel() {
        List<RunningRead> unfinished;
        synchronized (this) {
            unfinished = List.copyOf(running);
        }
        unfinished.forEach(RunningRead::close);
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
