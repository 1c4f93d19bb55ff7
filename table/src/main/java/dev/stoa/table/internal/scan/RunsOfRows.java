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
package dev.stoa.table.internal.scan;

import dev.stoa.format.Batch;
import dev.stoa.reader.RowRanges;
import java.util.Arrays;

/** Gathers the numbers of the selected rows of batches, which ascend, as ranges. */
final class RunsOfRows {
    private long[] firsts = new long[16];
    private long[] ends = new long[16];
    private int count;

    void add(Batch batch) {
        if (batch.runCount() > 0) {
            for (int run = 0; run < batch.runCount(); run++) {
                add(batch.firstRow() + batch.runStart(run), batch.firstRow() + batch.runEnd(run));
            }
            return;
        }
        for (int i = 0; i < batch.selectedCount(); i++) {
            long row = batch.firstRow() + batch.selected(i);
            add(row, row + 1);
        }
    }

    private void add(long first, long end) {
        if (count > 0 && ends[count - 1] == first) {
            ends[count - 1] = end;
            return;
        }
        if (count == firsts.length) {
            firsts = Arrays.copyOf(firsts, 2 * count);
            ends = Arrays.copyOf(ends, 2 * count);
        }
        firsts[count] = first;
        ends[count++] = end;
    }

    RowRanges ranges() {
        return RowRanges.of(Arrays.copyOf(firsts, count), Arrays.copyOf(ends, count));
    }
}
