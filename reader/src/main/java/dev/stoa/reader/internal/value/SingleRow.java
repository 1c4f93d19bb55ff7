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
package dev.stoa.reader.internal.value;

import dev.stoa.format.BooleanVector;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.DoubleVector;
import dev.stoa.format.FloatVector;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;

/** Copies a value into a vector of its own. */
public final class SingleRow {
    private SingleRow() {}

    /**
     * A vector of one row, of a value that is not null.
     *
     * @throws IllegalArgumentException if the vector's values have fields or elements, or are all null
     */
    public static ColumnVector of(ColumnVector vector, int row) {
        boolean[] none = ColumnVector.NO_NULLS;
        if (vector instanceof BooleanVector v) {
            return new BooleanVector(v.type(), new byte[] {v.values()[row]}, none, 1);
        } else if (vector instanceof IntVector v) {
            return new IntVector(v.type(), new int[] {v.values()[row]}, none, 1);
        } else if (vector instanceof LongVector v) {
            return new LongVector(v.type(), new long[] {v.values()[row]}, none, 1);
        } else if (vector instanceof Int128Vector v) {
            return new Int128Vector(v.type(), new long[] {v.high(row)}, new long[] {v.low()[row]}, none, 1);
        } else if (vector instanceof FloatVector v) {
            return new FloatVector(v.type(), new float[] {v.values()[row]}, none, 1);
        } else if (vector instanceof DoubleVector v) {
            return new DoubleVector(v.type(), new double[] {v.values()[row]}, none, 1);
        } else if (vector instanceof BytesVector v) {
            byte[] value = v.get(row);
            return new BytesVector(v.type(), value, new int[] {0, value.length}, none, 1);
        }
        throw new IllegalArgumentException(
                "no single value of a " + vector.getClass().getSimpleName());
    }
}
