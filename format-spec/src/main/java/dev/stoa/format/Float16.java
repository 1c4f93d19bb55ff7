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
package dev.stoa.format;

/** IEEE 754 half precision, which Java has had only since 20. */
public final class Float16 {
    private Float16() {}

    /** The value of the low 16 bits, exactly; a NaN keeps its payload. */
    public static float toFloat(int bits) {
        int sign = (bits & 0x8000) << 16;
        int exponent = (bits >>> 10) & 0x1F;
        int fraction = bits & 0x3FF;
        if (exponent == 0x1F) {
            return Float.intBitsToFloat(sign | 0x7F800000 | (fraction << 13));
        }
        if (exponent == 0) {
            float magnitude = fraction * 0x1p-24f;
            return sign == 0 ? magnitude : -magnitude;
        }
        return Float.intBitsToFloat(sign | ((exponent + 112) << 23) | (fraction << 13));
    }

    /**
     * The bits of the half that equals a float.
     *
     * @throws IllegalArgumentException if none does
     */
    public static int ofFloat(float number) {
        int bits = Float.floatToRawIntBits(number);
        int sign = bits >>> 16 & 0x8000;
        int fraction = bits & 0x7F_FFFF;
        int exponent = (bits >>> 23 & 0xFF) - 127;
        if (exponent == 128) {
            return sign | 0x7C00 | (fraction == 0 ? 0 : 0x200 | fraction >>> 13);
        }
        if (number == 0) {
            return sign;
        }
        int lost = exponent >= -14 ? 13 : -1 - exponent;
        if (exponent <= 15 && exponent >= -24 && ((fraction | 0x80_0000) & (1 << lost) - 1) == 0) {
            return exponent >= -14
                    ? sign | exponent + 15 << 10 | fraction >>> 13
                    : sign | (fraction | 0x80_0000) >>> lost;
        }
        throw new IllegalArgumentException(number + " is not a float16: it needs rounding");
    }
}
