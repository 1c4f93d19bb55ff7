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
import dev.stoa.format.StoaException;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;

/**
 * The Avro schema of a Stoa schema: the same type where Avro has it, else the smallest that holds all values. The file's
 * metadata has what the Avro schema lacks, see {@link dev.stoa.interop.internal.SchemaJson}.
 */
final class TypeExport {
    /** The key of the Avro schema that a Stoa file came from. The file keeps it if its own would not lead back to it. */
    static final String KEY = "stoa.avro.schema";

    private static final String ROOT = "row";

    private TypeExport() {}

    /**
     * Maps a schema.
     *
     * @param stored the Avro schema that the columns came from: taken if all of them still are what it leads to
     * @throws StoaException if Avro can't express a column
     */
    static org.apache.avro.Schema map(Schema schema, Optional<String> stored) throws StoaException {
        Optional<org.apache.avro.Schema> old = stored.isEmpty() ? Optional.empty() : oldForm(schema, stored.get());
        return old.isPresent() ? old.get() : record(ROOT, "", schema.fields(), "");
    }

    private static Optional<org.apache.avro.Schema> oldForm(Schema schema, String stored) {
        try {
            org.apache.avro.Schema then = new org.apache.avro.Schema.Parser().parse(stored);
            if (then.getType() != org.apache.avro.Schema.Type.RECORD) {
                return Optional.empty();
            }
            List<Field> fields = TypeImport.map(then).fields();
            Map<Field, org.apache.avro.Schema.Field> forms = new HashMap<>();
            for (int i = 0; i < fields.size(); i++) {
                forms.put(fields.get(i), then.getFields().get(i));
            }
            List<org.apache.avro.Schema.Field> chosen = new ArrayList<>();
            for (Field field : schema.fields()) {
                org.apache.avro.Schema.Field form = forms.get(field);
                if (form == null) {
                    return Optional.empty();
                }
                chosen.add(new org.apache.avro.Schema.Field(form, form.schema()));
            }
            return Optional.of(org.apache.avro.Schema.createRecord(
                    then.getName(), then.getDoc(), then.getNamespace(), then.isError(), chosen));
        } catch (StoaException | AvroRuntimeException e) {
            return Optional.empty(); // not a schema that was read here
        }
    }

    private static org.apache.avro.Schema record(String name, String namespace, List<Field> fields, String path)
            throws StoaException {
        String inside = namespace.isEmpty() ? name : namespace + "." + name;
        Set<String> taken = new HashSet<>();
        List<org.apache.avro.Schema.Field> all = new ArrayList<>();
        for (Field field : fields) {
            String allowed = allowed(field.name());
            while (!taken.add(allowed)) {
                allowed += "_";
            }
            String below = path.isEmpty() ? field.name() : path + "." + field.name();
            org.apache.avro.Schema.Field made =
                    new org.apache.avro.Schema.Field(allowed, nullable(field, allowed, inside, below));
            if (!allowed.equals(field.name())) {
                made.addProp(TypeImport.FIELD_NAME, field.name());
            }
            if (field.fieldId().isPresent()) {
                made.addProp(TypeImport.FIELD_ID, field.fieldId().getAsInt());
            }
            all.add(made);
        }
        return org.apache.avro.Schema.createRecord(name, null, namespace, false, all);
    }

    /** A name of letters, digits and underscores, made of any name as Iceberg makes it. */
    private static String allowed(String name) {
        StringBuilder allowed = new StringBuilder();
        name.codePoints().forEach(c -> {
            boolean digit = c >= '0' && c <= '9';
            boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
            if (letter || (digit && allowed.length() > 0)) {
                allowed.appendCodePoint(c);
            } else if (digit) {
                allowed.append('_').appendCodePoint(c);
            } else {
                allowed.append("_x").append(Integer.toHexString(c).toUpperCase(java.util.Locale.ROOT));
            }
        });
        return allowed.length() == 0 ? "_" : allowed.toString();
    }

    private static org.apache.avro.Schema nullable(Field field, String name, String namespace, String path)
            throws StoaException {
        org.apache.avro.Schema type = type(field.type(), name, namespace, path);
        return field.nullable() && type.getType() != org.apache.avro.Schema.Type.NULL
                ? org.apache.avro.Schema.createUnion(of(org.apache.avro.Schema.Type.NULL), type)
                : type;
    }

    private static org.apache.avro.Schema of(org.apache.avro.Schema.Type type) {
        return org.apache.avro.Schema.create(type);
    }

