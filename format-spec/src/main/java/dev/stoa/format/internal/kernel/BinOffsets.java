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
import java.nio.ByteOrder;

/**
 * Values as bins and offsets: a bin covers 2^width values from its lower bound on, and an offset, of the bin's width, selects
 * one of them (format-spec, ENTROPY). Offsets are one stream of bits, as in {@link StraightPacking}.
 */
public final class BinOffsets {
    /** The number of bytes that must be readable after the stream. Their content does not matter. */
    public static final int PADDING = 9;

    /** The widest offset that eight bytes from any bit on hold whole. */
    private static final int NARROW = Long.SIZE - 7;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private BinOffsets() {}

    /** The bits of the offsets of n values. */
    public static long bits(char[] bins, int n, byte[] widths) {
        int bits = 0;
        long total = 0;
        for (int i = 0; i < n; i++) {
            bits += widths[bins[i]];
            if ((i & 0xFFFF) == 0xFFFF) {
                total += bits;
                bits = 0;
            }
        }
        return total + bits;
    }

    /** Sets {@code out[0..n)} to start plus lower bound, wrapping around: all offsets are 0 bits wide. */
    public static void values(char[] bins, int n, int start, int[] lowers, int[] out) {
        for (int i = 0; i < n; i++) {
            out[i] = start + lowers[bins[i]];
        }
    }

    /** Sets {@code out[0..n)} to start plus lower bound, wrapping around: all offsets are 0 bits wide. */
    public static void values(char[] bins, int n, long start, long[] lowers, long[] out) {
        for (int i = 0; i < n; i++) {
            out[i] = start + lowers[bins[i]];
        }
    }

    /**
     * Sets {@code out[0..n)} to start plus lower bound plus offset, wrapping around.
     *
     * @param widths of the bins' offsets, 0 to 32
     * @param stream the offsets, and {@link #PADDING} bytes
     */
    public static void values(char[] bins, int n, int start, int[] lowers, byte[] widths, byte[] stream, int[] out) {
        long bit = 0;
        for (int i = 0; i < n; i++) {
            int bin = bins[i];
            int width = widths[bin];
            long word = (long) LONGS.get(stream, (int) (bit >>> 3));
            out[i] = start + lowers[bin] + (int) ((word >>> (bit & 7)) & ((1L << width) - 1));
            bit += width;
        }
    }

    /**
     * Sets {@code out[0..n)} to start plus lower bound plus offset, wrapping around.
     *
     * @param widths of the bins' offsets, 0 to 64
     * @param stream the offsets, and {@link #PADDING} bytes
     */
    public static void values(char[] bins, int n, long start, long[] lowers, byte[] widths, byte[] stream, long[] out) {
        long bit = 0;
        for (int i = 0; i < n; i++) {
            int bin = bins[i];
            int width = widths[bin];
            int at = (int) (bit >>> 3);
            int shift = (int) bit & 7;
            long offset = (long) LONGS.get(stream, at) >>> shift;
            if (width <= NARROW) {
                offset &= (1L << width) - 1;
            } else {
                offset |= (stream[at + Long.BYTES] & 0xFFL) << 1 << (63 - shift);
                offset &= -1L >>> (Long.SIZE - width);
            }
            out[i] = start + lowers[bin] + offset;
            bit += width;
        }
    }
}
