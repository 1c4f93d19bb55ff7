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
import dev.stoa.format.Type;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;

/** Gathers values of a fixed width. Values are copied run by run, in bulk where both sides store them alike. */
abstract class FixedExport extends ColumnExport {
    private final OffHeap data;
    private final int width;

    FixedExport(BufferAllocator allocator, Field field, String path, int width) {
        super(allocator, field, path);
        this.data = new OffHeap(allocator);
        this.width = width;
    }

    static ColumnExport of(BufferAllocator allocator, Field field, String path) {
        Type type = field.type();
        return switch (type.kind()) {
            case INT8, UINT8 -> new Octets(allocator, field, path);
            case INT16, UINT16, FLOAT16 -> new Shorts(allocator, field, path);
            case INT32, DATE, INTERVAL_YEAR_MONTH -> new Ints(allocator, field, path);
            case UINT32 -> new UnsignedInts(allocator, field, path);
            case INT64, UINT64 -> new Longs(allocator, field, path);
            case FLOAT32 -> new Floats(allocator, field, path);
            case FLOAT64 -> new Doubles(allocator, field, path);
            case TIME, TIMESTAMP, INTERVAL_DAY_TIME ->
                TimeExport.isPlain(type) ? new Longs(allocator, field, path) : new TimeExport(allocator, field, path);
            case DECIMAL -> new WideExport.Decimals(allocator, field, path);
            case INTERVAL_MONTH_DAY_NANO -> new WideExport.Intervals(allocator, field, path);
            default -> throw new IllegalStateException(path + ": " + type);
        };
    }

    final OffHeap data() {
        return data;
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
    final void takeValues(List<ArrowFieldNode> nodes, List<ArrowBuf> buffers) {
        buffers.add(data.take());
    }

    @Override
    public final void close() {
        data.close();
    }

    /** Whether runs are so long that each is worth a copy of its own. */
    static boolean isInBulk(Runs selected) {
        return selected.rows() >= 16 * selected.count();
    }

    private static final class Ints extends FixedExport {
        private int[] scratch = new int[0];

        Ints(BufferAllocator allocator, Field field, String path) {
            super(allocator, field, path, 4);
        }

        @Override
        void values(ColumnVector vector, Runs selected) {
            int[] values = ((IntVector) vector).values();
            if (isInBulk(selected)) {
                for (int run = 0; run < selected.count(); run++) {
                    data().putInts(values, selected.from(run), selected.to(run) - selected.from(run));
                }
                return;
            }
            if (scratch.length < selected.rows()) {
                scratch = new int[selected.rows()];
            }
            int n = 0;
            for (int run = 0; run < selected.count(); run++) {
                for (int row = selected.from(run); row < selected.to(run); row++) {
                    scratch[n++] = values[row];
                }
            }
            data().putInts(scratch, 0, n);
        }
    }

    /** Integers of one byte, which Stoa has as ints. */
    private static final class Octets extends FixedExport {
        private byte[] scratch = new byte[0];

        Octets(BufferAllocator allocator, Field field, String path) {
            super(allocator, field, path, 1);
        }

        @Override
        void values(ColumnVector vector, Runs selected) {
            int[] values = ((IntVector) vector).values();
            if (scratch.length < selected.rows()) {
                scratch = new byte[selected.rows()];
            }
            int n = 0;
            for (int run = 0; run < selected.count(); run++) {
                for (int row = selected.from(run); row < selected.to(run); row++) {
                    scratch[n++] = (byte) values[row];
                }
            }
            data().putBytes(scratch, 0, n);
        }
    }

    /** Integers of two bytes, which Stoa has as ints. */
    private static final class Shorts extends FixedExport {
        private short[] scratch = new short[0];

        Shorts(BufferAllocator allocator, Field field, String path) {
            super(allocator, field, path, 2);
        }

        @Override
        void values(ColumnVector vector, Runs selected) {
            int[] values = ((IntVector) vector).values();
            if (scratch.length < selected.rows()) {
                scratch = new short[selected.rows()];
            }
            int n = 0;
            for (int run = 0; run < selected.count(); run++) {
                for (int row = selected.from(run); row < selected.to(run); row++) {
                    scratch[n++] = (short) values[row];
                }
            }
            data().putShorts(scratch, 0, n);
        }
    }

    /** Unsigned integers of 32 bits, which Stoa has as longs. */
    private static final class UnsignedInts extends FixedExport {
        private int[] scratch = new int[0];

        UnsignedInts(BufferAllocator allocator, Field field, String path) {
            super(allocator, field, path, 4);
        }

        @Override
        void values(ColumnVector vector, Runs selected) {
            long[] values = ((LongVector) vector).values();
            if (scratch.length < selected.rows()) {
                scratch = new int[selected.rows()];
            }
            int n = 0;
            for (int run = 0; run < selected.count(); run++) {
                for (int row = selected.from(run); row < selected.to(run); row++) {
                    scratch[n++] = (int) values[row];
                }
            }
            data().putInts(scratch, 0, n);
        }
    }

    private static final class Longs extends FixedExport {
        private long[] scratch = new long[0];

        Longs(BufferAllocator allocator, Field field, String path) {
            super(allocator, field, path, 8);
        }

        @Override
        void values(ColumnVector vector, Runs selected) {
            long[] values = ((LongVector) vector).values();
            if (isInBulk(selected)) {
                for (int run = 0; run < selected.count(); run++) {
                    data().putLongs(values, selected.from(run), selected.to(run) - selected.from(run));
                }
                return;
            }
            if (scratch.length < selected.rows()) {
                scratch = new long[selected.rows()];
            }
            int n = 0;
            for (int run = 0; run < selected.count(); run++) {
                for (int row = selected.from(run); row < selected.to(run); row++) {
                    scratch[n++] = values[row];
                }
            }
            data().putLongs(scratch, 0, n);
        }
    }

    private static final class Floats extends FixedExport {
        private float[] scratch = new float[0];

        Floats(BufferAllocator allocator, Field field, String path) {
            super(allocator, field, path, 4);
        }

        @Override
        void values(ColumnVector vector, Runs selected) {
            float[] values = ((FloatVector) vector).values();
            if (isInBulk(selected)) {
                for (int run = 0; run < selected.count(); run++) {
                    data().putFloats(values, selected.from(run), selected.to(run) - selected.from(run));
                }
                return;
            }
            if (scratch.length < selected.rows()) {
                scratch = new float[selected.rows()];
            }
            int n = 0;
            for (int run = 0; run < selected.count(); run++) {
                for (int row = selected.from(run); row < selected.to(run); row++) {
                    scratch[n++] = values[row];
                }
            }
            data().putFloats(scratch, 0, n);
        }
    }

    private static final class Doubles extends FixedExport {
        private double[] scratch = new double[0];

        Doubles(BufferAllocator allocator, Field field, String path) {
            super(allocator, field, path, 8);
        }

        @Override
        void values(ColumnVector vector, Runs selected) {
            double[] values = ((DoubleVector) vector).values();
            if (isInBulk(selected)) {
                for (int run = 0; run < selected.count(); run++) {
                    data().putDoubles(values, selected.from(run), selected.to(run) - selected.from(run));
                }
                return;
            }
            if (scratch.length < selected.rows()) {
                scratch = new double[selected.rows()];
            }
            int n = 0;
            for (int run = 0; run < selected.count(); run++) {
                for (int row = selected.from(run); row < selected.to(run); row++) {
                    scratch[n++] = values[row];
                }
            }
            data().putDoubles(scratch, 0, n);
        }
    }
}
