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
package dev.stoa.spark.internal.table;

import dev.stoa.spark.internal.columns.BoundedTexts;
import dev.stoa.spark.internal.columns.FieldNotes;
import dev.stoa.spark.internal.read.StoaScanBuilder;
import dev.stoa.spark.internal.read.TableOrder;
import dev.stoa.spark.internal.store.LoadedNames;
import dev.stoa.spark.internal.store.SparkErrors;
import dev.stoa.spark.internal.store.TableFolder;
import dev.stoa.spark.internal.store.TablePath;
import dev.stoa.spark.internal.write.RowColumn;
import dev.stoa.spark.internal.write.RowCondition;
import dev.stoa.spark.internal.write.StoaWrite;
import dev.stoa.spark.internal.write.WriteKind;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import dev.stoa.table.TableProperties;
import dev.stoa.vio.Folder;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.ColumnDefaultValue;
import org.apache.spark.sql.connector.catalog.MetadataColumn;
import org.apache.spark.sql.connector.catalog.SupportsAtomicPartitionManagement;
import org.apache.spark.sql.connector.catalog.SupportsDeleteV2;
import org.apache.spark.sql.connector.catalog.SupportsMetadataColumns;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.SupportsRowLevelOperations;
import org.apache.spark.sql.connector.catalog.SupportsSchemaEvolution;
import org.apache.spark.sql.connector.catalog.SupportsWrite;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.connector.catalog.constraints.Constraint;
import org.apache.spark.sql.connector.expressions.LiteralValue;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.RowLevelOperationBuilder;
import org.apache.spark.sql.connector.write.RowLevelOperationInfo;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** A table, or files, as they were when Spark looked at them. */
public final class StoaTable
        implements SupportsRead,
                SupportsWrite,
                SupportsDeleteV2,
                SupportsRowLevelOperations,
                SupportsMetadataColumns,
                SupportsAtomicPartitionManagement,
                SupportsSchemaEvolution {
    private final String name;
    private final TablePath path;
    private final Table table;
    private final Snapshot snapshot;
    private final Configuration configuration;
    private final StructType schema;
    private final boolean isInCatalog;
    private final boolean isAsked;

    /** Empty until Spark asks for them. */
    private volatile Column[] columns = {};

    /**
     * A version of a table.
     *
     * @param isInCatalog whether Spark found the table in a catalog that it knows
     * @param isAsked whether the query names the version
     * @throws IllegalArgumentException if Spark has no type for a column
     */
    private StoaTable(
            String name,
            TablePath path,
            Table table,
            Snapshot snapshot,
            Configuration configuration,
            boolean isInCatalog,
            boolean isAsked) {
        this.name = name;
        this.path = path;
        this.table = table;
        this.snapshot = snapshot;
        this.configuration = configuration;
        this.schema = FieldNotes.schema(snapshot);
        this.isInCatalog = isInCatalog;
        this.isAsked = isAsked;
    }

    /** The newest version, where Spark has no catalog for the table. */
    public static StoaTable of(TableFolder folder) {
        return of(folder, Optional.empty(), Optional.empty(), false);
    }

    /**
     * A version, or the newest, of a table in a catalog.
     *
     * @param name what the table is called; if absent, by its path
     */
    public static StoaTable of(TableFolder folder, Optional<TableFolder.Version> version, Optional<String> name) {
        return of(folder, version, name, true);
    }

    private static StoaTable of(
            TableFolder folder, Optional<TableFolder.Version> version, Optional<String> name, boolean isInCatalog) {
        SessionRules.add(new ShallowPruning()); // Spark loads tables before it chooses the rules for a query
        SessionRules.add(new SharedSubqueries());
        SessionRules.add(new OldestReads());
        return SparkErrors.unchecked(() -> {
            Configuration configuration = folder.configuration();
            TablePath path = TablePath.of(folder.path(), configuration);
            Table table = path.open(configuration);
            Snapshot snapshot = TableFolder.snapshot(table, version);
            return new StoaTable(
                    name.orElse("stoa " + path),
                    path,
                    table,
                    snapshot,
                    configuration,
                    isInCatalog,
                    version.isPresent());
        });
    }

    public StructType asStruct() {
        return schema;
    }

    @Override
    public String name() {
        return name;
    }

    /** Spark asks several times for each statement. */
    @Override
    public Column[] columns() {
        if (columns.length == 0) {
            columns = columns(BoundedTexts.noted(schema, snapshot.schema()));
        }
        return columns.clone();
    }

    public static Column[] columns(StructType schema) {
        return Arrays.stream(schema.fields()).map(StoaTable::column).toArray(Column[]::new);
    }

    private static Column column(StructField field) {
        String byDefault = field.getCurrentDefaultValue().getOrElse(() -> null);
        // all rows have values of their own, whatever a default was when they came
        ColumnDefaultValue value = byDefault == null
                ? null
                : new ColumnDefaultValue(byDefault, new LiteralValue<>(null, field.dataType()));
        return Column.create(
                field.name(),
                field.dataType(),
                field.nullable(),
                field.getComment().getOrElse(() -> null),
                value,
                BoundedTexts.note(field));
    }

    @Override
    public Map<String, String> properties() {
        Map<String, String> properties = new TreeMap<>(snapshot.properties().other());
        properties.keySet().removeIf(FieldNotes::isOne);
        properties.keySet().removeIf(TableProperties::isNamed);
        DeclaredOrder.property(snapshot).ifPresent(columns -> properties.put(DeclaredOrder.PROPERTY, columns));
        properties.put(TableCatalog.PROP_PROVIDER, "stoa");
        properties.put(TableCatalog.PROP_LOCATION, path.toString());
        return properties;
    }

    @Override
    public Transform[] partitioning() {
        Transform[] partitions = TablePartitions.transforms(snapshot);
        return partitions.length > 0
                ? partitions
                : DeclaredOrder.clause(snapshot).stream().toArray(Transform[]::new);
    }

    @Override
    public Constraint[] constraints() {
        return TableConstraints.of(snapshot);
    }

    @Override
    public MetadataColumn[] metadataColumns() {
        return new MetadataColumn[] {
            RowColumn.file(snapshot.schema()),
            RowColumn.position(snapshot.schema()),
            RowColumn.metadata(snapshot.schema())
        };
    }

    @Override
    public Set<TableCapability> capabilities() {
        return table.isPlain()
                ? Set.of(TableCapability.BATCH_READ)
                : Set.of(
                        TableCapability.BATCH_READ,
                        TableCapability.BATCH_WRITE,
                        TableCapability.TRUNCATE,
                        TableCapability.OVERWRITE_BY_FILTER,
                        TableCapability.OVERWRITE_DYNAMIC,
                        TableCapability.AUTOMATIC_SCHEMA_EVOLUTION,
                        TableCapability.MICRO_BATCH_READ,
                        TableCapability.STREAMING_WRITE);
    }

    /**
     * Whether a write {@code with schema evolution} changes a column before it begins. A column that can't get the written
     * type stays as it is, and Spark casts to it. A column that can't be added is not left out: adding it fails.
     */
    @Override
    public boolean supportsColumnChange(TableChange.ColumnChange change) {
        return !(change instanceof TableChange.UpdateColumnType type) || TableChanges.canWiden(snapshot, type);
    }

    @Override
    public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
        return new StoaScanBuilder(path, snapshot, schema, configuration, options, false);
    }

    /** A scan of rows that a statement then changes. */
    ScanBuilder newScanOfTarget(CaseInsensitiveStringMap options) {
        return new StoaScanBuilder(path, snapshot, schema, configuration, options, true);
    }

    /** Deletes all rows; others are found by tasks. */
    @Override
    public boolean canDeleteWhere(Predicate[] predicates) {
        return !table.isPlain()
                && Arrays.stream(predicates)
                        .allMatch(predicate -> predicate.name().equals("ALWAYS_TRUE"));
    }

    @Override
    public void deleteWhere(Predicate[] predicates) {
        truncateTable();
    }

    @Override
    public boolean truncateTable() {
        SparkErrors.unchecked(() -> TableOperations.of(table).truncate());
        LoadedNames.refreshCached(table.folder());
        return true;
    }

    /** The folder, that of a branch included. */
    public Folder folder() {
        return table.folder();
    }

    /** The version. */
    public Snapshot snapshot() {
        return snapshot;
    }

    /** Whether the query names the version. It is the newest at the time otherwise. */
    boolean isAsked() {
        return isAsked;
    }

    @Override
    public StructType partitionSchema() {
        return new PartitionValues(snapshot).schema();
    }

    @Override
    public InternalRow[] listPartitionIdentifiers(String[] names, InternalRow values) {
        StructType columns = partitionSchema();
        return SparkErrors.unchecked(() -> new PartitionValues(snapshot).all()).keySet().stream()
                .filter(partition -> PartitionValues.matches(partition, columns, names, values))
                .toArray(InternalRow[]::new);
    }

    @Override
    public boolean dropPartition(InternalRow partition) {
        return dropPartitions(new InternalRow[] {partition});
    }

    /** Deletes all rows of partitions, by one commit. */
    @Override
    public boolean dropPartitions(InternalRow[] partitions) {
        SparkErrors.unchecked(() -> TableOperations.of(table).run("drop partition", transaction -> {
            PartitionValues values = new PartitionValues(transaction.snapshot());
            values.checkAll();
            for (InternalRow partition : partitions) {
                for (UUID fragment : values.fragments(partition)) {
                    transaction.removeFragment(fragment);
                }
            }
        }));
        LoadedNames.refreshCached(table.folder());
        return true;
    }

    @Override
    public boolean truncatePartition(InternalRow partition) {
        return dropPartition(partition);
    }

    @Override
    public boolean truncatePartitions(InternalRow[] partitions) {
        return dropPartitions(partitions);
    }

    @Override
    public void createPartitions(InternalRow[] partitions, Map<String, String>[] properties) {
        throw SparkErrors.refusal(
                SparkErrors.Condition.STOA_UNSUPPORTED,
                name + ": a partition comes with its first row, and has no location and properties: insert the rows");
    }

    @Override
    public Map<String, String> loadPartitionMetadata(InternalRow partition) {
        return Map.of();
    }

    @Override
    public void replacePartitionMetadata(InternalRow partition, Map<String, String> properties) {
        throw SparkErrors.refusal(
                SparkErrors.Condition.STOA_UNSUPPORTED,
                name + ": a partition has no location and properties: set properties of the table");
    }

    /** A write that replaces all rows, or that states its changes row by row. */
    public StoaWrite write(LogicalWriteInfo info, WriteKind kind) {
        return write(info, kind, Optional.empty());
    }

    /** A write that is based on the version shown here, and conflicts with later changes of the same rows. */
    public StoaWrite write(LogicalWriteInfo info, WriteKind kind, Optional<RowCondition> where) {
        TableOrder order = isInCatalog ? TableOrder.of(snapshot) : TableOrder.withoutFunctions(snapshot);
        return SparkErrors.unchecked(() -> StoaWrite.of(path, table, order, info, kind, where, configuration));
    }

    @Override
    public RowLevelOperationBuilder newRowLevelOperationBuilder(RowLevelOperationInfo info) {
        SessionRules.add(new KeysOfSources());
        return () -> RowOperation.of(this, info.command());
    }

    @Override
    public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
        return new StoaWriteBuilder(this, snapshot, info);
    }
}
