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
package dev.stoa.format.internal.encoding;

import java.util.Optional;

/**
 * Judges whether a dictionary pays for a column, from the codes of one vector. The entries yet to come are estimated from how
 * often new ones were repeated within the vector, and their bytes spread over the vectors that will use them.
 */
final class DictionaryChoice {
    /** So many vectors share the cost of new entries. */
    private static final int HORIZON = 16;

    /** What the index says about a dictionary, in bytes. */
    private static final int FIXED = 24;

    private final IntCoder coder;
    private long cost;

    DictionaryChoice(IntCoder coder) {
        this.coder = coder;
    }

    /** The cost of the last choice. */
    long cost() {
        return cost;
    }

    /**
     * The encoding of codes, if the dictionary can be expected to stay within its limits.
     *
     * @param codes the codes of the vector's n values
     * @param before the number of entries before this vector
     * @param after the number of entries with it
     * @param newBytes the bytes of the new entries
     * @param rows the rows of the vector
     */
    Optional<Encoding> choose(int[] codes, int n, int before, int after, long newBytes, int rows) {
        Encoding encoding = coder.choose(codes, n);
        cost = coder.cost();
        if (encoding instanceof Encoding.Constant) {
            encoding = new Encoding.Pfor();
            cost = 4;
        }
        int added = after - before;
        if (added == 0) {
            return Optional.of(encoding);
        }
        if (rows < VectorDecoder.MAX_ROWS) {
            // the last vector: nothing is to come
            cost += newBytes + FIXED;
            return Optional.of(encoding);
        }
        int draws = 0;
        for (int i = 0; i < n; i++) {
            draws += codes[i] >= before ? 1 : 0;
        }
        double expected = distinct(draws, added);
        double bytes = (double) newBytes / added * expected;
        if (before + expected > GrowingDictionary.MAX_ENTRIES || bytes > GrowingDictionary.MAX_BYTES) {
            return Optional.empty();
        }
        if (!(encoding instanceof Encoding.Rle)) {
            int width = Integer.SIZE - Integer.numberOfLeadingZeros(before + (int) expected - 1);
            cost = Math.max(cost, (long) n * width / Byte.SIZE);
        }
        cost += Math.min(newBytes, (long) (bytes / HORIZON)) + FIXED / HORIZON;
        return Optional.of(encoding);
    }

    /** The number of distinct values, equally likely, of which so many draws would show so many. */
    private static double distinct(int draws, int seen) {
        if (seen >= draws) {
            return (double) draws * HORIZON;
        }
        double low = seen;
        double high = 1e9;
        for (int i = 0; i < 60; i++) {
            double middle = (low + high) / 2;
            if (middle * -StrictMath.expm1(-draws / middle) < seen) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }
}
