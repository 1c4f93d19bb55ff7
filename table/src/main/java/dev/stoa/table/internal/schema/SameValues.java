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
package dev.stoa.table.internal.schema;

import dev.stoa.format.Batch;
import dev.stoa.format.BooleanVector;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.DoubleVector;
import dev.stoa.format.FloatVector;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.IntVector;
import dev.stoa.format.ListVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.StructVector;
import java.util.Arrays;

/** Whether rows have the same values, bit by bit. */
public final class SameValues {
    private SameValues() {}

    /** Of all columns, which are the same in both. */
    public static boolean inRow(Batch a, int i, Batch b, int j) {
        for (int c = 0; c < a.columns().size(); c++) {
            if (!in(a.column(c), i, b.column(c), j)) {
                return false;
            }
        }
        return true;
    }

    /** Of a column. */
    public static boolean in(ColumnVector a, int i, ColumnVector b, int j) {
        if (a.isNull(i) || b.isNull(j)) {
            return a.isNull(i) == b.isNull(j);
        } else if (a instanceof IntVector x && b instanceof IntVector y) {
            return x.values()[i] == y.values()[j];
        } else if (a instanceof LongVector x && b instanceof LongVector y) {
            return x.values()[i] == y.values()[j];
        } else if (a instanceof BooleanVector x && b instanceof BooleanVector y) {
            return x.values()[i] == y.values()[j];
        } else if (a instanceof DoubleVector x && b instanceof DoubleVector y) {
            return Double.doubleToRawLongBits(x.values()[i]) == Double.doubleToRawLongBits(y.values()[j]);
        } else if (a instanceof FloatVector x && b instanceof FloatVector y) {
            return Float.floatToRawIntBits(x.values()[i]) == Float.floatToRawIntBits(y.values()[j]);
        } else if (a instanceof Int128Vector x && b instanceof Int128Vector y) {
            return x.high(i) == y.high(j) && x.low()[i] == y.low()[j];
        } else if (a instanceof BytesVector x && b instanceof BytesVector y) {
            int from = x.start(i);
            int other = y.start(j);
            return Arrays.equals(x.data(), from, from + x.length(i), y.data(), other, other + y.length(j));
        } else if (a instanceof StructVector x && b instanceof StructVector y) {
            for (int f = 0; f < x.fields().size(); f++) {
                if (!in(x.field(f), i, y.field(f), j)) {
                    return false;
                }
            }
            return true;
        } else if (a instanceof ListVector x && b instanceof ListVector y) {
            int count = x.offsets()[i + 1] - x.offsets()[i];
            boolean same = count == y.offsets()[j + 1] - y.offsets()[j];
            for (int e = 0; same && e < count; e++) {
                same = in(x.elements(), x.offsets()[i] + e, y.elements(), y.offsets()[j] + e);
            }
            return same;
        }
        return true;
    }
}
