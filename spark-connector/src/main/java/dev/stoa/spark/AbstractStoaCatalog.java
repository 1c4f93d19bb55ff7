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
package dev.stoa.spark;

import dev.stoa.format.Schema;
import dev.stoa.spark.internal.columns.FieldNotes;
import dev.stoa.spark.internal.columns.SparkTypes;
import dev.stoa.spark.internal.read.ChangeFeed;
import dev.stoa.spark.internal.read.ChangeRange;
import dev.stoa.spark.internal.read.PartFunction;
import dev.stoa.spark.internal.store.FileSize;
import dev.stoa.spark.internal.store.LoadedNames;
import dev.stoa.spark.internal.store.SparkErrors;
import dev.stoa.spark.internal.store.SparkVersion;
import dev.stoa.spark.internal.store.TableFolder;
import dev.stoa.spark.internal.table.DeclaredOrder;
import dev.stoa.spark.internal.table.ReplacedTable;
import dev.stoa.spark.internal.table.StoaTable;
import dev.stoa.spark.internal.table.TableChanges;
import dev.stoa.spark.internal.table.TableClauses;
import dev.stoa.spark.internal.table.TableConstraints;
import dev.stoa.spark.internal.table.TablePartitions;
import dev.stoa.table.SchemaEdit;
import dev.stoa.table.Snapshot;
import dev.stoa.table.TableOperations;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.table.Transaction;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.spark.sql.catalyst.analysis.NoSuchFunctionException;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.analysis.TableAlreadyExistsException;
import org.apache.spark.sql.connector.catalog.Changelog;
import org.apache.spark.sql.connector.catalog.ChangelogContext;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.FunctionCatalog;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.StagedTable;
import org.apache.spark.sql.connector.catalog.StagingTableCatalog;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.catalog.TableCatalogCapability;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.connector.catalog.TableInfo;
import org.apache.spark.sql.connector.catalog.functions.UnboundFunction;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Operations of catalogs on a table, wherever its files are. */
abstract class AbstractStoaCatalog implements StagingTableCatalog, FunctionCatalog {
    private static final Logger LOG = LoggerFactory.getLogger(AbstractStoaCatalog.class);

    private String name = "";

    @Override
    public void initialize(String catalog, CaseInsensitiveStringMap options) {
        SparkVersion.check();
        name = catalog;
    }

    @Override
    public final String name() {
        return name;
    }

    /** Where a table is, or would be. */
    abstract TableFolder folder(Identifier table);

    @Override
    public Set<TableCatalogCapability> capabilities() {
        return Set.of(
                TableCatalogCapability.SUPPORT_COLUMN_DEFAULT_VALUE, TableCatalogCapability.SUPPORT_TABLE_CONSTRAINT);
    }

    /** Whether a table has something to read. */
    abstract boolean isThere(TableFolder folder);

    /** The name of a table; nothing where its path says it. */
    Optional<String> shown(Identifier table) {
        return Optional.empty();
    }

    /**
     * Gives a new table its name.
     *
     * @param schema its columns
     * @return where it is to be
     */
    TableFolder named(Identifier table, Schema schema) {
        return folder(table);
    }

    /** Takes the name from a table that could not be made. */
    void unnamed(Identifier table) {}

    /** Follows a commit that may have changed the columns of a table. */
    void changed(Identifier table) {}

    /** Notes the name that a table was loaded under. */
    void loaded(Identifier table, StoaTable found) {}

    /** Finds the meaning of a name that is not simply that of a table. */
    Optional<Table> loadOther(Identifier table, Optional<TableFolder.Version> version) {
        return Optional.empty();
    }

    private Table load(Identifier table, Optional<TableFolder.Version> version) throws NoSuchTableException {
        return SparkErrors.analysed(SparkErrors.Condition.STOA_UNSUPPORTED, () -> {
            Optional<Table> other = loadOther(table, version);
            if (other.isPresent()) {
                return other.get();
            }
            TableFolder folder = folder(table);
            if (!isThere(folder)) {
                throw new NoSuchTableException(table);
            }
            StoaTable found = StoaTable.of(folder, version, shown(table));
            loaded(table, found);
            return found;
        });
    }

    @Override
    public boolean tableExists(Identifier table) {
        return isThere(folder(table));
    }

    @Override
    public Table loadTable(Identifier table) throws NoSuchTableException {
        return load(table, Optional.empty());
    }

    @Override
    public Table loadTable(Identifier table, String version) throws NoSuchTableException {
        if (version.matches("\\d{1,18}")) {
            return load(table, numbered(Long.parseLong(version)));
        }
        TableFolder folder = folder(table);
        if (!folder.isTable()) {
            throw SparkErrors.refusal(
                    SparkErrors.Condition.STOA_VERSION_NOT_FOUND,
                    "'" + version + "' is not a version of " + table
                            + ": versions are numbers, from 0, and only tables have tags");
        }
        Optional<TableFolder> branch = folder.branch(version);
        if (branch.isPresent()) {
            return SparkErrors.analysed(
                    SparkErrors.Condition.STOA_UNSUPPORTED,
                    () -> StoaTable.of(
                            branch.get(), Optional.empty(), shown(table).map(text -> text + "@" + version)));
        }
        return load(table, numbered(folder.tagged(version)));
    }

