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
package dev.stoa.hive.internal.table;

import dev.stoa.hive.internal.session.SessionJar;
import dev.stoa.hive.internal.session.StatementWords;
import dev.stoa.hive.internal.session.TableClauses;
import dev.stoa.hive.internal.store.BesideFolder;
import dev.stoa.hive.internal.store.MetadataTable;
import dev.stoa.hive.internal.store.SnapshotRef;
import dev.stoa.table.TableProperties;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.common.StatsSetupConst;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.metastore.HiveMetaHook;
import org.apache.hadoop.hive.metastore.Warehouse;
import org.apache.hadoop.hive.metastore.api.CreateTableRequest;
import org.apache.hadoop.hive.metastore.api.Database;
import org.apache.hadoop.hive.metastore.api.EnvironmentContext;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.apache.hadoop.hive.metastore.api.StorageDescriptor;
import org.apache.hadoop.hive.metastore.api.Table;
import org.apache.hadoop.hive.metastore.api.hive_metastoreConstants;
import org.apache.hadoop.hive.ql.ddl.table.AlterTableType;
import org.apache.hadoop.hive.ql.metadata.Hive;
import org.apache.hadoop.hive.ql.metadata.HiveException;
import org.apache.hadoop.hive.serde.serdeConstants;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes, changes and empties logs when tables are created, changed and emptied in the metastore. Logs go with the folder of
 * a dropped table.
 */
public final class TableHook implements HiveMetaHook {
    private static final String INPUT_FORMAT = "dev.stoa.hive.StoaInputFormat";
    private static final String OUTPUT_FORMAT = "dev.stoa.hive.StoaOutputFormat";
    private static final String SERDE = "dev.stoa.hive.StoaSerDe";
    private static final String KEEP_FILES = "truncateSkipDataDeletion";

    private static final Logger LOG = LoggerFactory.getLogger(TableHook.class);

    private final Configuration configuration;
    private Optional<TableLog> made = Optional.empty();
    private Optional<AlteredColumns> altered = Optional.empty();
    private Optional<CreateTableRequest> asked = Optional.empty();

    public TableHook(Configuration configuration) {
        this.configuration = configuration;
    }

    /** With the constraints of the statement. */
    @Override
    public void preCreateTable(CreateTableRequest statement) throws MetaException {
        asked = Optional.of(statement);
        preCreateTable(statement.getTable());
    }

    @Override
    public void preCreateTable(Table table) throws MetaException {
        try {
            SessionJar.refuse(configuration);
        } catch (IllegalStateException e) {
            throw failure(table, e);
        }
        Declaration said;
        try {
            StatementWords.check(configuration);
            said = Declaration.take(configuration, table);
            asked.ifPresent(said::constrain);
            refuseProperties(table.getParameters().keySet());
            TableClauses.checkNew(configuration, table.getParameters().keySet());
            refuseUnused(table.getSd());
        } catch (IllegalArgumentException e) {
            throw failure(table, e);
        }
        refuseOthers(table);
        if (table.getSd().getLocation() == null) {
            table.getSd().setLocation(location(table).toString());
        }
        made = prepare(table, said);
    }

    /** The folder that the metastore gives to tables whose transactions are not its own. */
    private Path location(Table table) throws MetaException {
        try {
            Database database =
                    Hive.get(new HiveConf(configuration, TableHook.class)).getDatabase(table.getDbName());
            return new Warehouse(configuration).getDefaultTablePath(database, table.getTableName(), true);
        } catch (HiveException e) {
            throw failure(table, e);
        }
    }

    /** The log goes, unless it is that of a table of this name: another session may have made it meanwhile, and has found this log. */
    @Override
    public void rollbackCreateTable(Table table) throws MetaException {
        if (made.isPresent() && !isKnown(table)) {
            rollback();
        }
    }

    /** Whether the metastore has a table in this place, or does not say. */
    private boolean isKnown(Table table) {
        try {
            org.apache.hadoop.hive.ql.metadata.Table known = Hive.get(new HiveConf(configuration, TableHook.class))
                    .getTable(table.getDbName(), table.getTableName(), false);
            return known != null && new Path(table.getSd().getLocation()).equals(known.getDataLocation());
        } catch (HiveException e) {
            LOG.warn(
                    "{}: its log stays, as the metastore may have the table",
                    table.getSd().getLocation(),
                    e);
            return true;
        }
    }

