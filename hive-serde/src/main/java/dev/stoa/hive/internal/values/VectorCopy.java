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
package dev.stoa.hive.internal.values;

import dev.stoa.format.BooleanVector;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.FloatVector;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.hive.internal.columns.Naming;
import dev.stoa.hive.internal.columns.TimeUnits;
import java.util.Arrays;
import java.util.Optional;
import org.apache.hadoop.hive.common.type.HiveIntervalDayTime;
import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DecimalColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DoubleColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.IntervalDayTimeColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.TimestampColumnVector;
import org.apache.hadoop.hive.serde2.typeinfo.BaseCharTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.DecimalTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.PrimitiveTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;

/**
 * Fills a vector of Hive with rows of one of ours, array by array. Arrays are copied, not shared: Hive writes into vectors that it
 * was given, and ours are read again.
 */
public abstract class VectorCopy {

    /** Copies the values of rows after their nulls are handled; the value at a null row does not matter. */
    abstract void values(
            ColumnVector from, int first, int count, org.apache.hadoop.hive.ql.exec.vector.ColumnVector to);

    /** Fills {@code to[0..count)} with the first rows; rows that are known to be equal become one. */
    final void copy(ColumnVector from, int count, org.apache.hadoop.hive.ql.exec.vector.ColumnVector to) {
        boolean isConstant = from.isConstant() && count > 0;
        copy(from, 0, isConstant ? 1 : count, to);
        to.isRepeating = isConstant;
    }

    /** Fills {@code to[0..count)} with the rows from {@code first} on. */
    final void copy(ColumnVector from, int first, int count, org.apache.hadoop.hive.ql.exec.vector.ColumnVector to) {
        to.ensureSize(count, false);
        to.isRepeating = false;
        to.noNulls = !from.hasNulls();
        if (from.hasNulls()) {
            System.arraycopy(from.nulls(), first, to.isNull, 0, count);
        } else {
            Arrays.fill(to.isNull, 0, count, false);
        }
        values(from, first, count, to);
    }

    /**
     * Returns a copy of values of a type of the file as values of a type of the table, if these need no conversion.
     */
    public static Optional<VectorCopy> of(Type from, TypeInfo to, Naming naming) {
        return to instanceof PrimitiveTypeInfo primitive
                ? primitive(from, primitive)
                : NestedCopies.of(from, to, naming);
    }

    private static Optional<VectorCopy> primitive(Type from, PrimitiveTypeInfo to) {
        return switch (to.getPrimitiveCategory()) {
            case BOOLEAN -> only(from.kind() == TypeKind.BOOLEAN, new Booleans());
            case BYTE, SHORT, INT, LONG -> integers(from, to);
            case FLOAT -> only(from.kind() == TypeKind.FLOAT32, new Floats());
            case DOUBLE ->
                from.kind() == TypeKind.FLOAT32
                        ? Optional.of(new Floats())
                        : only(from.kind() == TypeKind.FLOAT64, new Doubles());
            case DATE -> only(from.kind() == TypeKind.DATE, new Ints());
            case INTERVAL_YEAR_MONTH -> only(from.kind() == TypeKind.INTERVAL_YEAR_MONTH, new Ints());
            case INTERVAL_DAY_TIME ->
                from.kind() == TypeKind.INTERVAL_DAY_TIME
                        ? Optional.of(new DayTimes(new TimeUnits(from)))
                        : Optional.empty();
            case TIMESTAMP ->
                from.kind() == TypeKind.TIMESTAMP && !from.utc()
                        ? Optional.of(new Timestamps(new TimeUnits(from)))
                        : Optional.empty();
            case DECIMAL -> decimals(from, (DecimalTypeInfo) to);
            case STRING ->
                only(
                        from.kind() == TypeKind.STRING
                                || from.kind() == TypeKind.JSON
                                || from.kind() == TypeKind.ENUM
                                || from.kind() == TypeKind.VARCHAR,
                        new Bytes());
            case VARCHAR ->
                only(
                        from.kind() == TypeKind.VARCHAR && from.precision() <= ((BaseCharTypeInfo) to).getLength(),
                        new Bytes());
            case CHAR ->
                only(
                        from.kind() == TypeKind.CHAR && from.precision() <= ((BaseCharTypeInfo) to).getLength(),
                        new Bytes());
            case BINARY ->
                only(
                        switch (from.kind()) {
                            case BINARY, FIXED, BSON, GEOMETRY, GEOGRAPHY -> true;
                            default -> false;
                        },
                        new Bytes());
            default -> Optional.empty();
        };
    }

    private static Optional<VectorCopy> only(boolean fits, VectorCopy copy) {
        return fits ? Optional.of(copy) : Optional.empty();
    }

    private static Optional<VectorCopy> integers(Type from, PrimitiveTypeInfo to) {
        int bits = switch (from.kind()) {
            case INT8 -> 8;
            case INT16, UINT8 -> 16;
            case INT32, UINT16 -> 32;
            case INT64, UINT32 -> 64;
            default -> Integer.MAX_VALUE;
        };
        int room = switch (to.getPrimitiveCategory()) {
            case BYTE -> 8;
            case SHORT -> 16;
            case INT -> 32;
            default -> 64;
        };
        if (bits > room) {
            return Optional.empty();
        }
        return Optional.of(bits == 64 ? new Longs() : new Ints());
    }

    private static Optional<VectorCopy> decimals(Type from, DecimalTypeInfo to) {
        boolean fits =
                from.kind() == TypeKind.DECIMAL && from.scale() == to.scale() && from.precision() <= to.precision();
        return only(fits, new Decimals(from.scale()));
    }

