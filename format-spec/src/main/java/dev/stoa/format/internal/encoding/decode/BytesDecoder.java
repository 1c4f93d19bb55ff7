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
import dev.stoa.format.internal.encoding.wire.BytesEncoding;
import dev.stoa.format.internal.encoding.wire.ConstantValue;
import dev.stoa.format.internal.encoding.wire.Encoding;
import dev.stoa.format.internal.encoding.wire.Lz4Blocks;
import dev.stoa.format.internal.encoding.wire.Pfor;
import dev.stoa.format.internal.encoding.wire.Scratch;
import dev.stoa.format.internal.encoding.wire.SymbolTable;
import dev.stoa.format.internal.encoding.wire.Wire;
import dev.stoa.format.internal.kernel.Kernels;
import dev.stoa.format.internal.kernel.PrefixSums;
import dev.stoa.format.internal.kernel.Reductions;
import dev.stoa.format.internal.kernel.Runs;
import dev.stoa.format.internal.kernel.Symbols;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Decodes values of shape BYTES. Owns its scratch arrays. */
public final class BytesDecoder {
    /** The number of codes of FSST that are encoded as one piece. */
    public static final int PIECE = Pfor.INTERLEAVED;

    private final IntDecoder ints;
    private final PrefixDecoder prefixes = new PrefixDecoder();
    private final FewValues fewValues = new FewValues();
    private int[] codes = new int[0];
    private int[] lengths = new int[0];
    /** For each value the codes of it and of those before. */
    private int[] ends = new int[0];

    private int[] ordinals = new int[0];
    private boolean uniform;

    BytesDecoder(IntDecoder ints) {
        this.ints = ints;
    }

    /** Whether the values that were decoded last are known to be equal: all ids are. */
    boolean isUniform() {
        return uniform;
    }

    /**
     * Decodes n values.
     *
     * @param maxBytes the most bytes of all plain values
     */
    void decode(Encoding encoding, ByteBuffer in, int n, DecodedDictionary dictionary, int maxBytes, BytesOutput out)
            throws CorruptFileException {
        decode(encoding, in, WantedRows.all(n), dictionary, maxBytes, out);
    }

    /** Decodes the wanted values. The others are empty or decoded too. */
    void decode(
            Encoding encoding,
            ByteBuffer in,
            WantedRows wanted,
            DecodedDictionary dictionary,
            int maxBytes,
            BytesOutput out)
            throws CorruptFileException {
        int n = wanted.n();
        uniform = false;
        switch (encoding.id()) {
            case FSST -> {
                out.beginPlain(n);
                symbols((BytesEncoding.Fsst) encoding, in, wanted, dictionary, maxBytes, out);
            }
            case BYTES, LZ4, PREFIX -> {
                out.beginPlain(n);
                values(encoding, in, wanted, dictionary, maxBytes, out);
            }
            case CONSTANT -> {
                Arrays.fill(out.beginIds(BytesOutput.Form.LOCAL_IDS, n), 0, n, 0);
                constant((Encoding.Constant) encoding, out);
                uniform = true;
            }
            case DICTIONARY -> {
                dictionary.require(Physical.BYTES, in);
                int[] ids = out.beginIds(BytesOutput.Form.DICTIONARY_IDS, n);
                ints.decodeCodes((Encoding.Dictionary) encoding, in, n, dictionary.size(), ids);
                uniform = ints.isUniform();
            }
            case RLE -> runs((Encoding.Rle) encoding, in, n, dictionary, maxBytes, out);
            default -> throw IntDecoder.misplaced(encoding, in);
        }
    }

