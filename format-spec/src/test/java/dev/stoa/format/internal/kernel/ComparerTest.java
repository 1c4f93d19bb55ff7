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

import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Comparisons and bitmaps against loops over single values. */
final class ComparerTest {
    private static final long[] ENDS = {
        Long.MIN_VALUE, Long.MAX_VALUE, Integer.MIN_VALUE, Integer.MAX_VALUE, 0, 1, -1, 1000, -1000
    };

    private final Comparer comparer = new Comparer();
    private final long[] words = new long[Masks.WORDS];

    private static boolean[] expand(long[] words) {
        boolean[] out = new boolean[Masks.VALUES];
        for (int i = 0; i < out.length; i++) {
            out[i] = (words[i / 64] >>> (i % 64) & 1) != 0;
        }
        return out;
    }

    @Test
    void ranges() {
        long seed = 11;
        Random random = new Random(seed);
        int[] ints = new int[Masks.VALUES];
        long[] longs = new long[Masks.VALUES];
        for (int round = 0; round < 2000; round++) {
            long spread = random.nextLong() >>> random.nextInt(64);
            for (int i = 0; i < longs.length; i++) {
                longs[i] = random.nextInt(50) == 0 ? ENDS[random.nextInt(ENDS.length)] : random.nextLong() & spread;
                ints[i] = (int) longs[i];
            }
            int count = random.nextBoolean() ? Masks.VALUES : random.nextInt(Masks.VALUES + 1);
            long one = random.nextBoolean() ? ENDS[random.nextInt(ENDS.length)] : longs[random.nextInt(longs.length)];
            long two = random.nextBoolean() ? ENDS[random.nextInt(ENDS.length)] : longs[random.nextInt(longs.length)];
            long low = Math.min(one, two);
            long high = Math.max(one, two);
            boolean[] expected = new boolean[Masks.VALUES];
            for (int i = 0; i < count; i++) {
                expected[i] = longs[i] >= low && longs[i] <= high;
            }
            comparer.between(longs, count, low, high, words);
            assertArrayEquals(expected, expand(words), "seed " + seed + " longs " + low + ".." + high);
            int lowInt = Math.min((int) one, (int) two);
            int highInt = Math.max((int) one, (int) two);
            for (int i = 0; i < count; i++) {
                expected[i] = ints[i] >= lowInt && ints[i] <= highInt;
            }
            comparer.between(ints, count, lowInt, highInt, words);
            assertArrayEquals(expected, expand(words), "seed " + seed + " ints " + lowInt + ".." + highInt);
        }
    }

    @Test
    void bitmaps() {
        long seed = 12;
        Random random = new Random(seed);
        for (int round = 0; round < 3000; round++) {
            int n = random.nextBoolean() ? Masks.VALUES : random.nextInt(Masks.VALUES + 1);
            byte[] bytes = new byte[Bitmaps.byteLength(n) + 3];
            random.nextBytes(bytes);
            boolean[] valid = new boolean[Masks.VALUES];
            boolean isDense = random.nextBoolean();
            for (int i = 0; i < n; i++) {
                valid[i] = (bytes[3 + i / 8] >>> (i % 8) & 1) != 0 || (isDense && i % 1000 > 3);
            }
            byte[] packed = new byte[Bitmaps.byteLength(n) + 3];
            Bitmaps.pack(valid, 0, n, packed, 3);
            long[] validWords = new long[Masks.WORDS];
            Bitmaps.words(ByteBuffer.wrap(packed), 3, n, validWords);
            assertArrayEquals(valid, expand(validWords), "seed " + seed + " rows " + n);

            long[] compact = new long[Masks.WORDS];
            for (int i = 0; i < compact.length; i++) {
                compact[i] = random.nextLong();
            }
            boolean[] bits = expand(compact);
            boolean[] spread = new boolean[Masks.VALUES];
            for (int i = 0, at = 0; i < n; i++) {
                spread[i] = valid[i] && bits[at++];
            }
            Masks.spread(compact, validWords, words);
            assertArrayEquals(spread, expand(words), "seed " + seed + " rows " + n);

            int from = random.nextInt(Masks.VALUES + 1);
            int to = from + random.nextInt(Masks.VALUES + 1 - from);
            Masks.set(words, from, to);
            for (int i = from; i < to; i++) {
                spread[i] = true;
            }
            assertArrayEquals(spread, expand(words), "seed " + seed + " set " + from + ".." + to);
            Masks.trim(words, from);
            for (int i = from; i < spread.length; i++) {
                spread[i] = false;
            }
            assertArrayEquals(spread, expand(words), "seed " + seed + " trim " + from);
        }
    }
}
