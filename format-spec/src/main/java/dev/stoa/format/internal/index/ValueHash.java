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
package dev.stoa.format.internal.index;

import dev.stoa.format.BooleanVector;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.DoubleVector;
import dev.stoa.format.Float16;
import dev.stoa.format.FloatVector;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.TypeKind;
import dev.stoa.format.internal.meta.Hash64;
import java.math.BigInteger;

/**
 * Gives the bytes of values and their hash (format-spec, section 4.1). Equal values have equal bytes, whatever the width of
 * their type. For one thread.
 */
public final class ValueHash {
    private final byte[] number = new byte[Long.BYTES];
    private byte[] data = number;
    private int start;
    private int length;

    /**
     * Reads a value that is not null.
     *
     * @throws IllegalArgumentException if values of the vector's type have no hash
     */
    public void read(ColumnVector column, int row) {
        if (column instanceof IntVector v) {
            int value = v.values()[row];
            whole(v.type().kind() == TypeKind.FLOAT16 ? floating(Float16.toFloat(value)) : value);
        } else if (column instanceof LongVector v) {
            long value = v.values()[row];
            if (value < 0 && v.type().kind() == TypeKind.UINT64) {
                whole(new BigInteger(Long.toUnsignedString(value)));
            } else {
                whole(value);
            }
        } else if (column instanceof BooleanVector v) {
            whole(v.values()[row] == 0 ? 0 : 1);
        } else if (column instanceof DoubleVector v) {
            whole(floating(v.values()[row]));
        } else if (column instanceof FloatVector v) {
            whole(floating(v.values()[row]));
        } else if (column instanceof Int128Vector v) {
            long low = v.low()[row];
            if (v.high(row) == low >> 63) {
                whole(low);
            } else {
                whole(v.get(row));
            }
        } else if (column instanceof BytesVector v) {
            bytes(v, row);
        } else {
            throw new IllegalArgumentException("values of type " + column.type() + " have no hash");
        }
    }

    /** The array that holds the bytes of the value, from {@link #start()} on. The caller must not change it. */
    public byte[] data() {
        return data;
    }

    /** The offset of the first byte of the value in {@link #data()}. */
    public int start() {
        return start;
    }

    /** The number of bytes of the value. */
    public int length() {
        return length;
    }

    /**
     * Returns the hash of the value.
     *
     * @param seed 0, or the hash of the key's columns before this one
     */
    public long hash(long seed) {
        return Hash64.of(data, start, length, seed);
    }

    /** Returns the hash of a whole number. */
    public static long ofNumber(long value) {
        ValueHash hash = new ValueHash();
        hash.whole(value);
        return hash.hash(0);
    }

    /** Returns the hash of a uint64. */
    public static long ofUnsigned(long value) {
        if (value >= 0) {
            return ofNumber(value);
        }
        ValueHash hash = new ValueHash();
        hash.whole(new BigInteger(Long.toUnsignedString(value)));
        return hash.hash(0);
    }

    /** Returns the hash of text or bytes, of char without trailing blanks. */
    public static long ofBytes(byte[] value) {
        return Hash64.of(value, 0, value.length, 0);
    }

    /** Zero has one sign, NaN one pattern. */
    private static long floating(double value) {
        return Double.doubleToLongBits(value == 0 ? 0.0 : value);
    }

    private void whole(long value) {
        for (int i = 0; i < number.length; i++) {
            number[i] = (byte) (value >>> Byte.SIZE * i);
        }
        data = number;
        start = 0;
        length = number.length;
    }

    private void whole(BigInteger value) {
        if (value.bitLength() < Long.SIZE) {
            whole(value.longValue());
            return;
        }
        byte[] bigEndian = value.toByteArray(); // the shortest
        data = new byte[bigEndian.length];
        for (int i = 0; i < data.length; i++) {
            data[i] = bigEndian[data.length - 1 - i];
        }
        start = 0;
        length = data.length;
    }

    private void bytes(BytesVector vector, int row) {
        data = vector.data();
        start = vector.start(row);
        length = vector.length(row);
        TypeKind kind = vector.type().kind();
        if (kind == TypeKind.DECIMAL) {
            whole(length == 0 ? BigInteger.ZERO : new BigInteger(data, start, length));
        }
        while (kind == TypeKind.CHAR && length > 0 && data[start + length - 1] == ' ') {
            length--;
        }
    }
}
