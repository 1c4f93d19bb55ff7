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

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The encoder against division, for every frequency. */
final class RansTest {
    private static final int SYMBOLS = 301;

    /** The first of two symbols has each frequency in turn. Each quotient is that of a division. */
    @Test
    void encodesAsDivisionDoes() {
        Random random = new Random(14);
        char[] symbols = new char[SYMBOLS];
        for (int scale = 1; scale <= Rans.MAX_SCALE; scale++) {
            int all = 1 << scale;
            for (int frequency = 1; frequency < all; frequency += frequency < 300 ? 1 : 1 + random.nextInt(16)) {
                int[] frequencies = {frequency, all - frequency};
                for (int i = 0; i < SYMBOLS; i++) {
                    symbols[i] = (char) random.nextInt(2);
                }
                check(scale, frequencies, symbols, SYMBOLS - random.nextInt(2));
            }
        }
    }

    @Test
    void encodesNothingAndOneSymbol() {
        for (int n : new int[] {0, 1, 2, 3}) {
            check(0, new int[] {1}, new char[n], n);
            check(3, new int[] {8}, new char[n], n);
            check(Rans.MAX_SCALE, new int[] {1 << Rans.MAX_SCALE}, new char[n], n);
        }
    }

    private static void check(int scale, int[] frequencies, char[] symbols, int n) {
        int count = frequencies.length;
        int[] slots = new int[count];
        long[] reciprocals = new long[count];
        int[] firsts = new int[count];
        for (int symbol = 0, first = 0; symbol < count; first += frequencies[symbol++]) {
            firsts[symbol] = first;
            slots[symbol] = Rans.slots(first, frequencies[symbol]);
            reciprocals[symbol] = Rans.reciprocal(frequencies[symbol]);
        }
        int[] states = new int[Rans.STATES];
        char[] words = new char[n];
        int at = Rans.encode(scale, slots, reciprocals, symbols, n, states, words);

        String what = "scale " + scale + ", frequencies " + Arrays.toString(frequencies) + ", " + n + " symbols";
        long[] expected = {Rans.START, Rans.START};
        char[] stream = new char[n];
        int begin = n;
        for (int i = n - 1; i >= 0; i--) {
            long frequency = frequencies[symbols[i]];
            long state = expected[i & 1];
            if (state >= frequency << (Integer.SIZE - scale)) {
                stream[--begin] = (char) state;
                state >>>= Character.SIZE;
            }
            expected[i & 1] = (state / frequency << scale) + state % frequency + firsts[symbols[i]];
        }
        assertEquals(begin, at, what);
        assertArrayEquals(new int[] {(int) expected[0], (int) expected[1]}, states, what);
        assertArrayEquals(Arrays.copyOfRange(stream, begin, n), Arrays.copyOfRange(words, at, n), what);
    }
}
