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
package dev.stoa.format.internal.encoding.integers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Where PFOR puts the window of the values that are no exceptions. */
class PforWindowTest {
    private static final int N = 4096;
    private static final int MIDDLE = 40_000;

    private final int[] values = new int[N];

    /** A share of the values, in 1024ths, lies around the middle of a thousand; the others anywhere in a range around these. */
    private void fill(int share, int range, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < N; i++) {
            int near = MIDDLE;
            for (int k = 0; k < 4; k++) {
                near += random.nextInt(300);
            }
            values[i] = random.nextInt(1024) < share ? near : MIDDLE - range / 4 + random.nextInt(range);
        }
    }

    /** The least number of values that a window of a width leaves out. */
    private int fewest(int width) {
        int[] sorted = values.clone();
        Arrays.sort(sorted);
        int most = 0;
        int from = 0;
        for (int to = 0; to < N; to++) {
            while (sorted[to] - sorted[from] >= 1 << width) {
                from++;
            }
            most = Math.max(most, to - from + 1);
        }
        return N - most;
    }

    private long[] longs() {
        long[] wide = new long[N];
        for (int i = 0; i < N; i++) {
            wide[i] = values[i];
        }
        return wide;
    }

    @Test
    void aWindowOneBitNarrowerIsFound() {
        fill(1003, 2048, 1);
        IntPfor ints = new IntPfor();
        LongPfor longs = new LongPfor();
        assertTrue(ints.plan(values, N) < N * 11 / 8, "no window: 11 bits a value");
        assertEquals(ints.plan(values, N), longs.plan(longs(), N));
        assertEquals(10, ints.width());
        assertEquals(10, longs.width());
    }

    @Test
    void aWindowHoldsAboutAsManyValuesAsAnyOfItsWidth() {
        for (int seed = 0; seed < 32; seed++) {
            fill(900, 1 << 16, seed);
            IntPfor ints = new IntPfor();
            LongPfor longs = new LongPfor();
            assertEquals(ints.plan(values, N), longs.plan(longs(), N));
            int fewest = fewest(ints.width());
            String found = "seed " + seed + ": " + ints.exceptions() + " exceptions, " + fewest + " are enough";
            assertTrue(ints.exceptions() <= fewest * 101 / 100, found);
            assertEquals(ints.exceptions(), longs.exceptions());
        }
    }

    @Test
    void evenValuesKeepTheirLeastAsTheBase() {
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < N; i++) {
            values[i] = random.nextInt(1 << 16) - 17;
        }
        IntPfor ints = new IntPfor();
        ints.plan(values, N);
        assertEquals(16, ints.width());
        assertEquals(0, ints.exceptions());
    }

    @Test
    void windowsAtTheEndsOfTheRangeOfIntegers() {
        SplittableRandom random = new SplittableRandom(4);
        for (int i = 0; i < N; i++) {
            values[i] = (i & 7) == 0 ? random.nextInt() : Integer.MAX_VALUE - random.nextInt(100);
        }
        IntPfor ints = new IntPfor();
        LongPfor longs = new LongPfor();
        ints.plan(values, N);
        longs.plan(longs(), N);
        assertEquals(7, ints.width());
        assertEquals(7, longs.width());
    }
}
