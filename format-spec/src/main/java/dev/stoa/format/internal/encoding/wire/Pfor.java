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
package dev.stoa.format.internal.encoding.wire;

/** The constants and the choice of a window that encoder and decoder of PFOR share (format-spec, section 7.2). */
public final class Pfor {
    /** The number of values that are packed interleaved; any other number is packed straight. */
    public static final int INTERLEAVED = 4096;

    /** The number of values in the sample that shows a window which holds most. */
    public static final int SAMPLE = 128;

    /** A window is placed by steps of its length, divided by two to the power of this. */
    public static final int WINDOW_STEPS = 5;

    /** Marks the width of high parts that have a sign. */
    public static final int SIGNED = 0x80;

    /** The cost of an exception besides its bits, in bits: the time to patch it. */
    public static final int PENALTY = 4;

    /** About what the parameters of SCALE and GAP take. */
    public static final int STEP_BYTES = 8;

    private Pfor() {}

    /**
     * Returns where a window of some steps holds most values.
     *
     * @param counts of values by step: those of three windows, and one more for all others
     * @param steps of a window; the one from there on wins a tie
     */
    public static int fullest(int[] counts, int steps) {
        int at = steps;
        int most = 0;
        int held = 0;
        for (int i = 0; i < steps; i++) {
            most += counts[steps + i];
            held += counts[i];
        }
        for (int i = 0; i <= 2 * steps; i++) {
            if (held > most) {
                most = held;
                at = i;
            }
            held += counts[steps + i] - counts[i];
        }
        return at;
    }

    /** The bytes of a varint. */
    public static int varintLength(long value) {
        return Math.max(1, (70 - Long.numberOfLeadingZeros(value)) / 7);
    }

    /** The bytes of a zigzag. */
    public static int zigzagLength(long value) {
        return varintLength((value << 1) ^ (value >> 63));
    }

    /** The bits of a position among n values. */
    public static int positionWidth(int n) {
        return Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(n - 1));
    }
}
