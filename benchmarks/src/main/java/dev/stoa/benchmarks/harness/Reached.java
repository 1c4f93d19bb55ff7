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
package dev.stoa.benchmarks.harness;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * A value that a run reached, with its goal.
 *
 * @param goal the goal
 * @param what the case
 * @param value the measurement
 * @param low the lower end of its interval, not a number without one
 * @param high the upper end
 * @param bound the goal's, or another one that its words allow
 */
public record Reached(Goal goal, String what, double value, double low, double high, double bound) {

    /** A value without an interval. */
    public static Reached of(String goal, String what, double value) {
        return of(Goals.of(goal), what, value);
    }

    /** A value without an interval. */
    public static Reached of(Goal goal, String what, double value) {
        return new Reached(goal, what, value, Double.NaN, Double.NaN, goal.bound());
    }

    /** A measurement whose smallest and largest samples are the interval. */
    public static Reached of(String goal, String what, Measurement m) {
        return new Reached(
                Goals.of(goal),
                what,
                m.value(),
                m.min(),
                m.max(),
                Goals.of(goal).bound());
    }

    /** The same with another bound. */
    public Reached beside(double limit) {
        return new Reached(goal, what, value, low, high, limit);
    }

    /** Whether the goal is met. */
    public boolean isMet() {
        return goal.isMet(value, bound);
    }

    /** The value and its interval. */
    String text() {
        return Double.isNaN(low) ? number(value) : number(value) + " (" + number(low) + " - " + number(high) + ")";
    }

    /** A number with no more digits than it deserves. */
    static String number(double value) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            return "-";
        }
        double size = Math.abs(value);
        int digits = size < 10 ? 3 : size < 100 ? 2 : size < 1000 ? 1 : 0;
        BigDecimal rounded = BigDecimal.valueOf(value).setScale(digits, RoundingMode.HALF_UP);
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }
}
