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
    private long[] scratch = new long[0];

    private WideExport(BufferAllocator allocator, Field field, String path, int width) {
        super(allocator, field, path, width);
    }

    /** Room for some longs; their former values are still there. */
    final long[] scratch(int longs) {
        if (scratch.length < longs) {
            scratch = new long[longs];
        }
        return scratch;
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
            long[] out = scratch(2 * selected.rows());
            long[] low = vector instanceof LongVector longs ? longs.values() : ((Int128Vector) vector).low();
            boolean isWide = vector instanceof Int128Vector wide && !wide.isNarrow();
            long[] high = isWide ? ((Int128Vector) vector).high() : low;
            int n = 0;
            for (int run = 0; run < selected.count(); run++) {
                for (int row = selected.from(run); row < selected.to(run); row++) {
                    out[n++] = low[row];
                    out[n++] = isWide ? high[row] : low[row] >> 63;
                }
            }
            data().putLongs(out, 0, n);
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
            long[] out = scratch(2 * selected.rows());
            int n = 0;
            for (int run = 0; run < selected.count(); run++) {
                for (int row = selected.from(run); row < selected.to(run); row++) {
                    out[n++] = Long.rotateLeft(intervals.high(row), 32); // the months come first
                    out[n++] = intervals.low()[row];
                }
            }
            data().putLongs(out, 0, n);
        }
    }
}
