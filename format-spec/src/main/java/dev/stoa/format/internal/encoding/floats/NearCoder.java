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
import dev.stoa.format.internal.encoding.integers.LongCoder;
import dev.stoa.format.internal.encoding.wire.ByteSink;
import dev.stoa.format.internal.encoding.wire.FloatingEncoding;
import dev.stoa.format.internal.encoding.wire.Scratch;
import dev.stoa.format.internal.kernel.Decimals;
import java.util.Arrays;

/**
 * Chooses and writes the encoding of NEAR (format-spec, section 7.17): of numbers that calculations have moved away from
 * decimals, by a few representable numbers. Numbers are given as raw bits.
 */
public final class NearCoder {
    /** The size of the sample that shows the exponent. Up to {@code FAR} of its values may be far from their decimals. */
    private static final int SAMPLE = 32;

    private static final int FAR = 3;

    /** Above it decimals have more digits than numbers tell apart. */
    private static final int MAX_EXPONENT = 15;

    private static final double MAX_DIGITS = 0x1p53;

    private final LongCoder coder;
    private final long[] sample = new long[SAMPLE];
    private final long[] distances = new long[SAMPLE];
    private long[] digits = new long[0];
    private long[] steps = new long[0];
    private int exponent;

    public NearCoder(LongCoder coder) {
        this.coder = coder;
    }

    /** Offers the encoding of {@code bits[0..n)}, if it seems to be less; below an RLE without runs. */
    public void offer(Choice choice, long[] bits, int n, String part, boolean runs) {
        if (n < SAMPLE || (long) sample(bits, n) * n >= choice.bytes() * Byte.SIZE) {
            return;
        }
        split(bits, n);
        Choice digit = coder.choose(digits, n, part + " / near digits", runs);
        Choice step = coder.choose(steps, n, part + " / steps", runs);
        long bytes = 1 + digit.bytes() + step.bytes();
        choice.offer(
                Cost.NEAR,
                bytes,
                1 + digit.cost() + step.cost(),
                new FloatingEncoding.Near(digit.encoding(), step.encoding()));
    }

    /** Writes {@code bits[0..n)}; false if digits or steps don't fit the encoding. */
    public boolean write(FloatingEncoding.Near encoding, long[] bits, int n, ByteSink out) {
        sample(bits, n);
        split(bits, n);
        out.u8(exponent);
        return coder.write(encoding.digits(), digits, n, out) && coder.write(encoding.steps(), steps, n, out);
    }

    /** Chooses the exponent from a sample; returns the bits that a value takes with it. */
    private int sample(long[] bits, int n) {
        int size = Math.min(SAMPLE, n);
        for (int k = 0; k < size; k++) {
            sample[k] = bits[Sampling.position(k, size, n)];
        }
        int fewest = Integer.MAX_VALUE;
        exponent = 0;
        for (int e = 0; e <= MAX_EXPONENT; e++) {
            double power = Decimals.power(e);
            long min = Long.MAX_VALUE;
            long max = Long.MIN_VALUE;
            for (int k = 0; k < size; k++) {
                long digit = digits(sample[k], power);
                min = Math.min(min, digit);
                max = Math.max(max, digit);
                distances[k] = Math.abs(sample[k] - Double.doubleToRawLongBits(digit / power));
            }
            Arrays.sort(distances, 0, size);
            int most = Math.max(0, size - 1 - FAR);
            int wide = width(max - min) + 1 + width(distances[most]);
            if (wide < fewest) {
                fewest = wide;
                exponent = e;
            }
        }
        return fewest;
    }

    private static int width(long value) {
        return Long.SIZE - Long.numberOfLeadingZeros(value);
    }

    /** The digits of the nearest decimal; 0 if they are too many. */
    private static long digits(long bits, double power) {
        double shifted = Double.longBitsToDouble(bits) * power;
        return Math.abs(shifted) < MAX_DIGITS ? (long) Math.rint(shifted) : 0;
    }

    private void split(long[] bits, int n) {
        digits = Scratch.grow(digits, n);
        steps = Scratch.grow(steps, n);
        double power = Decimals.power(exponent);
        for (int i = 0; i < n; i++) {
            digits[i] = digits(bits[i], power);
            steps[i] = bits[i] - Double.doubleToRawLongBits(digits[i] / power);
        }
    }
}
