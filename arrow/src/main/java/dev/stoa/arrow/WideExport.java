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

import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.LongVector;
import dev.stoa.format.StoaException;
import java.util.Arrays;
import org.apache.arrow.memory.BufferAllocator;

/** Gathers values of 16 or 32 bytes. */
abstract class WideExport extends FixedExport {
    /** Values that are put together at once: few enough to stay in the first cache. */
    private static final int PIECE = 512;

    private final long[] piece = new long[2 * PIECE];

    private WideExport(BufferAllocator allocator, Field field, String path, int width) {
        super(allocator, field, path, width);
    }

    /** Appends values of two words. */
    final void pairs(Runs selected, Words words) {
        data().reserve(16L * selected.rows());
        int n = 0;
        for (int run = 0; run < selected.count(); run++) {
            int row = selected.from(run);
            while (row < selected.to(run)) {
                int end = Math.min(selected.to(run), row + PIECE - n / 2);
                words.fill(piece, n, row, end);
                n += 2 * (end - row);
                row = end;
                if (n == piece.length) {
                    data().putLongs(piece, 0, n);
                    n = 0;
                }
            }
        }
        data().putLongs(piece, 0, n);
    }

    /** Puts the two words of each row of {@code [from, to)} into an array, from {@code at} on. */
    interface Words {
        void fill(long[] out, int at, int from, int to);
    }

    /** Decimals: of 128 bits up to 38 digits, else of 256. */
    static final class Decimals extends WideExport {
        private final int width;
        private byte[] bytes = new byte[0];

        Decimals(BufferAllocator allocator, Field field, String path) {
            super(allocator, field, path, field.type().precision() <= 38 ? 16 : 32);
            this.width = field.type().precision() <= 38 ? 16 : 32;
        }

        @Override
        void values(ColumnVector vector, Runs selected) throws StoaException {
            if (vector instanceof BytesVector large) {
                large(large, selected);
                return;
            }
            if (vector instanceof Int128Vector wide && !wide.isNarrow()) {
                pairs(selected, (out, at, from, to) -> interleave(wide.low(), wide.high(), out, at, from, to));
            } else {
                long[] values = vector instanceof LongVector longs ? longs.values() : ((Int128Vector) vector).low();
                pairs(selected, (out, at, from, to) -> widen(values, out, at, from, to));
            }
        }

        private static void interleave(long[] low, long[] high, long[] out, int at, int from, int to) {
            for (int row = from, n = at; row < to; row++, n += 2) {
                out[n] = low[row];
                out[n + 1] = high[row];
            }
        }

        private static void widen(long[] values, long[] out, int at, int from, int to) {
            for (int row = from, n = at; row < to; row++, n += 2) {
                out[n] = values[row];
                out[n + 1] = values[row] >> 63;
            }
        }

        /** Big-endian bytes of any length become little-endian ones of the width. */
        private void large(BytesVector large, Runs selected) throws StoaException {
            int length = Math.multiplyExact(width, selected.rows());
            if (bytes.length < length) {
                bytes = new byte[length];
            }
            int n = 0;
            for (int run = 0; run < selected.count(); run++) {
                for (int row = selected.from(run); row < selected.to(run); row++, n += width) {
                    int size = large.isNull(row) ? 0 : large.length(row);
                    if (size > width) {
                        throw new StoaException("column '" + path() + "' holds a " + large.type() + " value of " + size
                                + " bytes, a decimal in Arrow has at most " + width);
                    }
                    int start = size == 0 ? 0 : large.start(row);
                    byte sign = size == 0 ? 0 : (byte) (large.data()[start] >> 7);
                    for (int i = 0; i < size; i++) {
                        bytes[n + i] = large.data()[start + size - 1 - i];
                    }
                    Arrays.fill(bytes, n + size, n + width, sign);
                }
            }
            data().putBytes(bytes, 0, length);
        }
    }

    /** Months, days and nanoseconds. */
    static final class Intervals extends WideExport {
        Intervals(BufferAllocator allocator, Field field, String path) {
            super(allocator, field, path, 16);
        }

        @Override
        void values(ColumnVector vector, Runs selected) {
            Int128Vector intervals = (Int128Vector) vector;
            pairs(selected, (out, at, from, to) -> {
                for (int row = from, n = at; row < to; row++, n += 2) {
                    out[n] = Long.rotateLeft(intervals.high(row), 32); // the months come first
                    out[n + 1] = intervals.low()[row];
                }
            });
        }
    }
}
