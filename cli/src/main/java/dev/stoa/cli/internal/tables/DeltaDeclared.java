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
package dev.stoa.cli.internal.tables;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.table.TableProperties;
import io.delta.kernel.Snapshot;
import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** The declarations of a table of Delta Lake apart from its columns, as far as a table of Stoa can have them. */
final class DeltaDeclared {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String CONSTRAINT = "delta.constraints.";

    /** Entries in the metadata of a column that a table of Stoa has no place for, and what to say of their values. */
    private static final Map<String, String> LEFT_OUT = new TreeMap<>(Map.of(
            "CURRENT_DEFAULT",
            "the default of '%s' (%s) is left out: declare it with 'alter table' in Spark",
            "delta.generationExpression",
            "'%s' is no longer generated as %s: statements must give its values",
            "delta.identity.start",
            "'%s' no longer counts from %s: statements must give its values",
            "delta.invariants",
            "the invariant of '%s' (%s) is left out: declare it with 'alter table' in Spark",
            "__CHAR_VARCHAR_TYPE_STRING",
            "the lengths of '%s' (%s) are left out"));

    private final Snapshot snapshot;
    private final Schema schema;
    private final Consumer<String> notes;
    private final Map<String, String> comments = new TreeMap<>();

    /**
     * Collects the declarations.
     *
     * @param schema the columns of the snapshot, with ids of Stoa
     * @param notes takes a sentence for each thing that is left out
     */
    DeltaDeclared(Snapshot snapshot, Schema schema, Consumer<String> notes) {
        this.snapshot = snapshot;
        this.schema = schema;
        this.notes = notes;
        collect("", snapshot.getSchema(), schema.fields());
    }

    private void collect(String prefix, DataType type, List<Field> fields) {
        if (type instanceof StructType struct) {
            for (int i = 0; i < fields.size(); i++) {
                collect(prefix, struct.at(i), fields.get(i));
            }
        } else if (type instanceof ArrayType list) {
            collect(prefix, list.getElementField(), fields.get(0));
        } else if (type instanceof MapType map) {
            collect(prefix, map.getKeyField(), fields.get(0));
            collect(prefix, map.getValueField(), fields.get(1));
        }
    }

    private void collect(String prefix, StructField column, Field field) {
        String name = prefix + column.getName();
        if (column.getMetadata().get("comment") instanceof String comment) {
            comments.put(TableProperties.commentOf(field.fieldId().orElseThrow()), comment);
        }
        LEFT_OUT.forEach((key, note) -> {
            if (column.getMetadata().contains(key)) {
                notes.accept(note.formatted(name, shown(column.getMetadata().get(key))));
            }
        });
        if (column.getDataType() instanceof StringType text && !text.isUTF8BinaryCollated()) {
            notes.accept("the collation of '" + name + "' (" + text.getCollationIdentifier()
                    + ") is left out: texts are compared by their bytes");
        }
        collect(name + ".", column.getDataType(), field.type().fields());
    }

    /** An invariant is JSON around its condition. */
    private static Object shown(Object value) {
        try {
            JsonNode condition = JSON.readTree(value.toString()).at("/expression/expression");
            return condition.isTextual() ? condition.asText() : value;
        } catch (JsonProcessingException e) {
            return value; // a text of its own
        }
    }

    /** Returns partitions by value, comments of columns, and constraints. */
    TableProperties properties() {
        List<TableProperties.PartitionColumn> parts = new ArrayList<>();
        for (Field field : schema.fields()) {
            if (snapshot.getPartitionColumnNames().stream().anyMatch(field.name()::equalsIgnoreCase)) {
                ForeignTable.divided(field, "value", notes).ifPresent(parts::add);
            }
        }
        snapshot.getClusteringColumnInfos()
                .ifPresent(columns -> notes.accept("the clustering by "
                        + String.join(
                                ", ",
                                columns.stream()
                                        .map(column -> String.join(
                                                ".", column.getLogicalColumn().getNames()))
                                        .toList())
                        + " is left out"));
        TableProperties declared = new TableProperties(List.of(), List.of(), parts, comments);
        for (Map.Entry<String, String> property : snapshot.getTableProperties().entrySet()) {
            if (property.getKey().toLowerCase(Locale.ROOT).startsWith(CONSTRAINT)) {
                declared = with(declared, property.getKey().substring(CONSTRAINT.length()), property.getValue());
            }
        }
        return declared;
    }

    private TableProperties with(TableProperties declared, String name, String condition) {
        try {
            TableProperties with = declared.withCheck(name, condition);
            with.checkNew(schema);
            return with;
        } catch (IllegalArgumentException e) {
            notes.accept("the constraint '" + name + "' (" + condition + ") is left out: " + e.getMessage());
            return declared;
        }
    }
}
