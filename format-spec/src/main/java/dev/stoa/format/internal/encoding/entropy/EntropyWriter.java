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
package dev.stoa.format.internal.encoding.entropy;

import dev.stoa.format.Physical;
import dev.stoa.format.internal.encoding.wire.Bins;
import dev.stoa.format.internal.encoding.wire.ByteSink;
import dev.stoa.format.internal.encoding.wire.Scratch;
import dev.stoa.format.internal.kernel.Rans;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Writes ENTROPY payloads (format-spec, section 7.11) of the models that a {@link BinChooser} makes: {@link #fit} finds the bins of
 * values, and {@link #write} writes the same values so.
 */
final class EntropyWriter {
    /** The second bin is cut into 2^12 cells, or fewer. */
    private static final int CELL_BITS = 12;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final int[] states = new int[Rans.STATES];

    /** The bin of all values of a cell; else the complement of the first bin that a value of the cell may have. */
    private final int[] cells = new int[1 << CELL_BITS];

    private Bins model = new Bins(Physical.INT, 0, new int[] {1}, new byte[1], new long[1]);
    private int[] slots = new int[0];
    private long[] lowers = new long[0];
    private long[] costs = new long[0];
    private long[] reciprocals = new long[0];
    private long expected;
    private long median;
    private char[] bins = new char[0];
    private char[] words = new char[0];
    private long offsetBits;

    /** Takes a model, for the calls that follow. */
    @SuppressWarnings("ReferenceEquality") // an equal one may as well be taken again
    void use(Bins next) {
        if (model == next) {
            return;
        }
        model = next;
        int count = model.count();
        slots = Scratch.grow(slots, count);
        lowers = Scratch.grow(lowers, count);
        costs = Scratch.grow(costs, count);
        reciprocals = Scratch.grow(reciprocals, count);
        int first = 0;
        int half = 1 << model.scale() >> 1;
        expected = 0;
        median = model.lowers()[0];
        for (int i = 0; i < count; i++) {
            int frequency = model.frequencies()[i];
            slots[i] = Rans.slots(first, frequency);
            reciprocals[i] = Rans.reciprocal(frequency);
            lowers[i] = unsigned(model.lowers()[i] - model.lowers()[0]);
            costs[i] = Information.bits(model.scale() + model.widths()[i]) - Information.log(frequency);
            expected += costs[i] * frequency;
            if (first <= half && first + frequency > half) {
                // the part of the bin's slots, in 2^-15, is that of its values
                long part = ((long) (half - first) << 15) / frequency;
                int width = model.widths()[i];
                median = model.lowers()[i] + (width < 32 ? part << width >> 15 : part << (width - 15));
            }
            first += frequency;
        }
        int frame = model.widths()[1];
        int shift = Math.max(0, frame - CELL_BITS);
        int bin = BinChooser.CATCH_ALL - 1;
        for (int cell = 0; cell < 1 << (frame - shift); cell++) {
            long least = (long) cell << shift;
            long greatest = least + ((1L << shift) - 1);
            bin = search(least, bin);
            int ofLeast = unlessOutside(bin, least);
            boolean isOfAll = search(greatest, bin) == bin && unlessOutside(bin, greatest) == ofLeast;
            cells[cell] = isOfAll ? ofLeast : ~bin;
        }
    }

    /** The last of the disjoint bins that does not begin above an offset, from a given one on; else the second bin. */
    private int search(long offset, int from) {
        int bin = from;
        while (bin + 1 < model.count() && Long.compareUnsigned(lowers[bin + 1], offset) <= 0) {
            bin++;
        }
        return bin;
    }

    /** A bin, or the second one if an offset is not in it. */
    private int unlessOutside(int bin, long offset) {
        int width = model.widths()[bin];
        return width < Long.SIZE && offset - lowers[bin] >>> width != 0 ? 1 : bin;
    }

    /** The information in n values that are as frequent as the model says. */
    long expected(int n) {
        return (expected >>> model.scale()) * n;
    }

    /** About the median of the values that the model was made for. */
    long median() {
        return median;
    }

    private long unsigned(long value) {
        return model.shape() == Physical.INT ? value & 0xFFFF_FFFFL : value;
    }

    /** Finds the bins of {@code values[0..n) - start}; those of INT are sign-extended. Returns the information in them. */
    long fit(long[] values, int n, long start) {
        if (bins.length < n) {
            bins = new char[n];
            words = new char[n];
        }
        byte[] widths = model.widths();
        long base = start + model.lowers()[0];
        long outside = widths[1] == Long.SIZE ? 0 : -1L << widths[1];
        int shift = Math.max(0, widths[1] - CELL_BITS);
        long cost = 0;
        long within = 0;
        for (int i = 0; i < n; i++) {
            long offset = unsigned(values[i] - base);
            int bin = 0;
            if ((offset & outside) == 0) {
                // most cells are of one bin; to search for each value took a sixth of a write, in branches guessed
                // wrong
                bin = cells[(int) (offset >>> shift)];
                if (bin < 0) {
                    bin = unlessOutside(search(offset, ~bin), offset);
                }
            }
            bins[i] = (char) bin;
            within += widths[bin];
            cost += costs[bin];
        }
        offsetBits = within;
        return cost;
    }

    /** Writes the values that were fitted last, with the same start, but not the start. */
    void write(long[] values, int n, long start, ByteSink out) {
        int at = Rans.encode(model.scale(), slots, reciprocals, bins, n, states, words);
        for (int state : states) {
            out.u32(state);
        }
        for (int i = at; i < words.length; i++) {
            out.u16(words[i]);
        }
        writeOffsets(values, n, start, out);
    }

    private void writeOffsets(long[] values, int n, long start, ByteSink out) {
        byte[] widths = model.widths();
        int length = (int) ((offsetBits + 7) >>> 3);
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
            long offset = unsigned(values[i] - start - model.lowers()[bins[i]]);
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
