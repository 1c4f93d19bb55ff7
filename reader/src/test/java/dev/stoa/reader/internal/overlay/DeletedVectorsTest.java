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
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.SelectedRows;
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.reader.RowRanges;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DeletedVectorsTest {
    private static final int ROWS = Layout.VECTOR_ROWS;

    private static DeletedVectors of(BitSet deleted) {
        return new DeletedVectors(RowRanges.of(deleted.stream().asLongStream().toArray()));
    }

    private static int runs(BitSet rows) {
        int runs = 0;
        for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(rows.nextClearBit(row))) {
            runs++;
        }
        return runs;
    }

    /** Deletes runs of rows, of the same length, one after the other with a gap. */
    private static void delete(BitSet deleted, int first, int runs, int length) {
        for (int i = 0; i < runs; i++) {
            int from = first + i * (length + 1);
            deleted.set(from, from + length);
        }
    }

    /** None, few runs, as many as have no bitmap, and one more; as many rows as are listed, and one more; all; the last row. */
    private static BitSet deleted() {
        BitSet deleted = new BitSet();
        int vector = 1;
        for (int runs : new int[] {1, 2, 31, 32, 33, 400}) {
            delete(deleted, vector++ * ROWS + 7, runs, 2);
        }
        delete(deleted, vector++ * ROWS, 1, SelectedRows.MAX_HOLES);
        delete(deleted, vector++ * ROWS, 1, SelectedRows.MAX_HOLES + 1);
        delete(deleted, vector++ * ROWS, 2, SelectedRows.MAX_HOLES / 2);
        delete(deleted, vector++ * ROWS, 2, SelectedRows.MAX_HOLES / 2 + 1);
        delete(deleted, vector++ * ROWS, 31, 4);
        deleted.set(vector * ROWS - 2, (vector + 2) * ROWS + 5); // up to within the vector after the next
        vector += 4;
        delete(deleted, vector * ROWS + 9, 31, 4);
        vector += 2; // 31 runs between one that ends with its vector and one that begins with the next
        deleted.set(vector * ROWS - 3, vector * ROWS);
        delete(deleted, vector * ROWS + 9, 31, 4);
        deleted.set((vector + 1) * ROWS, (vector + 1) * ROWS + 2);
        deleted.set((vector + 2) * ROWS - 1);
        return deleted;
    }

    @Test
    void rowsAreListedByVector() {
        BitSet deleted = deleted();
        DeletedVectors vectors = of(deleted);
        assertEquals((deleted.length() - 1) / ROWS + 1, vectors.size());
        assertEquals(2 * ROWS + 7, vectors.longestRun());
        long bitmaps = 0;
        for (int vector = 0; vector < vectors.size(); vector++) {
            BitSet expected = deleted.get(vector * ROWS, (vector + 1) * ROWS);
            boolean isListed = expected.cardinality() <= SelectedRows.MAX_HOLES;
            assertEquals(!isListed, vectors.hasUnlisted(vector), "vector " + vector);
            char[] holes =
                    Arrays.copyOfRange(vectors.holes(), vectors.firstHole(vector), vectors.firstHole(vector + 1));
            int[] rows = isListed ? expected.stream().toArray() : new int[0];
            assertEquals(rows.length, holes.length, "vector " + vector);
            for (int i = 0; i < rows.length; i++) {
                assertEquals(rows[i], holes[i], "vector " + vector);
            }
            Optional<long[]> kept = Optional.ofNullable(vectors.kept(vector));
            assertEquals(runs(expected) >= 32, kept.isPresent(), "vector " + vector);
            expected.flip(0, ROWS);
            kept.ifPresent(mask -> assertEquals(expected, BitSet.valueOf(mask)));
            bitmaps += kept.isPresent() ? ROWS / 8 : 0;
            long[] mask = new long[ROWS / Long.SIZE];
            Arrays.fill(mask, -1);
            vectors.removeFrom(mask, vector, 0);
            assertEquals(expected, BitSet.valueOf(mask));
        }
        int last = vectors.firstHole(vectors.size());
        assertTrue(vectors.holes().length >= last + SelectedRows.HOLES_AT_ONCE);
        assertEquals(
                16L * runs(deleted)
                        + 4L * (vectors.size() + 1)
                        + 8L * vectors.size()
                        + bitmaps
                        + 2L * vectors.holes().length,
                vectors.bytes());
    }

    /** So many that the array of holes grows several times. */
    @Test
    void manyHolesAreListed() {
        BitSet deleted = new BitSet();
        new Random(1).ints(12 * 400, 0, 12 * ROWS).forEach(deleted::set);
        DeletedVectors vectors = of(deleted);
        for (int vector = 0; vector < vectors.size(); vector++) {
            int[] expected =
                    deleted.get(vector * ROWS, (vector + 1) * ROWS).stream().toArray();
            int first = vectors.firstHole(vector);
            int[] found = new int[vectors.firstHole(vector + 1) - first];
            Arrays.setAll(found, i -> vectors.holes()[first + i]);
            assertArrayEquals(expected, found);
        }
    }

    @Test
    void fewRunsTakeNoBitmaps() {
        BitSet deleted = new BitSet();
        deleted.set(3 * ROWS + 1);
        DeletedVectors vectors = of(deleted);
        assertEquals(4, vectors.size());
        assertEquals(16 + 4 * 5 + 2 * (1 + SelectedRows.HOLES_AT_ONCE), vectors.bytes());
        assertEquals(Optional.empty(), Optional.ofNullable(vectors.kept(3)));
        DeletedVectors none = of(new BitSet());
        assertEquals(0, none.size());
        assertEquals(0, none.longestRun());
    }
}
