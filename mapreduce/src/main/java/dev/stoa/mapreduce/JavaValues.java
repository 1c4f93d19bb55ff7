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
package dev.stoa.mapreduce;

import dev.stoa.format.BooleanVector;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.DoubleVector;
import dev.stoa.format.Float16;
import dev.stoa.format.FloatVector;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.IntVector;
import dev.stoa.format.ListVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.StructVector;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Values as plain Java objects: those that {@link dev.stoa.writer.RowAppender} takes for the same type. */
final class JavaValues {
    private static final int NANO_DIGITS = 9;

    private JavaValues() {}

    /** The value of a row; null where it is null. */
    static Object of(ColumnVector vector, int row) {
        if (vector.isNull(row)) {
            return null;
        } else if (vector instanceof BooleanVector v) {
            return v.values()[row] != 0;
        } else if (vector instanceof IntVector v) {
            return ofInt(v.type(), v.values()[row]);
        } else if (vector instanceof LongVector v) {
            return ofLong(v.type(), v.values()[row]);
        } else if (vector instanceof FloatVector v) {
            return v.values()[row];
        } else if (vector instanceof DoubleVector v) {
            return v.values()[row];
        } else if (vector instanceof Int128Vector v) {
            return of128(v.type(), v.get(row));
        } else if (vector instanceof BytesVector v) {
            return ofBytes(v, row);
        } else if (vector instanceof StructVector v) {
            return v.fields().stream().map(field -> of(field, row)).toArray();
        } else if (vector instanceof ListVector v) {
            return ofList(v, row);
        }
        throw new IllegalStateException("no value of a " + vector.getClass());
    }

    private static Object ofInt(Type type, int value) {
        return switch (type.kind()) {
            case DATE -> LocalDate.ofEpochDay(value);
            case FLOAT16 -> Float16.toFloat(value);
            default -> value;
        };
    }

    private static Object ofLong(Type type, long value) {
        return switch (type.kind()) {
            case UINT64 -> new BigInteger(Long.toUnsignedString(value));
            case DECIMAL -> BigDecimal.valueOf(value, type.scale());
            case TIME -> time(type, value);
            case TIMESTAMP -> timestamp(type, BigInteger.valueOf(value));
            default -> value;
        };
    }

    private static Object of128(Type type, BigInteger value) {
        return switch (type.kind()) {
            case DECIMAL -> new BigDecimal(value, type.scale());
            case TIMESTAMP -> timestamp(type, value);
            default -> value;
        };
    }

    /** A time finer than nanoseconds, which {@link LocalTime} can't hold, stays a number of units. */
    private static Object time(Type type, long units) {
        if (type.precision() > NANO_DIGITS) {
            return units;
        }
        long perUnit = BigInteger.TEN.pow(NANO_DIGITS - type.precision()).longValue();
        try {
            return LocalTime.ofNanoOfDay(Math.multiplyExact(units, perUnit));
        } catch (ArithmeticException | DateTimeException e) {
            return units;
        }
    }

    /** A time that Java's classes can't hold, as it is finer than nanoseconds or too far away, stays a number of units. */
    private static Object timestamp(Type type, BigInteger units) {
        if (type.precision() > NANO_DIGITS) {
            return units;
        }
        BigInteger perSecond = BigInteger.TEN.pow(type.precision());
        BigInteger fraction = units.mod(perSecond);
        long nanos = fraction.longValue()
                * BigInteger.TEN.pow(NANO_DIGITS - type.precision()).longValue();
        try {
            long seconds = units.subtract(fraction).divide(perSecond).longValueExact();
            Instant instant = Instant.ofEpochSecond(seconds, nanos);
            return type.utc() ? (Object) instant : LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
        } catch (ArithmeticException | DateTimeException e) {
            return units;
        }
    }

    private static Object ofBytes(BytesVector v, int row) {
        return switch (v.type().kind()) {
            case DECIMAL -> {
                byte[] unscaled = v.get(row);
                BigInteger value = unscaled.length == 0 ? BigInteger.ZERO : new BigInteger(unscaled);
                yield new BigDecimal(value, v.type().scale());
            }
            case BINARY, FIXED, BSON, GEOMETRY, GEOGRAPHY -> v.get(row);
            case UUID -> {
                ByteBuffer id = ByteBuffer.wrap(v.get(row));
                yield new UUID(id.getLong(), id.getLong());
            }
            default -> v.getString(row);
        };
    }

    private static Object ofList(ListVector v, int row) {
        List<Object> elements = new ArrayList<>();
        for (int i = v.offsets()[row]; i < v.offsets()[row + 1]; i++) {
            if (v.type().kind() == TypeKind.MAP) {
                StructVector entry = (StructVector) v.elements();
                elements.add(new AbstractMap.SimpleImmutableEntry<>(of(entry.field(0), i), of(entry.field(1), i)));
            } else {
                elements.add(of(v.elements(), i));
            }
        }
        return elements;
    }
}
