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
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** All providers against plain loops; on JDK 25 and newer the build runs this without and with the module of the Vector API. */
class KernelsTest {
    private static final int VALUES = 4096;
    private static final boolean VECTOR = Boolean.getBoolean("stoa.test.vector");

    private static List<KernelProvider> providers() {
        return Stream.concat(Stream.of(Kernels.portable()), Kernels.vector().stream())
                .toList();
    }

    @Test
    void theVectorApiIsUsedWhereItIsThere() {
        assertEquals(VECTOR, Kernels.vector().isPresent());
        boolean faster = VECTOR && Runtime.version().feature() >= 25;
        assertEquals(
                faster ? "VectorKernels" : "PortableKernels",
                Kernels.BEST.getClass().getSimpleName());
    }

    @Test
    void intsOfAllWidthsAreUnpacked() {
        Random random = Naive.random("kernels, ints");
        for (int width = 0; width <= 32; width++) {
            int[] values = Naive.ints(Naive.values(random, VALUES, 32));
            int base = random.nextInt();
            int[] words = new int[width * 128];
            Pack32.pack(width, values, base, words);
            int[] expected = new int[VALUES];
            for (int i = 0; i < VALUES; i++) {
                expected[i] = base + (int) ((values[i] - base) & ((1L << width) - 1));
            }
            for (KernelProvider provider : providers()) {
                int[] out = new int[VALUES];
                provider.unpack(width, words, out, base);
                assertArrayEquals(expected, out, provider + ", width " + width);
            }
        }
    }

    @Test
    void longsOfAllWidthsAreUnpacked() {
        Random random = Naive.random("kernels, longs");
        for (int width = 0; width <= 64; width++) {
            long[] values = Naive.values(random, VALUES, 64);
            long base = random.nextLong();
            long[] words = new long[width * 64];
            Pack64.pack(width, values, base, words);
            long mask = width == 64 ? -1 : (1L << width) - 1;
            long[] expected = new long[VALUES];
            for (int i = 0; i < VALUES; i++) {
                expected[i] = base + ((values[i] - base) & mask);
            }
            for (KernelProvider provider : providers()) {
                long[] out = new long[VALUES];
                provider.unpack(width, words, out, base);
                assertArrayEquals(expected, out, provider + ", width " + width);
            }
        }
    }

    @Test
    void allLengthsAreSummedAndReduced() {
        Random random = Naive.random("kernels, all lengths");
        for (int count = 0; count <= VALUES; count += count < 300 ? 1 : 1 + random.nextInt(100)) {
            long[] longs = Naive.values(random, count + 2, 64);
            int[] values = Naive.ints(longs);
            int start = random.nextInt();
            int[] sums = values.clone();
            int sum = start;
            int min = Integer.MAX_VALUE;
            int max = Integer.MIN_VALUE;
            long longMin = Long.MAX_VALUE;
            long longMax = Long.MIN_VALUE;
            for (int i = 0; i < count; i++) {
                sum += values[i];
                sums[i] = sum;
                min = Math.min(min, values[1 + i]);
                max = Math.max(max, values[1 + i]);
                longMin = Math.min(longMin, longs[1 + i]);
                longMax = Math.max(longMax, longs[1 + i]);
            }
            for (KernelProvider provider : providers()) {
                int[] out = values.clone();
                assertEquals(sum, provider.prefixSums(out, count, start));
                assertArrayEquals(sums, out, provider + ", " + count);
                assertEquals(min, provider.min(values, 1, 1 + count));
                assertEquals(max, provider.max(values, 1, 1 + count));
                assertEquals(longMin, provider.min(longs, 1, 1 + count));
                assertEquals(longMax, provider.max(longs, 1, 1 + count));
            }
        }
    }

    /** The JIT compiler has its own implementation of what it knows of the Vector API. */
    @Test
    void hotCodeGivesTheSameResults() {
        Random random = Naive.random("kernels, hot");
        for (KernelProvider provider : providers()) {
            for (int width : new int[] {1, 5, 17, 31}) {
                int[] words = random.ints(width * 128L).toArray();
                long[] longWords = random.longs(width * 64L).toArray();
                int[] expected = new int[VALUES];
                long[] longExpected = new long[VALUES];
                Unpack32.unpack(width, words, expected, 3);
                Unpack64.unpack(width, longWords, longExpected, 3);
                int last = PrefixSums.inclusive(expected, VALUES, 9);
                int[] out = new int[VALUES];
                long[] longOut = new long[VALUES];
                for (int i = 0; i < 3000; i++) {
                    provider.unpack(width, words, out, 3);
                    provider.unpack(width, longWords, longOut, 3);
                    assertEquals(last, provider.prefixSums(out, VALUES, 9));
                    assertEquals(Reductions.min(longOut, 0, VALUES), provider.min(longOut, 0, VALUES));
                    assertEquals(Reductions.max(out, 0, VALUES), provider.max(out, 0, VALUES));
                }
                assertArrayEquals(expected, out);
                assertArrayEquals(longExpected, longOut);
            }
        }
    }

    @Test
    void badArgumentsAreRefused() {
        for (KernelProvider provider : providers()) {
            for (int width : new int[] {-1, 33, 65}) {
                assertThrows(
                        IllegalArgumentException.class,
                        () -> provider.unpack(width, new int[VALUES], new int[VALUES], 0));
            }
            for (int width : new int[] {-1, 65}) {
                assertThrows(
                        IllegalArgumentException.class,
                        () -> provider.unpack(width, new long[VALUES], new long[VALUES], 0));
            }
            assertThrows(IndexOutOfBoundsException.class, () -> provider.unpack(3, new int[383], new int[VALUES], 0));
            assertThrows(IndexOutOfBoundsException.class, () -> provider.unpack(3, new long[191], new long[VALUES], 0));
        }
    }
}
