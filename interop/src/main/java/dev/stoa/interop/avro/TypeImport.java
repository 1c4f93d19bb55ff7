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
package dev.stoa.interop.avro;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.UnsupportedFileException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.OptionalInt;
import org.apache.avro.JsonProperties;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;

/** The Stoa schema of an Avro schema. */
final class TypeImport {
    /** The field of a union's struct that says which of the others holds the value. */
    static final String TAG = "tag";

    /** The column of a file whose rows are no records. */
    static final String SINGLE_COLUMN = "value";

    /** Iceberg's property for field ids. */
    static final String FIELD_ID = "field-id";

    /** Iceberg's property for a name that Avro does not allow. */
    static final String FIELD_NAME = "iceberg-field-name";

    private final Deque<String> records = new ArrayDeque<>();

    private TypeImport() {}

    /**
     * Maps the schema of a file.
     *
     * @throws UnsupportedFileException if Stoa can't express it; the message names the column, not the file
     */
    static Schema map(org.apache.avro.Schema avro) throws UnsupportedFileException {
        try {
            TypeImport types = new TypeImport();
            return new Schema(
                    avro.getType() == org.apache.avro.Schema.Type.RECORD
                            ? types.record(avro, "").fields()
                            : List.of(types.field(SINGLE_COLUMN, avro, SINGLE_COLUMN, OptionalInt.empty())));
        } catch (IllegalArgumentException e) {
            throw new UnsupportedFileException(e.getMessage());
        }
    }

    private Field field(String name, org.apache.avro.Schema avro, String path, OptionalInt id)
            throws UnsupportedFileException {
        boolean nullable = avro.isNullable();
        if (avro.getType() != org.apache.avro.Schema.Type.UNION) {
            return new Field(name, type(avro, path), nullable, id);
        }
        List<org.apache.avro.Schema> members = Unions.members(avro);
        Type type = switch (members.size()) {
            case 0 -> Type.of(TypeKind.NULL);
            case 1 -> type(members.get(0), path);
            default -> union(members, path);
        };
        return new Field(name, type, nullable, id);
    }

    private Type union(List<org.apache.avro.Schema> members, String path) throws UnsupportedFileException {
        if (members.size() > Byte.MAX_VALUE) {
            throw new UnsupportedFileException("column '" + path + "' is a union of " + members.size()
                    + " types, at most " + Byte.MAX_VALUE + " can be read");
        }
        List<Field> fields = new ArrayList<>();
        fields.add(Field.required(TAG, Type.of(TypeKind.INT8)));
        for (int i = 0; i < members.size(); i++) {
            String name = "value" + i;
            fields.add(Field.nullable(name, type(members.get(i), path + "." + name)));
        }
        return Type.struct(fields);
    }

    private Type type(org.apache.avro.Schema avro, String path) throws UnsupportedFileException {
        LogicalType logical = avro.getLogicalType();
        String name = logical == null ? String.valueOf(avro.getProp(LogicalType.LOGICAL_TYPE_PROP)) : logical.getName();
        return switch (avro.getType()) {
            case NULL -> Type.of(TypeKind.NULL);
            case BOOLEAN -> Type.of(TypeKind.BOOLEAN);
            case INT ->
                switch (name) {
                    case "date" -> Type.of(TypeKind.DATE);
                    case "time-millis" -> Type.time(3, false);
                    default -> Type.of(TypeKind.INT32);
                };
            case LONG -> ofLong(name);
            case FLOAT -> Type.of(TypeKind.FLOAT32);
            case DOUBLE -> Type.of(TypeKind.FLOAT64);
            case BYTES ->
                logical instanceof LogicalTypes.Decimal decimal
                        ? Type.decimal(decimal.getPrecision(), decimal.getScale())
                        : Type.of(TypeKind.BINARY);
            case STRING ->
                switch (name) {
                    case "uuid" -> Type.of(TypeKind.UUID);
                    case "char" -> sized(TypeKind.CHAR, avro);
                    case "varchar" -> sized(TypeKind.VARCHAR, avro);
                    default -> Type.of(TypeKind.STRING);
                };
            case FIXED -> ofFixed(avro, logical, name);
            case ENUM -> Type.of(TypeKind.ENUM);
            case ARRAY -> list(avro, path);
            case MAP ->
                Type.map(
                        Field.required("key", Type.of(TypeKind.STRING)),
                        field("value", avro.getValueType(), path + ".value", OptionalInt.empty()));
            case RECORD -> record(avro, path);
            case UNION -> throw new UnsupportedFileException("column '" + path + "' is a union in a union");
        };
    }

