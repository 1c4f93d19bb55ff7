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

import dev.stoa.format.ColumnVector;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.LongVector;
import dev.stoa.format.Type;
import java.math.BigInteger;

/** Timestamps and day-time intervals of a file as seconds and nanoseconds. */
public final class TimeUnits {
    private static final long NANOS = 1_000_000_000;

    /** Units of the file per second: a type has at most 12 digits. */
    private final long unitsPerSecond;

    /** 2^63 divided by the units per second, rounded down: the factor that takes the place of a division. */
    private final long reciprocal;

    private final BigInteger perSecond;

    /** Nanoseconds per unit, or, of units finer than that, 0. */
    private final long nanosPerUnit;

    private final long unitsPerNano;

    public TimeUnits(Type type) {
        int digits = type.precision();
        unitsPerSecond = power(digits);
        reciprocal = Long.MAX_VALUE / unitsPerSecond;
        perSecond = BigInteger.valueOf(unitsPerSecond);
        nanosPerUnit = digits <= HiveTypes.NANO_DIGITS ? power(HiveTypes.NANO_DIGITS - digits) : 0;
        unitsPerNano = digits <= HiveTypes.NANO_DIGITS ? 1 : power(digits - HiveTypes.NANO_DIGITS);
    }

    private static long power(int digits) {
        long power = 1;
        for (int i = 0; i < digits; i++) {
            power *= 10;
        }
        return power;
    }

    /** The seconds of a row's value, rounded down. */
    public long seconds(ColumnVector values, int row) {
        if (values instanceof LongVector longs) {
            return seconds(longs.values()[row]);
        }
        Int128Vector wide = (Int128Vector) values;
        long low = wide.low()[row];
        if (wide.isNarrow() || wide.high()[row] == low >> 63) {
            return seconds(low);
        }
        BigInteger[] parts = wide.get(row).divideAndRemainder(perSecond);
        return parts[1].signum() < 0 ? parts[0].longValue() - 1 : parts[0].longValue();
    }

    /** The seconds of some units, rounded down, as {@link Math#floorDiv} gives them, by multiplication. */
    private long seconds(long units) {
        long high = Math.multiplyHigh(units, reciprocal);
        // one too many or too few at most, as the factor is too small by 1 at most
        long near = high << 1 | (units * reciprocal) >>> 63;
        long rest = units - near * unitsPerSecond;
        if (rest < 0) {
            return near - 1;
        }
        return rest >= unitsPerSecond ? near + 1 : near;
    }

    /** The nanoseconds of a row's value beyond its seconds; digits finer than that are left out. */
    public int nanos(ColumnVector values, int row) {
        return nanos(values, row, seconds(values, row));
    }

    /**
     * The same for a caller that has the {@linkplain #seconds seconds} of the value. The low 64 bits of a difference need
     * only those of both numbers, and the rest of a second fits them.
     */
    public int nanos(ColumnVector values, int row, long seconds) {
        long low = values instanceof LongVector longs ? longs.values()[row] : ((Int128Vector) values).low()[row];
        long units = low - seconds * unitsPerSecond;
        return (int) (nanosPerUnit > 0 ? units * nanosPerUnit : units / unitsPerNano);
    }

    /**
     * A time in units of a type that has no finer ones than Hive.
     *
     * @throws IllegalArgumentException if digits would be lost, or if it is too far off
     */
    public long units(long seconds, int nanos) {
        if (nanos % nanosPerUnit != 0) {
            throw new IllegalArgumentException("a time has " + nanos + " nanoseconds, but its column stores units of 1/"
                    + unitsPerSecond + " second: round it first, such as by floor(... to second)");
        }
        try {
            return Math.addExact(Math.multiplyExact(seconds, unitsPerSecond), nanos / nanosPerUnit);
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException(
                    "a time is " + seconds + " seconds off 1970, which is farther than the table's column holds", e);
        }
    }

    /** The low 64 bits of seconds and nanoseconds in units of nanoseconds. */
    public static long low(long seconds, int nanos) {
        return seconds * NANOS + nanos;
    }

    /** The high 64 bits that go with them. */
    public static long high(long seconds, int nanos) {
        long low = seconds * NANOS;
        long high = Math.multiplyHigh(seconds, NANOS);
        long sum = low + nanos;
        return Long.compareUnsigned(sum, low) < 0 ? high + 1 : high;
    }
}
