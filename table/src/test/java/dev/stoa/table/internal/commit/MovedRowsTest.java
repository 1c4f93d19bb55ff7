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
package dev.stoa.table.internal.commit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.reader.RowRanges;
import dev.stoa.table.Seeds;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Rows of a fragment in its successor, against a list of all rows. */
class MovedRowsTest {
    /**
     * A fragment among others.
     *
     * @param guests how many rows of others that were not deleted stand in front of each row, and behind the last
     * @param deleted which of its own rows are deleted
     * @param start how many rows of the successor come before
     */
    private record Model(int[] guests, BitSet deleted, long start) {
        int rows() {
            return guests.length - 1;
        }

        /** How many rows of the successor come before a row. */
        long slot(int row) {
            return slotBeforeGuests(row) + guests[row];
        }

        /** The same without those of others that stand in front of the row itself. */
        long slotBeforeGuests(int row) {
            int guestsBefore = IntStream.range(0, row).map(i -> guests[i]).sum();
            return start + guestsBefore + row - deleted.get(0, row).cardinality();
        }

        MovedRows moved() {
            int[] firsts = IntStream.range(0, rows())
                    .filter(row -> row == 0 || guests[row] > 0)
                    .toArray();
            long[] slots = IntStream.of(firsts).mapToLong(this::slot).toArray();
            return new MovedRows(
                    IntStream.of(firsts).asLongStream().toArray(), slots, rows(), start, slot(rows()), ranges(deleted));
        }
    }

    private static RowRanges ranges(BitSet rows) {
        return RowRanges.of(rows.stream().asLongStream().toArray());
    }

    private static List<Long> rows(RowRanges ranges) {
        List<Long> rows = new ArrayList<>();
        for (int i = 0; i < ranges.rangeCount(); i++) {
            for (long row = ranges.rangeFirst(i); row < ranges.rangeEnd(i); row++) {
                rows.add(row);
            }
        }
        return rows;
    }

    private static BitSet some(Random random, int rows) {
        BitSet some = new BitSet();
        int likely = random.nextInt(5);
        for (int row = 0; row < rows; row++) {
            some.set(row, random.nextInt(4) < likely);
        }
        return some;
    }

    @Test
    void rowsAreWhereTheListHasThem() {
        Random random = new Random(Seeds.next(MovedRowsTest.class));
        for (int round = 0; round < 2000; round++) {
            int rows = random.nextInt(60);
            int sparse = 1 + random.nextInt(6);
            int[] guests = IntStream.rangeClosed(0, rows)
                    .map(i -> random.nextInt(sparse) == 0 ? random.nextInt(4) : 0)
                    .toArray();
            Model model = new Model(guests, some(random, rows), random.nextInt(3));
            check(model, some(random, rows));
        }
    }

    private static void check(Model model, BitSet some) {
        MovedRows moved = model.moved();
        assertEquals(model.rows(), moved.rows());
        for (int row = 0; row <= model.rows(); row++) {
            String where = "row " + row;
            assertEquals(model.slot(row), moved.slot(row), where);
            assertEquals(model.slotBeforeGuests(row), moved.slotBeforeGuests(row), where);
            assertEquals(model.deleted().get(row), moved.isDeleted(row), where);
        }
        BitSet live = (BitSet) some.clone();
        live.andNot(model.deleted());
        assertEquals(live.stream().mapToObj(model::slot).toList(), rows(moved.moved(ranges(some))), "live rows");
    }

    @Test
    void theEdgesAreThoseOfTheFragment() {
        MovedRows moved = new Model(new int[] {2, 0, 3, 1}, new BitSet(), 10).moved();
        assertEquals(10, moved.slotBeforeGuests(0));
        assertEquals(19, moved.slot(3));
        assertTrue(moved.isAtEdge(10, 12));
        assertTrue(moved.isAtEdge(18, 19));
        assertTrue(moved.isAtEdge(10, 19));
        assertFalse(moved.isAtEdge(14, 17));
        assertFalse(moved.isAtEdge(11, 18));
    }
}
