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
package dev.stoa.benchmarks.queries;

import dev.stoa.arrow.StoaArrowReader;
import dev.stoa.format.BooleanVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.DoubleVector;
import dev.stoa.format.FloatVector;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Writes the values of a column in Arrow's layout to one buffer outside of the heap, without Arrow. For each kind of value it has the
 * fastest loop in plain Java of those tried (ADR 0060). So it shows what a scan into Arrow takes at least.
 */
final class LeastLoops {
    private static final VarHandle EIGHT = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long LAST_BITS = 0x0101010101010101L;
    private static final int VECTOR = 4096;
    private static final int WIDEST = 16;

    private final ByteBuffer values = direct(WIDEST * StoaArrowReader.MAX_ROWS);
    private final ByteBuffer validity = direct(StoaArrowReader.MAX_ROWS / Byte.SIZE);
    private final byte[] valid = new byte[VECTOR];
    private final long[] bits = new long[VECTOR / Long.SIZE];
    private final int[] packed = new int[VECTOR / 2];
    private final long[] words = new long[1024];
    private int at;

    private static ByteBuffer direct(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Writes the next vector. After the rows of a batch it begins at the start of the buffer again. */
    void put(ColumnVector vector) {
        int rows = vector.size();
        if (at + rows > StoaArrowReader.MAX_ROWS) {
            at = 0;
        }
        if (vector.hasNulls()) {
            boolean[] nulls = vector.nulls();
            for (int i = 0; i < rows; i++) {
                valid[i] = (byte) (nulls[i] ? 0 : 1);
            }
            putBits(valid, rows, validity);
        }
        putValues(vector, rows);
        at += rows;
    }

    private void putValues(ColumnVector vector, int rows) {
        if (vector instanceof BooleanVector booleans) {
            putBits(booleans.values(), rows, values);
        } else if (vector instanceof IntVector ints) {
            putInts(ints, rows);
        } else if (vector instanceof FloatVector floats) {
            values.position(Float.BYTES * at).asFloatBuffer().put(floats.values(), 0, rows);
        } else if (vector instanceof DoubleVector doubles) {
            values.position(Double.BYTES * at).asDoubleBuffer().put(doubles.values(), 0, rows);
        } else if (vector instanceof LongVector longs) {
            putLongs(longs, rows);
        } else if (vector instanceof Int128Vector wide && wide.isNarrow()) {
            putWide(wide.low(), rows);
        } else {
            throw new IllegalArgumentException("no least loop for " + vector.type());
        }
    }

    private void putBits(byte[] from, int rows, ByteBuffer to) {
        int count = rows / Long.SIZE;
        for (int i = 0; i < count; i++) {
            bits[i] = word(from, Long.SIZE * i);
        }
        to.position(at / Byte.SIZE).asLongBuffer().put(bits, 0, count);
    }

    /** Transposes eight words of bytes that are 0 or 1: of 8 by 8 bits, by three swaps. */
    private static long word(byte[] values, int from) {
        long word = 0;
        for (int i = 0; i < Byte.SIZE; i++) {
            word |= ((long) EIGHT.get(values, from + Byte.SIZE * i) & LAST_BITS) << i;
        }
        word = swapped(word, 7, 0x00AA00AA00AA00AAL);
        word = swapped(word, 14, 0x0000CCCC0000CCCCL);
        return swapped(word, 28, 0x00000000F0F0F0F0L);
    }

    private static long swapped(long word, int distance, long mask) {
        long change = (word ^ word >>> distance) & mask;
        return word ^ change ^ change << distance;
    }

    private void putInts(IntVector vector, int rows) {
        switch (vector.type().kind()) {
            case INT8 -> {
                packBytes(vector.values(), packed, rows / 4);
                values.position(at).asIntBuffer().put(packed, 0, rows / 4);
            }
            case INT16 -> {
                packShorts(vector.values(), packed, rows / 2);
                values.position(2 * at).asIntBuffer().put(packed, 0, rows / 2);
            }
            default -> values.position(Integer.BYTES * at).asIntBuffer().put(vector.values(), 0, rows);
        }
    }

    private static void packBytes(int[] from, int[] to, int count) {
        for (int i = 0; i < count; i++) {
            int k = 4 * i;
            to[i] = from[k] & 0xff | (from[k + 1] & 0xff) << 8 | (from[k + 2] & 0xff) << 16 | from[k + 3] << 24;
        }
    }

    private static void packShorts(int[] from, int[] to, int count) {
        for (int i = 0; i < count; i++) {
            to[i] = from[2 * i] & 0xffff | from[2 * i + 1] << 16;
        }
    }

    private void putLongs(LongVector vector, int rows) {
        Type type = vector.type();
        if (type.kind() == TypeKind.DECIMAL) {
            putWide(vector.values(), rows);
        } else {
            values.position(Long.BYTES * at).asLongBuffer().put(vector.values(), 0, rows);
        }
    }

    /** Decimals have 16 bytes in Arrow. */
    private void putWide(long[] from, int rows) {
        for (int row = 0; row < rows; row += words.length / 2) {
            int count = Math.min(words.length / 2, rows - row);
            for (int i = 0; i < count; i++) {
                words[2 * i] = from[row + i];
                words[2 * i + 1] = from[row + i] >> 63;
            }
            values.position(WIDEST * (at + row)).asLongBuffer().put(words, 0, 2 * count);
        }
    }

    /** Where the values are. */
    ByteBuffer values() {
        return values.duplicate();
    }

    /** Where the validity of vectors with nulls is. */
    ByteBuffer validity() {
        return validity.duplicate();
    }
}
