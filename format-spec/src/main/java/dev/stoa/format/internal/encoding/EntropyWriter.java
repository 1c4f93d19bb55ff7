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
package dev.stoa.format.internal.encoding;

import dev.stoa.format.Physical;
import dev.stoa.format.internal.kernel.Rans;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Writes ENTROPY payloads (format-spec, section 7.11) of the models that a {@link BinChooser} makes. */
final class EntropyWriter {
    /** The frame is cut into 2^10 cells, or fewer; each knows where to begin to look for a value's bin. */
    private static final int CELL_BITS = 10;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final int[] states = new int[Rans.STATES];
    private final int[] cells = new int[1 << CELL_BITS];
    private int[] firsts = new int[0];
    private long[] lowers = new long[0];
    private char[] bins = new char[0];
    private char[] words = new char[0];

    /** Writes {@code values[0..n)}, without the start of deltas; those of INT are sign-extended. */
    void write(Bins model, long[] values, int n, ByteSink out) {
        prepare(model);
        if (bins.length < n) {
            bins = new char[n];
            words = new char[n];
        }
        long bits = find(model, values, n);
        int at = Rans.encode(model.scale(), model.frequencies(), firsts, bins, n, states, words);
        for (int state : states) {
            out.u32(state);
        }
        for (int i = at; i < words.length; i++) {
            out.u16(words[i]);
        }
        writeOffsets(model, values, n, bits, out);
    }

    private void prepare(Bins model) {
        int count = model.count();
        firsts = Scratch.grow(firsts, count);
        lowers = Scratch.grow(lowers, count);
        int first = 0;
        for (int i = 0; i < count; i++) {
            firsts[i] = first;
            first += model.frequencies()[i];
            lowers[i] = unsigned(model.shape(), model.lowers()[i] - model.lowers()[0]);
        }
        int width = model.widths()[1];
        int shift = Math.max(0, width - CELL_BITS);
        int bin = BinChooser.CATCH_ALL;
        Arrays.fill(cells, bin);
        for (int cell = 0; cell < 1 << (width - shift); cell++) {
            while (bin + 1 < count && Long.compareUnsigned(lowers[bin + 1], (long) cell << shift) <= 0) {
                bin++;
            }
            cells[cell] = bin;
        }
    }

    private static long unsigned(Physical shape, long value) {
        return shape == Physical.INT ? value & 0xFFFF_FFFFL : value;
    }

    /** Finds the bin of each value; returns the bits of all offsets. */
    private long find(Bins model, long[] values, int n) {
        int count = model.count();
        byte[] widths = model.widths();
        long base = model.lowers()[0];
        long outside = widths[1] == Long.SIZE ? 0 : -1L << widths[1];
        int shift = Math.max(0, widths[1] - CELL_BITS);
        long bits = 0;
        for (int i = 0; i < n; i++) {
            long offset = unsigned(model.shape(), values[i] - base);
            int bin = 0;
            if ((offset & outside) == 0) {
                bin = cells[(int) (offset >>> shift)];
                while (bin + 1 < count && Long.compareUnsigned(lowers[bin + 1], offset) <= 0) {
                    bin++;
                }
                long within = offset - lowers[bin];
                if (widths[bin] < Long.SIZE && within >>> widths[bin] != 0) {
                    bin = 1;
                }
            }
            bins[i] = (char) bin;
            bits += widths[bin];
        }
        return bits;
    }

    private void writeOffsets(Bins model, long[] values, int n, long bits, ByteSink out) {
        byte[] widths = model.widths();
        int length = (int) ((bits + 7) >>> 3);
        int at = out.reserve(length + Long.BYTES);
        byte[] bytes = out.array();
        int end = at + length;
        long word = 0;
        int used = 0;
        for (int i = 0; i < n; i++) {
            int width = widths[bins[i]];
            if (width == 0) {
                continue;
            }
            long offset = unsigned(model.shape(), values[i] - model.lowers()[bins[i]]);
            word |= offset << used;
            used += width;
            if (used >= Long.SIZE) {
                LONGS.set(bytes, at, word);
                at += Long.BYTES;
                used -= Long.SIZE;
                word = used == 0 ? 0 : offset >>> (width - used);
            }
        }
        LONGS.set(bytes, at, word);
        out.truncate(end);
    }
}
