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
import dev.stoa.format.internal.kernel.Kernels;
import dev.stoa.format.internal.kernel.Masks;
import dev.stoa.format.internal.kernel.Others;
import dev.stoa.format.internal.kernel.PackedCodes;
import dev.stoa.format.internal.kernel.Patches;
import dev.stoa.format.internal.kernel.PrefixSums;
import dev.stoa.format.internal.kernel.Reductions;
import dev.stoa.format.internal.kernel.Runs;
import dev.stoa.format.internal.kernel.Steps;
import dev.stoa.format.internal.kernel.StraightPacking;
import dev.stoa.format.internal.kernel.Words;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Decodes values of shape INT, and the codes, lengths and runs of other shapes. Owns its scratch arrays; an encoding has at
 * most one RLE on any path, so one set of them is enough.
 */
public final class IntDecoder {
    private static final int[] NONE = new int[0];

    private final EntropyDecoder entropy = new EntropyDecoder();
    private final BitsDecoder bits = new BitsDecoder(this);
    private final RepeatDecoder repeats = new RepeatDecoder();
    private long[] otherRows = new long[0];
    private int[] others = NONE;
    private int[] words = NONE;
    private int[] positions = NONE;
    private int[] high = NONE;
    private int[] runValues = NONE;
    private int[] runLengths = NONE;
    private int[] codes = NONE;

    private boolean uniform;
    private int width;
    private int base;
    private int exceptions;

    /** The decoder of ENTROPY, also for values of shape LONG. */
    EntropyDecoder entropy() {
        return entropy;
    }

    /** Whether the values that were decoded last are known to be equal. */
    boolean isUniform() {
        return uniform;
    }

    /** Decodes n values to {@code out[0..n)}. */
    public void decode(Encoding encoding, ByteBuffer in, int n, DecodedDictionary dictionary, int[] out)
            throws CorruptFileException {
        uniform = false;
        switch (encoding.id()) {
            case PFOR, PFOR_DELTA -> {
                // one place for both: what is called here is compiled into it
                boolean deltas = encoding.id() == EncodingId.PFOR_DELTA;
                int start = deltas ? Wire.zigzag32(in, "the start of PFOR_DELTA") : 0;
                pfor(in, n, out);
                if (deltas) {
                    sum(out, n, start);
                }
            }
            case CONSTANT -> {
                Arrays.fill(
                        out, 0, n, (int) ((Encoding.Constant) encoding).value().low());
                uniform = true;
            }
            case PLAIN -> {
                Wire.require(in, 4L * n, n, "plain values");
                Words.read(in, in.position(), n, out);
                in.position(in.position() + 4 * n);
            }
            case DICTIONARY -> {
                int[] values = dictionary.require(Physical.INT, in).ints();
                decodeCodes((Encoding.Dictionary) encoding, in, n, dictionary.size(), out);
                Dictionaries.lookUp(out, n, values, out);
            }
            case RLE -> {
                Encoding.Rle rle = (Encoding.Rle) encoding;
                int runs = runCount(in, n);
                runValues = Scratch.grow(runValues, runs);
                decode(rle.values(), in, runs, dictionary, runValues);
                int[] lengths = runLengths(rle, in, runs, n);
                Runs.expand(runValues, lengths, runs, out);
                uniform = runs == 1;
            }
            case SCALE -> {
                IntegerEncoding.Scale scale = (IntegerEncoding.Scale) encoding;
                decode(scale.child(), in, n, DecodedDictionary.NONE, out);
                Steps.scale(out, n, (int) scale.factor(), (int) scale.offset());
            }
            case GAP -> {
                IntegerEncoding.Gap gap = (IntegerEncoding.Gap) encoding;
                decode(gap.child(), in, n, DecodedDictionary.NONE, out);
                Steps.spread(out, n, gap.low(), gap.gap(), (int) gap.offset());
            }
            case ENTROPY -> entropy.decode((IntegerEncoding.Entropy) encoding, in, n, out);
            case REPEAT -> {
                repeats.decode((IntegerEncoding.Repeat) encoding, in, n, this, out);
                uniform = false;
            }
            case FREQUENT -> {
                int frequent = Wire.zigzag32(in, "the frequent value");
                int count = otherRows(in, n);
                others = Scratch.grow(others, count);
                decode(((IntegerEncoding.Frequent) encoding).others(), in, count, DecodedDictionary.NONE, others);
                Others.spread(otherRows, n, others, frequent, out);
                uniform = false;
            }
            default -> throw misplaced(encoding, in);
        }
    }

