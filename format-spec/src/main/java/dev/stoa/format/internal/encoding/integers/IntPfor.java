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

import dev.stoa.format.internal.encoding.choice.Sampling;
import dev.stoa.format.internal.encoding.wire.ByteSink;
import dev.stoa.format.internal.encoding.wire.Pfor;
import dev.stoa.format.internal.encoding.wire.Scratch;
import dev.stoa.format.internal.kernel.Kernels;
import dev.stoa.format.internal.kernel.Pack32;
import dev.stoa.format.internal.kernel.StraightPacking;
import java.util.Arrays;

/**
 * Plans and writes PFOR payloads of 32-bit values (format-spec, section 7.2): {@link #plan} finds the base and the width
 * that cost least, exceptions included, and {@link #write} writes the same values so.
 *
 * <p>All arithmetic is modulo 2^32: a value below the base is an exception with a negative high part, so outliers on both
 * sides are possible.
 */
public final class IntPfor {
    private static final int LANES = Pfor.INTERLEAVED / Integer.SIZE;

    /** Where those below the base begin in the histogram. */
    private static final int BELOW = 4 * (Integer.SIZE + 1);

    private final int[] histogram = new int[2 * BELOW];
    private final int[] sample = new int[Pfor.SAMPLE];
    private final int[] counts = new int[(3 << Pfor.WINDOW_STEPS) + 1];
    private int[] words = new int[0];
    private int[] positions = new int[0];
    private int[] high = new int[0];

    private int base;
    private int width;
    private int highWidth;
    private boolean signed;
    private int exceptions;

    /** The base of the last plan. */
    int base() {
        return base;
    }

    /** The width of the last plan. */
    int width() {
        return width;
    }

    /** The number of exceptions of the last plan. */
    int exceptions() {
        return exceptions;
    }

    /** Plans for {@code values[0..n)}; returns the length of the payload in bytes. */
    public int plan(int[] values, int n) {
        exceptions = 0;
        highWidth = 0;
        signed = false;
        if (n == 0) {
            base = 0;
            width = 0;
            return length(n);
        }
        int min = Kernels.BEST.min(values, 0, n);
        int max = Kernels.BEST.max(values, 0, n);
        base = min;
        width = bits(max - min);
        if (width > 0) {
            long best = fit(values, n, min, (long) n * width);
            if (n >= Pfor.SAMPLE && width > 1) {
                otherBase(values, n, best);
            }
        }
        return length(n);
    }

