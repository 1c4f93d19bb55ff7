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

import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Physical;
import dev.stoa.format.internal.kernel.Masks;
import dev.stoa.format.internal.kernel.Reductions;
import java.math.BigInteger;
import java.nio.ByteBuffer;

/**
 * Count, minimum, maximum and exact sum of the values of a vector of shape INT or LONG that are not null, from what is
 * stored: a constant counts once, a run by its length, and a step is applied to the results instead of to the values.
 *
 * <p>One per reading thread: it owns scratch arrays. Arguments and errors are as for {@link VectorDecoder}.
 */
public final class VectorAggregator {
    /** So many values of less than 2^51 have a sum of 64 bits. */
    private static final long SMALL = 1L << 51;

    private final IntDecoder ints = new IntDecoder();
    private final LongDecoder longs = new LongDecoder(ints);
    private final BitsDecoder bits = new BitsDecoder(ints);
    private final Frame frame = new Frame(ints);
    private final long[] valid = new long[Masks.WORDS];
    private int[] intValues = new int[0];
    private long[] longValues = new long[0];

    private int count;
    private long min;
    private long max;
    private long sumHigh;
    private long sumLow;

    /** The number of values that are not null, of the last vector. */
    public int count() {
        return count;
    }

    /** The least value; if there is one. */
    public long min() {
        return min;
    }

    /** The greatest value; if there is one. */
    public long max() {
        return max;
    }

    /** The sum of the values as 128 bits: the high half. */
    public long sumHigh() {
        return sumHigh;
    }

    /** The low half of the sum. */
    public long sumLow() {
        return sumLow;
    }

    /** The sum of the values. */
    public BigInteger sum() {
        BigInteger low = BigInteger.valueOf(sumLow >>> 1).shiftLeft(1).or(BigInteger.valueOf(sumLow & 1));
        return BigInteger.valueOf(sumHigh).shiftLeft(Long.SIZE).add(low);
    }

    /** Aggregates a vector of shape INT or LONG. */
    public void aggregate(Encoding root, ByteBuffer payload, int n, Physical shape, DecodedDictionary dictionary)
            throws CorruptFileException {
        if (n < 0 || n > VectorDecoder.MAX_ROWS || (shape != Physical.INT && shape != Physical.LONG)) {
            throw new IllegalArgumentException("can't aggregate " + n + " rows of shape " + shape);
        }
        count = 0;
        min = Long.MAX_VALUE;
        max = Long.MIN_VALUE;
        sumHigh = 0;
        sumLow = 0;
        if (root instanceof Encoding.Nullable nullable && nullable.child().isPresent()) {
            bits.words(payload, n, valid);
            int present = Masks.count(valid);
            Encoding values = nullable.child().get();
            if (nullable.compact() || present == n) {
                all(values, payload, present, shape, dictionary);
            } else {
                some(values, payload, n, shape, dictionary);
            }
        } else if (!(root instanceof Encoding.AllNull)) {
            all(root, payload, n, shape, dictionary);
        }
        Wire.requireEnd(payload, "the vector");
    }

    private void all(Encoding encoding, ByteBuffer in, int n, Physical shape, DecodedDictionary dictionary)
            throws CorruptFileException {
        if (encoding instanceof Encoding.Constant constant) {
            add(constant.value().low(), n);
        } else if (encoding instanceof Encoding.Rle rle) {
            int runs = IntDecoder.runCount(in, n);
            decode(rle.values(), in, runs, shape, dictionary);
            int[] lengths = ints.runLengths(rle, in, runs, n);
            for (int run = 0; run < runs; run++) {
                add(longValues[run], lengths[run]);
            }
        } else if (encoding instanceof Encoding.Scale scale && n > 0 && isSmall(scale, in, n, shape)) {
            all(scale.child(), in, n, shape, dictionary);
            scale(scale.factor(), scale.offset());
        } else {
            decode(encoding, in, n, shape, dictionary);
            addAll(n);
        }
    }

    /** Whether neither values nor multiples wrap around, and the sum of multiples has 64 bits. */
    private boolean isSmall(Encoding.Scale scale, ByteBuffer in, int n, Physical shape) throws CorruptFileException {
        return frame.read(scale, in, n, shape)
                && frame.read(scale.child(), in, n, shape)
                && frame.min() > -SMALL
                && frame.max() < SMALL;
    }

    private void scale(long factor, long offset) {
        min = offset + factor * min;
        max = offset + factor * max;
        long multiples = sumLow;
        sumHigh = Math.multiplyHigh(multiples, factor);
        sumLow = multiples * factor;
        addWide(Math.multiplyHigh(offset, (long) count), offset * count);
    }

    private void addWide(long high, long low) {
        long sum = sumLow + low;
        sumHigh += high + (Long.compareUnsigned(sum, low) < 0 ? 1 : 0);
        sumLow = sum;
    }

    private void add(long value, int times) {
        if (times == 0) {
            return;
        }
        count += times;
        min = Math.min(min, value);
        max = Math.max(max, value);
        addWide(Math.multiplyHigh(value, (long) times), value * times);
    }

    /** Values of which those at null rows do not count. */
    private void some(Encoding encoding, ByteBuffer in, int n, Physical shape, DecodedDictionary dictionary)
            throws CorruptFileException {
        decode(encoding, in, n, shape, dictionary);
        for (int word = 0; word < Masks.WORDS; word++) {
            long left = valid[word];
            while (left != 0) {
                add(longValues[word * Long.SIZE + Long.numberOfTrailingZeros(left)], 1);
                left &= left - 1;
            }
        }
    }

    private void addAll(int n) {
        if (n == 0) {
            return;
        }
        long least = Reductions.min(longValues, 0, n);
        long most = Reductions.max(longValues, 0, n);
        if (least <= -SMALL || most >= SMALL) {
            for (int i = 0; i < n; i++) {
                add(longValues[i], 1);
            }
            return;
        }
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += longValues[i];
        }
        count += n;
        min = Math.min(min, least);
        max = Math.max(max, most);
        addWide(sum >> 63, sum);
    }

    private void decode(Encoding encoding, ByteBuffer in, int n, Physical shape, DecodedDictionary dictionary)
            throws CorruptFileException {
        longValues = Scratch.grow(longValues, n);
        if (shape == Physical.LONG) {
            longs.decode(encoding, in, n, dictionary, longValues);
            return;
        }
        intValues = Scratch.grow(intValues, n);
        ints.decode(encoding, in, n, dictionary, intValues);
        for (int i = 0; i < n; i++) {
            longValues[i] = intValues[i];
        }
    }
}
