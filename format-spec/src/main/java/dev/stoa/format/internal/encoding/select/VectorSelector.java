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
import dev.stoa.format.internal.encoding.decode.BitsDecoder;
import dev.stoa.format.internal.encoding.decode.DecodedDictionary;
import dev.stoa.format.internal.encoding.decode.IntDecoder;
import dev.stoa.format.internal.encoding.decode.LongDecoder;
import dev.stoa.format.internal.encoding.decode.VectorDecoder;
import dev.stoa.format.internal.encoding.wire.Encoding;
import dev.stoa.format.internal.encoding.wire.IntegerEncoding;
import dev.stoa.format.internal.encoding.wire.Wire;
import dev.stoa.format.internal.kernel.Comparer;
import dev.stoa.format.internal.kernel.Masks;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * Finds the rows of a vector with a value in a set, from the vector's encoding. A frame of reference may decide about all rows
 * at once. Runs and dictionaries are tested once per run and entry. For values with a step or a gap, the selector maps the set
 * and not the values. The result is a bitmap (see {@link Masks}) of {@link Masks#WORDS} words. Null rows have no bit in it.
 *
 * <p>One per reading thread: it owns scratch arrays. Arguments are as for {@link VectorDecoder}.
 *
 * <p>For all bytes the result is a bitmap or a {@link CorruptFileException}, as with decoding. But the selector decodes only
 * the values that it needs. If a vector's validity or its frame decides, it does not notice faults after them. The caller has
 * checked the checksum.
 */
public final class VectorSelector {
    /** A set of more ranges, here and of a dictionary's codes, is tested value by value. */
    static final int MAX_PASSES = 8;

    private static final int[] NO_INTS = new int[0];
    private static final long[] NO_LONGS = new long[0];

    private final IntDecoder ints = new IntDecoder();
    private final LongDecoder longs = new LongDecoder(ints);
    private final BitsDecoder bits = new BitsDecoder(ints);
    private final Frame frame = new Frame(ints);
    private final Comparer comparer = new Comparer();
    private final long[] valid = new long[Masks.WORDS];
    private final long[] stored = new long[Masks.WORDS];
    private final long[] runs = new long[Masks.WORDS];
    private final long[] pass = new long[Masks.WORDS];
    private int[] intValues = NO_INTS;
    private long[] longValues = NO_LONGS;
    private int validCount;

    /** How rows were selected. */
    public enum How {
        /** By a frame, or by validity alone: no value was decoded. */
        BY_FRAME,
        /** By what is stored: offsets, codes, runs, bits. */
        ENCODED
    }

    /**
     * Whether values so encoded can be tested by {@link #select}: those of integers and booleans, given as a set of
     * integers; others only as entries of a dictionary.
     */
    public static boolean canSelect(Encoding root, Physical shape) {
        Encoding values = root.belowValidity();
        if (values instanceof Encoding.Rle rle) {
            values = rle.values();
        }
        return switch (shape) {
            case BOOLEAN, INT, LONG -> true;
            case NONE -> false;
            case INT128, FLOAT, DOUBLE, BYTES ->
                values instanceof Encoding.Dictionary || values instanceof Encoding.AllNull;
        };
    }

    /** A bitmap of the rows that are not null, as of the last call. */
    public long[] valid() {
        return valid;
    }

    /** The number of rows that are not null, as of the last call. */
    public int validCount() {
        return validCount;
    }

    /** Finds the rows that are not null, of a vector of any shape; values are not looked at. */
    public void validity(Encoding root, ByteBuffer payload, int n) throws CorruptFileException {
        begin(root, payload, n);
    }

    /**
     * Finds the rows whose value is in a set.
     *
     * @param root the root encoding of the block; {@link #canSelect} must be true for it
     * @param shape the shape of the column
     * @param set the values, of shape INT or LONG as they are, of BOOLEAN as 0 and 1; if all values are entries of a
     *     dictionary: anything
     * @param entries the entries of the dictionary named by {@link Encoding#dictionary()} that match, or
     *     {@link EntrySet#NONE} if none exists
     * @param out receives the bitmap
     */
    public How select(
            Encoding root, ByteBuffer payload, int n, Physical shape, IntegerSet set, EntrySet entries, long[] out)
            throws CorruptFileException {
        Encoding values = begin(root, payload, n);
        if (values instanceof Encoding.AllNull) {
            Masks.fill(out, 0);
            Wire.requireEnd(payload, "the vector");
            return How.BY_FRAME;
        }
        boolean isCompact = root instanceof Encoding.Nullable nullable && nullable.compact();
        int count = isCompact ? validCount : n;
        IntegerSet.Match match = decide(values, payload, count, shape, set, entries);
        if (match != IntegerSet.Match.SOME) {
            for (int i = 0; i < Masks.WORDS; i++) {
                out[i] = match == IntegerSet.Match.ALL ? valid[i] : 0;
            }
            return How.BY_FRAME;
        }
        evaluate(values, payload, count, shape, set, entries, out);
        Wire.requireEnd(payload, "the vector");
        if (isCompact && validCount < n) {
            System.arraycopy(out, 0, stored, 0, Masks.WORDS);
            Masks.spread(stored, valid, out);
        } else if (validCount < n) {
            for (int i = 0; i < Masks.WORDS; i++) {
                out[i] &= valid[i];
            }
        }
        return How.ENCODED;
    }

    /** Reads validity; returns the encoding of the values, ALL_NULL if none exist. */
    private Encoding begin(Encoding root, ByteBuffer payload, int n) throws CorruptFileException {
        if (n < 0 || n > VectorDecoder.MAX_ROWS) {
            throw new IllegalArgumentException("a vector can't have " + n + " rows");
        }
        if (root instanceof Encoding.AllNull) {
            Masks.fill(valid, 0);
            validCount = 0;
        } else if (root instanceof Encoding.Nullable) {
            bits.words(payload, n, valid);
            validCount = Masks.count(valid);
        } else {
            Masks.fill(valid, n);
            validCount = n;
        }
        return root.belowValidity();
    }

    /** Decides about all values by their frame; does not move the position. */
    private IntegerSet.Match decide(
            Encoding encoding, ByteBuffer in, int n, Physical shape, IntegerSet set, EntrySet entries)
            throws CorruptFileException {
        if (encoding instanceof Encoding.Rle rle) {
            int start = in.position();
            int count = IntDecoder.runCount(in, n);
            IntegerSet.Match match = decide(rle.values(), in, count, shape, set, entries);
            in.position(start);
            return match;
        }
        if (encoding instanceof Encoding.Dictionary dictionary) {
            Optional<IntegerSet> codes = entries.codes();
            if (codes.isEmpty()) {
                return IntegerSet.Match.SOME;
            }
            boolean has = frame.read(dictionary.codes(), in, n, Physical.INT);
            return codes.get().match(has ? frame.min() : 0, has ? frame.max() : Integer.MAX_VALUE);
        }
        return frame.read(encoding, in, n, shape) ? set.match(frame.min(), frame.max()) : IntegerSet.Match.SOME;
    }

    /** Sets the bits of n values, and moves the position to the end of their payload. */
    private void evaluate(
            Encoding encoding, ByteBuffer in, int n, Physical shape, IntegerSet set, EntrySet entries, long[] out)
            throws CorruptFileException {
        if (encoding instanceof Encoding.Rle rle) {
            int count = IntDecoder.runCount(in, n);
            evaluate(rle.values(), in, count, shape, set, entries, runs);
            Masks.expand(runs, ints.runLengths(rle, in, count, n), count, out);
        } else if (encoding instanceof Encoding.Dictionary dictionary) {
            codes(dictionary, in, n, entries, out);
        } else if (shape == Physical.BOOLEAN) {
            booleans(encoding, in, n, set, out);
        } else if (frame.read(encoding, in, n, shape)) {
            if (set.rangesWithin(frame.min(), frame.max()) > MAX_PASSES) {
                compare(encoding, in, n, shape, set, out); // what is made once for the whole set counts
            } else {
                stepped(encoding, in, n, shape, set.within(frame.min(), frame.max()), out);
            }
        } else {
            compare(encoding, in, n, shape, set, out);
        }
    }

    /** Values whose frame is known, so that what makes them of others can be undone. */
    private void stepped(Encoding encoding, ByteBuffer in, int n, Physical shape, IntegerSet set, long[] out)
            throws CorruptFileException {
        if (encoding instanceof IntegerEncoding.Scale scale) {
            stepped(scale.child(), in, n, shape, set.unscale(scale.factor(), scale.offset()), out);
        } else if (encoding instanceof IntegerEncoding.Gap gap) {
            stepped(gap.child(), in, n, shape, set.close(gap.low(), gap.gap(), gap.offset()), out);
        } else if (encoding instanceof Encoding.Rle) {
            evaluate(encoding, in, n, shape, set, EntrySet.NONE, out);
        } else {
            compare(encoding, in, n, shape, set, out);
        }
    }

    private void codes(Encoding.Dictionary dictionary, ByteBuffer in, int n, EntrySet entries, long[] out)
            throws CorruptFileException {
        Optional<IntegerSet> codes = entries.codes();
        boolean areBelow = codes.isPresent()
                && frame.read(dictionary.codes(), in, n, Physical.INT)
                && frame.min() >= 0
                && frame.max() < entries.size();
        if (areBelow) {
            evaluate(dictionary.codes(), in, n, Physical.INT, codes.get(), EntrySet.NONE, out);
            return;
        }
        growInts();
        ints.decodeCodes(dictionary, in, n, entries.size(), intValues);
        if (codes.isPresent()) {
            compareInts(n, codes.get(), out);
            return;
        }
        boolean[] matches = entries.matches();
        Masks.fill(out, 0);
        for (int i = 0; i < n; i++) {
            out[i >>> 6] |= (matches[intValues[i]] ? 1L : 0) << i;
        }
    }

    private void booleans(Encoding encoding, ByteBuffer in, int n, IntegerSet set, long[] out)
            throws CorruptFileException {
        if (encoding instanceof Encoding.Bits) {
            bits.words(in, n, out);
        } else if (encoding instanceof Encoding.Constant constant) {
            Masks.fill(out, constant.value().low() == 0 ? 0 : n);
        } else {
            throw IntDecoder.misplaced(encoding, in);
        }
        long ifTrue = set.contains(1) ? -1L : 0;
        long ifFalse = set.contains(0) ? -1L : 0;
        for (int i = 0; i < Masks.WORDS; i++) {
            out[i] = (out[i] & ifTrue) | (~out[i] & ifFalse);
        }
        Masks.trim(out, n);
    }

    private void compare(Encoding encoding, ByteBuffer in, int n, Physical shape, IntegerSet set, long[] out)
            throws CorruptFileException {
        if (shape == Physical.INT) {
            growInts();
            ints.decode(encoding, in, n, DecodedDictionary.NONE, intValues);
            compareInts(n, set, out);
        } else {
            growLongs();
            longs.decode(encoding, in, n, DecodedDictionary.NONE, longValues);
            compareLongs(n, set, out);
        }
    }

    private void growInts() {
        if (intValues.length == 0) {
            intValues = new int[Masks.VALUES];
        }
    }

    private void growLongs() {
        if (longValues.length == 0) {
            longValues = new long[Masks.VALUES];
        }
    }

    private void compareInts(int n, IntegerSet set, long[] out) {
        if (set.ranges() > MAX_PASSES) {
            growLongs();
            for (int i = 0; i < n; i++) {
                longValues[i] = intValues[i];
            }
            set.select(longValues, n, out);
            return;
        }
        Masks.fill(out, 0);
        for (int range = 0; range < set.ranges(); range++) {
            int low = (int) Math.max(set.low(range), Integer.MIN_VALUE);
            int high = (int) Math.min(set.high(range), Integer.MAX_VALUE);
            if (low <= set.high(range) && high >= set.low(range)) {
                comparer.between(intValues, n, low, high, pass);
                unite(out);
            }
        }
    }

    private void compareLongs(int n, IntegerSet set, long[] out) {
        if (set.ranges() > MAX_PASSES) {
            set.select(longValues, n, out);
            return;
        }
        Masks.fill(out, 0);
        for (int range = 0; range < set.ranges(); range++) {
            comparer.between(longValues, n, set.low(range), set.high(range), pass);
            unite(out);
        }
    }

    private void unite(long[] out) {
        for (int i = 0; i < Masks.WORDS; i++) {
            out[i] |= pass[i];
        }
    }
}
