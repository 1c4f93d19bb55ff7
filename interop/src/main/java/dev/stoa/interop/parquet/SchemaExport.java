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
package dev.stoa.interop.parquet;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.StoaException;
import dev.stoa.format.Type;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.column.schema.EdgeInterpolationAlgorithm;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.parquet.schema.Types;

/**
 * Maps a Stoa schema to Parquet's, in the modern forms of lists and maps. A type that Parquet lacks is refused by column
 * name.
 */
final class SchemaExport {
    private static final byte VARIANT_VERSION = 1;

    private final boolean textForChar;

    private SchemaExport(boolean textForChar) {
        this.textForChar = textForChar;
    }

    /**
     * Maps a schema.
     *
     * @param textForChar whether char and varchar become strings
     * @throws StoaException if Parquet can't express a column
     */
    static MessageType map(Schema schema, boolean textForChar) throws StoaException {
        List<org.apache.parquet.schema.Type> fields = new ArrayList<>();
        for (Field field : schema.fields()) {
            fields.add(map(field, textForChar));
        }
        return new MessageType("schema", fields);
    }

    /** Maps one top-level column. */
    static org.apache.parquet.schema.Type map(Field field, boolean textForChar) throws StoaException {
        return new SchemaExport(textForChar).field(field, field.name());
    }

    private org.apache.parquet.schema.Type field(Field field, String path) throws StoaException {
        Repetition repetition = field.nullable() ? Repetition.OPTIONAL : Repetition.REQUIRED;
        org.apache.parquet.schema.Type mapped = switch (field.type().kind()) {
            case STRUCT -> new GroupType(repetition, field.name(), fields(field, path));
            case VARIANT ->
                Types.buildGroup(repetition)
                        .as(LogicalTypeAnnotation.variantType(VARIANT_VERSION))
                        .addFields(fields(field, path).toArray(org.apache.parquet.schema.Type[]::new))
                        .named(field.name());
            case LIST ->
                Types.buildGroup(repetition)
                        .as(LogicalTypeAnnotation.listType())
                        .addField(new GroupType(Repetition.REPEATED, "list", fields(field, path)))
                        .named(field.name());
            case MAP -> {
                if (field.type().fields().get(0).nullable()) {
                    throw refuse(path, "a map whose keys may be null");
                }
                yield Types.buildGroup(repetition)
                        .as(LogicalTypeAnnotation.mapType())
                        .addField(new GroupType(Repetition.REPEATED, "key_value", fields(field, path)))
                        .named(field.name());
            }
            default -> primitive(field, path, repetition);
        };
        return field.fieldId().isPresent() ? mapped.withId(field.fieldId().getAsInt()) : mapped;
    }

    private List<org.apache.parquet.schema.Type> fields(Field parent, String path) throws StoaException {
        List<org.apache.parquet.schema.Type> mapped = new ArrayList<>();
        for (Field field : parent.type().fields()) {
            mapped.add(field(field, path + "." + field.name()));
        }
        return mapped;
    }

    static StoaException refuse(String path, String what) {
        return new StoaException(
                "column '" + path + "' is " + what + ", which Parquet can't express: leave it out or convert it first");
    }

