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

import dev.stoa.format.build.BooleanBuilder;
import dev.stoa.format.build.BytesBuilder;
import dev.stoa.format.build.DoubleBuilder;
import dev.stoa.format.build.FloatBuilder;
import dev.stoa.format.build.IntBuilder;
import dev.stoa.format.build.LongBuilder;
import dev.stoa.format.build.VectorBuilder;
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

/** The conversion of each of Hive's primitive types. */
final class PrimitiveConversions {
    private PrimitiveConversions() {}

    static ColumnFiller.Conversion of(VectorBuilder to, PrimitiveObjectInspector inspector) {
        return switch (inspector.getPrimitiveCategory()) {
            case VOID -> value -> false;
            case BOOLEAN -> of((BooleanBuilder) to, (BooleanObjectInspector) inspector);
            case BYTE -> {
                ByteObjectInspector of = (ByteObjectInspector) inspector;
                yield NumberConversions.ints((IntBuilder) to, of::get);
            }
            case SHORT -> {
                ShortObjectInspector of = (ShortObjectInspector) inspector;
                yield NumberConversions.ints((IntBuilder) to, of::get);
            }
            case INT -> {
                IntObjectInspector of = (IntObjectInspector) inspector;
                yield NumberConversions.ints((IntBuilder) to, of::get);
            }
            case LONG -> {
                LongObjectInspector of = (LongObjectInspector) inspector;
                yield NumberConversions.longs((LongBuilder) to, of::get);
            }
            case FLOAT -> of((FloatBuilder) to, (FloatObjectInspector) inspector);
            case DOUBLE -> of((DoubleBuilder) to, (DoubleObjectInspector) inspector);
            case DATE -> {
                DateObjectInspector of = (DateObjectInspector) inspector;
                yield NumberConversions.ints(
                        (IntBuilder) to,
                        value -> of.getPrimitiveWritableObject(value).getDays());
            }
            case INTERVAL_YEAR_MONTH -> {
                HiveIntervalYearMonthObjectInspector of = (HiveIntervalYearMonthObjectInspector) inspector;
                yield NumberConversions.ints(
                        (IntBuilder) to,
                        value -> of.getPrimitiveJavaObject(value).getTotalMonths());
            }
            case INTERVAL_DAY_TIME -> {
                HiveIntervalDayTimeObjectInspector of = (HiveIntervalDayTimeObjectInspector) inspector;
                yield NumberConversions.longs(
                        (LongBuilder) to, value -> NumberConversions.nanos(of.getPrimitiveJavaObject(value)));
            }
            case DECIMAL -> NumberConversions.of(to, (HiveDecimalObjectInspector) inspector);
            case TIMESTAMP -> NumberConversions.of(to, (TimestampObjectInspector) inspector);
            case TIMESTAMPLOCALTZ -> NumberConversions.of(to, (TimestampLocalTZObjectInspector) inspector);
            case STRING -> BytesConversions.of((BytesBuilder) to, (StringObjectInspector) inspector);
            case VARCHAR -> BytesConversions.of((BytesBuilder) to, (HiveVarcharObjectInspector) inspector);
            case CHAR -> BytesConversions.of((BytesBuilder) to, (HiveCharObjectInspector) inspector);
            case BINARY -> BytesConversions.of((BytesBuilder) to, (BinaryObjectInspector) inspector);
            default -> throw new IllegalArgumentException("STOA has no type for Hive's " + inspector.getTypeName());
        };
    }

    private static ColumnFiller.Conversion of(BooleanBuilder to, BooleanObjectInspector inspector) {
        return value -> {
            to.add(inspector.get(value));
            return true;
        };
    }

    private static ColumnFiller.Conversion of(FloatBuilder to, FloatObjectInspector inspector) {
        return value -> {
            to.add(inspector.get(value));
            return true;
        };
    }

    private static ColumnFiller.Conversion of(DoubleBuilder to, DoubleObjectInspector inspector) {
        return value -> {
            to.add(inspector.get(value));
            return true;
        };
    }
}
