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
package dev.stoa.writer;

import dev.stoa.format.Float16;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.UUID;

/**
 * Plain Java objects as the values of a type. A value that the type can't hold without loss gives an {@link
 * IllegalArgumentException} that says why.
 */
final class JavaValues {
    private static final int NANO_DIGITS = 9;

    private JavaValues() {}

    /** An object as a value of a type whose values are integers, scaled as the type says. */
    static BigInteger integer(Type type, Object value) {
        if (value instanceof BigInteger integer && type.kind() != TypeKind.DECIMAL) {
            return integer;
        }
        if (type.kind() == TypeKind.DECIMAL) {
            return unscaled(type, value);
        }
        if (type.kind() == TypeKind.DATE && value instanceof LocalDate date) {
            return BigInteger.valueOf(date.toEpochDay());
        }
        if (type.kind() == TypeKind.TIME && value instanceof LocalTime time) {
            return units(type, 0, time.toNanoOfDay());
        }
        if (type.kind() == TypeKind.TIMESTAMP) {
            if (type.utc() && value instanceof Instant instant) {
                return units(type, instant.getEpochSecond(), instant.getNano());
            }
            if (!type.utc() && value instanceof LocalDateTime local) {
                Instant instant = local.toInstant(ZoneOffset.UTC);
                return units(type, instant.getEpochSecond(), instant.getNano());
            }
        }
        if (type.kind() == TypeKind.INTERVAL_DAY_TIME && value instanceof Duration duration) {
            return units(type, duration.getSeconds(), duration.getNano());
        }
        return BigInteger.valueOf(number(type, value));
    }

    /** An object as a long, for types whose integers need no scaling. */
    static long number(Type type, Object value) {
        if (value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return ((Number) value).longValue();
        }
        throw unfit(type, value);
    }

    private static BigInteger unscaled(Type type, Object value) {
        BigDecimal decimal;
        if (value instanceof BigDecimal given) {
            decimal = given;
        } else if (value instanceof BigInteger integer) {
            decimal = new BigDecimal(integer);
        } else {
            decimal = BigDecimal.valueOf(number(type, value));
        }
        if (decimal.precision() - (long) decimal.scale() > type.precision() - (long) type.scale()
                && decimal.signum() != 0) {
            throw new IllegalArgumentException("a decimal of " + decimal.precision() + " digits, " + decimal.scale()
                    + " of them after the point, does not fit " + type);
        }
        if (decimal.signum() == 0) {
            return BigInteger.ZERO; // whatever its exponent
        }
        if (decimal.scale() - (long) type.scale() >= decimal.precision()) {
            throw tooManyDigits(type, value, null); // to find that out by division takes minutes for 1e-99999999
        }
        try {
            return decimal.setScale(type.scale(), RoundingMode.UNNECESSARY).unscaledValue();
        } catch (ArithmeticException e) {
            throw tooManyDigits(type, value, e);
        }
    }

    private static IllegalArgumentException tooManyDigits(Type type, Object value, ArithmeticException cause) {
        return new IllegalArgumentException(value + " has more digits after the point than " + type, cause);
    }

    private static BigInteger units(Type type, long seconds, long nanos) {
        BigInteger all = BigInteger.valueOf(seconds)
                .multiply(BigInteger.TEN.pow(NANO_DIGITS))
                .add(BigInteger.valueOf(nanos));
        if (type.precision() >= NANO_DIGITS) {
            return all.multiply(BigInteger.TEN.pow(type.precision() - NANO_DIGITS));
        }
        BigInteger[] parts = all.divideAndRemainder(BigInteger.TEN.pow(NANO_DIGITS - type.precision()));
        if (parts[1].signum() != 0) {
            throw new IllegalArgumentException("its fraction of a second has more digits than " + type);
        }
        return parts[0];
    }

    /** An object as 64 bits: signed, for uint64 unsigned. */
    static long bits64(Type type, Object value) {
        if (value instanceof Long number && type.kind() == TypeKind.INT64) {
            return number;
        }
        BigInteger integer = integer(type, value);
        if (type.kind() == TypeKind.UINT64) {
            if (integer.signum() < 0 || integer.bitLength() > 64) {
                throw new IllegalArgumentException(integer + " does not fit " + type);
            }
            return integer.longValue();
        }
        if (integer.bitLength() > 63) {
            throw new IllegalArgumentException(integer + " does not fit " + type);
        }
        return integer.longValue();
    }

    /** An object as 32 bits; for float16 the bits of the half. */
    static int bits32(Type type, Object value) {
        if (type.kind() == TypeKind.FLOAT16) {
            if (value instanceof Float number) {
                return Float16.ofFloat(number);
            }
            throw unfit(type, value);
        }
        long number = bits64(type, value);
        if (number != (int) number) {
            throw new IllegalArgumentException(number + " does not fit " + type);
        }
        return (int) number;
    }

    /** An object as a boolean. */
    static boolean bool(Type type, Object value) {
        if (value instanceof Boolean bool) {
            return bool;
        }
        throw unfit(type, value);
    }

    /** An object as a float. */
    static float float32(Type type, Object value) {
        if (value instanceof Float number) {
            return number;
        }
        throw unfit(type, value);
    }

    /** An object as a double. */
    static double float64(Type type, Object value) {
        if (value instanceof Double || value instanceof Float) {
            return ((Number) value).doubleValue();
        }
        throw unfit(type, value);
    }

    /** An object as a value of shape BYTES; a byte array is not copied. */
    static byte[] bytes(Type type, Object value) {
        if (type.kind() == TypeKind.DECIMAL) {
            return unscaled(type, value).toByteArray();
        }
        if (value instanceof byte[] bytes) {
            return bytes;
        }
        if (value instanceof CharSequence text && BytesBounds.isText(type.kind())) {
            return utf8(text);
        }
        if (value instanceof UUID uuid && type.kind() == TypeKind.UUID) {
            return ByteBuffer.allocate(16)
                    .putLong(uuid.getMostSignificantBits())
                    .putLong(uuid.getLeastSignificantBits())
                    .array();
        }
        throw unfit(type, value);
    }

    private static byte[] utf8(CharSequence text) {
        try {
            ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            byte[] bytes = new byte[encoded.remaining()];
            encoded.get(bytes);
            return bytes;
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("the text has an unpaired surrogate, so it has no UTF-8 form", e);
        }
    }

    /** The exception for an object of the wrong class. */
    static IllegalArgumentException unfit(Type type, Object value) {
        return new IllegalArgumentException("a " + value.getClass().getName() + " is not a value of " + type);
    }
}
