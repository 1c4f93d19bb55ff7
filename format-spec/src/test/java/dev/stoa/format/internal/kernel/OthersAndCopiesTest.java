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

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** {@link Others} and {@link Copies} against plain loops. */
class OthersAndCopiesTest {
    private static final long SEED = 20_261_121;

    private final Random random = new Random(SEED);

    @Test
    void others() {
        for (int n = 0; n <= Masks.VALUES; n += n < 200 || n > Masks.VALUES - 70 ? 1 : 63) {
            int rare = 1 + random.nextInt(20);
            long[] words = new long[Masks.WORDS];
            int[] ints = new int[n];
            long[] longs = new long[n];
            int[] expectedInts = new int[n];
            long[] expectedLongs = new long[n];
            int count = 0;
            for (int i = 0; i < n; i++) {
                expectedInts[i] = -7;
                expectedLongs[i] = Long.MIN_VALUE;
                if (random.nextInt(rare) == 0) {
                    words[i >>> 6] |= 1L << i;
                    ints[count] = random.nextInt();
                    longs[count] = random.nextLong();
                    expectedInts[i] = ints[count];
                    expectedLongs[i] = longs[count++];
                }
            }
            int[] madeInts = new int[n + 1];
            long[] madeLongs = new long[n + 1];
            Others.spread(words, n, Arrays.copyOf(ints, count), -7, madeInts);
            Others.spread(words, n, Arrays.copyOf(longs, count), Long.MIN_VALUE, madeLongs);
            String what = "seed " + SEED + ", " + n + " values";
            assertArrayEquals(Arrays.copyOf(expectedInts, n + 1), madeInts, what);
            assertArrayEquals(Arrays.copyOf(expectedLongs, n + 1), madeLongs, what);
        }
    }

    @Test
    void copies() {
        for (int round = 0; round < 2000; round++) {
            int copies = random.nextInt(20);
            int[] counts = new int[copies];
            int[] lengths = new int[copies];
            int[] distances = new int[copies];
            int[] literals = random.ints(1000).toArray();
            int[] expected = new int[4000];
            int at = 0;
            int next = 0;
            for (int i = 0; i < copies; i++) {
                counts[i] = i == 0 ? 1 + random.nextInt(9) : random.nextInt(20);
                for (int k = 0; k < counts[i]; k++) {
                    expected[at++] = literals[next++];
                }
                lengths[i] = 1 + random.nextInt(random.nextBoolean() ? 8 : 150);
                distances[i] = 1 + random.nextInt(random.nextBoolean() ? at : Math.min(3, at));
                for (int k = 0; k < lengths[i]; k++, at++) {
                    expected[at] = expected[at - distances[i]];
                }
            }
            int left = random.nextInt(5);
            for (int k = 0; k < left; k++) {
                expected[at++] = literals[next++];
            }
            int[] made = new int[4000];
            Copies.apply(counts, lengths, distances, copies, literals, next, made);
            assertArrayEquals(expected, made, "seed " + SEED + ", round " + round);
        }
    }
}
