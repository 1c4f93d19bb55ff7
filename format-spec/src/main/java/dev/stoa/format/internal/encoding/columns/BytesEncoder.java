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

import dev.stoa.format.EncodingProfile;
import dev.stoa.format.internal.encoding.choice.Choice;
import dev.stoa.format.internal.encoding.choice.Cost;
import dev.stoa.format.internal.encoding.choice.EncodingChooser;
import dev.stoa.format.internal.encoding.decode.VectorDecoder;
import dev.stoa.format.internal.encoding.dictionary.BytesDictionary;
import dev.stoa.format.internal.encoding.dictionary.DictionaryChoice;
import dev.stoa.format.internal.encoding.integers.IntCoder;
import dev.stoa.format.internal.encoding.integers.IntPfor;
import dev.stoa.format.internal.encoding.strings.PrefixText;
import dev.stoa.format.internal.encoding.strings.SymbolDictionary;
import dev.stoa.format.internal.encoding.strings.SymbolText;
import dev.stoa.format.internal.encoding.wire.ByteSink;
import dev.stoa.format.internal.encoding.wire.BytesEncoding;
import dev.stoa.format.internal.encoding.wire.ConstantValue;
import dev.stoa.format.internal.encoding.wire.Encoding;
import dev.stoa.format.internal.encoding.wire.IntegerEncoding;
import dev.stoa.format.internal.encoding.wire.Lz4Blocks;
import dev.stoa.format.internal.encoding.wire.Scratch;
import dev.stoa.format.internal.encoding.wire.SymbolTable;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Encodes values of shape BYTES. */
final class BytesEncoder extends ShapeEncoder {
    /** The longest value of a constant. A constant is part of the column index. */
    private static final int MAX_CONSTANT = 1024;

    /** The most words whose ids have at most four bits. */
    private static final int FEW_WORDS = 16;

    /** The number of bytes that show the ratio of LZ4, if a vector is too long to compress all of it. */
    private static final int TRIAL_BYTES = 1 << 16;

    private static final int NO_TRIAL = Integer.MAX_VALUE;
    /** No text is expected to become shorter than by this factor when it is made of symbols. */
    private static final int HIGHEST_RATIO = 8;

    private static final int MOST_SYMBOLS = 4096;

    /** A value that occurs this often is cheaper as an entry and ids than as symbols each time. */
    private static final int OFTEN = 4;

    /** Learning symbols from less, in a column's only vector, takes far longer than storing it. */
    private static final int LEAST_TEXT = 128;

    private final IntCoder coder;
    private final DictionaryChoice dictionaries;
    private final IntPfor lengthPfor = new IntPfor();
    private final ByteSink trial = new ByteSink();
    private final SymbolText text = new SymbolText();
    private final PrefixText prefixes = new PrefixText();

    private byte[] data = new byte[0];
    private int[] starts = new int[0];
    private int[] lengths = new int[0];
    private int[] sourceOffsets = new int[1];
    private boolean[] absent = new boolean[0];
    private int count;
    private long total;

    private int[] runStarts = new int[0];
    private int[] runValueLengths = new int[0];
    private int[] runLengths = new int[0];
    private int runs;
    private long runTotal;
    private int longestRunValue;

    private int[] codes = new int[0];
    private byte[] gathered = new byte[0];

    BytesEncoder(IntCoder coder) {
        this.coder = coder;
        this.dictionaries = new DictionaryChoice(coder);
    }

    /** Loads a vector: row i is {@code bytes[offsets[i]..offsets[i+1])}. */
    void load(byte[] bytes, int[] offsets, boolean[] rowNulls, int n) {
        begin(rowNulls, n);
        data = bytes;
        sourceOffsets = offsets;
    }

    @Override
    void release() {
        data = gathered;
        sourceOffsets = starts;
    }

