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
import dev.stoa.format.ColumnVector;
import dev.stoa.format.DoubleVector;
import dev.stoa.format.FloatVector;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;

/** Values of at most 64 bits as signed integers that compare as the values do. */
public final class Keys {
    private Keys() {}

    /** Returns the mask to xor a 64-bit value with: the sign bit if its order is unsigned. */
    public static long flip(Type type) {
        return type.kind() == TypeKind.UINT64 ? Long.MIN_VALUE : 0;
    }

    /** The keys of the first rows of a vector. */
    public static void of(Type type, ColumnVector vector, int rows, long[] keys) {
        if (vector instanceof IntVector v) {
            int[] values = v.values();
            if (type.kind() == TypeKind.FLOAT16) {
                for (int i = 0; i < rows; i++) {
                    keys[i] = FloatKeys.ofHalf(values[i]);
                }
            } else {
                for (int i = 0; i < rows; i++) {
                    keys[i] = values[i];
                }
            }
        } else if (vector instanceof LongVector v) {
            long flip = flip(type);
            long[] values = v.values();
            for (int i = 0; i < rows; i++) {
                keys[i] = values[i] ^ flip;
            }
        } else if (vector instanceof DoubleVector v) {
            double[] values = v.values();
            for (int i = 0; i < rows; i++) {
                keys[i] = FloatKeys.ofDouble(values[i]);
            }
        } else if (vector instanceof FloatVector v) {
            float[] values = v.values();
            for (int i = 0; i < rows; i++) {
                keys[i] = FloatKeys.ofDouble(values[i]);
            }
        } else if (vector instanceof BooleanVector v) {
            byte[] values = v.values();
            for (int i = 0; i < rows; i++) {
                keys[i] = values[i];
            }
        } else {
            throw new IllegalArgumentException(
                    "no keys of a " + vector.getClass().getSimpleName());
        }
    }

    /** The key of a row. */
    public static long of(Type type, ColumnVector vector, int row) {
        if (vector instanceof IntVector v) {
            int value = v.values()[row];
            return type.kind() == TypeKind.FLOAT16 ? FloatKeys.ofHalf(value) : value;
        } else if (vector instanceof LongVector v) {
            return v.values()[row] ^ flip(type);
        } else if (vector instanceof DoubleVector v) {
            return FloatKeys.ofDouble(v.values()[row]);
        } else if (vector instanceof FloatVector v) {
            return FloatKeys.ofDouble(v.values()[row]);
        } else if (vector instanceof BooleanVector v) {
            return v.values()[row];
        }
        throw new IllegalArgumentException("no keys of a " + vector.getClass().getSimpleName());
    }
}
