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

import java.util.Arrays;

/** Modified columns of some rows, in the order of rows. */
public final class Modifies {
    private int size;
    private int[] rows = new int[16];
    private int[] columns = new int[16];
    private long[] values = new long[16];

    Modifies() {}

    void clear() {
        size = 0;
    }

    void add(int row, int column, long value) {
        if (size == rows.length) {
            rows = Arrays.copyOf(rows, 2 * size);
            columns = Arrays.copyOf(columns, 2 * size);
            values = Arrays.copyOf(values, 2 * size);
        }
        rows[size] = row;
        columns[size] = column;
        values[size++] = value;
    }

    /** Whether nothing is modified. */
    public boolean isEmpty() {
        return size == 0;
    }

    /** How many columns of rows are modified. */
    public int size() {
        return size;
    }

    /** Whether a column is modified in any row. */
    public boolean contain(int column) {
        for (int i = 0; i < size; i++) {
            if (columns[i] == column) {
                return true;
            }
        }
        return false;
    }

    /**
     * The rows where a column is modified.
     *
     * @param selected becomes those rows, ascending; as long as {@link #size} at least
     * @param references becomes the references of their values or {@link DeltaTree#SET_NULL}; as long
     * @return how many
     */
    public int select(int column, int[] selected, long[] references) {
        int count = 0;
        for (int i = 0; i < size; i++) {
            selected[count] = rows[i];
            references[count] = values[i];
            count += columns[i] == column ? 1 : 0;
        }
        return count;
    }
}