    private void runs(
            Encoding.Rle rle, ByteBuffer in, int n, DecodedDictionary dictionary, int maxBytes, BytesOutput out)
            throws CorruptFileException {
        int runs = IntDecoder.runCount(in, n);
        ordinals = Scratch.grow(ordinals, runs);
        Encoding values = rle.values();
        BytesOutput.Form form = BytesOutput.Form.LOCAL_IDS;
        switch (values.id()) {
            case BYTES, LZ4, FSST, PREFIX -> {
                out.beginOffsets(runs);
                values(values, in, WantedRows.all(runs), dictionary, maxBytes, out);
                out.requireRepeatable(in);
                for (int i = 0; i < runs; i++) {
                    ordinals[i] = i;
                }
            }
            case CONSTANT -> {
                constant((Encoding.Constant) values, out);
                Arrays.fill(ordinals, 0, runs, 0);
            }
            case DICTIONARY -> {
                dictionary.require(Physical.BYTES, in);
                ints.decodeCodes((Encoding.Dictionary) values, in, runs, dictionary.size(), ordinals);
                form = BytesOutput.Form.DICTIONARY_IDS;
            }
            default -> throw IntDecoder.misplaced(values, in);
        }
        int[] runLengths = ints.runLengths(rle, in, runs, n);
        Runs.expand(ordinals, runLengths, runs, out.beginIds(form, n));
        uniform = runs == 1;
    }

    private static void constant(Encoding.Constant encoding, BytesOutput out) {
        ConstantValue value = encoding.value();
        int[] offsets = out.beginOffsets(1);
        offsets[0] = 0;
        offsets[1] = value.length();
        value.copyTo(out.beginData(value.length()), 0);
    }

    /** Decodes the wanted values to bytes; the offsets have been begun. */
    private void values(
            Encoding encoding,
            ByteBuffer in,
            WantedRows wanted,
            DecodedDictionary dictionary,
            int maxBytes,
            BytesOutput out)
            throws CorruptFileException {
        if (encoding instanceof BytesEncoding.Prefix prefix) {
            int n = wanted.n();
            notNegative(prefix.shared(), in, n, prefixes.beginShared(n));
            BytesOutput rests = prefixes.beginRests(n);
            if (wanted.few().isPresent()) {
                int[] rows = wanted.few().get();
                WantedRows parts = WantedRows.few(n, prefixes.restsOf(rows));
                unshared(prefix.rest(), in, parts, dictionary, maxBytes, rests);
                prefixes.joinFew(in, n, rows, maxBytes, out);
            } else {
                unshared(prefix.rest(), in, WantedRows.all(n), dictionary, maxBytes, rests);
                prefixes.join(in, n, maxBytes, out);
            }
        } else {
            unshared(encoding, in, wanted, dictionary, maxBytes, out);
        }
    }

    /**
     * Decodes the wanted values of an encoding without PREFIX, which stores all bytes of each value. The caller has begun the
     * offsets.
     */
    private void unshared(
            Encoding encoding,
            ByteBuffer in,
            WantedRows wanted,
            DecodedDictionary dictionary,
            int maxBytes,
            BytesOutput out)
            throws CorruptFileException {
        if (encoding instanceof BytesEncoding.Fsst fsst) {
            symbols(fsst, in, wanted, dictionary, maxBytes, out);
        } else {
            plain(encoding, in, wanted.n(), maxBytes, out);
        }
    }

    /** Decodes the lengths of n plain values, and then their bytes. The caller has begun the offsets. */
    private void plain(Encoding encoding, ByteBuffer in, int n, int maxBytes, BytesOutput out)
            throws CorruptFileException {
        lengths = Scratch.grow(lengths, n);
        long total = lengths(encoding, in, n, lengths);
        if (total > maxBytes) {
            throw Wire.corrupt(in, n + " values have " + total + " bytes, at most " + maxBytes + " are allowed");
        }
        int[] offsets = out.offsets();
        int at = 0;
        for (int i = 0; i < n; i++) {
            offsets[i] = at;
            at += lengths[i];
        }
        offsets[n] = at;
        byte[] data = out.beginData(at);
        if (encoding instanceof BytesEncoding.Lz4) {
            int stored = Wire.count(in, in.remaining(), "the length of an LZ4 block");
            if (at > 0) {
                Lz4Blocks.decompress(in, stored, data, 0, at);
            } else if (stored != 0) {
                throw Wire.corrupt(in, "an LZ4 block of " + stored + " bytes is there for no bytes");
            }
        } else {
            Wire.require(in, at, "the bytes of " + n + " values");
            in.get(data, 0, at);
        }
    }

