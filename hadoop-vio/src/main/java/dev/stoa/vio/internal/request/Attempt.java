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

import dev.stoa.vio.internal.memory.Memory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.OptionalLong;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * One try of one request, on a request thread: it fills its place in the span, or, as a hedge or where that place is
 * lost, memory of its own. It owns what it writes to until the store's call has returned.
 *
 * <pre>
 * WAITING ──> RUNNING ──> ENDED              the read hears of the end
 *    │           └──────> ABANDONED          no byte for too long: the read hears of it at once; whatever the store
 *    └──────────────────> ENDED              says later is dropped, and only then the memory let go
 * </pre>
 */
final class Attempt {

    private enum State {
        WAITING,
        RUNNING,
        ENDED,
        ABANDONED
    }

    private final StoreFile file;
    private final RunningRead read;
    private final RangeRequest request;
    private final boolean hedge;
    private final long hedgeBytes;
    private final long queued = System.nanoTime();
    private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);

    private Memory memory; // set before it runs, on its thread
    private boolean ownMemory;
    private ByteBuffer target;
    private int from; // bytes that earlier attempts brought
    private volatile int filled;
    private volatile long begun;
    private volatile long progress;
    private volatile Future<?> stallCheck;

    /** A try of a request in its turn. */
    Attempt(StoreFile file, RunningRead read, RangeRequest request) {
        this(file, read, request, false, 0);
    }

    private Attempt(StoreFile file, RunningRead read, RangeRequest request, boolean hedge, long hedgeBytes) {
        this.file = file;
        this.read = read;
        this.request = request;
        this.hedge = hedge;
        this.hedgeBytes = hedgeBytes;
    }

    /**
     * A second try, while the first takes long.
     *
     * @param taken bytes taken from the budget for it; given back at its end
     */
    static Attempt hedge(StoreFile file, RunningRead read, RangeRequest request, long taken) {
        return new Attempt(file, read, request, true, taken);
    }

    RunningRead read() {
        return read;
    }

    RangeRequest request() {
        return request;
    }

    boolean isHedge() {
        return hedge;
    }

    int length() {
        return request.range.length();
    }

    boolean isAbandoned() {
        return state.get() == State.ABANDONED;
    }

    /** When it began, by {@link System#nanoTime}. */
    long begun() {
        return begun;
    }

    /** Returns how many bytes of its place have arrived, from the start. */
    int filled() {
        return filled;
    }

    /** Whether it fills memory of its own, not its place in the span. */
    boolean hasOwnMemory() {
        return ownMemory;
    }

    /** Hands its own memory to the read, which takes its bytes from there. */
    Memory memory() {
        return memory;
    }

    /** Lets its memory go, if it has any. */
    void release() {
        if (memory != null) {
            memory.release();
        }
    }

    /** Tries; then the read has heard how it ended, unless this was abandoned, and it heard that. */
    void run() {
        begun = System.nanoTime();
        progress = begun;
        if (!read.isWanted(this)) {
            drop();
            return;
        }
        Throwable failure = null;
        Future<?> hedging = null;
        try {
            takeMemory();
            state.set(State.RUNNING);
            file.counters().queueTimes.record(begun - queued);
            watch(stallNanos());
            hedging = watchForHedge();
            fill();
        } catch (Throwable e) {
            failure = e;
        }
        cancel(hedging);
        end(failure);
    }

    private void takeMemory() throws IOException {
        Memory place = read.place(request, hedge);
        ownMemory = place == null;
        memory = ownMemory ? read.lendApart(request) : place;
        target = memory.slice(ownMemory ? 0 : request.start, length());
        from = ownMemory ? 0 : read.filled(request);
        filled = from;
        target.position(from);
    }

    private void fill() throws IOException {
        while (target.hasRemaining()) {
            StoreRead.some(file, request.range, target);
            filled = target.position();
            progress = System.nanoTime();
            if (state.get() == State.ABANDONED || !read.isWanted(this)) {
                return; // nobody waits for it any more
            }
        }
    }

    private void end(Throwable failure) {
        State before = state.getAndUpdate(s -> s == State.ABANDONED ? s : State.ENDED);
        cancel(stallCheck); // the timer sees the end if it sets another one just now
        if (before == State.ABANDONED) {
            try {
                release();
            } finally {
                RequestThreads.comeBack();
            }
            return;
        }
        giveHedgeBytesBack();
        if (failure == null && !target.hasRemaining()) {
            file.answered(length() - from, System.nanoTime() - begun);
            read.succeeded(this);
        } else {
            read.failed(this, failure);
        }
    }

    /** It will not run: its read does not need it any more. */
    void drop() {
        state.set(State.ENDED);
        giveHedgeBytesBack();
        read.failed(this, null);
    }

    private void giveHedgeBytesBack() {
        if (hedgeBytes > 0) {
            file.budget().give(hedgeBytes);
        }
    }

    private long stallNanos() {
        return TimeUnit.MILLISECONDS.toNanos(file.retries().stallMillis());
    }

    private void watch(long after) {
        if (after > 0) {
            stallCheck = RequestTimer.after(after, this::checkProgress);
            if (state.get() != State.RUNNING) {
                cancel(stallCheck);
            }
        }
    }

    /** Sends the request again, should this take too long; null if that is off or too little is known. */
    private Future<?> watchForHedge() {
        OptionalLong after = hedge ? OptionalLong.empty() : file.hedging().nanos();
        return after.isEmpty() ? null : RequestTimer.after(after.getAsLong(), () -> read.hedge(this));
    }

    /** Abandons an attempt that waits for a byte for too long. */
    private void checkProgress() {
        long rest = stallNanos() - (System.nanoTime() - progress);
        if (rest > 0) {
            if (state.get() == State.RUNNING) {
                watch(rest);
            }
        } else if (state.compareAndSet(State.RUNNING, State.ABANDONED)) {
            RequestThreads.abandon();
            file.counters().stalls.increment();
            giveHedgeBytesBack();
            file.queue().abandon(this);
            read.failed(
                    this,
                    new IOException(
                            "no byte came for " + file.retries().stallMillis() + " ms; the request was abandoned"));
        }
    }

    private static void cancel(Future<?> task) {
        if (task != null) {
            task.cancel(false);
        }
    }
}
