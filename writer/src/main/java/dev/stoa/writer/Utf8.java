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

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Facts about UTF-8 text that need no decoding. */
final class Utf8 {
    static final int MAX_CODE_POINT = 0x10FFFF;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long HIGH_BITS = 0x8080_8080_8080_8080L;

    private Utf8() {}

    /** Whether all bytes are below 0x80. */
    static boolean isAscii(byte[] data, int from, int to) {
        int at = from;
        for (; at + 8 <= to; at += 8) {
            if (((long) LONGS.get(data, at) & HIGH_BITS) != 0) {
                return false;
            }
        }
        for (; at < to; at++) {
            if (data[at] < 0) {
                return false;
            }
        }
        return true;
    }

    /** Whether the bytes are well-formed: shortest forms, no surrogates, at most U+10FFFF (RFC 3629). */
    static boolean isValid(byte[] data, int from, int to) {
        int at = from;
        while (at < to) {
            int lead = data[at] & 0xFF;
            if (lead < 0x80) {
                at++;
                continue;
            }
            int length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
            if (lead < 0xC2 || lead > 0xF4 || to - at < length) {
                return false;
            }
            for (int i = 1; i < length; i++) {
                if ((data[at + i] & 0xC0) != 0x80) {
                    return false;
                }
            }
            int second = data[at + 1] & 0xFF;
            boolean wrong = switch (lead) {
                case 0xE0 -> second < 0xA0;
                case 0xED -> second > 0x9F;
                case 0xF0 -> second < 0x90;
                case 0xF4 -> second > 0x8F;
                default -> false;
            };
            if (wrong) {
                return false;
            }
            at += length;
        }
        return true;
    }

    /** The number of code points of well-formed text. */
    static int codePoints(byte[] data, int from, int to) {
        int count = 0;
        for (int i = from; i < to; i++) {
            count += (data[i] & 0xC0) != 0x80 ? 1 : 0;
        }
        return count;
    }

    /** Where the last code point that starts before {@code to} starts. */
    static int lastStart(byte[] data, int from, int to) {
        int at = to - 1;
        while (at > from && (data[at] & 0xC0) == 0x80) {
            at--;
        }
        return at;
    }

    /** The number of bytes that a code point has according to its first byte. */
    static int length(byte lead) {
        int b = lead & 0xFF;
        return b < 0x80 ? 1 : b < 0xE0 ? 2 : b < 0xF0 ? 3 : 4;
    }
}
