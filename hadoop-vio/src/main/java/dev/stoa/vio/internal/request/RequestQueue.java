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

import dev.stoa.vio.RequestLimits;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The attempts of one source that wait for their turn: first come, first served, a limited number and a limited sum of
 * bytes at once; fewer where the store {@linkplain Throttle throttles}.
 *
 * <p>A request may be expected to take no longer than a thread to wake up. Then the queue has at most one request thread for
 * each processor, and a thread that waits for a read {@linkplain #help helps}. That ends when a request takes longer: then the
 * store is a disk. All allowed requests may run at once until the queue is empty.
 */
final class RequestQueue {

    private static final Logger LOG = LoggerFactory.getLogger(RequestQueue.class);

    private final int mostRequests;
    private final long mostBytes;
    private final int crew;
    private final Throttle throttle;
    private final Deque<Attempt> waiting = new ArrayDeque<>(); // guarded by this
    private int running; // guarded by this
    private int helping; // guarded by this; how many of those that run are run by who waits for them
    private boolean slow; // guarded by this; since something runs, a request took longer than a thread to wake up
    private long runningBytes; // guarded by this

    /**
     * Makes a queue.
     *
     * @param crew most request threads at once while no request was slow
     * @param throttle of the store
     */
    RequestQueue(RequestLimits limits, int crew, Throttle throttle) {
        this.mostRequests = limits.requestsInFlight();
        this.mostBytes = limits.bytesInFlight();
        this.crew = crew;
        this.throttle = throttle;
    }

    /** Adds the attempts of a new read after all others. */
    void add(Collection<Attempt> attempts) {
        List<Attempt> starting;
        synchronized (this) {
            waiting.addAll(attempts);
            starting = admit();
        }
        start(starting);
    }

    /** Adds an attempt before all others: what has waited once. */
    void addFirst(Attempt attempt) {
        List<Attempt> starting;
        synchronized (this) {
            waiting.addFirst(attempt);
            starting = admit();
        }
        start(starting);
    }

    /** Starts an attempt, unless others wait or the limits are reached; returns whether. */
    boolean startIfIdle(Attempt attempt) {
        synchronized (this) {
            if (!waiting.isEmpty() || !fits(attempt)) {
                return false;
            }
            enter(attempt);
        }
        start(List.of(attempt));
        return true;
    }

    /** Removes the waiting attempts of a read and returns them. */
    synchronized List<Attempt> drop(RunningRead read) {
        List<Attempt> dropped = new ArrayList<>();
        for (Iterator<Attempt> attempts = waiting.iterator(); attempts.hasNext(); ) {
            Attempt attempt = attempts.next();
            if (attempt.read() == read) {
                attempts.remove();
                dropped.add(attempt);
            }
        }
        return dropped;
    }

    /** A running attempt was abandoned: others may run in its place. */
    void abandon(Attempt attempt) {
        List<Attempt> starting;
        synchronized (this) {
            leave(attempt);
            starting = admit();
        }
        start(starting);
    }

    /**
     * The store asked for fewer requests.
     *
     * @param begun when the attempt that heard it began, by {@link System#nanoTime}
     */
    void throttled(long begun) {
        throttle.throttled(begun, mostRequests);
    }

    /** The store answered well: if it had asked for fewer requests, it may get more again. */
    void succeeded() {
        if (throttle.succeeded(mostRequests)) {
            List<Attempt> starting;
            synchronized (this) {
                starting = admit();
            }
            start(starting);
        }
    }

    /** A request took longer than a thread to wake up: the others are not left to a few threads. */
    void slow() {
        List<Attempt> starting;
        synchronized (this) {
            slow = true;
            starting = admit();
        }
        start(starting);
    }

    /** Runs attempts of a read in the thread that waits for it, as long as some wait for their turn. */
    void help(RunningRead read) {
        Attempt attempt = Thread.currentThread().isInterrupted() ? null : takeFor(read);
        while (attempt != null) {
            run(attempt);
            List<Attempt> starting;
            synchronized (this) {
                helping--;
                leave(attempt);
                starting = admit();
            }
            start(starting);
            attempt = Thread.currentThread().isInterrupted() ? null : takeFor(read);
        }
    }

    private synchronized Attempt takeFor(RunningRead read) {
        for (Iterator<Attempt> attempts = waiting.iterator(); attempts.hasNext(); ) {
            Attempt attempt = attempts.next();
            if (attempt.read() == read) {
                if (!fits(attempt)) {
                    return null;
                }
                attempts.remove();
                enter(attempt);
                helping++;
                return attempt;
            }
        }
        return null;
    }

    /** Returns how many requests may run at once at the moment. */
    int allowed() {
        return Math.min(mostRequests, throttle.allowed());
    }

    /** Moves from those that wait to those that run what the limits allow. The caller holds the lock, and starts them. */
    private List<Attempt> admit() {
        List<Attempt> starting = List.of();
        for (Attempt first = waiting.peek(); first != null && fits(first) && hasThread(); first = waiting.peek()) {
            waiting.remove();
            enter(first);
            starting = starting.isEmpty() ? new ArrayList<>() : starting;
            starting.add(first);
        }
        return starting;
    }

    private boolean fits(Attempt attempt) {
        return running == 0 || (running < allowed() && runningBytes + attempt.length() <= mostBytes);
    }

    private boolean hasThread() {
        return slow || running - helping < crew;
    }

    private void enter(Attempt attempt) {
        if (running++ == 0) {
            throttle.begin();
        }
        runningBytes += attempt.length();
    }

    private void leave(Attempt attempt) {
        running--;
        runningBytes -= attempt.length();
        if (running == 0) {
            slow = false;
            throttle.end();
        }
    }

    private void start(List<Attempt> attempts) {
        for (Attempt attempt : attempts) {
            RequestThreads.execute(() -> work(attempt));
        }
    }

    /** Runs an attempt, and then whatever may run in its place. */
    private void work(Attempt first) {
        Attempt attempt = first;
        while (attempt != null) {
            run(attempt);
            if (attempt.isAbandoned()) {
                return; // its place is taken
            }
            List<Attempt> starting;
            synchronized (this) {
                leave(attempt);
                starting = admit();
            }
            attempt = starting.isEmpty() ? null : starting.get(0);
            start(starting.isEmpty() ? starting : starting.subList(1, starting.size()));
        }
    }

    private static void run(Attempt attempt) {
        try {
            attempt.run();
        } catch (RuntimeException | Error e) {
            LOG.error("a receiver or allocator threw while it was told of a read", e);
        }
    }
}
