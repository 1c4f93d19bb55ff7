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
package dev.stoa.reader.internal.value;

import dev.stoa.format.Float16;

/**
 * Floats as integers that compare as the floats do: -0.0 equals 0.0, every NaN equals every other and is greater than all
 * numbers.
 */
public final class FloatKeys {
    /** The key of NaN. */
    public static final long NAN = Long.MAX_VALUE;

    private FloatKeys() {}

    public static long ofDouble(double value) {
        if (Double.isNaN(value)) {
            return NAN;
        }
        long bits = Double.doubleToRawLongBits(value + 0.0);
        return bits ^ ((bits >> 63) & Long.MAX_VALUE);
    }

    /** The key of the 16 bits of a float16; all float16 are doubles. */
    static long ofHalf(int bits) {
        return ofDouble(Float16.toFloat(bits));
    }
}
