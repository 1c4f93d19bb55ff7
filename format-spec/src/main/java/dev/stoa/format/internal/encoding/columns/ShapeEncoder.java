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
import dev.stoa.format.internal.encoding.wire.ByteSink;
import dev.stoa.format.internal.encoding.wire.Encoding;

/**
 * Chooses and writes the encoding of one vector's values of one shape. The caller loads it with a vector, says whether all rows
 * count (null rows are then filled) or only valid rows, and lets it choose or write. The state of a column is in
 * {@link ColumnState}.
 */
abstract class ShapeEncoder {
    private boolean[] nulls = new boolean[0];
    private int rows;
    private int valid;

    /** Loads validity; subclasses load their values. */
    final void begin(boolean[] rowNulls, int n) {
        nulls = rowNulls;
        rows = n;
        valid = n;
        if (rowNulls.length > 0) {
            for (int i = 0; i < n; i++) {
                valid -= rowNulls[i] ? 1 : 0;
            }
        }
    }

    final boolean[] nulls() {
        return nulls;
    }

    /** The rows of the vector. */
    final int rows() {
        return rows;
    }

    /** How many of them are not null. */
    final int valid() {
        return valid;
    }

    /** Takes the values of all rows or only of those that are not null. */
    abstract void select(boolean compact);

    /** The encoding of the selected values that costs least. May leave entries in the dictionary: the caller cuts it. */
    abstract Choice choose(ColumnState column);

    /** Writes the selected values; false if they don't fit the encoding (then the caller undoes what was written). */
    abstract boolean write(Encoding encoding, ColumnState column, ByteSink out);

    /** True when the vector that was loaded can only be stored in pages unless its values are few. */
    boolean isPaged(Encoding encoding) {
        return false;
    }

    /** Releases the caller's arrays. */
    abstract void release();
}
