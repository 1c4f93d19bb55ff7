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

import dev.stoa.reader.RowRanges;
import java.util.Arrays;

/** Gathers rows in ascending order; those that touch take no more memory than one range. */
public final class RangeList {
    private long[] firsts = new long[16];
    private long[] ends = new long[16];
    private int count;

    /** Adds rows, all after those that were added before. */
    public void add(RowRanges rows) {
        for (int i = 0; i < rows.rangeCount(); i++) {
            if (count > 0 && ends[count - 1] == rows.rangeFirst(i)) {
                ends[count - 1] = rows.rangeEnd(i);
                continue;
            }
            if (count == firsts.length) {
                firsts = Arrays.copyOf(firsts, count * 2);
                ends = Arrays.copyOf(ends, count * 2);
            }
            firsts[count] = rows.rangeFirst(i);
            ends[count++] = rows.rangeEnd(i);
        }
    }

    /** All of them. */
    public RowRanges ranges() {
        return RowRanges.of(Arrays.copyOf(firsts, count), Arrays.copyOf(ends, count));
    }
}
