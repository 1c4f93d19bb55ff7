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
package dev.stoa.format.internal.encoding.strings;

import dev.stoa.format.internal.encoding.wire.Scratch;
import java.util.Arrays;

/** Values as what they share with the values before them, and the rests (PREFIX). */
public final class PrefixText {
    /** The number of pairs of neighbours that show whether prefixes pay. */
    private static final int SAMPLE = 256;

    /** Fewer bytes than this, on average, are not worth a copy. */
    private static final int LEAST_SHARED = 3;

    private int[] shared = new int[0];
    private int[] starts = new int[0];
    private int[] lengths = new int[0];
    private int bytes;

    /** How similar neighbours are. */
    public enum Kind {
        /** Too little. */
        APART,
        /** Much, but they have no order: symbols may find as much in them. */
        ALIKE,
        /** Much, and they are sorted, at least mostly. */
        SORTED
    }

    /** Looks at a sample of values: value i is {@code data[from[i]..from[i] + valueLengths[i])}. */
    public static Kind kind(byte[] data, int[] from, int[] valueLengths, int n) {
        int step = Math.max(1, n / SAMPLE);
        int pairs = 0;
        int ascending = 0;
        long same = 0;
        long all = 0;
        for (int i = 1; i < n; i += step) {
            int end = from[i] + valueLengths[i];
            int endBefore = from[i - 1] + valueLengths[i - 1];
            int common = mismatch(data, from[i - 1], endBefore, from[i], end);
            pairs++;
            same += common;
            all += valueLengths[i];
            if (common == valueLengths[i - 1]
                    || (common < valueLengths[i]
                            && (data[from[i - 1] + common] & 0xFF) < (data[from[i] + common] & 0xFF))) {
                ascending++;
            }
        }
        if (same < (long) LEAST_SHARED * pairs || same == 0) {
            return Kind.APART;
        }
        if (10 * ascending >= 9 * pairs && 3 * same >= all) {
            return Kind.SORTED;
        }
        return 2 * same >= all ? Kind.ALIKE : Kind.APART;
    }

    private static int mismatch(byte[] data, int start, int end, int otherStart, int otherEnd) {
        int at = Arrays.mismatch(data, start, end, data, otherStart, otherEnd);
        return at < 0 ? end - start : at;
    }

    /** Cuts off what values share with those before them. */
    public void load(byte[] data, int[] from, int[] valueLengths, int n) {
        shared = Scratch.grow(shared, n);
        starts = Scratch.grow(starts, n);
        lengths = Scratch.grow(lengths, n);
        bytes = 0;
        for (int i = 0; i < n; i++) {
            int end = from[i] + valueLengths[i];
            shared[i] = i == 0 ? 0 : mismatch(data, from[i - 1], from[i - 1] + valueLengths[i - 1], from[i], end);
            starts[i] = from[i] + shared[i];
            lengths[i] = valueLengths[i] - shared[i];
            bytes += lengths[i];
        }
    }

    /** How many bytes each value shares with the one before it. */
    public int[] shared() {
        return shared;
    }

    /** Where the rests start in the values' array. */
    public int[] starts() {
        return starts;
    }

    /** The lengths of the rests. */
    public int[] lengths() {
        return lengths;
    }

    /** The bytes of all rests. */
    public int bytes() {
        return bytes;
    }
}