    @Override
    void select(boolean compact) {
        int n = rows();
        starts = Scratch.grow(starts, n);
        lengths = Scratch.grow(lengths, n);
        boolean some = valid() < n;
        absent = some && !compact ? nulls() : new boolean[0];
        count = 0;
        total = 0;
        boolean[] nulls = nulls();
        for (int i = 0; i < n; i++) {
            boolean isNull = some && nulls[i];
            if (isNull && compact) {
                continue;
            }
            starts[count] = sourceOffsets[i];
            lengths[count] = isNull ? 0 : sourceOffsets[i + 1] - sourceOffsets[i];
            total += lengths[count++];
        }
    }

    private boolean isAbsent(int i) {
        return absent.length > 0 && absent[i];
    }

    private boolean isPaged() {
        return total > VectorDecoder.MAX_UNPAGED_BYTES;
    }

    @Override
    boolean isPaged(Encoding encoding) {
        return encoding instanceof BytesEncoding.Lz4 && isPaged();
    }

    @Override
    Choice choose(ColumnState column) {
        EncodingChooser chooser = coder.chooser();
        Choice choice = chooser.choice("values");
        findRuns();
        if (runs <= 1 && (runs == 0 || runValueLengths[0] <= MAX_CONSTANT)) {
            ConstantValue value =
                    ConstantValue.ofBytes(data, runs == 0 ? 0 : runStarts[0], runs == 0 ? 0 : runValueLengths[0]);
            return choice.offer(Cost.NONE, 0, new Encoding.Constant(value));
        }
        if (isPaged()) {
            long lengthBytes = lengthPfor.plan(lengths, count);
            int tried = (int) Math.min(TRIAL_BYTES, total);
            gather(starts, lengths, count, tried);
            long ratio = compressed(tried);
            // null rows must be left out of a paged vector; the only way to store it in any profile
            long bytes = absent.length > 0 ? Long.MAX_VALUE / 2000 : lengthBytes + total * ratio / tried;
            choice.offer(Cost.NONE, bytes, new BytesEncoding.Lz4(new IntegerEncoding.Pfor()));
        } else {
            Choice length = coder.choosePart(lengths, count, "lengths");
            choice.offer(Cost.NONE, length.bytes() + total, new BytesEncoding.Bytes(length.encoding()));
            if (chooser.takes(Cost.LZ4)) {
                gather(starts, lengths, count, (int) total);
                long packed = length.bytes() + 3 + compressed((int) total);
                choice.offer(Cost.LZ4, packed, new BytesEncoding.Lz4(length.encoding()));
            }
        }
        if (runs <= count / 2 && mayBeRuns()) {
            Choice values = chooseRunValues(chooser.choice("values / runs"), column);
            Choice length = coder.choosePart(runLengths, runs, "values / run lengths");
            choice.offer(Cost.RLE, 4 + length.bytes(), values, new Encoding.Rle(values.encoding(), length.encoding()));
        }
        offerDictionary(choice, column);
        // text is learnt from only where ids don't make less of it than symbols could
        if (total > 0 && !isPaged() && choice.bytes() > total / HIGHEST_RATIO && !isRepeated(choice, column)) {
            offerText(choice, column, starts, lengths, count, (int) total);
        }
        return choice;
    }

    /**
     * Whether ids are chosen, and values occur so often that symbols hardly ever take less. A value needs one symbol at
     * least, and a symbol takes about as much as an id. Learning symbols to find this out took two thirds of the time of
     * a wide write in Spark. The profile for the smallest files finds it out nevertheless.
     */
    private boolean isRepeated(Choice choice, ColumnState column) {
        return choice.encoding() instanceof Encoding.Dictionary
                && coder.chooser().profile() != EncodingProfile.COMPACT
                && (long) column.bytesDictionary().size() * OFTEN <= count;
    }

    /** Offers symbols for values, or for their rests after the shared prefixes. */
    private void offerText(Choice choice, ColumnState column, int[] from, int[] valueLengths, int n, int bytes) {
        long ids = choice.encoding().dictionary().isPresent() ? worthOfIds(choice, column) : 0;
        PrefixText.Kind kind = coder.chooser().takes(Cost.PREFIX)
                ? PrefixText.kind(data, from, valueLengths, n)
                : PrefixText.Kind.APART;
        if (kind != PrefixText.Kind.SORTED) {
            // symbols are learnt from what needs them
            offerSymbols(choice, column, from, valueLengths, n, bytes, ids);
        }
        if (kind != PrefixText.Kind.APART) {
            offerPrefixes(choice, column, from, valueLengths, n, ids);
        }
    }

