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
package dev.stoa.writer;

import dev.stoa.format.ColumnVector;
import java.util.Arrays;

/**
 * At most one vector's worth of rows of a column vector, as ascending runs of neighbours. Row i of the piece is one of
 * the vector's rows; masks and lengths that go with the piece are indexed by i.
 */
final class Rows {
    private static final int FEW_RUNS = 16;

    private int[] starts = new int[FEW_RUNS];
    private int[] lengths = new int[FEW_RUNS];
    private int runs;
    private int count;

    /** Appends rows; joined with the last run if they follow it. */
    void add(int start, int length) {
        if (runs > 0 && starts[runs - 1] + lengths[runs - 1] == start) {
            lengths[runs - 1] += length;
        } else {
            if (runs == starts.length) {
                starts = Arrays.copyOf(starts, runs * 4);
                lengths = Arrays.copyOf(lengths, runs * 4);
            }
            starts[runs] = start;
            lengths[runs] = length;
            runs++;
        }
        count += length;
    }

    /** Forgets the rows, and most of the memory: a wide schema has many pieces under way. */
    void clear() {
        runs = 0;
        count = 0;
        if (starts.length > FEW_RUNS) {
            starts = new int[FEW_RUNS];
            lengths = new int[FEW_RUNS];
        }
    }

    /** Number of rows. */
    int count() {
        return count;
    }

    /** Number of runs. */
    int runs() {
        return runs;
    }

    /** First row of a run. */
    int start(int run) {
        return starts[run];
    }

    /** Number of rows of a run. */
    int length(int run) {
        return lengths[run];
    }

    /** The null mask of these rows; {@link ColumnVector#NO_NULLS} if none is null. */
    boolean[] nulls(ColumnVector vector) {
        if (!vector.hasNulls()) {
            return ColumnVector.NO_NULLS;
        }
        boolean[] mask = vector.nulls();
        boolean[] nulls = new boolean[count];
        boolean any = false;
        int at = 0;
        for (int run = 0; run < runs; run++) {
            int start = starts[run];
            for (int i = 0; i < lengths[run]; i++) {
                boolean isNull = mask[start + i];
                nulls[at++] = isNull;
                any |= isNull;
            }
        }
        return any ? nulls : ColumnVector.NO_NULLS;
    }
}
