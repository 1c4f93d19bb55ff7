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
package dev.stoa.trino.internal.plan;

import io.airlift.slice.Slice;
import io.trino.spi.type.BigintType;
import io.trino.spi.type.BooleanType;
import io.trino.spi.type.DateTimeEncoding;
import io.trino.spi.type.DateType;
import io.trino.spi.type.DecimalType;
import io.trino.spi.type.Int128;
import io.trino.spi.type.IntegerType;
import io.trino.spi.type.LongTimestampWithTimeZone;
import io.trino.spi.type.SmallintType;
import io.trino.spi.type.TimeType;
import io.trino.spi.type.TimestampType;
import io.trino.spi.type.TimestampWithTimeZoneType;
import io.trino.spi.type.TinyintType;
import io.trino.spi.type.Type;
import io.trino.spi.type.UuidType;
import io.trino.spi.type.VarbinaryType;
import io.trino.spi.type.VarcharType;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;

/** Values of Trino as literals of filters. */
final class Literals {
    private static final int MICRO_DIGITS = 6;
    private static final int NANO_DIGITS = 9;
    private static final long MICROS = 1_000_000;
    private static final long NANOS_PER_MICRO = 1_000;
    private static final long PICOS_PER_NANO = 1_000;
    private static final long MILLIS = 1_000;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private Literals() {}

    /** Whether all values of a type can be literals, and mean the same. */
    static boolean areExact(Type type) {
        return switch (type) {
            case BooleanType _, TinyintType _, SmallintType _, IntegerType _, BigintType _ -> true;
            case DateType _, DecimalType _, VarcharType _, VarbinaryType _, UuidType _ -> true;
            case TimeType time -> time.getPrecision() <= NANO_DIGITS;
            case TimestampType time -> time.getPrecision() <= MICRO_DIGITS;
            case TimestampWithTimeZoneType time -> time.getPrecision() <= MICRO_DIGITS;
            default -> false; // NaN of floating point, blanks of char, digits beyond microseconds
        };
    }

    /** A value of a type whose values can be literals. */
    static Object of(Type type, Object value) {
        return switch (type) {
            case DateType _ -> LocalDate.ofEpochDay((Long) value);
            case DecimalType decimal ->
                value instanceof Int128 wide
                        ? new BigDecimal(wide.toBigInteger(), decimal.getScale())
                        : BigDecimal.valueOf((Long) value, decimal.getScale());
            case VarcharType _ -> ((Slice) value).toStringUtf8();
            case VarbinaryType _ -> ((Slice) value).getBytes();
            case UuidType _ -> UuidType.trinoUuidToJavaUuid((Slice) value);
            case TimeType _ -> LocalTime.ofNanoOfDay((Long) value / PICOS_PER_NANO);
            case TimestampType _ -> local((Long) value);
            case TimestampWithTimeZoneType _ -> instant(value);
            default -> value;
        };
    }

    private static LocalDateTime local(long micros) {
        return LocalDateTime.ofEpochSecond(
                Math.floorDiv(micros, MICROS), (int) (Math.floorMod(micros, MICROS) * NANOS_PER_MICRO), ZoneOffset.UTC);
    }

    private static Instant instant(Object value) {
        long millis;
        long nanos = 0;
        if (value instanceof LongTimestampWithTimeZone wide) {
            millis = wide.getEpochMillis();
            nanos = wide.getPicosOfMilli() / PICOS_PER_NANO;
        } else {
            millis = DateTimeEncoding.unpackMillisUtc((Long) value);
        }
        return Instant.ofEpochSecond(
                Math.floorDiv(millis, MILLIS), Math.floorMod(millis, MILLIS) * NANOS_PER_MILLI + nanos);
    }
}
