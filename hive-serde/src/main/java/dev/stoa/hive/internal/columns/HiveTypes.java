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
package dev.stoa.hive.internal.columns;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hive.serde2.typeinfo.CharTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.DecimalTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.ListTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.MapTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.PrimitiveTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.StructTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoFactory;
import org.apache.hadoop.hive.serde2.typeinfo.UnionTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.VarcharTypeInfo;

/** How types of Hive and types of files correspond. */
public final class HiveTypes {
    /** Hive counts time in nanoseconds. */
    public static final int NANO_DIGITS = 9;

    /** The field of a union's struct that says which of the others holds the value. */
    public static final String TAG = "tag";

    private static final Type DAY_TIME = Type.sized(TypeKind.INTERVAL_DAY_TIME, NANO_DIGITS);
    private static final Type LOCAL_TIME = Type.timestamp(NANO_DIGITS, false);
    private static final Type INSTANT = Type.timestamp(NANO_DIGITS, true);

    private HiveTypes() {}

    /**
     * The schema of files of a table.
     *
     * @param ids of columns by name; those without get none
     */
    public static Schema schema(List<String> names, List<TypeInfo> types, Map<String, Integer> ids) {
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            Field field = Field.nullable(names.get(i), stored(types.get(i)));
            Integer id = ids.get(names.get(i));
            fields.add(id == null ? field : field.withFieldId(id));
        }
        return new Schema(fields);
    }

    /** Returns the type to write for values of a type of Hive. */
    public static Type stored(TypeInfo type) {
        return switch (type.getCategory()) {
            case PRIMITIVE -> storedPrimitive((PrimitiveTypeInfo) type);
            case LIST -> Type.list(Field.nullable("element", stored(((ListTypeInfo) type).getListElementTypeInfo())));
            case MAP -> {
                MapTypeInfo map = (MapTypeInfo) type;
                yield Type.map(
                        Field.nullable("key", stored(map.getMapKeyTypeInfo())),
                        Field.nullable("value", stored(map.getMapValueTypeInfo())));
            }
            case STRUCT -> {
                StructTypeInfo struct = (StructTypeInfo) type;
                List<Field> fields = new ArrayList<>();
                for (String name : struct.getAllStructFieldNames()) {
                    fields.add(Field.nullable(name, stored(struct.getStructFieldTypeInfo(name))));
                }
                yield Type.struct(fields);
            }
            case UNION -> {
                List<Field> fields = new ArrayList<>();
                fields.add(Field.required(TAG, Type.of(TypeKind.INT8)));
                List<TypeInfo> members = ((UnionTypeInfo) type).getAllUnionObjectTypeInfos();
                for (int i = 0; i < members.size(); i++) {
                    fields.add(Field.nullable(member(i), stored(members.get(i))));
                }
                yield Type.struct(fields);
            }
            default -> throw new IllegalArgumentException("STOA has no type for Hive's " + type);
        };
    }

    /** The name of the field that holds a union's values of its i-th type. */
    static String member(int i) {
        return "value" + i;
    }

    private static Type storedPrimitive(PrimitiveTypeInfo type) {
        return switch (type.getPrimitiveCategory()) {
            case VOID -> Type.of(TypeKind.NULL);
            case BOOLEAN -> Type.of(TypeKind.BOOLEAN);
            case BYTE -> Type.of(TypeKind.INT8);
            case SHORT -> Type.of(TypeKind.INT16);
            case INT -> Type.of(TypeKind.INT32);
            case LONG -> Type.of(TypeKind.INT64);
            case FLOAT -> Type.of(TypeKind.FLOAT32);
            case DOUBLE -> Type.of(TypeKind.FLOAT64);
            case STRING -> Type.of(TypeKind.STRING);
            case CHAR -> Type.sized(TypeKind.CHAR, ((CharTypeInfo) type).getLength());
            case VARCHAR -> Type.sized(TypeKind.VARCHAR, ((VarcharTypeInfo) type).getLength());
            case BINARY -> Type.of(TypeKind.BINARY);
            case DATE -> Type.of(TypeKind.DATE);
            case TIMESTAMP -> LOCAL_TIME;
            case TIMESTAMPLOCALTZ -> INSTANT;
            case INTERVAL_YEAR_MONTH -> Type.of(TypeKind.INTERVAL_YEAR_MONTH);
            case INTERVAL_DAY_TIME -> DAY_TIME;
            case DECIMAL -> Type.decimal(((DecimalTypeInfo) type).precision(), ((DecimalTypeInfo) type).scale());
            default -> throw new IllegalArgumentException("STOA has no type for Hive's " + type);
        };
    }

    /**
     * Returns the type of Hive for reading values of a primitive type of a file, before they are converted to another.
     *
     * @throws IllegalArgumentException if Hive has none that holds all values
     */
    public static PrimitiveTypeInfo natural(Type type) {
        return switch (type.kind()) {
            case NULL -> TypeInfoFactory.voidTypeInfo;
            case BOOLEAN -> TypeInfoFactory.booleanTypeInfo;
            case INT8 -> TypeInfoFactory.byteTypeInfo;
            case INT16, UINT8 -> TypeInfoFactory.shortTypeInfo;
            case INT32, UINT16 -> TypeInfoFactory.intTypeInfo;
            case INT64, UINT32 -> TypeInfoFactory.longTypeInfo;
            case FLOAT32 -> TypeInfoFactory.floatTypeInfo;
            case FLOAT64 -> TypeInfoFactory.doubleTypeInfo;
            case DECIMAL -> decimal(type);
            case DATE -> TypeInfoFactory.dateTypeInfo;
            case TIMESTAMP -> type.utc() ? TypeInfoFactory.timestampLocalTZTypeInfo : TypeInfoFactory.timestampTypeInfo;
            case INTERVAL_YEAR_MONTH -> TypeInfoFactory.intervalYearMonthTypeInfo;
            case INTERVAL_DAY_TIME -> TypeInfoFactory.intervalDayTimeTypeInfo;
            case CHAR ->
                type.precision() <= 255
                        ? TypeInfoFactory.getCharTypeInfo(type.precision())
                        : TypeInfoFactory.stringTypeInfo;
            case VARCHAR ->
                type.precision() <= 65_535
                        ? TypeInfoFactory.getVarcharTypeInfo(type.precision())
                        : TypeInfoFactory.stringTypeInfo;
            case STRING, JSON, ENUM -> TypeInfoFactory.stringTypeInfo;
            case BINARY, FIXED, BSON, GEOMETRY, GEOGRAPHY -> TypeInfoFactory.binaryTypeInfo;
            default ->
                throw new IllegalArgumentException("Hive has no type for " + type
                        + ": leave the column out of the table, or convert the file with one that Hive has");
        };
    }

    private static PrimitiveTypeInfo decimal(Type type) {
        if (type.precision() > 38) {
            throw new IllegalArgumentException("Hive's decimals have at most 38 digits, not " + type.precision());
        }
        return TypeInfoFactory.getDecimalTypeInfo(type.precision(), type.scale());
    }
}
