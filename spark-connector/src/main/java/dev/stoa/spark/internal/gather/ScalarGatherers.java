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
package dev.stoa.spark.internal.gather;

import dev.stoa.format.BooleanVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.DoubleVector;
import dev.stoa.format.Float16;
import dev.stoa.format.FloatVector;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.NullVector;
import dev.stoa.format.Type;
import dev.stoa.spark.internal.columns.TimeUnits;
import java.math.BigInteger;
import java.util.Arrays;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;

/** What gathers values of a fixed width. */
final class ScalarGatherers {
    private ScalarGatherers() {}

    /** Nothing but nulls. */
    static final class Nothing extends Gatherer {
        Nothing(Type type) {
            super(type);
        }

        @Override
        ColumnVector vector() {
            return new NullVector(rows());
        }

        @Override
        long bytes() {
            return 0;
        }

        @Override
        void ensure(int capacity) {
            // there is nothing to keep
        }

        @Override
        void put(int row, SpecializedGetters from, int ordinal) {
            throw new IllegalStateException("a value in a column of nulls");
        }
    }

    /** Booleans. */
    static final class Booleans extends Gatherer {
        private byte[] values = new byte[0];

        Booleans(Type type) {
            super(type);
        }

        @Override
        ColumnVector vector() {
            return new BooleanVector(type(), values, nulls(), rows());
        }

        @Override
        long bytes() {
            return (long) rows() * Byte.BYTES;
        }

        @Override
        void ensure(int capacity) {
            values = Arrays.copyOf(values, capacity);
        }

        @Override
        void put(int row, SpecializedGetters from, int ordinal) {
            values[row] = (byte) (from.getBoolean(ordinal) ? 1 : 0);
        }
    }

    /** Integers of up to 32 bits, dates and numbers of months. */
    static final class Ints extends Gatherer {
        private final boolean isByte;
        private final boolean isShort;
        private int[] values = new int[0];

        Ints(Type type, DataType from) {
            super(type);
            isByte = from.equals(DataTypes.ByteType);
            isShort = from.equals(DataTypes.ShortType);
        }

        @Override
        ColumnVector vector() {
            return new IntVector(type(), values, nulls(), rows());
        }

        @Override
        long bytes() {
            return (long) rows() * Integer.BYTES;
        }

        @Override
        void ensure(int capacity) {
            values = Arrays.copyOf(values, capacity);
        }

        @Override
        void put(int row, SpecializedGetters from, int ordinal) {
            values[row] = isByte ? from.getByte(ordinal) : isShort ? from.getShort(ordinal) : from.getInt(ordinal);
        }
    }

    /** Floats of 16 bits. */
    static final class Halves extends Gatherer {
        private int[] values = new int[0];

        Halves(Type type) {
            super(type);
        }

        @Override
        ColumnVector vector() {
            return new IntVector(type(), values, nulls(), rows());
        }

        @Override
        long bytes() {
            return (long) rows() * Short.BYTES;
        }

        @Override
        void ensure(int capacity) {
            values = Arrays.copyOf(values, capacity);
        }

        @Override
        void put(int row, SpecializedGetters from, int ordinal) {
            values[row] = Float16.ofFloat(from.getFloat(ordinal));
        }
    }

    /** Floats. */
    static final class Floats extends Gatherer {
        private float[] values = new float[0];

        Floats(Type type) {
            super(type);
        }

        @Override
        ColumnVector vector() {
            return new FloatVector(type(), values, nulls(), rows());
        }

        @Override
        long bytes() {
            return (long) rows() * Float.BYTES;
        }

        @Override
        void ensure(int capacity) {
            values = Arrays.copyOf(values, capacity);
        }

        @Override
        void put(int row, SpecializedGetters from, int ordinal) {
            values[row] = from.getFloat(ordinal);
        }
    }

    /** Doubles. */
    static final class Doubles extends Gatherer {
        private double[] values = new double[0];

        Doubles(Type type) {
            super(type);
        }

        @Override
        ColumnVector vector() {
            return new DoubleVector(type(), values, nulls(), rows());
        }

        @Override
        long bytes() {
            return (long) rows() * Double.BYTES;
        }

        @Override
        void ensure(int capacity) {
            values = Arrays.copyOf(values, capacity);
        }

        @Override
        void put(int row, SpecializedGetters from, int ordinal) {
            values[row] = from.getDouble(ordinal);
        }
    }

    /** Integers of 64 bits, decimals that fit these, and times. */
    static final class Longs extends Gatherer {
        private final TimeUnits units;
        private final DecimalType decimal;
        private long[] values = new long[0];

        Longs(Type type, DataType from) {
            super(type);
            units = TimeUnits.of(type);
            decimal = from instanceof DecimalType found ? found : null;
        }

        @Override
        ColumnVector vector() {
            return new LongVector(type(), values, nulls(), rows());
        }

        @Override
        long bytes() {
            return (long) rows() * Long.BYTES;
        }

        @Override
        void ensure(int capacity) {
            values = Arrays.copyOf(values, capacity);
        }

        @Override
        void put(int row, SpecializedGetters from, int ordinal) {
            values[row] = decimal != null
                    ? unscaled(from.getDecimal(ordinal, decimal.precision(), decimal.scale()))
                    : units.toStoa(from.getLong(ordinal));
        }
    }

    /** The bits of a decimal that fits 64 of them, perhaps as an unsigned number. */
    private static long unscaled(Decimal value) {
        return value.precision() <= Decimal.MAX_LONG_DIGITS()
                ? value.toUnscaledLong()
                : value.toJavaBigDecimal().unscaledValue().longValue();
    }

    /** Decimals of 19 to 38 digits, and timestamps finer than microseconds. */
    static final class Int128s extends Gatherer {
        private final TimeUnits units;
        private final DecimalType decimal;
        private long[] high = new long[0];
        private long[] low = new long[0];

        Int128s(Type type, DataType from) {
            super(type);
            units = TimeUnits.of(type);
            decimal = from instanceof DecimalType found ? found : null;
        }

        @Override
        ColumnVector vector() {
            return new Int128Vector(type(), high, low, nulls(), rows());
        }

        @Override
        long bytes() {
            return 2L * rows() * Long.BYTES;
        }

        @Override
        void ensure(int capacity) {
            high = Arrays.copyOf(high, capacity);
            low = Arrays.copyOf(low, capacity);
        }

        @Override
        void put(int row, SpecializedGetters from, int ordinal) {
            if (decimal == null) {
                long value = from.getLong(ordinal);
                high[row] = Math.multiplyHigh(value, units.divisor());
                low[row] = value * units.divisor();
            } else {
                BigInteger value = from.getDecimal(ordinal, decimal.precision(), decimal.scale())
                        .toJavaBigDecimal()
                        .unscaledValue();
                high[row] = value.shiftRight(Long.SIZE).longValue();
                low[row] = value.longValue();
            }
        }

        @Override
        void putNull(int row) {
            high[row] = 0;
            low[row] = 0;
        }
    }
}
