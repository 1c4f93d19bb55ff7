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

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Limits the requests that each open file sends at once. It halves the limit each time that the store asks for fewer requests,
 * then slowly raises it again. All files of a store share one: an answer to one of them holds for the others.
 */
public final class Throttle {

    private static final int UNLIMITED = Integer.MAX_VALUE;
    private static final int MOST_STORES = 1000;
    private static final Map<String, Throttle> STORES = new ConcurrentHashMap<>();

    private final AtomicInteger files = new AtomicInteger();
    private volatile int allowed = UNLIMITED; // written by who holds the lock
    private long reducedAt; // guarded by this; System.nanoTime
    private int successes; // guarded by this; since allowed has changed

    /**
     * Returns the one that all files of a store share.
     *
     * @param store scheme and authority, such as {@code s3a://bucket}
     */
    public static Throttle ofStore(String store) {
        Throttle known = STORES.get(store);
        if (known != null) {
            return known;
        }
        return STORES.size() < MOST_STORES ? STORES.computeIfAbsent(store, s -> new Throttle()) : new Throttle();
    }

    /** A file has requests under way. */
    void begin() {
        files.incrementAndGet();
    }

    /** A file has no more requests under way. */
    void end() {
        files.decrementAndGet();
    }

    /**
     * The store asked for fewer requests. The same answer to all requests in flight counts once.
     *
     * @param begun when the attempt that heard it began, by {@link System#nanoTime}
     * @param most requests at once of the file, if nothing limits them
     */
    synchronized void throttled(long begun, int most) {
        if (allowed == UNLIMITED || begun - reducedAt > 0) {
            allowed = Math.max(1, Math.min(allowed, most) / 2);
            successes = 0;
            reducedAt = System.nanoTime();
        }
    }

    /**
     * The store answered well; after a round of that of all files, one more request of each may run at once.
     *
     * @param most requests at once of the file, if nothing limits them
     * @return whether more are allowed now
     */
    boolean succeeded(int most) {
        return allowed != UNLIMITED && count(most);
    }

    private synchronized boolean count(int most) {
        if (allowed == UNLIMITED || ++successes < (long) allowed * Math.max(1, files.get())) {
            return false;
        }
        successes = 0;
        allowed = allowed + 1 >= most ? UNLIMITED : allowed + 1;
        return true;
    }

    /** Returns how many requests of a file may run at once. */
    int allowed() {
        return allowed;
    }
}
