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
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.apache.iceberg.types.Types;

/** The types of Iceberg's columns as types of Stoa. */
final class IcebergTypes {
    private static final int MICROS = 6;
    private static final int NANOS = 9;

    private IcebergTypes() {}

    /**
     * Returns the columns of a table.
     *
     * @throws UnsupportedFileException if Stoa reads no values of a type, by the name of its column
     */
    static Schema schema(org.apache.iceberg.Schema columns) throws UnsupportedFileException {
        return new Schema(fields("", columns.columns()));
    }

    private static List<Field> fields(String prefix, List<Types.NestedField> columns) throws UnsupportedFileException {
        List<Field> fields = new ArrayList<>();
        for (Types.NestedField column : columns) {
            fields.add(field(prefix, column));
        }
        return fields;
    }

    private static Field field(String prefix, Types.NestedField column) throws UnsupportedFileException {
        return new Field(
                column.name(), type(prefix + column.name(), column.type()), column.isOptional(), OptionalInt.empty());
    }

    private static Type type(String column, org.apache.iceberg.types.Type type) throws UnsupportedFileException {
        String prefix = column + ".";
        return switch (type.typeId()) {
            case STRUCT -> Type.struct(fields(prefix, type.asStructType().fields()));
            case LIST -> Type.list(field(prefix, type.asListType().fields().get(0)));
            case MAP ->
                Type.map(
                        field(prefix, type.asMapType().fields().get(0)),
                        field(prefix, type.asMapType().fields().get(1)));
            case DECIMAL -> decimal((Types.DecimalType) type);
            case TIME -> Type.time(MICROS, false);
            case TIMESTAMP -> Type.timestamp(MICROS, ((Types.TimestampType) type).shouldAdjustToUTC());
            case TIMESTAMP_NANO -> Type.timestamp(NANOS, ((Types.TimestampNanoType) type).shouldAdjustToUTC());
            case FIXED -> Type.sized(TypeKind.FIXED, ((Types.FixedType) type).length());
            case BOOLEAN -> Type.of(TypeKind.BOOLEAN);
            case INTEGER -> Type.of(TypeKind.INT32);
            case LONG -> Type.of(TypeKind.INT64);
            case FLOAT -> Type.of(TypeKind.FLOAT32);
            case DOUBLE -> Type.of(TypeKind.FLOAT64);
            case DATE -> Type.of(TypeKind.DATE);
            case STRING -> Type.of(TypeKind.STRING);
            case UUID -> Type.of(TypeKind.UUID);
            case BINARY -> Type.of(TypeKind.BINARY);
            default ->
                throw new UnsupportedFileException(
                        "column '" + column + "' is " + type
                                + ", which is not imported: copy the table without it, or read it by Spark and write it from there");
        };
    }

    private static Type decimal(Types.DecimalType decimal) {
        return Type.decimal(decimal.precision(), decimal.scale());
    }
}
