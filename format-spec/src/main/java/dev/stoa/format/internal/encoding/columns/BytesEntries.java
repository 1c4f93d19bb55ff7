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
package dev.stoa.format.internal.encoding.columns;

import dev.stoa.format.internal.encoding.choice.Choice;
import dev.stoa.format.internal.encoding.choice.Cost;
import dev.stoa.format.internal.encoding.choice.EncodingChooser;
import dev.stoa.format.internal.encoding.dictionary.BytesDictionary;
import dev.stoa.format.internal.encoding.integers.IntCoder;
import dev.stoa.format.internal.encoding.integers.IntPfor;
import dev.stoa.format.internal.encoding.strings.PrefixText;
import dev.stoa.format.internal.encoding.strings.SymbolMatcher;
import dev.stoa.format.internal.encoding.strings.SymbolText;
import dev.stoa.format.internal.encoding.strings.SymbolTrainer;
import dev.stoa.format.internal.encoding.wire.ByteSink;
import dev.stoa.format.internal.encoding.wire.BytesEncoding;
import dev.stoa.format.internal.encoding.wire.Encoding;
import dev.stoa.format.internal.encoding.wire.IntegerEncoding;
import dev.stoa.format.internal.encoding.wire.Lz4Blocks;
import dev.stoa.format.internal.encoding.wire.SymbolTable;
import dev.stoa.format.internal.kernel.Symbols;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Writes the dictionaries of a column of shape BYTES when it is done: its symbols, and the values that have ids. */
final class BytesEntries {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final Encoding PFOR = new IntegerEncoding.Pfor();

    /** The bytes of entries that train their symbols. */
    private static final int SAMPLE = 1 << 16;

    private final IntCoder coder;
    private final EncodingChooser chooser;
    private final int mostSymbols;
    private final IntPfor pfor = new IntPfor();
    private final SymbolText text = new SymbolText();
    private final PrefixText prefixes = new PrefixText();

    BytesEntries(IntCoder coder, int mostSymbols) {
        this.coder = coder;
        this.chooser = coder.chooser();
        this.mostSymbols = mostSymbols;
    }

    /** The dictionaries by ordinal. */
    List<ColumnEncoder.StoredDictionary> write(ColumnState column) {
        List<ColumnEncoder.StoredDictionary> stored = new ArrayList<>();
        if (column.usesSymbols()) {
            stored.add(symbols(column.symbols().orElseThrow().matcher()));
        }
        if (column.usesDictionary()) {
            entries(column, stored);
        }
        return stored;
    }

    private static ColumnEncoder.StoredDictionary stored(Encoding encoding, int entries, ByteSink out) {
        return new ColumnEncoder.StoredDictionary(encoding, entries, out);
    }

    private ColumnEncoder.StoredDictionary symbols(SymbolMatcher matcher) {
        int entries = matcher.codes() - SymbolTable.BYTES;
        byte[] bytes = new byte[entries * Symbols.MAX_LENGTH + Symbols.STORED];
        int[] starts = new int[entries];
        int[] lengths = new int[entries];
        int at = 0;
        for (int i = 0; i < entries; i++) {
            starts[i] = at;
            lengths[i] = matcher.length(SymbolTable.BYTES + i);
            LONGS.set(bytes, at, matcher.low(SymbolTable.BYTES + i));
            LONGS.set(bytes, at + 8, matcher.high(SymbolTable.BYTES + i));
            at += lengths[i];
        }
        Choice choice = chooser.choice("symbols");
        ByteSink packed = offerPlain(choice, bytes, at);
        ByteSink out = new ByteSink();
        writePlain(choice.encoding(), bytes, lengths, entries, at, packed, out);
        return stored(choice.encoding(), entries, out);
    }

