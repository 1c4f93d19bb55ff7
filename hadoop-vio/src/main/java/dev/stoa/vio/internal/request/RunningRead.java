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

import dev.stoa.vio.BufferBudget;
import dev.stoa.vio.Range;
import dev.stoa.vio.ReadPlan;
import dev.stoa.vio.internal.memory.Memory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;

/**
 * One read on request threads: its requests and its memory.
 *
 * <pre>
 * WAITING ──> RUNNING ──> COMPLETE ──> TAKEN
 *    └───────────┴────────────┴──────> FAILED      a request failed for good, or a cancel
 * </pre>
 *
 * It waits for room in the budget, then has memory for all spans, and owns it until it is taken or has failed. Attempts that
 * still write to a part of it own that part too. The read gives the room back when it has all bytes, or has failed, and no
 * attempt writes any more, except abandoned ones.
 *
 * <p>A span is handed over only if nothing can write to it any more. Where an attempt was abandoned, or lost against a
 * hedge, the bytes are elsewhere: that memory becomes the span's, or, if the span has other requests, all are copied together.
 */
final class RunningRead implements OpenRead {

    private enum State {
        WAITING,
        RUNNING,
        COMPLETE,
        TAKEN,
        FAILED
    }

    private final StoreFile file;
    private final ReadPlan plan;
    private final ReadClient client;
    private final BufferBudget.Reservation reservation;
    private final List<RangeRequest> requests = new ArrayList<>();

    private State state = State.WAITING; // guarded by this, as all that follows
    private List<Memory> spans = List.of();
    private int missing; // requests whose bytes are not there
    private int attempts; // that wait or run, those that were abandoned not counted
    private ReadFailure failure;

    RunningRead(StoreFile file, ReadPlan plan, ReadClient client) {
        this.file = file;
        this.plan = plan;
        this.client = client;
        this.reservation = file.budget().reservation(plan.bytesToRead(), this::admitted);
    }

    /** Asks for room, and sends the requests when it has it. */
    void begin() {
        if (RequestThreads.tooManyHang()) {
            fail(ReadFailure.tooManyHang(plan.requests().get(0)));
        } else if (reservation.request()) {
            admitted();
        }
    }

    private void admitted() {
        List<Memory> lent = new ArrayList<>(plan.spans().size());
        try {
            for (int span = 0; span < plan.spans().size(); span++) {
                lent.add(new Memory(client.lend(span)));
            }
        } catch (RuntimeException | Error e) {
            lent.forEach(Memory::release);
            fail(ReadFailure.noMemory(plan.spans().get(lent.size()), plan, e));
            return;
        }
        List<Attempt> first = begin(lent);
        if (first.isEmpty()) {
            lent.forEach(Memory::release);
        }
        file.queue().add(first);
    }

    /** Takes the memory and makes the first attempts; none if the read has ended before. */
    private synchronized List<Attempt> begin(List<Memory> lent) {
        if (state != State.WAITING) {
            return List.of();
        }
        state = State.RUNNING;
        spans = lent;
        missing = plan.requests().size();
        List<Attempt> first = new ArrayList<>(missing);
        for (int i = 0; i < missing; i++) {
            Range range = plan.requests().get(i);
            int span = plan.spanOfRequest(i);
            int start = (int) (range.offset() - plan.spans().get(span).offset());
            boolean whole = range.length() == plan.spans().get(span).length();
            RangeRequest request = new RangeRequest(range, span, start, whole);
            requests.add(request);
            first.add(attempt(request));
        }
        file.counters().requestsIssued.add(missing);
        return first;
    }

    private Attempt attempt(RangeRequest request) {
        attempts++;
        request.attempts++;
        return new Attempt(file, this, request);
    }

    /** Returns whether an attempt's bytes are still needed. */
    synchronized boolean isWanted(Attempt attempt) {
        return state == State.RUNNING && !attempt.request().done;
    }

    /** Returns the memory of a request's span, owned by the caller too; or null if it must not be written to. */
    synchronized Memory place(RangeRequest request, boolean hedge) throws IOException {
        if (state != State.RUNNING || request.done) {
            throw ReadFailure.CANCELLED.toException(file.id(), plan);
        }
        return hedge || request.placeLost ? null : spans.get(request.span).share();
    }