    @Override
    public void commitCreateTable(Table table) {
        // the log is there
    }

    /** The metastore decides whether the folder goes. */
    @Override
    public void preDropTable(Table table) throws MetaException {
        checkWords(table);
    }

    private void checkWords(Table table) throws MetaException {
        try {
            StatementWords.check(configuration);
        } catch (IllegalArgumentException e) {
            throw failure(table, e);
        }
    }

    @Override
    public void rollbackDropTable(Table table) {
        // nothing was done
    }

    @Override
    public void commitDropTable(Table table, boolean deleteData) {
        // the log has gone with the folder, or stays with it
        BesideFolder.remove(configuration, new Path(table.getSd().getLocation()));
    }

    @Override
    public void preAlterTable(Table table, EnvironmentContext context) throws MetaException {
        checkWords(table);
        refuseOthers(table);
        altered = Optional.empty();
        Map<String, String> said =
                context == null || context.getProperties() == null ? Map.of() : context.getProperties();
        String operation = said.getOrDefault(ALTER_TABLE_OPERATION_TYPE, "");
        try {
            if (operation.equals(AlterTableType.ADDCOLS.name())) {
                altered = Optional.of(log(table).addColumns(table.getSd().getCols()));
            } else if (operation.equals(AlterTableType.RENAME_COLUMN.name())) {
                altered = Optional.of(log(table)
                        .changeColumn(ColumnChange.of(said), table.getSd().getCols(), table.getParameters()));
            }
            String set = said.getOrDefault(SET_PROPERTIES, "");
            refuseProperties(List.of(set.split(PROPERTIES_SEPARATOR, -1)));
            TableClauses.checkNames(List.of(set.split(PROPERTIES_SEPARATOR, -1)));
            String names = set + PROPERTIES_SEPARATOR + said.getOrDefault(UNSET_PROPERTIES, "");
            log(table).setProperties(List.of(names.split(PROPERTIES_SEPARATOR, -1)), table.getParameters());
        } catch (IOException | IllegalArgumentException e) {
            throw failure(table, e);
        }
        made = Optional.empty();
        if (!isThere(table)) {
            refuseWriters(table);
            made = prepare(table, Declaration.NONE);
        }
    }

    private void refuseWriters(Table table) throws MetaException {
        try {
            log(table).refuseWriters();
        } catch (IOException | IllegalArgumentException e) {
            throw failure(table, e);
        }
    }

    /** Whether the log exists. Its columns may be others than Hive knows: statements that read it say so, and 'alter table' serves. */
    private boolean isThere(Table table) throws MetaException {
        try {
            return log(table).isThere();
        } catch (IOException e) {
            throw failure(table, e);
        }
    }

    @Override
    public void rollbackAlterTable(Table table, EnvironmentContext context) throws MetaException {
        rollback();
        if (altered.isPresent()) {
            try {
                altered.get().undo();
            } catch (IOException e) {
                throw failure(table, e);
            }
        }
    }

    /** Removes what Hive has made for the table under its old name. */
    @Override
    public void commitAlterTable(Table table, EnvironmentContext context) {
        String operation = context == null || context.getProperties() == null
                ? ""
                : context.getProperties().getOrDefault(ALTER_TABLE_OPERATION_TYPE, "");
        if (operation.equals(AlterTableType.RENAME.name())) {
            BesideFolder.remove(configuration, new Path(table.getSd().getLocation()));
        }
    }

    @Override
    public void preTruncateTable(Table table, EnvironmentContext context) throws MetaException {
        try {
            log(table).truncate();
        } catch (IOException e) {
            throw failure(table, e);
        }
        context.putToProperties(KEEP_FILES, "true");
    }

    @Override
    public void preTruncateTable(Table table, EnvironmentContext context, List<String> partitions)
            throws MetaException {
        preTruncateTable(table, context);
    }

