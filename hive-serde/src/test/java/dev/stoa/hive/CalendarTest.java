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
package dev.stoa.hive;

import static dev.stoa.hive.LogTables.BY_HANDLER;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.stoa.hive.internal.columns.SqlDates;
import java.sql.Date;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.TimeZone;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Dates and timestamps before 1582-10-15, where {@code java.sql} counts in another calendar than Hive. */
@Tag("engine")
class CalendarTest {
    private static final List<String> DAYS = List.of(
            "0001-01-01",
            "0001-01-03",
            "1000-02-28",
            "1500-02-28",
            "1500-03-01",
            "1582-10-04",
            "1582-10-05",
            "1582-10-10",
            "1582-10-14",
            "1582-10-15",
            "1582-10-20",
            "1582-10-25",
            "1969-12-31",
            "1970-01-01",
            "9999-12-31");

    private static HiveSession hive;

    @BeforeAll
    static void begin() throws Exception {
        hive = HiveSession.shared();
        hive.run("create database if not exists calendars");
        hive.run("use calendars");
    }

    @Test
    void datesAreComparedByTheirFields() throws Exception {
        fill("days", "stored as stoa");
        for (int i = 0; i < DAYS.size(); i++) {
            String day = "date '" + DAYS.get(i) + "'";
            String time = "timestamp '" + DAYS.get(i) + " 12:30:00.5'";
            List<String> only = DAYS.subList(i, i + 1);
            List<String> until = DAYS.subList(0, i + 1);
            assertEquals(only, days("d = " + day), day);
            assertEquals(until, days("d <= " + day), day);
            assertEquals(DAYS.subList(i, DAYS.size()), days("d >= " + day), day);
            assertEquals(only, days("d in (" + day + ", date '2000-01-01')"), day);
            assertEquals(until, days("d between date '0001-01-01' and " + day), day);
            assertEquals(only, days("t = " + time), time);
            assertEquals(until, days("t <= " + time), time);
        }
    }

    @Test
    void rowsOfOldDatesAreChanged() throws Exception {
        String before = hive.set("hive.split.update", "true");
        try {
            fill("changed", BY_HANDLER);
            hive.run("delete from changed where d = date '0001-01-01'");
            hive.run("update changed set t = null where d = date '1500-03-01'");
            assertEquals(DAYS.subList(1, DAYS.size()), hive.run("select cast(d as string) from changed order by d"));
            assertEquals(List.of("1500-03-01"), hive.run("select d from changed where t is null"));
        } finally {
            hive.set("hive.split.update", before);
        }
    }

    @Test
    void literalsThatLookLikeOthersAreNotPushed() {
        TimeZone before = TimeZone.getDefault();
        try {
            for (String zone : List.of("UTC", "America/New_York", "America/Sao_Paulo", "Pacific/Apia")) {
                TimeZone.setDefault(TimeZone.getTimeZone(zone));
                // a zone differs from UTC on days when its clocks change; the first of them is in 1883
                int firstYear = zone.equals("UTC") ? 1 : 1580;
                for (LocalDate day = LocalDate.of(firstYear, 1, 1); day.getYear() < 2100; day = next(day)) {
                    Optional<LocalDate> pushed = SqlDates.of(Date.valueOf(day));
                    boolean isSkipped = day.getYear() == 1582
                            && day.getMonthValue() == 10
                            && day.getDayOfMonth() > 4
                            && day.getDayOfMonth() < 25;
                    boolean isOfSamoa =
                            zone.equals("Pacific/Apia") && day.getYear() == 2011 && day.getDayOfYear() > 363;
                    assertEquals(isSkipped || isOfSamoa ? Optional.empty() : Optional.of(day), pushed, zone);
                }
            }
            assertEquals(Optional.empty(), SqlDates.of(Date.valueOf(LocalDate.of(0, 1, 1))));
        } finally {
            TimeZone.setDefault(before);
        }
    }

    /** Each day near those that calendars or clocks count otherwise, else each eleventh. */
    private static LocalDate next(LocalDate day) {
        int month = day.getMonthValue();
        boolean mayClocksChange = day.getYear() > 1880;
        return day.plusDays(mayClocksChange || month == 2 || month == 3 || month == 10 ? 1 : 11);
    }

    private static void fill(String table, String how) throws Exception {
        hive.run("create table " + table + " (d date, t timestamp) " + how);
        hive.run("insert into " + table + " select cast(day as date), cast(concat(day, ' 12:30:00.5') as timestamp)"
                + " from (select explode(array('" + String.join("','", DAYS) + "')) as day) days");
    }

    private static List<String> days(String condition) throws Exception {
        return hive.run("select cast(d as string) from days where " + condition);
    }
}
