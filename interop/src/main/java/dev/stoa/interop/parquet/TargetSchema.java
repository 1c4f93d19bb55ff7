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
import dev.stoa.writer.KeyValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/**
 * The Parquet schema that a Stoa schema is written as, its nodes, and its metadata. A column that came from Parquet, and has
 * not changed, is written in its old form.
 *
 * @param message the Parquet schema
 * @param nodes one per field, as in {@link SchemaImport}
 * @param leaves the Parquet columns
 * @param metadata the key-value metadata
 */
record TargetSchema(
        MessageType message, List<ImportNode> nodes, List<ImportNode.Leaf> leaves, Map<String, String> metadata) {

    /**
     * Chooses a schema.
     *
     * @throws StoaException if Parquet can't express a column, or the metadata
     */
    static TargetSchema of(Schema schema, List<KeyValue> keyValues, ParquetTargetOptions options) throws StoaException {
        Map<String, String> metadata = new LinkedHashMap<>();
        Optional<MessageType> stored = Optional.empty();
        for (KeyValue pair : keyValues) {
            if (pair.key().equals(StoredSchema.KEY)) {
                stored = pair.value().flatMap(StoredSchema::decode);
            } else if (metadata.containsKey(pair.key())) {
                throw new StoaException("the metadata has two entries of the key '" + pair.key()
                        + "', of which Parquet's writer can keep only one");
            } else {
                metadata.put(pair.key(), pair.value().orElse(null));
            }
        }
        Map<String, Type> old = stored.isEmpty() ? Map.of() : oldForms(stored.get(), schema);
        List<Type> fields = new ArrayList<>();
        for (Field field : schema.fields()) {
            Type form = old.get(field.name());
            fields.add(form != null ? form : SchemaExport.map(field, options.textForChar()));
        }
        if (fields.isEmpty()) {
            throw new StoaException("the schema has no columns, which Parquet can't express");
        }
        for (Type field : fields) {
            refuseEmptyGroups(field, field.getName());
        }
        String name = stored.map(MessageType::getName).orElse("schema");
        MessageType message = new MessageType(name, fields);
        SchemaImport back = new SchemaImport(message, ParquetSourceOptions.DEFAULT);
        return new TargetSchema(message, back.nodes(), back.leaves(), metadata);
    }

    /** The columns of an old schema that lead to fields which the schema still has, by name. */
    private static Map<String, Type> oldForms(MessageType stored, Schema schema) {
        Map<String, Type> forms = new HashMap<>();
        Set<Field> now = new HashSet<>(schema.fields());
        for (boolean utc : new boolean[] {false, true}) {
            for (TextMode text : TextMode.values()) {
                ParquetSourceOptions how =
                        ParquetSourceOptions.DEFAULT.withInt96Utc(utc).withText(text);
                try {
                    List<Field> then = new SchemaImport(stored, how).schema().fields();
                    for (int i = 0; i < then.size(); i++) {
                        if (now.contains(then.get(i))) {
                            forms.putIfAbsent(then.get(i).name(), stored.getType(i));
                        }
                    }
                } catch (StoaException e) {
                    // Not a schema that was read here.
                    return Map.of();
                }
            }
        }
        return forms;
    }

    private static void refuseEmptyGroups(Type type, String path) throws StoaException {
        if (type.isPrimitive()) {
            return;
        }
        if (type.asGroupType().getFieldCount() == 0) {
            throw SchemaExport.refuse(path, "a struct without fields");
        }
        for (Type field : type.asGroupType().getFields()) {
            refuseEmptyGroups(field, path + "." + field.getName());
        }
    }
}