    /**
     * Others change the rows, too: no query is answered by statistics that the metastore once got. A table {@code stored by} the
     * handler has no formats in the metastore, which Hive's change of a column looks for.
     *
     * @throws IllegalArgumentException for a statement that comes no further than here, and has no effect
     */
    @Override
    public void postGetTable(Table table) {
        StatementWords.refuseCheck(configuration);
        if (table.getSd() != null && table.getSd().getInputFormat() == null) {
            table.getSd().setInputFormat(INPUT_FORMAT);
            table.getSd().setOutputFormat(OUTPUT_FORMAT);
        }
        if (table.getParameters() != null) {
            table.getParameters().remove(StatsSetupConst.COLUMN_STATS_ACCURATE);
        }
    }

    /** Refuses properties of the log, which the metastore would keep without effect, and those that Hive gives to a scan. */
    private static void refuseProperties(Collection<String> properties) {
        for (String name : properties) {
            if (name.equals(MetadataTable.PROPERTY) || name.equals(SnapshotRef.PROPERTY)) {
                throw new IllegalArgumentException(
                        "the property '" + name + "' is Hive's own, for queries such as 'select *"
                                + " from db.t.snapshots': choose another name");
            }
            if (TableProperties.isNamed(name)) {
                throw new IllegalArgumentException(
                        "the property '" + name + "' is a constraint, a tag or a branch, which"
                                + " Hive does not change by properties: declare 'check (...)' in create table, or use 'stoa table"
                                + " alter', 'stoa table tag' and 'stoa table branch'");
            }
        }
    }

    /** Refuses clauses that Hive would only keep: files of Stoa have one form, and the log divides their rows. */
    private static void refuseUnused(StorageDescriptor storage) {
        if (storage.getSkewedInfo() != null && storage.getSkewedInfo().getSkewedColNamesSize() > 0) {
            throw new IllegalArgumentException(
                    "skewed by " + storage.getSkewedInfo().getSkewedColNames()
                            + ": leave it out; 'partitioned by spec' and 'clustered by' divide the rows of a table with a log");
        }
        String library = storage.getSerdeInfo().getSerializationLib();
        if (library != null && !library.equals(SERDE)) {
            throw new IllegalArgumentException(
                    "row format serde '" + library + "': leave it out, as a table with a log has"
                            + " its own. For a table like one of another format, say 'create table new stored by ... as select'");
        }
        Set<String> settings =
                new TreeSet<>(storage.getSerdeInfo().getParameters().keySet());
        settings.remove(serdeConstants.SERIALIZATION_FORMAT);
        if (!settings.isEmpty()) {
            throw new IllegalArgumentException(
                    "with serdeproperties " + settings + ": leave it out, as a table with a log"
                            + " has no such; 'tblproperties' keeps properties of your own");
        }
    }

    private static void refuseOthers(Table table) throws MetaException {
        String name = table.getDbName() + "." + table.getTableName();
        if (table.getPartitionKeysSize() > 0) {
            throw new MetaException(name + ": a table with partitions of Hive can't get a log: 'create table new like "
                    + name + "' with the handler, and insert into it from this one");
        }
        if (table.getSd().getBucketColsSize() > 0 || table.getSd().getSortColsSize() > 0) {
            throw new MetaException(name + ": a table that Hive clusters or sorts can't get a log: 'create table new"
                    + " stored by' the handler with 'clustered by', and insert into it from this one");
        }
        if (Boolean.parseBoolean(table.getParameters().get(hive_metastoreConstants.TABLE_IS_TRANSACTIONAL))) {
            throw new MetaException(
                    name + ": a table with a log needs no transactions of Hive: leave 'transactional' out");
        }
    }

    private TableLog log(Table table) throws IOException {
        return new TableLog(configuration, new Path(table.getSd().getLocation()));
    }

    private Optional<TableLog> prepare(Table table, Declaration said) throws MetaException {
        try {
            TableLog log = log(table);
            boolean makes = log.prepare(table.getSd().getCols(), table.getParameters(), said);
            return makes ? Optional.of(log) : Optional.empty();
        } catch (IOException | IllegalArgumentException e) {
            throw failure(table, e);
        }
    }

    private void rollback() throws MetaException {
        if (made.isPresent()) {
            try {
                made.get().remove();
            } catch (IOException e) {
                throw new MetaException("a log that was made for nothing stays: " + e.getMessage());
            }
        }
    }

    private static MetaException failure(Table table, Exception cause) {
        MetaException failure =
                new MetaException(table.getDbName() + "." + table.getTableName() + ": " + cause.getMessage());
        failure.initCause(cause);
        return failure;
    }
}
