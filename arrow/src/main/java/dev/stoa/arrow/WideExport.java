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
import org.apache.arrow.memory.util.MemoryUtil;

/** Gathers values of 16 or 32 bytes. */
abstract class WideExport extends FixedExport {
    private WideExport(BatchMemory memory, Field field, String path, int width) {
        super(memory, field, path, width);
    }

    /** Puts values of two words. */
    static void pairs(Runs selected, OffHeap to, Words words) {
        long at = to.room(16L * selected.rows());
        for (int run = 0; run < selected.count(); run++) {
            words.put(at, selected.from(run), selected.to(run));
            at += 16L * (selected.to(run) - selected.from(run));
        }
    }

    /** Puts the two words of each row of {@code [from, to)} into memory, from an address on. */
    interface Words {
        void put(long address, int from, int to);
    }

    /** Decimals: of 128 bits up to 38 digits, else of 256. */
    static final class Decimals extends WideExport {
        private final int width;
        private byte[] bytes = new byte[0];

        Decimals(BatchMemory memory, Field field, String path) {
            super(memory, field, path, field.type().precision() <= 38 ? 16 : 32);
            this.width = field.type().precision() <= 38 ? 16 : 32;
        }

        @Override
        void copy(ColumnVector vector, Runs selected, OffHeap to) throws StoaException {
            if (vector instanceof BytesVector large) {
                large(large, selected, to);
                return;
            }
            if (vector instanceof Int128Vector wide && !wide.isNarrow()) {
                pairs(selected, to, (address, from, end) -> interleave(wide.low(), wide.high(), address, from, end));
            } else {
                long[] values = vector instanceof LongVector longs ? longs.values() : ((Int128Vector) vector).low();
                pairs(selected, to, (address, from, end) -> widen(values, address, from, end));
            }
        }

        private static void interleave(long[] low, long[] high, long address, int from, int to) {
            long at = address;
            for (int row = from; row < to; row++, at += 16) {
                MemoryUtil.putLong(at, low[row]);
                MemoryUtil.putLong(at + 8, high[row]);
            }
        }

        private static void widen(long[] values, long address, int from, int to) {
            long at = address;
            for (int row = from; row < to; row++, at += 16) {
                MemoryUtil.putLong(at, values[row]);
                MemoryUtil.putLong(at + 8, values[row] >> 63);
            }
        }

        /** Big-endian bytes of any length become little-endian ones of the width. */
        private void large(BytesVector large, Runs selected, OffHeap to) throws StoaException {
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
            to.putBytes(bytes, 0, length);
        }
    }

    /** Months, days and nanoseconds. */
    static final class Intervals extends WideExport {
        Intervals(BatchMemory memory, Field field, String path) {
            super(memory, field, path, 16);
        }

        @Override
        void copy(ColumnVector vector, Runs selected, OffHeap to) {
            Int128Vector intervals = (Int128Vector) vector;
            pairs(selected, to, (address, from, end) -> {
                long at = address;
                for (int row = from; row < end; row++, at += 16) {
                    MemoryUtil.putLong(at, Long.rotateLeft(intervals.high(row), 32)); // the months come first
                    MemoryUtil.putLong(at + 8, intervals.low()[row]);
                }
            });
        }
    }
}
