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
package dev.stoa.hive;

import dev.stoa.hive.internal.columns.Naming;
import dev.stoa.hive.internal.columns.TableColumns;
import dev.stoa.hive.internal.rows.RowPlace;
import dev.stoa.hive.internal.session.SessionJar;
import dev.stoa.hive.internal.session.StatementWords;
import dev.stoa.hive.internal.session.Statements;
import dev.stoa.hive.internal.store.BesideFolder;
import dev.stoa.hive.internal.store.MetadataTable;
import dev.stoa.hive.internal.store.SnapshotRef;
import dev.stoa.hive.internal.table.AlterStatements;
import dev.stoa.hive.internal.table.ColumnChange;
import dev.stoa.hive.internal.table.Declaration;
import dev.stoa.hive.internal.table.LogStatistics;
import dev.stoa.hive.internal.table.PartitionSpecs;
import dev.stoa.hive.internal.table.TableHook;
import dev.stoa.hive.internal.table.TableLog;
import dev.stoa.hive.internal.table.TableUpkeep;
import dev.stoa.hive.internal.write.Statement;
import dev.stoa.table.Snapshot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ExecutorService;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.common.type.SnapshotContext;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.metastore.HiveMetaHook;
import org.apache.hadoop.hive.metastore.api.ColumnStatisticsObj;
import org.apache.hadoop.hive.metastore.api.EnvironmentContext;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.metastore.api.LockType;
import org.apache.hadoop.hive.metastore.api.hive_metastoreConstants;
import org.apache.hadoop.hive.ql.Context.Operation;
import org.apache.hadoop.hive.ql.ddl.table.AbstractAlterTableDesc;
import org.apache.hadoop.hive.ql.ddl.table.AlterTableType;
import org.apache.hadoop.hive.ql.ddl.table.column.change.AlterTableChangeColumnDesc;
import org.apache.hadoop.hive.ql.ddl.table.create.CreateTableDesc;
import org.apache.hadoop.hive.ql.ddl.table.create.like.CreateTableLikeDesc;
import org.apache.hadoop.hive.ql.hooks.WriteEntity;
import org.apache.hadoop.hive.ql.metadata.DefaultStorageHandler;
import org.apache.hadoop.hive.ql.metadata.HiveException;
import org.apache.hadoop.hive.ql.metadata.Table;
import org.apache.hadoop.hive.ql.metadata.VirtualColumn;
import org.apache.hadoop.hive.ql.parse.AlterTableExecuteSpec;
import org.apache.hadoop.hive.ql.parse.SemanticException;
import org.apache.hadoop.hive.ql.parse.TransformSpec;
import org.apache.hadoop.hive.ql.plan.TableDesc;
import org.apache.hadoop.hive.ql.stats.Partish;
import org.apache.hadoop.hive.serde2.AbstractSerDe;
import org.apache.hadoop.mapred.InputFormat;
import org.apache.hadoop.mapred.OutputCommitter;
import org.apache.hadoop.mapred.OutputFormat;

/**
 * Tables of Stoa with a log, whose rows can be changed: {@code STORED BY 'dev.stoa.hive.StoaStorageHandler'}, or
 * {@code STORED AS STOA} with this class as the table property {@code storage_handler}. A statement reads one version of a table,
 * and what it changes becomes the next one, at once, when all its tasks are done.
 */
public final class StoaStorageHandler extends DefaultStorageHandler {
    private static final String COMMITTER = "mapred.output.committer.class";
    /** Where Hive takes the folder of a pattern from one call to the next. */
    private static final String PATTERN = "stoa.pattern.folder";

    /** Called by Hive. */
    public StoaStorageHandler() {}

    @Override
    @SuppressWarnings("rawtypes") // as Hive declares it
    public Class<? extends InputFormat> getInputFormatClass() {
        return StoaInputFormat.class;
    }

    @Override
    @SuppressWarnings("rawtypes") // as Hive declares it
    public Class<? extends OutputFormat> getOutputFormatClass() {
        return StoaOutputFormat.class;
    }

