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

import dev.stoa.format.internal.kernel.Masks;
import dev.stoa.format.internal.meta.Layout;
import java.util.Optional;

/** The deleted rows of one vector after another. For one thread. */
final class DeletedRows {
    private final RowRanges rows;
    private final DeletedMasks masks;
    private int vector = -1;
    /** The first run that ends behind the start of the vector. */
    private int from;

    DeletedRows(RowRanges rows, DeletedMasks masks) {
        this.rows = rows;
        this.masks = masks;
    }

    /** Goes to a vector, quickest to one close behind; returns whether it has deleted rows. */
    boolean seek(int next) {
        if (rows.isEmpty()) {
            return false;
        }
        long base = (long) next * Layout.VECTOR_ROWS;
        if (next != vector) {
            from = next == vector + 1 ? rows.rangeAt(base, from) : rows.rangeAt(base);
            vector = next;
        }
        return from < rows.rangeCount() && rows.rangeFirst(from) < base + Layout.VECTOR_ROWS;
    }

    /** Whether all of some rows of the vector, which has deleted rows, are so by its first run. */
    boolean holdAll(long first, long end) {
        return rows.rangeFirst(from) <= first && rows.rangeEnd(from) >= end;
    }

    /** Takes the deleted rows of the vector out of a mask. */
    void removeFrom(RowMask mask) {
        Optional<RowMask> kept = masks.kept(vector);
        if (kept.isPresent()) {
            mask.and(kept.get());
        } else {
            removeRunsFrom(mask);
        }
    }

    private void removeRunsFrom(RowMask mask) {
        long base = (long) vector * Layout.VECTOR_ROWS;
        long end = base + Layout.VECTOR_ROWS;
        long[] words = mask.words();
        for (int i = from; i < rows.rangeCount() && rows.rangeFirst(i) < end; i++) {
            int first = (int) (Math.max(base, rows.rangeFirst(i)) - base);
            int last = (int) (Math.min(end, rows.rangeEnd(i)) - base) - 1;
            if (first >>> 6 == last >>> 6) {
                words[first >>> 6] &= ~((-1L << first) & (-1L >>> (63 - last)));
            } else {
                Masks.clear(words, first, last + 1);
            }
        }
    }
}
