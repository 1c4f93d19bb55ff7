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
import dev.stoa.format.internal.kernel.Pack64;
import dev.stoa.format.internal.kernel.StraightPacking;
import java.util.Arrays;

/**
 * Plans and writes PFOR payloads of 64-bit values (format-spec, section 7.2): {@link #plan} finds the base and the width
 * that cost least, exceptions included, and {@link #write} writes the same values so.
 *
 * <p>All arithmetic is modulo 2^64: a value below the base is an exception with a negative high part, so outliers on both
 * sides are possible.
 */
final class LongPfor {
    private static final int LANES = Pfor.INTERLEAVED / Long.SIZE;

    /** Where those below the base begin in the histogram. */
    private static final int BELOW = 4 * (Long.SIZE + 1);

    private final int[] histogram = new int[2 * BELOW];
    private final long[] sample = new long[Pfor.SAMPLE];
    private final int[] counts = new int[(3 << Pfor.WINDOW_STEPS) + 1];
    private long[] words = new long[0];
    private int[] positions = new int[0];
    private long[] high = new long[0];

    private long base;
    private int width;
    private int highWidth;
    private boolean signed;
    private int exceptions;

    /** The base of the last plan. */
    long base() {
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
    int plan(long[] values, int n) {
        exceptions = 0;
        highWidth = 0;
        signed = false;
        if (n == 0) {
            base = 0;
            width = 0;
            return length(n);
        }
        long min = Kernels.BEST.min(values, 0, n);
        long max = Kernels.BEST.max(values, 0, n);
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

    private static int bits(long offset) {
        return Long.SIZE - Long.numberOfLeadingZeros(offset);
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
    private long fit(long[] values, int n, long candidate, long best) {
        Arrays.fill(histogram, 0);
        for (int i = 0; i < n; i++) {
            long offset = values[i] - candidate;
            long sign = offset >> Long.SIZE - 1;
            histogram[bits(offset ^ sign) * 4 + (i & 3) + ((int) sign & BELOW)]++;
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
        for (int w = below == 0 ? most : Long.SIZE - 1; w >= 0; w--) {
            // in two's complement if there are some below
            int highBits =
                    below == 0 ? most - w : Math.min(Long.SIZE - w, Math.max(0, Math.max(most, mostBelow) - w) + 1);
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
        int most = Long.SIZE;
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
    private void otherBase(long[] values, int n, long best) {
        for (int i = 0; i < Pfor.SAMPLE; i++) {
            sample[i] = values[Sampling.position(i, Pfor.SAMPLE, n)];
        }
        Arrays.sort(sample);
        int range = Math.min(width, bits(sample[Pfor.SAMPLE - 1] - sample[0])) + 1;
        int position = Pfor.positionWidth(n);
        long lowest = best;
        long candidate = base;
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
                long slack = ((1L << w) - 1) - (sample[start + most - 1] - sample[start]);
                candidate = sample[start] - (slack >>> 1);
            }
        }
        if (lowest < best) {
            fit(values, n, fullest(values, n, candidate, window), best);
        }
    }

    /** Returns where, near a candidate, a window of 2^w values holds most: all values are counted, as the sample is small. */
    private long fullest(long[] values, int n, long candidate, int w) {
        int shift = Math.max(0, w - Pfor.WINDOW_STEPS);
        int steps = 1 << (w - shift);
        int outside = 3 * steps;
        long first = candidate - (1L << w);
        Arrays.fill(counts, 0);
        for (int i = 0; i < n; i++) {
            long step = (values[i] - first) >>> shift;
            counts[Long.compareUnsigned(step, outside) < 0 ? (int) step : outside]++;
        }
        return first + ((long) Pfor.fullest(counts, steps) << shift);
    }

    /** Writes the payload of the values that were planned for last. */
    void write(long[] values, int n, ByteSink out) {
        out.u8(width);
        out.varint(exceptions);
        out.zigzag(base);
        if (n == Pfor.INTERLEAVED) {
            words = Scratch.grow(words, n);
            Pack64.pack(width, values, base, words);
            out.longs(words, width * LANES);
        } else {
            straight(values, n, width, base, out);
        }
        if (exceptions > 0) {
            writeExceptions(values, n, out);
        }
    }

    private void writeExceptions(long[] values, int n, ByteSink out) {
        positions = Scratch.grow(positions, n + 1);
        high = Scratch.grow(high, n + 1);
        long mask = -1L >>> Long.SIZE - highWidth;
        int found = 0;
        for (int i = 0; i < n; i++) {
            long offset = values[i] - base;
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

    private static void straight(long[] values, int n, int width, long base, ByteSink out) {
        int at = out.reserve((int) StraightPacking.byteLength(n, width));
        StraightPacking.pack(values, 0, n, width, base, out.array(), at);
    }
}