    /** Returns how many bytes of a request's place have arrived, by earlier attempts. */
    synchronized int filled(RangeRequest request) {
        return request.filled;
    }

    /** Lends memory for one request, apart from its span: of the same kind if it could become the span. */
    Memory lendApart(RangeRequest request) {
        return new Memory(
                request.wholeSpan ? client.lend(request.span) : file.allocator().allocate(request.range.length()));
    }

    /** An attempt has read all its bytes. */
    void succeeded(Attempt attempt) {
        RangeRequest request = attempt.request();
        if (!attempt.hasOwnMemory()) {
            attempt.release(); // the read owns it, if the bytes are needed
        }
        boolean kept;
        boolean complete;
        synchronized (this) {
            ended(attempt);
            kept = isWanted(attempt);
            if (kept) {
                request.done = true;
                request.elsewhere = attempt.hasOwnMemory() ? attempt.memory() : null;
                missing--;
            }
            complete = kept && missing == 0;
        }
        if (kept && attempt.isHedge()) {
            file.counters().hedgesWon.increment();
        }
        if (!kept && attempt.hasOwnMemory()) {
            attempt.release();
        }
        if (complete) {
            complete();
        }
        giveRoomBack();
    }

    private void complete() {
        List<Memory> unused = new ArrayList<>();
        try {
            synchronized (this) {
                if (state != State.RUNNING) {
                    return;
                }
                gather(unused);
                state = State.COMPLETE;
            }
        } catch (RuntimeException | Error e) {
            fail(ReadFailure.noMemory(plan.spans().get(0), plan, e));
            return;
        } finally {
            unused.forEach(Memory::release);
        }
        giveRoomBack();
        client.complete();
    }

    /** Prepares the spans' memory for the caller, who becomes its only owner. */
    private void gather(List<Memory> unused) {
        for (int span = 0; span < spans.size(); span++) {
            int thisSpan = span;
            List<RangeRequest> apart = requests.stream()
                    .filter(r -> r.span == thisSpan && r.elsewhere != null)
                    .toList();
            if (apart.isEmpty()) {
                continue;
            }
            Memory place = spans.get(span);
            Memory whole = place;
            if (apart.get(0).wholeSpan) {
                whole = apart.get(0).elsewhere.share();
            } else if (place.isShared()) {
                whole = new Memory(client.lend(span));
                copy(place, whole, span);
            }
            if (whole != place) {
                spans.set(span, whole);
                unused.add(place);
            }
            for (RangeRequest request : apart) {
                if (!request.wholeSpan) {
                    copy(request.elsewhere, 0, whole, request);
                }
                unused.add(request.elsewhere);
                request.elsewhere = null;
            }
        }
    }

    /** Copies what is in its place in a span. */
    private void copy(Memory from, Memory to, int span) {
        for (RangeRequest request : requests) {
            if (request.span == span && request.elsewhere == null) {
                copy(from, request.start, to, request);
            }
        }
    }

    private static void copy(Memory from, int start, Memory to, RangeRequest request) {
        to.slice(request.start, request.range.length()).put(from.slice(start, request.range.length()));
    }

    /**
     * An attempt has ended without its bytes.
     *
     * @param why it failed; null if it was dropped because no caller waits for it
     */
    void failed(Attempt attempt, Throwable why) {
        if (!attempt.isAbandoned()) {
            attempt.release();
        }
        boolean throttled = why != null && Faults.isThrottling(why);
        if (throttled) {
            file.counters().throttles.increment();
            file.queue().throttled(attempt.begun());
        }
        RangeRequest request = attempt.request();
        boolean again;
        synchronized (this) {
            ended(attempt);
            if (why != null && !attempt.isHedge() && !attempt.hasOwnMemory()) {
                request.filled = attempt.filled();
                request.placeLost |= attempt.isAbandoned();
            }
            if (why != null && !attempt.isHedge()) {
                request.failures++;
                request.failure = why;
            }
            again = isWanted(attempt)
                    && request.failure != null
                    && (request.attempts == 0 || Faults.isFinal(request.failure));
        }
        if (again) {
            tryAgain(request, throttled);
        }
        giveRoomBack();
    }

