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
package dev.stoa.interop.internal;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.TimeZone;

/**
 * The calendar of old Spark and Hive: Julian before 1582-10-15, Gregorian from then on. A rebase keeps what the value
 * showed (year, month, day, time of day), not the instant. A day that only the Julian calendar has, such as 1000-02-29,
 * becomes the one after the last day of its month.
 */
public final class HybridCalendar {
    /** 1582-10-15: from this day on nothing is rebased. */
    public static final int FIRST_GREGORIAN_DAY = -141_427;
    /** 1900-01-01T00:00:00Z: since then java.util and java.time agree on the offsets of all zones. */
    public static final long FIRST_EQUAL_SECOND = -2_208_988_800L;

    private static final TimeZone UTC = TimeZone.getTimeZone("UTC");
    private static final long SECONDS_PER_DAY = 86_400;

    private HybridCalendar() {}

    /** The proleptic Gregorian day that shows the same date as a day of the hybrid calendar. */
    public static int toProlepticDay(int day) {
        if (day >= FIRST_GREGORIAN_DAY) {
            return day;
        }
        return Math.toIntExact(
                shown(calendar(day * SECONDS_PER_DAY, UTC)).toLocalDate().toEpochDay());
    }

    /** The instant that shows the same local time in the proleptic calendar as another one in the hybrid calendar. */
    public static long toProlepticSecond(long second, TimeZone zone) {
        if (second >= FIRST_EQUAL_SECOND) {
            return second;
        }
        GregorianCalendar calendar = calendar(second, zone);
        ZonedDateTime local = shown(calendar).atZone(zone.toZoneId());
        // Where clocks were put back, the local time is there twice: keep the second one if the instant was.
        ZonedDateTime later = local.withLaterOffsetAtOverlap();
        long laterOffset = later.getOffset().getTotalSeconds() * 1000L;
        long shownOffset = calendar.get(Calendar.ZONE_OFFSET) + (long) calendar.get(Calendar.DST_OFFSET);
        return (shownOffset == laterOffset ? later : local).toEpochSecond();
    }

    /** The local time, as seconds in UTC, that an instant shows in a zone in the hybrid calendar. */
    public static long toLocalSecond(long second, TimeZone zone) {
        return shown(calendar(second, zone)).toEpochSecond(ZoneOffset.UTC);
    }

    private static GregorianCalendar calendar(long second, TimeZone zone) {
        GregorianCalendar calendar = new GregorianCalendar(zone, java.util.Locale.ROOT);
        calendar.setTimeInMillis(second * 1000);
        return calendar;
    }

    private static LocalDateTime shown(GregorianCalendar calendar) {
        int year = calendar.get(Calendar.YEAR);
        int prolepticYear = calendar.get(Calendar.ERA) == GregorianCalendar.BC ? 1 - year : year;
        return LocalDate.of(prolepticYear, calendar.get(Calendar.MONTH) + 1, 1)
                .plusDays(calendar.get(Calendar.DAY_OF_MONTH) - 1L)
                .atTime(
                        calendar.get(Calendar.HOUR_OF_DAY),
                        calendar.get(Calendar.MINUTE),
                        calendar.get(Calendar.SECOND));
    }
}
