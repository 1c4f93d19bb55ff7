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

/** Moves integers to arrays of another width, for engines that want theirs so. */
public final class Widths {
    private Widths() {}

    /** Sets {@code out[i] = values[i]} for {@code i} in [0, {@code count}). */
    public static void widen(int[] values, int count, long[] out) {
        for (int i = 0; i < count; i++) {
            out[i] = values[i];
        }
    }

    /** Sets {@code out[i]} to the low 16 bits of {@code values[i]} for {@code i} in [0, {@code count}). */
    public static void narrow(int[] values, int count, short[] out) {
        for (int i = 0; i < count; i++) {
            out[i] = (short) values[i];
        }
    }

    /** Sets {@code out[i]} to the low 8 bits of {@code values[i]} for {@code i} in [0, {@code count}). */
    public static void narrow(int[] values, int count, byte[] out) {
        for (int i = 0; i < count; i++) {
            out[i] = (byte) values[i];
        }
    }
}
