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
package dev.stoa.trino.internal.columns;

import dev.stoa.format.ColumnVector;
import java.util.Arrays;
import java.util.Optional;

/**
 * Which rows of a vector become positions of a block.
 *
 * @param at the row of each position; adjacent rows in their order where it is {@link #ADJACENT}
 * @param first the first of adjacent rows
 * @param count the number of positions
 * @param nulls positions that are null whatever the vector says, as what is around them is null; {@link ColumnVector#NO_NULLS}
 *     for none
 */
public record Rows(int[] at, int first, int count, boolean[] nulls) {
    private static final int[] ADJACENT = new int[0];

    /** One row of a vector, its first. */
    public static final Rows FIRST = between(0, 1);

    /** Some rows of a batch or vector. */
    public static Rows some(int[] at) {
        return at.length == 0 ? between(0, 0) : new Rows(at, 0, at.length, ColumnVector.NO_NULLS);
    }

    /** Adjacent rows. */
    public static Rows between(int first, int end) {
        return new Rows(ADJACENT, first, end - first, ColumnVector.NO_NULLS);
    }

    /** The same rows of the fields of a struct that is null at some positions. */
    Rows within(boolean[] outer) {
        return new Rows(at, first, count, outer);
    }

    public int row(int position) {
        return at.length == 0 ? first + position : at[position];
    }

    /** Some of these rows, for a batch whose rows have no nulls from around them. */
    public Rows select(int[] positions, int offset, int size) {
        int[] rows = Arrays.copyOfRange(positions, offset, offset + size);
        for (int i = 0; i < size; i++) {
            rows[i] = row(rows[i]);
        }
        return some(rows);
    }

    /** The bytes of memory of the rows' numbers. */
    public long bytes() {
        return (long) at.length * Integer.BYTES;
    }

    /** Whether the rows are adjacent, so that their values can be copied at once. */
    boolean areAdjacent() {
        return at.length == 0;
    }

    /** The values of these rows, in an array of their own. */
    int[] of(int[] values) {
        if (areAdjacent()) {
            return Arrays.copyOfRange(values, first, first + count);
        }
        int[] some = new int[count];
        for (int i = 0; i < count; i++) {
            some[i] = values[at[i]];
        }
        return some;
    }

    /** The values of these rows, in an array of their own. */
    long[] of(long[] values) {
        if (areAdjacent()) {
            return Arrays.copyOfRange(values, first, first + count);
        }
        long[] some = new long[count];
        for (int i = 0; i < count; i++) {
            some[i] = values[at[i]];
        }
        return some;
    }

    /** The values of these rows, in an array of their own. */
    byte[] of(byte[] values) {
        if (areAdjacent()) {
            return Arrays.copyOfRange(values, first, first + count);
        }
        byte[] some = new byte[count];
        for (int i = 0; i < count; i++) {
            some[i] = values[at[i]];
        }
        return some;
    }

    /** Which positions are null, perhaps in the array of the vector; {@link ColumnVector#NO_NULLS} if none is. */
    boolean[] nullsOf(ColumnVector vector) {
        if (!vector.hasNulls()) {
            return nulls;
        }
        if (nulls.length == 0 && areAdjacent() && first == 0) {
            return vector.nulls();
        }
        boolean[] all = new boolean[count];
        for (int i = 0; i < count; i++) {
            all[i] = (nulls.length != 0 && nulls[i]) || vector.nulls()[row(i)];
        }
        return all;
    }

    /** A bit for each position that has a value; nothing if all have one. */
    static Optional<long[]> valid(boolean[] nulls, int count) {
        if (nulls.length == 0) {
            return Optional.empty();
        }
        long[] bits = new long[(count + Long.SIZE - 1) / Long.SIZE];
        for (int i = 0; i < count; i++) {
            if (!nulls[i]) {
                bits[i / Long.SIZE] |= 1L << i;
            }
        }
        return Optional.of(bits);
    }
}
