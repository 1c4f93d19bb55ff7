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

import dev.stoa.format.internal.meta.Layout;

/** The selected rows of a vector. */
final class RowMask {
    private final long[] words = new long[Layout.VECTOR_ROWS / Long.SIZE];

    /** Selects rows from {@code at} on, where {@code selected} is true. */
    void set(int at, boolean[] selected, int count) {
        int i = 0;
        while (i < count) {
            int first = at + i;
            int n = Math.min(count - i, Long.SIZE - (first & (Long.SIZE - 1)));
            long word = 0;
            for (int j = 0; j < n; j++) {
                word |= (selected[i + j] ? 1L : 0L) << j;
            }
            words[first >>> 6] |= word << first;
            i += n;
        }
    }

    /** Whether no row is selected. */
    boolean isEmpty() {
        long any = 0;
        for (long word : words) {
            any |= word;
        }
        return any == 0;
    }

    /** Writes the selected rows of {@code at..at+count-1}, counted from {@code at}; returns how many. */
    int select(int at, int count, int[] selection) {
        int n = 0;
        int end = at + count;
        int row = at;
        while (row < end) {
            long word = words[row >>> 6] & (-1L << row);
            int base = row & ~63;
            while (word != 0) {
                int next = base + Long.numberOfTrailingZeros(word);
                if (next >= end) {
                    return n;
                }
                selection[n++] = next - at;
                word &= word - 1;
            }
            row = base + 64;
        }
        return n;
    }
}
