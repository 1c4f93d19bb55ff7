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
package dev.stoa.table.placement;

import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * How long a move waits.
 *
 * @param namenode how often a namenode looks for newer maps
 * @param patience how long copies may make no progress
 * @param perSecond bytes that may come to a node in a second; {@link #NO_LIMIT} as fast as the store copies
 */
public record Pauses(Duration namenode, Duration patience, long perSecond) {
    /** No limit of bytes a second. */
    public static final long NO_LIMIT = Long.MAX_VALUE;

    /** The setting of namenodes: how often they look for newer maps. */
    public static final String REFRESH = "stoa.placement.refresh";

    /** How often they do without the setting. */
    public static final Duration DEFAULT_REFRESH = Duration.ofSeconds(10);

    private static final long SHORTEST_MILLIS = 100;
    private static final long LONGEST_MILLIS = 5_000;

    /**
     * Makes pauses.
     *
     * @param refreshMillis how often a namenode looks for newer maps
     * @param patienceSeconds how long copies may make no progress
     * @param perSecond bytes that may come to a node in a second
     * @throws IllegalArgumentException if the patience is less than a second, or the limit less than a byte
     */
    public static Pauses of(long refreshMillis, int patienceSeconds, long perSecond) {
        if (patienceSeconds < 1) {
            throw new IllegalArgumentException(
                    "a wait of " + patienceSeconds + " seconds is out of range; give 1 or more");
        }
        if (perSecond < 1) {
            throw new IllegalArgumentException(perSecond + " bytes a second are out of range; give 1 or more");
        }
        return new Pauses(Duration.ofMillis(refreshMillis), Duration.ofSeconds(patienceSeconds), perSecond);
    }

    /** Waits until a namenode has had the time to read a new map. */
    void refresh() throws InterruptedIOException {
        sleep(2 * namenode.toMillis() + SHORTEST_MILLIS);
    }

    /** Waits until a moment of {@link System#nanoTime}. */
    static void until(long moment) throws InterruptedIOException {
        for (long left = moment - System.nanoTime(); left > 0; left = moment - System.nanoTime()) {
            sleep(Math.max(1, TimeUnit.NANOSECONDS.toMillis(left)));
        }
    }

    /** Waits before looking at files again, longer each time. */
    static void look(int times) throws InterruptedIOException {
        sleep(Math.min(LONGEST_MILLIS, SHORTEST_MILLIS << Math.min(times, 10)));
    }

    private static void sleep(long millis) throws InterruptedIOException {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the move was interrupted; run it again, and it goes on");
        }
    }
}
