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

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

class InterleavedPackingTest {
    private static final int VALUES = 4096;

    @Test
    void intsOfAllWidthsMatchTheDefinition() {
        Random random = Naive.random("interleaved ints");
        for (int width = 0; width <= 32; width++) {
            for (int round = 0; round < 10; round++) {
                long[] values = Naive.values(random, VALUES, 32);
                int base = round == 0 ? 0 : random.nextInt();
                byte[] expected = Naive.interleaved(values, 32, width, base);

                int[] words = new int[width * 128];
                Pack32.pack(width, Naive.ints(values), base, words);
                byte[] bytes = new byte[expected.length];
                assertEquals(bytes.length, Words.write(words, words.length, bytes, 0));
                assertArrayEquals(expected, bytes, "packed at width " + width);

                int[] read = new int[words.length];
                Words.read(ByteBuffer.wrap(bytes), 0, read.length, read);
                int[] out = new int[VALUES];
                Unpack32.unpack(width, read, out, base);
                for (int i = 0; i < VALUES; i++) {
                    long offset = (values[i] - base) & ((1L << width) - 1);
                    assertEquals((int) (base + offset), out[i], "value " + i + " at width " + width);
                }
            }
        }
    }

    @Test
    void longsOfAllWidthsMatchTheDefinition() {
        Random random = Naive.random("interleaved longs");
        for (int width = 0; width <= 64; width++) {
            for (int round = 0; round < 10; round++) {
                long[] values = Naive.values(random, VALUES, 64);
                long base = round == 0 ? 0 : random.nextLong();
                byte[] expected = Naive.interleaved(values, 64, width, base);

                long[] words = new long[width * 64];
                Pack64.pack(width, values, base, words);
                byte[] bytes = new byte[expected.length];
                assertEquals(bytes.length, Words.write(words, words.length, bytes, 0));
                assertArrayEquals(expected, bytes, "packed at width " + width);

                long[] read = new long[words.length];
                Words.read(ByteBuffer.wrap(bytes), 0, read.length, read);
                long[] out = new long[VALUES];
                Unpack64.unpack(width, read, out, base);
                long mask = width == 64 ? -1 : (1L << width) - 1;
                for (int i = 0; i < VALUES; i++) {
                    long offset = (values[i] - base) & mask;
                    assertEquals(base + offset, out[i], "value " + i + " at width " + width);
                }
            }
        }
    }

    @Test
    void hotCodeGivesTheSameValues() {
        Random random = Naive.random("hot interleaved");
        int[] ints = new int[VALUES];
        long[] longs = new long[VALUES];
        for (int width : new int[] {1, 5, 17, 31}) {
            int[] words = random.ints(width * 128L).toArray();
            long[] longWords = random.longs(width * 64L).toArray();
            int[] cold = new int[VALUES];
            long[] longCold = new long[VALUES];
            Unpack32.unpack(width, words, cold, 3);
            Unpack64.unpack(width, longWords, longCold, 3);
            for (int i = 0; i < 3000; i++) {
                Unpack32.unpack(width, words, ints, 3);
                Unpack64.unpack(width, longWords, longs, 3);
            }
            assertArrayEquals(cold, ints, "ints of width " + width);
            assertArrayEquals(longCold, longs, "longs of width " + width);
        }
    }

    /** The worked example of the specification: the bytes were computed by hand. */
    @Test
    void bytesOfIntsAreFrozen() {
        int[] values = new int[VALUES];
        values[0] = 0b00001;
        values[1] = 0b00010;
        values[128] = 0b10110;
        values[768] = 0b11101;
        int[] words = new int[5 * 128];
        Pack32.pack(5, values, 0, words);
        byte[] bytes = new byte[512 * 5];
        Words.write(words, words.length, bytes, 0);
        assertEquals("c102004002000000", HexFormat.of().formatHex(bytes, 0, 8));
        assertEquals("07000000", HexFormat.of().formatHex(bytes, 512, 516));
        assertArrayEquals(new byte[504], slice(bytes, 8, 512));
        assertArrayEquals(new byte[2560 - 516], slice(bytes, 516, 2560));
    }

    /** The worked example of the specification: the bytes were computed by hand. */
    @Test
    void bytesOfLongsAreFrozen() {
        long[] values = new long[VALUES];
        values[0] = 0b00001;
        values[1] = 0b00010;
        values[64] = 0b10110;
        values[768] = 0b11101;
        long[] words = new long[5 * 64];
        Pack64.pack(5, values, 0, words);
        byte[] bytes = new byte[512 * 5];
        Words.write(words, words.length, bytes, 0);
        assertEquals("c1020000000000d0" + "0200000000000000", HexFormat.of().formatHex(bytes, 0, 16));
        assertEquals("0100000000000000", HexFormat.of().formatHex(bytes, 512, 520));
        assertArrayEquals(new byte[496], slice(bytes, 16, 512));
        assertArrayEquals(new byte[2560 - 520], slice(bytes, 520, 2560));
    }

    @Test
    void wordsAreReadAndWrittenAtAnyPosition() {
        byte[] bytes = new byte[40];
        assertEquals(11, Words.write(new int[] {0x04030201, 0x08070605}, 2, bytes, 3));
        assertEquals(19, Words.write(new long[] {0x0807060504030201L}, 1, bytes, 11));
        assertEquals("00000001020304050607080102030405060708", HexFormat.of().formatHex(bytes, 0, 19));
        ByteBuffer direct = ByteBuffer.allocateDirect(40).put(bytes).position(7);
        int[] ints = new int[3];
        Words.read(direct, 3, 2, ints);
        assertArrayEquals(new int[] {0x04030201, 0x08070605, 0}, ints);
        long[] longs = new long[1];
        Words.read(direct, 11, 1, longs);
        assertArrayEquals(new long[] {0x0807060504030201L}, longs);
        assertEquals(7, direct.position());
        assertThrows(IndexOutOfBoundsException.class, () -> Words.read(direct, 37, 1, ints));
        assertThrows(IndexOutOfBoundsException.class, () -> Words.write(new long[1], 1, bytes, 33));
    }

    @Test
    void badArgumentsAreRefused() {
        int[] ints = new int[VALUES];
        long[] longs = new long[VALUES];
        for (int width : new int[] {-1, 33}) {
            assertThrows(IllegalArgumentException.class, () -> Unpack32.unpack(width, ints, new int[VALUES], 0));
            assertThrows(IllegalArgumentException.class, () -> Pack32.pack(width, ints, 0, new int[VALUES]));
        }
        for (int width : new int[] {-1, 65}) {
            assertThrows(IllegalArgumentException.class, () -> Unpack64.unpack(width, longs, new long[VALUES], 0));
            assertThrows(IllegalArgumentException.class, () -> Pack64.pack(width, longs, 0, new long[VALUES]));
        }
        for (int width = 1; width <= 64; width++) {
            int w = width;
            assertThrows(
                    IndexOutOfBoundsException.class,
                    () -> Unpack64.unpack(w, new long[w * 64 - 1], new long[VALUES], 0));
            if (w <= 32) {
                assertThrows(
                        IndexOutOfBoundsException.class,
                        () -> Unpack32.unpack(w, new int[w * 128 - 1], new int[VALUES], 0));
            }
        }
    }

    private static byte[] slice(byte[] bytes, int from, int to) {
        return Arrays.copyOfRange(bytes, from, to);
    }
}
