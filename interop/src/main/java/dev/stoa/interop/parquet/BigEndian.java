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
package dev.stoa.interop.parquet;

/** Two's complement numbers in big-endian bytes, as Parquet stores decimals. No bytes mean 0. */
final class BigEndian {
    private BigEndian() {}

    /** Where the shortest form of a number starts: leading bytes that only repeat the sign are skipped. */
    static int shortest(byte[] data, int start, int end) {
        int at = start;
        while (at + 1 < end && data[at] == data[at + 1] >> 7) {
            at++;
        }
        return at;
    }

    /** The low 64 bits of a number of at most 16 bytes. */
    static long low(byte[] data, int start, int end) {
        long value = end > start && data[start] < 0 ? -1 : 0;
        for (int i = Math.max(start, end - 8); i < end; i++) {
            value = value << 8 | (data[i] & 0xFF);
        }
        return value;
    }

    /** The high 64 bits of a number of at most 16 bytes. */
    static long high(byte[] data, int start, int end) {
        return end - start > 8 ? low(data, start, end - 8) : low(data, start, end) >> 63;
    }

    /** Writes a number into 8 bytes. */
    static void put(long value, byte[] eight) {
        for (int i = 0; i < 8; i++) {
            eight[i] = (byte) (value >>> (56 - 8 * i));
        }
    }
}