    /** Adds the dictionary, and the table of symbols that it alone uses, if any. */
    private void entries(ColumnState column, List<ColumnEncoder.StoredDictionary> stored) {
        BytesDictionary dictionary = column.bytesDictionary();
        int entries = dictionary.size();
        int[] offsets = dictionary.offsets();
        int[] lengths = new int[entries];
        for (int i = 0; i < entries; i++) {
            lengths[i] = offsets[i + 1] - offsets[i];
        }
        int total = offsets[entries];
        byte[] data = dictionary.data();
        Choice choice = chooser.choice("entries");
        ByteSink packed = offerPlain(choice, data, total);
        int plainLengths = pfor.plan(lengths, entries);
        boolean isSorted = chooser.takes(Cost.PREFIX)
                && PrefixText.kind(data, offsets, lengths, entries) == PrefixText.Kind.SORTED;
        Optional<SymbolMatcher> own;
        if (isSorted) {
            prefixes.load(data, offsets, lengths, entries);
            int[] restLengths = prefixes.lengths();
            Choice shared = coder.choosePart(prefixes.shared(), entries, "shared lengths");
            long plainRests = (long) pfor.plan(restLengths, entries) + prefixes.bytes();
            Choice rest = chooser.choice("rests").offer(Cost.NONE, plainRests, new BytesEncoding.Bytes(PFOR));
            own = offerSymbols(rest, column, data, prefixes.starts(), restLengths, entries, prefixes.bytes(), 0);
            Encoding prefix = new BytesEncoding.Prefix(shared.encoding(), rest.encoding());
            choice.offer(Cost.PREFIX, shared.bytes() - plainLengths, rest, prefix);
        } else {
            own = offerSymbols(choice, column, data, offsets, lengths, entries, total, -plainLengths);
        }
        ByteSink out = new ByteSink();
        Encoding encoding = choice.encoding();
        OptionalInt symbols = encoding.dictionary();
        if (encoding instanceof BytesEncoding.Prefix prefix) {
            coder.write(prefix.shared(), prefixes.shared(), entries, out);
        }
        boolean hasOwn = symbols.isPresent() && symbols.getAsInt() == ownOrdinal(column);
        if (symbols.isPresent()) {
            text.encode(
                    hasOwn ? own.orElseThrow() : column.symbols().orElseThrow().matcher());
            text.write(
                    (BytesEncoding.Fsst) (encoding instanceof BytesEncoding.Prefix prefix ? prefix.rest() : encoding),
                    coder,
                    out);
        } else if (encoding instanceof BytesEncoding.Prefix) {
            writeRests(data, entries, out);
        } else {
            writePlain(encoding, data, lengths, entries, total, packed, out);
        }
        stored.add(column.usesSymbols() ? column.dictionaryOrdinal() : 0, stored(encoding, entries, out));
        if (hasOwn) {
            stored.add(symbols(own.orElseThrow()));
        }
    }

    /** The ordinal of a table for the entries alone: after the dictionary and the symbols of the column. */
    private static int ownOrdinal(ColumnState column) {
        return column.usesSymbols() ? 2 : 1;
    }

    /**
     * Offers the symbols of the column, if it has some, and others that are learnt from these values; {@code more} bytes
     * count besides. The column learns from the first values that need symbols, which may look unlike its entries.
     *
     * @return the symbols that were learnt
     */
    private Optional<SymbolMatcher> offerSymbols(
            Choice choice, ColumnState column, byte[] data, int[] starts, int[] lengths, int n, int total, int more) {
        if (!chooser.takes(Cost.FSST) || total == 0) {
            return Optional.empty();
        }
        text.load(data, starts, lengths, n, Math.min(total, SAMPLE));
        SymbolMatcher own = SymbolTrainer.train(text, mostSymbols, Math.max(1, total / SAMPLE))
                .matcher();
        text.load(data, starts, lengths, n, total);
        if (column.usesSymbols()) {
            text.encode(column.symbols().orElseThrow().matcher());
            text.offer(choice, coder, column.symbolsOrdinal(), more);
        }
        if (own.codes() > SymbolTable.BYTES) {
            text.encode(own);
            text.offer(choice, coder, ownOrdinal(column), (long) SymbolTrainer.tableBytes(own) + more);
        }
        return Optional.of(own);
    }

    private void writeRests(byte[] data, int n, ByteSink out) {
        int[] lengths = prefixes.lengths();
        pfor.plan(lengths, n);
        pfor.write(lengths, n, out);
        for (int i = 0; i < n; i++) {
            out.bytes(data, prefixes.starts()[i], lengths[i]);
        }
    }

    /** Offers BYTES and LZ4; returns what the latter makes of the bytes. */
    private ByteSink offerPlain(Choice choice, byte[] bytes, int total) {
        ByteSink packed = new ByteSink();
        choice.offer(Cost.NONE, total, new BytesEncoding.Bytes(PFOR));
        if (chooser.takes(Cost.LZ4) && total > 0) {
            choice.offer(Cost.LZ4, 3 + Lz4Blocks.compress(bytes, 0, total, packed), new BytesEncoding.Lz4(PFOR));
        }
        return packed;
    }

    private void writePlain(
            Encoding encoding, byte[] bytes, int[] lengths, int n, int total, ByteSink packed, ByteSink out) {
        pfor.plan(lengths, n);
        pfor.write(lengths, n, out);
        if (encoding instanceof BytesEncoding.Lz4) {
            out.varint(packed.size());
            out.bytes(packed.array(), 0, packed.size());
        } else {
            out.bytes(bytes, 0, total);
        }
    }
}
