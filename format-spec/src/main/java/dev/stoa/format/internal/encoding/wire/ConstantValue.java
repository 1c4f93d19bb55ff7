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
import dev.stoa.format.Physical;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** The value of a {@link Encoding.Constant}, of any shape but NONE. Immutable. */
public final class ConstantValue {
    private static final byte[] NO_BYTES = new byte[0];

    private final Physical shape;
    private final long low;
    private final long high;
    private final byte[] bytes;

    private ConstantValue(Physical shape, long low, long high, byte[] bytes) {
        this.shape = shape;
        this.low = low;
        this.high = high;
        this.bytes = bytes;
    }

    /** A constant of at most 64 bits: 0 or 1, an int, a long, the raw bits of a float or double. */
    public static ConstantValue ofBits(Physical shape, long bits) {
        return switch (shape) {
            case BOOLEAN -> new ConstantValue(shape, bits & 1, 0, NO_BYTES);
            case INT, FLOAT -> new ConstantValue(shape, (int) bits, 0, NO_BYTES);
            case LONG, DOUBLE -> new ConstantValue(shape, bits, 0, NO_BYTES);
            case NONE, INT128, BYTES -> throw new IllegalArgumentException(shape + " is not held in 64 bits");
        };
    }

    /** A constant of 128 bits. */
    public static ConstantValue ofInt128(long high, long low) {
        return new ConstantValue(Physical.INT128, low, high, NO_BYTES);
    }

    /** A constant of {@code length} bytes, at most {@link Encoding#MAX_REPEATED_BYTES}. Copies the bytes. */
    public static ConstantValue ofBytes(byte[] source, int from, int length) {
        if (length > Encoding.MAX_REPEATED_BYTES) {
            throw new IllegalArgumentException("a constant can't have " + length + " bytes");
        }
        return new ConstantValue(Physical.BYTES, 0, 0, Arrays.copyOfRange(source, from, from + length));
    }

    static ConstantValue read(ByteBuffer in, Physical shape) throws CorruptFileException {
        return switch (shape) {
            case BOOLEAN -> {
                int value = Wire.u8(in);
                if (value > 1) {
                    throw Wire.corrupt(in, "a constant boolean is " + value);
                }
                yield ofBits(shape, value);
            }
            case INT -> ofBits(shape, Wire.zigzag32(in, "a constant"));
            case LONG -> ofBits(shape, Wire.zigzag(in));
            case FLOAT -> ofBits(shape, Wire.u32(in));
            case DOUBLE -> ofBits(shape, Wire.u64(in));
            case INT128 -> {
                long low = Wire.u64(in);
                yield ofInt128(Wire.u64(in), low);
            }
            case BYTES -> {
                int length = Wire.count(in, Encoding.MAX_REPEATED_BYTES, "a constant's length");
                yield new ConstantValue(shape, 0, 0, Wire.bytes(in, length, "a constant"));
            }
            case NONE -> throw Wire.corrupt(in, "a constant can't have the shape NONE");
        };
    }

    void write(ByteSink out) {
        switch (shape) {
            case BOOLEAN -> out.u8((int) low);
            case INT, LONG -> out.zigzag(low);
            case FLOAT -> out.u32(low);
            case DOUBLE -> out.u64(low);
            case INT128 -> {
                out.u64(low);
                out.u64(high);
            }
            case BYTES -> {
                out.varint(bytes.length);
                out.bytes(bytes);
            }
            case NONE -> throw new IllegalStateException("no constant has the shape NONE");
        }
    }

    /** The shape. */
    public Physical shape() {
        return shape;
    }

    /** The value, its raw bits (an INT or FLOAT is sign-extended), or the low 64 bits of an INT128. */
    public long low() {
        return low;
    }

    /** The high 64 bits of an INT128; else 0. */
    public long high() {
        return high;
    }

    /** The number of bytes of a BYTES; else 0. */
    public int length() {
        return bytes.length;
    }

    /** Copies the bytes of a BYTES. */
    public void copyTo(byte[] target, int at) {
        System.arraycopy(bytes, 0, target, at, bytes.length);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ConstantValue that
                && shape == that.shape
                && low == that.low
                && high == that.high
                && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return (Long.hashCode(low) * 31 + Long.hashCode(high)) * 31 + Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return switch (shape) {
            case BOOLEAN -> low == 1 ? "true" : "false";
            case FLOAT -> Float.toString(Float.intBitsToFloat((int) low));
            case DOUBLE -> Double.toString(Double.longBitsToDouble(low));
            case INT128 -> "0x%016x%016x".formatted(high, low);
            case BYTES -> bytes.length + " bytes";
            case INT, LONG, NONE -> Long.toString(low);
        };
    }
}
