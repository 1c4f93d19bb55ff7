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
package dev.stoa.arrow;

import dev.stoa.format.Batch;
import java.util.Arrays;

/** Some rows of a vector, as runs of consecutive rows in ascending order. Reused. */
final class Runs {
    private int[] from = new int[16];
    private int[] to = new int[16];
    private int count;
    private int rows;

    void clear() {
        count = 0;
        rows = 0;
    }

    /** Appends the rows {@code [start, end)}. */
    void add(int start, int end) {
        if (start == end) {
            return;
        }
        rows += end - start;
        if (count > 0 && to[count - 1] == start) {
            to[count - 1] = end;
            return;
        }
        if (count == from.length) {
            from = Arrays.copyOf(from, count * 2);
            to = Arrays.copyOf(to, count * 2);
        }
        from[count] = start;
        to[count++] = end;
    }

    /** Takes the selected rows of a batch from the {@code first}-th up to the {@code last}-th. */
    void select(Batch batch, int first, int last) {
        clear();
        if (batch.isAllSelected()) {
            add(first, last);
            return;
        }
        int[] selection = batch.selection();
        for (int i = first; i < last; i++) {
            add(selection[i], selection[i] + 1);
        }
    }

    /** The number of runs. */
    int count() {
        return count;
    }

    /** The number of rows in all runs. */
    int rows() {
        return rows;
    }

    int from(int run) {
        return from[run];
    }

    int to(int run) {
        return to[run];
    }
}
