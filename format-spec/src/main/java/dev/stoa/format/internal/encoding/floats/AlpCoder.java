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
package dev.stoa.format.internal.encoding.floats;

import dev.stoa.format.internal.encoding.choice.Choice;
import dev.stoa.format.internal.encoding.choice.Cost;
import dev.stoa.format.internal.encoding.choice.Sampling;
import dev.stoa.format.internal.encoding.integers.IntCoder;
import dev.stoa.format.internal.encoding.integers.LongCoder;
import dev.stoa.format.internal.encoding.wire.ByteSink;
import dev.stoa.format.internal.encoding.wire.Encoding;
import dev.stoa.format.internal.encoding.wire.FloatingEncoding;
import dev.stoa.format.internal.encoding.wire.Pfor;
import dev.stoa.format.internal.encoding.wire.Scratch;
import dev.stoa.format.internal.kernel.Decimals;
import dev.stoa.format.internal.kernel.StraightPacking;
import java.util.Arrays;

/**
 * Turns floating-point numbers that are decimals of few digits into those digits, and chooses and writes the encoding of
 * ALP (format-spec, section 7.12; Afroozeh, Kuffo and Boncz, SIGMOD 2024). Numbers are given as raw bits, those of a float in the low half.
 *
 * <p>{@link #plan} finds the exponent from a sample of the vector, {@link #write} writes what was planned.
 */
public final class AlpCoder {
    /** The size of the sample that shows the exponent. */
    private static final int SAMPLE = 32;

    /** The cost in bits of an exception without its value: its position, and the time to patch it. */
    private static final int EXCEPTION_BITS = 12 + Pfor.PENALTY;

    private final IntCoder intCoder;
    private final LongCoder longCoder;
    private final int[] counts = new int[Decimals.MAX_EXPONENT + 1];
    private final double[] least = new double[Decimals.MAX_EXPONENT + 1];
    private final double[] most = new double[Decimals.MAX_EXPONENT + 1];
    private long[] digits = new long[0];
    private int[] intDigits = new int[0];
    private int[] positions = new int[0];
    private int exponent;
    private int exceptions;

    public AlpCoder(IntCoder intCoder, LongCoder longCoder) {
        this.intCoder = intCoder;
        this.longCoder = longCoder;
    }

    /** Whether {@code bits[0..n)} are such decimals that it may pay. */
    public boolean plan(long[] bits, int n, boolean single) {
        if (!sample(bits, n, single)) {
            return false;
        }
        split(bits, n, single);
        return true;
    }

    /** Offers the encoding of the values that were planned for last; below an RLE without runs. */
    public void offer(Choice choice, int n, boolean single, String part, boolean runs) {
        String child = part + " / digits";
        Choice chosen =
                single ? intCoder.chooseValues(intDigits, n, child, runs) : longCoder.choose(digits, n, child, runs);
        long own = 1L + Pfor.varintLength(exceptions);
        own += StraightPacking.byteLength(exceptions, Pfor.positionWidth(n));
        own += (long) exceptions * (single ? Float.BYTES : Double.BYTES);
        choice.offer(Cost.ALP, own, chosen, new FloatingEncoding.Alp(chosen.encoding()));
    }

    /** Writes {@code bits[0..n)}; false if their digits don't fit the encoding. */
    public boolean write(FloatingEncoding.Alp encoding, long[] bits, int n, boolean single, ByteSink out) {
        sample(bits, n, single);
        split(bits, n, single);
        out.u8(exponent);
        out.varint(exceptions);
        Encoding child = encoding.digits();
        if (!(single ? intCoder.write(child, intDigits, n, out) : longCoder.write(child, digits, n, out))) {
            return false;
        }
        if (exceptions > 0) {
            int width = Pfor.positionWidth(n);
            int at = out.reserve((int) StraightPacking.byteLength(exceptions, width));
            StraightPacking.pack(positions, 0, exceptions, width, 0, out.array(), at);
            for (int k = 0; k < exceptions; k++) {
                long exception = bits[positions[k]];
                if (single) {
                    out.u32(exception);
                } else {
                    out.u64(exception);
                }
            }
        }
        return true;
    }

