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
package dev.stoa.format.internal.kernel;

/** Turns the digits of decimals into floating-point numbers: what ALP does to the values of its child (format-spec, section 7.12). */
public final class Decimals {
    /** The largest exponent: the last power of ten that a double holds exactly. */
    public static final int MAX_EXPONENT = 22;

    private static final double[] POWERS = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22
    };

    private Decimals() {}

    /** The power of ten with an exponent of 0..{@link #MAX_EXPONENT}. */
    public static double power(int exponent) {
        return POWERS[exponent];
    }

    /** Sets {@code out[i]} to {@code digits[i]}, rounded to a double, divided by a power of ten, for i in [0, count). */
    public static void divide(long[] digits, int count, double power, double[] out) {
        for (int i = 0; i < count; i++) {
            out[i] = digits[i] / power;
        }
    }

    /** Sets {@code out[i]} to {@code digits[i]} divided by a power of ten in doubles, rounded to a float, for i in [0, count). */
    public static void divide(int[] digits, int count, double power, float[] out) {
        for (int i = 0; i < count; i++) {
            out[i] = (float) (digits[i] / power);
        }
    }

    /** Moves each of n numbers by {@code steps[i]} representable ones: adds to its bits. */
    public static void move(double[] values, int n, long[] steps) {
        for (int i = 0; i < n; i++) {
            values[i] = Double.longBitsToDouble(Double.doubleToRawLongBits(values[i]) + steps[i]);
        }
    }
}
