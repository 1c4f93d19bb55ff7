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
package dev.stoa.format.internal.encoding.decode;

import java.util.Arrays;
import java.util.Optional;

/**
 * Some of n values of one vector: those that the caller reads. A decoder may leave the others out.
 *
 * @param n of all, 0..{@link VectorDecoder#MAX_ROWS}
 * @param from the first one that the caller reads, 0..to
 * @param to the end of those, at most n
 * @param few the only values of {@code from..to-1} that the caller reads, ascending; absent if it reads them all
 */
public record WantedRows(int n, int from, int to, Optional<int[]> few) {
    /** All of n values. */
    public static WantedRows all(int n) {
        return range(n, 0, n);
    }

    /** The values {@code from..to-1} of n. */
    public static WantedRows range(int n, int from, int to) {
        return new WantedRows(n, from, to, Optional.empty());
    }

    /** A few of n values, ascending. */
    public static WantedRows few(int n, int[] rows) {
        return new WantedRows(n, 0, n, Optional.of(rows));
    }

    /** Returns where the wanted rows are among the values of rows that are not null. */
    WantedRows present(int stored, boolean[] nulls) {
        if (few.isPresent()) {
            return few(stored, valuesOf(few.get(), nulls));
        }
        int first = from - nullCount(nulls, 0, from);
        return range(stored, first, first + to - from - nullCount(nulls, from, to));
    }

    private static int[] valuesOf(int[] rows, boolean[] nulls) {
        int[] values = new int[rows.length];
        int count = 0;
        int value = 0;
        int row = 0;
        for (int wanted : rows) {
            value += wanted - row - nullCount(nulls, row, wanted);
            row = wanted;
            if (!nulls[wanted]) {
                values[count++] = value;
            }
        }
        return Arrays.copyOf(values, count);
    }

    private static int nullCount(boolean[] nulls, int from, int to) {
        int count = 0;
        for (int i = from; i < to; i++) {
            count += nulls[i] ? 1 : 0;
        }
        return count;
    }
}
