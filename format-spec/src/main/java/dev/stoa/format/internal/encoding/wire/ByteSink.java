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

import dev.stoa.format.internal.kernel.StraightPacking;
import dev.stoa.format.internal.kernel.Words;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A growing array of bytes that takes the primitives of the format, little-endian (format-spec, section 1). The counterpart of
 * {@link Wire}.
 */
public final class ByteSink {
    private static final int MAX = Integer.MAX_VALUE - 16;
    private static final VarHandle SHORTS = view(short[].class);
    private static final VarHandle INTS = view(int[].class);
    private static final VarHandle LONGS = view(long[].class);

    private byte[] bytes;
    private int size;

    /** An empty sink. */
    public ByteSink() {
        this(64);
    }

    /** An empty sink with room for {@code capacity} bytes before it has to grow. */
    public ByteSink(int capacity) {
        bytes = new byte[capacity];
    }

    private static VarHandle view(Class<?> type) {
        return MethodHandles.byteArrayViewVarHandle(type, ByteOrder.LITTLE_ENDIAN);
    }

    /** The number of bytes written. */
    public int size() {
        return size;
    }

    /** The array that holds the bytes, from index 0, until the next write; longer than {@link #size()}. */
    public byte[] array() {
        return bytes;
    }

    /** A copy of the bytes. */
    public byte[] toByteArray() {
        return Arrays.copyOf(bytes, size);
    }

    /** Forgets all bytes and keeps the room. */
    public void clear() {
        size = 0;
    }

    /** Forgets the bytes from an index on. */
    public void truncate(int newSize) {
        if (newSize < 0 || newSize > size) {
            throw new IllegalArgumentException("can't cut " + size + " bytes to " + newSize);
        }
        size = newSize;
    }

    /**
     * Appends {@code count} bytes with unspecified content, for the caller to fill in {@link #array()}; returns their index.
     */
    public int reserve(int count) {
        int at = size;
        ensure(count);
        size += count;
        return at;
    }

    private void ensure(int more) {
        if (more > bytes.length - size) {
            long wanted = (long) size + more;
            if (more < 0 || wanted > MAX) {
                throw new IllegalStateException("a sink can't hold " + wanted + " bytes");
            }
            bytes = Arrays.copyOf(bytes, (int) Math.min(MAX, Math.max(wanted, bytes.length * 2L)));
        }
    }

    /** Writes the low 8 bits. */
    public void u8(int value) {
        ensure(1);
        bytes[size++] = (byte) value;
    }

    /** Writes the low 16 bits. */
    public void u16(int value) {
        int at = reserve(2);
        SHORTS.set(bytes, at, (short) value);
    }

    /** Writes the low 32 bits. */
    public void u32(long value) {
        int at = reserve(4);
        INTS.set(bytes, at, (int) value);
    }

    /** Writes 64 bits. */
    public void u64(long value) {
        int at = reserve(8);
        LONGS.set(bytes, at, value);
    }

    /** Writes an unsigned 64-bit integer in 1 to 10 bytes. */
    public void varint(long value) {
        ensure(10);
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
    }

    /** Writes a signed 64-bit integer in 1 to 10 bytes. */
    public void zigzag(long value) {
        varint((value << 1) ^ (value >> 63));
    }

    /** Writes all of some bytes. */
    public void bytes(byte[] source) {
        bytes(source, 0, source.length);
    }

    /** Writes some bytes. */
    public void bytes(byte[] source, int from, int count) {
        int at = reserve(count);
        System.arraycopy(source, from, bytes, at, count);
    }

    /** Writes the length in bytes and the UTF-8 bytes of a text. */
    public void text(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        varint(utf8.length);
        bytes(utf8);
    }

    /** Writes {@code words[0..count)} as 32 bits each. */
    public void ints(int[] words, int count) {
        int at = reserve(Math.multiplyExact(count, Integer.BYTES));
        Words.write(words, count, bytes, at);
    }

    /** Writes {@code words[0..count)} as 64 bits each. */
    public void longs(long[] words, int count) {
        int at = reserve(Math.multiplyExact(count, Long.BYTES));
        Words.write(words, count, bytes, at);
    }

    /** Writes the low {@code width} bits (0..64) of {@code values[i] - base} for i in 0..count, in straight packing. */
    public void straight(long[] values, int count, long base, int width) {
        int at = reserve(Math.toIntExact(StraightPacking.byteLength(count, width)));
        StraightPacking.pack(values, 0, count, width, base, bytes, at);
    }

    /** Writes {@code values[0..count)} as packed integers: base, width and straight packing; of a single one its base only. */
    public void packed(long[] values, int count) {
        if (count == 0) {
            return;
        }
        long min = values[0];
        if (count == 1) {
            zigzag(min);
            return;
        }
        long max = min;
        for (int i = 1; i < count; i++) {
            min = Math.min(min, values[i]);
            max = Math.max(max, values[i]);
        }
        int width = 64 - Long.numberOfLeadingZeros(max - min);
        zigzag(min);
        u8(width);
        straight(values, count, min, width);
    }
}
