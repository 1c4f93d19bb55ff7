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
package dev.stoa.hive.internal.columns;

import java.sql.Date;
import java.time.LocalDate;
import java.util.Optional;

/**
 * Dates of Hive's search arguments. Hive's own dates are proleptic Gregorian. A search argument holds them as {@link
 * java.sql.Date}. That class counts in the Julian calendar before 1582-10-15, and its days begin at midnight of the
 * process's time zone.
 * Only the year, month and day are those of the literal.
 */
public final class SqlDates {
    /** Days that the calendar skips in October 1582; time zones skip one. */
    private static final int LONGEST_GAP = 10;

    private SqlDates() {}

    /**
     * The date that a literal means; none if another literal looks the same. A day that the calendar or the time zone skips, such as
     * 1582-10-10, looks like a later one.
     */
    public static Optional<LocalDate> of(Date literal) {
        LocalDate day = literal.toLocalDate();
        boolean isExact = Date.valueOf(day).equals(literal);
        for (int i = 1; isExact && i <= LONGEST_GAP; i++) {
            isExact = !Date.valueOf(day.minusDays(i)).equals(literal);
        }
        return isExact ? Optional.of(day) : Optional.empty();
    }
}
