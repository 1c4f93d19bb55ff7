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
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The deleted rows of vectors that have many runs of them, as bitmaps: made once for all scans, since to find them by runs
 * takes a scan longer than to decode a column. Immutable.
 */
final class DeletedMasks {
    /** From so many runs on a bitmap, which takes 512 bytes, is not larger than the runs. */
    private static final int MANY = 32;

    private final Map<Integer, RowMask> masks = new HashMap<>();

    DeletedMasks(RowRanges deleted) {
        DeletedRows rows = new DeletedRows(deleted, this);
        int run = 0;
        while (run < deleted.rangeCount()) {
            int vector = (int) (deleted.rangeFirst(run) / Layout.VECTOR_ROWS);
            long end = (vector + 1L) * Layout.VECTOR_ROWS;
            int next = run;
            while (next < deleted.rangeCount() && deleted.rangeFirst(next) < end) {
                next++;
            }
            if (next - run >= MANY && rows.seek(vector)) {
                RowMask kept = new RowMask();
                kept.fill(Layout.VECTOR_ROWS, true);
                rows.removeFrom(kept);
                masks.put(vector, kept);
            }
            run = next;
        }
    }

    /** The rows of a vector that are not deleted, if it has many runs of deleted ones. */
    Optional<RowMask> kept(int vector) {
        return Optional.ofNullable(masks.get(vector));
    }
}
