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

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The kernels of symbols against plain loops; on JDK 25 and newer the build runs this without and with the module of the Vector API. */
class SymbolsTest {
    private static final int SYMBOLS = 64;

    private static List<KernelProvider> providers() {
        return Stream.concat(Stream.of(Kernels.portable()), Kernels.vector().stream())
                .toList();
    }

    /** Symbol c has 1 + c % 15 bytes, and its record ends with bytes that no value may show. */
    private static byte[][] symbols(Random random, long[] records) {
        byte[][] symbols = new byte[SYMBOLS][16];
        for (int c = 0; c < SYMBOLS; c++) {
            random.nextBytes(symbols[c]);
            symbols[c][15] = (byte) (1 + c % Symbols.MAX_LENGTH);
            for (int k = 15; k >= 0; k--) {
                records[2 * c + k / 8] = records[2 * c + k / 8] << 8 | (symbols[c][k] & 0xFF);
            }
            symbols[c] = Arrays.copyOf(symbols[c], 1 + c % Symbols.MAX_LENGTH);
        }
        return symbols;
    }

    /** Often enough for the JIT compiler, which has its own implementation of what it knows of the Vector API. */
    @Test
    void symbolsOfAllLengthsFollowEachOther() {
        Random random = Naive.random("symbols");
        long[] records = new long[2 * SYMBOLS];
        byte[][] symbols = symbols(random, records);
        for (KernelProvider provider : providers()) {
            for (int round = 0; round < 3000; round++) {
                int count = random.nextInt(round % 100 == 0 ? 4097 : 40);
                int[] codes = random.ints(count + 1L, 0, SYMBOLS).toArray();
                int at = random.nextInt(50);
                byte[] out = new byte[at + count * Symbols.MAX_LENGTH + Symbols.STORED];
                Arrays.fill(out, (byte) 7);
                byte[] expected = out.clone();
                int[] places = codes.clone();
                int end = at;
                for (int i = 0; i < count; i++) {
                    places[i] = end;
                    System.arraycopy(symbols[codes[i]], 0, expected, end, symbols[codes[i]].length);
                    end += symbols[codes[i]].length;
                }
                assertEquals(end, provider.expand(codes, count, records, out, at));
                assertArrayEquals(places, codes, "where symbols start");
                assertArrayEquals(Arrays.copyOf(expected, end), Arrays.copyOf(out, end));
                int after = Math.min(out.length, end + Symbols.STORED);
                assertArrayEquals(
                        Arrays.copyOfRange(expected, after, out.length), Arrays.copyOfRange(out, after, out.length));
            }
        }
    }

    @Test
    void nothingIsWrittenBehindTheArray() {
        long[] records = new long[2 * SYMBOLS];
        symbols(Naive.random("short arrays"), records);
        for (KernelProvider provider : providers()) {
            for (int code = 0; code < Symbols.MAX_LENGTH; code++) {
                int[] codes = {code, code};
                int needed = code + 1 + Symbols.STORED;
                assertEquals(2 * (code + 1), provider.expand(codes.clone(), 2, records, new byte[needed], 0));
                assertThrows(
                        IndexOutOfBoundsException.class,
                        () -> provider.expand(codes.clone(), 2, records, new byte[needed - 1], 0));
            }
        }
    }

    /** Values without codes too, at the ends of a piece and between. */
    @Test
    void offsetsAreSetUpToTheEndOfAPiece() {
        Random random = Naive.random("places");
        for (int round = 0; round < 2000; round++) {
            int n = 1 + random.nextInt(30);
            int[] ends = new int[n];
            int end = 0;
            for (int i = 0; i < n; i++) {
                end += random.nextInt(3);
                ends[i] = end;
            }
            int low = random.nextInt(end + 1);
            int high = low + 1 + random.nextInt(10);
            int first = 0;
            while (first < n && ends[first] < low) {
                first++;
            }
            int to = first + random.nextInt(n - first + 1);
            int[] places = random.ints(high - low).toArray();
            int[] offsets = random.ints(n + 1L).toArray();
            int[] expected = offsets.clone();
            int stop = first;
            while (stop < to && ends[stop] < high) {
                expected[stop + 1] = places[ends[stop] - low];
                stop++;
            }
            assertEquals(stop, Symbols.place(ends, first, to, places, low, high, offsets));
            assertArrayEquals(expected, offsets);
        }
    }
}
