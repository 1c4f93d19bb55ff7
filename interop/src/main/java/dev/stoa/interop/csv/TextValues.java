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

import dev.stoa.format.Type;
import dev.stoa.format.UuidText;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalQueries;
import java.util.HexFormat;
import java.util.Locale;

/**
 * Turns the text of a field into the object that a {@link dev.stoa.writer.RowAppender} takes for a type. Never depends on
 * the JVM's locale or zone. A text that does not fit gives an {@link IllegalArgumentException} or {@link DateTimeException}
 * with the reason.
 */
final class TextValues {
    private static final DateTimeFormatter TIMESTAMP = new DateTimeFormatterBuilder()
            .append(DateTimeFormatter.ISO_LOCAL_DATE)
            .appendLiteral(' ')
            .append(DateTimeFormatter.ISO_LOCAL_TIME)
            .toFormatter(Locale.ROOT);

    private final DateTimeFormatter dates;
    private final DateTimeFormatter timestamps;
    private final boolean isoTimestamps;
    private final CsvForms forms;
    private final NumberForm numbers;

    TextValues(CsvOptions options) {
        this.forms = options.forms();
        this.dates = forms.datePattern().map(TextValues::formatter).orElse(DateTimeFormatter.ISO_LOCAL_DATE);
        this.timestamps = forms.timestampPattern().map(TextValues::formatter).orElse(TIMESTAMP);
        this.isoTimestamps = forms.timestampPattern().isEmpty();
        this.numbers = NumberForm.of(forms);
    }

    /**
     * Strict, as 30 February would else become the 29th; a year of an era ({@code yyyy}) is one after Christ. Parts of the time of day
     * that a pattern lacks are 0.
     */
    private static DateTimeFormatter formatter(String pattern) {
        DateTimeFormatterBuilder builder = new DateTimeFormatterBuilder()
                .appendPattern(pattern)
                .parseDefaulting(ChronoField.MINUTE_OF_HOUR, 0)
                .parseDefaulting(ChronoField.SECOND_OF_MINUTE, 0)
                .parseDefaulting(ChronoField.NANO_OF_SECOND, 0);
        if (pattern.indexOf('y') >= 0 && pattern.indexOf('G') < 0) {
            builder.parseDefaulting(ChronoField.ERA, 1);
        }
        return builder.toFormatter(Locale.ROOT).withResolverStyle(ResolverStyle.STRICT);
    }

    /** Whether a field can hold values of a type. */
    static boolean isSupported(Type type) {
        return switch (type.kind()) {
            case STRUCT, LIST, MAP, VARIANT, INTERVAL_YEAR_MONTH, INTERVAL_DAY_TIME, INTERVAL_MONTH_DAY_NANO -> false;
            default -> true;
        };
    }

    /** How numbers are written. */
    NumberForm numbers() {
        return numbers;
    }

    Object parse(Type type, String text) {
        return switch (type.kind()) {
            case INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, FLOAT16, FLOAT32, FLOAT64, DECIMAL ->
                number(type, text);
            case BOOLEAN -> bool(text);
            case DATE -> date(text);
            case TIME -> time(text);
            case TIMESTAMP -> timestamp(type, text);
            case STRING, CHAR, VARCHAR, JSON, ENUM -> text;
            case BINARY, FIXED, BSON, GEOMETRY, GEOGRAPHY -> bytes(text);
            case UUID -> UuidText.parse(text);
            default -> throw new IllegalArgumentException("text has no values of type " + type);
        };
    }

    private Object number(Type type, String written) {
        try {
            String text = numbers.plain(written)
                    .orElseThrow(() -> new IllegalArgumentException("numbers are read with " + numbers.options()));
            return switch (type.kind()) {
                case UINT64 -> new BigInteger(text);
                case FLOAT16, FLOAT32, FLOAT64 -> FloatingText.parse(type, text);
                case DECIMAL -> decimal(text);
                default -> Long.valueOf(text);
            };
        } catch (IllegalArgumentException e) {
            NumberForms seen = new NumberForms(numbers);
            seen.see(written);
            throw seen.reason()
                    .map(reason -> new IllegalArgumentException(reason, e))
                    .orElse(e);
        }
    }

