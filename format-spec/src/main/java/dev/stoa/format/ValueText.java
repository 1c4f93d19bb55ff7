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
package dev.stoa.format;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;

/**
 * Values as text for people. Numbers are plain, dates and times in ISO 8601 (instants end in Z), bytes 0x and hex. Lists are
 * {@code [a, b]}, maps <code>{k: v}</code>, structs <code>{name: v}</code>. Never depends on a locale or a time zone.
 */
public final class ValueText {
    private static final BigInteger TEN = BigInteger.TEN;

    private ValueText() {}

    /** The value of a row, or {@code null} as text. */
    public static String of(ColumnVector vector, int row) {
        StringBuilder out = new StringBuilder();
        append(out, vector, row);
        return out.toString();
    }

    /** Appends the value of a row. */
    public static void append(StringBuilder out, ColumnVector vector, int row) {
        if (vector.isNull(row)) {
            out.append("null");
        } else if (vector instanceof BooleanVector v) {
            out.append(v.values()[row] != 0);
        } else if (vector instanceof IntVector v) {
            appendInt(out, v.type(), v.values()[row]);
        } else if (vector instanceof LongVector v) {
            appendLong(out, v.type(), v.values()[row]);
        } else if (vector instanceof FloatVector v) {
            out.append(v.values()[row]);
        } else if (vector instanceof DoubleVector v) {
            out.append(v.values()[row]);
        } else if (vector instanceof Int128Vector v) {
            append128(out, v, row);
        } else if (vector instanceof BytesVector v) {
            appendBytes(out, v, row);
        } else if (vector instanceof StructVector v) {
            List<Field> fields = v.type().fields();
            out.append('{');
            for (int i = 0; i < fields.size(); i++) {
                out.append(i == 0 ? "" : ", ").append(fields.get(i).name()).append(": ");
                append(out, v.field(i), row);
            }
            out.append('}');
        } else if (vector instanceof ListVector v) {
            appendList(out, v, row);
        } else {
            throw new IllegalStateException("no text for " + vector.getClass());
        }
    }

    private static void appendList(StringBuilder out, ListVector v, int row) {
        boolean map = v.type().kind() == TypeKind.MAP;
        out.append(map ? '{' : '[');
        int from = v.offsets()[row];
        for (int i = from; i < v.offsets()[row + 1]; i++) {
            out.append(i == from ? "" : ", ");
            if (map) {
                StructVector entry = (StructVector) v.elements();
                append(out, entry.field(0), i);
                out.append(": ");
                append(out, entry.field(1), i);
            } else {
                append(out, v.elements(), i);
            }
        }
        out.append(map ? '}' : ']');
    }

    private static void appendInt(StringBuilder out, Type type, int value) {
        switch (type.kind()) {
            case DATE -> out.append(LocalDate.ofEpochDay(value));
            case FLOAT16 -> out.append(Float16.toFloat(value));
            case INTERVAL_YEAR_MONTH ->
                out.append(value / 12).append(" years ").append(value % 12).append(" months");
            default -> out.append(value);
        }
    }

    private static void appendLong(StringBuilder out, Type type, long value) {
        switch (type.kind()) {
            case UINT64 -> out.append(Long.toUnsignedString(value));
            case DECIMAL -> out.append(BigDecimal.valueOf(value, type.scale()).toPlainString());
            case TIME -> appendTime(out, type, BigInteger.valueOf(value));
            case TIMESTAMP -> appendTimestamp(out, type, BigInteger.valueOf(value));
            case INTERVAL_DAY_TIME ->
                out.append(BigDecimal.valueOf(value, type.precision()).toPlainString())
                        .append(" seconds");
            default -> out.append(value);
        }
    }

    private static void append128(StringBuilder out, Int128Vector v, int row) {
        Type type = v.type();
        switch (type.kind()) {
            case DECIMAL -> out.append(new BigDecimal(v.get(row), type.scale()).toPlainString());
            case TIMESTAMP -> appendTimestamp(out, type, v.get(row));
            default -> {
                long high = v.high(row);
                out.append((int) (high >> 32))
                        .append(" months ")
                        .append((int) high)
                        .append(" days ");
                out.append(v.low()[row]).append(" ns");
            }
        }
    }

    private static void appendTime(StringBuilder out, Type type, BigInteger units) {
        BigInteger[] parts = split(units, type.precision());
        long seconds = parts[0].longValue();
        out.append(two(seconds / 3600))
                .append(':')
                .append(two(seconds / 60 % 60))
                .append(':')
                .append(two(seconds % 60));
        appendFraction(out, parts[1], type.precision());
        out.append(type.utc() ? "Z" : "");
    }

    private static void appendTimestamp(StringBuilder out, Type type, BigInteger units) {
        BigInteger[] parts = split(units, type.precision());
        try {
            LocalDateTime t = LocalDateTime.ofEpochSecond(parts[0].longValueExact(), 0, ZoneOffset.UTC);
            out.append(t.toLocalDate()).append('T').append(two(t.getHour())).append(':');
            out.append(two(t.getMinute())).append(':').append(two(t.getSecond()));
            appendFraction(out, parts[1], type.precision());
            out.append(type.utc() ? "Z" : "");
        } catch (ArithmeticException | DateTimeException e) {
            out.append(new BigDecimal(units, type.precision()).toPlainString()).append(" s since 1970-01-01");
        }
    }

    /** Whole seconds (rounded down) and the rest in units of 10^-precision seconds. */
    private static BigInteger[] split(BigInteger units, int precision) {
        BigInteger unit = TEN.pow(precision);
        BigInteger[] parts = units.divideAndRemainder(unit);
        if (parts[1].signum() < 0) {
            parts[0] = parts[0].subtract(BigInteger.ONE);
            parts[1] = parts[1].add(unit);
        }
        return parts;
    }

    private static void appendFraction(StringBuilder out, BigInteger fraction, int precision) {
        if (precision > 0) {
            String digits = fraction.toString();
            out.append('.').append("0".repeat(precision - digits.length())).append(digits);
        }
    }

    private static String two(long value) {
        return value < 10 ? "0" + value : Long.toString(value);
    }

    private static void appendBytes(StringBuilder out, BytesVector v, int row) {
        switch (v.type().kind()) {
            case DECIMAL -> {
                byte[] unscaled = v.get(row);
                BigInteger value = unscaled.length == 0 ? BigInteger.ZERO : new BigInteger(unscaled);
                out.append(new BigDecimal(value, v.type().scale()).toPlainString());
            }
            case BINARY, FIXED, BSON, GEOMETRY, GEOGRAPHY ->
                out.append("0x").append(HexFormat.of().formatHex(v.get(row)));
            case UUID -> {
                java.nio.ByteBuffer b = java.nio.ByteBuffer.wrap(v.get(row));
                out.append(new UUID(b.getLong(), b.getLong()));
            }
            default -> out.append(v.getString(row));
        }
    }
}
