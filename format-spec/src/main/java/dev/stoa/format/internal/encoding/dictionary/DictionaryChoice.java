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
package dev.stoa.format.internal.encoding.dictionary;

import dev.stoa.format.internal.encoding.choice.Choice;
import dev.stoa.format.internal.encoding.choice.Cost;
import dev.stoa.format.internal.encoding.decode.VectorDecoder;
import dev.stoa.format.internal.encoding.integers.IntCoder;
import dev.stoa.format.internal.encoding.wire.Encoding;
import dev.stoa.format.internal.encoding.wire.IntegerEncoding;
import dev.stoa.format.internal.kernel.Reductions;

/**
 * Judges whether a dictionary pays for a column, from the codes of one vector. The entries yet to come are estimated from how
 * often new ones were repeated within the vector, and their bytes spread over the vectors that will use them.
 */
public final class DictionaryChoice {
    /** The number of vectors that share the cost of new entries. */
    private static final int HORIZON = 16;

    /** The bytes of a dictionary in the index. */
    private static final int FIXED = 24;

    /** Codes of a single entry, in bytes. */
    private static final int SMALLEST_CODES = 4;

    private final IntCoder coder;

    public DictionaryChoice(IntCoder coder) {
        this.coder = coder;
    }

    /**
     * Offers the dictionary, if it can be expected to stay within its limits.
     *
     * @param kind what looking up costs
     * @param ordinal the dictionary's ordinal in the column index
     * @param codes the codes of the vector's n values
     * @param before the number of entries before this vector
     * @param after the number of entries with it
     * @param newBytes the bytes of the new entries
     * @param rows the rows of the vector
     */
    public void offer(
            Choice choice, Cost kind, int ordinal, int[] codes, int n, int before, int after, long newBytes, int rows) {
        Choice coded = coder.choose(codes, n, "codes");
        if (coded.isConstant()) {
            coded = coder.chooser().choice("codes").offer(Cost.NONE, SMALLEST_CODES, new IntegerEncoding.Pfor());
        }
        Encoding tree = new Encoding.Dictionary(ordinal, coded.encoding());
        int added = after - before;
        if (added == 0) {
            choice.offer(kind, 0, coded, tree);
            return;
        }
        if (rows < VectorDecoder.MAX_ROWS) {
            // the last vector: nothing is to come
            choice.offer(kind, newBytes + FIXED, coded, tree);
            return;
        }
        double expected = expected(codes, n, before, added);
        double bytes = (double) newBytes / added * expected;
        if (before + expected > GrowingDictionary.MAX_ENTRIES || bytes > GrowingDictionary.MAX_BYTES) {
            return;
        }
        long own = Math.min(newBytes, (long) (bytes / HORIZON)) + FIXED / HORIZON;
        if (widens(coded.encoding())) {
            int width = Integer.SIZE - Integer.numberOfLeadingZeros(before + (int) expected - 1);
            own += Math.max(0, (long) n * width / Byte.SIZE - coded.bytes());
        }
        choice.offer(kind, own, coded, tree);
    }

    /** Whether codes take more bytes with more entries: runs and copies hardly do. */
    private static boolean widens(Encoding codes) {
        return !(codes instanceof Encoding.Rle || codes instanceof IntegerEncoding.Repeat);
    }

    /**
     * Estimates the number of new entries of this vector and the next ones. Among D equally likely values, the second half of n
     * draws has fewer new ones than the first, by the factor exp(-n / 2D). If values only repeat near each other, it has the
     * same number, and so will each later vector.
     */
    private static double expected(int[] codes, int n, int before, int added) {
        int half = n / 2;
        int first = Math.max(0, Reductions.max(codes, 0, half) + 1 - before);
        int second = added - first;
        if (second <= 0) {
            return added;
        }
        double goingOn = added + 2.0 * second * (HORIZON - 1);
        double distinct = first > second ? half / StrictMath.log((double) first / second) : goingOn;
        return Math.max(added, Math.min(goingOn, distinct));
    }
}