    private static Boolean bool(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true", "t", "1", "yes" -> Boolean.TRUE;
            case "false", "f", "0", "no" -> Boolean.FALSE;
            default -> throw new IllegalArgumentException("it is neither true nor false");
        };
    }

    static BigDecimal decimal(String text) {
        if (text.length() > 20_000) {
            throw new IllegalArgumentException("it has more than 20,000 characters");
        }
        BigDecimal value = new BigDecimal(text);
        if (Math.abs((long) value.scale()) > 20_000) {
            throw new IllegalArgumentException("its exponent is out of range");
        }
        return value.scale() < 0 ? value.setScale(0) : value;
    }

    private LocalDate date(String text) {
        try {
            return LocalDate.parse(text, dates);
        } catch (DateTimeException e) {
            if (e.getCause() != null) { // the form is right
                throw new DateTimeException("the calendar has no such day", e);
            }
            if (forms.datePattern().isPresent()) {
                throw new DateTimeException(
                        "it has not the form " + forms.datePattern().get(), e);
            }
            DateForms seen = new DateForms();
            seen.see(text);
            String pattern = seen.patterns().isEmpty() ? "PATTERN" : String.join(" or ", seen.patterns());
            throw new DateTimeException("it is no date of ISO 8601; another form needs --date-pattern " + pattern, e);
        }
    }

    private static LocalTime time(String text) {
        try {
            return LocalTime.parse(text.endsWith("Z") ? text.substring(0, text.length() - 1) : text);
        } catch (DateTimeException e) {
            throw new DateTimeException("it is no time of ISO 8601, such as 13:45:00", e);
        }
    }

    private Object timestamp(Type type, String text) {
        try {
            return type.utc() ? instant(text) : local(text);
        } catch (DateTimeException e) {
            if (!isoTimestamps) {
                throw new DateTimeException(
                        "it is no time in the calendar of the form "
                                + forms.timestampPattern().get(),
                        e);
            }
            throw new DateTimeException(
                    "it is no " + type + " of ISO 8601; another form needs --timestamp-pattern PATTERN", e);
        }
    }

    private static byte[] bytes(String text) {
        try {
            return HexFormat.of().parseHex(text.startsWith("0x") ? text.substring(2) : text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("bytes are written as pairs of hexadecimal digits", e);
        }
    }

    LocalDateTime local(String text) {
        if (isoTimestamps && text.length() == 10) {
            return LocalDate.parse(text).atStartOfDay();
        }
        if (isoTimestamps && text.indexOf('T') > 0) {
            return LocalDateTime.parse(text);
        }
        return LocalDateTime.parse(text, timestamps);
    }

    /** The instant of a text; one without an offset or a zone, by a pattern that has neither, is of UTC. */
    Instant instant(String text) {
        if (isoTimestamps) {
            return statedInstant(text);
        }
        TemporalAccessor parsed = timestamps.parse(text);
        return parsed.isSupported(ChronoField.INSTANT_SECONDS)
                ? once(parsed)
                : LocalDateTime.from(parsed).toInstant(ZoneOffset.UTC);
    }

    /** The instant that a text states by an offset, or by the name of a zone, and which the clocks there may show never or twice. */
    Instant statedInstant(String text) {
        return isoTimestamps
                ? OffsetDateTime.parse(text.replace(' ', 'T')).toInstant()
                : Instant.from(timestamps.parse(text));
    }

    /** The instant of a text. Java moves a time that a change of clocks skips, and takes the first of two times that show the same. */
    private static Instant once(TemporalAccessor parsed) {
        ZoneId zone = parsed.query(TemporalQueries.zoneId());
        if (zone != null && !parsed.isSupported(ChronoField.OFFSET_SECONDS)) {
            int times =
                    zone.getRules().getValidOffsets(LocalDateTime.from(parsed)).size();
            if (times != 1) {
                throw new IllegalArgumentException("the clocks of " + zone + (times == 0 ? " skip" : " show")
                        + " this time" + (times == 0 ? "" : " twice")
                        + ": the text needs an offset, which --timestamp-pattern reads by XXX");
            }
        }
        return Instant.from(parsed);
    }
}
