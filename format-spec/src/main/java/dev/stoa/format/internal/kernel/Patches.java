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
 * The second phase of patched encodings: adds to inflated values the high bits that did not fit their packed width. These are
 * the exceptions of PFOR (Costea et al., "VectorH", SIGMOD 2016, section 2). Exceptions are stored apart as positions and high
 * bits, not as a chain through the packed values. So the first phase needs no branch, and patches may come in any order.
 */
public final class Patches {
    private Patches() {}

    /**
     * Adds {@code high[i] << width} to {@code out[positions[i]]} for {@code i} in [0, {@code count}), wrapping around.
     *
     * @param positions indexes into {@code out}, checked by the caller with {@link Reductions#allBelow}
     * @param width the packed width, 0 to 31: of 32 bits none is missing
     * @throws IndexOutOfBoundsException if a position is outside {@code out}
     */
    public static void apply(int[] out, int[] positions, int[] high, int count, int width) {
        for (int i = 0; i < count; i++) {
            out[positions[i]] += high[i] << width;
        }
    }

    /**
     * Adds {@code high[i] << width} to {@code out[positions[i]]} for {@code i} in [0, {@code count}), wrapping around.
     *
     * @param positions indexes into {@code out}, checked by the caller with {@link Reductions#allBelow}
     * @param width the packed width, 0 to 63: of 64 bits none is missing
     * @throws IndexOutOfBoundsException if a position is outside {@code out}
     */
    public static void apply(long[] out, int[] positions, long[] high, int count, int width) {
        for (int i = 0; i < count; i++) {
            out[positions[i]] += high[i] << width;
        }
    }
}
