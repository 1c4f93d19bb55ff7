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
package dev.stoa.interop.orc;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.StoaException;
import dev.stoa.format.Type;
import dev.stoa.format.UnsupportedFileException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.orc.TypeDescription;

/**
 * The ORC type of a Stoa schema: the same type where ORC has it, else the smallest that holds all values. The file's
 * metadata has what the ORC type lacks, see {@link dev.stoa.interop.internal.SchemaJson}.
 */
final class TypeExport {
    /** The key of the ORC type that a Stoa file came from. The file keeps it if its schema would not lead back to it. */
    static final String KEY = "stoa.orc.schema";

    private static final int MAX_DECIMAL_PRECISION = 38;

    private TypeExport() {}

    /**
     * Maps a schema.
     *
     * @param stored the ORC type that the columns came from: those that still are what it leads to get their old form
     * @throws StoaException if ORC can't express a column
     */
    static TypeDescription map(Schema schema, Optional<String> stored) throws StoaException {
        Map<Field, TypeDescription> old = oldForms(stored);
        TypeDescription root = TypeDescription.createStruct();
        for (Field field : schema.fields()) {
            TypeDescription form = old.get(field);
            root.addField(field.name(), form != null ? form.clone() : field(field, field.name()));
        }
        return root;
    }

    private static Map<Field, TypeDescription> oldForms(Optional<String> stored) {
        Map<Field, TypeDescription> forms = new HashMap<>();
        if (stored.isPresent()) {
            try {
                TypeDescription then = TypeDescription.fromString(stored.get());
                if (then.getCategory() == TypeDescription.Category.STRUCT) {
                    Schema schema = TypeImport.map(then, false);
                    for (int i = 0; i < schema.fields().size(); i++) {
                        forms.put(schema.fields().get(i), then.getChildren().get(i));
                    }
                }
            } catch (IllegalArgumentException | UnsupportedFileException e) {
                return Map.of(); // not a type that was read here
            }
        }
        return forms;
    }

    private static TypeDescription field(Field field, String path) throws StoaException {
        TypeDescription type = type(field.type(), path);
        field.fieldId().ifPresent(id -> type.setAttribute(TypeImport.FIELD_ID, Integer.toString(id)));
        return type;
    }

    private static TypeDescription child(Type parent, int i, String path) throws StoaException {
        Field field = parent.fields().get(i);
        return field(field, path + "." + field.name());
    }

    private static TypeDescription type(Type type, String path) throws StoaException {
        return switch (type.kind()) {
            case NULL, BOOLEAN -> TypeDescription.createBoolean();
            case INT8 -> TypeDescription.createByte();
            case INT16, UINT8 -> TypeDescription.createShort();
            case INT32, UINT16, INTERVAL_YEAR_MONTH -> TypeDescription.createInt();
            case INT64, UINT32, TIME, INTERVAL_DAY_TIME -> TypeDescription.createLong();
            case UINT64 -> TypeDescription.createDecimal().withPrecision(20).withScale(0);
            case FLOAT16, FLOAT32 -> TypeDescription.createFloat();
            case FLOAT64 -> TypeDescription.createDouble();
            case DECIMAL -> decimal(type, path);
            case DATE -> TypeDescription.createDate();
            case TIMESTAMP -> {
                if (type.precision() > TypeImport.NANO_DIGITS) {
                    throw OrcErrors.refuse(path, "a " + type);
                }
                yield type.utc() ? TypeDescription.createTimestampInstant() : TypeDescription.createTimestamp();
            }
            case STRING, JSON, ENUM -> TypeDescription.createString();
            case CHAR -> TypeDescription.createChar().withMaxLength(type.precision());
            case VARCHAR -> TypeDescription.createVarchar().withMaxLength(type.precision());
            case BINARY, FIXED, UUID, BSON -> TypeDescription.createBinary();
            case GEOMETRY ->
                TypeDescription.createGeometry().withCRS(type.parameters().get(0));
            case GEOGRAPHY -> geography(type, path);
            case STRUCT, VARIANT -> {
                TypeDescription struct = TypeDescription.createStruct();
                for (int i = 0; i < type.fields().size(); i++) {
                    struct.addField(type.fields().get(i).name(), child(type, i, path));
                }
                yield struct;
            }
            case LIST -> TypeDescription.createList(child(type, 0, path));
            case MAP -> TypeDescription.createMap(child(type, 0, path), child(type, 1, path));
            case INTERVAL_MONTH_DAY_NANO -> throw OrcErrors.refuse(path, "an interval of months, days and nanoseconds");
        };
    }

    private static TypeDescription decimal(Type type, String path) throws StoaException {
        if (type.precision() > MAX_DECIMAL_PRECISION) {
            throw OrcErrors.refuse(path, "a " + type);
        }
        // the precision first: ORC checks one against the other
        return TypeDescription.createDecimal()
                .withScale(0)
                .withPrecision(type.precision())
                .withScale(type.scale());
    }

    private static TypeDescription geography(Type type, String path) throws StoaException {
        String algorithm = type.parameters().get(1);
        for (TypeDescription.EdgeInterpolationAlgorithm known : TypeDescription.EdgeInterpolationAlgorithm.values()) {
            if (known.name().equals(algorithm.toUpperCase(Locale.ROOT))) {
                return TypeDescription.createGeography()
                        .withCRS(type.parameters().get(0))
                        .withEdgeInterpolationAlgorithm(known);
            }
        }
        throw OrcErrors.refuse(path, "a geography with the edge algorithm '" + algorithm + "'");
    }
}
