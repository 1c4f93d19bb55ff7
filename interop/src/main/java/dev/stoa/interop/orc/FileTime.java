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
package dev.stoa.interop.orc;

import dev.stoa.format.StoaException;
import dev.stoa.interop.RebaseMode;
import dev.stoa.interop.internal.HybridCalendar;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TimeZone;

/**
 * Turns the dates and timestamps of one ORC file into those of the proleptic Gregorian calendar, and local timestamps into what
 * the writer's clock showed. The zone of the machine that reads plays no part.
 */
final class FileTime {
    private static final TimeZone UTC = TimeZone.getTimeZone("UTC");
    private static final long MILLIS_PER_SECOND = 1000;

    /** Fractions from here on are seen by writers, which count in milliseconds, when they cut seconds. */
    private static final int LEAST_CUT_NANOS = 1_000_000;

    /** 1582-10-15T00:00:00Z. */
    private static final long FIRST_GREGORIAN_SECOND = HybridCalendar.FIRST_GREGORIAN_DAY * 86_400L;

    private final RebaseMode calendar;
    private final boolean stated;
    private final Optional<TimeZone> assumedZone;
    private final Set<String> choices = new LinkedHashSet<>();

    /**
     * The times of a file.
     *
     * @param calendar which calendar the values count in
     * @param stated whether the file says so
     * @param assumedZone the writer's zone, if the file does not name it. Then open the reader without a zone: it takes this
     *     machine's for the writer's and for its own. If the file names the zone, open the reader with UTC for timestamps: then
     *     local ones already have the time of the writer's clock.
     */
    FileTime(RebaseMode calendar, boolean stated, Optional<TimeZone> assumedZone) {
        this.calendar = calendar;
        this.stated = stated;
        this.assumedZone = assumedZone;
    }

    /** Returns the decisions for values up to now, in words. */
    List<String> choices() {
        return new ArrayList<>(choices);
    }

    /** The day of the proleptic calendar. */
    int day(int day) throws StoaException {
        return day < HybridCalendar.FIRST_GREGORIAN_DAY && rebases("dates") ? HybridCalendar.toProlepticDay(day) : day;
    }

    /**
     * The second of an instant, or of the writer's clock, in the proleptic calendar.
     *
     * @param millis as the reader gives it
     * @param nanos the fraction of the second
     */
    long second(long millis, int nanos, boolean instant) throws StoaException {
        long second = !instant && assumedZone.isPresent()
                ? local(millis, nanos, assumedZone.get())
                : Math.floorDiv(millis, MILLIS_PER_SECOND);
        return second < FIRST_GREGORIAN_SECOND && rebases("timestamps")
                ? HybridCalendar.toProlepticSecond(second, UTC)
                : second;
    }

    /**
     * Files count from the beginning of 2015 on the writer's clock. The reader has added the instant of that beginning on
     * this machine's clock, and this takes it away again. Writers cut seconds towards 1970 in UTC. Readers take one away
     * again from instants before 1970 that have a fraction. The writer's zone decides which these are, not the machine's.
     */
    private long local(long millis, int nanos, TimeZone writer) {
        choices.add("the file does not name its writer's time zone: " + writer.getID() + " is taken");
        boolean isCut = nanos >= LEAST_CUT_NANOS;
        long stored = isCut && millis < 0 ? millis + MILLIS_PER_SECOND : millis;
        long moved = stored + (epoch(writer) - epoch(TimeZone.getDefault())) * MILLIS_PER_SECOND;
        long instant = Math.floorDiv(isCut && moved < 0 ? moved - MILLIS_PER_SECOND : moved, MILLIS_PER_SECOND);
        return instant + writer.getOffset(instant * MILLIS_PER_SECOND) / MILLIS_PER_SECOND;
    }

    private static long epoch(TimeZone zone) {
        return java.time.LocalDate.of(2015, 1, 1).atStartOfDay(zone.toZoneId()).toEpochSecond();
    }

    private boolean rebases(String what) throws StoaException {
        String values = what + " before 1582-10-15";
        String silent = stated ? ", as the file says" : "; the file does not say which calendar it uses";
        switch (calendar) {
            case EXCEPTION ->
                throw new StoaException(
                        "the file has " + values + " and does not name their calendar: choose corrected or legacy");
            case CORRECTED -> {
                if (!stated) {
                    choices.add(values + " are taken as proleptic Gregorian" + silent);
                }
                return false;
            }
            default -> {
                choices.add(values + " were rebased from the hybrid Julian calendar" + silent);
                return true;
            }
        }
    }
}
