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
import java.util.Objects;

/**
 * Bit packing of any number of values as one stream of bits. Value {@code i} takes the bits [{@code i * width},
 * {@code (i + 1) * width}). Bit {@code b} of the stream is bit {@code b % 8} (0 is the least significant) of byte
 * {@code b / 8}. The stream ends with the byte that holds its last bit, padded with zeros.
 *
 * <p>For vectors shorter than 4096 and for small parts; full vectors are interleaved, see {@link Unpack32} and
 * {@link Unpack64}. Reads never touch a byte outside the stream.
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
        int length = checkLength(in, at, width, count);
        int i = UnpackStraight32.unpack(width, in, at, inGroups(length, width, count), base, out, outAt);
        for (; i < count; i++) {
            out[outAt + i] = base + (int) value(in, at, length, width, i);
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
        int length = checkLength(in, at, width, count);
        int i = UnpackStraight64.unpack(width, in, at, inGroups(length, width, count), base, out, outAt);
        for (; i < count; i++) {
            out[outAt + i] = base + value(in, at, length, width, i);
        }
    }

    /**
     * Sets {@code out[j] = base + packed value selected[j]} for {@code j} in [0, {@code selections}), wrapping around on
     * overflow. Unpacks only these values.
     *
     * @param in holds the stream, {@code byteLength(count, width)} bytes from the absolute position {@code at}
     * @param width bits per packed value, 0 to 32
     * @param count the values in the stream
     * @param selected which values, each in [0, {@code count}): checked by the caller
     * @throws IllegalArgumentException if the width is not 0 to 32
     * @throws IndexOutOfBoundsException if the buffer ends before the stream or an array is too short
     */
    public static void select(
            ByteBuffer in, int at, int width, int count, int base, int[] selected, int selections, int[] out) {
        checkWidth(width, Integer.SIZE);
        if (width == 0) {
            Arrays.fill(out, 0, selections, base);
            return;
        }
        int length = checkLength(in, at, width, count);
        for (int j = 0; j < selections; j++) {
            out[j] = base + (int) value(in, at, length, width, selected[j]);
        }
    }

    /**
     * Sets {@code out[j] = base + packed value selected[j]} for {@code j} in [0, {@code selections}), wrapping around on
     * overflow. Unpacks only these values.
     *
     * @param in holds the stream, {@code byteLength(count, width)} bytes from the absolute position {@code at}
     * @param width bits per packed value, 0 to 64
     * @param count the values in the stream
     * @param selected which values, each in [0, {@code count}): checked by the caller
     * @throws IllegalArgumentException if the width is not 0 to 64
     * @throws IndexOutOfBoundsException if the buffer ends before the stream or an array is too short
     */
    public static void select(
            ByteBuffer in, int at, int width, int count, long base, int[] selected, int selections, long[] out) {
        checkWidth(width, Long.SIZE);
        if (width == 0) {
            Arrays.fill(out, 0, selections, base);
            return;
        }
        int length = checkLength(in, at, width, count);
        for (int j = 0; j < selections; j++) {
            out[j] = base + value(in, at, length, width, selected[j]);
        }
    }

    /**
     * Packs the low {@code width} bits of {@code values[from + i] - base} for {@code i} in [0, {@code count}) into
     * {@code out} from index {@code at}, and returns the index after the last byte written.
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
     * {@code out} from index {@code at}, and returns the index after the last byte written.
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

    /** The length of the stream, which must be in the buffer. */
    private static int checkLength(ByteBuffer in, int at, int width, int count) {
        long length = byteLength(count, width);
        Objects.checkFromIndexSize(at, length, (long) in.limit());
        return (int) length;
    }

    /** How many values to unpack in groups of eight, such that reading a group's first word stays within the stream. */
    private static int inGroups(int length, int width, int count) {
        if (width >= Byte.SIZE) {
            return count;
        }
        return length < Long.BYTES ? 0 : Math.min(count, ((length - Long.BYTES) / width + 1) * 8);
    }

    /** One value of a stream of {@code length} bytes; none outside of it is read. */
    private static long value(ByteBuffer in, int at, int length, int width, int i) {
        long mask = -1L >>> (Long.SIZE - width);
        long bit = (long) i * width;
        int first = (int) (bit >>> 3);
        int shift = (int) bit & 7;
        if (first <= length - Long.BYTES) {
            long low = (long) BUFFER_LONG.get(in, at + first) >>> shift;
            if (shift + width > Long.SIZE) {
                low |= (long) in.get(at + first + Long.BYTES) << (Long.SIZE - shift);
            }
            return low & mask;
        }
        if (length >= Long.BYTES) {
            // the last eight bytes hold all of it
            int from = length - Long.BYTES;
            return ((long) BUFFER_LONG.get(in, at + from) >>> (int) (bit - 8L * from)) & mask;
        }
        long all = 0;
        for (int index = 0; index < length; index++) {
            all |= (in.get(at + index) & 0xffL) << (8 * index);
        }
        return (all >>> bit) & mask;
    }

    private static void checkWidth(int width, int most) {
        if (width < 0 || width > most) {
            throw new IllegalArgumentException("Width " + width + " is not in 0 to " + most);
        }
    }
}
