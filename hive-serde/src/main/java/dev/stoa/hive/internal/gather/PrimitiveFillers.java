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
package dev.stoa.hive.internal.gather;

import dev.stoa.format.BooleanVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.DoubleVector;
import dev.stoa.format.FloatVector;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.NullVector;
import dev.stoa.format.Physical;
import dev.stoa.format.Type;
import dev.stoa.hive.internal.columns.TimeUnits;
import java.util.Arrays;
import org.apache.hadoop.hive.common.type.HiveIntervalDayTime;
import org.apache.hadoop.hive.common.type.Timestamp;
import org.apache.hadoop.hive.common.type.TimestampTZ;
import org.apache.hadoop.hive.serde2.io.HiveDecimalWritable;
import org.apache.hadoop.hive.serde2.objectinspector.PrimitiveObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.BinaryObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.BooleanObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.ByteObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.DateObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.DoubleObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.FloatObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.HiveCharObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.HiveDecimalObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.HiveIntervalDayTimeObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.HiveIntervalYearMonthObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.HiveVarcharObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.IntObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.LongObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.ShortObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.StringObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.TimestampLocalTZObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.TimestampObjectInspector;

/** What gathers values without fields or elements: one class per shape of the vector. */
final class PrimitiveFillers {
    private PrimitiveFillers() {}

    static ColumnFiller of(Type type, PrimitiveObjectInspector inspector) {
        return switch (inspector.getPrimitiveCategory()) {
            case VOID -> new Nulls(type);
            case BOOLEAN -> {
                BooleanObjectInspector of = (BooleanObjectInspector) inspector;
                yield new Booleans(type, of);
            }
            case BYTE -> {
                ByteObjectInspector of = (ByteObjectInspector) inspector;
                yield new Ints(type, of::get);
            }
            case SHORT -> {
                ShortObjectInspector of = (ShortObjectInspector) inspector;
                yield new Ints(type, of::get);
            }
            case INT -> {
                IntObjectInspector of = (IntObjectInspector) inspector;
                yield new Ints(type, of::get);
            }
            case LONG -> {
                LongObjectInspector of = (LongObjectInspector) inspector;
                yield new Longs(type, of::get);
            }
            case FLOAT -> new Floats(type, (FloatObjectInspector) inspector);
            case DOUBLE -> new Doubles(type, (DoubleObjectInspector) inspector);
            case DATE -> {
                DateObjectInspector of = (DateObjectInspector) inspector;
                yield new Ints(
                        type, value -> of.getPrimitiveWritableObject(value).getDays());
            }
            case INTERVAL_YEAR_MONTH -> {
                HiveIntervalYearMonthObjectInspector of = (HiveIntervalYearMonthObjectInspector) inspector;
                yield new Ints(type, value -> of.getPrimitiveJavaObject(value).getTotalMonths());
            }
            case INTERVAL_DAY_TIME -> {
                HiveIntervalDayTimeObjectInspector of = (HiveIntervalDayTimeObjectInspector) inspector;
                yield new Longs(type, value -> nanos(of.getPrimitiveJavaObject(value)));
            }
            case DECIMAL -> {
                HiveDecimalObjectInspector of = (HiveDecimalObjectInspector) inspector;
                yield type.physical() == Physical.LONG
                        ? new ShortDecimals(type, of)
                        : new WideFillers.LongDecimals(type, of);
            }
            case TIMESTAMP -> {
                TimestampObjectInspector of = (TimestampObjectInspector) inspector;
                yield type.physical() == Physical.LONG ? times(type, of) : new WideFillers.Timestamps(type, of);
            }
            case TIMESTAMPLOCALTZ -> {
                TimestampLocalTZObjectInspector of = (TimestampLocalTZObjectInspector) inspector;
                yield type.physical() == Physical.LONG ? instants(type, of) : new WideFillers.Instants(type, of);
            }
            case STRING -> new BytesFillers.Texts(type, (StringObjectInspector) inspector);
            case VARCHAR -> {
                HiveVarcharObjectInspector of = (HiveVarcharObjectInspector) inspector;
                yield new BytesFillers.Strings(
                        type, value -> of.getPrimitiveJavaObject(value).getValue());
            }
            case CHAR -> {
                HiveCharObjectInspector of = (HiveCharObjectInspector) inspector;
                yield new BytesFillers.Strings(
                        type, value -> of.getPrimitiveJavaObject(value).getStrippedValue());
            }
            case BINARY -> new BytesFillers.Binaries(type, (BinaryObjectInspector) inspector);
            default -> throw new IllegalArgumentException("STOA has no type for Hive's " + inspector.getTypeName());
        };
    }

    /** Times of a table that others made, which have fewer digits. */
    private static ColumnFiller times(Type type, TimestampObjectInspector of) {
        TimeUnits units = new TimeUnits(type);
        return new Longs(type, value -> {
            Timestamp time = of.getPrimitiveJavaObject(value);
            return units.units(time.toEpochSecond(), time.getNanos());
        });
    }

    private static ColumnFiller instants(Type type, TimestampLocalTZObjectInspector of) {
        TimeUnits units = new TimeUnits(type);
        return new Longs(type, value -> {
            TimestampTZ time = of.getPrimitiveJavaObject(value);
            return units.units(time.getEpochSecond(), time.getNanos());
        });
    }

