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
package dev.stoa.trino.internal.metadata;

import dev.stoa.format.Field;
import dev.stoa.format.FieldNames;
import dev.stoa.format.Schema;
import dev.stoa.table.SchemaEdit;
import dev.stoa.table.TableProperties;
import dev.stoa.trino.internal.columns.StoredTypes;
import dev.stoa.trino.internal.store.StoaErrors;
import io.trino.spi.connector.ColumnMetadata;
import io.trino.spi.connector.ConnectorTableMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * The columns and declarations of a statement that makes or replaces a table.
 *
 * @param schema its columns, with ids
 * @param properties what it declares
 */
record TableDefinition(Schema schema, TableProperties properties) {
    /**
     * Reads a statement.
     *
     * @param numbering gives the columns their ids
     */
    static TableDefinition of(ConnectorTableMetadata table, UnaryOperator<Schema> numbering) {
        List<Field> fields = new ArrayList<>();
        for (ColumnMetadata column : table.getColumns()) {
            if (column.getDefaultValue().isPresent()) {
                throw StoaErrors.unsupported("column '" + column.getName()
                        + "' has a default, which this connector does" + " not support: leave it out");
            }
            fields.add(new Field(
                    column.getName(),
                    StoredTypes.of(column.getType(), column.getName()),
                    column.isNullable(),
                    OptionalInt.empty()));
        }
        Schema schema = numbering.apply(new Schema(fields));
        Map<String, String> others = new TreeMap<>(DeclaredProperties.extra(table.getProperties()));
        table.getComment().ifPresent(comment -> others.put(TableProperties.COMMENT, comment));
        for (ColumnMetadata column : table.getColumns()) {
            int id = id(schema, column.getName());
            column.getComment().ifPresent(comment -> others.put(TableProperties.commentOf(id), comment));
        }
        TableProperties declared = new TableProperties(
                DeclaredProperties.order(table.getProperties(), schema),
                List.of(),
                DeclaredProperties.partitions(table.getProperties(), schema),
                others);
        return new TableDefinition(schema, declared);
    }

    /** One of a new table. */
    static TableDefinition of(ConnectorTableMetadata table) {
        return of(table, SchemaEdit::numbered);
    }

    static int id(Schema schema, String column) {
        return FieldNames.get(schema.fields(), column).fieldId().orElseThrow();
    }
}
