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

/**
 * The bits of floating-point numbers as integers and back, for ROTATE (format-spec, section 7.13): the sign becomes the lowest
 * bit, and the exponent of 1 becomes 0.
 */
public final class Rotations {
    private static final long ONE = Double.doubleToRawLongBits(1.0) << 1;
    private static final int FLOAT_ONE = Float.floatToRawIntBits(1f) << 1;

    private Rotations() {}

    /** Sets {@code out[i]} to the integer of the double with the raw bits {@code bits[i]}, for i in [0, count). */
    public static void integers(long[] bits, int count, long[] out) {
        for (int i = 0; i < count; i++) {
            out[i] = ((bits[i] << 1) | (bits[i] >>> 63)) - ONE;
        }
    }

    /** Sets {@code out[i]} to the integer of the float with the raw bits in the low half of {@code bits[i]}, for i in [0, count). */
    public static void integers(long[] bits, int count, int[] out) {
        for (int i = 0; i < count; i++) {
            int value = (int) bits[i];
            out[i] = ((value << 1) | (value >>> 31)) - FLOAT_ONE;
        }
    }

    /** Sets {@code out[i]} to the double of {@code integers[i]}, for i in [0, count); the integers are lost. */
    public static void doubles(long[] integers, int count, double[] out) {
        for (int i = 0; i < count; i++) {
            long value = integers[i] + ONE;
            integers[i] = (value >>> 1) | (value << 63);
        }
        for (int i = 0; i < count; i++) {
            out[i] = Double.longBitsToDouble(integers[i]);
        }
    }

    /** Sets {@code out[i]} to the float of {@code integers[i]}, for i in [0, count); the integers are lost. */
    public static void floats(int[] integers, int count, float[] out) {
        for (int i = 0; i < count; i++) {
            int value = integers[i] + FLOAT_ONE;
            integers[i] = (value >>> 1) | (value << 31);
        }
        for (int i = 0; i < count; i++) {
            out[i] = Float.intBitsToFloat(integers[i]);
        }
    }
}