    /** Chooses the exponent from a sample; false (and 0) if most of it are no decimals of few digits. */
    private boolean sample(long[] bits, int n, boolean single) {
        Arrays.fill(counts, 0);
        Arrays.fill(least, Double.POSITIVE_INFINITY);
        Arrays.fill(most, Double.NEGATIVE_INFINITY);
        int size = Math.min(SAMPLE, n);
        for (int k = 0; k < size; k++) {
            long value = bits[Sampling.position(k, size, n)];
            int needed = leastExponent(value, single);
            if (needed <= Decimals.MAX_EXPONENT) {
                double number = number(value, single);
                counts[needed]++;
                least[needed] = Math.min(least[needed], number);
                most[needed] = Math.max(most[needed], number);
            }
        }
        int plainBits = single ? Float.SIZE : Double.SIZE;
        long lowest = (long) size * plainBits;
        int best = -1;
        int covered = 0;
        double min = Double.POSITIVE_INFINITY;
        double max = Double.NEGATIVE_INFINITY;
        for (int e = 0; e <= Decimals.MAX_EXPONENT; e++) {
            if (counts[e] > 0) {
                covered += counts[e];
                min = Math.min(min, least[e]);
                max = Math.max(max, most[e]);
                int width = Math.getExponent((max - min) * Decimals.power(e) + 1) + 1;
                long bitsTaken = (long) size * width + (long) (size - covered) * (plainBits + EXCEPTION_BITS);
                if (bitsTaken < lowest) {
                    lowest = bitsTaken;
                    best = e;
                }
            }
        }
        exponent = Math.max(0, best);
        return best >= 0;
    }

    /** The least exponent that restores a number, or one above the largest. */
    private static int leastExponent(long bits, boolean single) {
        double number = number(bits, single);
        double limit = single ? 0x1p31 : 0x1p63;
        for (int e = 0; e <= Decimals.MAX_EXPONENT; e++) {
            double power = Decimals.power(e);
            double shifted = number * power;
            if (!(Math.abs(shifted) < limit)) {
                break;
            }
            if (bits(Math.rint(shifted) / power, single) == bits) {
                return e;
            }
        }
        return Decimals.MAX_EXPONENT + 1;
    }

    /** Sets digits, those of exceptions like their neighbour's, and positions. */
    private void split(long[] bits, int n, boolean single) {
        positions = Scratch.grow(positions, n + 1);
        exceptions = 0;
        if (single) {
            splitFloats(bits, n);
        } else {
            splitDoubles(bits, n);
        }
    }

    private void splitDoubles(long[] bits, int n) {
        digits = Scratch.grow(digits, n);
        double power = Decimals.power(exponent);
        int found = 0;
        long last = 0;
        for (int i = 0; i < n; i++) {
            long value = bits[i];
            long digit = (long) Math.rint(Double.longBitsToDouble(value) * power);
            boolean isException = Double.doubleToRawLongBits(digit / power) != value;
            positions[found] = i;
            found += isException ? 1 : 0;
            last = isException ? last : digit;
            digits[i] = last;
        }
        exceptions = found;
        int first = firstRegular(n);
        Arrays.fill(digits, 0, first, first < n ? digits[first] : 0);
    }

    private void splitFloats(long[] bits, int n) {
        intDigits = Scratch.grow(intDigits, n);
        double power = Decimals.power(exponent);
        int found = 0;
        int last = 0;
        for (int i = 0; i < n; i++) {
            int value = (int) bits[i];
            int digit = (int) Math.rint(Float.intBitsToFloat(value) * power);
            boolean isException = Float.floatToRawIntBits((float) (digit / power)) != value;
            positions[found] = i;
            found += isException ? 1 : 0;
            last = isException ? last : digit;
            intDigits[i] = last;
        }
        exceptions = found;
        int first = firstRegular(n);
        Arrays.fill(intDigits, 0, first, first < n ? intDigits[first] : 0);
    }

    /** The first row that is no exception, or n. */
    private int firstRegular(int n) {
        int row = 0;
        while (row < exceptions && positions[row] == row) {
            row++;
        }
        return Math.min(row, n);
    }

    private static double number(long bits, boolean single) {
        return single ? Float.intBitsToFloat((int) bits) : Double.longBitsToDouble(bits);
    }

    private static long bits(double number, boolean single) {
        return single ? Float.floatToRawIntBits((float) number) : Double.doubleToRawLongBits(number);
    }
}
