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

import dev.stoa.vio.internal.request.RequestThreads;
import io.netty.util.internal.PlatformDependent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A limit of the bytes in flight: memory that requests fill or will fill. A read reserves all its bytes before it asks
 * for memory. It returns the reservation when it has all its bytes, or when it has failed and no request writes to its
 * memory any more. Reads without room wait, first come, first served.
 *
 * <p>The budget can't deadlock. A read reserves once and as a whole, so none holds a part while it waits for more. An
 * admitted read ends without any act of its caller, so a caller may hold results, and await its reads in any order. A
 * read that is larger than the whole budget runs alone.
 *
 * <p>All sources of the process share {@link #shared()}.
 */
public final class BufferBudget {

    private static final String PROPERTY = "stoa.vio.budget";
    private static volatile Optional<BufferBudget> shared = Optional.empty();

    private final AtomicLong inFlight = new AtomicLong();
    private final Deque<Reservation> waiting = new ArrayDeque<>(); // guarded by this
    private volatile int waiters; // size of waiting
    private volatile long limit;

    BufferBudget(long limit) {
        limit(limit);
    }

    /**
     * Returns the budget of the process. The system property {@code stoa.vio.budget} sets its limit, in bytes, and
     * {@link #limit(long)} changes it. The default is a quarter of the heap or of the direct memory, whichever is less.
     *
     * @throws IllegalArgumentException if the property is no number of bytes, or less than 1
     */
    public static BufferBudget shared() {
        Optional<BufferBudget> made = shared;
        return made.isPresent() ? made.get() : makeShared();
    }

    private static synchronized BufferBudget makeShared() {
        if (shared.isEmpty()) {
            shared = Optional.of(new BufferBudget(ofProcess(System.getProperty(PROPERTY))));
        }
        return shared.get();
    }

    /**
     * Returns the limit of a process.
     *
     * @param set the system property, or null if it is not set
     */
    static long ofProcess(String set) {
        if (set == null) {
            return Math.max(1, ofMachine() / 4);
        }
        long bytes;
        try {
            bytes = Long.parseLong(set.trim());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    PROPERTY + " = " + set + ": must be a whole number of bytes, without a unit", e);
        }
        Settings.atLeast(PROPERTY, bytes, 1);
        return bytes;
    }

    private static long ofMachine() {
        long memory = Runtime.getRuntime().maxMemory();
        long direct = PlatformDependent.maxDirectMemory();
        return direct > 0 ? Math.min(memory, direct) : memory;
    }

    /** Returns the most bytes in flight. */
    public long limit() {
        return limit;
    }

    /**
     * Sets the most bytes in flight. Reads under way are not touched.
     *
     * @param bytes more than 0
     */
    public void limit(long bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("a budget of " + bytes + " bytes: it must be at least 1");
        }
        limit = bytes;
        admit();
    }

    /** Returns the bytes in flight; those of a read that is larger than the budget count as the whole budget. */
    public long bytesInFlight() {
        return inFlight.get();
    }

    /** Returns the number of reads that wait for room. */
    public int waiting() {
        return waiters;
    }

    /**
     * Makes a reservation that is not made yet.
     *
     * @param admitted runs on a request thread when the budget has room, if {@link Reservation#request} had to wait
     */
    public Reservation reservation(long bytes, Runnable admitted) {
        return new Reservation(bytes, admitted);
    }

    /** Takes bytes if they fit and no reader waits, and returns how many to give back, or 0. */
    public long tryTake(long bytes) {
        long needed = Math.min(bytes, limit);
        if (waiters != 0) {
            return 0;
        }
        return takeIfRoom(needed) ? needed : 0;
    }

    private boolean takeIfRoom(long needed) {
        while (true) {
            long now = inFlight.get();
            if (now > 0 && now + needed > limit) {
                return false;
            }
            if (inFlight.compareAndSet(now, now + needed)) {
                return true;
            }
        }
    }

    /** Gives bytes back. */
    public void give(long taken) {
        inFlight.addAndGet(-taken);
        if (waiters != 0) { // it was increased before its owner looked for room the last time
            admit();
        }
    }

    private void admit() {
        List<Reservation> admitted = new ArrayList<>();
        synchronized (this) {
            Reservation first = waiting.peek();
            while (first != null && first.take()) {
                waiting.remove();
                admitted.add(first);
                first = waiting.peek();
            }
            waiters = waiting.size();
        }
        admitted.forEach(reservation -> RequestThreads.execute(reservation.admitted));
    }

    @Override
    public String toString() {
        return bytesInFlight() + " of " + limit + " bytes in flight, " + waiters + " reads wait";
    }

    /** The claim of one read: made, waiting or held, and released once, whatever it was. */
    public final class Reservation {

        private final long bytes;
        private final Runnable admitted;
        private long taken; // guarded by the budget
        private boolean released; // guarded by the budget

        private Reservation(long bytes, Runnable admitted) {
            this.bytes = bytes;
            this.admitted = admitted;
        }

        /** Claims the bytes; returns whether the claim is met at once. */
        public boolean request() {
            synchronized (BufferBudget.this) {
                if (released) {
                    return false;
                }
                waiting.add(this);
                waiters = waiting.size(); // from here on, who gives bytes back looks here
                if (waiting.peek() != this || !take()) {
                    return false;
                }
                waiting.remove();
                waiters = waiting.size();
                return true;
            }
        }

        private boolean take() {
            long needed = Math.min(bytes, limit);
            if (!takeIfRoom(needed)) {
                return false;
            }
            taken = needed;
            return true;
        }

        /** Gives the bytes back, or leaves the queue. Releasing again does nothing. */
        public void release() {
            long back;
            synchronized (BufferBudget.this) {
                if (released) {
                    return;
                }
                released = true;
                back = taken;
                if (back == 0) {
                    waiting.remove(this); // those behind it may be smaller
                    waiters = waiting.size();
                }
            }
            if (back != 0) {
                give(back);
            } else {
                admit();
            }
        }
    }
}
