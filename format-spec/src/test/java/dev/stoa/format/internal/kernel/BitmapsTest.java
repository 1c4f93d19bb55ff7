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
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BitmapsTest {
    @Test
    void bitmapsOfAllLengthsMatchTheDefinition() {
        Random random = Naive.random("bitmaps");
        for (int count = 0; count <= 4096; count += count < 200 ? 1 : 1 + random.nextInt(50)) {
            int ones = random.nextInt(101);
            byte[] bits = new byte[count + 3];
            boolean[] booleans = new boolean[count + 3];
            long[] values = new long[count];
            Arrays.fill(bits, (byte) 1);
            for (int i = 0; i < count; i++) {
                values[i] = random.nextInt(100) < ones ? 1 : 0;
                // only the lowest bit of a byte counts
                bits[2 + i] = (byte) (values[i] | (random.nextInt() & 0xfe));
                booleans[2 + i] = values[i] == 1;
            }
            byte[] expected = Naive.straight(values, count, 1, 0);
            assertEquals(expected.length, Bitmaps.byteLength(count));
            byte[] packed = new byte[expected.length + 2];
            assertEquals(1 + expected.length, Bitmaps.pack(bits, 2, count, packed, 1));
            assertArrayEquals(expected, Arrays.copyOfRange(packed, 1, 1 + expected.length));
            byte[] fromBooleans = new byte[expected.length + 2];
            assertEquals(1 + expected.length, Bitmaps.pack(booleans, 2, count, fromBooleans, 1));
            assertArrayEquals(packed, fromBooleans);
            assertEquals(0, packed[0] | packed[packed.length - 1]);

            // the unused bits of the last byte don't matter
            if (count % 8 != 0) {
                expected[expected.length - 1] |= (byte) (0xff << count % 8);
            }
            ByteBuffer in = count % 2 == 0
                    ? ByteBuffer.allocate(1 + expected.length)
                    : ByteBuffer.allocateDirect(1 + expected.length);
            in.put(1, expected);
            byte[] out = new byte[count + 1];
            boolean[] booleanOut = new boolean[count + 1];
            Arrays.fill(booleanOut, 0, count, random.nextBoolean());
            Bitmaps.expand(in, 1, count, out);
            Bitmaps.expand(in, 1, count, new byte[count], booleanOut);
            boolean[] inverted = new boolean[count + 1];
            Bitmaps.expandInverted(in, 1, count, new byte[count], inverted);
            for (int i = 0; i < count; i++) {
                assertEquals(values[i], out[i]);
                assertEquals(values[i] == 1, booleanOut[i]);
                assertEquals(values[i] == 0, inverted[i]);
            }
            assertEquals(0, out[count]);
            assertFalse(booleanOut[count] || inverted[count]);
            for (int round = 0; round < 5; round++) {
                int from = random.nextInt(count + 1);
                int to = round == 0 ? count : from + random.nextInt(Math.min(count - from, 70) + 1);
                assertEquals(Arrays.stream(values, from, to).sum(), Bitmaps.count(in, 1, from, to));
            }
        }
    }

    @Test
    void allRangesOfASmallBitmapAreCounted() {
        ByteBuffer in = ByteBuffer.wrap(HexFormat.of().parseHex("d1580fff00aa5501807ee7"));
        for (int from = 0; from <= 88; from++) {
            int sum = 0;
            for (int to = from; to <= 88; to++) {
                assertEquals(sum, Bitmaps.count(in, 0, from, to), from + " to " + to);
                sum += to < 88 ? in.get(to / 8) >>> to % 8 & 1 : 0;
            }
        }
    }

    /** Bytes computed by hand. */
    @Test
    void bytesAreFrozen() {
        byte[] out = new byte[2];
        assertEquals(2, Bitmaps.pack(new byte[] {1, 0, 0, 0, 1, 1, 0, 1, 0, 1}, 0, 10, out, 0));
        assertEquals("b102", HexFormat.of().formatHex(out));
    }

    @Test
    void shortInputIsRefused() {
        ByteBuffer in = ByteBuffer.allocate(2);
        assertThrows(IndexOutOfBoundsException.class, () -> Bitmaps.expand(in, 0, 17, new byte[17]));
        assertThrows(IndexOutOfBoundsException.class, () -> Bitmaps.expand(in, 0, 17, new byte[17], new boolean[17]));
        assertThrows(IndexOutOfBoundsException.class, () -> Bitmaps.count(in, 0, 0, 17));
    }
}
