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
package dev.stoa.format.internal.encoding.integers;

import dev.stoa.format.internal.encoding.wire.Encoding;
import dev.stoa.format.internal.encoding.wire.IntegerEncoding;
import dev.stoa.format.internal.encoding.wire.Scratch;
import dev.stoa.format.internal.kernel.Reductions;

/**
 * Finds what 64-bit integers have in common, and takes it out of them: a common step, for SCALE, and constant bits, for GAP
 * (format-spec, sections 7.8 and 7.9).
 */
final class LongSteps {
    /** Among fewer values what they have in common is chance. */
    static final int FEWEST = 16;

    /** The number of values that the search for a step checks first. */
    private static final int SAMPLE = 64;

    private long[] rest = new long[0];
    private long factor;
    private long offset;
    private int low;
    private int gap;
    private long gapOffset;

    /**
     * Looks for a step and constant bits in {@code values[0..n)}. Returns whether it found some; {@link #rest} has the values
     * without them.
     */
    boolean find(long[] values, int n) {
        factor = n < FEWEST ? 1 : factor(values, n);
        gap = 0;
        if (factor > 1) {
            offset = Math.floorMod(values[0], factor);
            if (!divide(factor, offset, values, n)) {
                return false;
            }
        }
        if (n >= FEWEST) {
            long[] source = factor > 1 ? rest : values;
            findGap(source, n);
            if (gap > 0) {
                close(low, gap, gapOffset, source, n);
            }
        }
        return factor > 1 || gap > 0;
    }

    /** The values without the step and the bits that the last successful call took out. */
    long[] rest() {
        return rest;
    }

    /** The encoding of the values, given that of {@link #rest()}. */
    Encoding wrap(Encoding child) {
        if (child instanceof Encoding.Rle rle) {
            // fewer values to decode than above the runs
            return new Encoding.Rle(wrap(rle.values()), rle.lengths());
        }
        Encoding closed = gap == 0 ? child : new IntegerEncoding.Gap(low, gap, gapOffset, child);
        return factor <= 1 ? closed : new IntegerEncoding.Scale(factor, offset, closed);
    }

    /** Takes a step out of values; false if their distances from the offset are not multiples of it. */
    boolean divide(IntegerEncoding.Scale scale, long[] values, int n) {
        return divide(scale.factor(), scale.offset(), values, n);
    }

    /** Cuts bits out of values; false if they are not constant. */
    boolean close(IntegerEncoding.Gap encoding, long[] values, int n) {
        return close(encoding.low(), encoding.gap(), encoding.offset(), values, n);
    }

    /** The greatest common divisor of all differences, or 1. */
    private static long factor(long[] values, int n) {
        long first = values[0];
        long divisor = 0;
        for (int i = 1; i < SAMPLE && divisor != 1; i++) {
            divisor = commonDivisor(divisor, values[(int) ((long) i * n / SAMPLE)] - first);
        }
        if (divisor == 1 || Reductions.max(values, 0, n) - Reductions.min(values, 0, n) < 0) {
            return 1;
        }
        for (int i = 1; i < n && divisor != 1; i++) {
            long difference = values[i] - first;
            if (divisor == 0 || difference % divisor != 0) {
                divisor = commonDivisor(divisor, difference);
            }
        }
        return Math.max(1, divisor);
    }

    private static long commonDivisor(long one, long two) {
        long a = one;
        long b = two;
        while (b != 0) {
            long remainder = a % b;
            a = b;
            b = remainder;
        }
        return Math.abs(a);
    }

    /** Divides exactly: shifts by the power of two in the divisor, multiplies by the inverse (mod 2^64) of what is left of it. */
    private boolean divide(long divisor, long remainder, long[] values, int n) {
        rest = Scratch.grow(rest, n);
        int shift = Long.numberOfTrailingZeros(divisor);
        long odd = divisor >> shift;
        long inverse = odd;
        for (int bits = 3; bits < Long.SIZE; bits *= 2) {
            inverse *= 2 - odd * inverse;
        }
        long wrong = 0;
        for (int i = 0; i < n; i++) {
            long difference = values[i] - remainder;
            long quotient = (difference >> shift) * inverse;
            wrong |= difference ^ quotient * divisor;
            rest[i] = quotient;
        }
        return wrong == 0;
    }

    /** Finds the longest run of constant bits between two that vary. */
    private void findGap(long[] values, int n) {
        long and = -1;
        long or = 0;
        for (int i = 0; i < n; i++) {
            and &= values[i];
            or |= values[i];
        }
        long varying = and ^ or;
        long left = varying;
        while (left != 0) {
            int bit = Long.numberOfTrailingZeros(left);
            left &= left - 1;
            int zeros = left == 0 ? 0 : Long.numberOfTrailingZeros(left) - bit - 1;
            if (zeros > gap) {
                low = bit + 1;
                gap = zeros;
            }
        }
        gapOffset = gap == 0 ? 0 : and & (((1L << gap) - 1) << low);
    }

    private boolean close(int below, int cut, long constant, long[] values, int n) {
        rest = Scratch.grow(rest, n);
        long lowMask = (1L << below) - 1;
        long highMask = ~lowMask;
        long cutMask = ((1L << cut) - 1) << below;
        long wrong = 0;
        for (int i = 0; i < n; i++) {
            long value = values[i] - constant;
            wrong |= value & cutMask;
            rest[i] = (value & lowMask) | ((value >> cut) & highMask);
        }
        return wrong == 0;
    }
}
