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
package dev.stoa.interop.internal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A schema as JSON, kept in the metadata of files of formats that have fewer types. So {@code uint8} comes back as {@code
 * uint8}, not as the next larger type of the format.
 */
public final class SchemaJson {
    /** The key. */
    public static final String KEY = "stoa.schema";

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private SchemaJson() {}

    /** The schema as text. */
    public static String encode(Schema schema) {
        return fields(schema.fields()).toString();
    }

    private static ArrayNode fields(List<Field> fields) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        for (Field field : fields) {
            ObjectNode node = array.addObject();
            node.put("name", field.name());
            Type type = field.type();
            node.put("type", type.kind().name().toLowerCase(Locale.ROOT));
            if (type.precision() != 0) {
                node.put("precision", type.precision());
            }
            if (type.scale() != 0) {
                node.put("scale", type.scale());
            }
            if (type.utc()) {
                node.put("utc", true);
            }
            if (!type.parameters().isEmpty()) {
                ArrayNode parameters = node.putArray("parameters");
                type.parameters().forEach(parameters::add);
            }
            node.put("nullable", field.nullable());
            field.fieldId().ifPresent(id -> node.put("id", id));
            if (!type.fields().isEmpty()) {
                node.set("fields", fields(type.fields()));
            }
        }
        return array;
    }

    /** The schema, or nothing if the text is not what {@link #encode} makes. */
    public static Optional<Schema> decode(String text) {
        try {
            JsonNode tree = MAPPER.readTree(text);
            return tree.isArray() ? Optional.of(new Schema(fields(tree, 0))) : Optional.empty();
        } catch (JsonProcessingException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static List<Field> fields(JsonNode array, int depth) {
        if (depth > Schema.MAX_DEPTH) {
            throw new IllegalArgumentException("types nest too deep");
        }
        List<Field> fields = new ArrayList<>();
        for (JsonNode node : array) {
            List<String> parameters = new ArrayList<>();
            node.path("parameters").forEach(parameter -> parameters.add(parameter.asText()));
            Type type = new Type(
                    TypeKind.valueOf(node.path("type").asText().toUpperCase(Locale.ROOT)),
                    node.path("precision").asInt(),
                    node.path("scale").asInt(),
                    node.path("utc").asBoolean(),
                    parameters,
                    fields(node.path("fields"), depth + 1));
            OptionalInt id = node.has("id") ? OptionalInt.of(node.path("id").asInt()) : OptionalInt.empty();
            fields.add(new Field(
                    node.path("name").asText(), type, node.path("nullable").asBoolean(), id));
        }
        return fields;
    }
}
