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
package dev.stoa.format.internal.encoding.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.stoa.format.CorruptFileException;
import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The primitives of section 1: what a {@link ByteSink} writes, {@link Wire} reads; what is not there is corrupt. */
final class WireTest {
    private static final long[] EXTREMES = {
        0, 1, -1, 63, 64, 127, 128, Integer.MAX_VALUE, Integer.MIN_VALUE, Long.MAX_VALUE, Long.MIN_VALUE
    };

    @Test
    void primitives() throws Exception {
        ByteSink out = new ByteSink(1);
        out.u8(255);
        out.u16(65_535);
        out.u32(0xFFFF_FFFFL);
        out.u64(-2);
        for (long value : EXTREMES) {
            out.varint(value);
            out.zigzag(value);
        }
        out.text("größer €");
        ByteBuffer in = ByteBuffer.wrap(out.toByteArray());
        assertEquals(255, Wire.u8(in));
        assertEquals(65_535, Wire.u16(in));
        assertEquals(0xFFFF_FFFFL, Wire.u32(in));
        assertEquals(-2, Wire.u64(in));
        for (long value : EXTREMES) {
            assertEquals(value, Wire.varint(in));
            assertEquals(value, Wire.zigzag(in));
        }
        assertEquals("größer €", Wire.text(in, 100, "a text"));
        Wire.requireEnd(in, "all");
        for (int length = 0; length < out.size(); length++) {
            ByteBuffer cut = ByteBuffer.wrap(out.toByteArray(), 0, length);
            assertThrows(CorruptFileException.class, () -> {
                Wire.u8(cut);
                Wire.u16(cut);
                Wire.u32(cut);
                Wire.u64(cut);
                for (int i = 0; i < EXTREMES.length; i++) {
                    Wire.varint(cut);
                    Wire.zigzag(cut);
                }
                Wire.text(cut, 100, "a text");
            });
        }
    }

    @Test
    void varintsOfMoreThan64BitsAreRefused() {
        byte[] eleven = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 1};
        byte[] tooMuch = {-1, -1, -1, -1, -1, -1, -1, -1, -1, 2};
        assertThrows(CorruptFileException.class, () -> Wire.varint(ByteBuffer.wrap(eleven)));
        assertThrows(CorruptFileException.class, () -> Wire.varint(ByteBuffer.wrap(tooMuch)));
        assertThrows(CorruptFileException.class, () -> Wire.count(ByteBuffer.wrap(new byte[] {11}), 10, "a count"));
        assertThrows(CorruptFileException.class, () -> Wire.text(ByteBuffer.wrap(new byte[] {1, -1}), 10, "not UTF-8"));
    }

    @Test
    void packedIntegersOfAllWidths() throws Exception {
        long seed = 3;
        Random random = new Random(seed);
        for (int width = 0; width <= 64; width++) {
            for (int n : new int[] {0, 1, 2, 7, 8, 9, 63, 64, 65, 1000}) {
                long[] values = new long[n];
                for (int i = 0; i < n; i++) {
                    values[i] = Long.MIN_VALUE + (width == 0 ? 5 : random.nextLong() >>> (64 - width));
                }
                ByteSink out = new ByteSink();
                out.packed(values, n);
                ByteBuffer in = ByteBuffer.wrap(out.toByteArray());
                long[] read = new long[n];
                Wire.packed(in, read);
                assertArrayEquals(values, read);
                assertEquals(0, in.remaining());
            }
        }
        assertThrows(
                CorruptFileException.class, () -> Wire.packed(ByteBuffer.wrap(new byte[] {0, 65, 0, 0}), new long[2]));
        assertThrows(
                CorruptFileException.class, () -> Wire.packed(ByteBuffer.wrap(new byte[] {0, 64, 0, 0}), new long[2]));
    }
}
