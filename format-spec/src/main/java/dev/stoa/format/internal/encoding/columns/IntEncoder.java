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
import dev.stoa.format.internal.encoding.dictionary.DictionaryChoice;
import dev.stoa.format.internal.encoding.dictionary.LongDictionary;
import dev.stoa.format.internal.encoding.integers.IntCoder;
import dev.stoa.format.internal.encoding.wire.ByteSink;
import dev.stoa.format.internal.encoding.wire.Encoding;
import dev.stoa.format.internal.encoding.wire.Scratch;

/** Encodes values of shape INT. */
final class IntEncoder extends ShapeEncoder {
    /** If PFOR takes at most this number of bits per value, a dictionary is not tried. */
    static final int NARROW = 2;

    /** The number of first values that are tried. If nearly all of them are distinct, no dictionary is made. */
    static final int TRIAL = 512;

    private final IntCoder coder;
    private final DictionaryChoice dictionaries;
    private int[] source = new int[0];
    private int[] scratch = new int[0];
    private int[] codes = new int[0];
    private int[] values = source;
    private int count;
    private boolean zeroNulls;

    IntEncoder(IntCoder coder) {
        this.coder = coder;
        this.dictionaries = new DictionaryChoice(coder);
    }

    /** Loads a vector; null rows are filled with 0 or with a neighbour. */
    void load(int[] vector, boolean[] rowNulls, int n, boolean fillWithZero) {
        begin(rowNulls, n);
        source = vector;
        zeroNulls = fillWithZero;
    }

    @Override
    void release() {
        source = scratch;
        values = scratch;
    }

    @Override
    void select(boolean compact) {
        int n = rows();
        if (valid() == n) {
            values = source;
            count = n;
            return;
        }
        scratch = Scratch.grow(scratch, n);
        values = scratch;
        boolean[] nulls = nulls();
        count = 0;
        if (compact) {
            for (int i = 0; i < n; i++) {
                if (!nulls[i]) {
                    values[count++] = source[i];
                }
            }
            return;
        }
        int fill = 0;
        for (int i = 0; i < n && !zeroNulls; i++) {
            if (!nulls[i]) {
                fill = source[i];
                break;
            }
        }
        for (int i = 0; i < n; i++) {
            if (!nulls[i]) {
                fill = zeroNulls ? fill : source[i];
                values[i] = source[i];
            } else {
                values[i] = fill;
            }
        }
        count = n;
    }

    @Override
    Choice choose(ColumnState column) {
        Choice choice = coder.chooseValues(values, count);
        if (!choice.isConstant()) {
            int bits = coder.pforBits(values, count);
            if (bits > NARROW) {
                offerDictionary(choice, column, bits);
            }
        }
        return choice;
    }

    private void offerDictionary(Choice choice, ColumnState column, int bits) {
        LongDictionary dictionary = column.longDictionary();
        codes = Scratch.grow(codes, count);
        int before = dictionary.size();
        int trial = TRIAL;
        if (count > trial && (!dictionary.encode(values, trial, codes) || dictionary.size() - before >= trial - 1)) {
            return;
        }
        if (dictionary.encode(values, count, codes)) {
            long newBytes = (long) (dictionary.size() - before) * Math.min(bits, Integer.SIZE) / Byte.SIZE;
            dictionaries.offer(
                    choice,
                    Cost.DICTIONARY,
                    column.dictionaryOrdinal(),
                    codes,
                    count,
                    before,
                    dictionary.size(),
                    newBytes,
                    rows());
        }
    }

    @Override
    boolean write(Encoding encoding, ColumnState column, ByteSink out) {
        if (encoding instanceof Encoding.Dictionary tree) {
            codes = Scratch.grow(codes, count);
            return column.longDictionary().encode(values, count, codes) && coder.write(tree.codes(), codes, count, out);
        }
        return coder.write(encoding, values, count, out);
    }
}
