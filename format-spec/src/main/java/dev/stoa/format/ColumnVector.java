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
package dev.stoa.format;

import java.util.Objects;

/**
 * The values of one column for the rows of one {@link Batch}: primitive arrays, and a null mask.
 *
 * <p>A vector is a view of arrays which it does not copy. The arrays of a reader's vector are valid until its next batch,
 * and read-only: the reader may use a value there again. The caller of a writer may reuse the arrays when the call returns.
 * Arrays may be longer than {@link #size()}. The value at a null row is unspecified.
 */
public abstract sealed class ColumnVector
        permits NullVector,
                BooleanVector,
                IntVector,
                LongVector,
                Int128Vector,
                FloatVector,
                DoubleVector,
                BytesVector,
                StructVector,
                ListVector {

    /** The mask of a vector without nulls. */
    public static final boolean[] NO_NULLS = new boolean[0];

    private final Type type;
    private final int size;
    private final boolean[] nulls;
    private boolean constant;

    ColumnVector(Type type, boolean[] nulls, int size, Physical... shapes) {
        this.type = Objects.requireNonNull(type, "type is null");
        this.nulls = Objects.requireNonNull(nulls, "nulls is null, use NO_NULLS");
        this.size = size;
        if (size < 0 || (nulls.length != 0 && nulls.length < size)) {
            throw new IllegalArgumentException("size " + size + " does not fit a null mask of " + nulls.length);
        }
        boolean fits = shapes.length == 0;
        for (Physical shape : shapes) {
            fits |= type.physical() == shape;
        }
        if (!fits) {
            throw new IllegalArgumentException(
                    "a " + getClass().getSimpleName() + " can't hold " + type + ", which is " + type.physical());
        }
    }

    final void checkLength(int length, int wanted) {
        if (length < wanted) {
            throw new IllegalArgumentException("the array holds " + length + " values, " + wanted + " are needed");
        }
    }

    /** The logical type of the values. */
    public final Type type() {
        return type;
    }

    /** The number of rows. */
    public final int size() {
        return size;
    }

    /**
     * True if all rows are known to be equal, and none is null. A result for row 0 then holds for all rows, so a consumer
     * can work once per vector. The arrays are filled nevertheless. False says nothing.
     */
    public final boolean isConstant() {
        return constant;
    }

    /** States that {@link #isConstant}: the code that fills the arrays may call this before it publishes the vector. */
    public final void setConstant() {
        if (hasNulls()) {
            throw new IllegalStateException("a vector with nulls is not constant");
        }
        constant = true;
    }

    /** True when some row may be null. */
    public final boolean hasNulls() {
        return nulls.length != 0;
    }

    /** The null mask: true where a row is null; {@link #NO_NULLS} (length 0) when no row is. */
    public final boolean[] nulls() {
        return nulls;
    }

    /** Whether a row is null. */
    public final boolean isNull(int row) {
        return nulls.length != 0 && nulls[row];
    }
}