    /** Ids are worth more to a reader than values: of a few words, such as flags, they are read in a tenth of the time. */
    private long worthOfIds(Choice ids, ColumnState column) {
        boolean isFlag =
                column.bytesDictionary().size() <= FEW_WORDS && coder.chooser().profile() != EncodingProfile.COMPACT;
        return isFlag ? ids.bytes() / 2 : ids.bytes() / 4;
    }

    private void offerPrefixes(Choice choice, ColumnState column, int[] from, int[] valueLengths, int n, long ids) {
        prefixes.load(data, from, valueLengths, n);
        Choice shared = coder.choosePart(prefixes.shared(), n, "shared lengths");
        Choice length = coder.choosePart(prefixes.lengths(), n, "lengths of rests");
        Choice rest = coder.chooser()
                .choice("rests")
                .offer(Cost.NONE, length.bytes() + prefixes.bytes(), new BytesEncoding.Bytes(length.encoding()));
        if (prefixes.bytes() > 0) {
            offerSymbols(rest, column, prefixes.starts(), prefixes.lengths(), n, prefixes.bytes(), 0);
        }
        Encoding prefix = new BytesEncoding.Prefix(shared.encoding(), rest.encoding());
        choice.offer(Cost.PREFIX, shared.bytes() + ids, rest, prefix);
    }

    /** Offers symbols for values; {@code more} bytes count besides. */
    private void offerSymbols(
            Choice choice, ColumnState column, int[] from, int[] valueLengths, int n, int bytes, long more) {
        boolean isTiny = bytes < LEAST_TEXT && rows() < VectorDecoder.MAX_ROWS && !column.usesSymbols();
        if (!coder.chooser().takes(Cost.FSST) || isTiny) {
            return;
        }
        text.load(data, from, valueLengths, n, bytes);
        int share = rows() < VectorDecoder.MAX_ROWS ? 1 : SymbolDictionary.SHARE;
        int before = column.symbols().map(SymbolDictionary::bytes).orElse(0);
        Optional<SymbolDictionary> symbols = column.symbols(text, mostSymbols(), share);
        if (symbols.isPresent() && symbols.get().size() > 0) {
            if (column.usesSymbols()) {
                symbols.get().encode(text, share == 1);
            }
            text.encode(symbols.get().matcher());
            int table = (symbols.get().bytes() - (column.usesSymbols() ? before : 0)) / share;
            text.offer(choice, coder, column.symbolsOrdinal(), table + more);
        }
    }

    /** The most symbols: those that fit a core's first caches with their records, or all that a table can hold. */
    private int mostSymbols() {
        return coder.chooser().profile() == EncodingProfile.COMPACT ? SymbolTable.MAX_ENTRIES : MOST_SYMBOLS;
    }

    private Choice chooseRunValues(Choice choice, ColumnState column) {
        Choice length = coder.choosePart(runValueLengths, runs, "values / runs / lengths");
        choice.offer(Cost.NONE, runTotal + length.bytes(), new BytesEncoding.Bytes(length.encoding()));
        if (coder.chooser().takes(Cost.LZ4)) {
            gather(runStarts, runValueLengths, runs, (int) runTotal);
            long packed = length.bytes() + 3 + compressed((int) runTotal);
            choice.offer(Cost.LZ4, packed, new BytesEncoding.Lz4(length.encoding()));
        }
        if (runTotal > 0) {
            offerText(choice, column, runStarts, runValueLengths, runs, (int) runTotal);
        }
        return choice;
    }

    private long compressed(int length) {
        trial.clear();
        return length == 0 ? 0 : Lz4Blocks.compress(gathered, 0, length, trial);
    }

    /** Puts the bytes of values one after the other, at most {@code most} of them. */
    private void gather(int[] from, int[] valueLengths, int n, int most) {
        gathered = Scratch.grow(gathered, most);
        int at = 0;
        for (int i = 0; i < n && at < most; i++) {
            int length = Math.min(valueLengths[i], most - at);
            System.arraycopy(data, from[i], gathered, at, length);
            at += length;
        }
    }