    private static org.apache.avro.Schema type(Type type, String name, String namespace, String path)
            throws StoaException {
        return switch (type.kind()) {
            case NULL -> of(org.apache.avro.Schema.Type.NULL);
            case BOOLEAN -> of(org.apache.avro.Schema.Type.BOOLEAN);
            case INT8, INT16, INT32, UINT8, UINT16, INTERVAL_YEAR_MONTH -> of(org.apache.avro.Schema.Type.INT);
            case INT64, UINT32, INTERVAL_DAY_TIME -> of(org.apache.avro.Schema.Type.LONG);
            case UINT64 -> decimal(20, 0);
            case DECIMAL -> decimal(type.precision(), type.scale());
            case FLOAT16, FLOAT32 -> of(org.apache.avro.Schema.Type.FLOAT);
            case FLOAT64 -> of(org.apache.avro.Schema.Type.DOUBLE);
            case DATE -> LogicalTypes.date().addToSchema(of(org.apache.avro.Schema.Type.INT));
            case TIME -> time(type);
            case TIMESTAMP -> timestamp(type, path);
            case INTERVAL_MONTH_DAY_NANO ->
                new LogicalType("duration").addToSchema(org.apache.avro.Schema.createFixed(name, null, namespace, 12));
            case STRING, JSON, ENUM -> of(org.apache.avro.Schema.Type.STRING);
            case CHAR, VARCHAR -> text(type);
            case UUID -> LogicalTypes.uuid().addToSchema(of(org.apache.avro.Schema.Type.STRING));
            case BINARY, BSON, GEOMETRY, GEOGRAPHY -> of(org.apache.avro.Schema.Type.BYTES);
            case FIXED -> org.apache.avro.Schema.createFixed(name, null, namespace, type.precision());
            case STRUCT, VARIANT -> record(name, namespace, type.fields(), path);
            case LIST -> {
                Field element = type.fields().get(0);
                yield org.apache.avro.Schema.createArray(
                        nullable(element, "element", namespace + "." + name, path + "." + element.name()));
            }
            case MAP -> map(type, name, namespace, path);
        };
    }

    private static org.apache.avro.Schema decimal(int precision, int scale) {
        return LogicalTypes.decimal(precision, scale).addToSchema(of(org.apache.avro.Schema.Type.BYTES));
    }

    private static org.apache.avro.Schema text(Type type) {
        org.apache.avro.Schema text = of(org.apache.avro.Schema.Type.STRING);
        text.addProp(LogicalType.LOGICAL_TYPE_PROP, type.kind() == TypeKind.CHAR ? "char" : "varchar");
        text.addProp("maxLength", type.precision());
        return text;
    }

    private static org.apache.avro.Schema time(Type type) {
        if (type.precision() <= 3) {
            return LogicalTypes.timeMillis().addToSchema(of(org.apache.avro.Schema.Type.INT));
        }
        org.apache.avro.Schema units = of(org.apache.avro.Schema.Type.LONG);
        return type.precision() <= 6 ? LogicalTypes.timeMicros().addToSchema(units) : units;
    }

    private static org.apache.avro.Schema timestamp(Type type, String path) throws StoaException {
        int digits = digits(type);
        if (digits > 9) {
            throw AvroErrors.refuse(path, "a " + type);
        }
        String unit = digits == 3 ? "millis" : digits == 6 ? "micros" : "nanos";
        return new LogicalType((type.utc() ? "" : "local-") + "timestamp-" + unit)
                .addToSchema(of(org.apache.avro.Schema.Type.LONG));
    }

    /** The digits after the point of the units of a time. */
    static int digits(Type type) {
        if (type.kind() == TypeKind.TIME && type.precision() > 6) {
            return type.precision();
        }
        return (type.precision() + 2) / 3 * 3 == 0 ? 3 : (type.precision() + 2) / 3 * 3;
    }

    private static org.apache.avro.Schema map(Type type, String name, String namespace, String path)
            throws StoaException {
        Field key = type.fields().get(0);
        Field value = type.fields().get(1);
        String inside = namespace + "." + name;
        if (key.type().kind() == TypeKind.STRING && !key.nullable()) {
            return org.apache.avro.Schema.createMap(nullable(value, "value", inside, path + "." + value.name()));
        }
        org.apache.avro.Schema array = org.apache.avro.Schema.createArray(record("entry", inside, type.fields(), path));
        array.addProp(LogicalType.LOGICAL_TYPE_PROP, "map");
        return array;
    }
}
