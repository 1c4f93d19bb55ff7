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

import dev.stoa.vio.BufferAllocator;
import dev.stoa.vio.PendingRead;
import dev.stoa.vio.Range;
import dev.stoa.vio.RangeBuffers;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.ReadPlan;
import dev.stoa.vio.ReadStats;
import dev.stoa.vio.RequestLimits;
import dev.stoa.vio.SpanReceiver;
import dev.stoa.vio.StoreProfile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A source over a positional reader: plans, runs and counts the reads of a file. */
public final class PlannedSource implements RangeSource {

    final StoreFile file;

    public PlannedSource(StoreFile file) {
        this.file = file;
    }

    @Override
    public String id() {
        return file.id();
    }

    @Override
    public long length() {
        return file.length();
    }

    @Override
    public StoreProfile profile() {
        return withinBudget(file.profile());
    }

    @Override
    public ReadStats stats() {
        return file.counters().snapshot();
    }

    @Override
    public ReadPlan plan(List<Range> ranges) throws IOException {
        return RangeSource.super.plan(ranges).cut(file.reader().blockBytes());
    }

    /** With little memory, a plan reads fewer unrequested bytes. */
    private StoreProfile withinBudget(StoreProfile planned) {
        RequestLimits limits = planned.limits();
        long most = Math.max(limits.largestRequest(), file.budget().limit());
        return most < limits.bytesInFlight() ? planned.withLimits(limits.withBytesInFlight(most)) : planned;
    }

    @Override
    public PendingRead start(ReadPlan plan) throws IOException {
        check(plan);
        long taken = takeInline(plan);
        if (taken == 0 && !plan.requests().isEmpty()) {
            AwaitedRead read = new AwaitedRead(file, plan);
            file.register(read.read());
            count(plan);
            read.read().begin();
            return read;
        }
        try {
            InlineRead read = new InlineRead(file, plan, lease(plan));
            count(plan);
            read.run();
            return read;
        } finally {
            file.budget().give(taken);
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
                    InlineRead.deliver(file, parts.get(span), receiver, span);
                } else {
                    new DeliveredSpan(file, parts.get(span), receiver, span).begin();
                }
            }
        } finally {
            file.budget().give(taken);
        }
    }

    /** Takes room for a read by the thread that starts it, if that is planned and the budget has room at once; else returns 0. */
    private long takeInline(ReadPlan plan) {
        return plan.isInline() ? file.budget().tryTake(plan.bytesToRead()) : 0;
    }

    private void check(ReadPlan plan) throws IOException {
        if (plan.fileLength() != file.length()) {
            throw new IllegalArgumentException(
                    file.id() + " has " + file.length() + " bytes, but the plan is for a file of " + plan.fileLength());
        }
        file.checkOpen(); // before memory is leased
    }

    private void count(ReadPlan plan) {
        file.counters().rangesAsked.add(plan.asked().size());
        file.counters().bytesAsked.add(plan.bytesAsked());
        if (!plan.requests().isEmpty()) {
            file.counters().roundTrips.increment();
            file.counters().merges.add(plan.merges());
            file.counters().splits.add(plan.requests().size() - plan.spans().size());
        }
    }

    /** Leases memory for each span of the plan, or for none. */
    private List<BufferAllocator.Lease> lease(ReadPlan plan) throws IOException {
        List<BufferAllocator.Lease> leases = new ArrayList<>(plan.spans().size());
        try {
            for (Range span : plan.spans()) {
                leases.add(file.allocator().allocate(span.length()));
            }
            return leases;
        } catch (RuntimeException | Error e) {
            leases.forEach(BufferAllocator.Lease::release);
            throw ReadFailure.noMemory(plan.spans().get(leases.size()), plan, e).toException(file.id(), plan);
        }
    }

    @Override
    public RangeBuffers refetch(Range range) throws IOException {
        file.counters().refetches.increment();
        return read(List.of(range));
    }

    @Override
    public void cancel() {
        file.cancel();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    @Override
    public String toString() {
        return file.toString();
    }
}
