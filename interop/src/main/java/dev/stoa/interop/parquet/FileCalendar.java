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
package dev.stoa.interop.parquet;

import dev.stoa.format.StoaException;
import dev.stoa.interop.RebaseMode;
import dev.stoa.interop.internal.HybridCalendar;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TimeZone;

/**
 * Which calendar the dates and timestamps of a Parquet file count in, and how they become proleptic Gregorian.
 *
 * <p>The file's own keys decide: Spark's {@code org.apache.spark.version} with {@code legacyDateTime}, {@code legacyINT96}
 * and {@code timeZone}; Hive's {@code writer.date.proleptic}, {@code writer.time.zone} and {@code
 * writer.zone.conversion.legacy}. Where they are silent, {@link ParquetSourceOptions} does. {@link #choices} names this as
 * soon as it matters for a value. Timestamps that are not adjusted to UTC are never rebased. Dates
 * that Drill before 1.9 shifted by mistake are not repaired: nothing in a file tells them from correct ones for certain.
 */
final class FileCalendar {
    private static final String SPARK = "org.apache.spark.";
    private static final String SPARK_VERSION = SPARK + "version";
    private static final String SPARK_LEGACY_DATETIME = SPARK + "legacyDateTime";
    private static final String SPARK_LEGACY_INT96 = SPARK + "legacyINT96";
    private static final String SPARK_ZONE = SPARK + "timeZone";
    private static final String HIVE_PROLEPTIC = "writer.date.proleptic";
    private static final String HIVE_ZONE = "writer.time.zone";
    private static final String HIVE_LEGACY_CONVERSION = "writer.zone.conversion.legacy";

    private static final long JULIAN_DAY_OF_EPOCH = 2_440_588;
    private static final long SECONDS_PER_DAY = 86_400;
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private final Rule dates;
    private final Rule timestamps;
    private final Rule int96;
    private final TimeZone zone;
    private final Optional<TimeZone> hiveZone;
    private final boolean hiveLegacyConversion;
    private final Set<String> choices = new LinkedHashSet<>();

    private record Rule(RebaseMode mode, boolean stated) {}

    private FileCalendar(
            Rule dates, Rule timestamps, Rule int96, TimeZone zone, Optional<TimeZone> hiveZone, boolean hiveLegacy) {
        this.dates = dates;
        this.timestamps = timestamps;
        this.int96 = int96;
        this.zone = zone;
        this.hiveZone = hiveZone;
        this.hiveLegacyConversion = hiveLegacy;
    }

    /**
     * The calendar of a file.
     *
     * @throws StoaException if a key of the file names a time zone that is not known
     */
    static FileCalendar of(Map<String, String> keys, ParquetSourceOptions options) throws StoaException {
        Rule dates = new Rule(options.datetimeRebase(), false);
        Rule timestamps = dates;
        Rule int96 = new Rule(options.int96Rebase(), false);
        Optional<TimeZone> hiveZone = Optional.empty();
        if (keys.get(SPARK_VERSION) != null) {
            String version = keys.get(SPARK_VERSION);
            dates = stated(isBefore(version, 3, 0) || keys.containsKey(SPARK_LEGACY_DATETIME));
            timestamps = dates;
            int96 = stated(isBefore(version, 3, 1) || keys.containsKey(SPARK_LEGACY_INT96));
        } else {
            if (keys.get(HIVE_PROLEPTIC) != null) {
                dates = stated(!Boolean.parseBoolean(keys.get(HIVE_PROLEPTIC)));
            }
            if (keys.get(HIVE_ZONE) != null) {
                hiveZone = Optional.of(zone(keys.get(HIVE_ZONE), HIVE_ZONE));
                int96 = stated(false);
            }
        }
        String sparkZone = keys.get(SPARK_ZONE);
        TimeZone zone = sparkZone == null ? TimeZone.getTimeZone(options.legacyZone()) : zone(sparkZone, SPARK_ZONE);
        boolean hiveLegacy = Boolean.parseBoolean(keys.get(HIVE_LEGACY_CONVERSION));
        return new FileCalendar(dates, timestamps, int96, zone, hiveZone, hiveLegacy);
    }

    /** The same for a file whose INT96 timestamps have become others. */
    FileCalendar withInt96ForTimestamps() {
        return new FileCalendar(dates, int96, int96, zone, hiveZone, hiveLegacyConversion);
    }

    /** The options for a file; Spark only writes instants as INT96, whatever its time zone. */
    static ParquetSourceOptions stated(Map<String, String> keys, ParquetSourceOptions options) {
        boolean isSparks = keys.keySet().stream().anyMatch(key -> key.startsWith(SPARK));
        return isSparks ? options.withInt96Utc(true) : options;
    }

    private static Rule stated(boolean legacy) {
        return new Rule(legacy ? RebaseMode.LEGACY : RebaseMode.CORRECTED, true);
    }

    private static TimeZone zone(String name, String key) throws StoaException {
        try {
            return TimeZone.getTimeZone(ZoneId.of(name, ZoneId.SHORT_IDS));
        } catch (DateTimeException e) {
            throw new StoaException("the key " + key + " names the unknown time zone '" + name + "'", e);
        }
    }

