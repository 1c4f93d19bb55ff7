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

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.UnsupportedFileException;
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
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.ShortType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TimestampNTZType;
import io.delta.kernel.types.TimestampType;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** The types of Delta's columns as types of Stoa. */
final class DeltaTypes {
    private static final int MICROS = 6;

    private DeltaTypes() {}

    /**
     * Returns the columns of a table.
     *
     * @throws UnsupportedFileException if Stoa reads no values of a type, by the name of its column
     */
    static Schema schema(StructType columns) throws UnsupportedFileException {
        return new Schema(fields("", columns));
    }

    private static List<Field> fields(String prefix, StructType columns) throws UnsupportedFileException {
        List<Field> fields = new ArrayList<>();
        for (StructField column : columns.fields()) {
            fields.add(field(prefix, column));
        }
        return fields;
    }

    private static Field field(String prefix, StructField column) throws UnsupportedFileException {
        return new Field(
                column.getName(),
                type(prefix + column.getName(), column.getDataType()),
                column.isNullable(),
                OptionalInt.empty());
    }

    private static Type type(String column, DataType type) throws UnsupportedFileException {
        if (type instanceof StructType struct) {
            return Type.struct(fields(column + ".", struct));
        } else if (type instanceof ArrayType list) {
            return Type.list(field(column + ".", list.getElementField()));
        } else if (type instanceof MapType map) {
            return Type.map(field(column + ".", map.getKeyField()), field(column + ".", map.getValueField()));
        } else if (type instanceof DecimalType decimal) {
            return Type.decimal(decimal.getPrecision(), decimal.getScale());
        } else if (type instanceof TimestampType) {
            return Type.timestamp(MICROS, true);
        } else if (type instanceof TimestampNTZType) {
            return Type.timestamp(MICROS, false);
        }
        return Type.of(kind(column, type));
    }

    private static TypeKind kind(String column, DataType type) throws UnsupportedFileException {
        if (type instanceof BooleanType) {
            return TypeKind.BOOLEAN;
        } else if (type instanceof ByteType) {
            return TypeKind.INT8;
        } else if (type instanceof ShortType) {
            return TypeKind.INT16;
        } else if (type instanceof IntegerType) {
            return TypeKind.INT32;
        } else if (type instanceof LongType) {
            return TypeKind.INT64;
        } else if (type instanceof FloatType) {
            return TypeKind.FLOAT32;
        } else if (type instanceof DoubleType) {
            return TypeKind.FLOAT64;
        } else if (type instanceof StringType) {
            return TypeKind.STRING;
        } else if (type instanceof BinaryType) {
            return TypeKind.BINARY;
        } else if (type instanceof DateType) {
            return TypeKind.DATE;
        }
        throw new UnsupportedFileException("column '" + column + "' is " + type
                + ", which is not imported: copy the table without it, or read it by Spark and write it from there");
    }
}
