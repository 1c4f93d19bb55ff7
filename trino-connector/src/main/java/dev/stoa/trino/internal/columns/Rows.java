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
import java.util.Optional;

/**
 * Which rows of a vector become positions of a block.
 *
 * @param at the row of each position; all rows in their order where it is {@link #ALL}
 * @param count the number of positions
 * @param nulls positions that are null whatever the vector says, as what is around them is null; {@link ColumnVector#NO_NULLS}
 *     for none
 */
record Rows(int[] at, int count, boolean[] nulls) {
    static final int[] ALL = new int[0];

    int row(int position) {
        return at.length == 0 ? position : at[position];
    }

    /** Whether the rows are those of a vector, from the first on. */
    boolean areFirst() {
        return at.length == 0;
    }

    boolean isNull(ColumnVector vector, int position) {
        return (nulls.length != 0 && nulls[position]) || vector.isNull(row(position));
    }

    /** Which positions are null; {@link ColumnVector#NO_NULLS} if none is. */
    boolean[] nullsOf(ColumnVector vector) {
        if (!vector.hasNulls()) {
            return nulls;
        }
        boolean[] all = new boolean[count];
        for (int i = 0; i < count; i++) {
            all[i] = isNull(vector, i);
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
