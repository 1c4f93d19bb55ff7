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
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.spark.sql.connector.catalog.Identifier;

/** The names of tables of Stoa in Hive's metastore. Their logs tell everything else. */
public final class MetastoreNames {
    private MetastoreNames() {}

    /** Work with the metastore. */
    private interface Work<T> {
        T run(Metastore metastore) throws MetastoreException;
    }

    /** Does it. If the metastore refuses something, the user gets its words, unless the caller has better ones. */
    private static <T> T with(Work<T> work) {
        try {
            return work.run(Metastore.ofSession());
        } catch (MetastoreException e) {
            throw SparkErrors.refusal(
                    SparkErrors.Condition.STOA_METASTORE, "the metastore refuses: " + e.getMessage(), e);
        }
    }

    /** Finds a table of Stoa. */
    private static Optional<MetastoreTable> entry(Metastore metastore, Identifier table) throws MetastoreException {
        try {
            MetastoreTable entry = new MetastoreTable(
                    metastore.call(client -> client.call("getTable", table.namespace()[0], table.name())));
            return entry.isOfStoa() ? Optional.of(entry) : Optional.empty();
        } catch (MetastoreException e) {
            if (e.is("NoSuchObjectException")) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private static MetastoreTable existing(Metastore metastore, Identifier table) throws MetastoreException {
        return entry(metastore, table)
                .orElseThrow(() -> SparkErrors.refusal(
                        SparkErrors.Condition.STOA_INVALID_TABLE,
                        table + ": another program has dropped the table meanwhile"));
    }

    /**
     * Whether a name is that of a table of Stoa.
     *
     * @param table in a database
     */
    public static boolean has(Identifier table) {
        return with(metastore -> entry(metastore, table).isPresent());
    }

    /** Returns where a table is, if the name is that of one of Stoa. */
    public static Optional<TableFolder> find(Identifier table) {
        return with(metastore -> {
            Optional<MetastoreTable> entry = entry(metastore, table);
            return entry.isEmpty() ? Optional.empty() : Optional.of(entry.get().folder());
        });
    }

    /** Refuses to read files without a log if their columns are not those of the metastore. */
    public static void checkColumns(Identifier table, Schema ofFiles) {
        with(metastore -> {
            existing(metastore, table).checkColumns(ofFiles);
            return table;
        });
    }

    /** Refuses to change a table without a log. */
    public static void checkLog(Identifier table) {
        with(metastore -> {
            existing(metastore, table).checkLog();
            return table;
        });
    }

    /**
     * Gives a new table its name in the metastore, which chooses the folder. If this has files, such as those of a table that got
     * another name, the table gets a new folder.
     */
    public static TableFolder add(Identifier table, Schema columns) {
        return with(metastore -> {
            String database = table.namespace()[0];
            MetastoreTable made = MetastoreTable.make(metastore, database, table.name(), columns, user());
            metastore.call(client -> client.call("createTable", made.entry().object()));
            MetastoreTable entry = existing(metastore, table);
            if (!isEmpty(entry.location())) {
                entry.setLocation(entry.location() + "-" + UUID.randomUUID());
                alter(metastore, table, entry);
            }
            return new TableFolder(entry.location(), TableFolder.sessionConfiguration());
        });
    }

    private static String user() {
        return SparkErrors.unchecked(() -> UserGroupInformation.getCurrentUser().getShortUserName());
    }

    private static boolean isEmpty(String location) {
        return SparkErrors.unchecked(() -> {
            Path path = new Path(location);
            try {
                return path.getFileSystem(TableFolder.sessionConfiguration()).listStatus(path).length == 0;
            } catch (FileNotFoundException e) {
                return true;
            }
        });
    }

    private static void alter(Metastore metastore, Identifier table, MetastoreTable entry) throws MetastoreException {
        metastore.call(client -> client.call(
                "alter_table", table.namespace()[0], table.name(), entry.entry().object()));
    }

    /** Gives a table another name. */
    public static void rename(Identifier from, Identifier to) {
        with(metastore -> {
            MetastoreTable entry = existing(metastore, from);
            entry.setName(to.namespace()[0], to.name());
            alter(metastore, from, entry);
            return to;
        });
    }

    /**
     * Gives Hive the columns of the newest version. The metastore compares the types of columns by position, and refuses some
     * changes. Then the first request takes away all columns after the first difference, and the second adds the new ones.
     */
    public static void changed(Identifier table) {
        try {
            Metastore metastore = Metastore.ofSession();
            MetastoreTable entry = existing(metastore, table);
            Schema schema = entry.folder().open().snapshot().schema();
            change(metastore, table, entry, MetastoreColumn.of(schema));
        } catch (MetastoreException | IOException e) {
            throw SparkErrors.refusal(
                    SparkErrors.Condition.STOA_METASTORE,
                    table + ": the table has its new columns, and the metastore the old ones, as it refuses: "
                            + e.getMessage() + "; change a property of the table to try again",
                    e);
        }
    }

    private static void change(
            Metastore metastore, Identifier table, MetastoreTable entry, List<MetastoreColumn> columns)
            throws MetastoreException {
        List<MetastoreColumn> old = entry.columns();
        if (columns.equals(old)) {
            return;
        }
        int same = 0;
        while (same < Math.min(old.size(), columns.size()) && old.get(same).equals(columns.get(same))) {
            same++;
        }
        try {
            entry.setColumns(metastore, columns);
            alter(metastore, table, entry);
        } catch (MetastoreException e) {
            if (!e.is("InvalidOperationException")) {
                throw e;
            }
            entry.setColumns(metastore, columns.subList(0, same));
            alter(metastore, table, entry);
            entry.setColumns(metastore, columns);
            alter(metastore, table, entry);
        }
    }

    /**
     * Takes a table from the metastore. Files of a table without a log go with its name, if the metastore says so.
     *
     * @return the folder of a log that goes, too
     */
    public static Optional<TableFolder> remove(Identifier table) {
        return with(metastore -> {
            MetastoreTable entry = existing(metastore, table);
            boolean ownsFiles = entry.ownsFiles();
            boolean hasHandler = entry.hasHandler();
            TableFolder folder = new TableFolder(entry.location(), TableFolder.sessionConfiguration());
            metastore.call(client ->
                    client.call("dropTable", table.namespace()[0], table.name(), ownsFiles && !hasHandler, false));
            return Optional.of(folder).filter(it -> ownsFiles && hasHandler && it.isTable());
        });
    }
}
