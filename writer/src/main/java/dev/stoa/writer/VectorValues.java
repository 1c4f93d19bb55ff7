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
package dev.stoa.writer;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.internal.encoding.columns.ColumnEncoder;
import dev.stoa.format.internal.encoding.wire.ByteSink;
import dev.stoa.format.internal.meta.Layout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The rows of a column that wait until they are a vector: at most 4096. Arrays grow with the rows, since a table may have
 * very many columns; null rows hold zeros.
 */
abstract class VectorValues {
    private boolean[] nulls = ColumnVector.NO_NULLS;
    private int nullCount;
    private int size;

    /** Number of rows. */
    final int size() {
        return size;
    }

    /** Number of null rows. */
    final int nullCount() {
        return nullCount;
    }

    /** The null mask; length 0 if no row is null. */
    final boolean[] nulls() {
        return nullCount == 0 ? ColumnVector.NO_NULLS : nulls;
    }

    /** Bytes of memory. */
    final long heldBytes() {
        return nulls.length + valueBytes();
    }

    /** Forgets the rows and keeps the arrays. */
    final void clear() {
        size = 0;
        nullCount = 0;
        clearValues();
    }

    /** Forgets the rows and the arrays. */
    final void release() {
        clear();
        nulls = ColumnVector.NO_NULLS;
        releaseValues();
    }

    /** Counts rows that a subclass has just put after the others. */
    final void added(int count, boolean[] isNull) {
        if (isNull.length != 0) {
            ensureNulls(size + count);
            for (int i = 0; i < count; i++) {
                nulls[size + i] = isNull[i];
                nullCount += isNull[i] ? 1 : 0;
            }
        } else if (nulls.length != 0) {
            ensureNulls(size + count);
            Arrays.fill(nulls, size, size + count, false);
        }
        size += count;
    }

    private void ensureNulls(int needed) {
        if (nulls.length < needed) {
            nulls = Arrays.copyOf(nulls, capacity(nulls.length, needed));
        }
    }

    /** How long an array for rows becomes when it is too short. */
    static int capacity(int current, int needed) {
        return Math.min(Layout.VECTOR_ROWS, Math.max(needed, Math.max(16, current * 2)));
    }

    /** Writes the rows for {@link #load}. */
    final void save(ByteSink out) {
        out.u32(size);
        out.u8(nullCount == 0 ? 0 : 1);
        if (nullCount > 0) {
            for (int i = 0; i < size; i++) {
                out.u8(nulls[i] ? 1 : 0);
            }
        }
        saveValues(out);
    }

    /** Appends the rows that {@link #save} wrote. */
    final void load(ByteBuffer in) {
        int count = in.getInt();
        boolean[] isNull = in.get() == 0 ? ColumnVector.NO_NULLS : new boolean[count];
        for (int i = 0; i < isNull.length; i++) {
            isNull[i] = in.get() != 0;
        }
        loadValues(in, count);
        added(count, isNull);
    }

    /**
     * Appends rows of a vector.
     *
     * @param isNull which of the rows are null; length 0 for none
     */
    final void append(ColumnVector vector, Rows rows, boolean[] isNull) {
        copy(vector, rows, isNull);
        added(rows.count(), isNull);
    }

    /** The first row from a row on that the type can't hold; the number of rows if none exists. */
    int firstWrong(int from) {
        return size;
    }

    /** Returns what is wrong with a row. */
    String problem(int row) {
        throw new IllegalStateException("row " + row + " is sound");
    }

    /** Encodes the vector; true if it begins a block. */
    abstract boolean encode(ColumnEncoder encoder, ByteSink out) throws IOException;

    /** Adds the values to the bounds. */
    abstract void collect(Bounds bounds);

    abstract void copy(ColumnVector vector, Rows rows, boolean[] isNull);

    abstract long valueBytes();

    abstract void saveValues(ByteSink out);

    abstract void loadValues(ByteBuffer in, int count);

    abstract void releaseValues();

    void clearValues() {}
}
