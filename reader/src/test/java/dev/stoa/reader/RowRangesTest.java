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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/** Rows by number against a set of bits. */
class RowRangesTest {
    private static final int ROWS = 20_000;

    @Test
    void ofNoRowsIsEmpty() {
        assertTrue(RowRanges.of().isEmpty());
        assertTrue(RowRanges.between(5, 5).isEmpty());
        assertEquals(0, RowRanges.of().end());
        assertEquals(0, RowRanges.of().blocks(10));
        assertEquals(1, RowRanges.of(Long.MAX_VALUE - 6, Long.MAX_VALUE - 2).blocks(10));
        assertEquals(2, RowRanges.of(Long.MAX_VALUE - 8, Long.MAX_VALUE - 2).blocks(10));
    }

    @Test
    void whatIsNoRowIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> RowRanges.of(3, -1));
        assertThrows(IllegalArgumentException.class, () -> RowRanges.of(Long.MAX_VALUE));
        assertThrows(IllegalArgumentException.class, () -> RowRanges.between(3, 2));
        assertThrows(IllegalArgumentException.class, () -> RowRanges.between(-1, 2));
    }

    @Test
    void printsRangesWithTheirLastRow() {
        assertEquals("3, 7..9", RowRanges.of(9, 7, 3, 8, 7).toString());
    }

    @ParameterizedTest
    @Seeds(50)
    void holdsWhatASetOfBitsHolds(long seed) {
        Random random = new Random(seed);
        BitSet bits = new BitSet();
        RowRanges rows = RowRanges.of();
        for (int i = random.nextInt(20); i > 0; i--) {
            int from = random.nextInt(ROWS);
            int to = Math.min(ROWS, from + random.nextInt(random.nextBoolean() ? 3 : 6000));
            bits.set(from, to);
            RowRanges more = RowRanges.between(from, to);
            rows = random.nextBoolean() ? rows.union(more) : more.union(rows);
        }
        check(bits, rows, "seed " + seed);
        int from = random.nextInt(ROWS);
        int to = from + random.nextInt(ROWS - from + 1);
        BitSet part = new BitSet();
        part.set(from, to);
        part.and(bits);
        check(part, rows.within(from, to), "seed " + seed + " within " + from + ".." + to);
        for (int i = 0; i < 50; i++) { // in no order
            int row = random.nextInt(ROWS);
            int next = bits.nextSetBit(row);
            assertEquals(next < 0 ? ROWS : next, rows.firstFrom(row, ROWS), "seed " + seed + " from " + row);
            assertEquals(bits.previousSetBit(row) + 1, rows.endBefore(0, row + 1), "seed " + seed + " to " + row);
        }
    }

    private static void check(BitSet bits, RowRanges rows, String what) {
        assertEquals(bits.cardinality(), rows.count(), what);
        assertEquals(bits.length(), rows.end(), what);
        assertEquals(Math.max(0, bits.nextSetBit(0)), rows.first(), what);
        assertEquals(bits.stream().map(row -> row / 4096).distinct().count(), rows.blocks(4096), what);
        for (int vector = 0; vector * 4096 < ROWS; vector++) {
            int base = vector * 4096;
            BitSet inVector = bits.get(base, base + 4096);
            BitSet mask = BitSet.valueOf(rows.mask(vector).words());
            assertEquals(inVector, mask, what);
            int first = inVector.isEmpty() ? 4096 : inVector.nextSetBit(0);
            assertEquals(base + first, rows.firstFrom(base, base + 4096), what);
            assertEquals(base + inVector.length(), rows.endBefore(base, base + 4096), what);
            if (!inVector.isEmpty()) {
                assertEquals(
                        inVector.nextClearBit(first) == inVector.length(),
                        rows.holdAll(base + first, base + inVector.length()),
                        what);
            }
        }
    }
}
