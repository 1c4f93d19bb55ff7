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

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Bit packing of any number of values as one stream of bits: value {@code i} takes the bits [{@code i * width},
 * {@code (i + 1) * width}), bit {@code b} of the stream is bit {@code b % 8} (0 is the least significant) of byte
 * {@code b / 8}, and the stream ends with the byte that holds its last bit, padded with zeros.
 *
 * <p>For vectors shorter than 4096 and for small parts; full vectors are interleaved, see {@link Unpack32} and
 * {@link Unpack64}. Reads never touch a byte outside the stream, whatever lies behind it.
 */
public final class StraightPacking {
    private static final VarHandle BUFFER_LONG =
            MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle ARRAY_LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private StraightPacking() {}

    /** The bytes that {@code count} values of {@code width} bits take. */
    public static long byteLength(int count, int width) {
        return ((long) count * width + 7) >>> 3;
    }

    /**
     * Sets {@code out[outAt + i] = base + packed value i} for {@code i} in [0, {@code count}), wrapping around on
     * overflow.
     *
     * @param in holds the stream, {@code byteLength(count, width)} bytes from the absolute position {@code at}; its own
     *     position and byte order do not matter
     * @param width bits per packed value, 0 to 32
     * @param base the frame of reference, added to each packed value taken as unsigned
     * @throws IllegalArgumentException if the width is not 0 to 32
     * @throws IndexOutOfBoundsException if the buffer ends before the stream or the array is too short
     */
    public static void unpack(ByteBuffer in, int at, int width, int count, int base, int[] out, int outAt) {
        checkWidth(width, Integer.SIZE);
        if (width == 0) {
            Arrays.fill(out, outAt, outAt + count, base);
            return;
        }
        long end = at + byteLength(count, width);
        long mask = -1L >>> (Long.SIZE - width);
        int fast = readable(end - at, Long.BYTES, width, count);
        long bit = 0;
        int i = 0;
        for (; i < fast; i++, bit += width) {
            long word = (long) BUFFER_LONG.get(in, at + (int) (bit >>> 3));
            out[outAt + i] = base + (int) ((word >>> (bit & 7)) & mask);
        }
        for (; i < count; i++, bit += width) {
            out[outAt + i] = base + (int) readNearEnd(in, at, end, bit, mask);
        }
    }

    /**
     * Sets {@code out[outAt + i] = base + packed value i} for {@code i} in [0, {@code count}), wrapping around on
     * overflow.
     *
     * @param in holds the stream, {@code byteLength(count, width)} bytes from the absolute position {@code at}; its own
     *     position and byte order do not matter
     * @param width bits per packed value, 0 to 64
     * @param base the frame of reference, added to each packed value taken as unsigned
     * @throws IllegalArgumentException if the width is not 0 to 64
     * @throws IndexOutOfBoundsException if the buffer ends before the stream or the array is too short
     */
    public static void unpack(ByteBuffer in, int at, int width, int count, long base, long[] out, int outAt) {
        checkWidth(width, Long.SIZE);
        if (width == 0) {
            Arrays.fill(out, outAt, outAt + count, base);
            return;
        }
        long end = at + byteLength(count, width);
        long mask = -1L >>> (Long.SIZE - width);
        long bit = 0;
        int i = 0;
        if (width <= Long.SIZE - 7) {
            int fast = readable(end - at, Long.BYTES, width, count);
            for (; i < fast; i++, bit += width) {
                long word = (long) BUFFER_LONG.get(in, at + (int) (bit >>> 3));
                out[outAt + i] = base + ((word >>> (bit & 7)) & mask);
            }
        } else {
            int fast = readable(end - at, Long.BYTES + 1, width, count);
            for (; i < fast; i++, bit += width) {
                int index = at + (int) (bit >>> 3);
                int shift = (int) bit & 7;
                long word = (long) BUFFER_LONG.get(in, index);
                long next = in.get(index + Long.BYTES);
                out[outAt + i] = base + (((word >>> shift) | (next << 1 << (63 - shift))) & mask);
            }
        }
        for (; i < count; i++, bit += width) {
            out[outAt + i] = base + readNearEnd(in, at, end, bit, mask);
        }
    }

    /**
     * Packs the low {@code width} bits of {@code values[from + i] - base} for {@code i} in [0, {@code count}) into
     * {@code out} from index {@code at}, and returns the index behind the last byte written.
     *
     * @throws IllegalArgumentException if the width is not 0 to 32
     * @throws IndexOutOfBoundsException if one of the arrays is too short
     */
    public static int pack(int[] values, int from, int count, int width, int base, byte[] out, int at) {
        checkWidth(width, Integer.SIZE);
        if (width == 0) {
            return at;
        }
        long mask = -1L >>> (Long.SIZE - width);
        long word = 0;
        int used = 0;
        int to = at;
        for (int i = 0; i < count; i++) {
            long value = (values[from + i] - base) & mask;
            word |= value << used;
            used += width;
            if (used >= Long.SIZE) {
                ARRAY_LONG.set(out, to, word);
                to += Long.BYTES;
                used -= Long.SIZE;
                word = value >>> (width - used);
            }
        }
        return finish(word, used, out, to);
    }

    /**
     * Packs the low {@code width} bits of {@code values[from + i] - base} for {@code i} in [0, {@code count}) into
     * {@code out} from index {@code at}, and returns the index behind the last byte written.
     *
     * @throws IllegalArgumentException if the width is not 0 to 64
     * @throws IndexOutOfBoundsException if one of the arrays is too short
     */
    public static int pack(long[] values, int from, int count, int width, long base, byte[] out, int at) {
        checkWidth(width, Long.SIZE);
        if (width == 0) {
            return at;
        }
        long mask = -1L >>> (Long.SIZE - width);
        long word = 0;
        int used = 0;
        int to = at;
        for (int i = 0; i < count; i++) {
            long value = (values[from + i] - base) & mask;
            word |= value << used;
            used += width;
            if (used >= Long.SIZE) {
                ARRAY_LONG.set(out, to, word);
                to += Long.BYTES;
                used -= Long.SIZE;
                word = used == 0 ? 0 : value >>> (width - used);
            }
        }
        return finish(word, used, out, to);
    }

    private static int finish(long word, int used, byte[] out, int at) {
        int to = at;
        for (int bit = 0; bit < used; bit += Byte.SIZE) {
            out[to++] = (byte) (word >>> bit);
        }
        return to;
    }

    /** How many values start at a byte with at least {@code bytes} bytes of the stream from there on. */
    private static int readable(long length, int bytes, int width, int count) {
        return length < bytes ? 0 : (int) Math.min(count, ((length - bytes) * Byte.SIZE + 7) / width + 1);
    }

    /** The value that starts at a bit in one of the last eight bytes of the stream. */
    private static long readNearEnd(ByteBuffer in, int at, long end, long bit, long mask) {
        long first = at + (bit >>> 3);
        int shift = (int) bit & 7;
        long value = (in.get((int) first) & 0xffL) >>> shift;
        for (long index = first + 1; index < end; index++) {
            value |= (in.get((int) index) & 0xffL) << ((index - first) * Byte.SIZE - shift);
        }
        return value & mask;
    }

    private static void checkWidth(int width, int most) {
        if (width < 0 || width > most) {
            throw new IllegalArgumentException("Width " + width + " is not in 0 to " + most);
        }
    }
}
