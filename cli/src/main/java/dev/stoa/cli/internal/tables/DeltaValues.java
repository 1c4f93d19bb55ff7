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
package dev.stoa.cli.internal.tables;

import dev.stoa.format.StoaException;
import dev.stoa.interop.StoredCalendar;
import io.delta.kernel.data.ArrayValue;
import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.MapValue;
import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.BinaryType;
import io.delta.kernel.types.BooleanType;
import io.delta.kernel.types.ByteType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.DateType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.DoubleType;
import io.delta.kernel.types.FloatType;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.ShortType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TimestampType;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The values of Delta's vectors as the plain Java objects that {@link dev.stoa.writer.JavaRows} takes.
 *
 * @param calendar of dates and instants, which Delta Kernel reads as they are stored; absent for values of partitions, which the log has
 */
record DeltaValues(Optional<StoredCalendar> calendar) {

    /** Returns the value of a row, or null. */
    Object value(ColumnVector values, int row) throws StoaException {
        if (values.isNullAt(row)) {
            return null;
        }
        DataType type = values.getDataType();
        if (type instanceof StructType struct) {
            Object[] fields = new Object[struct.length()];
            for (int i = 0; i < fields.length; i++) {
                fields[i] = value(values.getChild(i), row);
            }
            return fields;
        } else if (type instanceof ArrayType) {
            ArrayValue list = values.getArray(row);
            List<Object> elements = new ArrayList<>();
            for (int i = 0; i < list.getSize(); i++) {
                elements.add(value(list.getElements(), i));
            }
            return elements;
        } else if (type instanceof MapType) {
            MapValue map = values.getMap(row);
            List<Map.Entry<Object, Object>> entries = new ArrayList<>();
            for (int i = 0; i < map.getSize(); i++) {
                entries.add(new AbstractMap.SimpleEntry<>(value(map.getKeys(), i), value(map.getValues(), i)));
            }
            return entries;
        }
        return scalar(type, values, row);
    }

    private Object scalar(DataType type, ColumnVector values, int row) throws StoaException {
        if (type instanceof BooleanType) {
            return values.getBoolean(row);
        } else if (type instanceof ByteType) {
            return values.getByte(row);
        } else if (type instanceof ShortType) {
            return values.getShort(row);
        } else if (type instanceof DateType) {
            int day = values.getInt(row);
            return calendar.isPresent() ? calendar.get().day(day) : day;
        } else if (type instanceof TimestampType) {
            long micros = values.getLong(row);
            return calendar.isPresent() ? calendar.get().micros(micros) : micros;
        } else if (type instanceof IntegerType) {
            return values.getInt(row);
        } else if (type instanceof FloatType) {
            return values.getFloat(row);
        } else if (type instanceof DoubleType) {
            return values.getDouble(row);
        } else if (type instanceof StringType) {
            return values.getString(row);
        } else if (type instanceof BinaryType) {
            return values.getBinary(row);
        } else if (type instanceof DecimalType) {
            return values.getDecimal(row);
        }
        return values.getLong(row); // whole numbers, and microseconds of local timestamps
    }
}
