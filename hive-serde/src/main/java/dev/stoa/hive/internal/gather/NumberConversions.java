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

import dev.stoa.format.Type;
import dev.stoa.format.build.Int128Builder;
import dev.stoa.format.build.IntBuilder;
import dev.stoa.format.build.LongBuilder;
import dev.stoa.format.build.VectorBuilder;
import dev.stoa.hive.internal.columns.TimeUnits;
import org.apache.hadoop.hive.common.type.HiveIntervalDayTime;
import org.apache.hadoop.hive.common.type.Timestamp;
import org.apache.hadoop.hive.common.type.TimestampTZ;
import org.apache.hadoop.hive.serde2.io.HiveDecimalWritable;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.HiveDecimalObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.TimestampLocalTZObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.TimestampObjectInspector;

/** Converts integers, decimals, timestamps and intervals. */
final class NumberConversions {
    private NumberConversions() {}

    /** A value as an int. */
    interface IntGetter {
        int get(Object value);
    }

    /** A value as a long. */
    interface LongGetter {
        long get(Object value);
    }

    static ColumnFiller.Conversion ints(IntBuilder to, IntGetter getter) {
        return value -> {
            to.add(getter.get(value));
            return true;
        };
    }

    static ColumnFiller.Conversion longs(LongBuilder to, LongGetter getter) {
        return value -> {
            to.add(getter.get(value));
            return true;
        };
    }

    /** A decimal that does not fit its type is null, as everywhere in Hive. */
    static ColumnFiller.Conversion of(VectorBuilder to, HiveDecimalObjectInspector inspector) {
        HiveDecimalWritable fitted = new HiveDecimalWritable();
        Type type = to.type();
        if (to instanceof LongBuilder longs) {
            return value -> {
                boolean fits = fit(fitted, inspector, value, type);
                if (fits) {
                    longs.add(fitted.serialize64(type.scale()));
                }
                return fits;
            };
        }
        Int128Builder wide = (Int128Builder) to;
        return value -> {
            boolean fits = fit(fitted, inspector, value, type);
            if (fits) {
                wide.add(fitted.getHiveDecimal()
                        .bigDecimalValue()
                        .setScale(type.scale())
                        .unscaledValue());
            }
            return fits;
        };
    }

    private static boolean fit(
            HiveDecimalWritable fitted, HiveDecimalObjectInspector inspector, Object value, Type type) {
        fitted.set(inspector.getPrimitiveWritableObject(value));
        return fitted.mutateEnforcePrecisionScale(type.precision(), type.scale());
    }

    static ColumnFiller.Conversion of(VectorBuilder to, TimestampObjectInspector inspector) {
        TimeAdder adder = adder(to);
        return value -> {
            Timestamp time = inspector.getPrimitiveJavaObject(value);
            adder.add(time.toEpochSecond(), time.getNanos());
            return true;
        };
    }

    static ColumnFiller.Conversion of(VectorBuilder to, TimestampLocalTZObjectInspector inspector) {
        TimeAdder adder = adder(to);
        return value -> {
            TimestampTZ time = inspector.getPrimitiveJavaObject(value);
            adder.add(time.getEpochSecond(), time.getNanos());
            return true;
        };
    }

    /** Appends a time since the epoch. */
    private interface TimeAdder {
        void add(long seconds, int nanos);
    }

    /** Hive's own tables have nanoseconds, in 128 bits; tables that others made have fewer digits, in 64. */
    private static TimeAdder adder(VectorBuilder to) {
        if (to instanceof LongBuilder longs) {
            TimeUnits units = new TimeUnits(to.type());
            return (seconds, nanos) -> longs.add(units.units(seconds, nanos));
        }
        Int128Builder wide = (Int128Builder) to;
        return (seconds, nanos) -> wide.add(TimeUnits.high(seconds, nanos), TimeUnits.low(seconds, nanos));
    }

    /**
     * An interval in nanoseconds.
     *
     * @throws IllegalArgumentException if it is longer than about 292 years
     */
    static long nanos(HiveIntervalDayTime interval) {
        try {
            return Math.addExact(Math.multiplyExact(interval.getTotalSeconds(), 1_000_000_000L), interval.getNanos());
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException(
                    "the interval " + interval + " is longer than STOA holds: about 292 years in nanoseconds", e);
        }
    }
}
