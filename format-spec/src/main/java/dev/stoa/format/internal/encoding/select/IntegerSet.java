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
package dev.stoa.format.internal.encoding.select;

import dev.stoa.format.internal.kernel.Masks;
import java.util.Arrays;

/**
 * A set of signed 64-bit integers as ranges that are sorted, disjoint and closed. Immutable. It decides about whole frames of
 * values. It can be mapped to the integers that an encoding stores for the values.
 */
public final class IntegerSet {
    /** No integer. */
    public static final IntegerSet NONE = new IntegerSet(new long[0], new long[0]);

    /** All integers. */
    public static final IntegerSet ALL = new IntegerSet(new long[] {Long.MIN_VALUE}, new long[] {Long.MAX_VALUE});

    /** Fewer ranges are compared one after the other. */
    private static final int LEAST_OF_SIEVE = 32;

    private final long[] lows;
    private final long[] highs;
    private Sieve sieve;
    private boolean hasLooked;

    /** How many values of a frame are in a set. */
    public enum Match {
        NONE,
        SOME,
        ALL
    }

    private IntegerSet(long[] lows, long[] highs) {
        this.lows = lows;
        this.highs = highs;
    }

    /** The set of the ranges {@code lows[i]..highs[i]}, which are ascending and do not overlap. The arrays are copied. */
    public static IntegerSet of(long[] lows, long[] highs) {
        return new IntegerSet(lows.clone(), highs.clone());
    }

    /** The number of ranges. */
    int ranges() {
        return lows.length;
    }

    /** The least of a range. */
    long low(int range) {
        return lows[range];
    }

    /** The greatest of a range. */
    long high(int range) {
        return highs[range];
    }

    /** Whether a value is in the set. */
    public boolean contains(long value) {
        int at = Arrays.binarySearch(lows, value);
        int range = at >= 0 ? at : -at - 2;
        return range >= 0 && value <= highs[range];
    }

    /** How many of the values that are in {@code min..max} are in the set. */
    public Match match(long min, long max) {
        int range = firstUpTo(min);
        if (range == lows.length || lows[range] > max) {
            return Match.NONE;
        }
        return lows[range] <= min && max <= highs[range] ? Match.ALL : Match.SOME;
    }

    /** The first range that does not end below a value. */
    private int firstUpTo(long value) {
        int at = Arrays.binarySearch(highs, value);
        return at >= 0 ? at : -at - 1;
    }

    /** The number of ranges that have values in {@code min..max}. */
    int rangesWithin(long min, long max) {
        int at = Arrays.binarySearch(lows, max);
        return Math.max(0, (at >= 0 ? at + 1 : -at - 1) - firstUpTo(min));
    }

    /** Sets the bits of the values that are in the set, and clears the others of a mask. */
    void select(long[] values, int n, long[] out) {
        Masks.fill(out, 0);
        Sieve some = sieve();
        if (some == null) {
            for (int i = 0; i < n; i++) {
                out[i >>> 6] |= (contains(values[i]) ? 1L : 0) << i;
            }
            return;
        }
        some.pass(values, n, out);
        for (int word = 0; word < Masks.WORDS && !some.isExact(); word++) {
            for (long left = out[word]; left != 0; left &= left - 1) {
                if (!contains(values[word * 64 + Long.numberOfTrailingZeros(left)])) {
                    out[word] &= ~Long.lowestOneBit(left);
                }
            }
        }
    }

    /** Made at the first use: most sets are small, or used for bounds alone. */
    private Sieve sieve() {
        if (!hasLooked) {
            sieve = lows.length < LEAST_OF_SIEVE ? null : Sieve.of(lows, highs);
            hasLooked = true;
        }
        return sieve;
    }

    /** Those of the set in {@code min..max}. */
    public IntegerSet within(long min, long max) {
        int first = firstUpTo(min);
        int end = first;
        while (end < lows.length && lows[end] <= max) {
            end++;
        }
        long[] newLows = Arrays.copyOfRange(lows, first, end);
        long[] newHighs = Arrays.copyOfRange(highs, first, end);
        if (first < end) {
            newLows[0] = Math.max(newLows[0], min);
            newHighs[end - first - 1] = Math.min(newHighs[end - first - 1], max);
        }
        return new IntegerSet(newLows, newHighs);
    }

    /**
     * The set of all c with {@code offset + factor * c} in this set. This set must be cut to the frame of the values: then
     * neither the sum nor its terms overflow.
     *
     * @param factor at least 2
     */
    public IntegerSet unscale(long factor, long offset) {
        Builder moved = new Builder(lows.length);
        for (int i = 0; i < lows.length; i++) {
            long from = lows[i] - offset;
            long first = Math.floorDiv(from, factor);
            moved.add(first * factor == from ? first : first + 1, Math.floorDiv(highs[i] - offset, factor));
        }
        return moved.build();
    }

    /**
     * The set of all c with {@code offset + spread(c)} in this set. The function spread inserts {@code gap} zero bits above the
     * {@code low} lowest ones. As with {@link #unscale}, no sum overflows.
     */
    public IntegerSet close(int low, int gap, long offset) {
        Builder moved = new Builder(lows.length);
        long below = (1L << low) - 1;
        long all = (1L << (low + gap)) - 1;
        for (int i = 0; i < lows.length; i++) {
            long from = lows[i] - offset;
            long to = highs[i] - offset;
            // what is in the gap is rounded to the next c above, or to the one before
            long first = (from & all) <= below
                    ? (from >> (low + gap) << low) + (from & all)
                    : ((from >> (low + gap)) + 1) << low;
            moved.add(first, (to >> (low + gap) << low) + Math.min(to & all, below));
        }
        return moved.build();
    }

    /** Collects ascending ranges, and leaves out empty ones. */
    static final class Builder {
        private long[] lows;
        private long[] highs;
        private int size;

        Builder(int most) {
            this.lows = new long[most];
            this.highs = new long[most];
        }

        void add(long low, long high) {
            if (low > high) {
                return;
            }
            lows[size] = low;
            highs[size++] = high;
        }

        IntegerSet build() {
            return new IntegerSet(Arrays.copyOf(lows, size), Arrays.copyOf(highs, size));
        }
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("{");
        for (int i = 0; i < lows.length; i++) {
            text.append(i == 0 ? "" : ", ").append(lows[i]).append("..").append(highs[i]);
        }
        return text.append('}').toString();
    }
}