    private void tryAgain(RangeRequest request, boolean throttled) {
        int failures;
        Throwable why;
        synchronized (this) {
            failures = request.failures;
            why = request.failure;
        }
        if (Faults.isFinal(why) || failures >= file.retries().attempts() || RequestThreads.tooManyHang()) {
            fail(ReadFailure.of(request.range, why, failures));
            return;
        }
        long pause = file.backoff().nanos(failures, throttled);
        if (pause == 0) {
            retry(request);
        } else {
            Future<?> later = RequestTimer.after(pause, () -> retry(request));
            boolean ended;
            synchronized (this) {
                ended = state != State.RUNNING;
                request.pause = later;
            }
            if (ended) { // meanwhile, by who did not see this pause
                later.cancel(false);
            }
        }
    }

    private void retry(RangeRequest request) {
        Attempt next;
        synchronized (this) {
            if (state != State.RUNNING) {
                return;
            }
            next = attempt(request);
        }
        file.counters().retries.increment();
        file.queue().addFirst(next);
    }

    /** Sends a request a second time, if the first try still runs and the budget has room. */
    void hedge(Attempt slow) {
        RangeRequest request = slow.request();
        long taken = file.hedging().mayHedge() ? file.budget().tryTake(request.range.length()) : 0;
        if (taken == 0) {
            return;
        }
        Attempt hedge = Attempt.hedge(file, this, request, taken);
        boolean runs;
        synchronized (this) {
            runs = isWanted(slow) && request.attempts == 1;
            attempts++;
            request.attempts++;
        }
        if (runs && file.queue().startIfIdle(hedge)) {
            file.counters().hedges.increment();
        } else {
            hedge.drop();
        }
    }

    private void ended(Attempt attempt) {
        attempts--;
        attempt.request().attempts--;
    }

    private void giveRoomBack() {
        boolean over;
        synchronized (this) {
            over = attempts == 0 && state != State.WAITING && state != State.RUNNING;
        }
        if (over) {
            reservation.release();
        }
    }

    @Override
    public void cancel() {
        fail(ReadFailure.CANCELLED);
    }

    private void fail(ReadFailure why) {
        boolean wasComplete;
        List<Memory> memory;
        synchronized (this) {
            if (state == State.TAKEN || state == State.FAILED) {
                return;
            }
            wasComplete = state == State.COMPLETE;
            state = State.FAILED;
            failure = why;
            memory = takeMemory();
        }
        file.unregister(this);
        if (wasComplete) {
            memory.forEach(Memory::release); // the client was told that it is complete, and sees the failure in take()
        } else {
            client.failed(why.toException(file.id(), plan), memory);
        }
        file.queue().drop(this).forEach(Attempt::drop);
        giveRoomBack();
    }

    /** Takes what the read owns, and drops the retries that wait for their time. */
    private List<Memory> takeMemory() {
        List<Memory> all = new ArrayList<>(spans);
        for (RangeRequest request : requests) {
            if (request.pause != null) {
                request.pause.cancel(false);
            }
            if (request.elsewhere != null) {
                all.add(request.elsewhere);
                request.elsewhere = null;
            }
        }
        spans = List.of();
        return all;
    }

    /**
     * Hands over the memory of a read that is complete, one for each span: the caller owns it.
     *
     * @throws IOException if the read has failed
     * @throws IllegalStateException if it was taken before
     */
    List<Memory> take() throws IOException {
        List<Memory> taken;
        synchronized (this) {
            if (state == State.FAILED) {
                throw failure.toException(file.id(), plan);
            }
            if (state != State.COMPLETE) {
                throw new IllegalStateException(file.id() + ": the buffers of this read were handed over before");
            }
            state = State.TAKEN;
            taken = spans;
            spans = List.of();
        }
        file.unregister(this);
        file.counters().bytesUsed.add(plan.bytesUseful());
        return taken;
    }
}
