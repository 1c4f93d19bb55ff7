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

/**
 * How values are written in a delimited text.
 *
 * @param nullText a field without quotes that is this text is null
 * @param datePattern pattern of {@link java.time.format.DateTimeFormatter} for dates; absent: ISO 8601
 * @param timestampPattern the same for timestamps; absent: ISO 8601 with T or a blank
 * @param thousands between groups of three digits of a number
 */
public record CsvForms(
        String nullText,
        Optional<String> datePattern,
        Optional<String> timestampPattern,
        Optional<Character> thousands) {

    /** Empty fields are null, dates and timestamps are those of ISO 8601, and digits are not grouped. */
    public static final CsvForms DEFAULT = new CsvForms("", Optional.empty(), Optional.empty(), Optional.empty());

    /** Checks that nothing is missing. */
    public CsvForms {
        Objects.requireNonNull(nullText, "nullText is null");
        if (thousands.isPresent() && ".,' _".indexOf(thousands.get()) < 0) {
            throw new IllegalArgumentException(
                    "groups of digits are divided by one of . , ' _ and the blank, not by '" + thousands.get() + "'");
        }
    }

    /** The same with another text for null. */
    public CsvForms withNullText(String other) {
        return new CsvForms(other, datePattern, timestampPattern, thousands);
    }

    /** The same with a pattern of dates. */
    public CsvForms withDatePattern(String pattern) {
        return new CsvForms(nullText, Optional.of(pattern), timestampPattern, thousands);
    }

    /** The same with a character between groups of digits. */
    public CsvForms withThousands(char other) {
        return new CsvForms(nullText, datePattern, timestampPattern, Optional.of(other));
    }
}
