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
package dev.stoa.trino.internal.write;

import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.build.Int128Builder;
import dev.stoa.format.build.LongBuilder;
import dev.stoa.format.build.VectorBuilder;
import io.trino.spi.type.DateTimeEncoding;
import io.trino.spi.type.LongTimestamp;
import io.trino.spi.type.LongTimestampWithTimeZone;
import java.math.BigInteger;

/** Times of Trino in the units that a column has. A column has no fewer digits than its type in Trino. */
final class TimeGatherers {
    private static final int MILLI_DIGITS = 3;
    private static final int MICRO_DIGITS = 6;
    private static final int PICO_DIGITS = 12;

    private TimeGatherers() {}

    static Gatherer of(Type stored, io.trino.spi.type.Type shown) {
        int digits = stored.precision();
        if (stored.kind() == TypeKind.TIME) {
            long divisor = power(PICO_DIGITS - digits);
            return (to, from, at) -> ((LongBuilder) to).add(shown.getLong(from, at) / divisor);
        }
        if (stored.utc()) {
            return (to, from, at) -> instant(to, digits, shown, from, at);
        }
        return (to, from, at) -> local(to, digits, shown, from, at);
    }

    private static void local(
            VectorBuilder to, int digits, io.trino.spi.type.Type shown, io.trino.spi.block.Block from, int at) {
        if (digits <= MICRO_DIGITS) {
            ((LongBuilder) to).add(shown.getLong(from, at) / power(MICRO_DIGITS - digits)); // a multiple of it
        } else {
            LongTimestamp value = (LongTimestamp) shown.getObject(from, at);
            add(to, value.getEpochMicros(), value.getPicosOfMicro(), MICRO_DIGITS, digits);
        }
    }

    private static void instant(
            VectorBuilder to, int digits, io.trino.spi.type.Type shown, io.trino.spi.block.Block from, int at) {
        if (digits <= MILLI_DIGITS) {
            long millis = DateTimeEncoding.unpackMillisUtc(shown.getLong(from, at));
            ((LongBuilder) to).add(millis / power(MILLI_DIGITS - digits));
        } else {
            LongTimestampWithTimeZone value = (LongTimestampWithTimeZone) shown.getObject(from, at);
            add(to, value.getEpochMillis(), value.getPicosOfMilli(), MILLI_DIGITS, digits);
        }
    }

    private static void add(VectorBuilder to, long whole, long picos, int wholeDigits, int digits) {
        BigInteger units = BigInteger.valueOf(whole)
                .multiply(BigInteger.valueOf(power(digits - wholeDigits)))
                .add(BigInteger.valueOf(picos / power(PICO_DIGITS - digits)));
        if (to instanceof LongBuilder longs) {
            longs.add(units.longValueExact());
        } else {
            ((Int128Builder) to).add(units);
        }
    }

    private static long power(int digits) {
        long power = 1;
        for (int i = 0; i < digits; i++) {
            power *= 10;
        }
        return power;
    }
}
