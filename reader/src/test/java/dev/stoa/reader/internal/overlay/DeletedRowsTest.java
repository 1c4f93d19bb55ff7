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
package dev.stoa.reader.internal.overlay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Batch;
import dev.stoa.format.Schema;
import dev.stoa.format.SelectedRows;
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.reader.RowRanges;
import dev.stoa.reader.internal.value.RowMask;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeletedRowsTest {
    private static final int VECTORS = 12;
    private static final int ROWS = VECTORS * Layout.VECTOR_ROWS;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void eachVectorHasItsOwn(int seed) {
        Random random = new Random(seed);
        BitSet deleted = new BitSet();
        for (int vector = 0; vector < VECTORS; vector++) {
            int first = vector * Layout.VECTOR_ROWS;
            switch (random.nextInt(6)) {
                case 0 -> {} // none
                case 1 -> some(deleted, first, 1 + random.nextInt(10), random);
                case 2 -> some(deleted, first, 410, random);
                case 3 -> some(deleted, first, 2000, random);
                case 4 -> deleted.set(first, first + Layout.VECTOR_ROWS);
                default -> { // up to within the next
                    int from = first + random.nextInt(Layout.VECTOR_ROWS);
                    deleted.set(from, Math.min(ROWS, from + Layout.VECTOR_ROWS));
                }
            }
        }
        DeletedRows rows = new DeletedRows(
                new DeletedVectors(RowRanges.of(deleted.stream().asLongStream().toArray())));
        long longest = longestRun(deleted);
        assertTrue(rows.mayHold(longest));
        assertFalse(rows.mayHold(longest + 1));
        List<Integer> order = new ArrayList<>();
        for (int vector = 0; vector < VECTORS + 2; vector++) {
            order.add(vector);
        }
        for (int round = 0; round < 3; round++) {
            for (int vector : order) {
                check(deleted, rows, vector, "seed " + seed + ", vector " + vector);
            }
            Collections.shuffle(order, random);
        }
    }

    private static void some(BitSet deleted, int first, int count, Random random) {
        for (int i = 0; i < count; i++) {
            deleted.set(first + random.nextInt(Layout.VECTOR_ROWS));
        }
    }

    private static long longestRun(BitSet deleted) {
        long longest = 0;
        for (int row = deleted.nextSetBit(0); row >= 0; row = deleted.nextSetBit(deleted.nextClearBit(row))) {
            longest = Math.max(longest, deleted.nextClearBit(row) - row);
        }
        return longest;
    }

    private static void check(BitSet deleted, DeletedRows rows, int vector, String what) {
        int first = vector * Layout.VECTOR_ROWS;
        BitSet expected = deleted.get(first, first + Layout.VECTOR_ROWS);
        assertEquals(!expected.isEmpty(), rows.seek(vector), what);
        if (expected.isEmpty()) {
            return;
        }
        boolean isOneRun = expected.nextClearBit(0) == Layout.VECTOR_ROWS;
        assertEquals(isOneRun, rows.holdAll(first, first + Layout.VECTOR_ROWS), what);
        int run = deleted.nextSetBit(first);
        int end = Math.min(first + Layout.VECTOR_ROWS, deleted.nextClearBit(run));
        assertTrue(rows.holdAll(run, end), what);
        assertTrue(rows.holdAll(end - 1, end), what);
        if (end < first + Layout.VECTOR_ROWS) {
            assertFalse(rows.holdAll(run, end + 1), what);
            assertFalse(rows.holdAll(end, end + 1), what);
        }
        if (run > first) {
            assertFalse(rows.holdAll(run - 1, end), what);
        }
        RowMask mask = new RowMask();
        mask.or(RowRanges.between(first, first + Layout.VECTOR_ROWS).mask(vector));
        rows.removeFrom(mask);
        BitSet kept = (BitSet) expected.clone();
        kept.flip(0, Layout.VECTOR_ROWS);
        assertEquals(kept, BitSet.valueOf(mask.words()), what);
        checkSelected(kept, rows, first, 0, Layout.VECTOR_ROWS, what);
        checkSelected(kept, rows, first, 1000, 100, what + ", a part");
    }

    private static void checkSelected(BitSet kept, DeletedRows rows, int first, int from, int count, String what) {
        SelectedRows selected = new SelectedRows();
        int[] expected = kept.get(from, from + count).stream().toArray();
        assertEquals(expected.length, rows.select(first + from, count, selected), what);
        Batch batch = new Batch(new Schema(List.of()), List.of(), count, first + from, selected);
        assertArrayEquals(
                expected, Arrays.copyOf(batch.isAllSelected() ? expected : batch.selection(), expected.length), what);
    }

    /** Row numbers that no file has: nothing of their size is allocated. */
    @Test
    void aRowFarAwayTakesNoMemory() {
        long far = Long.MAX_VALUE - 1;
        long beyond = (1L << 31) * Layout.VECTOR_ROWS - 1;
        DeletedVectors vectors = new DeletedVectors(RowRanges.of(5, beyond, far));
        assertTrue(vectors.bytes() < 64 << 20, "" + vectors.bytes());
        DeletedRows rows = new DeletedRows(vectors);
        assertTrue(rows.seek(0));
        assertFalse(rows.seek(1));
        assertFalse(rows.seek(Integer.MAX_VALUE - 1));
        assertTrue(rows.seek(Integer.MAX_VALUE));
        assertEquals(
                Layout.VECTOR_ROWS - 1,
                rows.select(beyond - Layout.VECTOR_ROWS + 1, Layout.VECTOR_ROWS, new SelectedRows()));
        assertFalse(rows.seek(7));
        assertTrue(rows.seek(0));
    }
}
