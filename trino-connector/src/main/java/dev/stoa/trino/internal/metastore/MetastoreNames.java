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
package dev.stoa.trino.internal.metastore;

import dev.stoa.format.Schema;
import dev.stoa.trino.internal.store.Names;
import dev.stoa.trino.internal.store.Place;
import dev.stoa.trino.internal.store.Removal;
import dev.stoa.trino.internal.store.StoaErrors;
import dev.stoa.trino.internal.store.Store;
import io.trino.hive.thrift.metastore.AlreadyExistsException;
import io.trino.hive.thrift.metastore.Database;
import io.trino.hive.thrift.metastore.FieldSchema;
import io.trino.hive.thrift.metastore.GetTableRequest;
import io.trino.hive.thrift.metastore.InvalidOperationException;
import io.trino.hive.thrift.metastore.NoSuchObjectException;
import io.trino.hive.thrift.metastore.PrincipalType;
import io.trino.hive.thrift.metastore.Table;
import io.trino.hive.thrift.metastore.UnknownDBException;
import io.trino.spi.StandardErrorCode;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.SchemaNotFoundException;
import io.trino.spi.connector.SchemaTableName;
import io.trino.spi.connector.TableNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.thrift.TException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The names of a metastore: databases are schemas, and their tables of Stoa with a log are tables. */
public final class MetastoreNames implements Names {
    private static final Logger LOG = LoggerFactory.getLogger(MetastoreNames.class);

    private static final String OF_STOA =
            "hive_filter_field_params__" + HiveTable.HANDLER_KEY + " = \"" + HiveTable.HANDLER + "\"";

    private final Metastore metastore;
    private final Store store;
    private final String user;

    /**
     * Describes a catalog.
     *
     * @param store with the folders of the tables, by their locations
     * @param user who owns what statements make
     */
    public MetastoreNames(Metastore metastore, Store store, String user) {
        this.metastore = metastore;
        this.store = store;
        this.user = user;
    }

    /** Sends requests. If the metastore refuses one, the user gets its words, unless the caller has better ones. */
    private <T> T call(Metastore.Work<T> work) throws IOException {
        try {
            return metastore.call(work);
        } catch (TException e) {
            throw new TrinoException(StoaErrors.Code.STOA_METASTORE, "the metastore refuses: " + e.getMessage(), e);
        }
    }

    @Override
    public List<String> schemas() throws IOException {
        // Trino has a schema of this name in each catalog
        return call(client -> client.getAllDatabases()).stream()
                .filter(name -> !name.equals("information_schema"))
                .sorted()
                .toList();
    }

    @Override
    public boolean hasSchema(String name) throws IOException {
        return call(client -> {
            try {
                return client.getDatabase(name) != null;
            } catch (NoSuchObjectException _) {
                return false;
            }
        });
    }

    private void checkSchema(String name) throws IOException {
        if (!hasSchema(name)) {
            throw new SchemaNotFoundException(name);
        }
    }

    @Override
    public List<String> tables(String schema) throws IOException {
        return call(client -> {
            try {
                return client.getTableNamesByFilter(schema, OF_STOA, (short) -1).stream()
                        .sorted()
                        .toList();
            } catch (UnknownDBException _) {
                return List.of();
            }
        });
    }

    @Override
    public Optional<Place> find(String schema, String table) throws IOException {
        return table(schema, table).map(HiveTable::place);
    }

    private Optional<Table> table(String schema, String table) throws IOException {
        return call(client -> {
            try {
                return Optional.of(
                        client.getTableReq(new GetTableRequest(schema, table)).getTable());
            } catch (NoSuchObjectException _) {
                return Optional.empty();
            }
        });
    }

    private Table table(Place place) throws IOException {
        return table(place.schema(), place.table())
                .orElseThrow(() -> new TableNotFoundException(new SchemaTableName(place.schema(), place.table())));
    }

    @Override
    public void createSchema(String name) throws IOException {
        Database database = new Database(name, "", null, Map.of()); // the metastore chooses the folder
        database.setOwnerName(user);
        database.setOwnerType(PrincipalType.USER);
        call(client -> {
            try {
                client.createDatabase(database);
                return name;
            } catch (AlreadyExistsException e) {
                throw new TrinoException(StandardErrorCode.SCHEMA_ALREADY_EXISTS, e.getMessage(), e);
            }
        });
    }

