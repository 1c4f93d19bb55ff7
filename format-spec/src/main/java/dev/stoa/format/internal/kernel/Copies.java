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

/** Puts values together from literals and copies of earlier values. */
public final class Copies {
    private Copies() {}

    /**
     * Writes the values to {@code out} from index 0 on: {@code counts[i]} literals before copy i, and the other literals after
     * the last copy.
     *
     * @param counts none negative
     * @param lengths each at least 1
     * @param distances each at least 1 and at most the number of values before the copy; shorter ones than the copy repeat what it
     *     has copied
     * @param copies the number of copies
     * @param literals the values that are not copied
     * @param literalCount the number of literals; at least the sum of the counts
     */
    public static void apply(
            int[] counts, int[] lengths, int[] distances, int copies, int[] literals, int literalCount, int[] out) {
        int at = 0;
        int next = 0;
        for (int i = 0; i < copies; i++) {
            System.arraycopy(literals, next, out, at, counts[i]);
            next += counts[i];
            at += counts[i];
            copy(out, at - distances[i], at, lengths[i]);
            at += lengths[i];
        }
        System.arraycopy(literals, next, out, at, literalCount - next);
    }

    /** Copies values that may overlap. Each step copies all values written so far, which doubles them. */
    private static void copy(int[] values, int from, int to, int length) {
        int period = to - from;
        if (period == 1) {
            Arrays.fill(values, to, to + length, values[from]);
            return;
        }
        int done = 0;
        while (done < length) {
            int part = Math.min(length - done, period + done);
            System.arraycopy(values, from, values, to + done, part);
            done += part;
        }
    }
}
