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
package dev.stoa.writer;

import dev.stoa.format.BooleanVector;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.DoubleVector;
import dev.stoa.format.Field;
import dev.stoa.format.FloatVector;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.NullVector;
import dev.stoa.format.Type;
import java.math.BigInteger;
import java.util.Arrays;

/** Builds a vector from plain Java objects. Nested ones are {@link NestedBuilders}. */
abstract class ColumnBuilder {
    private final String path;
    private final Type type;
    private boolean[] nulls = new boolean[16];
    private boolean anyNull;
    private int size;

    ColumnBuilder(String path, Type type) {
        this.path = path;
        this.type = type;
    }

    /** The builder for a field. */
    static ColumnBuilder of(String parentPath, Field field) {
        String path = parentPath.isEmpty() ? field.name() : parentPath + "." + field.name();
        Type type = field.type();
        return switch (type.kind()) {
            case STRUCT, VARIANT -> new NestedBuilders.Struct(path, type);
            case LIST -> new NestedBuilders.ListOf(path, type);
            case MAP -> new NestedBuilders.MapOf(path, type);
            default ->
                switch (type.physical()) {
                    case NONE -> new Nulls(path, type);
                    case BOOLEAN -> new Booleans(path, type);
                    case INT -> new IntsOf(path, type);
                    case LONG -> new LongsOf(path, type);
                    case INT128 -> new Int128s(path, type);
                    case FLOAT -> new Floats(path, type);
                    case DOUBLE -> new Doubles(path, type);
                    case BYTES -> new BytesOf(path, type);
                };
        };
    }

    final String path() {
        return path;
    }

    final Type type() {
        return type;
    }

    final int size() {
        return size;
    }

    /**
     * Appends a value, or null.
     *
     * @param row the row of the table, for messages
     * @return about the number of bytes it takes
     */
    final long add(Object value, long row) throws RejectedDataException {
        if (size == nulls.length) {
            nulls = Arrays.copyOf(nulls, size * 2);
        }
        nulls[size] = value == null;
        anyNull |= value == null;
        try {
            long bytes = value == null ? addNull() : addValue(value, row);
            size++;
            return bytes;
        } catch (IllegalArgumentException e) {
            throw new RejectedDataException(path, row, e.getMessage());
        }
    }

    /** The vector of what was added; valid until the next change. */
    final ColumnVector build() {
        return build(anyNull ? nulls : ColumnVector.NO_NULLS);
    }

    /** Forgets everything. */
    void clear() {
        size = 0;
        anyNull = false;
    }

    abstract long addNull() throws RejectedDataException;

    abstract long addValue(Object value, long row) throws RejectedDataException;

    abstract ColumnVector build(boolean[] mask);

    private static final class Nulls extends ColumnBuilder {
        Nulls(String path, Type type) {
            super(path, type);
        }

        @Override
        long addNull() {
            return 1;
        }

        @Override
        long addValue(Object value, long row) {
            throw JavaValues.unfit(type(), value);
        }

        @Override
        ColumnVector build(boolean[] mask) {
            return new NullVector(size());
        }
    }

    private static final class Booleans extends ColumnBuilder {
        private byte[] values = new byte[16];

        Booleans(String path, Type type) {
            super(path, type);
        }

        private long put(boolean value) {
            if (size() == values.length) {
                values = Arrays.copyOf(values, size() * 2);
            }
            values[size()] = (byte) (value ? 1 : 0);
            return 1;
        }

        @Override
        long addNull() {
            return put(false);
        }

        @Override
        long addValue(Object value, long row) {
            if (value instanceof Boolean bool) {
                return put(bool);
            }
            throw JavaValues.unfit(type(), value);
        }

        @Override
        ColumnVector build(boolean[] mask) {
            return new BooleanVector(type(), values, mask, size());
        }
    }

    private static final class IntsOf extends ColumnBuilder {
        private int[] values = new int[16];

        IntsOf(String path, Type type) {
            super(path, type);
        }

        private long put(int value) {
            if (size() == values.length) {
                values = Arrays.copyOf(values, size() * 2);
            }
            values[size()] = value;
            return 4;
        }

