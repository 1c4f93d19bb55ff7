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
import dev.stoa.format.DoubleVector;
import dev.stoa.format.Field;
import dev.stoa.format.FloatVector;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.StoaException;
import dev.stoa.format.Type;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;

/** Gathers values of a fixed width, straight into the Arrow buffer. */
abstract class FixedExport extends ColumnExport {
    private final OffHeap data;
    private final int width;

    FixedExport(BatchMemory memory, Field field, String path, int width) {
        super(memory, field, path);
        this.data = new OffHeap(memory);
        this.width = width;
    }

    static ColumnExport of(BatchMemory memory, Field field, String path) {
        Type type = field.type();
        return switch (type.kind()) {
            case INT8, UINT8 -> new NarrowExport.Bytes(memory, field, path);
            case INT16, UINT16, FLOAT16 -> new NarrowExport.Shorts(memory, field, path);
            case INT32, DATE, INTERVAL_YEAR_MONTH -> new Plain(memory, field, path, 4, FixedExport::ints);
            case UINT32 -> new NarrowExport.Ints(memory, field, path);
            case INT64, UINT64 -> new Plain(memory, field, path, 8, FixedExport::longs);
            case FLOAT32 -> new Plain(memory, field, path, 4, FixedExport::floats);
            case FLOAT64 -> new Plain(memory, field, path, 8, FixedExport::doubles);
            case TIME, TIMESTAMP, INTERVAL_DAY_TIME ->
                TimeExport.isPlain(type)
                        ? new Plain(memory, field, path, 8, FixedExport::longs)
                        : new TimeExport(memory, field, path);
            case DECIMAL -> new WideExport.Decimals(memory, field, path);
            case INTERVAL_MONTH_DAY_NANO -> new WideExport.Intervals(memory, field, path);
            default -> throw new IllegalStateException(path + ": " + type);
        };
    }

    @Override
    final long bytes(ColumnVector vector, Runs selected) {
        return (long) width * selected.rows();
    }

    @Override
    final long bytes() {
        return data.used();
    }

    @Override
    final void values(ColumnVector vector, Runs selected) throws StoaException {
        copy(vector, selected, data);
    }

    /** Puts the selected values into a buffer. */
    abstract void copy(ColumnVector vector, Runs selected, OffHeap to) throws StoaException;

    @Override
    final void takeValues(List<ArrowFieldNode> nodes, List<ArrowBuf> buffers) {
        buffers.add(data.take());
    }

    @Override
    public final void close() {
        data.close();
    }

    private interface Copy {
        void copy(ColumnVector vector, Runs selected, OffHeap to);
    }

    /** Values that are the same in Arrow. */
    private static final class Plain extends FixedExport {
        private final Copy copy;

        Plain(BatchMemory memory, Field field, String path, int width, Copy copy) {
            super(memory, field, path, width);
            this.copy = copy;
        }

        @Override
        void copy(ColumnVector vector, Runs selected, OffHeap to) {
            copy.copy(vector, selected, to);
        }
    }

    /** Whether runs are so long that each is worth a copy of its own. */
    private static boolean isInBulk(Runs selected) {
        return selected.rows() >= 16 * selected.count();
    }

    private static void ints(ColumnVector vector, Runs selected, OffHeap to) {
        int[] values = ((IntVector) vector).values();
        if (isInBulk(selected)) {
            for (int run = 0; run < selected.count(); run++) {
                to.putInts(values, selected.from(run), selected.to(run) - selected.from(run));
            }
            return;
        }
        long at = to.room(4L * selected.rows());
        for (int run = 0; run < selected.count(); run++) {
            for (int row = selected.from(run); row < selected.to(run); row++, at += 4) {
                MemoryUtil.putInt(at, values[row]);
            }
        }
    }

    private static void longs(ColumnVector vector, Runs selected, OffHeap to) {
        long[] values = ((LongVector) vector).values();
        if (isInBulk(selected)) {
            for (int run = 0; run < selected.count(); run++) {
                to.putLongs(values, selected.from(run), selected.to(run) - selected.from(run));
            }
            return;
        }
        long at = to.room(8L * selected.rows());
        for (int run = 0; run < selected.count(); run++) {
            for (int row = selected.from(run); row < selected.to(run); row++, at += 8) {
                MemoryUtil.putLong(at, values[row]);
            }
        }
    }

    private static void floats(ColumnVector vector, Runs selected, OffHeap to) {
        float[] values = ((FloatVector) vector).values();
        if (isInBulk(selected)) {
            for (int run = 0; run < selected.count(); run++) {
                to.putFloats(values, selected.from(run), selected.to(run) - selected.from(run));
            }
            return;
        }
        long at = to.room(4L * selected.rows());
        for (int run = 0; run < selected.count(); run++) {
            for (int row = selected.from(run); row < selected.to(run); row++, at += 4) {
                MemoryUtil.putInt(at, Float.floatToRawIntBits(values[row]));
            }
        }
    }

    private static void doubles(ColumnVector vector, Runs selected, OffHeap to) {
        double[] values = ((DoubleVector) vector).values();
        if (isInBulk(selected)) {
            for (int run = 0; run < selected.count(); run++) {
                to.putDoubles(values, selected.from(run), selected.to(run) - selected.from(run));
            }
            return;
        }
        long at = to.room(8L * selected.rows());
        for (int run = 0; run < selected.count(); run++) {
            for (int row = selected.from(run); row < selected.to(run); row++, at += 8) {
                MemoryUtil.putLong(at, Double.doubleToRawLongBits(values[row]));
            }
        }
    }
}
