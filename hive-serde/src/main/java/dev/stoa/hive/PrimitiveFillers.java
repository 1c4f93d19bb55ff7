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
package dev.stoa.hive;

import dev.stoa.format.BooleanVector;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.DoubleVector;
import dev.stoa.format.FloatVector;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.NullVector;
import dev.stoa.format.Physical;
import dev.stoa.format.Type;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
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
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;

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
                yield type.physical() == Physical.LONG ? new ShortDecimals(type, of) : new LongDecimals(type, of);
            }
            case TIMESTAMP -> new Timestamps(type, (TimestampObjectInspector) inspector);
            case TIMESTAMPLOCALTZ -> new Instants(type, (TimestampLocalTZObjectInspector) inspector);
            case STRING -> new Texts(type, (StringObjectInspector) inspector);
            case VARCHAR -> {
                HiveVarcharObjectInspector of = (HiveVarcharObjectInspector) inspector;
                yield new Strings(
                        type, value -> of.getPrimitiveJavaObject(value).getValue());
            }
            case CHAR -> {
                HiveCharObjectInspector of = (HiveCharObjectInspector) inspector;
                yield new Strings(
                        type, value -> of.getPrimitiveJavaObject(value).getStrippedValue());
            }
            case BINARY -> new Binaries(type, (BinaryObjectInspector) inspector);
            default -> throw new IllegalArgumentException("STOA has no type for Hive's " + inspector.getTypeName());
        };
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

    /** A value as text. */
    private interface StringGetter {
        String get(Object value);
    }

    /** Nothing but nulls. */
    private static final class Nulls extends ColumnFiller {
        Nulls(Type type) {
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
        ColumnVector vector() {
            return new BooleanVector(type(), values, nulls(), rows());
        }

        @Override
        long bytes() {
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
        final ColumnVector vector() {
            return new LongVector(type(), values, nulls(), rows());
        }

        @Override
        final long bytes() {
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
        boolean put(int row, Object value) {
            values[row] = inspector.get(value);
            return true;
        }

        @Override
        void putNull(int row) {
            values[row] = 0;
        }
    }

    /** Integers of 128 bits. */
    private abstract static class WideFiller extends ColumnFiller {
        private long[] high = new long[0];
        private long[] low = new long[0];
        private boolean isWide;

        WideFiller(Type type) {
            super(type);
        }

        final void set(int row, long highBits, long lowBits) {
            high[row] = highBits;
            low[row] = lowBits;
            isWide |= highBits != lowBits >> 63;
        }

        @Override
        final ColumnVector vector() {
            return isWide
                    ? new Int128Vector(type(), high, low, nulls(), rows())
                    : Int128Vector.narrow(type(), low, nulls(), rows());
        }

        @Override
        final void clear() {
            super.clear();
            isWide = false;
        }

        @Override
        final long bytes() {
            return (long) rows() * 2 * Long.BYTES;
        }

        @Override
        final void ensure(int capacity) {
            high = Arrays.copyOf(high, capacity);
            low = Arrays.copyOf(low, capacity);
        }

        @Override
        final void putNull(int row) {
            set(row, 0, 0);
        }
    }

    /** Decimals of more than 18 digits. */
    private static final class LongDecimals extends WideFiller {
        private final HiveDecimalObjectInspector inspector;
        private final HiveDecimalWritable fitted = new HiveDecimalWritable();

        LongDecimals(Type type, HiveDecimalObjectInspector inspector) {
            super(type);
            this.inspector = inspector;
        }

        @Override
        boolean put(int row, Object value) {
            fitted.set(inspector.getPrimitiveWritableObject(value));
            if (!fitted.mutateEnforcePrecisionScale(type().precision(), type().scale())) {
                return false;
            }
            BigInteger unscaled = fitted.getHiveDecimal()
                    .bigDecimalValue()
                    .setScale(type().scale())
                    .unscaledValue();
            set(row, unscaled.shiftRight(64).longValue(), unscaled.longValue());
            return true;
        }
    }

    private static final class Timestamps extends WideFiller {
        private final TimestampObjectInspector inspector;

        Timestamps(Type type, TimestampObjectInspector inspector) {
            super(type);
            this.inspector = inspector;
        }

        @Override
        boolean put(int row, Object value) {
            Timestamp time = inspector.getPrimitiveJavaObject(value);
            set(
                    row,
                    TimeUnits.high(time.toEpochSecond(), time.getNanos()),
                    TimeUnits.low(time.toEpochSecond(), time.getNanos()));
            return true;
        }
    }

    private static final class Instants extends WideFiller {
        private final TimestampLocalTZObjectInspector inspector;

        Instants(Type type, TimestampLocalTZObjectInspector inspector) {
            super(type);
            this.inspector = inspector;
        }

        @Override
        boolean put(int row, Object value) {
            TimestampTZ time = inspector.getPrimitiveJavaObject(value);
            set(
                    row,
                    TimeUnits.high(time.getEpochSecond(), time.getNanos()),
                    TimeUnits.low(time.getEpochSecond(), time.getNanos()));
            return true;
        }
    }

    /** Bytes of any length. */
    private abstract static class BytesFiller extends ColumnFiller {
        private byte[] data = new byte[0];
        private int[] offsets = new int[1];

        BytesFiller(Type type) {
            super(type);
        }

        final boolean set(int row, byte[] bytes, int length) {
            int at = offsets[row];
            if (length > data.length - at) {
                int wanted = Math.addExact(at, length);
                data = Arrays.copyOf(data, Math.max(wanted, (int) Math.min(Integer.MAX_VALUE - 8, at * 2L)));
            }
            System.arraycopy(bytes, 0, data, at, length);
            offsets[row + 1] = at + length;
            return true;
        }

        @Override
        final ColumnVector vector() {
            return new BytesVector(type(), data, offsets, nulls(), rows());
        }

        @Override
        final long bytes() {
            return offsets[rows()] + (long) rows() * Integer.BYTES;
        }

        @Override
        final void ensure(int capacity) {
            offsets = Arrays.copyOf(offsets, capacity + 1);
        }

        @Override
        final void putNull(int row) {
            offsets[row + 1] = offsets[row];
        }
    }

    private static final class Texts extends BytesFiller {
        private final StringObjectInspector inspector;

        Texts(Type type, StringObjectInspector inspector) {
            super(type);
            this.inspector = inspector;
        }

        @Override
        boolean put(int row, Object value) {
            Text text = inspector.getPrimitiveWritableObject(value);
            return set(row, text.getBytes(), text.getLength());
        }
    }

    private static final class Strings extends BytesFiller {
        private final StringGetter getter;

        Strings(Type type, StringGetter getter) {
            super(type);
            this.getter = getter;
        }

        @Override
        boolean put(int row, Object value) {
            byte[] utf8 = getter.get(value).getBytes(StandardCharsets.UTF_8);
            return set(row, utf8, utf8.length);
        }
    }

    private static final class Binaries extends BytesFiller {
        private final BinaryObjectInspector inspector;

        Binaries(Type type, BinaryObjectInspector inspector) {
            super(type);
            this.inspector = inspector;
        }

        @Override
        boolean put(int row, Object value) {
            BytesWritable bytes = inspector.getPrimitiveWritableObject(value);
            return set(row, bytes.getBytes(), bytes.getLength());
        }
    }
}
