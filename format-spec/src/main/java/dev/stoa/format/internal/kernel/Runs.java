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

import java.util.Arrays;

/** Expands run-length encoded values. Check {@link #total} first when the lengths come from a file. */
public final class Runs {
    /** Runs up to this length are written by a loop; the call to fill longer ones pays from about here on. */
    private static final int SHORT = 16;

    private Runs() {}

    /**
     * The sum of {@code lengths[0..runs)} taken as unsigned. If it equals the expected number of values, then no length
     * is negative or too long: a negative one counts as more than 2^31.
     */
    public static long total(int[] lengths, int runs) {
        long sum = 0;
        for (int i = 0; i < runs; i++) {
            sum += lengths[i] & 0xffffffffL;
        }
        return sum;
    }

    /**
     * Writes {@code values[i]} {@code lengths[i]} times, for {@code i} in [0, {@code runs}), to {@code out} from index
     * 0 on; returns how many values that made.
     *
     * @param lengths none negative; their total at most the length of {@code out}, checked by the caller
     * @throws IndexOutOfBoundsException if {@code out} is too short
     */
    public static int expand(int[] values, int[] lengths, int runs, int[] out) {
        int at = 0;
        for (int run = 0; run < runs; run++) {
            int value = values[run];
            int end = at + lengths[run];
            if (end - at > SHORT) {
                Arrays.fill(out, at, end, value);
                at = end;
            }
            while (at < end) {
                out[at++] = value;
            }
        }
        return at;
    }

    /**
     * Writes {@code values[i]} {@code lengths[i]} times, for {@code i} in [0, {@code runs}), to {@code out} from index
     * 0 on; returns how many values that made.
     *
     * @param lengths none negative; their total at most the length of {@code out}, checked by the caller
     * @throws IndexOutOfBoundsException if {@code out} is too short
     */
    public static int expand(long[] values, int[] lengths, int runs, long[] out) {
        int at = 0;
        for (int run = 0; run < runs; run++) {
            long value = values[run];
            int end = at + lengths[run];
            if (end - at > SHORT) {
                Arrays.fill(out, at, end, value);
                at = end;
            }
            while (at < end) {
                out[at++] = value;
            }
        }
        return at;
    }

    /**
     * Writes {@code values[i]} {@code lengths[i]} times, for {@code i} in [0, {@code runs}), to {@code out} from index
     * 0 on; returns how many values that made.
     *
     * @param lengths none negative; their total at most the length of {@code out}, checked by the caller
     * @throws IndexOutOfBoundsException if {@code out} is too short
     */
    public static int expand(float[] values, int[] lengths, int runs, float[] out) {
        int at = 0;
        for (int run = 0; run < runs; run++) {
            float value = values[run];
            int end = at + lengths[run];
            if (end - at > SHORT) {
                Arrays.fill(out, at, end, value);
                at = end;
            }
            while (at < end) {
                out[at++] = value;
            }
        }
        return at;
    }

    /**
     * Writes {@code values[i]} {@code lengths[i]} times, for {@code i} in [0, {@code runs}), to {@code out} from index
     * 0 on; returns how many values that made.
     *
     * @param lengths none negative; their total at most the length of {@code out}, checked by the caller
     * @throws IndexOutOfBoundsException if {@code out} is too short
     */
    public static int expand(double[] values, int[] lengths, int runs, double[] out) {
        int at = 0;
        for (int run = 0; run < runs; run++) {
            double value = values[run];
            int end = at + lengths[run];
            if (end - at > SHORT) {
                Arrays.fill(out, at, end, value);
                at = end;
            }
            while (at < end) {
                out[at++] = value;
            }
        }
        return at;
    }
}
