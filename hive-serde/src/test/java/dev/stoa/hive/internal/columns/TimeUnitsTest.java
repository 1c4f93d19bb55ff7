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

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.LongVector;
import dev.stoa.format.Physical;
import dev.stoa.format.Type;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Times as seconds and nanoseconds, against arithmetic without bounds. */
final class TimeUnitsTest {
    private static final BigInteger NANOS = BigInteger.valueOf(1_000_000_000);
    private static final int MOST_DIGITS = 12;

    /** Values around all multiples of a second and all bounds of 64 bits, and random ones of all lengths. */
    private static List<BigInteger> units(BigInteger perSecond) {
        List<BigInteger> middles = new ArrayList<>(List.of(
                BigInteger.ZERO,
                perSecond,
                perSecond.negate(),
                BigInteger.valueOf(Long.MAX_VALUE),
                BigInteger.valueOf(Long.MIN_VALUE),
                BigInteger.valueOf(Long.MAX_VALUE).divide(perSecond).multiply(perSecond),
                BigInteger.valueOf(Long.MIN_VALUE).divide(perSecond).multiply(perSecond)));
        Random random = new Random(3);
        for (int i = 0; i < 20_000; i++) {
            BigInteger number = BigInteger.valueOf(random.nextLong() >> random.nextInt(64));
            middles.add(number);
            middles.add(number.divide(perSecond).multiply(perSecond));
        }
        List<BigInteger> all = new ArrayList<>();
        for (BigInteger middle : middles) {
            for (int step = -2; step <= 2; step++) {
                all.add(middle.add(BigInteger.valueOf(step)));
            }
        }
        return all;
    }

    @Test
    void splitNarrowAndWideTimes() {
        for (int digits = 0; digits <= MOST_DIGITS; digits++) {
            Type type = Type.timestamp(digits, false);
            BigInteger perSecond = BigInteger.TEN.pow(digits);
            TimeUnits units = new TimeUnits(type);
            for (BigInteger value : units(perSecond)) {
                assertParts(perSecond, value, units, wide(value));
                if (value.bitLength() < Long.SIZE && type.physical() == Physical.LONG) {
                    assertParts(
                            perSecond,
                            value,
                            units,
                            new LongVector(type, new long[] {value.longValue()}, ColumnVector.NO_NULLS, 1));
                }
            }
        }
    }

    /** The seconds of times that need more than 64 bits of seconds wrap, and their nanoseconds stay exact. */
    @Test
    void splitTimesBeyond64Bits() {
        TimeUnits units = new TimeUnits(Type.timestamp(MOST_DIGITS, false));
        BigInteger perSecond = BigInteger.TEN.pow(MOST_DIGITS);
        Random random = new Random(4);
        for (int i = 0; i < 10_000; i++) {
            BigInteger value = new BigInteger(127, random).shiftRight(random.nextInt(63));
            value = random.nextBoolean() ? value : value.not();
            assertParts(perSecond, value, units, wide(value));
        }
    }

    private static ColumnVector wide(BigInteger value) {
        return new Int128Vector(
                Type.timestamp(MOST_DIGITS, false),
                new long[] {value.shiftRight(64).longValue()},
                new long[] {value.longValue()},
                ColumnVector.NO_NULLS,
                1);
    }

    private static void assertParts(BigInteger perSecond, BigInteger value, TimeUnits units, ColumnVector vector) {
        BigInteger rest = value.mod(perSecond);
        long seconds = value.subtract(rest).divide(perSecond).longValue();
        int nanos = rest.multiply(NANOS).divide(perSecond).intValueExact();
        assertEquals(seconds, units.seconds(vector, 0), () -> "seconds of " + value + " / " + perSecond);
        assertEquals(nanos, units.nanos(vector, 0), () -> "nanoseconds of " + value + " / " + perSecond);
        assertEquals(nanos, units.nanos(vector, 0, seconds), () -> "nanoseconds of " + value + " / " + perSecond);
    }
}