    /** Reads where the values of FREQUENT are others, as {@link #otherRows()}; returns how many they are. */
    public int otherRows(ByteBuffer in, int n) throws CorruptFileException {
        if (n > Masks.VALUES) {
            throw Wire.corrupt(in, "FREQUENT stands for " + n + " values");
        }
        if (otherRows.length == 0) {
            otherRows = new long[Masks.WORDS];
        }
        bits.words(in, n, otherRows);
        return Masks.count(otherRows);
    }

    /** A bitmap, as of the last call. */
    long[] otherRows() {
        return otherRows;
    }

    public static CorruptFileException misplaced(Encoding encoding, ByteBuffer in) {
        return Wire.corrupt(in, encoding.id() + " stands where it can't");
    }

    /** Decodes n codes, all below the number of entries, to a scratch array that lasts until the next call. */
    int[] codes(Encoding.Dictionary encoding, ByteBuffer in, int n, int entries) throws CorruptFileException {
        codes = Scratch.grow(codes, n);
        decodeCodes(encoding, in, n, entries, codes);
        return codes;
    }

    /** Decodes n codes, all below the number of entries. */
    public void decodeCodes(Encoding.Dictionary encoding, ByteBuffer in, int n, int entries, int[] out)
            throws CorruptFileException {
        decodeBelow(encoding.codes(), in, n, entries, out);
    }

    /** Decodes n codes of entries of a dictionary, or of symbols: all below their number. */
    void decodeBelow(Encoding encoding, ByteBuffer in, int n, int entries, int[] out) throws CorruptFileException {
        decode(encoding, in, n, DecodedDictionary.NONE, out);
        boolean framed = encoding.id() == EncodingId.PFOR && exceptions == 0 && base >= 0;
        if (!(framed ? framedBelow(n, entries, out) : Reductions.allBelow(out, n, entries))) {
            long max = Reductions.maxUnsigned(out, n);
            throw Wire.corrupt(in, "a code is " + max + ", the dictionary has " + entries + " entries; before here");
        }
    }

    /** Whether the values that were decoded last, by PFOR with a base of 0 or more and no exceptions, are below a limit. */
    private boolean framedBelow(int n, int limit, int[] out) {
        long end = base + (1L << width);
        if (end <= limit) {
            return true; // so wide that no offset can be too large
        }
        if (n == Pfor.INTERLEAVED && base == 0 && limit > 0 && width <= PackedCodes.MAX_WIDTH) {
            return PackedCodes.allBelow(width, words, limit);
        }
        return end <= 1L << 31 ? Reductions.noneAbove(out, n, limit - 1) : Reductions.allBelow(out, n, limit);
    }

    /** Reads the number of runs of n values. */
    public static int runCount(ByteBuffer in, int n) throws CorruptFileException {
        int runs = Wire.count(in, n, "the number of runs");
        if (runs == 0 && n > 0) {
            throw Wire.corrupt(in, "there are no runs for " + n + " values");
        }
        return runs;
    }

    /** Decodes the lengths of runs: each at least 1, n in all; the array lasts until the next call. */
    public int[] runLengths(Encoding.Rle rle, ByteBuffer in, int runs, int n) throws CorruptFileException {
        runLengths = Scratch.grow(runLengths, runs);
        decode(rle.lengths(), in, runs, DecodedDictionary.NONE, runLengths);
        if (Runs.total(runLengths, runs) != n || (runs > 0 && Reductions.min(runLengths, 0, runs) < 1)) {
            throw Wire.corrupt(in, "the " + runs + " runs don't make up " + n + " values; before here");
        }
        return runLengths;
    }