    private static final class Booleans extends VectorCopy {
        @Override
        void values(ColumnVector from, int first, int count, org.apache.hadoop.hive.ql.exec.vector.ColumnVector to) {
            byte[] values = ((BooleanVector) from).values();
            long[] out = ((LongColumnVector) to).vector;
            for (int i = 0; i < count; i++) {
                out[i] = values[first + i];
            }
        }
    }

    private static final class Ints extends VectorCopy {
        @Override
        void values(ColumnVector from, int first, int count, org.apache.hadoop.hive.ql.exec.vector.ColumnVector to) {
            int[] values = ((IntVector) from).values();
            long[] out = ((LongColumnVector) to).vector;
            for (int i = 0; i < count; i++) {
                out[i] = values[first + i];
            }
        }
    }

    private static final class Longs extends VectorCopy {
        @Override
        void values(ColumnVector from, int first, int count, org.apache.hadoop.hive.ql.exec.vector.ColumnVector to) {
            System.arraycopy(((LongVector) from).values(), first, ((LongColumnVector) to).vector, 0, count);
        }
    }

    private static final class Floats extends VectorCopy {
        @Override
        void values(ColumnVector from, int first, int count, org.apache.hadoop.hive.ql.exec.vector.ColumnVector to) {
            float[] values = ((FloatVector) from).values();
            double[] out = ((DoubleColumnVector) to).vector;
            for (int i = 0; i < count; i++) {
                out[i] = values[first + i];
            }
        }
    }

    private static final class Doubles extends VectorCopy {
        @Override
        void values(ColumnVector from, int first, int count, org.apache.hadoop.hive.ql.exec.vector.ColumnVector to) {
            double[] values = ((dev.stoa.format.DoubleVector) from).values();
            System.arraycopy(values, first, ((DoubleColumnVector) to).vector, 0, count);
        }
    }

    /** Into longs where Hive works on decimals as such, else into its objects. */
    private static final class Decimals extends VectorCopy {
        private final int scale;

        Decimals(int scale) {
            this.scale = scale;
        }

        @Override
        void values(ColumnVector from, int first, int count, org.apache.hadoop.hive.ql.exec.vector.ColumnVector to) {
            if (to instanceof LongColumnVector longs) {
                System.arraycopy(((LongVector) from).values(), first, longs.vector, 0, count);
                return;
            }
            DecimalColumnVector out = (DecimalColumnVector) to;
            boolean isLong = from instanceof LongVector || ((Int128Vector) from).isNarrow();
            long[] low = from instanceof LongVector longs ? longs.values() : ((Int128Vector) from).low();
            for (int i = 0; i < count; i++) {
                if (from.isNull(first + i)) {
                    out.vector[i].setFromLong(0);
                } else if (isLong) {
                    out.vector[i].setFromLongAndScale(low[first + i], scale);
                } else {
                    byte[] bytes = ((Int128Vector) from).get(first + i).toByteArray();
                    out.vector[i].setFromBigIntegerBytesAndScale(bytes, 0, bytes.length, scale);
                }
            }
        }
    }

    private static final class Timestamps extends VectorCopy {
        private static final int NANOS_PER_MILLI = 1_000_000;

        private final TimeUnits units;

        Timestamps(TimeUnits units) {
            this.units = units;
        }

        @Override
        void values(ColumnVector from, int first, int count, org.apache.hadoop.hive.ql.exec.vector.ColumnVector to) {
            TimestampColumnVector out = (TimestampColumnVector) to;
            out.setIsUTC(true);
            for (int i = 0; i < count; i++) {
                long seconds = units.seconds(from, first + i);
                int nanos = units.nanos(from, first + i, seconds);
                out.time[i] = seconds * 1000 + nanos / NANOS_PER_MILLI;
                out.nanos[i] = nanos;
            }
        }
    }

    private static final class DayTimes extends VectorCopy {
        private final TimeUnits units;

        DayTimes(TimeUnits units) {
            this.units = units;
        }

        @Override
        void values(ColumnVector from, int first, int count, org.apache.hadoop.hive.ql.exec.vector.ColumnVector to) {
            IntervalDayTimeColumnVector out = (IntervalDayTimeColumnVector) to;
            HiveIntervalDayTime interval = out.getScratchIntervalDayTime();
            for (int i = 0; i < count; i++) {
                long seconds = units.seconds(from, first + i);
                interval.set(seconds, units.nanos(from, first + i, seconds));
                out.set(i, interval);
            }
        }
    }

    /** References into the file's bytes, or its dictionary's: these are copied by who keeps them. */
    private static final class Bytes extends VectorCopy {
        @Override
        void values(ColumnVector from, int first, int count, org.apache.hadoop.hive.ql.exec.vector.ColumnVector to) {
            BytesVector values = (BytesVector) from;
            BytesColumnVector out = (BytesColumnVector) to;
            int[] offsets = values.offsets();
            Arrays.fill(out.vector, 0, count, values.data());
            if (values.dictionary().isPresent()) {
                int[] ids = values.ids();
                for (int i = 0; i < count; i++) {
                    if (from.isNull(first + i)) {
                        out.start[i] = 0;
                        out.length[i] = 0;
                    } else {
                        int start = offsets[ids[first + i]];
                        out.start[i] = start;
                        out.length[i] = offsets[ids[first + i] + 1] - start;
                    }
                }
            } else {
                for (int i = 0; i < count; i++) {
                    int start = offsets[first + i];
                    out.start[i] = start;
                    out.length[i] = offsets[first + i + 1] - start;
                }
            }
        }
    }
}
