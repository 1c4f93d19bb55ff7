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
package dev.stoa.arrow;

import dev.stoa.format.Field;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.UnsupportedFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.IntervalUnit;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.FieldType;

/** The Arrow type of each Stoa type. Times take the next finer unit that Arrow has. */
final class TypeExport {
    /** The most digits of a decimal in Arrow. */
    static final int MAX_DIGITS = 76;

    private static final int MAX_FRACTION = 9;

    private TypeExport() {}

    static org.apache.arrow.vector.types.pojo.Field field(Field field, String path) throws UnsupportedFileException {
        Type type = field.type();
        ArrowType arrow = type(type, path);
        List<org.apache.arrow.vector.types.pojo.Field> children = new ArrayList<>();
        if (type.kind() == TypeKind.MAP) {
            if (type.fields().get(0).nullable()) {
                throw refuse(path, type, "the key of a map in Arrow is never null");
            }
            children.add(new org.apache.arrow.vector.types.pojo.Field(
                    "entries", FieldType.notNullable(ArrowType.Struct.INSTANCE), fields(type, path)));
        } else {
            children.addAll(fields(type, path));
        }
        Map<String, String> metadata = new TreeMap<>(FieldMetadata.ofType(type, arrow));
        field.fieldId().ifPresent(id -> metadata.put(FieldMetadata.FIELD_ID, String.valueOf(id)));
        return new org.apache.arrow.vector.types.pojo.Field(
                field.name(), new FieldType(field.nullable(), arrow, null, metadata), children);
    }

    private static List<org.apache.arrow.vector.types.pojo.Field> fields(Type type, String path)
            throws UnsupportedFileException {
        List<org.apache.arrow.vector.types.pojo.Field> fields = new ArrayList<>();
        for (Field field : type.fields()) {
            fields.add(field(field, path + "." + field.name()));
        }
        return fields;
    }

    /** The Arrow type itself, without its children. */
    static ArrowType type(Type type, String path) throws UnsupportedFileException {
        return switch (type.kind()) {
            case NULL -> ArrowType.Null.INSTANCE;
            case BOOLEAN -> ArrowType.Bool.INSTANCE;
            case INT8 -> new ArrowType.Int(8, true);
            case INT16 -> new ArrowType.Int(16, true);
            case INT32 -> new ArrowType.Int(32, true);
            case INT64 -> new ArrowType.Int(64, true);
            case UINT8 -> new ArrowType.Int(8, false);
            case UINT16 -> new ArrowType.Int(16, false);
            case UINT32 -> new ArrowType.Int(32, false);
            case UINT64 -> new ArrowType.Int(64, false);
            case FLOAT16 -> new ArrowType.FloatingPoint(FloatingPointPrecision.HALF);
            case FLOAT32 -> new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
            case FLOAT64 -> new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
            case DECIMAL -> decimal(type, path);
            case DATE -> new ArrowType.Date(DateUnit.DAY);
            case TIME -> {
                TimeUnit unit = unit(type, path);
                yield new ArrowType.Time(unit, digits(unit) <= 3 ? 32 : 64);
            }
            case TIMESTAMP -> new ArrowType.Timestamp(unit(type, path), type.utc() ? "UTC" : null);
            case INTERVAL_YEAR_MONTH -> new ArrowType.Interval(IntervalUnit.YEAR_MONTH);
            case INTERVAL_DAY_TIME -> new ArrowType.Duration(unit(type, path));
            case INTERVAL_MONTH_DAY_NANO -> new ArrowType.Interval(IntervalUnit.MONTH_DAY_NANO);
            case STRING, CHAR, VARCHAR, JSON, ENUM -> ArrowType.Utf8.INSTANCE;
            case BINARY, BSON, GEOMETRY, GEOGRAPHY -> ArrowType.Binary.INSTANCE;
            case FIXED, UUID -> new ArrowType.FixedSizeBinary(width(type));
            case STRUCT, VARIANT -> ArrowType.Struct.INSTANCE;
            case LIST -> ArrowType.List.INSTANCE;
            case MAP -> new ArrowType.Map(false);
        };
    }

    /** The bytes of a value of fixed or UUID. */
    static int width(Type type) {
        return type.kind() == TypeKind.UUID ? 16 : type.precision();
    }

    private static ArrowType decimal(Type type, String path) throws UnsupportedFileException {
        if (type.precision() > MAX_DIGITS) {
            throw refuse(path, type, "a decimal in Arrow has at most " + MAX_DIGITS + " digits");
        }
        return new ArrowType.Decimal(type.precision(), type.scale(), type.precision() <= 38 ? 128 : 256);
    }

    private static TimeUnit unit(Type type, String path) throws UnsupportedFileException {
        int digits = type.precision();
        if (digits > MAX_FRACTION) {
            throw refuse(path, type, "the finest unit of Arrow is the nanosecond");
        }
        return digits == 0
                ? TimeUnit.SECOND
                : digits <= 3 ? TimeUnit.MILLISECOND : digits <= 6 ? TimeUnit.MICROSECOND : TimeUnit.NANOSECOND;
    }

    /** The decimal digits of a second that a unit has. */
    static int digits(TimeUnit unit) {
        return switch (unit) {
            case SECOND -> 0;
            case MILLISECOND -> 3;
            case MICROSECOND -> 6;
            case NANOSECOND -> 9;
        };
    }

    private static UnsupportedFileException refuse(String path, Type type, String why) {
        return new UnsupportedFileException(
                "column '" + path + "' is " + type + ", which Arrow can't express: " + why + "; select other columns");
    }
}
