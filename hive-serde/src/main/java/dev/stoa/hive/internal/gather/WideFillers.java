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

import dev.stoa.format.ColumnVector;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.Type;
import dev.stoa.hive.internal.columns.TimeUnits;
import java.math.BigInteger;
import java.util.Arrays;
import org.apache.hadoop.hive.common.type.Timestamp;
import org.apache.hadoop.hive.common.type.TimestampTZ;
import org.apache.hadoop.hive.serde2.io.HiveDecimalWritable;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.HiveDecimalObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.TimestampLocalTZObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.TimestampObjectInspector;

/** What gathers values of 128 bits. */
final class WideFillers {
    private WideFillers() {}

    /** Integers of 128 bits. */
    abstract static class WideFiller extends ColumnFiller {
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
        public final ColumnVector vector() {
            return isWide
                    ? new Int128Vector(type(), high, low, nulls(), rows())
                    : Int128Vector.narrow(type(), low, nulls(), rows());
        }

        @Override
        public final void clear() {
            super.clear();
            isWide = false;
        }

        @Override
        public final long bytes() {
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
    static final class LongDecimals extends WideFiller {
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

    static final class Timestamps extends WideFiller {
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

    static final class Instants extends WideFiller {
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
}
