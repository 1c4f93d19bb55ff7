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

import dev.stoa.format.StoaException;
import java.util.Arrays;
import org.apache.parquet.schema.PrimitiveType;

/** Decoded values of one Parquet primitive type, nulls left out, in an array that fits; grows and can lose its start. */
final class Values {
    private enum Shape {
        BOOLEAN,
        INT,
        LONG,
        BYTES
    }

    private final Shape shape;
    private final BytesBuffer bytes = new BytesBuffer();
    private byte[] booleans = new byte[0];
    private int[] ints = new int[0];
    private long[] longs = new long[0];
    private int count;

    Values(PrimitiveType type) {
        shape = switch (type.getPrimitiveTypeName()) {
            case BOOLEAN -> Shape.BOOLEAN;
            case INT32, FLOAT -> Shape.INT;
            case INT64, DOUBLE -> Shape.LONG;
            case INT96, BINARY, FIXED_LEN_BYTE_ARRAY -> Shape.BYTES;
        };
    }

    int count() {
        return count;
    }

    byte[] booleans() {
        return booleans;
    }

    int[] ints() {
        return ints;
    }

    long[] longs() {
        return longs;
    }

    BytesBuffer bytes() {
        return bytes;
    }

    boolean isBytes() {
        return shape == Shape.BYTES;
    }

    /** About how much memory the values take, in bytes. */
    long size() {
        return switch (shape) {
            case BOOLEAN -> count;
            case INT -> 4L * count;
            case LONG -> 8L * count;
            case BYTES -> bytes.size() + 4L * count;
        };
    }

    /** Appends the next {@code n} values of a decoder. */
    void append(ValueDecoder from, int n) throws StoaException {
        int needed = count + n;
        switch (shape) {
            case BOOLEAN -> {
                if (needed > booleans.length) {
                    booleans = Arrays.copyOf(booleans, BytesBuffer.grown(booleans.length, needed));
                }
                from.readBooleans(booleans, count, n);
            }
            case INT -> {
                if (needed > ints.length) {
                    ints = Arrays.copyOf(ints, BytesBuffer.grown(ints.length, needed));
                }
                from.readInts(ints, count, n);
            }
            case LONG -> {
                if (needed > longs.length) {
                    longs = Arrays.copyOf(longs, BytesBuffer.grown(longs.length, needed));
                }
                from.readLongs(longs, count, n);
            }
            case BYTES -> from.readBytes(bytes, n);
        }
        count = needed;
    }

    /** Forgets the first values. */
    void dropFirst(int n) {
        int rest = count - n;
        switch (shape) {
            case BOOLEAN -> System.arraycopy(booleans, n, booleans, 0, rest);
            case INT -> System.arraycopy(ints, n, ints, 0, rest);
            case LONG -> System.arraycopy(longs, n, longs, 0, rest);
            case BYTES -> bytes.dropFirst(n);
        }
        count = rest;
    }
}
