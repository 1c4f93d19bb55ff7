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

import dev.stoa.format.Physical;
import dev.stoa.format.internal.encoding.choice.Choice;
import dev.stoa.format.internal.encoding.choice.Cost;
import dev.stoa.format.internal.encoding.choice.EncodingChooser;
import dev.stoa.format.internal.encoding.dictionary.DictionaryChoice;
import dev.stoa.format.internal.encoding.dictionary.LongDictionary;
import dev.stoa.format.internal.encoding.floats.AlpCoder;
import dev.stoa.format.internal.encoding.floats.NearCoder;
import dev.stoa.format.internal.encoding.floats.RotateCoder;
import dev.stoa.format.internal.encoding.integers.IntCoder;
import dev.stoa.format.internal.encoding.integers.LongCoder;
import dev.stoa.format.internal.encoding.wire.ByteSink;
import dev.stoa.format.internal.encoding.wire.ConstantValue;
import dev.stoa.format.internal.encoding.wire.Encoding;
import dev.stoa.format.internal.encoding.wire.FloatingEncoding;
import dev.stoa.format.internal.encoding.wire.IntegerEncoding;
import dev.stoa.format.internal.encoding.wire.Pfor;
import dev.stoa.format.internal.encoding.wire.Scratch;

/** Encodes values of the shapes FLOAT and DOUBLE, by their raw bits: two values are equal when all their bits are. */
final class FloatingEncoder extends ShapeEncoder {
    private final EncodingChooser chooser;
    private final IntCoder codeCoder;
    private final AlpCoder alp;
    private final RotateCoder rotate;
    private final NearCoder near;
    private final DictionaryChoice dictionaries;
    private long[] dense = new long[0];
    private long[] values = dense;
    private long[] compacted = new long[0];
    private long[] runValues = new long[0];
    private int[] runLengths = new int[0];
    private int[] codes = new int[0];
    private int count;
    private boolean single;

    FloatingEncoder(EncodingChooser chooser, IntCoder codeCoder, LongCoder longCoder) {
        this.chooser = chooser;
        this.codeCoder = codeCoder;
        this.alp = new AlpCoder(codeCoder, longCoder);
        this.rotate = new RotateCoder(codeCoder, longCoder);
        this.near = new NearCoder(longCoder);
        this.dictionaries = new DictionaryChoice(codeCoder);
    }

    /** Loads a vector of shape FLOAT. */
    void load(float[] vector, boolean[] rowNulls, int n) {
        begin(rowNulls, n);
        single = true;
        dense = Scratch.grow(dense, n);
        for (int i = 0; i < n; i++) {
            dense[i] = Float.floatToRawIntBits(vector[i]);
        }
        fill();
    }

    /** Loads a vector of shape DOUBLE. */
    void load(double[] vector, boolean[] rowNulls, int n) {
        begin(rowNulls, n);
        single = false;
        dense = Scratch.grow(dense, n);
        for (int i = 0; i < n; i++) {
            dense[i] = Double.doubleToRawLongBits(vector[i]);
        }
        fill();
    }

    private void fill() {
        if (valid() < rows()) {
            boolean[] nulls = nulls();
            long fill = 0;
            for (int i = rows() - 1; i >= 0; i--) {
                fill = nulls[i] ? fill : dense[i];
            }
            for (int i = 0; i < rows(); i++) {
                fill = nulls[i] ? fill : dense[i];
                dense[i] = fill;
            }
        }
    }

    @Override
    void release() {}

    @Override
    void select(boolean compact) {
        if (!compact || valid() == rows()) {
            values = dense;
            count = rows();
            return;
        }
        compacted = Scratch.grow(compacted, rows());
        boolean[] nulls = nulls();
        count = 0;
        for (int i = 0; i < rows(); i++) {
            if (!nulls[i]) {
                compacted[count++] = dense[i];
            }
        }
        values = compacted;
    }

    private int size() {
        return single ? Float.BYTES : Double.BYTES;
    }

    @Override
    Choice choose(ColumnState column) {
        Choice choice = chooser.choice("values");
        int runs = runs();
        if (runs <= 1) {
            Physical shape = single ? Physical.FLOAT : Physical.DOUBLE;
            return choice.offer(
                    Cost.NONE, 0, new Encoding.Constant(ConstantValue.ofBits(shape, count == 0 ? 0 : values[0])));
        }
        offerNumbers(choice, values, count, "values", true);
        long entryBytes = choice.bytes() / count + 1;
        if (runs <= count / 2) {
            Choice runNumbers = chooser.choice("values / runs");
            offerNumbers(runNumbers, runValues, runs, "values / runs", false);
            Choice lengths = codeCoder.choose(runLengths, runs, "run lengths");
            entryBytes = runNumbers.bytes() / runs + 1;
            int own = Pfor.varintLength(runs);
            choice.offer(
                    Cost.RLE,
                    own + runNumbers.bytes() + lengths.bytes(),
                    own + runNumbers.cost() + lengths.cost(),
                    new Encoding.Rle(runNumbers.encoding(), new IntegerEncoding.Pfor()));
        }
        offerDictionary(choice, column, entryBytes);
        return choice;
    }

