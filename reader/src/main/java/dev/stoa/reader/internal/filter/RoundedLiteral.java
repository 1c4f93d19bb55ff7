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
package dev.stoa.reader.internal.filter;

import dev.stoa.reader.internal.value.FloatKeys;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * The place of a literal among the integers that represent a type's values.
 *
 * @param floor the greatest integer that is not above the literal
 * @param exact whether it is the literal
 */
public record RoundedLiteral(BigInteger floor, boolean exact) {
    /** Beyond the values of all types: decimals have at most 10,000 digits. */
    private static final int HUGE_DIGITS = 12_000;

    static final RoundedLiteral BELOW_ALL =
            new RoundedLiteral(BigInteger.ONE.shiftLeft(40_000).negate(), false);
    static final RoundedLiteral ABOVE_ALL = new RoundedLiteral(BigInteger.ONE.shiftLeft(40_000), false);

    static RoundedLiteral of(BigInteger value) {
        return new RoundedLiteral(value, true);
    }

    /** Among whole numbers. Costs little whatever the exponent. */
    static RoundedLiteral of(BigDecimal value) {
        if (value.signum() == 0) {
            return of(BigInteger.ZERO);
        }
        long digitsBeforePoint = (long) value.precision() - value.scale();
        if (digitsBeforePoint > HUGE_DIGITS) {
            return value.signum() < 0 ? BELOW_ALL : ABOVE_ALL;
        }
        if (digitsBeforePoint <= 0) {
            return new RoundedLiteral(value.signum() < 0 ? BigInteger.ONE.negate() : BigInteger.ZERO, false);
        }
        BigInteger floor = value.setScale(0, RoundingMode.FLOOR).toBigInteger();
        return new RoundedLiteral(floor, new BigDecimal(floor).compareTo(value) == 0);
    }

    /** Among the keys of doubles. */
    static RoundedLiteral ofDoubleKeys(BigDecimal value) {
        double nearest = value.doubleValue();
        if (Double.isInfinite(nearest)) {
            double floor = nearest < 0 ? nearest : Double.MAX_VALUE;
            return new RoundedLiteral(BigInteger.valueOf(FloatKeys.ofDouble(floor)), false);
        }
        int order = new BigDecimal(nearest).compareTo(value);
        double floor = order > 0 ? Math.nextDown(nearest) : nearest;
        return new RoundedLiteral(BigInteger.valueOf(FloatKeys.ofDouble(floor)), order == 0);
    }

    /** The least integer that is not below the literal. */
    BigInteger ceiling() {
        return exact ? floor : above();
    }

    /** The least integer above the literal. */
    BigInteger above() {
        return floor.add(BigInteger.ONE);
    }

    /** The greatest integer below the literal. */
    BigInteger below() {
        return exact ? floor.subtract(BigInteger.ONE) : floor;
    }
}
