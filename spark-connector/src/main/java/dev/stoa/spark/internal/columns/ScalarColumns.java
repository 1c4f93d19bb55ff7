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
package dev.stoa.spark.internal.columns;

import dev.stoa.format.BooleanVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.DoubleVector;
import dev.stoa.format.Float16;
import dev.stoa.format.FloatVector;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;

/** Columns of values of a fixed width. */
final class ScalarColumns {
    private ScalarColumns() {}

    /** For columns of nulls only. */
    static final class Nothing extends StoaColumn {
        Nothing(DataType type) {
            super(type);
        }

        @Override
        void take(ColumnVector vector) {
            // which only has nulls
        }
    }

    /** Of booleans. */
    static final class Booleans extends StoaColumn {
        private byte[] values = new byte[0];

        Booleans(DataType type) {
            super(type);
        }

        @Override
        void take(ColumnVector vector) {
            values = ((BooleanVector) vector).values();
        }

        @Override
        public boolean getBoolean(int row) {
            return values[at(row)] != 0;
        }
    }

    /** Of integers of up to 32 bits, dates and numbers of months. */
    static final class Ints extends StoaColumn {
        private int[] values = new int[0];

        Ints(DataType type) {
            super(type);
        }

        @Override
        void take(ColumnVector vector) {
            values = ((IntVector) vector).values();
        }

        @Override
        public byte getByte(int row) {
            return (byte) values[at(row)];
        }

        @Override
        public short getShort(int row) {
            return (short) values[at(row)];
        }

        @Override
        public int getInt(int row) {
            return values[at(row)];
        }
    }

    /** Of floats of 16 bits. */
    static final class Halves extends StoaColumn {
        private int[] values = new int[0];

        Halves(DataType type) {
            super(type);
        }

        @Override
        void take(ColumnVector vector) {
            values = ((IntVector) vector).values();
        }

        @Override
        public float getFloat(int row) {
            return Float16.toFloat(values[at(row)]);
        }
    }

    /** Of floats. */
    static final class Floats extends StoaColumn {
        private float[] values = new float[0];

        Floats(DataType type) {
            super(type);
        }

        @Override
        void take(ColumnVector vector) {
            values = ((FloatVector) vector).values();
        }

        @Override
        public float getFloat(int row) {
            return values[at(row)];
        }
    }

    /** Of doubles. */
    static final class Doubles extends StoaColumn {
        private double[] values = new double[0];

        Doubles(DataType type) {
            super(type);
        }

        @Override
        void take(ColumnVector vector) {
            values = ((DoubleVector) vector).values();
        }

        @Override
        public double getDouble(int row) {
            return values[at(row)];
        }
    }

    /** Of 64-bit integers, decimals of up to 18 digits, and times in Spark's units. */
    static final class Longs extends StoaColumn {
        private final boolean isUnsigned;
        private final TimeUnits units;
        private long[] values = new long[0];

        Longs(Type type, DataType as) {
            super(as);
            isUnsigned = type.kind() == TypeKind.UINT64;
            units = TimeUnits.of(type);
        }

        @Override
        void take(ColumnVector vector) {
            values = ((LongVector) vector).values();
        }

        @Override
        public long getLong(int row) {
            return units.toSpark(values[at(row)]);
        }

        @Override
        public Decimal getDecimal(int row, int precision, int scale) {
            if (isNullAt(row)) {
                return null;
            }
            long value = values[at(row)];
            return isUnsigned && value < 0
                    ? Decimal.apply(new BigDecimal(Long.toUnsignedString(value)), precision, scale)
                    : Decimal.createUnsafe(value, precision, scale);
        }
    }

    /** Of decimals of 19 to 38 digits, and of timestamps finer than microseconds, which are rounded down. */
    static final class Int128s extends StoaColumn {
        private final TimeUnits units;
        private Int128Vector values = Int128Vector.narrow(Type.decimal(38, 0), new long[0], ColumnVector.NO_NULLS, 0);

        Int128s(Type type, DataType as) {
            super(as);
            units = TimeUnits.of(type);
        }

        @Override
        void take(ColumnVector vector) {
            values = (Int128Vector) vector;
        }

        @Override
        public long getLong(int row) {
            int at = at(row);
            return values.isNarrow() ? units.toSpark(values.low()[at]) : units.toSpark(values.get(at));
        }

        @Override
        public Decimal getDecimal(int row, int precision, int scale) {
            if (isNullAt(row)) {
                return null;
            }
            int at = at(row);
            if (values.isNarrow()) {
                return Decimal.createUnsafe(values.low()[at], precision, scale);
            }
            BigInteger unscaled = values.get(at);
            return Decimal.apply(new BigDecimal(unscaled, scale), precision, scale);
        }
    }
}
