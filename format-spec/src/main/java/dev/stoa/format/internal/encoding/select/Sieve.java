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

/**
 * Tests many values against a set of many ranges by one bit each. A binary search took 25 ns a value among 1,500 keys of a join, a bit
 * takes about one. If its values are close together, a bit tells of each value between the ends. Otherwise it tells of all values with
 * one hash, and the caller must look for those that pass. Immutable.
 */
final class Sieve {
    /** Half a megabyte: it stays in the cache of a core. */
    private static final long MOST_BITS = 1L << 22;

    private static final int BITS_PER_RANGE = 16;
    private static final int LEAST_LOG = 10;
    private static final long MIX = 0x9E3779B97F4A7C15L;

    private final long[] bits;
    private final long first;
    private final long span;
    private final int shift;

    private Sieve(long[] bits, long first, long span, int shift) {
        this.bits = bits;
        this.first = first;
        this.span = span;
        this.shift = shift;
    }

    /** Whether a bit tells of one value, so that it is in the set if it passes. */
    boolean isExact() {
        return shift == 0;
    }

    /** A sieve of ranges that ascend and do not overlap, at least one; null if they have too many values for one. */
    static Sieve of(long[] lows, long[] highs) {
        long span = highs[highs.length - 1] - lows[0];
        if (span >= 0 && span < MOST_BITS) {
            Sieve exact = new Sieve(new long[(int) (span >>> 6) + 1], lows[0], span, 0);
            exact.fill(lows, highs);
            return exact;
        }
        long values = 0;
        for (int i = 0; i < lows.length && values >= 0; i++) {
            long more = highs[i] - lows[i] + 1;
            values = more <= 0 || more > MOST_BITS ? -1 : values + more;
        }
        if (values < 0 || values > MOST_BITS / 2) {
            return null;
        }
        int log = Math.max(LEAST_LOG, 64 - Long.numberOfLeadingZeros(values * BITS_PER_RANGE - 1));
        log = Math.min(log, Long.numberOfTrailingZeros(MOST_BITS));
        Sieve hashed = new Sieve(new long[1 << (log - 6)], lows[0], span, 64 - log);
        hashed.fill(lows, highs);
        return hashed;
    }

    private void fill(long[] lows, long[] highs) {
        for (int i = 0; i < lows.length; i++) {
            for (long value = lows[i]; ; value++) {
                long bit = isExact() ? value - first : (value * MIX) >>> shift;
                bits[(int) (bit >>> 6)] |= 1L << bit;
                if (value == highs[i]) {
                    break;
                }
            }
        }
    }

    /** Sets the bits of those values that pass, and clears those of the others. */
    void pass(long[] values, int n, long[] out) {
        for (int from = 0; from < n; from += 64) {
            int count = Math.min(64, n - from);
            long word = 0;
            if (isExact()) {
                for (int i = 0; i < count; i++) {
                    word |= exact(values[from + i]) << i;
                }
            } else {
                for (int i = 0; i < count; i++) {
                    word |= hashed(values[from + i]) << i;
                }
            }
            out[from >>> 6] = word;
        }
    }

    private long exact(long value) {
        long bit = value - first;
        return Long.compareUnsigned(bit, span) <= 0 ? bits[(int) (bit >>> 6)] >>> bit & 1 : 0;
    }

    private long hashed(long value) {
        long bit = (value * MIX) >>> shift;
        return bits[(int) (bit >>> 6)] >>> bit & 1;
    }
}
