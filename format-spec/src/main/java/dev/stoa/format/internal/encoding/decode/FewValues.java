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
package dev.stoa.format.internal.encoding.decode;

import dev.stoa.format.internal.encoding.wire.Scratch;

/**
 * Picks the codes of a few values out of the pieces that hold the codes of all, and sets the offsets of the values. The
 * values between them are empty.
 */
final class FewValues {
    private int[] starts = new int[0];
    private int[] rows = new int[0];
    private int[] offsets = new int[0];
    /** For each value that ends in the piece, how many codes are kept up to its end. */
    private int[] ends = new int[0];

    private int n;
    /** The place in {@link #rows} of the first value whose end is not known. */
    private int next;
    /** The place of the first value that does not end in the piece. */
    private int open;
    /** The value after the last one whose offset is set. */
    private int nextValue;

    /**
     * Begins.
     *
     * @param codeEnds where the codes of each of all values end
     * @param wanted the few
     * @param out for the offsets of all values
     */
    void begin(int[] codeEnds, WantedRows wanted, int[] out) {
        n = wanted.n();
        rows = wanted.few().orElseThrow();
        offsets = out;
        starts = Scratch.grow(starts, n + 1);
        ends = Scratch.grow(ends, rows.length);
        starts[0] = 0;
        System.arraycopy(codeEnds, 0, starts, 1, n);
        offsets[0] = 0;
        next = 0;
        nextValue = 0;
    }

    /** Whether a value whose end is not known begins before a place. */
    boolean haveCodesBefore(int place) {
        return next < rows.length && starts[rows[next]] < place;
    }

    /**
     * Moves the codes of the values to the front.
     *
     * @param codes those of the piece
     * @param first the place of the piece's first code among those of all values
     * @param end one past the place of its last
     * @return how many are kept
     */
    int keep(int[] codes, int first, int end) {
        int kept = 0;
        for (open = next; open < rows.length && starts[rows[open]] < end; open++) {
            int stop = starts[rows[open] + 1];
            int low = Math.max(first, starts[rows[open]]);
            int count = Math.min(end, stop) - low;
            System.arraycopy(codes, low - first, codes, kept, count);
            kept += count;
            if (stop > end) {
                break;
            }
            ends[open] = kept;
        }
        return kept;
    }

    /**
     * Sets the offsets of the values that end in the piece.
     *
     * @param places where the symbols of the kept codes start
     * @param kept how many they are
     * @param at where the last one ends
     */
    void expanded(int[] places, int kept, int at) {
        for (; next < open; next++) {
            set(rows[next], ends[next] < kept ? places[ends[next]] : at);
        }
    }

    /** Sets the offsets of all values after the last one that has codes. */
    void end(int at) {
        for (; nextValue < n; nextValue++) {
            offsets[nextValue + 1] = at;
        }
    }

    private void set(int value, int end) {
        int before = offsets[nextValue];
        for (; nextValue < value; nextValue++) {
            offsets[nextValue + 1] = before;
        }
        offsets[value + 1] = end;
        nextValue = value + 1;
    }
}
