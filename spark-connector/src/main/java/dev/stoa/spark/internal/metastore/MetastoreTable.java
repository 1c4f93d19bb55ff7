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
package dev.stoa.spark.internal.metastore;

import dev.stoa.format.Schema;
import dev.stoa.spark.internal.store.SparkErrors;
import dev.stoa.spark.internal.store.TableFolder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The entry of the metastore for a table of Stoa: after {@code STORED BY} in Hive one with a log, else a folder of files. */
public final class MetastoreTable {
    /** The property of a table that names its storage handler. */
    static final String HANDLER_KEY = "storage_handler";

    static final String HANDLER = "dev.stoa.hive.StoaStorageHandler";

    private static final String INPUT = "dev.stoa.hive.StoaInputFormat";
    private static final String OUTPUT = "dev.stoa.hive.StoaOutputFormat";
    private static final String SERDE = "dev.stoa.hive.StoaSerDe";
    private static final String PURGE = "external.table.purge";

    private final HiveObject entry;
    /** Of columns by their names, as they were found. */
    private final Map<Object, Object> comments = new HashMap<>();

    MetastoreTable(HiveObject entry) {
        this.entry = entry;
    }

    /** Describes a new table; the metastore chooses its folder. */
    static MetastoreTable make(Metastore metastore, String database, String name, Schema columns, String owner)
            throws MetastoreException {
        HiveObject serde = metastore.make("SerDeInfo");
        serde.call("setName", name);
        serde.call("setSerializationLib", SERDE);
        serde.call("setParameters", new HashMap<>(Map.of("serialization.format", "1")));
        HiveObject storage = metastore.make("StorageDescriptor");
        storage.call("setInputFormat", INPUT);
        storage.call("setOutputFormat", OUTPUT);
        storage.call("setNumBuckets", -1);
        storage.call("setBucketCols", new ArrayList<>());
        storage.call("setSortCols", new ArrayList<>());
        storage.call("setParameters", new HashMap<>());
        storage.call("setSerdeInfo", serde.object());
        HiveObject entry = metastore.make("Table");
        entry.call("setDbName", database);
        entry.call("setTableName", name);
        entry.call("setOwner", owner);
        entry.call("setTableType", "EXTERNAL_TABLE");
        entry.call("setPartitionKeys", new ArrayList<>());
        entry.call("setParameters", new HashMap<>(Map.of("EXTERNAL", "TRUE", PURGE, "true", HANDLER_KEY, HANDLER)));
        entry.call("setSd", storage.object());
        MetastoreTable table = new MetastoreTable(entry);
        table.setColumns(metastore, MetastoreColumn.of(columns));
        return table;
    }

    HiveObject entry() {
        return entry;
    }

    private Map<?, ?> parameters() throws MetastoreException {
        Map<?, ?> parameters = entry.call("getParameters").as(Map.class);
        return parameters == null ? Map.of() : parameters;
    }

    private HiveObject storage() throws MetastoreException {
        return entry.call("getSd");
    }

    boolean hasHandler() throws MetastoreException {
        return HANDLER.equals(parameters().get(HANDLER_KEY));
    }

    boolean isOfStoa() throws MetastoreException {
        HiveObject storage = storage();
        return hasHandler()
                || storage.object() != null
                        && INPUT.equals(storage.call("getInputFormat").object());
    }

    private boolean isPartitioned() throws MetastoreException {
        List<?> keys = entry.call("getPartitionKeys").as(List.class);
        return keys != null && !keys.isEmpty();
    }

    /** Whether the files of the table go with its name, as in Hive. */
    boolean ownsFiles() throws MetastoreException {
        return "MANAGED_TABLE".equals(entry.call("getTableType").object())
                || Boolean.parseBoolean(String.valueOf(parameters().get(PURGE)));
    }

    String location() throws MetastoreException {
        return storage().call("getLocation").as(String.class);
    }

    /** Returns its name, as a message shows it. */
    String name() throws MetastoreException {
        return entry.call("getDbName") + "." + entry.call("getTableName");
    }

    List<MetastoreColumn> columns() throws MetastoreException {
        List<MetastoreColumn> columns = new ArrayList<>();
        for (Object column : storage().call("getCols").as(List.class)) {
            HiveObject field = new HiveObject(column);
            columns.add(new MetastoreColumn(
                    field.call("getName").as(String.class),
                    field.call("getType").as(String.class)));
        }
        return columns;
    }

    /** Changes the columns; those whose names stay keep their comments. */
    void setColumns(Metastore metastore, List<MetastoreColumn> columns) throws MetastoreException {
        List<?> old = storage().call("getCols").as(List.class);
        for (Object column : old == null ? List.of() : old) {
            HiveObject field = new HiveObject(column);
            comments.putIfAbsent(
                    field.call("getName").object(), field.call("getComment").object());
        }
        List<Object> fields = new ArrayList<>();
        for (MetastoreColumn column : columns) {
            HiveObject field = metastore.make("FieldSchema");
            field.call("setName", column.name());
            field.call("setType", column.type());
            Object comment = comments.get(column.name());
            field.call("setComment", comment == null ? "" : comment);
            fields.add(field.object());
        }
        storage().call("setCols", fields);
    }

    void setName(String database, String name) throws MetastoreException {
        entry.call("setDbName", database);
        entry.call("setTableName", name);
    }

    void setLocation(String location) throws MetastoreException {
        storage().call("setLocation", location);
    }

    private TableFolder place() throws MetastoreException {
        return new TableFolder(location(), TableFolder.sessionConfiguration());
    }

    /** Returns the folder of the table, which is as the entry says. */
    TableFolder folder() throws MetastoreException {
        TableFolder folder = place();
        boolean hasLog = folder.isTable();
        if (hasHandler() && !hasLog) {
            throw refusal("the metastore has the table, and its folder " + location()
                    + " has no log: restore the files, or drop the table");
        } else if (!hasHandler() && hasLog) {
            throw refusal("its folder " + location() + " has a log, and its entry in the metastore no storage handler,"
                    + " so Hive would not read it: " + advice());
        } else if (!hasHandler() && isPartitioned()) {
            throw refusal(
                    "it is STORED AS STOA with partitions of Hive, whose values only Hive knows: read it in Hive, or"
                            + " insert its rows into a table STORED BY '" + HANDLER + "'");
        }
        return folder;
    }

    /** Refuses files whose columns are not those that Hive has for the table. */
    void checkColumns(Schema ofFiles) throws MetastoreException {
        List<MetastoreColumn> found = MetastoreColumn.of(ofFiles);
        if (!hasHandler() && !found.equals(columns())) {
            throw refusal("its files have the columns " + found + ", and the metastore " + columns()
                    + ", which only Hive reads as one table: read it in Hive, or " + advice());
        }
    }

    /** Refuses a change of a table without a log. */
    void checkLog() throws MetastoreException {
        if (!hasHandler()) {
            throw refusal("it is STORED AS STOA without a log, so Spark only reads it: " + advice());
        }
    }

    private static String advice() {
        return "give it a log by ALTER TABLE ... SET TBLPROPERTIES ('" + HANDLER_KEY + "' = '" + HANDLER + "') in Hive";
    }

    private RuntimeException refusal(String message) throws MetastoreException {
        return SparkErrors.refusal(SparkErrors.Condition.STOA_INVALID_TABLE, name() + ": " + message);
    }
}
