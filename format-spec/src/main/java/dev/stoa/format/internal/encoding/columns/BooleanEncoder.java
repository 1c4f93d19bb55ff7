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
import dev.stoa.format.internal.encoding.integers.BitsWriter;
import dev.stoa.format.internal.encoding.wire.ByteSink;
import dev.stoa.format.internal.encoding.wire.ConstantValue;
import dev.stoa.format.internal.encoding.wire.Encoding;
import dev.stoa.format.internal.encoding.wire.Scratch;
import java.util.Arrays;

/** Encodes values of shape BOOLEAN. */
final class BooleanEncoder extends ShapeEncoder {
    private final BitsWriter bits;
    private final EncodingChooser chooser;
    private byte[] source = new byte[0];
    private byte[] scratch = new byte[0];
    private byte[] values = source;
    private int count;
    private final ByteSink trial = new ByteSink(1024);

    BooleanEncoder(BitsWriter bits, EncodingChooser chooser) {
        this.bits = bits;
        this.chooser = chooser;
    }

    /** Loads a vector. */
    void load(byte[] vector, boolean[] rowNulls, int n) {
        begin(rowNulls, n);
        source = vector;
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
        byte fill = 0;
        for (int i = n - 1; i >= 0; i--) {
            fill = nulls[i] ? fill : source[i];
        }
        for (int i = 0; i < n; i++) {
            fill = nulls[i] ? fill : source[i];
            values[i] = fill;
        }
        count = n;
    }

    @Override
    Choice choose(ColumnState column) {
        Choice choice = chooser.choice("values");
        byte first = count == 0 ? 0 : values[0];
        if (count == 0 || Arrays.mismatch(values, 0, count - 1, values, 1, count) < 0) {
            return choice.offer(Cost.NONE, 0, new Encoding.Constant(ConstantValue.ofBits(Physical.BOOLEAN, first)));
        }
        trial.clear();
        bits.write(values, count, trial);
        return choice.offer(Cost.NONE, trial.size(), new Encoding.Bits());
    }

    @Override
    boolean write(Encoding encoding, ColumnState column, ByteSink out) {
        if (encoding instanceof Encoding.Constant constant) {
            long value = constant.value().low();
            for (int i = 0; i < count; i++) {
                if (values[i] != value) {
                    return false;
                }
            }
            return true;
        }
        bits.write(values, count, out);
        return true;
    }
}
