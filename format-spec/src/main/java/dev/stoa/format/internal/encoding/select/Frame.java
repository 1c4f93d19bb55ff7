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

import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Physical;
import dev.stoa.format.internal.encoding.decode.IntDecoder;
import dev.stoa.format.internal.encoding.wire.Encoding;
import dev.stoa.format.internal.encoding.wire.IntegerEncoding;
import dev.stoa.format.internal.encoding.wire.Pfor;
import dev.stoa.format.internal.encoding.wire.Wire;
import dev.stoa.format.internal.kernel.StraightPacking;
import java.nio.ByteBuffer;

/**
 * Bounds of a vector's integers from the head of its payload: its frame of reference. The position of the payload stays the
 * same. The bounds hold for all values, but no value need reach them. Values that may wrap around have no bounds.
 */
public final class Frame {
    private final IntDecoder ints;
    private long min;
    private long max;
    private long shapeMin;
    private long shapeMax;

    /** Bounds of values that a decoder of the same thread decodes. */
    Frame(IntDecoder ints) {
        this.ints = ints;
    }

    /** No value is less; if the last read returned true. */
    long min() {
        return min;
    }

    /** No value is greater; if the last read returned true. */
    long max() {
        return max;
    }

    /** Reads the bounds of n values, whose payload starts at the position of {@code in}; false if none exist. */
    boolean read(Encoding encoding, ByteBuffer in, int n, Physical shape) throws CorruptFileException {
        shapeMin = shape == Physical.LONG ? Long.MIN_VALUE : Integer.MIN_VALUE;
        shapeMax = shape == Physical.LONG ? Long.MAX_VALUE : Integer.MAX_VALUE;
        int start = in.position();
        try {
            return bounds(encoding, in, n);
        } finally {
            in.position(start);
        }
    }

    private boolean bounds(Encoding encoding, ByteBuffer in, int n) throws CorruptFileException {
        return switch (encoding.id()) {
            case CONSTANT -> {
                long value = ((Encoding.Constant) encoding).value().low();
                yield set(value, value);
            }
            case PFOR -> pfor(in, n);
            case PFOR_DELTA -> {
                long start = Wire.zigzag(in);
                // every sum of deltas is between the extremes of 1 and of n deltas
                yield pfor(in, n)
                        && isSafe(n, min)
                        && isSafe(n, max)
                        && setSum(start, Math.min(min, n * min), Math.max(max, n * max));
            }
            case RLE -> bounds(((Encoding.Rle) encoding).values(), in, IntDecoder.runCount(in, n));
            case SCALE -> {
                IntegerEncoding.Scale scale = (IntegerEncoding.Scale) encoding;
                yield bounds(scale.child(), in, n)
                        && isSafe(scale.factor(), min)
                        && isSafe(scale.factor(), max)
                        && setSum(scale.offset(), scale.factor() * min, scale.factor() * max);
            }
            case GAP -> {
                IntegerEncoding.Gap gap = (IntegerEncoding.Gap) encoding;
                yield bounds(gap.child(), in, n)
                        && isSafe(1L << gap.gap(), min)
                        && isSafe(1L << gap.gap(), max)
                        && setSum(gap.offset(), spread(gap, min), spread(gap, max));
            }
            case FREQUENT -> {
                long value = Wire.zigzag(in);
                int others = ints.otherRows(in, n);
                yield others == 0
                        ? set(value, value)
                        : bounds(((IntegerEncoding.Frequent) encoding).others(), in, others)
                                && set(Math.min(min, value), Math.max(max, value));
            }
            default -> false;
        };
    }

    private boolean pfor(ByteBuffer in, int n) throws CorruptFileException {
        int width = Wire.u8(in);
        int exceptions = Wire.count(in, n, "the number of exceptions");
        long base = Wire.zigzag(in);
        if (exceptions > 0) {
            long length = StraightPacking.byteLength(n, Math.min(width, Long.SIZE));
            Wire.require(in, length, n, "packed values");
            in.position(in.position() + (int) length);
            int head = Wire.u8(in);
            int bits = width + (head & ~Pfor.SIGNED) - 1;
            if (head > Pfor.SIGNED) {
                return bits < Long.SIZE - 1 && setSum(base, -1L << bits, ~(-1L << bits));
            }
            width += head;
        }
        // a width that the shape does not have gives no bounds either: decoding says what is wrong
        return width < Long.SIZE && setSum(base, 0, (1L << width) - 1);
    }

    /** Whether a product stays within the shape. */
    private boolean isSafe(long factor, long value) {
        if (factor <= 0) {
            return false;
        }
        long product = factor * value;
        return Math.multiplyHigh(factor, value) == product >> 63 && product >= shapeMin && product <= shapeMax;
    }

    public static long spread(IntegerEncoding.Gap gap, long value) {
        long below = (1L << gap.low()) - 1;
        return (value & below) | (value & ~below) << gap.gap();
    }

    private boolean setSum(long offset, long low, long high) {
        long newMin = offset + low;
        long newMax = offset + high;
        boolean overflows = ((offset ^ newMin) & (low ^ newMin)) < 0 || ((offset ^ newMax) & (high ^ newMax)) < 0;
        return !overflows && set(newMin, newMax);
    }

    private boolean set(long newMin, long newMax) {
        min = newMin;
        max = newMax;
        return newMin >= shapeMin && newMax <= shapeMax;
    }
}
