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
package dev.stoa.reader.internal.filter;

import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.UuidText;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.Filter;
import dev.stoa.reader.internal.value.FloatKeys;
import dev.stoa.reader.internal.value.Keys;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZoneOffset;
import java.time.temporal.Temporal;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

/** Resolves the literals of a filter against the type of their column; see {@link Filter} for what fits what. */
public final class Literals {
    private static final BigDecimal NANO = BigDecimal.ONE.movePointLeft(9);

    private final ColumnPath column;
    private final Type type;

    Literals(ColumnPath column, Type type) {
        this.column = column;
        this.type = type;
    }

    /** Where a literal is among the integers, or keys, of the type's values; not for types of shape BYTES but decimals. */
    RoundedLiteral cut(Object literal) {
        try {
            return switch (type.kind()) {
                case BOOLEAN ->
                    literal instanceof Boolean b
                            ? RoundedLiteral.of(b ? BigInteger.ONE : BigInteger.ZERO)
                            : none(literal);
                case INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64 -> number(literal, 0);
                case DECIMAL -> number(literal, type.scale());
                case FLOAT16, FLOAT32, FLOAT64 -> floating(literal);
                case DATE -> RoundedLiteral.of(BigInteger.valueOf(date(literal).toEpochDay()));
                case TIME ->
                    units(BigDecimal.valueOf(time(literal).toNanoOfDay()).multiply(NANO));
                case TIMESTAMP -> units(type.utc() ? seconds(instant(literal)) : seconds(local(literal)));
                case INTERVAL_YEAR_MONTH -> months(literal);
                case INTERVAL_DAY_TIME -> units(duration(literal));
                default -> none(literal);
            };
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(message(literal) + ": write it like " + example(), e);
        }
    }

    /**
     * The keys of those literals that are values of the type, one of at most 64 bits. Engines send 100,000 of them, for each
     * file: integers do without {@link BigInteger}.
     */
    long[] keys(List<Object> literals) {
        long[] keys = new long[literals.size()];
        int n = 0;
        for (Object literal : literals) {
            if (isSigned() && isWhole(literal)) {
                keys[n++] = ((Number) literal).longValue();
                continue;
            }
            RoundedLiteral cut = cut(literal);
            if (cut.exact() && isKey(cut.floor())) {
                keys[n++] = cut.floor().longValue() ^ Keys.flip(type);
            }
        }
        return Arrays.copyOf(keys, n);
    }

    private boolean isSigned() {
        return switch (type.kind()) {
            case INT8, INT16, INT32, INT64 -> true;
            default -> false;
        };
    }

    private boolean isKey(BigInteger value) {
        return type.kind() == TypeKind.UINT64
                ? value.signum() >= 0 && value.bitLength() <= Long.SIZE
                : value.bitLength() < Long.SIZE;
    }

    /** A text of a date, a time or a timestamp: only these are parsed. */
    private String example() {
        return switch (type.kind()) {
            case DATE -> "2024-01-31";
            case TIME -> "10:15:30";
            default -> type.utc() ? "2024-01-31T10:15:30Z" : "2024-01-31T10:15:30";
        };
    }

    private RoundedLiteral number(Object literal, int scale) {
        if (literal instanceof Double || literal instanceof Float) {
            double value = ((Number) literal).doubleValue();
            if (Double.isNaN(value)) {
                return RoundedLiteral.ABOVE_ALL;
            }
            if (Double.isInfinite(value)) {
                return value < 0 ? RoundedLiteral.BELOW_ALL : RoundedLiteral.ABOVE_ALL;
            }
        }
        return RoundedLiteral.of(decimal(literal).scaleByPowerOfTen(scale));
    }

    private RoundedLiteral floating(Object literal) {
        if (literal instanceof Double || literal instanceof Float) {
            return RoundedLiteral.of(BigInteger.valueOf(FloatKeys.ofDouble(((Number) literal).doubleValue())));
        }
        return RoundedLiteral.ofDoubleKeys(decimal(literal));
    }

    private BigDecimal decimal(Object literal) {
        if (literal instanceof BigDecimal value) {
            return value;
        } else if (literal instanceof BigInteger value) {
            return new BigDecimal(value);
        } else if (literal instanceof Double || literal instanceof Float) {
            return new BigDecimal(((Number) literal).doubleValue());
        } else if (isWhole(literal)) {
            return BigDecimal.valueOf(((Number) literal).longValue());
        }
        throw unfit(literal);
    }

    private static boolean isWhole(Object literal) {
        return literal instanceof Long
                || literal instanceof Integer
                || literal instanceof Short
                || literal instanceof Byte;
    }

    private RoundedLiteral units(BigDecimal seconds) {
        return RoundedLiteral.of(seconds.scaleByPowerOfTen(type.precision()));
    }

    private static BigDecimal seconds(Instant instant) {
        return BigDecimal.valueOf(instant.getEpochSecond())
                .add(BigDecimal.valueOf(instant.getNano()).multiply(NANO));
    }

    private static BigDecimal seconds(LocalDateTime local) {
        return seconds(local.toInstant(ZoneOffset.UTC));
    }

    private LocalDate date(Object literal) {
        if (literal instanceof LocalDate value) {
            return value;
        } else if (literal instanceof CharSequence text) {
            return LocalDate.parse(text);
        }
        throw unfit(literal);
    }