    /** Whether a version such as "2.4.8" is before another; one that can't be read is not. */
    private static boolean isBefore(String version, int major, int minor) {
        String[] parts = version.split("\\.", 3);
        try {
            int first = Integer.parseInt(parts[0]);
            int second = parts.length > 1 ? Integer.parseInt(parts[1].replaceAll("\\D.*", "")) : 0;
            return first < major || (first == major && second < minor);
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /** Whether INT96 values are moved by a zone that the file names, so that they are local. */
    boolean movesInt96ToLocal() {
        return hiveZone.isPresent();
    }

    /** The zone that {@link #movesInt96ToLocal} means. */
    String int96Zone() {
        return hiveZone.map(TimeZone::getID).orElse("");
    }

    /** Whether the file's own keys, no longer true of the values that are delivered, have to go. */
    boolean changesKeys(boolean hasDates, boolean hasTimestamps, boolean hasInt96) {
        return (hasDates && changes(dates))
                || (hasTimestamps && changes(timestamps))
                || (hasInt96 && (changes(int96) || movesInt96ToLocal()));
    }

    private static boolean changes(Rule rule) {
        return rule.stated && rule.mode == RebaseMode.LEGACY;
    }

    /** Whether a key only tells which calendar a file counts in. */
    static boolean isCalendarKey(String key) {
        return key.equals(SPARK_VERSION)
                || key.equals(SPARK_LEGACY_DATETIME)
                || key.equals(SPARK_LEGACY_INT96)
                || key.equals(SPARK_ZONE)
                || key.equals(HIVE_PROLEPTIC)
                || key.equals(HIVE_ZONE)
                || key.equals(HIVE_LEGACY_CONVERSION);
    }

    /** Returns the decisions for values up to now, in words. */
    List<String> choices() {
        return new ArrayList<>(choices);
    }

    /** Rebases days since 1970-01-01 in place. */
    void dates(int[] days, boolean[] nulls, int n) throws StoaException {
        if (dates.mode == RebaseMode.CORRECTED && dates.stated) {
            return;
        }
        for (int i = 0; i < n; i++) {
            if (days[i] < HybridCalendar.FIRST_GREGORIAN_DAY
                    && (nulls.length == 0 || !nulls[i])
                    && decide(dates, "dates before 1582-10-15", "")) {
                days[i] = HybridCalendar.toProlepticDay(days[i]);
            }
        }
    }

    /** Rebases timestamps in UTC in place. */
    void timestamps(long[] units, boolean[] nulls, int n, int precision) throws StoaException {
        if (timestamps.mode == RebaseMode.CORRECTED && timestamps.stated) {
            return;
        }
        long perSecond = (long) Math.pow(10, precision);
        long cutover = HybridCalendar.FIRST_EQUAL_SECOND * perSecond;
        for (int i = 0; i < n; i++) {
            if (units[i] < cutover
                    && (nulls.length == 0 || !nulls[i])
                    && decide(timestamps, "timestamps before 1900-01-01", " in the zone " + zone.getID())) {
                long second = HybridCalendar.toProlepticSecond(Math.floorDiv(units[i], perSecond), zone);
                try {
                    units[i] = Math.addExact(Math.multiplyExact(second, perSecond), Math.floorMod(units[i], perSecond));
                } catch (ArithmeticException e) {
                    throw new StoaException("the timestamp " + units[i] + " leaves 64 bits when it is rebased", e);
                }
            }
        }
    }

    /**
     * Turns an INT96 timestamp into nanoseconds since 1970-01-01.
     *
     * @param row where in {@code high} and {@code low} it goes
     */
    void int96(long nanosOfDay, int julianDay, int row, long[] high, long[] low) throws StoaException {
        long second = (julianDay - JULIAN_DAY_OF_EPOCH) * SECONDS_PER_DAY + Math.floorDiv(nanosOfDay, NANOS_PER_SECOND);
        long nano = Math.floorMod(nanosOfDay, NANOS_PER_SECOND);
        if (hiveZone.isPresent()) {
            second = toLocal(second, hiveZone.get());
        } else if (second < HybridCalendar.FIRST_EQUAL_SECOND
                && !(int96.mode == RebaseMode.CORRECTED && int96.stated)
                && decide(int96, "INT96 timestamps before 1900-01-01", " in the zone " + zone.getID())) {
            second = HybridCalendar.toProlepticSecond(second, zone);
        }
        long product = second * NANOS_PER_SECOND;
        low[row] = product + nano;
        high[row] = Math.multiplyHigh(second, NANOS_PER_SECOND) + (Long.compareUnsigned(low[row], product) < 0 ? 1 : 0);
    }

    private long toLocal(long second, TimeZone from) throws StoaException {
        if (hiveLegacyConversion) {
            return HybridCalendar.toLocalSecond(second, from);
        }
        try {
            ZoneOffset offset = from.toZoneId().getRules().getOffset(java.time.Instant.ofEpochSecond(second));
            return second + offset.getTotalSeconds();
        } catch (DateTimeException e) {
            throw new StoaException("the INT96 timestamp of second " + second + " is out of range", e);
        }
    }

    /** Says whether such values are rebased, and notes why. */
    private boolean decide(Rule rule, String what, String where) throws StoaException {
        switch (rule.mode) {
            case EXCEPTION ->
                throw new StoaException(
                        "the file has " + what + " and does not name their calendar: choose corrected or legacy");
            case CORRECTED -> {
                note(what + " are taken as proleptic Gregorian; the file does not say which calendar it uses");
                return false;
            }
            default -> {
                note(what + " were rebased from the hybrid Julian calendar" + where
                        + (rule.stated ? ", as the file says" : "; the file does not say which calendar it uses"));
                return true;
            }
        }
    }

    private void note(String choice) {
        choices.add(choice);
    }
}
