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

import dev.stoa.format.CorruptFileException;
import dev.stoa.format.internal.kernel.StraightPacking;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Reads the primitives of the format (format-spec, section 1) from the position of a buffer, and moves the position to their
 * end. The counterpart of {@link ByteSink}.
 *
 * <p>Missing bytes and broken rules cause a {@link CorruptFileException} that names the position in the buffer, never a buffer
 * exception. The methods set the byte order of the buffer to little-endian.
 */
public final class Wire {
    private Wire() {}

    /** An exception with the position of the buffer. */
    public static CorruptFileException corrupt(ByteBuffer in, String what) {
        return new CorruptFileException(what + ", at byte " + in.position());
    }

    /** Checks that {@code count} bytes are left. */
    public static void require(ByteBuffer in, long count, String what) throws CorruptFileException {
        if (count < 0 || count > in.remaining()) {
            throw corrupt(in, what + " needs " + count + " bytes, " + in.remaining() + " are left");
        }
    }

    /**
     * Checks that the {@code count} bytes of {@code n} things are left. Makes the message only if they are not, as it runs for
     * every vector.
     */
    public static void require(ByteBuffer in, long count, int n, String things) throws CorruptFileException {
        if (count < 0 || count > in.remaining()) {
            require(in, count, n + " " + things);
        }
    }

    /**
     * Checks that the {@code count} bytes of {@code n} values of {@code width} bits are left. Makes the message only if they
     * are not.
     */
    public static void requirePacked(ByteBuffer in, long count, int n, int width) throws CorruptFileException {
        if (count < 0 || count > in.remaining()) {
            require(in, count, n + " values of " + width + " bits");
        }
    }

    /** Checks that no bytes are left. */
    public static void requireEnd(ByteBuffer in, String what) throws CorruptFileException {
        if (in.hasRemaining()) {
            throw corrupt(in, in.remaining() + " bytes are left behind " + what);
        }
    }

    /** Reads 0..255. */
    public static int u8(ByteBuffer in) throws CorruptFileException {
        require(in, 1, "a u8");
        return in.get() & 0xFF;
    }

    /** Reads 0..65535. */
    public static int u16(ByteBuffer in) throws CorruptFileException {
        require(in, 2, "a u16");
        return in.order(ByteOrder.LITTLE_ENDIAN).getShort() & 0xFFFF;
    }

    /** Reads 32 bits as signed. */
    public static int i32(ByteBuffer in) throws CorruptFileException {
        require(in, 4, "an i32");
        return in.order(ByteOrder.LITTLE_ENDIAN).getInt();
    }

    /** Reads 0..2^32-1. */
    public static long u32(ByteBuffer in) throws CorruptFileException {
        require(in, 4, "a u32");
        return in.order(ByteOrder.LITTLE_ENDIAN).getInt() & 0xFFFF_FFFFL;
    }

    /** Reads 64 bits. */
    public static long u64(ByteBuffer in) throws CorruptFileException {
        require(in, 8, "a u64");
        return in.order(ByteOrder.LITTLE_ENDIAN).getLong();
    }

    /** Reads an unsigned 64-bit integer of 1 to 10 bytes. */
    public static long varint(ByteBuffer in) throws CorruptFileException {
        long value = 0;
        for (int shift = 0; shift < 70; shift += 7) {
            require(in, 1, "a varint");
            int b = in.get();
            if (shift == 63 && (b & 0xFE) != 0) {
                break;
            }
            value |= (b & 0x7FL) << shift;
            if (b >= 0) {
                return value;
            }
        }
        throw corrupt(in, "a varint has more than 64 bits");
    }

    /** Reads a varint that must be at most {@code max} (as unsigned, 0..2^63-1). */
    public static long varint(ByteBuffer in, long max, String what) throws CorruptFileException {
        long value = varint(in);
        if (value < 0 || value > max) {
            throw corrupt(in, what + " is " + Long.toUnsignedString(value) + ", at most " + max + " is allowed");
        }
        return value;
    }

    /** Reads a varint that must be at most {@code max}. */
    public static int count(ByteBuffer in, int max, String what) throws CorruptFileException {
        return (int) varint(in, max, what);
    }

    /** Reads a signed 64-bit integer of 1 to 10 bytes. */
    public static long zigzag(ByteBuffer in) throws CorruptFileException {
        long z = varint(in);
        return (z >>> 1) ^ -(z & 1);
    }

    /** Reads a signed integer of 1 to 10 bytes that must fit 32 bits. */
    public static int zigzag32(ByteBuffer in, String what) throws CorruptFileException {
        long value = zigzag(in);
        if (value != (int) value) {
            throw corrupt(in, what + " is " + value + ", which does not fit 32 bits");
        }
        return (int) value;
    }

    /** Reads {@code count} bytes. */
    public static byte[] bytes(ByteBuffer in, int count, String what) throws CorruptFileException {
        require(in, count, what);
        byte[] bytes = new byte[count];
        in.get(bytes);
        return bytes;
    }

    /** Reads a text of at most {@code maxBytes} bytes, which must be well-formed UTF-8. */
    public static String text(ByteBuffer in, int maxBytes, String what) throws CorruptFileException {
        byte[] utf8 = bytes(in, count(in, maxBytes, what + "'s length"), what);
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(utf8))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new CorruptFileException(what + " is not UTF-8, before byte " + in.position(), e);
        }
    }

    /** Reads {@code out.length} packed integers: base, width and straight packing; of a single one its base only. */
    public static void packed(ByteBuffer in, long[] out) throws CorruptFileException {
        if (out.length == 0) {
            return;
        }
        long base = zigzag(in);
        if (out.length == 1) {
            out[0] = base;
            return;
        }
        int width = u8(in);
        if (width > 64) {
            throw corrupt(in, "packed integers are " + width + " bits wide");
        }
        long length = StraightPacking.byteLength(out.length, width);
        requirePacked(in, length, out.length, width);
        StraightPacking.unpack(in, in.position(), width, out.length, base, out, 0);
        in.position(in.position() + (int) length);
    }
}
