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

import dev.stoa.table.SchemaEdit;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableSettings;
import dev.stoa.table.Transaction;
import dev.stoa.trino.internal.columns.StoredTypes;
import dev.stoa.trino.internal.store.Place;
import dev.stoa.trino.internal.store.StoaErrors;
import dev.stoa.trino.internal.store.Warehouse;
import io.trino.spi.StandardErrorCode;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.ConnectorTableMetadata;
import io.trino.spi.connector.SaveMode;
import io.trino.spi.connector.SchemaTableName;
import java.io.IOException;
import java.util.Optional;
import java.util.UUID;

/** Makes and replaces tables. */
final class NewTables {
    private final Warehouse warehouse;
    private final OpenTables tables;

    NewTables(Warehouse warehouse, OpenTables tables) {
        this.warehouse = warehouse;
        this.tables = tables;
    }

    /** Makes a table without rows. */
    void create(ConnectorTableMetadata table, SaveMode mode) {
        table.getColumns().forEach(column -> StoredTypes.checkDeclared(column.getType(), column.getName()));
        Optional<Place> old = tables.find(table.getTable());
        if (old.isEmpty()) {
            create(table);
        } else if (mode == SaveMode.FAIL) {
            throw exists(table.getTable());
        } else if (mode == SaveMode.REPLACE) {
            StoaErrors.unchecked(() -> {
                Table replaced = tables.table(old.get());
                return replacement(replaced, replaced.snapshot(), UUID.randomUUID(), table)
                        .commit();
            });
            warehouse.changed(old.get(), tables.table(old.get()));
        }
    }

    static TrinoException exists(SchemaTableName name) {
        return new TrinoException(StandardErrorCode.TABLE_ALREADY_EXISTS, "Table '" + name + "' already exists");
    }

    Place create(ConnectorTableMetadata table) {
        SchemaTableName name = table.getTable();
        MetadataTable.checkName(name);
        return StoaErrors.unchecked(() -> refused(() -> {
            TableDefinition definition = TableDefinition.of(table);
            return warehouse.create(
                    name.getSchemaName(),
                    name.getTableName(),
                    definition.schema(),
                    folder ->
                            Table.create(folder, definition.schema(), definition.properties(), TableSettings.DEFAULT));
        }));
    }

    /** A transaction that replaces a table; rows are still to be added. */
    Transaction replacement(Table old, Snapshot base, UUID id, ConnectorTableMetadata table) throws IOException {
        Transaction transaction = old.begin("replace", base, id);
        return refused(() -> {
            TableDefinition definition = TableDefinition.of(
                    table,
                    schema -> new SchemaEdit(transaction.snapshot())
                            .replaceAll(schema)
                            .schema());
            transaction.replaceAll(definition.schema(), definition.properties());
            return transaction;
        });
    }

    private static <T> T refused(StoaErrors.Work<T> work) throws IOException {
        try {
            return work.run();
        } catch (IllegalArgumentException e) {
            throw StoaErrors.refused(e);
        }
    }
}
