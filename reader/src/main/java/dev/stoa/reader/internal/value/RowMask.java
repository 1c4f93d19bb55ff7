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

import dev.stoa.format.internal.kernel.Masks;
import java.util.Arrays;
import java.util.Optional;

/** Some of the rows of a vector: a bitmap as in {@link Masks}. */
public final class RowMask {
    private final long[] words = new long[Masks.WORDS];

    /** The bitmap itself. */
    public long[] words() {
        return words;
    }

    /** Selects the rows {@code 0..count-1} and no others, or none. */
    public void fill(int count, boolean selected) {
        Masks.fill(words, selected ? count : 0);
    }

    /** Selects the rows where {@code selected} is true, and no others. */
    public void set(boolean[] selected, int count) {
        fill(0, false);
        for (int i = 0; i < count; i += Long.SIZE) {
            int n = Math.min(count - i, Long.SIZE);
            long word = 0;
            for (int j = 0; j < n; j++) {
                word |= (selected[i + j] ? 1L : 0L) << j;
            }
            words[i >>> 6] = word;
        }
    }

    /** Keeps the rows that are also in another mask. */
    public void and(RowMask other) {
        and(other.words);
    }

    /** Keeps the rows that are also in a bitmap. */
    public void and(long[] bitmap) {
        for (int i = 0; i < words.length; i++) {
            words[i] &= bitmap[i];
        }
    }

    /** Adds the rows of another mask. */
    public void or(RowMask other) {
        for (int i = 0; i < words.length; i++) {
            words[i] |= other.words[i];
        }
    }

    /** Adds the rows of another mask, each {@code at} rows further on; all are within the vector. */
    public void or(RowMask other, int at) {
        int word = at >>> 6;
        if ((at & 63) == 0) {
            for (int i = word; i < words.length; i++) {
                words[i] |= other.words[i - word];
            }
            return;
        }
        for (int i = word; i < words.length; i++) {
            words[i] |= other.words[i - word] << at | (i > word ? other.words[i - word - 1] >>> -at : 0);
        }
    }

    /** Whether no row is selected. */
    public boolean isEmpty() {
        long any = 0;
        for (long word : words) {
            any |= word;
        }
        return any == 0;
    }

    /** Returns the selected rows, ascending, unless they are more than a number. */
    public Optional<int[]> few(int most) {
        int count = count();
        if (count > most) {
            return Optional.empty();
        }
        int[] rows = new int[count + Masks.SLACK];
        Masks.places(words, words.length * Long.SIZE, 0, rows);
        return Optional.of(Arrays.copyOf(rows, count));
    }

    /** How many rows are selected. */
    int count() {
        return Masks.count(words);
    }
}