    private static Optional<TableFolder.Version> numbered(long version) {
        return Optional.of(new TableFolder.Version(Optional.of(version), Instant.EPOCH));
    }

    @Override
    public Table loadTable(Identifier table, long micros) throws NoSuchTableException {
        Instant instant = Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
        return load(table, Optional.of(new TableFolder.Version(Optional.empty(), instant)));
    }

    /** The changes of a table's rows, for {@code select ... from t changes from version 1 to version 3}. */
    @Override
    public Changelog loadChangelog(Identifier table, ChangelogContext context, CaseInsensitiveStringMap options)
            throws NoSuchTableException {
        TableFolder folder = folder(table);
        if (!folder.isTable()) {
            throw new NoSuchTableException(table);
        }
        return SparkErrors.analysed(SparkErrors.Condition.STOA_INVALID_SETTING, () -> {
            dev.stoa.table.Table read = folder.open();
            return ChangeFeed.of(
                    shown(table).orElse(folder.path()),
                    folder.tablePath(),
                    read,
                    ChangeRange.of(read, context),
                    folder.configuration());
        });
    }

    @Override
    public Table createTable(Identifier table, TableInfo info) throws TableAlreadyExistsException {
        return SparkErrors.analysed(SparkErrors.Condition.STOA_UNSUPPORTED, () -> create(table, info));
    }

    private Table create(Identifier table, TableInfo info) throws TableAlreadyExistsException {
        checkNew(table, info);
        StructType columns = struct(info.columns());
        Schema schema = SchemaEdit.numbered(SparkTypes.stored(columns));
        return make(table, schema, declared(info, columns, schema));
    }

    private void checkNew(Identifier table, TableInfo info) throws TableAlreadyExistsException {
        if (tableExists(table)) {
            throw new TableAlreadyExistsException(table);
        }
        checkClauses(table, info);
    }

    /** Refuses clauses that a new table, or one that replaces another, can't follow. */
    void checkClauses(Identifier table, TableInfo info) {
        TableClauses.checkNew(info.properties());
        checkLocation(table, folder(table), info.properties().get(TableCatalog.PROP_LOCATION));
    }

    /** Makes a table, or nothing. */
    private Table make(Identifier table, Schema schema, TableProperties properties) {
        TableFolder folder = named(table, schema);
        try {
            SparkErrors.unchecked(() -> dev.stoa.table.Table.create(
                    folder.tablePath().openFolder(folder.configuration()), schema, properties, TableSettings.DEFAULT));
            return changed(StoaTable.of(folder, Optional.empty(), shown(table)));
        } catch (RuntimeException e) {
            unnamed(table);
            throw e;
        }
    }

    /** An empty table with the columns, the order, the partitions, the key and the properties of another. */
    @Override
    public Table createTableLike(Identifier table, TableInfo info, Table source) throws TableAlreadyExistsException {
        if (!(source instanceof StoaTable other)) {
            return createTable(table, info);
        }
        return SparkErrors.analysed(SparkErrors.Condition.STOA_UNSUPPORTED, () -> {
            checkNew(table, info);
            TableProperties properties = other.snapshot().properties().withoutRepetitions();
            Map<String, String> all =
                    new TreeMap<>(properties.withoutTags().other()); // these are of versions of the other
            all.putAll(info.properties());
            String order = all.remove(DeclaredOrder.PROPERTY);
            if (order != null && !Optional.of(order).equals(DeclaredOrder.property(other.snapshot()))) {
                throw new IllegalArgumentException(
                        "create table like: the new table takes its order from the other: leave out the property '"
                                + DeclaredOrder.PROPERTY + "'");
            }
            all.keySet().removeAll(TableClauses.NOT_KEPT);
            FileSize.check(all);
            return make(table, other.snapshot().schema(), properties.withOther(all));
        });
    }

    private static TableProperties declared(TableInfo info, StructType columns, Schema schema) {
        Map<String, String> kept = new TreeMap<>(info.properties());
        new FieldNotes(kept).fields(columns, schema.fields());
        kept.keySet().removeAll(TableClauses.NOT_KEPT);
        kept.keySet().removeIf(key -> key.startsWith(TableCatalog.OPTION_PREFIX));
        TableProperties declared = TableConstraints.declared(
                new TableProperties(
                        DeclaredOrder.take(info, kept, schema),
                        List.of(),
                        TablePartitions.declared(info.partitions(), schema),
                        kept),
                info.constraints(),
                schema);
        FieldNotes.checkDeclared(schema, declared);
        FileSize.check(kept);
        return declared;
    }

