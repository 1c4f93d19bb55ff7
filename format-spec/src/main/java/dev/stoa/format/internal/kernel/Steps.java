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
 * Applies SCALE and GAP to the values of their child (format-spec, sections 7.8 and 7.9). Each is one plain loop over an array
 * in place, which a compiler vectorises.
 */
public final class Steps {
    private Steps() {}

    /** Replaces each of {@code values[0..count)} by {@code offset + factor * value}, wrapping around. */
    public static void scale(int[] values, int count, int factor, int offset) {
        for (int i = 0; i < count; i++) {
            values[i] = offset + factor * values[i];
        }
    }

    /**
     * Replaces each of {@code values[0..count)} by itself with {@code gap} zero bits put in above its {@code low} lowest
     * bits, plus {@code offset}, wrapping around. {@code low + gap} is less than {@link Integer#SIZE}.
     */
    public static void spread(int[] values, int count, int low, int gap, int offset) {
        int below = (1 << low) - 1;
        int above = ~below;
        for (int i = 0; i < count; i++) {
            int value = values[i];
            values[i] = offset + ((value & below) | ((value & above) << gap));
        }
    }

    /** Replaces each of {@code values[0..count)} by {@code offset + factor * value}, wrapping around. */
    public static void scale(long[] values, int count, long factor, long offset) {
        for (int i = 0; i < count; i++) {
            values[i] = offset + factor * values[i];
        }
    }

    /**
     * Replaces each of {@code values[0..count)} by itself with {@code gap} zero bits put in above its {@code low} lowest
     * bits, plus {@code offset}, wrapping around. {@code low + gap} is less than {@link Long#SIZE}.
     */
    public static void spread(long[] values, int count, int low, int gap, long offset) {
        long below = (1L << low) - 1;
        long above = ~below;
        for (int i = 0; i < count; i++) {
            long value = values[i];
            values[i] = offset + ((value & below) | ((value & above) << gap));
        }
    }
}
