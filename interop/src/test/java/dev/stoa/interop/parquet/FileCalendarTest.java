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

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.StoaException;
import dev.stoa.interop.RebaseMode;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.Map;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;

class FileCalendarTest {
    private static final boolean[] NO_NULLS = new boolean[0];
    private static final ParquetSourceOptions CORRECTED = ParquetSourceOptions.DEFAULT;
    private static final String VERSION = "org.apache.spark.version";

    /** The day that the hybrid calendar of java.util counts for a date. */
    private static int hybridDay(int year, int month, int day) {
        GregorianCalendar calendar = new GregorianCalendar(TimeZone.getTimeZone("UTC"));
        calendar.clear();
        calendar.set(year, month - 1, day);
        return (int) Math.floorDiv(calendar.getTimeInMillis(), 86_400_000L);
    }

    private static int rebased(int day, Map<String, String> keys, ParquetSourceOptions options) throws StoaException {
        int[] days = {day};
        FileCalendar.of(keys, options).dates(days, NO_NULLS, 1);
        return days[0];
    }

    @Test
    void keepsWhatLegacyDatesShow() throws StoaException {
        Map<String, String> spark2 = Map.of(VERSION, "2.4.8");
        for (LocalDate date : new LocalDate[] {
            LocalDate.of(1, 1, 1),
            LocalDate.of(1000, 3, 1),
            LocalDate.of(1582, 10, 4),
            LocalDate.of(1582, 10, 15),
            LocalDate.of(1970, 1, 1),
            LocalDate.of(9999, 12, 31)
        }) {
            int stored = hybridDay(date.getYear(), date.getMonthValue(), date.getDayOfMonth());
            assertEquals(date.toEpochDay(), rebased(stored, spark2, CORRECTED), date.toString());
        }
        assertEquals(-141_427, LocalDate.of(1582, 10, 15).toEpochDay());
    }

    @Test
    void movesADayOfTheJulianCalendarOnlyToTheNext() throws StoaException {
        assertEquals(
                LocalDate.of(1000, 3, 1).toEpochDay(),
                rebased(hybridDay(1000, 2, 29), Map.of(VERSION, "2.4.8"), CORRECTED));
    }

    @Test
    void theFileDecidesBeforeTheOption() throws StoaException {
        ParquetSourceOptions legacy = CORRECTED.withDatetimeRebase(RebaseMode.LEGACY);
        int day = hybridDay(1200, 6, 1);
        int shown = (int) LocalDate.of(1200, 6, 1).toEpochDay();
        assertTrue(day != shown);
        assertEquals(day, rebased(day, Map.of(), CORRECTED));
        assertEquals(shown, rebased(day, Map.of(), legacy));
        assertEquals(day, rebased(day, Map.of(VERSION, "3.0.0"), legacy));
        assertEquals(day, rebased(day, Map.of(VERSION, "4.1.0-preview1"), legacy));
        assertEquals(shown, rebased(day, Map.of(VERSION, "3.2.1", "org.apache.spark.legacyDateTime", ""), CORRECTED));
        assertEquals(day, rebased(day, Map.of("writer.date.proleptic", "true"), legacy));
        assertEquals(shown, rebased(day, Map.of("writer.date.proleptic", "false"), CORRECTED));
    }

    @Test
    void refusesEarlyDatesOnDemandAndSaysWhatItChose() throws StoaException {
        ParquetSourceOptions strict = CORRECTED.withDatetimeRebase(RebaseMode.EXCEPTION);
        assertThrows(StoaException.class, () -> rebased(-200_000, Map.of(), strict));
        assertEquals(-141_427, rebased(-141_427, Map.of(), strict));

        FileCalendar calendar = FileCalendar.of(Map.of(), CORRECTED);
        calendar.dates(new int[] {0}, NO_NULLS, 1);
        assertTrue(calendar.choices().isEmpty());
        calendar.dates(new int[] {-200_000}, new boolean[] {true}, 1);
        assertTrue(calendar.choices().isEmpty());
        calendar.dates(new int[] {-200_000}, NO_NULLS, 1);
        assertEquals(1, calendar.choices().size());
    }

