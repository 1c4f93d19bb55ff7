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
package dev.stoa.interop.avro;

import dev.stoa.format.StoaException;
import dev.stoa.interop.internal.HybridCalendar;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TimeZone;

/**
 * The hybrid calendar of an Avro file, Julian before 1582-10-15. Spark before 3.0 and Hive before 4 used it. A file names it by
 * Spark's {@code org.apache.spark.version} and {@code legacyDateTime}, or by Hive's {@code writer.proleptic}. If it names no
 * calendar, the options do. Dates and instants keep the year, month, day and time that they show. Local timestamps stay as they
 * are, as in Spark.
 */
final class LegacyCalendar {
    private static final String SPARK_VERSION = "org.apache.spark.version";
    private static final String SPARK_LEGACY = "org.apache.spark.legacyDateTime";
    private static final String SPARK_ZONE = "org.apache.spark.timeZone";
    private static final String HIVE_PROLEPTIC = "writer.proleptic";
    private static final String HIVE_ZONE = "writer.time.zone";

    /** The metadata that is no longer true after values are rebased. */
    private static final Set<String> KEYS = Set.of(SPARK_VERSION, SPARK_LEGACY, SPARK_ZONE, HIVE_PROLEPTIC, HIVE_ZONE);

    private static final long SECONDS_PER_DAY = 86_400;

    private final TimeZone zone;
    private final boolean isStated;
    private final boolean refuses;

    private LegacyCalendar(TimeZone zone, boolean isStated, boolean refuses) {
        this.zone = zone;
        this.isStated = isStated;
        this.refuses = refuses;
    }

    /**
     * The calendar of a file; none if its values are proleptic.
     *
     * @param keys the file's metadata
     * @throws StoaException if a key names a time zone that is not known
     */
    static Optional<LegacyCalendar> of(Map<String, String> keys, AvroSourceOptions options) throws StoaException {
        String version = keys.get(SPARK_VERSION);
        String proleptic = keys.get(HIVE_PROLEPTIC);
        TimeZone zone = zone(keys, version != null ? SPARK_ZONE : HIVE_ZONE, options);
        if (version != null || proleptic != null) {
            boolean isLegacy = version != null
                    ? keys.containsKey(SPARK_LEGACY) || version.matches("[0-2]\\..*")
                    : !Boolean.parseBoolean(proleptic);
            return isLegacy ? Optional.of(new LegacyCalendar(zone, true, false)) : Optional.empty();
        }
        return switch (options.unknownCalendar()) {
            case CORRECTED -> Optional.empty();
            case LEGACY -> Optional.of(new LegacyCalendar(zone, false, false));
            case EXCEPTION -> Optional.of(new LegacyCalendar(zone, false, true));
        };
    }

    private static TimeZone zone(Map<String, String> keys, String key, AvroSourceOptions options) throws StoaException {
        String name = keys.getOrDefault(key, options.legacyZone().getId());
        try {
            return TimeZone.getTimeZone(ZoneId.of(name, ZoneId.SHORT_IDS));
        } catch (DateTimeException e) {
            throw new StoaException("the metadata '" + key + "' names the unknown time zone '" + name + "'", e);
        }
    }

    /** Returns what it does, in words. */
    String choice() {
        String silent = "the file does not say which calendar it uses";
        return refuses
                ? "dates and timestamps before 1582-10-15 are refused; " + silent
                : "dates before 1582-10-15 and timestamps before 1900 are rebased from the hybrid Julian calendar in the zone "
                        + zone.getID() + (isStated ? ", as the file says" : "; " + silent);
    }

    /** Whether metadata tells of the calendar. */
    static boolean isOf(String key) {
        return KEYS.contains(key);
    }

    /** The proleptic day that shows the same date. */
    long day(long day) throws StoaException {
        refuse(day);
        return HybridCalendar.toProlepticDay(Math.toIntExact(day));
    }

    /**
     * The proleptic instant that shows the same time in the writer's zone.
     *
     * @param unitsPerSecond of both
     */
    long instant(long units, long unitsPerSecond) throws StoaException {
        long second = Math.floorDiv(units, unitsPerSecond);
        refuse(Math.floorDiv(second, SECONDS_PER_DAY));
        if (refuses) {
            return units;
        }
        long rebased = HybridCalendar.toProlepticSecond(second, zone);
        return Math.addExact(Math.multiplyExact(rebased, unitsPerSecond), Math.floorMod(units, unitsPerSecond));
    }

    private void refuse(long day) throws StoaException {
        if (refuses && day < HybridCalendar.FIRST_GREGORIAN_DAY) {
            throw new StoaException(
                    "the file has dates or timestamps before 1582-10-15 and does not name their calendar: choose corrected"
                            + " or legacy");
        }
    }
}