    /** Sums the differences that were decoded last. */
    private void sum(int[] out, int n, int start) {
        uniform &= base == 0;
        if (width == 0 && exceptions <= n / PrefixSums.SHORT_RAMP) {
            PrefixSums.ramps(out, n, start, base, positions, high, exceptions);
        } else {
            Kernels.BEST.prefixSums(out, n, start);
        }
    }

    /**
     * Moves past n values. It decodes them only if they are not PFOR.
     *
     * @param scratch room for n values
     */
    void skip(Encoding encoding, ByteBuffer in, int n, int[] scratch) throws CorruptFileException {
        if (encoding.id() != EncodingId.PFOR) {
            decode(encoding, in, n, DecodedDictionary.NONE, scratch);
            return;
        }
        int packed = pforHead(in, n);
        in.position(in.position() + packed);
        if (exceptions > 0) {
            int highWidth = highWidth(in, Wire.u8(in));
            long length = StraightPacking.byteLength(exceptions, Pfor.positionWidth(n))
                    + StraightPacking.byteLength(exceptions, highWidth);
            Wire.require(in, length, exceptions, "exceptions");
            in.position(in.position() + (int) length);
        }
    }

    /** Reads the head of PFOR, and checks that the packed values after it are complete. Returns their length. */
    private int pforHead(ByteBuffer in, int n) throws CorruptFileException {
        width = Wire.u8(in);
        exceptions = Wire.count(in, n, "the number of exceptions");
        base = Wire.zigzag32(in, "the base of PFOR");
        if (width > Integer.SIZE) {
            throw Wire.corrupt(in, "the width of PFOR is " + width);
        }
        int length = (int) StraightPacking.byteLength(n, width);
        Wire.requirePacked(in, length, n, width);
        return length;
    }

    /** Returns the width of the high parts of exceptions from the byte before them. */
    private int highWidth(ByteBuffer in, int head) throws CorruptFileException {
        int highWidth = head & ~Pfor.SIGNED;
        if (highWidth < 1 || highWidth > Integer.SIZE - width) {
            throw Wire.corrupt(in, "exceptions are " + highWidth + " bits wide, behind " + width);
        }
        return highWidth;
    }

    private void pfor(ByteBuffer in, int n, int[] out) throws CorruptFileException {
        int length = pforHead(in, n);
        if (n == Pfor.INTERLEAVED) {
            words = Scratch.grow(words, n);
            Words.read(in, in.position(), length / Integer.BYTES, words);
            Kernels.BEST.unpack(width, words, out, base);
        } else {
            StraightPacking.unpack(in, in.position(), width, n, base, out, 0);
        }
        in.position(in.position() + length);
        uniform = width == 0 && exceptions == 0;
        if (exceptions > 0) {
            patch(in, n, exceptions, out);
        }
    }

    private void patch(ByteBuffer in, int n, int count, int[] out) throws CorruptFileException {
        int head = Wire.u8(in);
        int highWidth = highWidth(in, head);
        positions = Scratch.grow(positions, count);
        positions(in, n, count, positions);
        high = Scratch.grow(high, count);
        Wire.require(in, StraightPacking.byteLength(count, highWidth), count, "exceptions");
        StraightPacking.unpack(in, in.position(), highWidth, count, 0, high, 0);
        in.position(in.position() + (int) StraightPacking.byteLength(count, highWidth));
        if (head != highWidth) {
            int shift = Integer.SIZE - highWidth;
            for (int i = 0; i < count; i++) {
                high[i] = high[i] << shift >> shift;
            }
        }
        Patches.apply(out, positions, high, count, width);
    }

    /** Reads ascending positions below n. */
    static void positions(ByteBuffer in, int n, int count, int[] out) throws CorruptFileException {
        int width = Pfor.positionWidth(n);
        int length = (int) StraightPacking.byteLength(count, width);
        Wire.require(in, length, count, "positions");
        StraightPacking.unpack(in, in.position(), width, count, 0, out, 0);
        for (int i = 1; i < count; i++) {
            if (out[i] <= out[i - 1]) {
                throw Wire.corrupt(in, "positions are not ascending");
            }
        }
        if (out[count - 1] >= n) {
            throw Wire.corrupt(in, "a position is " + out[count - 1] + ", there are " + n + " values");
        }
        in.position(in.position() + length);
    }
}
