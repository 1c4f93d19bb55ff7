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
package dev.stoa.table.statistics;

import java.util.OptionalDouble;

/**
 * The part of the values of a column that a condition leaves.
 *
 * @param share the part of the values that are not null, 0 to 1
 * @param nulls whether nulls pass
 * @param from where the values begin between the bounds, 0 to 1
 * @param to where they end
 * @param points the number of values, if the condition lists them
 */
record ValueShare(double share, boolean nulls, double from, double to, OptionalDouble points) {
    static final ValueShare ALL = new ValueShare(1, false, 0, 1, OptionalDouble.empty());
    static final ValueShare NONE = new ValueShare(0, false, 0, 0, OptionalDouble.of(0));
    static final ValueShare NULLS = new ValueShare(0, true, 0, 0, OptionalDouble.of(0));
    static final ValueShare EVERYTHING = new ValueShare(1, true, 0, 1, OptionalDouble.empty());

    /** The values between two places. */
    static ValueShare between(double from, double to) {
        double low = clamp(from);
        double high = clamp(to);
        return low < high ? new ValueShare(high - low, false, low, high, OptionalDouble.empty()) : NONE;
    }

    /** A part of all values that can be anywhere. */
    static ValueShare anywhere(double share) {
        return new ValueShare(clamp(share), false, 0, 1, OptionalDouble.empty());
    }

    /** Some values. */
    static ValueShare points(double share, double count, double from, double to) {
        return new ValueShare(clamp(share), false, clamp(from), clamp(to), OptionalDouble.of(count));
    }

    private static double clamp(double share) {
        return Math.max(0, Math.min(1, share));
    }

    /** Whether it has all values between its ends. */
    private boolean isRange() {
        return points.isEmpty() && share == to - from;
    }

    ValueShare and(ValueShare other) {
        double low = Math.max(from, other.from);
        double high = Math.min(to, other.to);
        if (low > high || share == 0 || other.share == 0) {
            return new ValueShare(0, nulls && other.nulls, 0, 0, OptionalDouble.of(0));
        }
        double both = isRange() && other.isRange()
                ? high - low
                : isRange() || other.isRange() ? Math.min(share, other.share) : share * other.share;
        return new ValueShare(both, nulls && other.nulls, low, high, least(points, other.points));
    }

    private static OptionalDouble least(OptionalDouble a, OptionalDouble b) {
        if (a.isEmpty() || b.isEmpty()) {
            return a.isEmpty() ? b : a;
        }
        return OptionalDouble.of(Math.min(a.getAsDouble(), b.getAsDouble()));
    }

    ValueShare or(ValueShare other) {
        if (share == 0 || other.share == 0) {
            ValueShare some = share == 0 ? other : this;
            return new ValueShare(some.share, nulls || other.nulls, some.from, some.to, some.points);
        }
        OptionalDouble sum = points.isPresent() && other.points.isPresent()
                ? OptionalDouble.of(points.getAsDouble() + other.points.getAsDouble())
                : OptionalDouble.empty();
        return new ValueShare(
                clamp(share + other.share),
                nulls || other.nulls,
                Math.min(from, other.from),
                Math.max(to, other.to),
                sum);
    }

    /** The values that remain. A comparison with null is never true, negated or not. */
    ValueShare not() {
        return new ValueShare(1 - share, false, 0, 1, OptionalDouble.empty());
    }
}
