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

import dev.stoa.format.CorruptFileException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** A cursor over a part of a decompressed page; every read is checked against the part's end. */
final class PageBytes {
    private static final VarHandle INT_LE = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG_LE =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final byte[] data;
    private final int end;
    private int position;

    PageBytes(byte[] data, int position, int end) {
        this.data = data;
        this.position = position;
        this.end = end;
    }

    byte[] data() {
        return data;
    }

    int position() {
        return position;
    }

    int end() {
        return end;
    }

    int remaining() {
        return end - position;
    }

    /** Moves over {@code length} bytes and returns where they start. */
    int take(long length) throws CorruptFileException {
        if (length < 0 || length > end - position) {
            throw new CorruptFileException(
                    "a page says " + length + " bytes follow, only " + (end - position) + " are left");
        }
        int start = position;
        position += (int) length;
        return start;
    }

    /** The next {@code length} bytes as a part of their own. */
    PageBytes slice(long length) throws CorruptFileException {
        int start = take(length);
        return new PageBytes(data, start, position);
    }

    int nextByte() throws CorruptFileException {
        return data[take(1)] & 0xFF;
    }

    int nextInt() throws CorruptFileException {
        return intAt(data, take(4));
    }

    /** An unsigned varint of at most 32 bits. */
    int nextVarint() throws CorruptFileException {
        long value = nextVarlong();
        if (value < 0 || value > 0xFFFF_FFFFL) {
            throw new CorruptFileException("a number in a page has more than 32 bits");
        }
        return (int) value;
    }

    long nextVarlong() throws CorruptFileException {
        long value = 0;
        for (int shift = 0; shift < 70; shift += 7) {
            int b = nextByte();
            value |= (long) (b & 0x7F) << shift;
            if (b < 0x80) {
                return value;
            }
        }
        throw new CorruptFileException("a number in a page has more than 10 bytes");
    }

    long nextZigzag() throws CorruptFileException {
        long z = nextVarlong();
        return (z >>> 1) ^ -(z & 1);
    }

    static int intAt(byte[] data, int at) {
        return (int) INT_LE.get(data, at);
    }

    static long longAt(byte[] data, int at) {
        return (long) LONG_LE.get(data, at);
    }

    /** The {@code width} bits (0..64) that start at a bit of a little-endian bit stream, which must be within the array. */
    static long bits(byte[] data, long bit, int width) {
        if (width == 0) {
            return 0;
        }
        int at = (int) (bit >>> 3);
        int shift = (int) (bit & 7);
        long word = at + 8 <= data.length ? longAt(data, at) : tail(data, at);
        long value = word >>> shift;
        if (shift + width > 64) {
            value |= (long) data[at + 8] << (64 - shift);
        }
        return width == 64 ? value : value & ((1L << width) - 1);
    }

    private static long tail(byte[] data, int at) {
        long word = 0;
        for (int i = 0; at + i < data.length; i++) {
            word |= (data[at + i] & 0xFFL) << (8 * i);
        }
        return word;
    }
}
