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
package dev.stoa.format.internal.encoding.decode;

import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Physical;
import dev.stoa.format.internal.encoding.wire.Encoding;
import dev.stoa.format.internal.encoding.wire.EncodingId;
import dev.stoa.format.internal.encoding.wire.IntegerEncoding;
import dev.stoa.format.internal.encoding.wire.Pfor;
import dev.stoa.format.internal.encoding.wire.Scratch;
import dev.stoa.format.internal.encoding.wire.Wire;
import dev.stoa.format.internal.kernel.Dictionaries;
import dev.stoa.format.internal.kernel.HalfSums;
import dev.stoa.format.internal.kernel.Kernels;
import dev.stoa.format.internal.kernel.Others;
import dev.stoa.format.internal.kernel.Patches;
import dev.stoa.format.internal.kernel.PrefixSums;
import dev.stoa.format.internal.kernel.Runs;
import dev.stoa.format.internal.kernel.Steps;
import dev.stoa.format.internal.kernel.StraightPacking;
import dev.stoa.format.internal.kernel.Words;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Decodes values of shape LONG. Owns its scratch arrays. */
public final class LongDecoder {
    private static final long[] NONE = new long[0];

    private final IntDecoder ints;
    private long[] others = NONE;
    private long[] words = NONE;
    private int[] positions = new int[0];
    private long[] high = NONE;
    private long[] runValues = NONE;

    private boolean uniform;
    private int width;
    private long base;
    private int exceptions;

    public LongDecoder(IntDecoder ints) {
        this.ints = ints;
    }

    /** Whether the values that were decoded last are known to be equal. */
    boolean isUniform() {
        return uniform;
    }

    /** Decodes n values to {@code out[0..n)}. */
    public void decode(Encoding encoding, ByteBuffer in, int n, DecodedDictionary dictionary, long[] out)
            throws CorruptFileException {
        uniform = false;
        switch (encoding.id()) {
            case PFOR, PFOR_DELTA ->
                // one place for both: what is called here is compiled into it
                packed(encoding, in, n, out, HalfSums.NO_GAP, 0, 0);
            case CONSTANT -> {
                Arrays.fill(out, 0, n, ((Encoding.Constant) encoding).value().low());
                uniform = true;
            }
            case PLAIN -> {
                Wire.require(in, 8L * n, n, "plain values");
                Words.read(in, in.position(), n, out);
                in.position(in.position() + 8 * n);
            }
            case DICTIONARY -> {
                long[] values = dictionary.require(Physical.LONG, in).longs();
                int[] codes = ints.codes((Encoding.Dictionary) encoding, in, n, dictionary.size());
                uniform = ints.isUniform();
                Dictionaries.lookUp(codes, n, values, out);
            }
            case RLE -> {
                Encoding.Rle rle = (Encoding.Rle) encoding;
                int runs = IntDecoder.runCount(in, n);
                runValues = Scratch.grow(runValues, runs);
                decode(rle.values(), in, runs, dictionary, runValues);
                int[] lengths = ints.runLengths(rle, in, runs, n);
                Runs.expand(runValues, lengths, runs, out);
                uniform = runs == 1;
            }
            case SCALE -> {
                IntegerEncoding.Scale scale = (IntegerEncoding.Scale) encoding;
                decode(scale.child(), in, n, DecodedDictionary.NONE, out);
                Steps.scale(out, n, scale.factor(), scale.offset());
            }
            case GAP -> {
                IntegerEncoding.Gap gap = (IntegerEncoding.Gap) encoding;
                boolean isSpread = false;
                if (gap.child().id() == EncodingId.PFOR_DELTA) {
                    isSpread = packed(gap.child(), in, n, out, gap.low(), gap.gap(), gap.offset());
                } else {
                    decode(gap.child(), in, n, DecodedDictionary.NONE, out);
                }
                if (!isSpread) {
                    Steps.spread(out, n, gap.low(), gap.gap(), gap.offset());
                }
            }
            case FREQUENT -> {
                long frequent = Wire.zigzag(in);
                int count = ints.otherRows(in, n);
                others = Scratch.grow(others, count);
                decode(((IntegerEncoding.Frequent) encoding).others(), in, count, DecodedDictionary.NONE, others);
                Others.spread(ints.otherRows(), n, others, frequent, out);
                uniform = false;
            }
            case ENTROPY -> ints.entropy().decode((IntegerEncoding.Entropy) encoding, in, n, out);
            default -> throw IntDecoder.misplaced(encoding, in);
        }
    }

    /** Sums the differences that were decoded last. */
    private void sum(long[] out, int n, long start) {
        uniform &= base == 0;
        if (width == 0 && exceptions <= n / PrefixSums.SHORT_RAMP) {
            PrefixSums.ramps(out, n, start, base, positions, high, exceptions);
        } else {
            PrefixSums.inclusive(out, n, start);
        }
    }

    /**
     * Decodes PFOR or PFOR_DELTA of values without a gap, which has 0 bits if none was cut out. Returns whether the values have
     * the gap again: only a path that restores it at no extra cost does so.
     */
    private boolean packed(Encoding encoding, ByteBuffer in, int n, long[] out, int low, int gap, long offset)
            throws CorruptFileException {
        boolean deltas = encoding.id() == EncodingId.PFOR_DELTA;
        long start = deltas ? Wire.zigzag(in) : 0;
        width = Wire.u8(in);
        exceptions = Wire.count(in, n, "the number of exceptions");
        base = Wire.zigzag(in);
        if (width > Long.SIZE) {
            throw Wire.corrupt(in, "the width of PFOR is " + width);
        }
        int packed = in.position();
        int length = (int) StraightPacking.byteLength(n, width);
        Wire.requirePacked(in, length, n, width);
        in.position(packed + length);
        if (exceptions > 0) {
            readExceptions(in, n, exceptions);
        }
        uniform = width == 0 && exceptions == 0;
        if (n == Pfor.INTERLEAVED) {
            words = Scratch.grow(words, n);
            Words.read(in, packed, length / Long.BYTES, words);
            if (deltas && HalfSums.fits(n, width, base, high, exceptions)) {
                HalfSums.sum(width, words, base, positions, high, exceptions, start, low, gap, offset, out);
                return true;
            }
            Kernels.BEST.unpack(width, words, out, base);
        } else {
            StraightPacking.unpack(in, packed, width, n, base, out, 0);
        }
        if (exceptions > 0) {
            Patches.apply(out, positions, high, exceptions, width);
        }
        if (deltas) {
            sum(out, n, start);
        }
        return false;
    }

    private void readExceptions(ByteBuffer in, int n, int count) throws CorruptFileException {
        int head = Wire.u8(in);
        int highWidth = head & ~Pfor.SIGNED;
        if (highWidth < 1 || highWidth > Long.SIZE - width) {
            throw Wire.corrupt(in, "exceptions are " + highWidth + " bits wide, behind " + width);
        }
        positions = Scratch.grow(positions, count);
        IntDecoder.positions(in, n, count, positions);
        high = Scratch.grow(high, count);
        int length = (int) StraightPacking.byteLength(count, highWidth);
        Wire.require(in, length, count, "exceptions");
        StraightPacking.unpack(in, in.position(), highWidth, count, 0L, high, 0);
        in.position(in.position() + length);
        if (head != highWidth) {
            int shift = Long.SIZE - highWidth;
            for (int i = 0; i < count; i++) {
                high[i] = high[i] << shift >> shift;
            }
        }
    }
}