    private void offerDictionary(Choice choice, ColumnState column) {
        BytesDictionary dictionary = column.bytesDictionary();
        int before = dictionary.size();
        long bytesBefore = dictionary.bytes();
        if (encode(dictionary, IntEncoder.TRIAL)) {
            int after = dictionary.size();
            long newBytes = dictionary.bytes() - bytesBefore + after - before;
            // ids are worth more to a reader than values, so looking them up counts as nothing
            dictionaries.offer(
                    choice, Cost.NONE, column.dictionaryOrdinal(), codes, count, before, after, newBytes, rows());
        }
    }

    /** Sets the codes; false if a limit is reached or, if it is a trial, hardly any value occurs twice. */
    private boolean encode(BytesDictionary dictionary, int trial) {
        codes = Scratch.grow(codes, count);
        return dictionary.encode(data, starts, lengths, absent, count, trial, codes);
    }

    /**
     * Gives the values of the vector that was written last, if its encoding makes them fewer, else returns false.
     *
     * @param source the bytes that the vector was loaded from
     */
    boolean forEachEntry(Encoding encoding, ColumnState column, byte[] source, ColumnEncoder.EntryTarget target) {
        switch (encoding.id()) {
            case CONSTANT -> {
                if (valid() > 0) {
                    byte[] value = bytes(((Encoding.Constant) encoding).value());
                    target.entry(value, 0, value.length);
                }
            }
            case RLE -> {
                for (int run = 0; run < runs; run++) {
                    target.entry(source, runStarts[run], runValueLengths[run]);
                }
            }
            case DICTIONARY -> forEachEntry(column.bytesDictionary(), target);
            default -> {
                return false;
            }
        }
        return true;
    }

    /** Gives each entry once that occurs among the codes. */
    private void forEachEntry(BytesDictionary dictionary, ColumnEncoder.EntryTarget target) {
        boolean[] seen = new boolean[dictionary.size()];
        int[] offsets = dictionary.offsets();
        for (int i = 0; i < count; i++) {
            int code = codes[i];
            if (!seen[code] && !isAbsent(i)) {
                seen[code] = true;
                target.entry(dictionary.data(), offsets[code], offsets[code + 1] - offsets[code]);
            }
        }
    }

    /** Whether the format allows the runs: no value is so long that no rows may share it, nor are all together. */
    private boolean mayBeRuns() {
        return longestRunValue <= Encoding.MAX_REPEATED_BYTES && runTotal <= VectorDecoder.MAX_UNPAGED_BYTES;
    }

    private static byte[] bytes(ConstantValue value) {
        byte[] bytes = new byte[value.length()];
        value.copyTo(bytes, 0);
        return bytes;
    }

    private boolean equal(int start, int length, int otherStart, int otherLength) {
        return length == otherLength
                && Arrays.equals(data, start, start + length, data, otherStart, otherStart + length);
    }

    /** Finds the runs of equal values. Absent values belong to the run around them. */
    private void findRuns() {
        runStarts = Scratch.grow(runStarts, count + 1);
        runValueLengths = Scratch.grow(runValueLengths, count + 1);
        runLengths = Scratch.grow(runLengths, count + 1);
        runs = 0;
        runTotal = 0;
        longestRunValue = 0;
        int skipped = 0;
        for (int i = 0; i < count; i++) {
            if (isAbsent(i)) {
                if (runs == 0) {
                    skipped++;
                } else {
                    runLengths[runs - 1]++;
                }
            } else if (runs > 0 && equal(starts[i], lengths[i], runStarts[runs - 1], runValueLengths[runs - 1])) {
                runLengths[runs - 1]++;
            } else {
                runStarts[runs] = starts[i];
                runValueLengths[runs] = lengths[i];
                runLengths[runs++] = 1 + skipped;
                skipped = 0;
                runTotal += lengths[i];
                longestRunValue = Math.max(longestRunValue, lengths[i]);
            }
        }
    }