    private static int bits(int offset) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(offset);
    }

    private int length(int n) {
        int length = 1
                + Pfor.varintLength(exceptions)
                + Pfor.zigzagLength(base)
                + (int) StraightPacking.byteLength(n, width);
        if (exceptions > 0) {
            length += 1
                    + (int) StraightPacking.byteLength(exceptions, Pfor.positionWidth(n))
                    + (int) StraightPacking.byteLength(exceptions, highWidth);
        }
        return length;
    }

    /** Takes a base and its best width if that costs less than {@code best}; returns the lower cost. */
    private long fit(int[] values, int n, int candidate, long best) {
        Arrays.fill(histogram, 0);
        for (int i = 0; i < n; i++) {
            int offset = values[i] - candidate;
            int sign = offset >> Integer.SIZE - 1;
            histogram[bits(offset ^ sign) * 4 + (i & 3) + (sign & BELOW)]++;
        }
        int most = most(0);
        int mostBelow = most(BELOW);
        int below = 0;
        for (int w = 0; w <= mostBelow; w++) {
            below += count(BELOW, w);
        }
        int position = Pfor.positionWidth(n);
        long lowest = best;
        int outside = below;
        for (int w = below == 0 ? most : Integer.SIZE - 1; w >= 0; w--) {
            // in two's complement if there are some below
            int highBits =
                    below == 0 ? most - w : Math.min(Integer.SIZE - w, Math.max(0, Math.max(most, mostBelow) - w) + 1);
            long cost = (long) n * w + (long) outside * (position + highBits + Pfor.PENALTY);
            if (cost < lowest) {
                lowest = cost;
                base = candidate;
                width = w;
                exceptions = outside;
                highWidth = outside == 0 ? 0 : highBits;
                signed = below > 0;
            }
            outside += count(0, w);
        }
        return lowest;
    }

    private int most(int from) {
        int most = Integer.SIZE;
        while (most > 0 && count(from, most) == 0) {
            most--;
        }
        return most;
    }

    private int count(int from, int w) {
        int at = from + 4 * w;
        return histogram[at] + histogram[at + 1] + histogram[at + 2] + histogram[at + 3];
    }

    /** Looks in a sorted sample for a narrow window that holds most values, for data with outliers below. */
    private void otherBase(int[] values, int n, long best) {
        for (int i = 0; i < Pfor.SAMPLE; i++) {
            sample[i] = values[Sampling.position(i, Pfor.SAMPLE, n)];
        }
        Arrays.sort(sample);
        int range = Math.min(width, bits(sample[Pfor.SAMPLE - 1] - sample[0])) + 1;
        int position = Pfor.positionWidth(n);
        long lowest = best;
        int candidate = base;
        int window = width;
        for (int w = width - 1; w >= 0; w--) {
            int from = 0;
            int most = 0;
            int start = 0;
            for (int to = 0; to < Pfor.SAMPLE; to++) {
                while (bits(sample[to] - sample[from]) > w) {
                    from++;
                }
                if (to - from + 1 > most) {
                    most = to - from + 1;
                    start = from;
                }
            }
            if (most < Pfor.SAMPLE / 2) {
                break; // narrower windows hold fewer still
            }
            long outside = (long) n * (Pfor.SAMPLE - most) / Pfor.SAMPLE;
            long cost = (long) n * w + outside * (position + range - w + Pfor.PENALTY);
            if (cost < lowest) {
                lowest = cost;
                window = w;
                int slack = (int) ((1L << w) - 1) - (sample[start + most - 1] - sample[start]);
                candidate = sample[start] - (slack >>> 1);
            }
        }
        if (lowest < best) {
            fit(values, n, fullest(values, n, candidate, window), best);
        }
    }

    /** Returns where, near a candidate, a window of 2^w values holds most: all values are counted, as the sample is small. */
    private int fullest(int[] values, int n, int candidate, int w) {
        int shift = Math.max(0, w - Pfor.WINDOW_STEPS);
        int steps = 1 << (w - shift);
        int outside = 3 * steps;
        int first = candidate - (1 << w);
        Arrays.fill(counts, 0);
        for (int i = 0; i < n; i++) {
            int step = (values[i] - first) >>> shift;
            counts[Integer.compareUnsigned(step, outside) < 0 ? step : outside]++;
        }
        return first + (Pfor.fullest(counts, steps) << shift);
    }

    /** Writes the payload of the values that were planned for last. */
    public void write(int[] values, int n, ByteSink out) {
        out.u8(width);
        out.varint(exceptions);
        out.zigzag(base);
        if (n == Pfor.INTERLEAVED) {
            words = Scratch.grow(words, n);
            Pack32.pack(width, values, base, words);
            out.ints(words, width * LANES);
        } else {
            straight(values, n, width, base, out);
        }
        if (exceptions > 0) {
            writeExceptions(values, n, out);
        }
    }

    private void writeExceptions(int[] values, int n, ByteSink out) {
        positions = Scratch.grow(positions, n + 1);
        high = Scratch.grow(high, n + 1);
        int mask = -1 >>> Integer.SIZE - highWidth;
        int found = 0;
        for (int i = 0; i < n; i++) {
            int offset = values[i] - base;
            positions[found] = i;
            high[found] = offset >> width & mask;
            found += offset >>> width == 0 ? 0 : 1;
        }
        out.u8(signed ? Pfor.SIGNED | highWidth : highWidth);
        int positionWidth = Pfor.positionWidth(n);
        int at = out.reserve((int) StraightPacking.byteLength(found, positionWidth));
        StraightPacking.pack(positions, 0, found, positionWidth, 0, out.array(), at);
        straight(high, found, highWidth, 0, out);
    }

    private static void straight(int[] values, int n, int width, int base, ByteSink out) {
        int at = out.reserve((int) StraightPacking.byteLength(n, width));
        StraightPacking.pack(values, 0, n, width, base, out.array(), at);
    }
}
