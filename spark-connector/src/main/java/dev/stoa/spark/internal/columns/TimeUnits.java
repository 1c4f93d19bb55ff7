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
package dev.stoa.spark.internal.columns;

import dev.stoa.format.Type;
import java.math.BigInteger;

/**
 * The units of time of a type of Stoa, and those of Spark. Finer values than Spark's are rounded down, as Spark does with
 * files of others.
 *
 * @param multiplier of a value of Stoa, once it is divided
 * @param divisor of it
 */
public record TimeUnits(long multiplier, long divisor) {
    private static final TimeUnits SAME = new TimeUnits(1, 1);

    /** Those of a type; of one that is no time, the same. */
    public static TimeUnits of(Type type) {
        return switch (type.kind()) {
            case TIME -> ofDay(type.precision());
            case TIMESTAMP, INTERVAL_DAY_TIME -> between(type.precision(), SparkTypes.MICRO_DIGITS);
            default -> SAME;
        };
    }

    /** Spark counts times of day in nanoseconds, but has none finer than microseconds. */
    private static TimeUnits ofDay(int digits) {
        return digits <= SparkTypes.MICRO_DIGITS
                ? between(digits, SparkTypes.NANO_DIGITS)
                : new TimeUnits(
                        power(SparkTypes.NANO_DIGITS - SparkTypes.MICRO_DIGITS),
                        power(digits - SparkTypes.MICRO_DIGITS));
    }

    private static TimeUnits between(int digits, int wanted) {
        return new TimeUnits(power(wanted - digits), power(digits - wanted));
    }

    private static long power(int digits) {
        long power = 1;
        for (int i = 0; i < digits; i++) {
            power *= 10;
        }
        return power;
    }

    /** Whether Spark's values are exactly those of Stoa. */
    public boolean isExact() {
        return divisor == 1;
    }

    /**
     * A value as Spark counts it.
     *
     * @throws ArithmeticException if Spark can't
     */
    long toSpark(long value) {
        long whole = divisor == 1 ? value : Math.floorDiv(value, divisor);
        if (multiplier == 1) {
            return whole;
        }
        long product = whole * multiplier;
        if (Math.multiplyHigh(whole, multiplier) != product >> (Long.SIZE - 1)) {
            throw beyond(BigInteger.valueOf(whole).multiply(BigInteger.valueOf(multiplier)));
        }
        return product;
    }

    /**
     * A value as Spark counts it.
     *
     * @throws ArithmeticException if Spark can't
     */
    long toSpark(BigInteger value) {
        BigInteger[] parts = value.divideAndRemainder(BigInteger.valueOf(divisor));
        BigInteger floor = parts[1].signum() < 0 ? parts[0].subtract(BigInteger.ONE) : parts[0];
        BigInteger units = floor.multiply(BigInteger.valueOf(multiplier));
        if (units.bitLength() >= Long.SIZE) {
            throw beyond(units);
        }
        return units.longValue();
    }

    private static ArithmeticException beyond(BigInteger units) {
        return new ArithmeticException("a time is " + units
                + " of Spark's units (microseconds, of times of day nanoseconds), which have 64 bits: it is beyond what"
                + " Spark has; leave such rows out, or correct them with stoa update");
    }

    /**
     * A value of Spark, to be stored in 64 bits.
     *
     * @throws ArithmeticException if the type is coarser and would lose digits, or can't hold it
     */
    public long toStoa(long value) {
        if (value % multiplier != 0) {
            throw new ArithmeticException("a time has more digits than its column keeps");
        }
        return Math.multiplyExact(value / multiplier, divisor);
    }
}
