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
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StraightPackingTest {
    @Test
    void allCountsAtSomeWidths() {
        Random random = Naive.random("straight, all counts");
        for (int width : new int[] {1, 3, 7, 32, 33, 57, 58, 63, 64}) {
            long[] values = random.longs(4096).toArray();
            byte[] all = Naive.straight(values, 4096, width, 0);
            for (int count = 0; count <= 4096; count++) {
                check(values, count, width, 0, prefix(all, count * width), count % 2 == 0);
            }
        }
    }

    @Test
    void someCountsAtAllWidths() {
        Random random = Naive.random("straight, all widths");
        for (int width = 0; width <= 64; width++) {
            for (int round = 0; round < 60; round++) {
                int count = round < 40 ? round : random.nextInt(4097);
                long[] values = Naive.values(random, count, width <= 32 && round % 2 == 0 ? 32 : 64);
                long base = round % 3 == 0 ? 0 : random.nextLong();
                check(values, count, width, base, Naive.straight(values, count, width, base), round % 2 == 0);
            }
        }
    }

    private static void check(long[] values, int count, int width, long base, byte[] expected, boolean direct) {
        String what = count + " values at width " + width;
        assertEquals(expected.length, StraightPacking.byteLength(count, width), what);

        byte[] bytes = new byte[expected.length + 7];
        Arrays.fill(bytes, (byte) 0x5a);
        assertEquals(3 + expected.length, StraightPacking.pack(values, 0, count, width, base, bytes, 3), what);
        assertArrayEquals(expected, Arrays.copyOfRange(bytes, 3, 3 + expected.length), what);
        assertSurroundings(bytes, what);

        // the stream ends where the buffer ends: one byte more would throw
        ByteBuffer in =
                direct ? ByteBuffer.allocateDirect(3 + expected.length) : ByteBuffer.allocate(3 + expected.length);
        in.put(3, expected);
        long[] out = new long[count + 2];
        StraightPacking.unpack(in, 3, width, count, base, out, 1);
        long mask = width == 64 ? -1 : (1L << width) - 1;
        for (int i = 0; i < count; i++) {
            if (out[1 + i] != base + ((values[i] - base) & mask)) {
                assertEquals(base + ((values[i] - base) & mask), out[1 + i], what + ", value " + i);
            }
        }
        assertEquals(0, out[0] | out[count + 1], what);
        int[] selected = selection(count);
        long[] some = new long[selected.length + 1];
        StraightPacking.select(in, 3, width, count, base, selected, selected.length, some);
        for (int j = 0; j < selected.length; j++) {
            assertEquals(out[1 + selected[j]], some[j], what);
        }
        assertEquals(0, some[selected.length], what);
        if (width <= 32) {
            checkInts(Naive.ints(values), count, width, (int) base, expected, in, what);
        }
    }

    private static void checkInts(
            int[] values, int count, int width, int base, byte[] expected, ByteBuffer in, String what) {
        byte[] bytes = new byte[expected.length + 7];
        Arrays.fill(bytes, (byte) 0x5a);
        assertEquals(3 + expected.length, StraightPacking.pack(values, 0, count, width, base, bytes, 3), what);
        assertArrayEquals(expected, Arrays.copyOfRange(bytes, 3, 3 + expected.length), what);
        assertSurroundings(bytes, what);

        int[] out = new int[count + 2];
        StraightPacking.unpack(in, 3, width, count, base, out, 1);
        for (int i = 0; i < count; i++) {
            int value = (int) (base + ((values[i] - base) & ((1L << width) - 1)));
            if (out[1 + i] != value) {
                assertEquals(value, out[1 + i], what + ", value " + i);
            }
        }
        assertEquals(0, out[0] | out[count + 1], what);
        int[] selected = selection(count);
        int[] some = new int[selected.length + 1];
        StraightPacking.select(in, 3, width, count, base, selected, selected.length, some);
        for (int j = 0; j < selected.length; j++) {
            assertEquals(out[1 + selected[j]], some[j], what);
        }
        assertEquals(0, some[selected.length], what);
    }

    /** The last ten values and up to ten from anywhere, in no order. */
    private static int[] selection(int count) {
        return IntStream.concat(
                        IntStream.range(0, 10).map(i -> count - 1 - i),
                        IntStream.range(0, 10).map(i -> i * 389 + i))
                .filter(i -> i >= 0 && i < count)
                .toArray();
    }

    private static void assertSurroundings(byte[] bytes, String what) {
        for (int i = 0; i < 7; i++) {
            int index = i < 3 ? i : bytes.length - 7 + i;
            assertEquals(0x5a, bytes[index], () -> what + ", byte " + index + " lies outside the stream");
        }
    }

    /** The first bits of a stream, the last byte padded with zeros. */
    private static byte[] prefix(byte[] stream, int bits) {
        byte[] bytes = Arrays.copyOf(stream, (bits + 7) / 8);
        if (bits % 8 != 0) {
            bytes[bytes.length - 1] &= (byte) ((1 << bits % 8) - 1);
        }
        return bytes;
    }

    /** The worked examples of the specification: the bytes were computed by hand. */
    @Test
    void bytesAreFrozen() {
        assertEquals("d158", pack(3, 0, 1, 2, 3, 4, 5));
        assertEquals("d158", pack(3, -10, -9, -8, -7, -6, -5));
        assertEquals("ab", pack(1, 0, 1, 1, 0, 1, 0, 1, 0, 1));
        assertEquals("ffffffffffffffff" + "0100000000000080", pack(64, 0, -1, Long.MIN_VALUE + 1));
        assertEquals(
                "ffffffffffffff7f" + "0000000000000040" + "000000000000000c",
                pack(63, 0, (1L << 63) - 1, 0, 3L << 60 | 1));
    }

    private static String pack(int width, long base, long... values) {
        byte[] bytes = new byte[(int) StraightPacking.byteLength(values.length, width)];
        assertEquals(bytes.length, StraightPacking.pack(values, 0, values.length, width, base, bytes, 0));
        return HexFormat.of().formatHex(bytes);
    }

    @Test
    void lengthsDoNotOverflow() {
        assertEquals(8L * Integer.MAX_VALUE, StraightPacking.byteLength(Integer.MAX_VALUE, 64));
        assertEquals(0, StraightPacking.byteLength(Integer.MAX_VALUE, 0));
        assertEquals(1, StraightPacking.byteLength(1, 1));
    }

    @Test
    void badArgumentsAreRefused() {
        ByteBuffer in = ByteBuffer.allocate(15);
        long[] longs = new long[40];
        int[] ints = new int[40];
        assertThrows(IllegalArgumentException.class, () -> StraightPacking.unpack(in, 0, 65, 1, 0L, longs, 0));
        assertThrows(IllegalArgumentException.class, () -> StraightPacking.unpack(in, 0, -1, 1, 0L, longs, 0));
        assertThrows(IllegalArgumentException.class, () -> StraightPacking.unpack(in, 0, 33, 1, 0, ints, 0));
        assertThrows(IllegalArgumentException.class, () -> StraightPacking.pack(longs, 0, 1, 65, 0, new byte[99], 0));
        assertThrows(IllegalArgumentException.class, () -> StraightPacking.pack(ints, 0, 1, 33, 0, new byte[99], 0));
        assertThrows(IndexOutOfBoundsException.class, () -> StraightPacking.unpack(in, 0, 64, 2, 0L, longs, 0));
        assertThrows(IndexOutOfBoundsException.class, () -> StraightPacking.unpack(in, 1, 28, 33, 0, ints, 0));
    }
}