    /** A table that has no rows until a write succeeds, and is removed if the write fails. */
    @Override
    public ReplacedTable stageCreate(Identifier table, TableInfo info) throws TableAlreadyExistsException {
        createTable(table, info);
        TableFolder folder = folder(table);
        return SparkErrors.unchecked(() -> {
            dev.stoa.table.Table made = folder.open();
            Runnable undo = () -> SparkErrors.unchecked(() -> {
                boolean isOurs = isAsMade(folder, made);
                if (isOurs) {
                    folder.drop();
                    unnamed(table);
                }
                return isOurs;
            });
            return new ReplacedTable(
                    folder.tablePath(), made, made.begin("insert"), folder.configuration(), () -> {}, undo);
        });
    }

    /** Whether the folder has the table that was just made, and not one with later commits or another one. */
    private static boolean isAsMade(TableFolder folder, dev.stoa.table.Table made) {
        if (!folder.isTable()) {
            return false;
        }
        Snapshot now = folder.open().lastKnown();
        return now.version() == 0 && now.table().equals(made.lastKnown().table());
    }

    /** A table that is as it was until the rows of the new one are written, and then the new one with a commit. */
    @Override
    public StagedTable stageReplace(Identifier table, TableInfo info) throws NoSuchTableException {
        TableFolder folder = folder(table);
        if (!folder.isTable()) {
            throw new NoSuchTableException(table);
        }
        return SparkErrors.analysed(SparkErrors.Condition.STOA_UNSUPPORTED, () -> {
            checkClauses(table, info);
            dev.stoa.table.Table old = folder.open();
            Transaction transaction = old.begin("replace");
            StructType columns = struct(info.columns());
            Schema schema = new SchemaEdit(transaction.snapshot())
                    .replaceAll(SparkTypes.stored(columns))
                    .schema();
            transaction.replaceAll(schema, declared(info, columns, schema));
            return new ReplacedTable(
                    folder.tablePath(), old, transaction, folder.configuration(), () -> changed(table), () -> {});
        });
    }

    @Override
    public StagedTable stageCreateOrReplace(Identifier table, TableInfo info) {
        try {
            return folder(table).isTable() ? stageReplace(table, info) : stageCreate(table, info);
        } catch (NoSuchTableException | TableAlreadyExistsException e) {
            throw new ConcurrentChangeException("another program made or dropped the table " + table + " meanwhile", e);
        }
    }

    private static void checkLocation(Identifier table, TableFolder folder, String location) {
        if (location != null && !folder.isAt(location)) {
            throw new IllegalArgumentException("the table " + table + " of this catalog is in " + folder.path()
                    + ", not in " + location
                    + ": leave the location out. A table elsewhere is used by its path, or by a"
                    + " catalog of its own: spark.sql.catalog.NAME.warehouse");
        }
    }

    private static StructType struct(Column[] columns) {
        List<StructField> fields =
                Arrays.stream(columns).map(AbstractStoaCatalog::field).toList();
        return DataTypes.createStructType(fields);
    }

    private static StructField field(Column column) {
        StructField field = DataTypes.createStructField(column.name(), column.dataType(), column.nullable());
        field = column.comment() == null ? field : field.withComment(column.comment());
        return column.defaultValue() == null
                ? field
                : field.withCurrentDefaultValue(column.defaultValue().getSql());
    }

    @Override
    public Table alterTable(Identifier table, TableChange... changes) throws NoSuchTableException {
        TableFolder folder = folder(table);
        if (!isThere(folder)) {
            throw new NoSuchTableException(table);
        }
        return SparkErrors.analysed(SparkErrors.Condition.STOA_UNSUPPORTED, () -> {
            TableOperations.of(folder.open())
                    .run("alter", transaction -> TableChanges.apply(List.of(changes), transaction));
            changed(table);
            return changed(StoaTable.of(folder, Optional.empty(), shown(table)));
        });
    }

    /** Spark itself reads cached rows again after a write by their name only. */
    private static Table changed(StoaTable table) {
        LoadedNames.refreshCached(table.folder());
        return table;
    }

    /** Removes a table with its log and all of its files; what is no table stays, and what else is in its folder. */
    @Override
    public boolean dropTable(Identifier table) {
        TableFolder folder = folder(table);
        if (!folder.isTable()) {
            return false;
        }
        drop(folder);
        return true;
    }

    /** Removes the log and the files of a table, and says which others stay. */
    static void drop(TableFolder folder) {
        List<String> others = folder.drop();
        if (!others.isEmpty()) {
            LOG.warn(
                    "{}: the table was dropped; {} files that are not its own stay, the first is {}",
                    folder.path(),
                    others.size(),
                    others.get(0));
        }
    }

    /** As any drop, which leaves nothing to be restored. */
    @Override
    public boolean purgeTable(Identifier table) {
        return dropTable(table);
    }

    /** Functions that Spark asks for by itself are not shown. */
    @Override
    public Identifier[] listFunctions(String[] namespace) {
        return new Identifier[0];
    }

    /** The partitions of a table, by their words in statements. */
    @Override
    public UnboundFunction loadFunction(Identifier function) throws NoSuchFunctionException {
        return Optional.of(function.name())
                .filter(text -> function.namespace().length == 0)
                .flatMap(PartFunction::find)
                .orElseThrow(() -> new NoSuchFunctionException(function));
    }

    @Override
    public final boolean useNullableQuerySchema() {
        return true;
    }
}
