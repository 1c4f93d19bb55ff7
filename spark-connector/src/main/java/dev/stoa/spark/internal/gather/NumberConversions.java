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
package dev.stoa.spark.internal.gather;

import dev.stoa.format.Float16;
import dev.stoa.format.TypeKind;
import dev.stoa.format.build.Int128Builder;
import dev.stoa.format.build.IntBuilder;
import dev.stoa.format.build.LongBuilder;
import dev.stoa.spark.internal.columns.TimeUnits;
import java.math.BigInteger;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;

/** Converts integers, decimals, dates and times. */
final class NumberConversions {
    private NumberConversions() {}

    /** Integers of up to 32 bits, dates, numbers of months, and floats of 16 bits. */
    static Gatherer.Conversion of(IntBuilder to, DataType from) {
        if (to.type().kind() == TypeKind.FLOAT16) {
            return (row, ordinal) -> to.add(Float16.ofFloat(row.getFloat(ordinal)));
        } else if (from.equals(DataTypes.ByteType)) {
            return (row, ordinal) -> to.add(row.getByte(ordinal));
        } else if (from.equals(DataTypes.ShortType)) {
            return (row, ordinal) -> to.add(row.getShort(ordinal));
        }
        return (row, ordinal) -> to.add(row.getInt(ordinal));
    }

    /** Integers of 64 bits, decimals that fit these, and times. */
    static Gatherer.Conversion of(LongBuilder to, DataType from) {
        if (from instanceof DecimalType decimal) {
            int precision = decimal.precision();
            int scale = decimal.scale();
            return to.type().kind() == TypeKind.UINT64
                    ? (row, ordinal) -> to.add(unsigned(row.getDecimal(ordinal, precision, scale)))
                    : (row, ordinal) ->
                            to.add(row.getDecimal(ordinal, precision, scale).toUnscaledLong());
        }
        TimeUnits units = TimeUnits.of(to.type());
        return (row, ordinal) -> to.add(units.toStoa(row.getLong(ordinal)));
    }

    /**
     * The bits of an unsigned number, which is a decimal in Spark.
     *
     * @throws ArithmeticException if it does not have 64 bits
     */
    private static long unsigned(Decimal value) {
        BigInteger number = value.toJavaBigDecimal().toBigIntegerExact();
        if (number.signum() < 0 || number.bitLength() > Long.SIZE) {
            throw new ArithmeticException(
                    "the number " + number
                            + " is not one of 0 to 18446744073709551615, the numbers of a uint64: correct the row, or leave it out");
        }
        return number.longValue();
    }

    /** Decimals of 19 to 38 digits, and timestamps finer than microseconds. */
    static Gatherer.Conversion of(Int128Builder to, DataType from) {
        if (from instanceof DecimalType decimal) {
            int precision = decimal.precision();
            int scale = decimal.scale();
            return (row, ordinal) -> to.add(
                    row.getDecimal(ordinal, precision, scale).toJavaBigDecimal().unscaledValue());
        }
        long divisor = TimeUnits.of(to.type()).divisor();
        return (row, ordinal) -> {
            long value = row.getLong(ordinal);
            to.add(Math.multiplyHigh(value, divisor), value * divisor);
        };
    }
}