    private PrimitiveType primitive(Field field, String path, Repetition repetition) throws StoaException {
        Type type = field.type();
        return switch (type.kind()) {
            case NULL -> of(PrimitiveTypeName.INT32, LogicalTypeAnnotation.unknownType(), repetition, field);
            case BOOLEAN -> plain(PrimitiveTypeName.BOOLEAN, repetition, field);
            case INT8 -> integer(8, true, repetition, field);
            case INT16 -> integer(16, true, repetition, field);
            case INT32 -> plain(PrimitiveTypeName.INT32, repetition, field);
            case INT64 -> plain(PrimitiveTypeName.INT64, repetition, field);
            case UINT8 -> integer(8, false, repetition, field);
            case UINT16 -> integer(16, false, repetition, field);
            case UINT32 -> integer(32, false, repetition, field);
            case UINT64 -> integer(64, false, repetition, field);
            case FLOAT16 -> fixed(2, LogicalTypeAnnotation.float16Type(), repetition, field);
            case FLOAT32 -> plain(PrimitiveTypeName.FLOAT, repetition, field);
            case FLOAT64 -> plain(PrimitiveTypeName.DOUBLE, repetition, field);
            case DECIMAL -> decimal(type, repetition, field);
            case DATE -> of(PrimitiveTypeName.INT32, LogicalTypeAnnotation.dateType(), repetition, field);
            case TIME ->
                of(
                        type.precision() == 3 ? PrimitiveTypeName.INT32 : PrimitiveTypeName.INT64,
                        LogicalTypeAnnotation.timeType(type.utc(), unit(type, path)),
                        repetition,
                        field);
            case TIMESTAMP ->
                of(
                        PrimitiveTypeName.INT64,
                        LogicalTypeAnnotation.timestampType(type.utc(), unit(type, path)),
                        repetition,
                        field);
            case INTERVAL_MONTH_DAY_NANO -> fixed(12, LogicalTypeAnnotation.intervalType(), repetition, field);
            case STRING -> of(PrimitiveTypeName.BINARY, LogicalTypeAnnotation.stringType(), repetition, field);
            case CHAR, VARCHAR -> {
                if (!textForChar) {
                    throw new StoaException("column '" + path + "' is " + type
                            + ", which Parquet can't express: allow it to become a string");
                }
                yield of(PrimitiveTypeName.BINARY, LogicalTypeAnnotation.stringType(), repetition, field);
            }
            case BINARY -> plain(PrimitiveTypeName.BINARY, repetition, field);
            case FIXED ->
                Types.primitive(PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY, repetition)
                        .length(type.precision())
                        .named(field.name());
            case UUID -> fixed(16, LogicalTypeAnnotation.uuidType(), repetition, field);
            case JSON -> of(PrimitiveTypeName.BINARY, LogicalTypeAnnotation.jsonType(), repetition, field);
            case BSON -> of(PrimitiveTypeName.BINARY, LogicalTypeAnnotation.bsonType(), repetition, field);
            case ENUM -> of(PrimitiveTypeName.BINARY, LogicalTypeAnnotation.enumType(), repetition, field);
            case GEOMETRY ->
                of(
                        PrimitiveTypeName.BINARY,
                        LogicalTypeAnnotation.geometryType(
                                emptyToNull(type.parameters().get(0))),
                        repetition,
                        field);
            case GEOGRAPHY -> of(PrimitiveTypeName.BINARY, geography(type, path), repetition, field);
            default -> throw refuse(path, type.toString());
        };
    }

    private static LogicalTypeAnnotation geography(Type type, String path) throws StoaException {
        String algorithm = type.parameters().get(1);
        try {
            return LogicalTypeAnnotation.geographyType(
                    emptyToNull(type.parameters().get(0)),
                    algorithm.isEmpty() ? null : EdgeInterpolationAlgorithm.valueOf(algorithm));
        } catch (IllegalArgumentException e) {
            throw refuse(path, "a geography with the edge algorithm '" + algorithm + "'");
        }
    }

    private static String emptyToNull(String text) {
        return text.isEmpty() ? null : text;
    }

    private static TimeUnit unit(Type type, String path) throws StoaException {
        return switch (type.precision()) {
            case 3 -> TimeUnit.MILLIS;
            case 6 -> TimeUnit.MICROS;
            case 9 -> TimeUnit.NANOS;
            default -> throw refuse(path, type.toString());
        };
    }

    private static PrimitiveType decimal(Type type, Repetition repetition, Field field) {
        LogicalTypeAnnotation annotation = LogicalTypeAnnotation.decimalType(type.scale(), type.precision());
        if (type.precision() <= 9) {
            return of(PrimitiveTypeName.INT32, annotation, repetition, field);
        }
        if (type.precision() <= 18) {
            return of(PrimitiveTypeName.INT64, annotation, repetition, field);
        }
        int bits = BigInteger.TEN.pow(type.precision()).subtract(BigInteger.ONE).bitLength() + 1;
        return fixed((bits + 7) / 8, annotation, repetition, field);
    }

    private static PrimitiveType plain(PrimitiveTypeName name, Repetition repetition, Field field) {
        return Types.primitive(name, repetition).named(field.name());
    }

    private static PrimitiveType of(
            PrimitiveTypeName name, LogicalTypeAnnotation annotation, Repetition repetition, Field field) {
        return Types.primitive(name, repetition).as(annotation).named(field.name());
    }

    private static PrimitiveType integer(int bits, boolean signed, Repetition repetition, Field field) {
        return of(
                bits == 64 ? PrimitiveTypeName.INT64 : PrimitiveTypeName.INT32,
                LogicalTypeAnnotation.intType(bits, signed),
                repetition,
                field);
    }

    private static PrimitiveType fixed(
            int length, LogicalTypeAnnotation annotation, Repetition repetition, Field field) {
        return Types.primitive(PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY, repetition)
                .length(length)
                .as(annotation)
                .named(field.name());
    }
}
