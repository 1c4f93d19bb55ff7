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
package dev.stoa.format;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** All 16 bytes of a hash count, in their order. */
class ContentHashTest {
    private static final String TEXT = "0123456789abcdeffedcba9876543210";
    private static final ContentHash HASH = new ContentHash(0x0123456789ABCDEFL, 0xFEDCBA9876543210L);

    @Test
    void bytesAreInTheOrderOfTheText() {
        byte[] bytes = HASH.toBytes();
        assertEquals(TEXT, HexFormat.of().formatHex(bytes));
        assertEquals(TEXT, HASH.toString());
        assertEquals("0".repeat(31) + "1", new ContentHash(0, 1).toString());
        assertEquals(HASH, ContentHash.of(bytes, 0));
        byte[] within = new byte[20];
        System.arraycopy(bytes, 0, within, 3, bytes.length);
        assertEquals(HASH, ContentHash.of(within, 3));
        assertArrayEquals(bytes, ContentHash.of(within, 3).toBytes());
    }

    @Test
    void eachByteCounts() {
        byte[] bytes = HASH.toBytes();
        for (int i = 0; i < ContentHash.BYTES; i++) {
            byte[] other = bytes.clone();
            other[i] ^= 1;
            assertNotEquals(HASH, ContentHash.of(other, 0), "byte " + i);
        }
    }

    @Test
    void aHashIsWhole() {
        byte[] bytes = HASH.toBytes();
        assertThrows(IndexOutOfBoundsException.class, () -> ContentHash.of(Arrays.copyOf(bytes, 15), 0));
        assertThrows(IndexOutOfBoundsException.class, () -> ContentHash.of(bytes, 1));
        assertThrows(IndexOutOfBoundsException.class, () -> ContentHash.of(bytes, -1));
    }
}
