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

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * One read: its requests, its memory and who owns it. The read owns the memory until it is awaited; a read that failed
 * or was cancelled gives it back when the last request that may still write to it has ended. A read of one span for a
 * {@link SpanReceiver} is never awaited: it reports to the receiver, then gives the memory back.
 */
final class RunningRead implements PendingRead {

    /** Why a read delivers nothing: a request that failed, or a cancel. */
    private record Failure(boolean cancelled, Range request, String problem, Throwable cause) {}

    private static final Failure CANCELLED = new Failure(true, new Range(0, 0), "cancelled", null);
    private static final int MAX_DELAY_DOUBLINGS = 6;

    private final PlannedSource source;
    private final ReadPlan plan;
    private final List<ByteBuffer> spans;
    private final SpanReceiver receiver; // null for a read that is awaited
    private final int receiverSpan;

    /** Open until all bytes are there or the read has failed or was cancelled. */
    private final CountDownLatch settled = new CountDownLatch(1);

    private List<BufferAllocator.Lease> leases; // guarded by this; empty once handed over or released
    private int unfinished; // guarded by this; requests that wait or run; 0 before begin
    private Failure failure; // guarded by this
    private boolean handedOver; // guarded by this

    /** A read that is awaited. */
    RunningRead(PlannedSource source, ReadPlan plan, List<BufferAllocator.Lease> leases) {
        this(source, plan, leases, null, 0);
    }

    /** A read of one span, for a receiver that knows it by a number. */
    RunningRead(PlannedSource source, ReadPlan plan, BufferAllocator.Lease lease, SpanReceiver receiver, int span) {
        this(source, plan, List.of(lease), receiver, span);
    }

    private RunningRead(
            PlannedSource source, ReadPlan plan, List<BufferAllocator.Lease> leases, SpanReceiver receiver, int span) {
        this.source = source;
        this.plan = plan;
        this.leases = leases;
        this.receiver = receiver;
        this.receiverSpan = span;
        this.spans = leases.stream().map(BufferAllocator.Lease::buffer).toList();
    }

    /** Runs the requests, or queues them if they are not for this thread, unless the read was closed before. */
    void begin(boolean inline) {
        synchronized (this) {
            if (failure != null) {
                return;
            }
            unfinished = plan.requests().size();
        }
        List<RequestQueue.Task> tasks = new ArrayList<>(plan.requests().size());
        for (int i = 0; i < plan.requests().size(); i++) {
            tasks.add(new RequestQueue.Task(this, i));
        }
        if (tasks.isEmpty()) {
            settled.countDown();
        } else if (inline) {
            tasks.forEach(RequestQueue.Task::run);
        } else {
            source.queue().addAll(tasks);
        }
    }

    /** Runs one request to its end, retries included. */
    void runRequest(int index) {
        Optional<Failure> why = stopped() ? Optional.empty() : tryRequest(index);
        if (why.isPresent()) {
            fail(why.get(), 1);
        } else {
            finished(1);
        }
    }

    /** Returns why a request failed for good, or nothing if it succeeded or the read ended meanwhile. */
    private Optional<Failure> tryRequest(int index) {
        Range request = plan.requests().get(index);
        int span = plan.spanOfRequest(index);
        int start = (int) (request.offset() - plan.spans().get(span).offset());
        ByteBuffer target = spans.get(span).slice(start, request.length());
        source.counters().requestsIssued.increment();
        int attempts = source.profile().retries().attempts();
        for (int attempt = 1; ; attempt++) {
            if (Thread.currentThread().isInterrupted()) {
                return Optional.of(CANCELLED); // a caller's thread: await will say so
            }
            try {
                fill(request, target);
                return Optional.empty();
            } catch (Throwable e) {
                if (Thread.currentThread().isInterrupted()) {
                    return Optional.of(CANCELLED);
                }
                if (attempt == attempts || !mayRecover(e)) {
                    String tries = attempt == 1 ? "" : " (tried " + attempt + " times)";
                    return Optional.of(new Failure(false, request, reason(e) + tries, e));
                }
            }
            if (pauseBeforeRetry(attempt)) {
                return Optional.empty();
            }
            source.counters().retries.increment();
        }
    }

