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
 * Replaces codes by their dictionary's values, the last phase of PDICT.
 *
 * <p>Codes from a file are checked once per vector: {@link Reductions#allBelow}.
 * The array of a dictionary may be longer than the dictionary, so the loop's own bounds check does not replace that.
 */
public final class Dictionaries {
    private Dictionaries() {}

    /**
     * Sets {@code out[i] = dictionary[codes[i]]} for {@code i} in [0, {@code count}); {@code out} may be {@code codes}.
     *
     * @throws IndexOutOfBoundsException if a code is outside the array
     */
    public static void lookUp(int[] codes, int count, int[] dictionary, int[] out) {
        for (int i = 0; i < count; i++) {
            out[i] = dictionary[codes[i]];
        }
    }

    /**
     * Sets {@code out[i] = dictionary[codes[i]]} for {@code i} in [0, {@code count}).
     *
     * @throws IndexOutOfBoundsException if a code is outside the array
     */
    public static void lookUp(int[] codes, int count, long[] dictionary, long[] out) {
        for (int i = 0; i < count; i++) {
            out[i] = dictionary[codes[i]];
        }
    }

    /**
     * Sets {@code out[i] = dictionary[codes[i]]} for {@code i} in [0, {@code count}); all bits of a NaN are kept.
     *
     * @throws IndexOutOfBoundsException if a code is outside the array
     */
    public static void lookUp(int[] codes, int count, float[] dictionary, float[] out) {
        for (int i = 0; i < count; i++) {
            out[i] = dictionary[codes[i]];
        }
    }

    /**
     * Sets {@code out[i] = dictionary[codes[i]]} for {@code i} in [0, {@code count}); all bits of a NaN are kept.
     *
     * @throws IndexOutOfBoundsException if a code is outside the array
     */
    public static void lookUp(int[] codes, int count, double[] dictionary, double[] out) {
        for (int i = 0; i < count; i++) {
            out[i] = dictionary[codes[i]];
        }
    }
}
