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
package dev.stoa.trino.internal.columns;

import dev.stoa.format.Field;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.trino.internal.store.StoaErrors;
import io.trino.spi.type.ArrayType;
import io.trino.spi.type.BigintType;
import io.trino.spi.type.BooleanType;
import io.trino.spi.type.CharType;
import io.trino.spi.type.DateType;
import io.trino.spi.type.DecimalType;
import io.trino.spi.type.DoubleType;
import io.trino.spi.type.IntegerType;
import io.trino.spi.type.MapType;
import io.trino.spi.type.RealType;
import io.trino.spi.type.RowType;
import io.trino.spi.type.SmallintType;
import io.trino.spi.type.TimeType;
import io.trino.spi.type.TimestampType;
import io.trino.spi.type.TimestampWithTimeZoneType;
import io.trino.spi.type.TinyintType;
import io.trino.spi.type.UuidType;
import io.trino.spi.type.VarbinaryType;
import io.trino.spi.type.VarcharType;
import java.util.ArrayList;
import java.util.List;

/** Which types new columns have. */
public final class StoredTypes {
    private StoredTypes() {}

    /**
     * Refuses a type that no value except an empty text has. Trino gives it to the text '' in a query, whose rows become those of a
     * table with a longer text.
     *
     * @param column that a statement declares, for errors
     */
    public static void checkDeclared(io.trino.spi.type.Type type, String column) {
        switch (type) {
            case VarcharType text
            when !text.isUnbounded() && text.getBoundedLength() == 0 ->
                throw StoaErrors.unsupported("column '" + column
                        + "' of type varchar(0) has room for no text: declare varchar, or a length from 1");
            case RowType row -> row.getFields().forEach(field -> checkDeclared(field.getType(), column));
            case ArrayType array -> checkDeclared(array.getElementType(), column);
            case MapType map -> {
                checkDeclared(map.getKeyType(), column);
                checkDeclared(map.getValueType(), column);
            }
            default -> {} // has room for values
        }
    }

    /**
     * The type of a new column.
     *
     * @param column its name
     * @throws io.trino.spi.TrinoException if no column can have such values
     */
    public static Type of(io.trino.spi.type.Type type, String column) {
        return switch (type) {
            case BooleanType _ -> Type.of(TypeKind.BOOLEAN);
            case TinyintType _ -> Type.of(TypeKind.INT8);
            case SmallintType _ -> Type.of(TypeKind.INT16);
            case IntegerType _ -> Type.of(TypeKind.INT32);
            case BigintType _ -> Type.of(TypeKind.INT64);
            case RealType _ -> Type.of(TypeKind.FLOAT32);
            case DoubleType _ -> Type.of(TypeKind.FLOAT64);
            case DecimalType decimal -> Type.decimal(decimal.getPrecision(), decimal.getScale());
            case DateType _ -> Type.of(TypeKind.DATE);
            case TimeType time -> Type.time(time.getPrecision(), false);
            case TimestampType time -> Type.timestamp(time.getPrecision(), false);
            case TimestampWithTimeZoneType time -> Type.timestamp(time.getPrecision(), true);
            case VarcharType text when text.isUnbounded() || text.getBoundedLength() == 0 -> Type.of(TypeKind.STRING);
            case VarcharType text -> Type.sized(TypeKind.VARCHAR, text.getBoundedLength());
            case CharType text when text.getLength() > 0 -> Type.sized(TypeKind.CHAR, text.getLength());
            case VarbinaryType _ -> Type.of(TypeKind.BINARY);
            case UuidType _ -> Type.of(TypeKind.UUID);
            case RowType row -> struct(row, column);
            case ArrayType array ->
                Type.list(Field.nullable("element", of(array.getElementType(), column + ".element")));
            case MapType map ->
                Type.map(
                        Field.required("key", of(map.getKeyType(), column + ".key")),
                        Field.nullable("value", of(map.getValueType(), column + ".value")));
            default ->
                throw StoaErrors.unsupported("column '" + column + "' is " + type.getDisplayName()
                        + ", which no column can be: cast it to another type. Unsupported type: "
                        + type.getDisplayName());
        };
    }

    private static Type struct(RowType row, String column) {
        List<Field> fields = new ArrayList<>();
        for (RowType.Field field : row.getFields()) {
            String name = field.getName()
                    .orElseThrow(() -> StoaErrors.unsupported("column '" + column + "' is " + row.getDisplayName()
                            + ", whose fields have no names: cast it to a row with names"));
            fields.add(Field.nullable(name, of(field.getType(), column + "." + name)));
        }
        return Type.struct(fields);
    }
}