    @Override
    public Class<? extends AbstractSerDe> getSerDeClass() {
        return StoaSerDe.class;
    }

    @Override
    public HiveMetaHook getMetaHook() {
        return new TableHook(getConf());
    }

    @Override
    public void configureInputJobProperties(TableDesc table, Map<String, String> settings) {
        Path location = Statement.location(table.getProperties());
        Optional<MetadataTable> metadata = MetadataTable.of(table.getProperties());
        settings.put(MetadataTable.SCANNED, metadata.map(MetadataTable::word).orElse(""));
        try {
            Statements statements = new Statements(getConf());
            if (metadata.isPresent()) {
                statements.reading(location);
                return;
            }
            settings.put(
                    VersionId.key(getConf(), location),
                    statements.reading(location).text());
            TableLog.check(
                    location,
                    statements.snapshot(location).schema().fields(),
                    TableColumns.of(table.getProperties()),
                    Naming.of(table.getProperties()));
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    @Override
    public void configureOutputJobProperties(TableDesc table, Map<String, String> settings) {
        SessionJar.refuse(getConf());
        StatementWords.checkMerge(getConf());
        refuseRef(table.getProperties());
        Path location = Statement.location(table.getProperties());
        try {
            BesideFolder.check(getConf(), location);
            boolean makes =
                    Boolean.parseBoolean(table.getProperties().getProperty(hive_metastoreConstants.TABLE_IS_CTAS));
            Statement statement = new Statements(getConf()).writing(location, makes);
            statement.put(table.getProperties());
            settings.put(StoaOutputCommitter.NOTES + location, statement.notes().toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
        settings.put(COMMITTER, StoaOutputCommitter.class.getName());
    }

    private static void refuseRef(Properties table) {
        String ref = MetadataTable.of(table).map(MetadataTable::word).orElse(table.getProperty(SnapshotRef.PROPERTY));
        if (ref != null) {
            throw new IllegalArgumentException(
                    SnapshotRef.refusal(table.getProperty(hive_metastoreConstants.META_TABLE_NAME), ref));
        }
    }

    /**
     * Makes Hive keep this handler for the table that {@code create table like} makes of a table with a log.
     *
     * @param table the one with a log, which Hive goes on to change into the other
     */
    @Override
    public Map<String, String> getNativeProperties(Table table) {
        table.getStorageHandler();
        Map<String, String> properties = new HashMap<>(super.getNativeProperties(table));
        properties.put(PATTERN, table.getDataLocation().toString());
        return properties;
    }

    /**
     * Gives a log to a table of {@code create table like}, with the same declarations, unless the statement names another
     * format.
     */
    @Override
    public void setTableParametersForCTLT(Table made, CreateTableLikeDesc asked, Map<String, String> before) {
        if (asked.isUserStorageFormat()) {
            return;
        }
        made.setProperty(hive_metastoreConstants.META_TABLE_STORAGE, StoaStorageHandler.class.getName());
        try {
            Declaration.tellPattern(getConf(), new Statements(getConf()).snapshot(new Path(before.get(PATTERN))));
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    /**
     * Gives the folder that {@code create table as select} writes to, before the table is made.
     *
     * @throws IllegalArgumentException if the statement has partitions of Hive, whose columns Hive keeps from the rows that it writes
     */
    @Override
    public void setTableLocationForCTAS(CreateTableDesc asked, String location) {
        if (asked.getPartColNames() != null && !asked.getPartColNames().isEmpty()) {
            String columns = String.join(", ", asked.getPartColNames());
            throw new IllegalArgumentException(asked.getDbTableName() + ": partitioned by (" + columns
                    + ") with 'as select': Hive leaves these columns out of the rows that it writes: say partitioned by spec ("
                    + columns + ")");
        }
        asked.setLocation(location);
    }

    /** {@code partitioned by spec}: the log keeps it, see {@link TableHook}. */
    @Override
    public boolean supportsPartitionTransform() {
        return true;
    }

    @Override
    public List<TransformSpec> getPartitionTransformSpec(Table table) {
        try {
            return PartitionSpecs.of(new Statements(getConf()).snapshot(table.getDataLocation()));
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    /** Versions tell Hive whether a materialised view is out of date. */
    @Override
    public boolean areSnapshotsSupported() {
        return true;
    }

    /**
     * The version that the statement reads, by its transaction: numbers begin anew in a table that is made anew. Hive asks again when
     * it has filled a materialised view, and others may have committed since.
     */
    @Override
    public SnapshotContext getCurrentSnapshotContext(Table table) {
        try {
            VersionId read = new Statements(getConf()).reading(table.getDataLocation());
            return new SnapshotContext(read.transaction().getMostSignificantBits());
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    /**
     * Makes Hive compute a materialised view anew, which it would else add the rows of newer versions to: for all it knows, rows
     * were also deleted.
     */
    @Override
    public Iterable<SnapshotContext> getSnapshotContexts(Table table, SnapshotContext since) {
        long newest = getCurrentSnapshotContext(table).getSnapshotId();
        return List.of(new SnapshotContext(newest, SnapshotContext.WriteOperationType.OVERWRITE, 0, 0));
    }

    /** Tasks write rows to their final place, and no file is moved. */
    @Override
    public boolean directInsert() {
        return true;
    }

    /** The commit comes when all tasks are done. */
    @Override
    public boolean commitInMoveTask() {
        return true;
    }

    @Override
    public OutputCommitter getOutputCommitter() {
        return new StoaOutputCommitter();
    }

    /**
     * Commits a statement.
     *
     * @throws HiveException if another statement has changed the same since it began, or the store failed; no change is visible
     * then
     */
    @Override
    public void storageHandlerCommit(Properties table, Operation operation, ExecutorService pool) throws HiveException {
        storageHandlerCommit(table, operation);
    }

    @Override
    public void storageHandlerCommit(Properties table, Operation operation) throws HiveException {
        try {
            new Statements(getConf()).commit(table, operation == Operation.MERGE, operation == Operation.IOW);
        } catch (IOException e) {
            throw new HiveException(e.getMessage(), e);
        }
    }

    @Override
    public AcidSupportType supportsAcidOperations() {
        return AcidSupportType.WITHOUT_TRANSACTIONS;
    }

    @Override
    public List<VirtualColumn> acidVirtualColumns() {
        return RowPlace.COLUMNS;
    }

    @Override
    public List<FieldSchema> acidSelectColumns(Table table, Operation operation) {
        return RowPlace.FIELDS;
    }

    @Override
    public List<FieldSchema> acidSortColumns(Table table, Operation operation) {
        return RowPlace.FIELDS;
    }

    @Override
    public FieldSchema getRowId() {
        return RowPlace.FIELDS.get(1);
    }

    /** Tables with a log have no partitions that Hive knows of. */
    @Override
    public boolean supportsPartitioning() {
        return false;
    }

    @Override
    public boolean isPartitioned(Table table) {
        return false;
    }

    @Override
    public List<FieldSchema> getPartitionKeys(Table table) {
        return List.of();
    }

    /** Statements don't wait for each other: of two that change the same, the second to commit fails. */
    @Override
    public LockType getLockType(WriteEntity entity) {
        return LockType.SHARED_READ;
    }

    @Override
    public boolean isTimeTravelAllowed() {
        return true;
    }

    @Override
    public boolean canUseTruncate(Table table, Map<String, String> partition) throws SemanticException {
        String part = table.getMetaTable() != null ? table.getMetaTable() : table.getSnapshotRef();
        if (part != null) {
            throw new SemanticException(SnapshotRef.refusal(table.getFullyQualifiedName(), part));
        }
        return super.canUseTruncate(table, partition);
    }

    @Override
    public boolean isTableMetaRefSupported() {
        return true;
    }

    /** Lets a query name a branch, a tag, or what the log tells: {@code select * from db.orders.branch_audit}. */
    @Override
    public Table checkAndSetTableMetaRef(Table table, String name) throws SemanticException {
        if (MetadataTable.of(name).isPresent()) {
            table.setMetaTable(name);
            return table;
        }
        if (!SnapshotRef.isOne(name)) {
            throw new SemanticException(table.getFullyQualifiedName() + "." + name
                    + ": tables of Stoa have no such part in Hive: write branch_NAME, tag_NAME, snapshots, files, tags or"
                    + " branches");
        }
        table.setSnapshotRef(name);
        return table;
    }

    /**
     * Whether Hive may change a table so.
     *
     * @throws IllegalArgumentException if not; the message names what serves
     */
    @Override
    public boolean isAllowedAlterOperation(AlterTableType operation) {
        AlterStatements.check(operation);
        return true;
    }

    @Override
    public void prepareAlterTableEnvironmentContext(AbstractAlterTableDesc asked, EnvironmentContext context) {
        if (asked instanceof AlterTableChangeColumnDesc change) {
            ColumnChange.tell(change, context);
        }
    }

    /**
     * Does what {@code alter table ... execute} asks for.
     *
     * @throws IllegalArgumentException if tables of Stoa have no such operation
     */
    @Override
    @SuppressWarnings("rawtypes") // as Hive declares it
    public void executeOperation(Table table, AlterTableExecuteSpec operation) {
        try {
            new TableUpkeep(getConf(), table.getDataLocation()).run(operation);
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    @Override
    public boolean supportsTruncateOnNonNativeTables() {
        return true;
    }

    @Override
    public boolean canProvideBasicStatistics() {
        return true;
    }

    @Override
    public boolean canComputeQueryUsingStats(Partish table) {
        return table.getTable().getMetaTable() == null;
    }

    /** Rows, files and bytes as the log has them, of the version that the statement reads. */
    @Override
    public Map<String, String> getBasicStatistics(Partish of) {
        if (of.getTable().getMetaTable() != null) {
            return Map.of();
        }
        try {
            return statistics(of.getTable()).basic();
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    @Override
    public boolean canProvideColStatistics(Table table) {
        return table.getMetaTable() == null;
    }

    /** Returns the log's statistics of all columns, of the version that the statement reads. */
    @Override
    @SuppressWarnings("deprecation") // Hive 4.1 has no other
    public List<ColumnStatisticsObj> getColStatistics(Table table) {
        return getColStatistics(
                table, table.getCols().stream().map(FieldSchema::getName).toList());
    }

    /** Returns the log's statistics of some columns. Called by Hive 4.2. */
    @SuppressWarnings("MissingOverride") // Hive 4.1 does not have it
    public List<ColumnStatisticsObj> getColStatistics(Table table, List<String> columns) {
        if (columns == null) {
            return getColStatistics(table);
        }
        try {
            return statistics(table).columns(table.getCols(), columns);
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    private LogStatistics statistics(Table table) {
        try {
            Statements statements = new Statements(getConf());
            Path location = table.getDataLocation();
            Snapshot snapshot = snapshot(statements, location, table);
            double distinct = HiveConf.getFloatVar(getConf(), HiveConf.ConfVars.HIVE_STATS_NDV_ESTIMATE_PERC) / 100;
            return new LogStatistics(snapshot, naming(table), distinct);
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    private static Snapshot snapshot(Statements statements, Path location, Table table) throws IOException {
        if (table.getSnapshotRef() != null) {
            return statements.asked(location, SnapshotRef.name(table.getSnapshotRef()));
        } else if (table.getAsOfVersion() != null) {
            return statements.asked(location, table.getAsOfVersion());
        } else if (table.getAsOfTimestamp() != null) {
            return statements.askedAt(location, table.getAsOfTimestamp());
        }
        statements.reading(location);
        return statements.snapshot(location);
    }

    private static Naming naming(Table table) {
        Map<String, String> properties = table.getParameters();
        return Naming.of(properties.getOrDefault(Naming.ACCESS, ""), properties.getOrDefault(Naming.IDS, ""));
    }

    @Override
    public Map<String, String> computeBasicStatistics(Partish table) {
        return getBasicStatistics(table);
    }
}
