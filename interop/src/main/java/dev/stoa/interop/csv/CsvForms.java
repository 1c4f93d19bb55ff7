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
package dev.stoa.interop.csv;

import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * How values are written in a delimited text.
 *
 * @param nullText a field without quotes that is this text is null
 * @param datePattern pattern of {@link java.time.format.DateTimeFormatter} for dates; absent: ISO 8601
 * @param timestampPattern the same for timestamps, without short names of zones; absent: ISO 8601 with T or a blank
 * @param thousands between groups of three digits of a number; never a decimal point too
 * @param decimal before the decimals of a number; absent: a point, unless it divides groups
 */
public record CsvForms(
        String nullText,
        Optional<String> datePattern,
        Optional<String> timestampPattern,
        Optional<Character> thousands,
        Optional<Character> decimal) {

    private static final Pattern QUOTED = Pattern.compile("'[^']*'");

    /** Empty fields are null, dates and timestamps are those of ISO 8601, digits are not grouped, and a point is before decimals. */
    public static final CsvForms DEFAULT =
            new CsvForms("", Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    /** Checks that nothing is missing, that zones are clear, and that the characters of numbers are common and differ. */
    public CsvForms {
        Objects.requireNonNull(nullText, "nullText is null");
        if (timestampPattern.isPresent()
                && QUOTED.matcher(timestampPattern.get()).replaceAll("").matches(".*[zv].*")) {
            throw new IllegalArgumentException("the pattern '" + timestampPattern.get()
                    + "' reads short names of zones, such as CET or IST, which mean another zone to each release of Java:"
                    + " use XXX for offsets, or VV for names such as Europe/Berlin");
        }
        if (thousands.isPresent() && ".,' _".indexOf(thousands.get()) < 0) {
            throw new IllegalArgumentException(
                    "groups of digits are divided by one of . , ' _ and the blank, not by '" + thousands.get() + "'");
        }
        if (decimal.isPresent() && ".,".indexOf(decimal.get()) < 0) {
            throw new IllegalArgumentException("decimals follow a point or a comma, not '" + decimal.get() + "'");
        }
        if (decimal.isPresent() && decimal.equals(thousands)) {
            throw new IllegalArgumentException(
                    "'" + decimal.get() + "' can't be both between groups of digits and before"
                            + " decimals: --thousands and --decimal must differ");
        }
    }

    /** The same with another text for null. */
    public CsvForms withNullText(String other) {
        return new CsvForms(other, datePattern, timestampPattern, thousands, decimal);
    }

    /** The same with a pattern of dates. */
    public CsvForms withDatePattern(String pattern) {
        return new CsvForms(nullText, Optional.of(pattern), timestampPattern, thousands, decimal);
    }

    /** The same with a character between groups of digits. */
    public CsvForms withThousands(char other) {
        return new CsvForms(nullText, datePattern, timestampPattern, Optional.of(other), decimal);
    }

    /** The same with a character before decimals. */
    public CsvForms withDecimal(char other) {
        return new CsvForms(nullText, datePattern, timestampPattern, thousands, Optional.of(other));
    }
}