    private LocalTime time(Object literal) {
        if (literal instanceof LocalTime value) {
            return value;
        } else if (literal instanceof CharSequence text) {
            return LocalTime.parse(text);
        }
        throw unfit(literal);
    }

    private Instant instant(Object literal) {
        if (literal instanceof Instant value) {
            return value;
        } else if (literal instanceof CharSequence text) {
            return OffsetDateTime.parse(isoTime(text)).toInstant();
        }
        throw unfit(literal);
    }

    private LocalDateTime local(Object literal) {
        if (literal instanceof LocalDateTime value) {
            return value;
        } else if (literal instanceof LocalDate value) {
            return value.atStartOfDay();
        } else if (literal instanceof CharSequence text) {
            return text.length() <= "-99999-12-31".length() && text.toString().indexOf(':') < 0
                    ? LocalDate.parse(text).atStartOfDay()
                    : LocalDateTime.parse(isoTime(text));
        }
        throw unfit(literal);
    }

    /** A blank between date and time is as good as a T. */
    private static String isoTime(CharSequence text) {
        return text.toString().replace(' ', 'T');
    }

    @SuppressWarnings("JavaPeriodGetDays") // a period with days is no number of months
    private RoundedLiteral months(Object literal) {
        if (literal instanceof Period period && period.getDays() == 0) {
            return RoundedLiteral.of(BigInteger.valueOf(period.toTotalMonths()));
        } else if (literal instanceof Number) {
            return number(literal, 0);
        }
        return none(literal);
    }

    private BigDecimal duration(Object literal) {
        if (literal instanceof Duration value) {
            return BigDecimal.valueOf(value.getSeconds())
                    .add(BigDecimal.valueOf(value.getNano()).multiply(NANO));
        }
        throw unfit(literal);
    }

    /** The bytes of a literal of a type of shape BYTES other than decimal. */
    byte[] bytes(Object literal) {
        return switch (type.kind()) {
            case STRING, VARCHAR, JSON, ENUM -> text(literal);
            case CHAR -> withoutTrailingBlanks(text(literal));
            case BINARY, FIXED, BSON -> binary(literal);
            case UUID -> uuid(literal);
            default -> throw unfit(literal);
        };
    }

    /** The bytes of a prefix. */
    byte[] prefix(Object literal) {
        return switch (type.kind()) {
            case STRING, VARCHAR, JSON, ENUM, CHAR -> text(literal);
            case BINARY, FIXED, BSON -> binary(literal);
            default ->
                throw new IllegalArgumentException("column '" + column + "' of type " + type
                        + " has no prefixes: only text and binary columns have");
        };
    }

    /** The bytes of what a value contains; not of char(n), whose blanks are not stored. */
    byte[] part(Object literal) {
        if (type.kind() == TypeKind.CHAR) {
            throw new IllegalArgumentException("column '" + column + "' of type " + type
                    + " can't be searched for a part: its blanks are not stored; search a string or varchar column");
        }
        return prefix(literal);
    }

    private byte[] text(Object literal) {
        if (!(literal instanceof CharSequence text)) {
            throw unfit(literal);
        }
        try {
            ByteBuffer utf8 = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            return Arrays.copyOfRange(utf8.array(), utf8.arrayOffset(), utf8.arrayOffset() + utf8.limit());
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException(message(literal) + ": it has half a surrogate pair", e);
        }
    }

    static byte[] withoutTrailingBlanks(byte[] text) {
        int length = text.length;
        while (length > 0 && text[length - 1] == ' ') {
            length--;
        }
        return Arrays.copyOf(text, length);
    }

    private byte[] binary(Object literal) {
        if (literal instanceof byte[] value) {
            return value.clone();
        }
        throw unfit(literal);
    }

    private byte[] uuid(Object literal) {
        if (literal instanceof byte[] value && value.length == 16) {
            return value.clone();
        } else if (literal instanceof UUID value) {
            return ByteBuffer.allocate(16)
                    .putLong(value.getMostSignificantBits())
                    .putLong(value.getLeastSignificantBits())
                    .array();
        } else if (literal instanceof CharSequence text) {
            try {
                return uuid(UuidText.parse(text.toString()));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(message(literal) + ": " + e.getMessage(), e);
            }
        }
        throw unfit(literal);
    }

    private RoundedLiteral none(Object literal) {
        throw unfit(literal);
    }

    private IllegalArgumentException unfit(Object literal) {
        return new IllegalArgumentException(message(literal));
    }

    private String message(Object literal) {
        boolean onlyNulls = type.kind().isNested()
                || type.kind() == TypeKind.NULL
                || type.kind() == TypeKind.GEOMETRY
                || type.kind() == TypeKind.GEOGRAPHY
                || type.kind() == TypeKind.INTERVAL_MONTH_DAY_NANO;
        return "column '" + column + "' of type " + type
                + (onlyNulls ? " takes null tests only, not a comparison with " : " can't be compared with ")
                + words(literal);
    }

    /** Names a literal as a user writes it, not by its class. */
    private static String words(Object literal) {
        if (literal instanceof CharSequence) {
            return "the text '" + literal + "'";
        } else if (literal instanceof Number) {
            return "the number " + literal;
        } else if (literal instanceof LocalDate) {
            return "the date " + literal;
        } else if (literal instanceof byte[] bytes) {
            return "the bytes " + Arrays.toString(bytes);
        }
        return literal instanceof Temporal ? "the time " + literal : literal.toString();
    }
}
