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

/**
 * Range asymmetric numeral systems (Duda, 2013): symbols as long as their information, in a stream of 16-bit words that two
 * interleaved states share (format-spec, ENTROPY).
 *
 * <p>A state is 32 unsigned bits, at least 2^16 between symbols. Its low {@code scale} bits are a slot. Each symbol has a range
 * of slots, whose number is its frequency, so a slot determines the symbol.
 */
public final class Rans {
    /** States that symbols are decoded from in turn. */
    public static final int STATES = 2;

    /** The state before the first symbol is encoded, and so after the last one is decoded. */
    public static final int START = 1 << 16;

    /** Frequencies add up to 2^scale, with a scale of at most this. */
    public static final int MAX_SCALE = 14;

    private Rans() {}

    /**
     * Fills the tables that {@link #decode} needs.
     *
     * @param frequencies of the symbols, each at least 1; they add up to {@code steps.length}, at most 2^{@link #MAX_SCALE}
     * @param steps receives for each slot its symbol's frequency in the high 16 bits, and in the low ones the slot's place
     *     among the symbol's
     * @param symbols receives the symbol of each slot
     */
    public static void tables(int[] frequencies, int[] steps, char[] symbols) {
        int slot = 0;
        for (int symbol = 0; symbol < frequencies.length; symbol++) {
            int frequency = frequencies[symbol];
            Arrays.fill(symbols, slot, slot + frequency, (char) symbol);
            for (int place = 0; place < frequency; place++) {
                steps[slot++] = frequency << 16 | place;
            }
        }
    }

    /**
     * Decodes n symbols.
     *
     * @param scale of the tables, which have 2^scale slots
     * @param states at least {@link #START} as unsigned; receives the states after the last symbol
     * @param words at least n; those after the stream's end may be anything, since the caller compares the returned number
     * @param out receives the symbols
     * @return the number of words taken, at most n
     */
    public static int decode(int scale, int[] steps, char[] symbols, int[] states, char[] words, int n, char[] out) {
        int mask = (1 << scale) - 1;
        int even = states[0];
        int odd = states[1];
        int taken = 0;
        int i = 0;
        for (; i < n - 1; i += 2) {
            int slot = even & mask;
            int step = steps[slot];
            out[i] = symbols[slot];
            even = (even >>> scale) * (step >>> 16) + (step & 0xFFFF);
            if (even >>> 16 == 0) {
                even = even << 16 | words[taken++];
            }
            slot = odd & mask;
            step = steps[slot];
            out[i + 1] = symbols[slot];
            odd = (odd >>> scale) * (step >>> 16) + (step & 0xFFFF);
            if (odd >>> 16 == 0) {
                odd = odd << 16 | words[taken++];
            }
        }
        if (i < n) {
            int slot = even & mask;
            int step = steps[slot];
            out[i] = symbols[slot];
            even = (even >>> scale) * (step >>> 16) + (step & 0xFFFF);
            if (even >>> 16 == 0) {
                even = even << 16 | words[taken++];
            }
        }
        states[0] = even;
        states[1] = odd;
        return taken;
    }

    /** The slots of a symbol, for {@link #encode}: the first one in the high 16 bits, and how many in the low ones. */
    public static int slots(int first, int frequency) {
        return first << 16 | frequency;
    }

    /** {@link #encode} multiplies by this number, and so divides by a frequency. */
    public static long reciprocal(int frequency) {
        return (1L << 62) / frequency + 1;
    }

    /**
     * Encodes n symbols, from the last to the first.
     *
     * @param slots of the symbols, by {@link #slots}
     * @param reciprocals of the symbols' frequencies
     * @param states receives what the decoder begins with
     * @param words receives the stream at its end; at least n
     * @return where in {@code words} the stream begins
     */
    public static int encode(
            int scale, int[] slots, long[] reciprocals, char[] symbols, int n, int[] states, char[] words) {
        long even = START;
        long odd = START;
        int at = words.length;
        int i = n - 1;
        if ((n & 1) == 1) {
            int symbol = symbols[i--];
            even = next(even, slots[symbol], reciprocals[symbol], scale); // a state is not full at the start
        }
        for (; i > 0; i -= 2) {
            int symbol = symbols[i];
            int full = isFull(odd, slots[symbol], scale);
            words[at - 1] = (char) odd;
            at -= full;
            odd = next(odd >>> (full << 4), slots[symbol], reciprocals[symbol], scale);
            symbol = symbols[i - 1];
            full = isFull(even, slots[symbol], scale);
            words[at - 1] = (char) even;
            at -= full;
            even = next(even >>> (full << 4), slots[symbol], reciprocals[symbol], scale);
        }
        states[0] = (int) even;
        states[1] = (int) odd;
        return at;
    }

    /** 1 if a state must give a word first, else 0; without a branch, which would be guessed wrong as often as not. */
    private static int isFull(long state, int slots, int scale) {
        long frequency = slots & 0xFFFF;
        return (int) ((frequency << (Integer.SIZE - scale)) - 1 - state >>> 63);
    }

    /** The state with a symbol. The quotient is exact, as states have 32 bits, and frequencies are at most 2^14. */
    private static long next(long state, int slots, long reciprocal, int scale) {
        long whole = Math.multiplyHigh(state << 2, reciprocal);
        return (whole << scale) + state - whole * (slots & 0xFFFF) + (slots >>> 16);
    }
}
