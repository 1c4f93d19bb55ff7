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
package dev.stoa.reader;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.internal.meta.Layout;

/** The new values of a column in one vector after another. For one thread. */
final class VectorChanges {
    private final ColumnChanges changes;
    private int vector = -1;
    private int from;
    private int to;

    VectorChanges(ColumnChanges changes) {
        this.changes = changes;
    }

    /** Goes to a vector, quickest to the next one; returns whether it has new values. */
    boolean seek(int next) {
        if (next != vector) {
            long base = (long) next * Layout.VECTOR_ROWS;
            from = next == vector + 1 ? to : changes.from(base);
            vector = next;
            to = from;
            if (from < changes.count() && changes.row(from) < base + Layout.VECTOR_ROWS) {
                to = changes.from(base + Layout.VECTOR_ROWS, from);
            }
        }
        return from < to;
    }

    /** The first of the vector's new values. */
    int from() {
        return from;
    }

    /** One past the last of them. */
    int to() {
        return to;
    }

    /** The row, counted from the vector's first, of a new value. */
    int place(int change) {
        return (int) changes.row(change) & (Layout.VECTOR_ROWS - 1);
    }

    /** All new values of the column, of which those between {@link #from} and {@link #to} count. */
    ColumnVector values() {
        return changes.values();
    }
}
