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
package dev.stoa.format;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What batches say of their rows, beside a plain set of bits. */
class SelectedRowsTest {
    private static final int ROWS = 4096;
    private static final Schema NO_COLUMNS = Schema.of();

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.0005, 0.01, 0.1, 0.25, 0.5, 0.9, 0.96, 0.98, 0.999, 1})
    void areThoseOfTheBitmap(double missing) {
        SelectedRows selected = new SelectedRows();
        for (int round = 0; round < 40; round++) {
            long seed = round * 31L + Double.hashCode(missing);
            Random random = new Random(seed);
            BitSet bits = new BitSet(ROWS);
            for (int row = 0; row < ROWS; row++) {
                bits.set(row, random.nextDouble() >= missing);
            }
            int at = round % 3 == 0 ? 0 : round % 3 == 1 ? 64 * random.nextInt(64) : random.nextInt(ROWS);
            int rows = round % 4 == 0 ? ROWS - at : random.nextInt(ROWS - at + 1);
            int count = selected.set(Arrays.copyOf(bits.toLongArray(), 64), at, rows);
            check(bits.get(at, at + rows), count, rows, selected, "seed " + seed);
        }
    }

    /** The bits of a word may be any number, also where few are set in all. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 5, 8, 12, 13, 16, 17, 40, 64})
    void areThoseOfAFullVectorWithFewBits(int inAWord) {
        SelectedRows selected = new SelectedRows();
        for (int total = 1; total < 140; total++) {
            long seed = 1000L * inAWord + total;
            Random random = new Random(seed);
            BitSet bits = new BitSet(ROWS);
            int most = 0;
            int word = total % 2 == 0 ? 63 : random.nextInt(64);
            while (most < total) {
                for (int i = 0; i < inAWord && most < total; i++, most++) {
                    bits.set(64 * word + random.nextInt(64));
                }
                word = random.nextInt(64);
            }
            int count = selected.set(Arrays.copyOf(bits.toLongArray(), 64), 0, ROWS);
            check(bits, count, ROWS, selected, "seed " + seed);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 15, 16, 17, 400, 512})
    void areAllButTheHoles(int most) {
        SelectedRows selected = new SelectedRows();
        for (int round = 0; round < 40; round++) {
            long seed = 1000L * most + round;
            Random random = new Random(seed);
            int rows = Math.max(1, random.nextInt(ROWS + 1));
            BitSet bits = new BitSet(ROWS);
            bits.set(0, rows);
            for (int i = 0; i < most; i++) {
                bits.clear(random.nextInt(rows));
            }
            BitSet holes = (BitSet) bits.clone();
            holes.flip(0, rows);
            int from = random.nextInt(3);
            check(
                    bits,
                    selected.setAllBut(chars(holes, from), from, holes.cardinality(), rows),
                    rows,
                    selected,
                    "seed " + seed);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 15, 16, 17, 400, 2000, ROWS})
    void areThoseOfTheBitmapAndAllButTheHoles(int most) {
        SelectedRows selected = new SelectedRows();
        for (int round = 0; round < 40; round++) {
            long seed = 1000L * most + round;
            Random random = new Random(seed);
            BitSet holes = new BitSet(ROWS);
            for (int i = 0; i < most; i++) {
                holes.set(random.nextInt(ROWS));
            }
            BitSet bits = (BitSet) holes.clone();
            bits.flip(0, ROWS);
            long[] words = Arrays.copyOf(bits.toLongArray(), 64);
            int from = random.nextInt(3);
            int count = selected.set(words, chars(holes, from), from, holes.cardinality());
            check(bits, count, ROWS, selected, "seed " + seed);
            count = selected.set(words, 64, ROWS / 2);
            check(bits.get(64, 64 + ROWS / 2), count, ROWS / 2, selected, "then a part, seed " + seed);
            assertArrayEquals(bits.toLongArray(), Arrays.copyOf(words, (bits.length() + 63) / 64), "not changed");
        }
    }

    /** The bits that are set, from a place on. */
    private static char[] chars(BitSet bits, int from) {
        char[] chars = new char[from + bits.cardinality() + SelectedRows.HOLES_AT_ONCE];
        Arrays.fill(chars, (char) (ROWS - 1));
        int n = from;
        for (int bit = bits.nextSetBit(0); bit >= 0; bit = bits.nextSetBit(bit + 1)) {
            chars[n++] = (char) bit;
        }
        return chars;
    }

    private static void check(BitSet bits, int count, int rows, SelectedRows selected, String what) {
        int[] expected = bits.stream().toArray();
        BitSet others = (BitSet) bits.clone();
        others.flip(0, rows);
        assertEquals(expected.length, count, what);
        check(expected, others, new Batch(NO_COLUMNS, List.of(), rows, 7, selected), what);
        check(expected, others, new Batch(NO_COLUMNS, List.of(), rows, 7, expected, count), what);
        check(expected, others, new Batch(NO_COLUMNS, List.of(), rows, 7, selected).with(NO_COLUMNS, List.of()), what);
    }

    private static void check(int[] expected, BitSet others, Batch batch, String what) {
        assertEquals(expected.length, batch.selectedCount(), what);
        if (!batch.isAllSelected()) {
            assertArrayEquals(expected, Arrays.copyOf(batch.selection(), expected.length), what);
        }
        int holes = batch.rowCount() - batch.selectedCount();
        assertArrayEquals(others.stream().toArray(), Arrays.copyOf(batch.holes(), holes), what);
        if (batch.runCount() > 0) {
            BitSet runs = new BitSet();
            for (int run = 0; run < batch.runCount(); run++) {
                runs.set(batch.runStart(run), batch.runEnd(run));
            }
            assertArrayEquals(expected, runs.stream().toArray(), what);
        } else {
            assertEquals(false, batch.isAllSelected(), what);
        }
    }
}
