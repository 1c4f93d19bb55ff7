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
import dev.stoa.format.StructVector;
import dev.stoa.format.internal.meta.Layout;
import java.util.Arrays;

/** New values of one column, or of a field within its rows: by row, ascending. Immutable. */
final class ColumnChanges {
    private final long[] rows;
    private final ColumnVector values;

    /**
     * Takes arrays that nobody changes any more.
     *
     * @param rows ascending, no one twice
     * @param values one for each; null where a row is set to null
     */
    ColumnChanges(long[] rows, ColumnVector values) {
        this.rows = rows;
        this.values = values;
    }

    int count() {
        return rows.length;
    }

    long row(int i) {
        return rows[i];
    }

    long[] rows() {
        return rows.clone();
    }

    RowRanges ranges() {
        return RowRanges.of(rows);
    }

    ColumnVector values() {
        return values;
    }

    /** The changes of a field of a struct. */
    ColumnChanges field(int ordinal) {
        return new ColumnChanges(rows, ((StructVector) values).field(ordinal));
    }

    /** The first change at a row from the given one on. */
    int from(long row) {
        int at = Arrays.binarySearch(rows, row);
        return at < 0 ? -at - 1 : at;
    }

    /** The first change at a row from the given one on, which is not before {@code low} and at most a vector's rows behind it. */
    int from(long row, int low) {
        int high = (int) Math.min(rows.length, (long) low + Layout.VECTOR_ROWS);
        int at = Arrays.binarySearch(rows, low, high, row);
        return at < 0 ? -at - 1 : at;
    }

    /** These changes and newer ones, which count where both change a row. */
    ColumnChanges with(ColumnChanges newer) {
        if (!VectorAppender.sameValues(values.type(), newer.values.type())) {
            throw new IllegalArgumentException(
                    "older changes are values of " + values.type() + ", newer ones of " + newer.values.type());
        }
        long[] all = new long[Math.addExact(rows.length, newer.rows.length)];
        VectorAppender merged = VectorAppender.of(newer.values.type());
        int old = 0;
        int count = 0;
        for (int i = 0; i < newer.rows.length; i++) {
            int end = old;
            while (end < rows.length && rows[end] < newer.rows[i]) {
                end++;
            }
            System.arraycopy(rows, old, all, count, end - old);
            merged.append(values, old, end - old);
            count += end - old;
            old = end < rows.length && rows[end] == newer.rows[i] ? end + 1 : end;
            all[count++] = newer.rows[i];
            merged.append(newer.values, i, 1);
        }
        System.arraycopy(rows, old, all, count, rows.length - old);
        merged.append(values, old, rows.length - old);
        return new ColumnChanges(Arrays.copyOf(all, merged.size()), merged.vector());
    }
}
