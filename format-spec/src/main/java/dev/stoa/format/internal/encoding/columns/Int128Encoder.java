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
import dev.stoa.format.internal.encoding.dictionary.BytesDictionary;
import dev.stoa.format.internal.encoding.dictionary.DictionaryChoice;
import dev.stoa.format.internal.encoding.integers.IntCoder;
import dev.stoa.format.internal.encoding.integers.LongCoder;
import dev.stoa.format.internal.encoding.wire.ByteSink;
import dev.stoa.format.internal.encoding.wire.ConstantValue;
import dev.stoa.format.internal.encoding.wire.Encoding;
import dev.stoa.format.internal.encoding.wire.Int128Encoding;
import dev.stoa.format.internal.encoding.wire.Scratch;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Encodes values of shape INT128. */
final class Int128Encoder extends ShapeEncoder {
    private static final int SIZE = 16;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final LongCoder coder;
    private final IntCoder codeCoder;
    private final DictionaryChoice dictionaries;
    private long[] denseLow = new long[0];
    private long[] denseHigh = new long[0];
    private long[] compactLow = new long[0];
    private long[] compactHigh = new long[0];
    private long[] low = denseLow;
    private long[] high = denseHigh;
    private int[] codes = new int[0];
    private final byte[] key = new byte[SIZE];
    private boolean narrow;
    private int count;

    Int128Encoder(LongCoder coder, IntCoder codeCoder) {
        this.coder = coder;
        this.codeCoder = codeCoder;
        this.dictionaries = new DictionaryChoice(codeCoder);
    }

    /** Loads a vector; {@code highs} has length 0 when every value is the sign extension of its low half. */
    void load(long[] highs, long[] lows, boolean[] rowNulls, int n) {
        begin(rowNulls, n);
        denseLow = Scratch.grow(denseLow, n);
        denseHigh = Scratch.grow(denseHigh, n);
        System.arraycopy(lows, 0, denseLow, 0, n);
        for (int i = 0; i < n; i++) {
            denseHigh[i] = highs.length == 0 ? lows[i] >> 63 : highs[i];
        }
        if (valid() < n) {
            int last = 0;
            while (last < n - 1 && rowNulls[last]) {
                last++;
            }
            for (int i = 0; i < n; i++) {
                last = rowNulls[i] ? last : i;
                denseLow[i] = denseLow[last];
                denseHigh[i] = denseHigh[last];
            }
        }
        narrow = true;
        for (int i = 0; i < n; i++) {
            narrow &= denseHigh[i] == denseLow[i] >> 63;
        }
    }

    @Override
    void release() {}

    @Override
    void select(boolean compact) {
        int n = rows();
        low = denseLow;
        high = denseHigh;
        count = n;
        if (compact && valid() < n) {
            compactLow = Scratch.grow(compactLow, n);
            compactHigh = Scratch.grow(compactHigh, n);
            boolean[] nulls = nulls();
            count = 0;
            for (int i = 0; i < n; i++) {
                if (!nulls[i]) {
                    compactLow[count] = denseLow[i];
                    compactHigh[count++] = denseHigh[i];
                }
            }
            low = compactLow;
            high = compactHigh;
        }
    }

    @Override
    Choice choose(ColumnState column) {
        Choice choice = codeCoder.chooser().choice("values");
        Choice lows = coder.choose(low, count, narrow ? "values" : "low halves");
        Choice highs = narrow ? lows : coder.choose(high, count, "high halves");
        if (lows.isConstant() && highs.isConstant()) {
            ConstantValue value = count == 0 ? ConstantValue.ofInt128(0, 0) : ConstantValue.ofInt128(high[0], low[0]);
            return choice.offer(Cost.NONE, 0, new Encoding.Constant(value));
        }
        if (narrow) {
            choice.offer(Cost.NONE, 0, lows, new Int128Encoding.Widen(lows.encoding()));
        } else {
            Encoding split = new Int128Encoding.Split(lows.encoding(), highs.encoding());
            choice.offer(Cost.NONE, lows.bytes() + highs.bytes(), lows.cost() + highs.cost(), split);
        }
        BytesDictionary dictionary = column.bytesDictionary();
        int before = dictionary.size();
        if (encode(dictionary, before)) {
            int after = dictionary.size();
            long newBytes = (long) (after - before) * (narrow ? SIZE / 2 : SIZE);
            dictionaries.offer(
                    choice, Cost.DICTIONARY, column.dictionaryOrdinal(), codes, count, before, after, newBytes, rows());
        }
        return choice;
    }

    /** Sets the codes; false if a limit is reached or, with a known size before, hardly any value occurs twice. */
    private boolean encode(BytesDictionary dictionary, int before) {
        codes = Scratch.grow(codes, count);
        for (int i = 0; i < count; i++) {
            if (i == IntEncoder.TRIAL && dictionary.size() - before >= IntEncoder.TRIAL - 1) {
                return false;
            }
            LONGS.set(key, 0, low[i]);
            LONGS.set(key, SIZE / 2, high[i]);
            codes[i] = dictionary.code(key, 0, SIZE);
            if (codes[i] < 0) {
                return false;
            }
        }
        return true;
    }

    @Override
    boolean write(Encoding encoding, ColumnState column, ByteSink out) {
        switch (encoding.id()) {
            case WIDEN -> {
                return narrow && coder.write(((Int128Encoding.Widen) encoding).child(), low, count, out);
            }
            case SPLIT -> {
                Int128Encoding.Split split = (Int128Encoding.Split) encoding;
                return coder.write(split.low(), low, count, out) && coder.write(split.high(), high, count, out);
            }
            case CONSTANT -> {
                ConstantValue value = ((Encoding.Constant) encoding).value();
                for (int i = 0; i < count; i++) {
                    if (low[i] != value.low() || high[i] != value.high()) {
                        return false;
                    }
                }
                return true;
            }
            case DICTIONARY -> {
                return encode(column.bytesDictionary(), Integer.MAX_VALUE)
                        && codeCoder.write(((Encoding.Dictionary) encoding).codes(), codes, count, out);
            }
            default -> throw new IllegalArgumentException(encoding + " does not encode INT128");
        }
    }

    /** Encodes the entries of a dictionary. */
    Encoding writeEntries(BytesDictionary dictionary, ByteSink out) {
        int entries = dictionary.size();
        long[] lows = new long[entries];
        long[] highs = new long[entries];
        for (int i = 0; i < entries; i++) {
            lows[i] = (long) LONGS.get(dictionary.data(), SIZE * i);
            highs[i] = (long) LONGS.get(dictionary.data(), SIZE * i + SIZE / 2);
        }
        load(highs, lows, new boolean[0], entries);
        Encoding encoding;
        if (narrow) {
            encoding = new Int128Encoding.Widen(
                    coder.choose(lows, entries, "entries").encoding());
            coder.write(((Int128Encoding.Widen) encoding).child(), lows, entries, out);
        } else {
            Int128Encoding.Split split = new Int128Encoding.Split(
                    coder.choose(lows, entries, "entries").encoding(),
                    coder.choose(highs, entries, "entries").encoding());
            coder.write(split.low(), lows, entries, out);
            coder.write(split.high(), highs, entries, out);
            encoding = split;
        }
        return encoding;
    }
}
