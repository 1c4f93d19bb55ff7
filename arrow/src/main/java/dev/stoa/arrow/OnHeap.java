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
package dev.stoa.arrow;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.CorruptFileException;
import dev.stoa.format.UnsupportedFileException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.arrow.memory.ArrowBuf;

/** Copies of parts of Arrow buffers as arrays. Each copy first checks that the buffer has the bytes. */
final class OnHeap {
    /** The most values that are copied at once: a view of a buffer is as long as an int says. */
    private static final int CHUNK = 1 << 24;

    private OnHeap() {}

    /** Checks that a buffer has the values up to {@code to}. */
    static void check(ArrowBuf buffer, long to, long width, String path) throws CorruptFileException {
        if (to * width > buffer.capacity()) {
            throw new CorruptFileException("column '" + path + "': a buffer of its Arrow vector has "
                    + buffer.capacity() + " bytes, " + to * width + " are needed");
        }
    }

    private static ByteBuffer view(ArrowBuf buffer, long at, int bytes) {
        return buffer.nioBuffer(at, bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    static byte[] bytes(ArrowBuf buffer, long from, int count, String path) throws CorruptFileException {
        check(buffer, from + count, 1, path);
        byte[] values = new byte[count];
        if (count > 0) {
            buffer.getBytes(from, values);
        }
        return values;
    }

    static int[] ints(ArrowBuf buffer, long from, int count, String path) throws CorruptFileException {
        check(buffer, from + count, 4, path);
        int[] values = new int[count];
        for (int done = 0; done < count; done += CHUNK) {
            int part = Math.min(CHUNK, count - done);
            view(buffer, 4 * (from + done), 4 * part).asIntBuffer().get(values, done, part);
        }
        return values;
    }

    static long[] longs(ArrowBuf buffer, long from, int count, String path) throws CorruptFileException {
        check(buffer, from + count, 8, path);
        long[] values = new long[count];
        for (int done = 0; done < count; done += CHUNK) {
            int part = Math.min(CHUNK, count - done);
            view(buffer, 8 * (from + done), 8 * part).asLongBuffer().get(values, done, part);
        }
        return values;
    }

    static float[] floats(ArrowBuf buffer, long from, int count, String path) throws CorruptFileException {
        check(buffer, from + count, 4, path);
        float[] values = new float[count];
        for (int done = 0; done < count; done += CHUNK) {
            int part = Math.min(CHUNK, count - done);
            view(buffer, 4 * (from + done), 4 * part).asFloatBuffer().get(values, done, part);
        }
        return values;
    }

    static double[] doubles(ArrowBuf buffer, long from, int count, String path) throws CorruptFileException {
        check(buffer, from + count, 8, path);
        double[] values = new double[count];
        for (int done = 0; done < count; done += CHUNK) {
            int part = Math.min(CHUNK, count - done);
            view(buffer, 8 * (from + done), 8 * part).asDoubleBuffer().get(values, done, part);
        }
        return values;
    }

    /** Bits as bytes that are 0 or 1. */
    static byte[] bits(ArrowBuf buffer, long from, int count, String path) throws CorruptFileException {
        byte[] packed = packed(buffer, from, count, path);
        byte[] values = new byte[count];
        int shift = (int) (from & 7);
        for (int i = 0; i < count; i++) {
            values[i] = (byte) (packed[(i + shift) >>> 3] >> ((i + shift) & 7) & 1);
        }
        return values;
    }

    private static byte[] packed(ArrowBuf buffer, long from, int count, String path) throws CorruptFileException {
        return bytes(buffer, from >>> 3, (int) (((from & 7) + count + 7) >>> 3), path);
    }

    /**
     * The null mask of some rows.
     *
     * @param parents which rows are null because what holds them is
     */
    static boolean[] nulls(ArrowBuf validity, int from, int count, boolean[] parents, String path)
            throws CorruptFileException {
        byte[] packed = packed(validity, from, count, path);
        boolean[] nulls = ColumnVector.NO_NULLS;
        int shift = from & 7;
        for (int i = 0; i < count; i++) {
            if ((packed[(i + shift) >>> 3] >> ((i + shift) & 7) & 1) == 0) {
                if (nulls.length == 0) {
                    nulls = new boolean[count];
                }
                nulls[i] = true;
            }
        }
        if (parents.length == 0) {
            return nulls;
        } else if (nulls.length == 0) {
            return parents;
        }
        for (int i = 0; i < count; i++) {
            nulls[i] |= parents[i];
        }
        return nulls;
    }

    /**
     * Offsets of some rows, of 32 or 64 bits: {@code count + 1} values that ascend from 0 on.
     *
     * @param limit what they may not exceed
     * @throws CorruptFileException if they do not ascend, or exceed the limit
     * @throws UnsupportedFileException if a row is longer than an array of Java
     */
    static Offsets offsets(ArrowBuf buffer, int width, long from, int count, long limit, String path)
            throws CorruptFileException, UnsupportedFileException {
        if (count == 0) {
            return new Offsets(0, new int[1]);
        }
        long[] wide;
        if (width == 8) {
            wide = longs(buffer, from, count + 1, path);
        } else {
            int[] narrow = ints(buffer, from, count + 1, path);
            wide = new long[count + 1];
            for (int i = 0; i <= count; i++) {
                wide[i] = narrow[i];
            }
        }
        long first = wide[0];
        int[] offsets = new int[count + 1];
        for (int i = 0; i <= count; i++) {
            boolean ascends = i == 0 ? first >= 0 : wide[i] >= wide[i - 1];
            if (!ascends || wide[i] > limit) {
                throw new CorruptFileException("column '" + path + "', row " + (from + Math.max(0, i - 1))
                        + " of its Arrow vector: the offset " + wide[i] + " comes after "
                        + (i == 0 ? "the beginning" : wide[i - 1]) + ", and there is " + limit + " to point to");
            }
            if (wide[i] - first > Integer.MAX_VALUE - 16) {
                throw new UnsupportedFileException("column '" + path + "', row " + (from + i - 1)
                        + " of its Arrow vector: it brings the batch to " + (wide[i] - first)
                        + " bytes or elements, and a value of Stoa has at most " + (Integer.MAX_VALUE - 16)
                        + ": divide the value among rows");
            }
            offsets[i] = (int) (wide[i] - first);
        }
        return new Offsets(first, offsets);
    }

    /**
     * Offsets from the first row on.
     *
     * @param first where the first row begins
     * @param offsets where rows begin after it, and where the last ends
     */
    record Offsets(long first, int[] offsets) {
        int length() {
            return offsets[offsets.length - 1];
        }
    }
}