    /**
     * Drops a database, but refuses one with tables of other formats. The metastore would delete all files in the folder of the
     * database, such as tables that are now in another database. So the folder is deleted here, if it is empty.
     */
    @Override
    public void dropSchema(String name, boolean withTables) throws IOException {
        checkSchema(name);
        if (withTables) {
            List<String> tables = tables(name);
            List<String> others = new ArrayList<>(call(client -> client.getAllTables(name)));
            others.removeAll(tables);
            if (!others.isEmpty()) {
                throw StoaErrors.unsupported("the schema " + name + " can't be dropped: '" + others.getFirst()
                        + "' is not a table of Stoa with a log; drop it in Hive");
            }
            for (String table : tables) {
                Place place = HiveTable.place(table(Place.of(name, table)));
                if (remove(place)) {
                    Removal.run(store.folder(place.folder()));
                }
            }
        }
        String folder = call(client -> client.getDatabase(name)).getLocationUri();
        call(client -> {
            try {
                client.dropDatabase(name, false, false);
                return name;
            } catch (InvalidOperationException e) {
                throw new TrinoException(StandardErrorCode.SCHEMA_NOT_EMPTY, e.getMessage(), e);
            }
        });
        if (store.entries(folder).isEmpty()) {
            store.removeFolder(folder);
        } else {
            LOG.warn("The schema {} was dropped; its folder {} stays, because it has files", name, folder);
        }
    }

    @Override
    public void renameSchema(String name, String other) {
        throw StoaErrors.unsupported("the schema " + name + " can't be renamed: Hive has no names for databases but the"
                + " first; make another and move the tables by ALTER TABLE ... RENAME TO");
    }

    /**
     * Makes the table in the metastore, which chooses the folder. If this has files, such as those of a table that got another name, the
     * table gets a new folder.
     */
    @Override
    public Place add(String schema, String name, Schema columns) throws IOException {
        checkSchema(schema);
        Table table = call(client -> {
            try {
                client.createTable(HiveTable.of(schema, name, columns, user));
                return client.getTableReq(new GetTableRequest(schema, name)).getTable();
            } catch (AlreadyExistsException e) {
                throw new TrinoException(StandardErrorCode.TABLE_ALREADY_EXISTS, e.getMessage(), e);
            }
        });
        if (!store.entries(table.getSd().getLocation()).isEmpty()) {
            table.getSd().setLocation(table.getSd().getLocation() + "-" + UUID.randomUUID());
            alter(Place.of(schema, name), table);
        }
        return HiveTable.place(table);
    }

    private void alter(Place place, Table table) throws IOException {
        call(client -> {
            client.alterTable(place.schema(), place.table(), table);
            return table;
        });
    }

    @Override
    public void rename(Place from, String schema, String name) throws IOException {
        checkSchema(schema);
        Table table = table(from);
        table.setDbName(schema);
        table.setTableName(name);
        alter(from, table);
    }

    /**
     * Gives Hive the columns of the newest version. The metastore compares the types of columns by position, and refuses some
     * changes. Then the first request takes away all columns after the first difference, and the second adds the new ones.
     */
    @Override
    public void changed(Place place, dev.stoa.table.Table changed) throws IOException {
        Table table = table(place);
        List<FieldSchema> old = table.getSd().getCols();
        List<FieldSchema> columns = HiveColumns.of(changed.snapshot().schema());
        for (FieldSchema column : columns) {
            old.stream()
                    .filter(it -> it.getName().equals(column.getName()))
                    .forEach(it -> column.setComment(it.getComment()));
        }
        if (columns.equals(old)) {
            return;
        }
        int same = 0;
        while (same < Math.min(old.size(), columns.size()) && old.get(same).equals(columns.get(same))) {
            same++;
        }
        List<FieldSchema> first = columns.subList(0, same);
        call(client -> {
            try {
                table.getSd().setCols(columns);
                client.alterTable(place.schema(), place.table(), table);
            } catch (InvalidOperationException _) {
                table.getSd().setCols(first);
                client.alterTable(place.schema(), place.table(), table);
                table.getSd().setCols(columns);
                client.alterTable(place.schema(), place.table(), table);
            }
            return table;
        });
    }

    @Override
    public boolean remove(Place place) throws IOException {
        Table table = table(place);
        call(client -> {
            client.dropTable(place.schema(), place.table(), false);
            return table;
        });
        return HiveTable.ownsFiles(table);
    }
}
