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
import dev.stoa.vio.ReadPlan;
import dev.stoa.vio.SpanReceiver;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A small read of a near store, by the thread that starts it. Sources that watch requests for stalls, or send them twice,
 * have none. Otherwise it works as on request threads: short reads go on, failed requests are tried again, a cancel ends it.
 */
final class InlineRead implements PendingRead, OpenRead {

    private enum State {
        READING,
        COMPLETE,
        TAKEN,
        FAILED
    }

    private final StoreFile file;
    private final ReadPlan plan;
    private final List<BufferAllocator.Lease> leases;

    private State state = State.READING; // guarded by this
    private ReadFailure failure; // guarded by this; set while READING it asks the reading thread to end
    private boolean interrupted; // by the reading thread only, before it ends

    /** Takes over memory for each span of the plan. */
    InlineRead(StoreFile file, ReadPlan plan, List<BufferAllocator.Lease> leases) {
        this.file = file;
        this.plan = plan;
        this.leases = leases;
    }

    /** Reads a span by itself, into memory of a receiver, which hears of it before its memory goes back. */
    static void deliver(StoreFile file, ReadPlan part, SpanReceiver receiver, int span) {
        BufferAllocator.Lease lease;
        try {
            lease = receiver.allocate(span);
        } catch (RuntimeException | Error e) {
            ReadFailure failure = ReadFailure.noMemory(part.spans().get(0), part, e);
            receiver.spanFailed(span, failure.toException(file.id(), part));
            return;
        }
        try (InlineRead read = new InlineRead(file, part, List.of(new Borrowed(lease)))) {
            read.run();
            try (RangeBuffers bytes = read.await()) {
                receiver.spanRead(span, bytes.buffer(0));
            }
        } catch (IOException e) {
            receiver.spanFailed(span, e);
        } finally {
            lease.release();
        }
    }

    /** A lease that another owner gives back. */
    private record Borrowed(BufferAllocator.Lease lease) implements BufferAllocator.Lease {

        @Override
        public ByteBuffer buffer() {
            return lease.buffer();
        }

        @Override
        public void release() {
            // its owner does that
        }
    }

    /**
     * Reads all, or finds out that it cannot.
     *
     * @throws IOException if the source was closed before
     */
    void run() throws IOException {
        boolean done = false;
        try {
            file.register(this);
            file.counters().requestsIssued.add(plan.requests().size());
            for (int i = 0; i < plan.requests().size() && !isStopped(); i++) {
                readRequest(i);
            }
            done = true;
        } finally {
            if (!done) {
                stop(ReadFailure.CANCELLED);
            }
            finish();
        }
    }

    private void finish() {
        boolean failed;
        synchronized (this) {
            failed = failure != null;
            state = failed ? State.FAILED : State.COMPLETE;
        }
        if (failed) {
            drop();
        }
    }

    private void readRequest(int index) {
        Range request = plan.requests().get(index);
        int span = plan.spanOfRequest(index);
        int start = (int) (request.offset() - plan.spans().get(span).offset());
        ByteBuffer target = leases.get(span).buffer().slice(start, request.length());
        int failures = 0;
        while (target.hasRemaining() && !isStopped()) {
            if (Thread.currentThread().isInterrupted()) {
                interrupted = true;
                stop(ReadFailure.CANCELLED);
                return;
            }
            try {
                long begun = System.nanoTime();
                boolean first = target.position() == 0;
                StoreRead.some(file, request, target);
                if (first && !target.hasRemaining()) {
                    file.observe(request.length(), System.nanoTime() - begun);
                }
            } catch (Throwable e) {
                failures++;
                if (!Thread.currentThread().isInterrupted()) { // else that is why
                    afterFailure(request, e, failures);
                }
            }
        }
    }

    private void afterFailure(Range request, Throwable why, int failures) {
        boolean throttled = Faults.isThrottling(why);
        if (throttled) {
            file.counters().throttles.increment();
        }
        if (Faults.isFinal(why) || failures >= file.retries().attempts()) {
            stop(ReadFailure.of(request, why, failures));
        } else {
            pause(file.backoff().nanos(failures, throttled));
            file.counters().retries.increment();
        }
    }

    /** Waits, unless the read is cancelled or the thread interrupted meanwhile. */
    private synchronized void pause(long nanos) {
        long end = System.nanoTime() + nanos;
        for (long rest = nanos; rest > 0 && failure == null; rest = end - System.nanoTime()) {
            try {
                TimeUnit.NANOSECONDS.timedWait(this, rest);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private synchronized boolean isStopped() {
        return failure != null;
    }

    private synchronized void stop(ReadFailure why) {
        if (failure == null) {
            failure = why;
        }
        notifyAll();
    }

    private void drop() {
        file.unregister(this);
        leases.forEach(BufferAllocator.Lease::release);
    }

    @Override
    public boolean isDone() {
        return true;
    }

    @Override
    public RangeBuffers await() throws IOException {
        if (Thread.currentThread().isInterrupted()) {
            close();
            throw interrupted();
        }
        synchronized (this) {
            if (interrupted) {
                throw interrupted();
            }
            if (failure != null) {
                throw failure.toException(file.id(), plan);
            }
            if (state == State.TAKEN) {
                throw new IllegalStateException(file.id() + ": the buffers of this read were handed over before");
            }
            state = State.TAKEN;
        }
        file.unregister(this);
        file.counters().bytesUsed.add(plan.bytesUseful());
        return plan.buffers(
                (span, offset, length) -> leases.get(span).buffer().slice(offset, length),
                () -> leases.forEach(BufferAllocator.Lease::release));
    }

    private InterruptedIOException interrupted() {
        return new InterruptedIOException(file.id() + ": interrupted during " + plan);
    }

    @Override
    public void cancel() {
        synchronized (this) {
            if (state == State.TAKEN || state == State.FAILED) {
                return;
            }
            stop(ReadFailure.CANCELLED);
            if (state == State.READING) {
                return; // the thread that reads sees it
            }
            state = State.FAILED;
        }
        drop();
    }

    @Override
    public void close() {
        cancel();
    }
}