    private static long nanos(HiveIntervalDayTime interval) {
        try {
            return Math.addExact(Math.multiplyExact(interval.getTotalSeconds(), 1_000_000_000L), interval.getNanos());
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException(
                    "the interval " + interval + " is longer than STOA holds: about 292 years in nanoseconds", e);
        }
    }

    /** A value as an int. */
    private interface IntGetter {
        int get(Object value);
    }

    /** A value as a long. */
    private interface LongGetter {
        long get(Object value);
    }

    /** Nothing but nulls. */
    private static final class Nulls extends ColumnFiller {
        Nulls(Type type) {
            super(type);
        }

        @Override
        public ColumnVector vector() {
            return new NullVector(rows());
        }

        @Override
        public long bytes() {
            return 0;
        }

        @Override
        void ensure(int capacity) {
            // nulls take no room
        }

        @Override
        boolean put(int row, Object value) {
            return false;
        }

        @Override
        void putNull(int row) {
            // nulls take no room
        }
    }

    private static final class Booleans extends ColumnFiller {
        private final BooleanObjectInspector inspector;
        private byte[] values = new byte[0];

        Booleans(Type type, BooleanObjectInspector inspector) {
            super(type);
            this.inspector = inspector;
        }

        @Override
        public ColumnVector vector() {
            return new BooleanVector(type(), values, nulls(), rows());
        }

        @Override
        public long bytes() {
            return rows();
        }

        @Override
        void ensure(int capacity) {
            values = Arrays.copyOf(values, capacity);
        }

        @Override
        boolean put(int row, Object value) {
            values[row] = (byte) (inspector.get(value) ? 1 : 0);
            return true;
        }

        @Override
        void putNull(int row) {
            values[row] = 0;
        }
    }

    private static final class Ints extends ColumnFiller {
        private final IntGetter getter;
        private int[] values = new int[0];

        Ints(Type type, IntGetter getter) {
            super(type);
            this.getter = getter;
        }

        @Override
        public ColumnVector vector() {
            return new IntVector(type(), values, nulls(), rows());
        }

        @Override
        public long bytes() {
            return (long) rows() * Integer.BYTES;
        }

        @Override
        void ensure(int capacity) {
            values = Arrays.copyOf(values, capacity);
        }

        @Override
        boolean put(int row, Object value) {
            values[row] = getter.get(value);
            return true;
        }

        @Override
        void putNull(int row) {
            values[row] = 0;
        }
    }

    /** Longs, with a way to say that a value has none. */
    private abstract static class LongFiller extends ColumnFiller {
        long[] values = new long[0];

        LongFiller(Type type) {
            super(type);
        }

        @Override
        public final ColumnVector vector() {
            return new LongVector(type(), values, nulls(), rows());
        }

        @Override
        public final long bytes() {
            return (long) rows() * Long.BYTES;
        }

        @Override
        final void ensure(int capacity) {
            values = Arrays.copyOf(values, capacity);
        }

        @Override
        final void putNull(int row) {
            values[row] = 0;
        }
    }

    private static final class Longs extends LongFiller {
        private final LongGetter getter;

        Longs(Type type, LongGetter getter) {
            super(type);
            this.getter = getter;
        }

        @Override
        boolean put(int row, Object value) {
            values[row] = getter.get(value);
            return true;
        }
    }

    /** Decimals of at most 18 digits; what does not fit is null, as everywhere in Hive. */
    private static final class ShortDecimals extends LongFiller {
        private final HiveDecimalObjectInspector inspector;
        private final HiveDecimalWritable fitted = new HiveDecimalWritable();

        ShortDecimals(Type type, HiveDecimalObjectInspector inspector) {
            super(type);
            this.inspector = inspector;
        }

        @Override
        boolean put(int row, Object value) {
            fitted.set(inspector.getPrimitiveWritableObject(value));
            if (!fitted.mutateEnforcePrecisionScale(type().precision(), type().scale())) {
                return false;
            }
            values[row] = fitted.serialize64(type().scale());
            return true;
        }
    }

    private static final class Floats extends ColumnFiller {
        private final FloatObjectInspector inspector;
        private float[] values = new float[0];

        Floats(Type type, FloatObjectInspector inspector) {
            super(type);
            this.inspector = inspector;
        }

        @Override
        public ColumnVector vector() {
            return new FloatVector(type(), values, nulls(), rows());
        }

        @Override
        public long bytes() {
            return (long) rows() * Float.BYTES;
        }

        @Override
        void ensure(int capacity) {
            values = Arrays.copyOf(values, capacity);
        }

        @Override
        boolean put(int row, Object value) {
            values[row] = inspector.get(value);
            return true;
        }

        @Override
        void putNull(int row) {
            values[row] = 0;
        }
    }

    private static final class Doubles extends ColumnFiller {
        private final DoubleObjectInspector inspector;
        private double[] values = new double[0];

        Doubles(Type type, DoubleObjectInspector inspector) {
            super(type);
            this.inspector = inspector;
        }

        @Override
        public ColumnVector vector() {
            return new DoubleVector(type(), values, nulls(), rows());
        }

        @Override
        public long bytes() {
            return (long) rows() * Double.BYTES;
        }

        @Override
        void ensure(int capacity) {
            values = Arrays.copyOf(values, capacity);
        }

        @Override
        boolean put(int row, Object value) {
            values[row] = inspector.get(value);
            return true;
        }

        @Override
        void putNull(int row) {
            values[row] = 0;
        }
    }
}