    private static Type ofLong(String name) {
        return switch (name) {
            case "time-micros" -> Type.time(6, false);
            case "timestamp-millis" -> Type.timestamp(3, true);
            case "timestamp-micros" -> Type.timestamp(6, true);
            case "timestamp-nanos" -> Type.timestamp(9, true);
            case "local-timestamp-millis" -> Type.timestamp(3, false);
            case "local-timestamp-micros" -> Type.timestamp(6, false);
            case "local-timestamp-nanos" -> Type.timestamp(9, false);
            default -> Type.of(TypeKind.INT64);
        };
    }

    /** A text of Hive, which keeps the length in a property. */
    private static Type sized(TypeKind kind, org.apache.avro.Schema avro) {
        return avro.getObjectProp("maxLength") instanceof Integer length && length > 0
                ? Type.sized(kind, length)
                : Type.of(TypeKind.STRING);
    }

    private static Type ofFixed(org.apache.avro.Schema avro, LogicalType logical, String name) {
        if (logical instanceof LogicalTypes.Decimal decimal) {
            return Type.decimal(decimal.getPrecision(), decimal.getScale());
        } else if (name.equals("duration") && avro.getFixedSize() == 12) {
            return Type.of(TypeKind.INTERVAL_MONTH_DAY_NANO);
        } else if (name.equals("uuid") && avro.getFixedSize() == 16) {
            return Type.of(TypeKind.UUID);
        }
        return Type.sized(TypeKind.FIXED, avro.getFixedSize());
    }

    private Type list(org.apache.avro.Schema avro, String path) throws UnsupportedFileException {
        org.apache.avro.Schema element = avro.getElementType();
        if (isMap(avro)) {
            List<Field> entry = record(element, path).fields();
            return Type.map(entry.get(0), entry.get(1));
        }
        return Type.list(field("element", element, path + ".element", OptionalInt.empty()));
    }

    /** Whether an array is a map whose keys are no strings, as Iceberg writes it. */
    static boolean isMap(org.apache.avro.Schema array) {
        org.apache.avro.Schema element = array.getElementType();
        return "map".equals(array.getProp(LogicalType.LOGICAL_TYPE_PROP))
                && element.getType() == org.apache.avro.Schema.Type.RECORD
                && element.getFields().size() == 2;
    }

    private Type record(org.apache.avro.Schema avro, String path) throws UnsupportedFileException {
        if (records.contains(avro.getFullName())) {
            throw new UnsupportedFileException("column '" + path + "' is a record '" + avro.getFullName()
                    + "' inside of itself, which can't be expressed: its depth has no bound");
        }
        records.push(avro.getFullName());
        List<Field> fields = new ArrayList<>();
        for (org.apache.avro.Schema.Field field : avro.getFields()) {
            String name = name(field);
            OptionalInt id = id(field);
            fields.add(field(name, field.schema(), path.isEmpty() ? name : path + "." + name, id));
        }
        records.pop();
        return Type.struct(fields);
    }

    private static String name(org.apache.avro.Schema.Field field) {
        String original = field.getProp(FIELD_NAME);
        return original == null ? field.name() : original;
    }

    private static OptionalInt id(JsonProperties field) {
        return field.getObjectProp(FIELD_ID) instanceof Integer id ? OptionalInt.of(id) : OptionalInt.empty();
    }
}
