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
package dev.stoa.trino.internal.columns;

import io.trino.spi.StandardErrorCode;
import io.trino.spi.TrinoException;
import io.trino.spi.type.DateTimeEncoding;
import io.trino.spi.type.TimeZoneKey;
import java.math.BigInteger;

/**
 * A factor that turns stored times into the units of Trino.
 *
 * @param factor the factor
 */
record TimeUnits(long factor) {
    static final TimeUnits SAME = new TimeUnits(1);
    static final int MILLI_DIGITS = 3;
    static final int MICRO_DIGITS = 6;
    static final int PICO_DIGITS = 12;

    /** Times of day, which Trino counts in picoseconds. */
    static TimeUnits ofDay(dev.stoa.format.Type stored) {
        return new TimeUnits(power(PICO_DIGITS - stored.precision()));
    }

    /** Local times that are no finer than microseconds, the units of Trino. */
    static TimeUnits micros(dev.stoa.format.Type stored) {
        return new TimeUnits(power(MICRO_DIGITS - stored.precision()));
    }

    boolean areSame() {
        return factor == 1;
    }

    long of(long value) {
        long product = value * factor;
        if (Math.multiplyHigh(value, factor) != product >> (Long.SIZE - 1)) {
            throw beyond();
        }
        return product;
    }

    static long power(int digits) {
        long power = 1;
        for (int i = 0; i < digits; i++) {
            power *= 10;
        }
        return power;
    }

    static long exact(BigInteger units) {
        if (units.bitLength() >= Long.SIZE) {
            throw beyond();
        }
        return units.longValue();
    }

    /** An instant, in milliseconds, as Trino has it with its zone. */
    static long utc(long millis) {
        try {
            return DateTimeEncoding.packDateTimeWithZone(millis, TimeZoneKey.UTC_KEY);
        } catch (IllegalArgumentException e) {
            throw beyond();
        }
    }

    private static TrinoException beyond() {
        return new TrinoException(
                StandardErrorCode.NUMERIC_VALUE_OUT_OF_RANGE,
                "a time is beyond what Trino has: leave such rows out, or correct them with stoa update");
    }
}
