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
import dev.stoa.trino.internal.store.Place;
import dev.stoa.trino.internal.store.StoaErrors;
import io.trino.hive.thrift.metastore.SerDeInfo;
import io.trino.hive.thrift.metastore.StorageDescriptor;
import io.trino.hive.thrift.metastore.Table;
import io.trino.spi.StandardErrorCode;
import io.trino.spi.TrinoException;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The entry of the metastore for a table of Stoa with a log: the same as after {@code STORED BY} in Hive. */
final class HiveTable {
    /** The property of a table that names its storage handler. */
    static final String HANDLER_KEY = "storage_handler";

    static final String HANDLER = "dev.stoa.hive.StoaStorageHandler";

    private static final String INPUT = "dev.stoa.hive.StoaInputFormat";
    private static final String OUTPUT = "dev.stoa.hive.StoaOutputFormat";
    private static final String SERDE = "dev.stoa.hive.StoaSerDe";
    private static final String MANAGED = "MANAGED_TABLE";
    private static final String PURGE = "external.table.purge";

    private HiveTable() {}

    /** A new table; the metastore chooses its folder. */
    static Table of(String schema, String name, Schema columns, String owner) {
        StorageDescriptor storage = new StorageDescriptor();
        storage.setCols(HiveColumns.of(columns));
        storage.setInputFormat(INPUT);
        storage.setOutputFormat(OUTPUT);
        storage.setNumBuckets(-1);
        storage.setBucketCols(List.of());
        storage.setSortCols(List.of());
        storage.setParameters(Map.of());
        storage.setSerdeInfo(new SerDeInfo(name, SERDE, Map.of("serialization.format", "1")));
        Table table = new Table();
        table.setDbName(schema);
        table.setTableName(name);
        table.setOwner(owner);
        table.setTableType("EXTERNAL_TABLE");
        table.setPartitionKeys(List.of());
        table.setParameters(Map.of("EXTERNAL", "TRUE", PURGE, "true", HANDLER_KEY, HANDLER));
        table.setSd(storage);
        return table;
    }

    /**
     * Where a table is.
     *
     * @throws TrinoException if it is none of Stoa, or has no log
     */
    static Place place(Table table) {
        String name = table.getDbName() + "." + table.getTableName();
        StorageDescriptor storage = table.getSd();
        if (HANDLER.equals(table.getParameters().get(HANDLER_KEY))) {
            return Place.at(
                    table.getDbName().toLowerCase(Locale.ROOT),
                    table.getTableName().toLowerCase(Locale.ROOT),
                    storage.getLocation());
        } else if (storage != null && INPUT.equals(storage.getInputFormat())) {
            throw StoaErrors.unsupported(
                    name + " is STORED AS STOA without a log, which only Hive reads: run ALTER TABLE"
                            + " " + name + " SET TBLPROPERTIES ('" + HANDLER_KEY + "' = '" + HANDLER
                            + "') in Hive, which gives a log to a table without partitions and buckets");
        }
        throw new TrinoException(
                StandardErrorCode.UNSUPPORTED_TABLE_TYPE,
                name + " is not a table of Stoa: use a catalog for its format");
    }

    /** Whether the files of a table go with its name, as in Hive. */
    static boolean ownsFiles(Table table) {
        return MANAGED.equals(table.getTableType())
                || Boolean.parseBoolean(table.getParameters().get(PURGE));
    }
}
