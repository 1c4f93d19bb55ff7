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
package dev.stoa.spark.internal.columns;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.ColumnPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.connector.expressions.FieldReference;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.CharType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DayTimeIntervalType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimeType;
import org.apache.spark.sql.types.VarcharType;
import org.apache.spark.sql.types.VariantType;
import org.apache.spark.sql.types.YearMonthIntervalType;

/** Maps types of Spark to those of Stoa and back. */
public final class SparkTypes {
    /** Spark counts timestamps and day-time intervals in microseconds. */
    public static final int MICRO_DIGITS = 6;

    /** Spark counts times of day in nanoseconds. */
    static final int NANO_DIGITS = 9;

    private static final Map<DataType, Type> SIMPLE = Map.ofEntries(
            Map.entry(DataTypes.NullType, Type.of(TypeKind.NULL)),
            Map.entry(DataTypes.BooleanType, Type.of(TypeKind.BOOLEAN)),
            Map.entry(DataTypes.ByteType, Type.of(TypeKind.INT8)),
            Map.entry(DataTypes.ShortType, Type.of(TypeKind.INT16)),
            Map.entry(DataTypes.IntegerType, Type.of(TypeKind.INT32)),
            Map.entry(DataTypes.LongType, Type.of(TypeKind.INT64)),
            Map.entry(DataTypes.FloatType, Type.of(TypeKind.FLOAT32)),
            Map.entry(DataTypes.DoubleType, Type.of(TypeKind.FLOAT64)),
            Map.entry(DataTypes.DateType, Type.of(TypeKind.DATE)),
            Map.entry(DataTypes.TimestampType, Type.timestamp(MICRO_DIGITS, true)),
            Map.entry(DataTypes.TimestampNTZType, Type.timestamp(MICRO_DIGITS, false)),
            Map.entry(DataTypes.BinaryType, Type.of(TypeKind.BINARY)));

    /** The fields of a variant. */
    public static final String METADATA = "metadata";

    public static final String VALUE = "value";

    private static final Type VARIANT = Type.variant(List.of(
            Field.required(METADATA, Type.of(TypeKind.BINARY)), Field.required(VALUE, Type.of(TypeKind.BINARY))));

    private SparkTypes() {}

    /**
     * A schema as Spark sees it.
     *
     * @throws IllegalArgumentException if Spark has no type for a column, by its name
     */
    static StructType schema(Schema schema) {
        return struct(schema.fields(), "");
    }

    /** Returns the type of an existing column. */
    public static DataType type(ColumnPath path, Schema schema) {
        return type(find(path, schema), path.toString());
    }

    /** Returns the type of an existing column, as it is stored. */
    public static Type find(ColumnPath path, Schema schema) {
        List<Field> candidates = schema.fields();
        Type type = Type.of(TypeKind.NULL);
        for (String name : path.names()) {
            type = field(name, candidates).type();
            candidates = type.fields();
        }
        return type;
    }