    @Override
    boolean write(Encoding encoding, ColumnState column, ByteSink out) {
        switch (encoding.id()) {
            case BYTES, LZ4, FSST, PREFIX -> {
                if (isPaged()) {
                    return encoding instanceof BytesEncoding.Lz4
                            && absent.length == 0
                            && writeHead(lengths, count, out);
                }
                writeValues(encoding, column, starts, lengths, count, (int) total, out);
            }
            case CONSTANT -> {
                return isConstant(((Encoding.Constant) encoding).value());
            }
            case DICTIONARY -> {
                return encode(column.bytesDictionary(), NO_TRIAL)
                        && coder.write(((Encoding.Dictionary) encoding).codes(), codes, count, out);
            }
            case RLE -> {
                Encoding.Rle rle = (Encoding.Rle) encoding;
                findRuns();
                if (!mayBeRuns() || (runs == 0 && count > 0)) {
                    return false;
                }
                out.varint(runs);
                writeValues(rle.values(), column, runStarts, runValueLengths, runs, (int) runTotal, out);
                coder.write(rle.lengths(), runLengths, runs, out);
            }
            default -> throw new IllegalArgumentException(encoding + " does not encode BYTES");
        }
        return true;
    }

    private boolean isConstant(ConstantValue value) {
        byte[] bytes = bytes(value);
        if (isRepeatedText(bytes)) {
            return true;
        }
        for (int i = 0; i < count; i++) {
            if (!isAbsent(i) && !Arrays.equals(data, starts[i], starts[i] + lengths[i], bytes, 0, bytes.length)) {
                return false;
            }
        }
        return true;
    }

    /** Whether all values are certainly these bytes: a text that repeats a value is equal to itself a value further on. */
    private boolean isRepeatedText(byte[] bytes) {
        int length = bytes.length;
        if (count == 0 || absent.length > 0 || total != (long) length * count) {
            return false;
        }
        for (int i = 0; i < count; i++) {
            if (lengths[i] != length || starts[i] != starts[0] + i * length) {
                return false;
            }
        }
        int from = starts[0];
        int to = from + (int) total;
        return Arrays.equals(data, from, from + length, bytes, 0, length)
                && Arrays.equals(data, from, to - length, data, from + length, to);
    }

    private void writeValues(
            Encoding encoding, ColumnState column, int[] from, int[] valueLengths, int n, int bytes, ByteSink out) {
        if (encoding instanceof BytesEncoding.Prefix prefix) {
            prefixes.load(data, from, valueLengths, n);
            coder.write(prefix.shared(), prefixes.shared(), n, out);
            writeValues(prefix.rest(), column, prefixes.starts(), prefixes.lengths(), n, prefixes.bytes(), out);
            return;
        }
        if (encoding instanceof BytesEncoding.Fsst symbols) {
            text.load(data, from, valueLengths, n, bytes);
            column.symbols().orElseThrow().encode(text, rows() < VectorDecoder.MAX_ROWS);
            text.write(symbols, coder, out);
            return;
        }
        Encoding child =
                encoding instanceof BytesEncoding.Lz4 lz4 ? lz4.lengths() : ((BytesEncoding.Bytes) encoding).lengths();
        coder.write(child, valueLengths, n, out);
        gather(from, valueLengths, n, bytes);
        if (encoding instanceof BytesEncoding.Bytes) {
            out.bytes(gathered, 0, bytes);
        } else if (bytes == 0) {
            out.varint(0);
        } else {
            trial.clear();
            int stored = Lz4Blocks.compress(gathered, 0, bytes, trial);
            out.varint(stored);
            out.bytes(trial.array(), 0, stored);
        }
    }

    /** Writes lengths only. */
    boolean writeHead(int[] valueLengths, int n, ByteSink out) {
        lengthPfor.plan(valueLengths, n);
        lengthPfor.write(valueLengths, n, out);
        return true;
    }

    /** The dictionaries of a column to store, by ordinal. */
    List<ColumnEncoder.StoredDictionary> writeDictionaries(ColumnState column) {
        return new BytesEntries(coder, mostSymbols()).write(column);
    }
}
