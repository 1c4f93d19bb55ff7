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
package dev.stoa.format.internal.encoding.entropy;

import dev.stoa.format.Physical;
import dev.stoa.format.internal.encoding.wire.Bins;
import dev.stoa.format.internal.kernel.Rans;
import java.util.Arrays;

/**
 * Finds the bins of an ENTROPY model (format-spec, section 7.11) for a sample of values. It halves the frame of the sample, and
 * each half again, as long as this saves more bits than another bin costs.
 *
 * <p>The first bin of a model is for all values of the shape. The second is for the frame, as much below it and twice as much
 * above. Then come disjoint ascending bins within the frame. An {@link EntropyWriter} takes the first two only for values
 * outside all others, which the sample did not show.
 */
public final class BinChooser {
    /** The number of bins before the disjoint ones, for all other values. */
    static final int CATCH_ALL = 2;

    /** The most values of a sample. */
    static final int SAMPLE = 4096;

    /** The cost in bits of a bin's frequency, an estimate from few values. Its place in the frame costs more bits. */
    private static final int BIN_BITS = 10;

    /** The cost in bits of a part of the frame without a bin: later values may be in it. */
    private static final int HOLE_BITS = 2;

    /** The frame begins at a multiple of its length divided by 2^6, since round numbers often begin something. */
    private static final int ROUND = 6;

    /**
     * The most bins with frequencies that add up to 2^12, which keeps the decoder's tables small. Those of more bins add up to
     * 2^14.
     */
    private static final int FEW = 256;

    private static final int FEW_SCALE = 12;

    private static final int DIGIT_BITS = 11;

    private static final int DIGIT_MASK = (1 << DIGIT_BITS) - 1;

    private final int[] digits = new int[1 << DIGIT_BITS];
    private long[] sorted = new long[SAMPLE];
    private long[] other = new long[SAMPLE];
    private final long[] lowers = new long[SAMPLE + CATCH_ALL];
    private final byte[] widths = new byte[SAMPLE + CATCH_ALL];
    private final int[] counts = new int[SAMPLE + CATCH_ALL];
    private int size;
    private int frame;
    private int bins;

    /** A model for values like {@code values[0..n)}, at least one; those of INT are sign-extended. */
    public Bins choose(Physical shape, long[] values, int n) {
        size = Math.min(n, SAMPLE);
        long least = values[0];
        long greatest = values[0];
        for (int i = 0; i < size; i++) {
            long value = values[(int) ((long) i * n / size)];
            sorted[i] = value;
            least = Math.min(least, value);
            greatest = Math.max(greatest, value);
        }
        long base = least & (-1L << Math.max(0, width(greatest - least) - ROUND));
        int width = width(greatest - base);
        for (int i = 0; i < size; i++) {
            sorted[i] -= base;
        }
        sort(width);
        bins = CATCH_ALL;
        frame = width;
        split(0, size, 0, width);
        return model(shape, base, width);
    }

    /** Sorts the sample by digits. Comparisons took a tenth of a write, as a CPU guesses half of them wrong. */
    private void sort(int width) {
        int passes = (width + DIGIT_BITS - 1) / DIGIT_BITS;
        for (int shift = 0; shift < passes * DIGIT_BITS; shift += DIGIT_BITS) {
            Arrays.fill(digits, 0);
            for (int i = 0; i < size; i++) {
                digits[(int) (sorted[i] >>> shift) & DIGIT_MASK]++;
            }
            int before = 0;
            for (int digit = 0; digit <= DIGIT_MASK; digit++) {
                int count = digits[digit];
                digits[digit] = before;
                before += count;
            }
            for (int i = 0; i < size; i++) {
                other[digits[(int) (sorted[i] >>> shift) & DIGIT_MASK]++] = sorted[i];
            }
            long[] last = sorted;
            sorted = other;
            other = last;
        }
    }

    private static int width(long unsigned) {
        return Long.SIZE - Long.numberOfLeadingZeros(unsigned);
    }

    /** Makes bins for the sorted values {@code from..to}, which have all bits above the low {@code width} in common; returns their cost. */
    private long split(int from, int to, long lower, int width) {
        int count = to - from;
        if (count == 0) {
            return Information.bits(HOLE_BITS);
        }
        long information =
                (long) count * (Information.log(size) - Information.log(count)) + Information.bits(BIN_BITS + frame);
        long whole = information + Information.bits((count - 1L) * width);
        int mark = bins;
        if ((long) count * width > HOLE_BITS) {
            long parts;
            if (sorted[from] == sorted[to - 1]) {
                add(sorted[from], 0, count);
                parts = information + Information.bits(HOLE_BITS);
            } else {
                long middle = lower + (1L << (width - 1));
                int at = lowerBound(from, to, middle);
                parts = split(from, at, lower, width - 1) + split(at, to, middle, width - 1);
            }
            if (parts < whole) {
                return parts;
            }
            bins = mark;
        }
        add(lower, width, count);
        return whole;
    }

    private void add(long lower, int width, int count) {
        lowers[bins] = lower;
        widths[bins] = (byte) width;
        counts[bins++] = count;
    }

    /** The index of the first value that is not below, as unsigned. */
    private int lowerBound(int from, int to, long value) {
        int low = from;
        // the step without a branch, which would be guessed wrong as often as not
        for (int length = to - from; length > 0; length >>>= 1) {
            int half = (length + 1) >>> 1;
            low = Long.compareUnsigned(sorted[low + half - 1], value) < 0 ? low + half : low;
        }
        return low;
    }

    private Bins model(Physical shape, long base, int width) {
        boolean hasSurroundings = width + 2 <= Bins.bits(shape);
        widths[0] = (byte) Bins.bits(shape);
        widths[1] = (byte) (hasSurroundings ? width + 2 : width);
        Arrays.fill(lowers, 0, CATCH_ALL, hasSurroundings ? -1L << width : 0);
        Arrays.fill(counts, 0, CATCH_ALL, 0);
        int scale = bins <= FEW ? FEW_SCALE : Rans.MAX_SCALE;
        int[] frequencies = frequencies(1 << scale);
        long[] bounds = new long[bins];
        for (int i = 0; i < bins; i++) {
            bounds[i] = shape == Physical.INT ? (int) (base + lowers[i]) : base + lowers[i];
        }
        return new Bins(shape, scale, frequencies, Arrays.copyOf(widths, bins), bounds);
    }

    /** Frequencies in proportion to the counts, at least 1 each; what rounding leaves goes to the most frequent bin. */
    private int[] frequencies(int total) {
        int[] frequencies = new int[bins];
        int left = total;
        int most = 0;
        for (int i = 0; i < bins; i++) {
            frequencies[i] = Math.max(1, (int) (((long) counts[i] * total + size / 2) / size));
            left -= frequencies[i];
            most = counts[i] > counts[most] ? i : most;
        }
        // rounding up many small ones may have taken more than the most frequent one has
        for (int i = 0; i < bins && frequencies[most] + left < 1; i++) {
            int spare = Math.min(frequencies[i] - 1, 1 - left - frequencies[most]);
            frequencies[i] -= i == most ? 0 : spare;
            left += i == most ? 0 : spare;
        }
        frequencies[most] += left;
        return frequencies;
    }
}
