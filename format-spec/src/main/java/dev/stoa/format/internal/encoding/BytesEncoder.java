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

import java.util.Arrays;
import java.util.Optional;

/** Encodes values of shape BYTES. */
final class BytesEncoder extends ShapeEncoder {
    /** A longer value is not made a constant: it would stand in the column index. */
    private static final int MAX_CONSTANT = 1024;

    /** Of so many bytes the ratio of LZ4 is measured when a vector is too long to compress it all. */
    private static final int TRIAL_BYTES = 1 << 16;

    private final IntCoder coder;
    private final DictionaryChoice dictionaries;
    private final IntPfor lengthPfor = new IntPfor();
    private final ByteSink trial = new ByteSink();

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
    private long runTotal;

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
        return encoding instanceof Encoding.Lz4 && isPaged();
    }

    @Override
    Encoding choose(ColumnState column) {
        int runs = runs();
        if (runs <= 1 && (runs == 0 || runValueLengths[0] <= MAX_CONSTANT)) {
            ConstantValue value =
                    ConstantValue.ofBytes(data, runs == 0 ? 0 : runStarts[0], runs == 0 ? 0 : runValueLengths[0]);
            return costs(0, new Encoding.Constant(value));
        }
        Encoding best = new Encoding.Lz4(new Encoding.Pfor());
        long lengthCost = lengthPfor.plan(lengths, count);
        long cost;
        if (isPaged()) {
            int tried = (int) Math.min(TRIAL_BYTES, total);
            gather(starts, lengths, count, tried);
            long ratio = compressed(tried);
            // null rows must be left out of a paged vector
            cost = absent.length > 0 ? Long.MAX_VALUE / 2 : lengthCost + total * ratio / tried;
        } else {
            cost = lengthCost + total;
            gather(starts, lengths, count, (int) total);
            long packed = lengthCost + 3 + compressed((int) total);
            if (packed + Cost.LZ4_WEIGHT.of(packed) < cost) {
                cost = packed;
            } else {
                best = new Encoding.Bytes(new Encoding.Pfor());
            }
        }
        if (runs <= count / 2 && runTotal <= VectorDecoder.MAX_UNPAGED_BYTES) {
            gather(runStarts, runValueLengths, runs, (int) runTotal);
            long rest = 4L + lengthPfor.plan(runLengths, runs) + lengthPfor.plan(runValueLengths, runs);
            long packed = 3 + compressed((int) runTotal);
            boolean packs = packed + Cost.LZ4_WEIGHT.of(packed) < runTotal;
            long rle = rest + (packs ? packed : runTotal);
            if (rle + Cost.RLE_WEIGHT.of(rle) < cost) {
                cost = rle;
                Encoding pfor = new Encoding.Pfor();
                best = new Encoding.Rle(packs ? new Encoding.Lz4(pfor) : new Encoding.Bytes(pfor), pfor);
            }
        }
        Optional<Encoding> tree = dictionary(column);
        if (tree.isPresent() && dictionaries.cost() < cost) {
            return costs(dictionaries.cost(), new Encoding.Dictionary(0, tree.get()));
        }
        return costs(cost, best);
    }

    private long compressed(int length) {
        trial.clear();
        return length == 0 ? 0 : Lz4Blocks.compress(gathered, 0, length, trial);
    }

    /** Puts the bytes of values one behind the other, at most {@code most} of them. */
    private void gather(int[] from, int[] valueLengths, int n, int most) {
        gathered = Scratch.grow(gathered, most);
        int at = 0;
        for (int i = 0; i < n && at < most; i++) {
            int length = Math.min(valueLengths[i], most - at);
            System.arraycopy(data, from[i], gathered, at, length);
            at += length;
        }
    }

    private Optional<Encoding> dictionary(ColumnState column) {
        BytesDictionary dictionary = column.bytesDictionary();
        int before = dictionary.size();
        long bytesBefore = dictionary.bytes();
        if (!encode(dictionary, before)) {
            return Optional.empty();
        }
        int after = dictionary.size();
        long newBytes = dictionary.bytes() - bytesBefore + after - before;
        return dictionaries.choose(codes, count, before, after, newBytes, rows());
    }

    /** Sets the codes; false if a limit is reached or, with a known size before, hardly any value occurs twice. */
    private boolean encode(BytesDictionary dictionary, int before) {
        codes = Scratch.grow(codes, count);
        int last = 0;
        int lastStart = 0;
        int lastLength = -1;
        for (int i = 0; i < count; i++) {
            if (i == IntEncoder.TRIAL && dictionary.size() - before >= IntEncoder.TRIAL - 1) {
                return false;
            }
            if (!isAbsent(i) && !equal(starts[i], lengths[i], lastStart, lastLength)) {
                last = dictionary.code(data, starts[i], lengths[i]);
                if (last < 0) {
                    return false;
                }
                lastStart = starts[i];
                lastLength = lengths[i];
            }
            codes[i] = last;
        }
        return true;
    }

    private boolean equal(int start, int length, int otherStart, int otherLength) {
        return length == otherLength
                && Arrays.equals(data, start, start + length, data, otherStart, otherStart + length);
    }

    /** Finds the runs of equal values, to which absent values belong; returns their number. */
    private int runs() {
        runStarts = Scratch.grow(runStarts, count + 1);
        runValueLengths = Scratch.grow(runValueLengths, count + 1);
        runLengths = Scratch.grow(runLengths, count + 1);
        int runs = 0;
        runTotal = 0;
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
            }
        }
        return runs;
    }

    @Override
    boolean write(Encoding encoding, ColumnState column, ByteSink out) {
        switch (encoding.id()) {
            case BYTES, LZ4 -> {
                if (isPaged()) {
                    return encoding instanceof Encoding.Lz4 && absent.length == 0 && writeHead(lengths, count, out);
                }
                writeValues(encoding, starts, lengths, count, (int) total, out);
            }
            case CONSTANT -> {
                return isConstant(((Encoding.Constant) encoding).value());
            }
            case DICTIONARY -> {
                return encode(column.bytesDictionary(), Integer.MAX_VALUE)
                        && coder.write(((Encoding.Dictionary) encoding).codes(), codes, count, out);
            }
            case RLE -> {
                Encoding.Rle rle = (Encoding.Rle) encoding;
                int runs = runs();
                if (runTotal > VectorDecoder.MAX_UNPAGED_BYTES || (runs == 0 && count > 0)) {
                    return false;
                }
                out.varint(runs);
                writeValues(rle.values(), runStarts, runValueLengths, runs, (int) runTotal, out);
                coder.write(rle.lengths(), runLengths, runs, out);
            }
            default -> throw new IllegalArgumentException(encoding + " does not encode BYTES");
        }
        return true;
    }

    private boolean isConstant(ConstantValue value) {
        byte[] bytes = new byte[value.length()];
        value.copyTo(bytes, 0);
        for (int i = 0; i < count; i++) {
            if (!isAbsent(i) && !Arrays.equals(data, starts[i], starts[i] + lengths[i], bytes, 0, bytes.length)) {
                return false;
            }
        }
        return true;
    }

    private void writeValues(Encoding encoding, int[] from, int[] valueLengths, int n, int bytes, ByteSink out) {
        writeHead(valueLengths, n, out);
        gather(from, valueLengths, n, bytes);
        if (encoding instanceof Encoding.Bytes) {
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

    /** Encodes the entries of a dictionary. */
    Encoding writeEntries(BytesDictionary dictionary, ByteSink out) {
        load(dictionary.data(), dictionary.offsets(), new boolean[0], dictionary.size());
        select(false);
        gather(starts, lengths, count, (int) total);
        long packed = compressed((int) total);
        Encoding pfor = new Encoding.Pfor();
        Encoding encoding =
                packed + Cost.LZ4_WEIGHT.of(packed) < total ? new Encoding.Lz4(pfor) : new Encoding.Bytes(pfor);
        writeValues(encoding, starts, lengths, count, (int) total, out);
        return encoding;
    }
}