    /** Offers encodings of numbers as such; below an RLE without runs. */
    private void offerNumbers(Choice choice, long[] bits, int n, String part, boolean runs) {
        choice.offer(Cost.NONE, (long) n * size(), new Encoding.Plain());
        if (chooser.takes(Cost.ALP) && alp.plan(bits, n, single)) {
            alp.offer(choice, n, single, part, runs);
        }
        if (chooser.takes(Cost.ROTATE) && 2 * choice.bytes() > (long) n * size()) {
            rotate.offer(choice, bits, n, single, part, runs);
        }
        if (chooser.takes(Cost.NEAR) && !single && 2 * choice.bytes() > (long) n * size()) {
            near.offer(choice, bits, n, part, runs);
        }
    }

    /** Encodes the entries of a dictionary. */
    Encoding writeEntries(long[] keys, int entries, boolean areFloats, ByteSink out) {
        single = areFloats;
        Choice choice = chooser.choice("entries");
        offerNumbers(choice, keys, entries, "entries", true);
        writeNumbers(choice.encoding(), keys, entries, out);
        return choice.encoding();
    }

    private void offerDictionary(Choice choice, ColumnState column, long entryBytes) {
        LongDictionary dictionary = column.longDictionary();
        codes = Scratch.grow(codes, count);
        int before = dictionary.size();
        int trial = IntEncoder.TRIAL;
        if (count > trial && (!dictionary.encode(values, trial, codes) || dictionary.size() - before >= trial - 1)) {
            return;
        }
        if (dictionary.encode(values, count, codes)) {
            int after = dictionary.size();
            long newBytes = (after - before) * Math.min(entryBytes, size());
            dictionaries.offer(
                    choice, Cost.DICTIONARY, column.dictionaryOrdinal(), codes, count, before, after, newBytes, rows());
        }
    }

    @Override
    boolean write(Encoding encoding, ColumnState column, ByteSink out) {
        switch (encoding.id()) {
            case PLAIN, ALP, NEAR, ROTATE -> {
                return writeNumbers(encoding, values, count, out);
            }
            case CONSTANT -> {
                long value = ((Encoding.Constant) encoding).value().low();
                for (int i = 0; i < count; i++) {
                    if (values[i] != value) {
                        return false;
                    }
                }
            }
            case DICTIONARY -> {
                codes = Scratch.grow(codes, count);
                return column.longDictionary().encode(values, count, codes)
                        && codeCoder.write(((Encoding.Dictionary) encoding).codes(), codes, count, out);
            }
            case RLE -> {
                Encoding.Rle rle = (Encoding.Rle) encoding;
                int runs = runs();
                out.varint(runs);
                return writeNumbers(rle.values(), runValues, runs, out)
                        && codeCoder.write(rle.lengths(), runLengths, runs, out);
            }
            default -> throw new IllegalArgumentException(encoding + " does not encode floating-point numbers");
        }
        return true;
    }

    private boolean writeNumbers(Encoding encoding, long[] bits, int n, ByteSink out) {
        if (encoding instanceof FloatingEncoding.Alp decimals) {
            return alp.write(decimals, bits, n, single, out);
        }
        if (encoding instanceof FloatingEncoding.Near numbers) {
            return near.write(numbers, bits, n, out);
        }
        if (encoding instanceof FloatingEncoding.Rotate integers) {
            return rotate.write(integers, bits, n, single, out);
        }
        plain(bits, n, out);
        return true;
    }

    private void plain(long[] bits, int n, ByteSink out) {
        if (single) {
            for (int i = 0; i < n; i++) {
                out.u32(bits[i]);
            }
        } else {
            out.longs(bits, n);
        }
    }

    private int runs() {
        runValues = Scratch.grow(runValues, count + 1);
        runLengths = Scratch.grow(runLengths, count + 1);
        int runs = 0;
        int begin = 0;
        for (int i = 1; i <= count; i++) {
            if (i == count || values[i] != values[begin]) {
                runValues[runs] = values[begin];
                runLengths[runs++] = i - begin;
                begin = i;
            }
        }
        return runs;
    }
}