    /** Reads what the target still lacks: a retry goes on where the failed attempt stopped. */
    private void fill(Range request, ByteBuffer target) throws IOException {
        while (target.hasRemaining()) {
            int done = target.position();
            long position = request.offset() + done;
            int got;
            try {
                got = source.reader().read(position, target);
            } catch (IOException | RuntimeException | Error e) {
                target.position(done);
                throw e;
            }
            if (got < 0) {
                target.position(done);
                throw new EOFException("the file ends at or before offset " + position
                        + ", but its length was said to be " + source.length() + "; it was truncated or replaced");
            }
            if (got == 0 || got != target.position() - done) {
                target.position(done);
                throw new IOException("the store delivered " + got + " bytes at offset " + position);
            }
            source.counters().bytesRead.add(got);
        }
    }

    private boolean mayRecover(Throwable e) {
        return e instanceof IOException
                && !(e instanceof FileNotFoundException)
                && !(e instanceof NoSuchFileException)
                && !(e instanceof ChangedFileException)
                && !stopped();
    }

    private static String reason(Throwable e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    /** Waits, longer before each retry, unless the read ends meanwhile; returns whether it has ended. */
    private boolean pauseBeforeRetry(int attempt) {
        long delay = (long) source.profile().retries().firstDelayMillis() << Math.min(attempt - 1, MAX_DELAY_DOUBLINGS);
        try {
            return settled.await(delay, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false; // the next attempt sees it
        }
    }

    private synchronized boolean stopped() {
        return failure != null;
    }

    /** Notes that requests have ended; reports or gives the memory back if they were the last. */
    private void finished(int requests) {
        List<BufferAllocator.Lease> unused = List.of();
        boolean report = false;
        synchronized (this) {
            unfinished -= requests;
            if (unfinished == 0) {
                if (failure != null) {
                    unused = leases;
                    leases = List.of();
                } else {
                    settled.countDown();
                    if (receiver != null && !handedOver) {
                        report = true;
                        handedOver = true;
                        unused = leases;
                        leases = List.of();
                    }
                }
            }
        }
        if (report) {
            source.unregister(this);
            receiver.spanRead(receiverSpan, spans.get(0));
        }
        unused.forEach(BufferAllocator.Lease::release);
    }

    /** Ends the read, unless it has ended, and drops its waiting requests. */
    private void fail(Failure why, int finishedRequests) {
        boolean report;
        synchronized (this) {
            report = receiver != null && !handedOver && failure == null;
            if (!handedOver && failure == null) {
                failure = why;
            }
        }
        source.unregister(this);
        if (report) {
            receiver.spanFailed(receiverSpan, exception(why));
        }
        int dropped = source.queue().drop(this);
        finished(finishedRequests + dropped);
        settled.countDown();
    }

    @Override
    public boolean isDone() {
        return settled.getCount() == 0;
    }

    @Override
    public RangeBuffers await() throws IOException {
        long start = System.nanoTime();
        try {
            settled.await();
        } catch (InterruptedException e) {
            close();
            Thread.currentThread().interrupt();
            InterruptedIOException interrupted =
                    new InterruptedIOException(source.id() + ": interrupted during " + plan);
            interrupted.initCause(e);
            throw interrupted;
        } finally {
            source.counters().waitNanos.add(System.nanoTime() - start);
        }
        List<BufferAllocator.Lease> owned;
        synchronized (this) {
            if (failure != null) {
                throw exception(failure);
            }
            if (handedOver) {
                throw new IllegalStateException(source.id() + ": the buffers of this read were handed over before");
            }
            handedOver = true;
            owned = leases;
            leases = List.of();
        }
        source.unregister(this);
        return new RangeBuffers(slices(), () -> owned.forEach(BufferAllocator.Lease::release));
    }

    private IOException exception(Failure why) {
        return why.cancelled()
                ? new IOException(source.id() + ": the read or its file was closed during " + plan)
                : new RangeReadException(source.id(), why.request(), why.problem(), why.cause());
    }

    private List<ByteBuffer> slices() {
        List<ByteBuffer> slices = new ArrayList<>(plan.asked().size());
        for (int i = 0; i < plan.asked().size(); i++) {
            Range range = plan.asked().get(i);
            int span = plan.spanOfAsked(i);
            if (span == ReadPlan.NO_SPAN) {
                slices.add(ByteBuffer.allocate(0));
            } else {
                int start = (int) (range.offset() - plan.spans().get(span).offset());
                slices.add(spans.get(span).slice(start, range.length()));
            }
        }
        return slices;
    }

    @Override
    public void close() {
        synchronized (this) {
            if (handedOver || failure != null) {
                return;
            }
        }
        fail(CANCELLED, 0);
    }
}
