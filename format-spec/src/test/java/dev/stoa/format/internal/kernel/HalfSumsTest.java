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
package dev.stoa.format.internal.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

class HalfSumsTest {
    private static final int VALUES = 4096;

    @Test
    void everyWidthSumsUpAsOneByOne() {
        Random random = Naive.random("half sums");
        for (int width = 1; width <= UnpackHalves64.MAX_WIDTH; width++) {
            long most = (1L << 20) - 1 - (1L << width);
            for (int round = 0; round < 12; round++) {
                boolean extreme = round < 2; // nearly the least and the most that may be summed up
                long base =
                        round == 0 ? 1 - (1 << 20) : round == 1 ? most : random.nextLong(-1000, 1 + Math.max(0, most));
                if (width == UnpackHalves64.MAX_WIDTH) {
                    base = -(1 << 19);
                }
                long mask = (1L << width) - 1;
                long same = round == 0 ? 0 : mask;
                long[] packed =
                        random.longs(VALUES).map(x -> extreme ? same : x & mask).toArray();
                int exceptions = extreme ? 0 : random.nextInt(70);
                int room = 30 - width - 8; // bits of exceptions, so that they fit with all the others
                long[] high = random.longs(exceptions)
                        .map(x -> x >> Long.SIZE - 1 - Math.max(0, room))
                        .toArray();
                if (HalfSums.fits(VALUES, width, base, high, exceptions)) {
                    check(random, width, base, packed, high);
                } else {
                    assertTrue(exceptions > 0, "width " + width + ", base " + base);
                    check(random, width, base, packed, new long[0]);
                }
            }
        }
    }

    private static void check(Random random, int width, long base, long[] packed, long[] high) {
        int[] positions =
                random.ints(0, VALUES).distinct().limit(high.length).sorted().toArray();
        long start = random.nextLong() >> random.nextInt(64);
        boolean hasGap = random.nextBoolean();
        int low = hasGap ? 1 + random.nextInt(40) : HalfSums.NO_GAP;
        int gap = hasGap ? 1 + random.nextInt(20) : 0;
        long offset = hasGap ? random.nextLong() : 0;

        long[] expected = new long[VALUES];
        for (int i = 0; i < VALUES; i++) {
            expected[i] = base + packed[i];
        }
        for (int k = 0; k < high.length; k++) {
            expected[positions[k]] += high[k] << width;
        }
        long sum = start;
        for (int i = 0; i < VALUES; i++) {
            sum += expected[i];
            expected[i] = sum;
        }
        if (hasGap) {
            Steps.spread(expected, VALUES, low, gap, offset);
        }

        long[] words = new long[width * 64];
        Pack64.pack(width, packed, 0, words);
        long[] out = new long[VALUES];
        HalfSums.sum(width, words, base, positions, high, high.length, start, low, gap, offset, out);
        assertArrayEquals(expected, out, "width " + width + ", base " + base + ", exceptions " + high.length);
    }

    @Test
    void whatCouldOverflowDoesNotFit() {
        long[] one = {1L << 10};
        assertTrue(fits(VALUES, 19, 0));
        assertTrue(fits(VALUES, 20, -1 << 19));
        assertFalse(fits(VALUES, 20, 0));
        assertFalse(fits(VALUES, 1, (1 << 20) - 2));
        assertFalse(fits(VALUES, 1, -1 << 20));
        assertFalse(fits(VALUES, 21, -1 << 20));
        assertFalse(fits(VALUES, 1, Long.MAX_VALUE));
        assertFalse(fits(VALUES, 1, Long.MIN_VALUE));
        assertFalse(fits(VALUES, 0, 0));
        assertFalse(fits(VALUES - 1, 4, 0));
        assertTrue(HalfSums.fits(VALUES, 12, 0, one, 1));
        assertTrue(HalfSums.fits(VALUES, 12, 0, new long[] {-1 << 18}, 1));
        assertFalse(HalfSums.fits(VALUES, 12, 0, new long[] {1 << 19}, 1));
        assertFalse(HalfSums.fits(VALUES, 12, 0, new long[] {-1 << 18, 1 << 18}, 2));
        assertFalse(HalfSums.fits(VALUES, 12, 0, new long[] {Long.MIN_VALUE}, 1));
        assertFalse(HalfSums.fits(VALUES, 12, 0, new long[] {1L << 52}, 1));
    }

    private static boolean fits(int count, int width, long base) {
        return HalfSums.fits(count, width, base, new long[0], 0);
    }
}