    @Test
    void rebasesTimestampsInTheWritersZone() throws StoaException {
        TimeZone zone = TimeZone.getTimeZone("America/Los_Angeles");
        GregorianCalendar shown = new GregorianCalendar(zone);
        shown.clear();
        shown.set(1500, Calendar.MARCH, 7, 8, 9, 10);
        long stored = Math.floorDiv(shown.getTimeInMillis(), 1000) * 1_000_000 + 123_456;
        long[] micros = {stored, 1_600_000_000_000_000L};
        FileCalendar.of(Map.of(VERSION, "2.4.5", "org.apache.spark.timeZone", "America/Los_Angeles"), CORRECTED)
                .timestamps(micros, NO_NULLS, 2, 6);
        Instant wanted =
                LocalDateTime.of(1500, 3, 7, 8, 9, 10).atZone(zone.toZoneId()).toInstant();
        assertArrayEquals(new long[] {wanted.getEpochSecond() * 1_000_000 + 123_456, 1_600_000_000_000_000L}, micros);
    }

    @Test
    void neverAsksTheMachineForItsZone() throws StoaException {
        TimeZone before = TimeZone.getDefault();
        try {
            TimeZone.setDefault(TimeZone.getTimeZone("Pacific/Apia"));
            long[] micros = {-20_000_000_000_000_000L};
            FileCalendar.of(Map.of(VERSION, "2.4.5"), CORRECTED).timestamps(micros, NO_NULLS, 1, 6);
            long there = micros[0];
            TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
            micros[0] = -20_000_000_000_000_000L;
            FileCalendar.of(Map.of(VERSION, "2.4.5"), CORRECTED).timestamps(micros, NO_NULLS, 1, 6);
            assertEquals(micros[0], there);
        } finally {
            TimeZone.setDefault(before);
        }
    }

    @Test
    void readsInt96AtEveryDistance() throws StoaException {
        long[] high = new long[1];
        long[] low = new long[1];
        FileCalendar plain = FileCalendar.of(Map.of(), CORRECTED);
        plain.int96(1, 2_440_588, 0, high, low);
        assertEquals(0, high[0]);
        assertEquals(1, low[0]);
        plain.int96(86_399_999_999_999L, 2_440_587, 0, high, low);
        assertEquals(-1, high[0]);
        assertEquals(-1, low[0]);
        int julianDay = (int) (LocalDate.of(9999, 12, 31).toEpochDay() + 2_440_588);
        plain.int96(5, julianDay, 0, high, low);
        java.math.BigInteger wanted = java.math.BigInteger.valueOf(
                        LocalDate.of(9999, 12, 31).toEpochDay())
                .multiply(java.math.BigInteger.valueOf(86_400_000_000_000L))
                .add(java.math.BigInteger.valueOf(5));
        assertEquals(wanted.shiftRight(64).longValue(), high[0]);
        assertEquals(wanted.longValue(), low[0]);
    }

    @Test
    void givesHivesInt96ItsLocalTimeBack() throws StoaException {
        ZoneId zone = ZoneId.of("Europe/Rome");
        LocalDateTime local = LocalDateTime.of(2019, 1, 1, 0, 30, 30);
        long second = local.atZone(zone).toEpochSecond();
        for (String legacy : new String[] {"false", "true"}) {
            FileCalendar hive = FileCalendar.of(
                    Map.of("writer.time.zone", "Europe/Rome", "writer.zone.conversion.legacy", legacy), CORRECTED);
            assertTrue(hive.movesInt96ToLocal());
            long[] high = new long[1];
            long[] low = new long[1];
            hive.int96(
                    Math.floorMod(second, 86_400L) * 1_000_000_000,
                    (int) (Math.floorDiv(second, 86_400L) + 2_440_588),
                    0,
                    high,
                    low);
            assertEquals(local.toEpochSecond(ZoneOffset.UTC) * 1_000_000_000, low[0]);
        }
    }

    @Test
    void dropsKeysOnlyWhereValuesChange() throws StoaException {
        FileCalendar spark2 = FileCalendar.of(Map.of(VERSION, "2.4.8"), CORRECTED);
        assertTrue(spark2.changesKeys(true, false, false));
        assertTrue(spark2.changesKeys(false, false, true));
        assertFalse(spark2.changesKeys(false, false, false));
        assertFalse(FileCalendar.of(Map.of(VERSION, "3.5.1"), CORRECTED).changesKeys(true, true, true));
        assertTrue(FileCalendar.isCalendarKey("writer.time.zone"));
        assertFalse(FileCalendar.isCalendarKey("org.apache.spark.sql.parquet.row.metadata"));
    }

    @Test
    void refusesAZoneThatDoesNotExist() {
        StoaException e = assertThrows(
                StoaException.class, () -> FileCalendar.of(Map.of("writer.time.zone", "Mars/Olympus"), CORRECTED));
        assertTrue(e.getMessage().contains("Mars/Olympus"), e.getMessage());
    }
}
