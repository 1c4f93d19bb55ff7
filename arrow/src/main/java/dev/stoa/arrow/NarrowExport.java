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
import dev.stoa.format.Field;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;

/**
 * Gathers values that take fewer bytes in Arrow than in Stoa. The values of a piece become narrow in an array on the heap. One copy
 * puts them into the buffer: newer compilers vectorise that, but no narrow writes outside of the heap.
 */
abstract class NarrowExport extends FixedExport {
    /** Values that become narrow at once: few enough to stay in the first cache. */
    static final int PIECE = 4096;

    private NarrowExport(BatchMemory memory, Field field, String path, int width) {
        super(memory, field, path, width);
    }

    @Override
    final void copy(ColumnVector vector, Runs selected, OffHeap to) {
        int n = 0;
        for (int run = 0; run < selected.count(); run++) {
            int row = selected.from(run);
            while (row < selected.to(run)) {
                int count = Math.min(PIECE - n, selected.to(run) - row);
                narrow(vector, row, n, count);
                n += count;
                row += count;
                if (n == PIECE) {
                    put(n, to);
                    n = 0;
                }
            }
        }
        put(n, to);
    }

    /** Narrows rows of a vector into the array, from an index on. */
    abstract void narrow(ColumnVector vector, int row, int at, int count);

    /** Puts the first values of the array into a buffer. */
    abstract void put(int count, OffHeap to);

    /** Integers of one byte, which Stoa has as ints. */
    static final class Bytes extends NarrowExport {
        private final byte[] piece = new byte[PIECE];

        Bytes(BatchMemory memory, Field field, String path) {
            super(memory, field, path, 1);
        }

        @Override
        void narrow(ColumnVector vector, int row, int at, int count) {
            int[] values = ((IntVector) vector).values();
            for (int i = 0; i < count; i++) {
                piece[at + i] = (byte) values[row + i];
            }
        }

        @Override
        void put(int count, OffHeap to) {
            to.putBytes(piece, 0, count);
        }
    }

    /** Integers of two bytes, which Stoa has as ints. */
    static final class Shorts extends NarrowExport {
        private final short[] piece = new short[PIECE];

        Shorts(BatchMemory memory, Field field, String path) {
            super(memory, field, path, 2);
        }

        @Override
        void narrow(ColumnVector vector, int row, int at, int count) {
            int[] values = ((IntVector) vector).values();
            if (row == 0 && at == 0) {
                narrow(values, piece, count);
                return;
            }
            for (int i = 0; i < count; i++) {
                piece[at + i] = (short) values[row + i];
            }
        }

        /** The rows of a vector from its first one on, as mostly: without an offset C2 makes a loop that takes two thirds of the time. */
        private static void narrow(int[] values, short[] piece, int count) {
            for (int i = 0; i < count; i++) {
                piece[i] = (short) values[i];
            }
        }

        @Override
        void put(int count, OffHeap to) {
            to.putShorts(piece, 0, count);
        }
    }

    /** Unsigned integers of 32 bits, which Stoa has as longs. */
    static final class Ints extends NarrowExport {
        private final int[] piece = new int[PIECE];

        Ints(BatchMemory memory, Field field, String path) {
            super(memory, field, path, 4);
        }

        @Override
        void narrow(ColumnVector vector, int row, int at, int count) {
            long[] values = ((LongVector) vector).values();
            for (int i = 0; i < count; i++) {
                piece[at + i] = (int) values[row + i];
            }
        }

        @Override
        void put(int count, OffHeap to) {
            to.putInts(piece, 0, count);
        }
    }
}
