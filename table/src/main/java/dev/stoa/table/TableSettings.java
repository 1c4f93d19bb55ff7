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
package dev.stoa.table;

import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * How a process works with a table. Settings grow: start from {@link #DEFAULT} and change it by the {@code with...}
 * methods; do not call the constructor.
 *
 * @param attempts the most attempts of a commit that loses the race against others, at least one
 * @param firstPause the longest pause before the second attempt; each attempt doubles it, and part of it is chance
 * @param longestPause the longest pause at all
 * @param random the source of chance; safe for several threads
 * @param clock the clock of commits
 * @param pauses waits for a given time
 * @param ids gives ids to transactions, fragments and files
 * @param keptRows the most rows of a fragment whose decoded columns stay in memory; 0 for none. Its files must have at
 *     most 256 KiB. The columns share the memory that the table uses for sidecars
 */
public record TableSettings(
        int attempts,
        Duration firstPause,
        Duration longestPause,
        RandomGenerator random,
        Clock clock,
        Consumer<Duration> pauses,
        Supplier<UUID> ids,
        int keptRows) {

    /**
     * A hundred attempts, pauses from 5 ms to half a second, the system's clock, random ids; fragments of up to 16,384 rows are
     * kept.
     */
    public static final TableSettings DEFAULT = new TableSettings(
            100,
            Duration.ofMillis(5),
            Duration.ofMillis(500),
            new java.util.Random(),
            Clock.systemUTC(),
            TableSettings::sleep,
            UUID::randomUUID,
            16_384);

    /** Checks the ranges. */
    public TableSettings {
        Objects.requireNonNull(random, "random is null");
        Objects.requireNonNull(clock, "clock is null");
        Objects.requireNonNull(pauses, "pauses is null");
        Objects.requireNonNull(ids, "ids is null");
        if (attempts < 1 || firstPause.isNegative() || longestPause.compareTo(firstPause) < 0) {
            throw new IllegalArgumentException(
                    attempts + " attempts with pauses from " + firstPause + " to " + longestPause + " are not a plan");
        }
        if (keptRows < 0) {
            throw new IllegalArgumentException(keptRows + " rows can't be kept: 0 are the least");
        }
    }

    /** The same with another number of attempts. */
    public TableSettings withAttempts(int count) {
        return new TableSettings(count, firstPause, longestPause, random, clock, pauses, ids, keptRows);
    }

    /** The same with other pauses. */
    public TableSettings withPauses(Duration first, Duration longest, Consumer<Duration> waiting) {
        return new TableSettings(attempts, first, longest, random, clock, waiting, ids, keptRows);
    }

    /** The same with another source of chance, such as a seeded one. */
    public TableSettings withRandom(RandomGenerator source) {
        return new TableSettings(attempts, firstPause, longestPause, source, clock, pauses, ids, keptRows);
    }

    /** The same with another clock. */
    public TableSettings withClock(Clock other) {
        return new TableSettings(attempts, firstPause, longestPause, random, other, pauses, ids, keptRows);
    }

    /** The same with another source of ids. An id may come only once, in all processes. */
    public TableSettings withIds(Supplier<UUID> source) {
        return new TableSettings(attempts, firstPause, longestPause, random, clock, pauses, source, keptRows);
    }

    /** The same with other fragments kept: those of at most this number of rows. */
    public TableSettings withKeptRows(int most) {
        return new TableSettings(attempts, firstPause, longestPause, random, clock, pauses, ids, most);
    }

    /** Waits before an attempt; the first is number 1. */
    public void pauseBefore(int attempt) {
        long longest = firstPause.toNanos();
        for (int i = 2; i < attempt && longest < longestPause.toNanos(); i++) {
            longest *= 2;
        }
        longest = Math.min(longest, longestPause.toNanos());
        pauses.accept(Duration.ofNanos((long) (longest * (0.5 + 0.5 * random.nextDouble()))));
    }

    private static void sleep(Duration pause) {
        try {
            Thread.sleep(pause.toMillis(), pause.toNanosPart() % 1_000_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the next attempt, or read, tells
        }
    }
}
