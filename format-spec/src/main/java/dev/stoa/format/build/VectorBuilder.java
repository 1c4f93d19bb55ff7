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
package dev.stoa.format.build;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.Type;
import java.util.Arrays;

/**
 * Gathers the values of one column and makes a {@link ColumnVector} of them. Each subclass has a method that appends a
 * value of its shape, without a check of its range: the writer checks it.
 *
 * <p>A builder keeps its arrays when it is cleared, so that a loop over batches allocates once. No two threads may use
 * a builder at the same time.
 */
public abstract sealed class VectorBuilder
        permits NullBuilder,
                BooleanBuilder,
                IntBuilder,
                LongBuilder,
                Int128Builder,
                FloatBuilder,
                DoubleBuilder,
                BytesBuilder,
                StructBuilder,
                ListBuilder {
    private static final int FIRST_ROWS = 16;

    private final Type type;
    private boolean[] nulls = new boolean[0];
    private boolean hasNulls;
    private int size;

    VectorBuilder(Type type) {
        this.type = type;
    }

    /** The type of the values. */
    public final Type type() {
        return type;
    }

    /** The number of rows that were appended since the last {@link #clear}. */
    public final int size() {
        return size;
    }

    /** Appends a null. */
    public final void addNull() {
        int row = nextRow();
        nulls[row] = true;
        hasNulls = true;
        putNull(row);
    }

    /** Begins a row that is not null, and returns its number. All arrays have room for it. */
    final int nextRow() {
        if (size == nulls.length) {
            int capacity = Math.max(FIRST_ROWS, Math.addExact(size, Math.max(size >> 1, 1)));
            nulls = Arrays.copyOf(nulls, capacity);
            ensure(capacity);
        }
        nulls[size] = false;
        return size++;
    }

    /** The vector of all rows, over the arrays of this builder: valid until the next append or {@link #clear}. */
    public final ColumnVector vector() {
        return vector(hasNulls ? nulls : ColumnVector.NO_NULLS);
    }

    /** Forgets all rows, and keeps the arrays. */
    public final void clear() {
        size = 0;
        hasNulls = false;
        forget();
    }

    /** The number of bytes that the values take in memory, null masks aside. */
    public abstract long bytes();

    abstract ColumnVector vector(boolean[] mask);

    /** Makes room for rows. */
    abstract void ensure(int capacity);

    /** Puts what a null row needs; by default nothing, as the value of a null row is unspecified. */
    void putNull(int row) {
        // arrays keep what they have
    }

    /** Forgets what a subclass knows of the rows, besides their values. */
    void forget() {
        // most know nothing else
    }
}
