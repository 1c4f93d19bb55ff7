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
package dev.stoa.delta;

import dev.stoa.format.BooleanVector;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.DoubleVector;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.IntVector;
import dev.stoa.format.ListVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.StructVector;
import java.util.ArrayList;
import java.util.List;

/** Values of vectors as objects that can be compared. */
final class Values {
    private Values() {}

    static Object of(ColumnVector vector, int row) {
        if (vector.isNull(row)) {
            return "null";
        } else if (vector instanceof BooleanVector v) {
            return v.values()[row];
        } else if (vector instanceof IntVector v) {
            return v.values()[row];
        } else if (vector instanceof LongVector v) {
            return v.values()[row];
        } else if (vector instanceof DoubleVector v) {
            return v.values()[row];
        } else if (vector instanceof Int128Vector v) {
            return v.get(row);
        } else if (vector instanceof BytesVector v) {
            return v.getString(row);
        } else if (vector instanceof StructVector v) {
            List<Object> fields = new ArrayList<>();
            v.fields().forEach(field -> fields.add(of(field, row)));
            return fields;
        } else if (vector instanceof ListVector v) {
            List<Object> list = new ArrayList<>();
            for (int i = v.offsets()[row]; i < v.offsets()[row + 1]; i++) {
                list.add(of(v.elements(), i));
            }
            return list;
        }
        throw new AssertionError(vector.getClass());
    }
}