    /** Decodes the wanted values, made of symbols; the others are empty. The offsets have been begun. */
    private void symbols(
            BytesEncoding.Fsst fsst,
            ByteBuffer in,
            WantedRows wanted,
            DecodedDictionary dictionary,
            int maxBytes,
            BytesOutput out)
            throws CorruptFileException {
        int n = wanted.n();
        int from = wanted.from();
        int to = wanted.to();
        SymbolTable table = dictionary.require(Physical.BYTES, in).symbols(in);
        ends = Scratch.grow(ends, n);
        ints.decode(fsst.counts(), in, n, DecodedDictionary.NONE, ends);
        int total = PrefixSums.ends(ends, n);
        if (total < 0) {
            throw Wire.corrupt(in, "a count of symbols is negative, or their sum above 2^31 - 1; before here");
        }
        if (total > maxBytes) {
            throw Wire.corrupt(
                    in, n + " values have " + total + " symbols, at most " + maxBytes + " bytes are allowed");
        }
        codes = Scratch.grow(codes, PIECE);
        if (wanted.few().isPresent()) {
            fewValues.begin(ends, wanted, out.offsets());
            fewSymbols(fsst, in, n, total, table, maxBytes, out);
            return;
        }
        int[] offsets = out.offsets();
        Arrays.fill(offsets, 0, from + 1, 0);
        int begin = from == 0 ? 0 : ends[from - 1];
        int end = to == 0 ? 0 : ends[to - 1];
        int at = 0;
        int value = from;
        for (int first = 0; first < total; first += PIECE) {
            int count = Math.min(PIECE, total - first);
            int low = Math.max(begin, first);
            int high = Math.min(end, first + count);
            if (low >= high) {
                ints.skip(fsst.codes(), in, count, codes);
                continue;
            }
            ints.decodeBelow(fsst.codes(), in, count, table.codes(), codes);
            if (low > first) {
                System.arraycopy(codes, low - first, codes, 0, high - low);
            }
            byte[] data = out.growData(at + (high - low) * Symbols.MAX_LENGTH + Symbols.STORED);
            at = Kernels.BEST.expand(codes, high - low, table.records(), data, at);
            if (at > maxBytes) {
                throw Wire.corrupt(in, n + " values have more than " + maxBytes + " bytes; before here");
            }
            // codes now holds where the symbols start; a value ends where the first symbol of the next one does
            value = Symbols.place(ends, value, to, codes, low, high, offsets);
        }
        Arrays.fill(offsets, value + 1, n + 1, at);
    }

    /** Decodes a few values that are made of symbols. */
    private void fewSymbols(
            BytesEncoding.Fsst fsst, ByteBuffer in, int n, int total, SymbolTable table, int maxBytes, BytesOutput out)
            throws CorruptFileException {
        int at = 0;
        for (int first = 0; first < total; first += PIECE) {
            int count = Math.min(PIECE, total - first);
            if (!fewValues.haveCodesBefore(first + count)) {
                ints.skip(fsst.codes(), in, count, codes);
                continue;
            }
            ints.decodeBelow(fsst.codes(), in, count, table.codes(), codes);
            int kept = fewValues.keep(codes, first, first + count);
            byte[] data = out.growData(at + kept * Symbols.MAX_LENGTH + Symbols.STORED);
            at = Kernels.BEST.expand(codes, kept, table.records(), data, at);
            if (at > maxBytes) {
                throw Wire.corrupt(in, n + " values have more than " + maxBytes + " bytes; before here");
            }
            fewValues.expanded(codes, kept, at);
        }
        fewValues.end(at);
    }

    /** Decodes the lengths, none negative, of BYTES or LZ4; returns their sum. */
    long lengths(Encoding encoding, ByteBuffer in, int n, int[] out) throws CorruptFileException {
        Encoding child;
        if (encoding instanceof BytesEncoding.Bytes bytes) {
            child = bytes.lengths();
        } else if (encoding instanceof BytesEncoding.Lz4 lz4) {
            child = lz4.lengths();
        } else {
            throw IntDecoder.misplaced(encoding, in);
        }
        return notNegative(child, in, n, out);
    }

    private long notNegative(Encoding encoding, ByteBuffer in, int n, int[] out) throws CorruptFileException {
        ints.decode(encoding, in, n, DecodedDictionary.NONE, out);
        if (Reductions.or(out, 0, n) < 0) {
            throw Wire.corrupt(in, "a length is negative; before here");
        }
        return Reductions.sum(out, 0, n);
    }
}
