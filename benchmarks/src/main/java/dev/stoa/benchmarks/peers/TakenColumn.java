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
package dev.stoa.benchmarks.peers;

import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import java.util.Arrays;

/** The values of one column for a known number of rows, in one array: numbers, or the bytes of texts and their offsets. */
final class TakenColumn {
    /** The room for the bytes of a text at first. */
    private static final int TEXT_BYTES = 32;

    private final int rows;
    private int count;
    private int[] ints = new int[0];
    private long[] longs = new long[0];
    private byte[] bytes = new byte[0];
    private int[] offsets = new int[0];

    TakenColumn(int rows) {
        this.rows = rows;
    }

    int count() {
        return count;
    }

    /** The array for numbers of 32 bits, whose next ones are put at {@link #count}. */
    int[] ints() {
        if (ints.length == 0) {
            ints = new int[rows];
        }
        return ints;
    }

    /** The array for numbers of 64 bits. */
    long[] longs() {
        if (longs.length == 0) {
            longs = new long[rows];
        }
        return longs;
    }

    /** Counts numbers that were put into the array. */
    void added(int numbers) {
        count += numbers;
    }

    void addText(byte[] source, int start, int length) {
        if (offsets.length == 0) {
            offsets = new int[rows + 1];
            bytes = new byte[rows * TEXT_BYTES];
        }
        int from = offsets[count];
        if (from + length > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(from + length, 2 * bytes.length));
        }
        System.arraycopy(source, start, bytes, from, length);
        offsets[++count] = from + length;
    }

    /** Adds the selected rows of a vector. */
    void add(ColumnVector column, int[] selection, int selected) {
        if (column instanceof IntVector v) {
            int[] values = v.values();
            int[] target = ints();
            for (int i = 0; i < selected; i++) {
                target[count + i] = values[selection[i]];
            }
            added(selected);
        } else if (column instanceof LongVector v) {
            long[] values = v.values();
            long[] target = longs();
            for (int i = 0; i < selected; i++) {
                target[count + i] = values[selection[i]];
            }
            added(selected);
        } else {
            BytesVector texts = (BytesVector) column;
            for (int i = 0; i < selected; i++) {
                addText(texts.data(), texts.start(selection[i]), texts.length(selection[i]));
            }
        }
    }

    /**
     * Numbers, or lengths of texts, each times its place counted from one, added up; and every byte of texts. The task of the
     * other libraries does the same.
     */
    long checksum() {
        long sum = 0;
        for (int i = 0; i < count; i++) {
            long value = offsets.length > 0 ? offsets[i + 1] - offsets[i] : ints.length > 0 ? ints[i] : longs[i];
            sum += value * (i + 1);
        }
        for (int i = 0; i < (offsets.length > 0 ? offsets[count] : 0); i++) {
            sum += bytes[i] & 0xff;
        }
        return sum;
    }
}
