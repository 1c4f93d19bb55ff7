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
import dev.stoa.format.DoubleVector;
import dev.stoa.format.FloatVector;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.Type;
import dev.stoa.hive.internal.columns.HiveTypes;
import dev.stoa.hive.internal.columns.Naming;
import dev.stoa.hive.internal.columns.TimeUnits;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.ZoneId;
import org.apache.hadoop.hive.common.type.Date;
import org.apache.hadoop.hive.common.type.HiveChar;
import org.apache.hadoop.hive.common.type.HiveDecimal;
import org.apache.hadoop.hive.common.type.HiveIntervalDayTime;
import org.apache.hadoop.hive.common.type.HiveIntervalYearMonth;
import org.apache.hadoop.hive.common.type.HiveVarchar;
import org.apache.hadoop.hive.common.type.Timestamp;
import org.apache.hadoop.hive.common.type.TimestampTZ;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspectorConverters;
import org.apache.hadoop.hive.serde2.typeinfo.PrimitiveTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TimestampLocalTZTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoUtils;

/** Makes Hive's standard Java objects of values of a vector: for what Hive works on row by row. */
public abstract class ValueReader {

    /** The value of a row, null where it is null. */
    final Object get(ColumnVector values, int row) {
        return values.isNull(row) ? null : value(values, row);
    }

    /** The value of a row that is not null. */
    abstract Object value(ColumnVector values, int row);

    /**
     * Returns a reader that makes values of a type of the table from those of a type of the file.
     *
     * @throws IllegalArgumentException if Hive has no such conversion
     */
    public static ValueReader of(Type from, TypeInfo to, Naming naming) {
        return to instanceof PrimitiveTypeInfo primitive
                ? primitive(from, primitive)
                : NestedReaders.of(from, to, naming);
    }

    private static ValueReader primitive(Type from, PrimitiveTypeInfo to) {
        if (from.kind().isNested()) {
            throw new IllegalArgumentException("a " + from + " can't be read as " + to);
        }
        PrimitiveTypeInfo natural = HiveTypes.natural(from);
        ValueReader reader = natural(from, natural.getPrimitiveCategory() == to.getPrimitiveCategory() ? to : natural);
        return natural.equals(to) || isZoned(natural, to) ? reader : new Converted(reader, natural, to);
    }

    /** Both are instants, shown in different zones. */
    private static boolean isZoned(PrimitiveTypeInfo natural, PrimitiveTypeInfo to) {
        return natural.getPrimitiveCategory() == to.getPrimitiveCategory() && to instanceof TimestampLocalTZTypeInfo;
    }

    private static ValueReader natural(Type from, PrimitiveTypeInfo to) {
        return switch (from.kind()) {
            case NULL -> reader((values, row) -> null);
            case BOOLEAN -> reader((values, row) -> ((BooleanVector) values).values()[row] != 0);
            case INT8 -> reader((values, row) -> (byte) ((IntVector) values).values()[row]);
            case INT16, UINT8 -> reader((values, row) -> (short) ((IntVector) values).values()[row]);
            case INT32, UINT16 -> reader((values, row) -> ((IntVector) values).values()[row]);
            case INT64, UINT32 -> reader((values, row) -> ((LongVector) values).values()[row]);
            case FLOAT32 -> reader((values, row) -> ((FloatVector) values).values()[row]);
            case FLOAT64 -> reader((values, row) -> ((DoubleVector) values).values()[row]);
            case DECIMAL -> decimal(from.scale());
            case DATE -> reader((values, row) -> Date.ofEpochDay(((IntVector) values).values()[row]));
            case TIMESTAMP -> {
                TimeUnits units = new TimeUnits(from);
                ZoneId zone = to instanceof TimestampLocalTZTypeInfo zoned ? zoned.timeZone() : ZoneId.of("UTC");
                yield from.utc()
                        ? reader((values, row) ->
                                new TimestampTZ(units.seconds(values, row), units.nanos(values, row), zone))
                        : reader((values, row) ->
                                Timestamp.ofEpochSecond(units.seconds(values, row), units.nanos(values, row)));
            }
            case INTERVAL_YEAR_MONTH ->
                reader((values, row) -> new HiveIntervalYearMonth(((IntVector) values).values()[row]));
            case INTERVAL_DAY_TIME -> {
                TimeUnits units = new TimeUnits(from);
                yield reader(
                        (values, row) -> new HiveIntervalDayTime(units.seconds(values, row), units.nanos(values, row)));
            }
            case CHAR -> {
                int length = from.precision();
                yield length <= HiveChar.MAX_CHAR_LENGTH
                        ? reader((values, row) -> new HiveChar(((BytesVector) values).getString(row), length))
                        : reader((values, row) -> ((BytesVector) values).getString(row));
            }
            case VARCHAR -> {
                int length = from.precision();
                yield length <= HiveVarchar.MAX_VARCHAR_LENGTH
                        ? reader((values, row) -> new HiveVarchar(((BytesVector) values).getString(row), length))
                        : reader((values, row) -> ((BytesVector) values).getString(row));
            }
            case STRING, JSON, ENUM -> reader((values, row) -> ((BytesVector) values).getString(row));
            default -> reader((values, row) -> ((BytesVector) values).get(row));
        };
    }

    private static ValueReader decimal(int scale) {
        return reader((values, row) -> {
            BigInteger unscaled = values instanceof LongVector longs
                    ? BigInteger.valueOf(longs.values()[row])
                    : ((Int128Vector) values).get(row);
            return HiveDecimal.create(new BigDecimal(unscaled, scale));
        });
    }

    /** Makes a value of a row that is not null. */
    private interface Getter {
        Object value(ColumnVector values, int row);
    }

    private static ValueReader reader(Getter getter) {
        return new ValueReader() {
            @Override
            Object value(ColumnVector values, int row) {
                return getter.value(values, row);
            }
        };
    }

    /** Values of the file's type, converted as Hive does it. */
    private static final class Converted extends ValueReader {
        private final ValueReader reader;
        private final ObjectInspectorConverters.Converter converter;

        Converted(ValueReader reader, PrimitiveTypeInfo from, PrimitiveTypeInfo to) {
            this.reader = reader;
            this.converter = ObjectInspectorConverters.getConverter(
                    TypeInfoUtils.getStandardJavaObjectInspectorFromTypeInfo(from),
                    TypeInfoUtils.getStandardJavaObjectInspectorFromTypeInfo(to));
        }

        @Override
        Object value(ColumnVector values, int row) {
            return converter.convert(reader.value(values, row));
        }
    }
}
