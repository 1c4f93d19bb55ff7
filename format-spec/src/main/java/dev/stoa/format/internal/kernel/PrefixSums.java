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

/** Turns differences back into values, the last phase of PFOR-DELTA. */
public final class PrefixSums {
    private PrefixSums() {}

    /**
     * Replaces each {@code values[i]} by {@code start + values[0] + ... + values[i]}, wrapping around, for {@code i} in
     * [0, {@code count}); returns the last of them, or {@code start} if there is none.
     */
    public static int inclusive(int[] values, int count, int start) {
        int sum = start;
        for (int i = 0; i < count; i++) {
            sum += values[i];
            values[i] = sum;
        }
        return sum;
    }

    /**
     * Replaces each {@code values[i]} by {@code start + values[0] + ... + values[i]}, wrapping around, for {@code i} in
     * [0, {@code count}); returns the last of them, or {@code start} if there is none.
     */
    public static long inclusive(long[] values, int count, long start) {
        long sum = start;
        for (int i = 0; i < count; i++) {
            sum += values[i];
            values[i] = sum;
        }
        return sum;
    }
}
