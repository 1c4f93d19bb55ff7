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
import dev.stoa.format.internal.encoding.wire.Bins;
import dev.stoa.format.internal.encoding.wire.IntegerEncoding;
import dev.stoa.format.internal.encoding.wire.Wire;
import dev.stoa.format.internal.kernel.BinOffsets;
import dev.stoa.format.internal.kernel.PrefixSums;
import dev.stoa.format.internal.kernel.Rans;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Decodes ENTROPY payloads (format-spec, section 7.11). Owns its scratch arrays, and the tables of the models used last: a scan
 * takes a vector of each column in turn, and a model lasts for a block.
 */
final class EntropyDecoder {
    private static final int KEPT = 32;

    private final Table[] kept = new Table[KEPT];
    private final int[] states = new int[Rans.STATES];
    private int next;
    private char[] words = new char[0];
    private char[] bins = new char[0];
    private byte[] offsets = new byte[0];

    /** The tables for decoding with a model. */
    private static final class Table {
        final Bins model;
        final int[] steps;
        final char[] symbols;
        final int[] lowers;

        Table(Bins model) {
            this.model = model;
            steps = new int[1 << model.scale()];
            symbols = new char[1 << model.scale()];
            Rans.tables(model.frequencies(), steps, symbols);
            lowers = new int[model.shape() == Physical.INT ? model.count() : 0];
            for (int i = 0; i < lowers.length; i++) {
                lowers[i] = (int) model.lowers()[i];
            }
        }
    }

    /** Decodes n values of shape INT. */
    void decode(IntegerEncoding.Entropy encoding, ByteBuffer in, int n, int[] out) throws CorruptFileException {
        int start = Wire.zigzag32(in, "the start of ENTROPY");
        int from = encoding.deltas() ? 0 : start;
        Table table = bins(encoding.model(), in, n);
        if (offsets(encoding.model(), in, n)) {
            BinOffsets.values(bins, n, from, table.lowers, encoding.model().widths(), offsets, out);
        } else {
            BinOffsets.values(bins, n, from, table.lowers, out);
        }
        if (encoding.deltas()) {
            PrefixSums.inclusive(out, n, start);
        }
    }

    /** Decodes n values of shape LONG. */
    void decode(IntegerEncoding.Entropy encoding, ByteBuffer in, int n, long[] out) throws CorruptFileException {
        long start = Wire.zigzag(in);
        long from = encoding.deltas() ? 0 : start;
        Bins model = encoding.model();
        bins(model, in, n);
        if (offsets(model, in, n)) {
            BinOffsets.values(bins, n, from, model.lowers(), model.widths(), offsets, out);
        } else {
            BinOffsets.values(bins, n, from, model.lowers(), out);
        }
        if (encoding.deltas()) {
            PrefixSums.inclusive(out, n, start);
        }
    }

    /** Decodes states and words to {@link #bins}. */
    private Table bins(Bins model, ByteBuffer in, int n) throws CorruptFileException {
        for (int i = 0; i < Rans.STATES; i++) {
            states[i] = Wire.i32(in);
            if (Integer.compareUnsigned(states[i], Rans.START) < 0) {
                throw Wire.corrupt(in, "a state of ENTROPY begins as " + states[i]);
            }
        }
        if (words.length < n) {
            words = new char[n];
            bins = new char[n];
        }
        // no symbol takes more than one word
        int most = Math.min(n, in.remaining() / Character.BYTES);
        in.slice(in.position(), most * Character.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .asCharBuffer()
                .get(words, 0, most);
        Table table = table(model);
        int taken = Rans.decode(model.scale(), table.steps, table.symbols, states, words, n, bins);
        if (taken > most) {
            throw Wire.corrupt(in, "ENTROPY needs " + taken + " words or more, there are " + most);
        }
        for (int state : states) {
            if (state != Rans.START) {
                throw Wire.corrupt(in, "a state of ENTROPY ends as " + Integer.toUnsignedString(state));
            }
        }
        in.position(in.position() + taken * Character.BYTES);
        return table;
    }

    /** Reads the offsets of {@link #bins}; false if they have no bits. */
    private boolean offsets(Bins model, ByteBuffer in, int n) throws CorruptFileException {
        long bits = BinOffsets.bits(bins, n, model.widths());
        long length = (bits + 7) >>> 3;
        Wire.require(in, length, n, "offsets");
        if (offsets.length < length + BinOffsets.PADDING) {
            offsets = new byte[(int) length + BinOffsets.PADDING];
        }
        in.get(offsets, 0, (int) length);
        return bits > 0;
    }

    @SuppressWarnings("ReferenceEquality") // comparing by value would cost more than it saves
    private Table table(Bins model) {
        for (Table table : kept) {
            if (table != null && table.model == model) {
                return table;
            }
        }
        Table table = new Table(model);
        kept[next] = table;
        next = (next + 1) % KEPT;
        return table;
    }
}