        @Override
        long addNull() {
            return put(0);
        }

        @Override
        long addValue(Object value, long row) {
            return put(JavaValues.bits32(type(), value));
        }

        @Override
        ColumnVector build(boolean[] mask) {
            return new IntVector(type(), values, mask, size());
        }
    }

    private static final class LongsOf extends ColumnBuilder {
        private long[] values = new long[16];

        LongsOf(String path, Type type) {
            super(path, type);
        }

        private long put(long value) {
            if (size() == values.length) {
                values = Arrays.copyOf(values, size() * 2);
            }
            values[size()] = value;
            return 8;
        }

        @Override
        long addNull() {
            return put(0);
        }

        @Override
        long addValue(Object value, long row) {
            return put(JavaValues.bits64(type(), value));
        }

        @Override
        ColumnVector build(boolean[] mask) {
            return new LongVector(type(), values, mask, size());
        }
    }

    private static final class Int128s extends ColumnBuilder {
        private long[] high = new long[16];
        private long[] low = new long[16];

        Int128s(String path, Type type) {
            super(path, type);
        }

        private long put(long h, long l) {
            if (size() == low.length) {
                high = Arrays.copyOf(high, size() * 2);
                low = Arrays.copyOf(low, size() * 2);
            }
            high[size()] = h;
            low[size()] = l;
            return 16;
        }

        @Override
        long addNull() {
            return put(0, 0);
        }

        @Override
        long addValue(Object value, long row) {
            BigInteger integer = JavaValues.integer(type(), value);
            if (integer.bitLength() > 127) {
                throw new IllegalArgumentException(integer + " does not fit " + type());
            }
            return put(integer.shiftRight(64).longValue(), integer.longValue());
        }

        @Override
        ColumnVector build(boolean[] mask) {
            return new Int128Vector(type(), high, low, mask, size());
        }
    }

    private static final class Floats extends ColumnBuilder {
        private float[] values = new float[16];

        Floats(String path, Type type) {
            super(path, type);
        }

        private long put(float value) {
            if (size() == values.length) {
                values = Arrays.copyOf(values, size() * 2);
            }
            values[size()] = value;
            return 4;
        }

        @Override
        long addNull() {
            return put(0);
        }

        @Override
        long addValue(Object value, long row) {
            return put(JavaValues.float32(type(), value));
        }

        @Override
        ColumnVector build(boolean[] mask) {
            return new FloatVector(type(), values, mask, size());
        }
    }

    private static final class Doubles extends ColumnBuilder {
        private double[] values = new double[16];

        Doubles(String path, Type type) {
            super(path, type);
        }

        private long put(double value) {
            if (size() == values.length) {
                values = Arrays.copyOf(values, size() * 2);
            }
            values[size()] = value;
            return 8;
        }

        @Override
        long addNull() {
            return put(0);
        }

        @Override
        long addValue(Object value, long row) {
            return put(JavaValues.float64(type(), value));
        }

        @Override
        ColumnVector build(boolean[] mask) {
            return new DoubleVector(type(), values, mask, size());
        }
    }

    private static final class BytesOf extends ColumnBuilder {
        private static final byte[] NONE = new byte[0];

        private byte[] data = new byte[64];
        private int[] offsets = new int[17];

        BytesOf(String path, Type type) {
            super(path, type);
        }

        private long put(byte[] value) {
            int from = offsets[size()];
            int to = Math.addExact(from, value.length);
            if (size() + 2 > offsets.length) {
                offsets = Arrays.copyOf(offsets, offsets.length * 2);
            }
            if (to > data.length) {
                data = Arrays.copyOf(data, (int) Math.min(Integer.MAX_VALUE - 16L, Math.max(to, data.length * 2L)));
            }
            System.arraycopy(value, 0, data, from, value.length);
            offsets[size() + 1] = to;
            return 4L + value.length;
        }

        @Override
        long addNull() {
            return put(NONE);
        }

        @Override
        long addValue(Object value, long row) {
            return put(JavaValues.bytes(type(), value));
        }

        @Override
        ColumnVector build(boolean[] mask) {
            return new BytesVector(type(), data, offsets, mask, size());
        }
    }
}
