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
package dev.stoa.writer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Facts about UTF-8, as the JDK sees them. */
class Utf8Test {
    /** The first and the last byte of each range that RFC 3629 tells apart. */
    private static final int[] EDGES = {
        0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF,
        0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF
    };

    @Test
    void textIsCheckedAsTheJdkDoes() {
        for (int first : EDGES) {
            check(first);
            for (int second : EDGES) {
                check(first, second);
                for (int third : EDGES) {
                    check(first, second, third);
                    check(first, second, third, 0x7F);
                    check(first, second, third, 0x80);
                    check(first, second, third, 0xBF);
                    check(first, second, third, 0xC0);
                }
            }
        }
    }

    /** Checks bytes that have others in front and after them. */
    private static void check(int... bytes) {
        byte[] data = new byte[bytes.length + 2];
        Arrays.fill(data, (byte) 0x80);
        for (int i = 0; i < bytes.length; i++) {
            data[i + 1] = (byte) bytes[i];
        }
        int to = bytes.length + 1;
        String where = Arrays.toString(bytes);
        String text;
        try {
            text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(data, 1, bytes.length))
                    .toString();
        } catch (CharacterCodingException e) {
            assertFalse(Utf8.isValid(data, 1, to), where);
            return;
        }
        assertTrue(Utf8.isValid(data, 1, to), where);
        assertEquals(text.codePointCount(0, text.length()), Utf8.codePoints(data, 1, to), where);
        String last = Character.toString(text.codePointBefore(text.length()));
        int lastBytes = last.getBytes(StandardCharsets.UTF_8).length;
        assertEquals(to - lastBytes, Utf8.lastStart(data, 1, to), where);
        assertEquals(lastBytes, Utf8.length(data[to - lastBytes]), where);
    }

    @Test
    void everyByteCountsForAscii() {
        byte[] ascii = "0123456789abcdef!\0\u007f".getBytes(StandardCharsets.US_ASCII);
        for (int from = 0; from < ascii.length; from++) {
            for (int to = from; to <= ascii.length; to++) {
                byte[] bytes = new byte[ascii.length];
                Arrays.fill(bytes, (byte) 0x80);
                System.arraycopy(ascii, from, bytes, from, to - from);
                assertTrue(Utf8.isAscii(bytes, from, to));
                for (int at = from; at < to; at++) {
                    bytes[at] = (byte) 0x80;
                    assertFalse(Utf8.isAscii(bytes, from, to));
                    bytes[at] = ascii[at];
                }
            }
        }
    }
}