    private static Field field(String name, List<Field> candidates) {
        return candidates.stream()
                .filter(field -> field.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the part of a stored type that Spark asks for: of structs, also within lists and maps, perhaps only some fields. */
    public static Type part(Type stored, DataType asked) {
        if (asked instanceof StructType struct) {
            List<Field> fields = new ArrayList<>();
            for (StructField field : struct.fields()) {
                fields.add(part(field(field.name(), stored.fields()), field.dataType()));
            }
            return Type.struct(fields);
        } else if (asked instanceof ArrayType array) {
            return Type.list(part(stored.fields().get(0), array.elementType()));
        } else if (asked instanceof MapType map) {
            return Type.map(
                    part(stored.fields().get(0), map.keyType()),
                    part(stored.fields().get(1), map.valueType()));
        }
        return stored;
    }

    private static Field part(Field stored, DataType asked) {
        return new Field(stored.name(), part(stored.type(), asked), stored.nullable(), stored.fieldId());
    }

    /** Spark's reference to a top-level column. Spark would parse a text, which takes long for thousands of columns. */
    public static NamedReference reference(String name) {
        return FieldReference.column(name);
    }

    /** The fields of a variant or a struct. */
    public static StructType fields(Type type) {
        return struct(type.fields(), "");
    }

    private static StructType struct(List<Field> fields, String above) {
        List<StructField> all = new ArrayList<>();
        for (Field field : fields) {
            all.add(new StructField(
                    field.name(), type(field.type(), above + field.name()), field.nullable(), Metadata.empty()));
        }
        return DataTypes.createStructType(all);
    }

    private static DataType type(Type type, String column) {
        return switch (type.kind()) {
            case NULL -> DataTypes.NullType;
            case BOOLEAN -> DataTypes.BooleanType;
            case INT8 -> DataTypes.ByteType;
            case INT16, UINT8 -> DataTypes.ShortType;
            case INT32, UINT16 -> DataTypes.IntegerType;
            case INT64, UINT32 -> DataTypes.LongType;
            case UINT64 -> DataTypes.createDecimalType(20, 0);
            case FLOAT16, FLOAT32 -> DataTypes.FloatType;
            case FLOAT64 -> DataTypes.DoubleType;
            case DECIMAL -> {
                check(type.precision() <= DecimalType.MAX_PRECISION(), type, column);
                yield DataTypes.createDecimalType(type.precision(), type.scale());
            }
            case DATE -> DataTypes.DateType;
            case TIME -> new TimeType(Math.min(type.precision(), MICRO_DIGITS));
            case TIMESTAMP -> type.utc() ? DataTypes.TimestampType : DataTypes.TimestampNTZType;
            case INTERVAL_YEAR_MONTH -> DataTypes.createYearMonthIntervalType();
            case INTERVAL_DAY_TIME -> DataTypes.createDayTimeIntervalType();
            case STRING, CHAR, VARCHAR, JSON, ENUM -> DataTypes.StringType;
            case BINARY, FIXED, BSON, UUID -> DataTypes.BinaryType;
            case GEOMETRY, GEOGRAPHY -> SpatialTypes.shown(type);
            case STRUCT -> struct(type.fields(), column + ".");
            case VARIANT -> {
                check(isWholeVariant(type) || ShreddedVariants.isOne(type), type, column);
                yield DataTypes.VariantType;
            }
            case LIST -> {
                Field element = type.fields().get(0);
                yield DataTypes.createArrayType(type(element.type(), column + ".element"), element.nullable());
            }
            case MAP -> {
                Field value = type.fields().get(1);
                yield DataTypes.createMapType(
                        type(type.fields().get(0).type(), column + ".key"),
                        type(value.type(), column + ".value"),
                        value.nullable());
            }
            default -> throw unknown(type, column);
        };
    }

    /** Whether all of a variant's values are in the two fields that Spark has, and none in fields of their own. */
    static boolean isWholeVariant(Type type) {
        return type.fields().stream().map(Field::name).sorted().toList().equals(List.of(METADATA, VALUE))
                && type.fields().stream().allMatch(field -> field.type().kind() == TypeKind.BINARY);
    }

    private static void check(boolean isKnown, Type type, String column) {
        if (!isKnown) {
            throw unknown(type, column);
        }
    }

    private static IllegalArgumentException unknown(Type type, String column) {
        return new IllegalArgumentException("column '" + column + "' is " + type
                + ", for which Spark has no type: convert the file to one without that column");
    }

    /**
     * A schema as Stoa stores it.
     *
     * @throws IllegalArgumentException if Stoa has no type for a column, by its name
     */
    public static Schema stored(StructType schema) {
        return new Schema(storedFields(schema, ""));
    }

    private static List<Field> storedFields(StructType struct, String above) {
        List<Field> fields = new ArrayList<>();
        for (StructField field : struct.fields()) {
            fields.add(field(field.name(), field.dataType(), field.nullable(), above + field.name()));
        }
        return fields;
    }

    private static Field field(String name, DataType type, boolean nullable, String column) {
        Type stored = stored(type, column);
        return nullable ? Field.nullable(name, stored) : Field.required(name, stored);
    }

    /** Returns the stored type of values of a type of Spark. */
    public static Type stored(DataType type, String column) {
        if (type instanceof DecimalType decimal) {
            return Type.decimal(decimal.precision(), decimal.scale());
        } else if (type instanceof TimeType time) {
            return Type.time(time.precision(), false);
        } else if (type instanceof VariantType) {
            return VARIANT;
        } else if (SpatialTypes.isOne(type)) {
            return SpatialTypes.stored(type, column);
        } else if (type instanceof YearMonthIntervalType) {
            return Type.of(TypeKind.INTERVAL_YEAR_MONTH);
        } else if (type instanceof DayTimeIntervalType) {
            return Type.sized(TypeKind.INTERVAL_DAY_TIME, MICRO_DIGITS);
        } else if (type instanceof CharType text && text.isUTF8BinaryCollation()) {
            return bounded(TypeKind.CHAR, text.length());
        } else if (type instanceof VarcharType text && text.isUTF8BinaryCollation()) {
            return bounded(TypeKind.VARCHAR, text.length());
        } else if (type instanceof StringType && !(type instanceof CharType || type instanceof VarcharType)) {
            return Type.of(TypeKind.STRING);
        } else if (type instanceof StructType struct) {
            return Type.struct(storedFields(struct, column + "."));
        } else if (type instanceof ArrayType array) {
            return Type.list(field("element", array.elementType(), array.containsNull(), column + ".element"));
        } else if (type instanceof MapType map) {
            return Type.map(
                    field("key", map.keyType(), false, column + ".key"),
                    field("value", map.valueType(), map.valueContainsNull(), column + ".value"));
        }
        Type simple = SIMPLE.get(type);
        if (simple == null) {
            throw new IllegalArgumentException("column '" + column + "' is " + type.simpleString()
                    + ", for which Stoa has no type: cast it to one that it has");
        }
        return simple;
    }

    /** A text of limited length, unless the session takes all texts for plain ones. */
    private static Type bounded(TypeKind kind, int length) {
        return BoundedTexts.arePlain() ? Type.of(TypeKind.STRING) : Type.sized(kind, length);
    }
}
