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
import dev.stoa.spark.internal.catalog.NamespaceFolder;
import dev.stoa.spark.internal.metastore.MetastoreNames;
import dev.stoa.spark.internal.read.PartFunction;
import dev.stoa.spark.internal.store.SparkErrors;
import dev.stoa.spark.internal.store.TableFolder;
import dev.stoa.spark.internal.table.ReplacedTable;
import dev.stoa.spark.internal.table.StoaTable;
import dev.stoa.spark.internal.table.TableClauses;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.catalyst.analysis.NamespaceAlreadyExistsException;
import org.apache.spark.sql.catalyst.analysis.NoSuchFunctionException;
import org.apache.spark.sql.catalyst.analysis.NoSuchNamespaceException;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.analysis.NonEmptyNamespaceException;
import org.apache.spark.sql.catalyst.analysis.TableAlreadyExistsException;
import org.apache.spark.sql.connector.catalog.CatalogExtension;
import org.apache.spark.sql.connector.catalog.CatalogPlugin;
import org.apache.spark.sql.connector.catalog.Changelog;
import org.apache.spark.sql.connector.catalog.ChangelogContext;
import org.apache.spark.sql.connector.catalog.FunctionCatalog;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.NamespaceChange;
import org.apache.spark.sql.connector.catalog.StagedTable;
import org.apache.spark.sql.connector.catalog.SupportsNamespaces;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.connector.catalog.TableInfo;
import org.apache.spark.sql.connector.catalog.TableWritePrivilege;
import org.apache.spark.sql.connector.catalog.functions.UnboundFunction;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The catalog of a session with tables of Hive's metastore. Those of Stoa are read and changed as those of a {@link StoaCatalog}; Spark's
 * own catalog has all others.
 *
 * <pre>
 * spark.sql.catalog.spark_catalog   dev.stoa.spark.StoaSessionCatalog
 * spark.sql.catalogImplementation   hive
 * </pre>
 */
public final class StoaSessionCatalog extends NamedCatalog implements CatalogExtension {
    /** The properties of a table that the metastore has, and not its log. */
    private static final Set<String> OF_METASTORE =
            Set.of("storage_handler", "EXTERNAL", "external.table.purge", "transactional", "transactional_properties");

    private TableCatalog others;
    private SupportsNamespaces namespaces;
    private FunctionCatalog functions;

    /** Made by Spark. */
    public StoaSessionCatalog() {}

    @Override
    public void initialize(String catalog, CaseInsensitiveStringMap options) {
        super.initialize(catalog, options);
        if (!catalog.equals("spark_catalog")) {
            throw SparkErrors.refusal(
                    SparkErrors.Condition.STOA_INVALID_SETTING,
                    "StoaSessionCatalog extends the catalog of the session: set spark.sql.catalog.spark_catalog to it, and"
                            + " spark.sql.catalog." + catalog + " to dev.stoa.spark.StoaCatalog, with a warehouse");
        }
        for (String option : options.keySet()) {
            throw SparkErrors.refusal(
                    SparkErrors.Condition.STOA_INVALID_SETTING,
                    "spark.sql.catalog.spark_catalog." + option
                            + ": StoaSessionCatalog takes no options; its tables are where" + " the metastore says");
        }
    }

    @Override
    public void setDelegateCatalog(CatalogPlugin delegate) {
        others = (TableCatalog) delegate;
        namespaces = (SupportsNamespaces) delegate;
        functions = (FunctionCatalog) delegate;
    }

    @Override
    public String[] defaultNamespace() {
        return others.defaultNamespace();
    }

    /** Whether a name is that of a table of Stoa, or within one. */
    private static boolean isOurs(Identifier table) {
        String[] above = table.namespace();
        return above.length == 1 && MetastoreNames.has(table)
                || above.length == 2 && isWithinTable(table.name()) && MetastoreNames.has(within(table));
    }

    /** The table whose name is the namespace of another. */
    private static Identifier within(Identifier table) {
        return Identifier.of(new String[] {table.namespace()[0]}, table.namespace()[1]);
    }

    @Override
    TableFolder place(Identifier table) {
        return Optional.of(table)
                .filter(it -> it.namespace().length == 1)
                .flatMap(MetastoreNames::find)
                .orElseThrow(() -> SparkErrors.unchecked(new NoSuchTableException(table)));
    }

    @Override
    Optional<TableFolder> above(Identifier table) {
        return Optional.of(table)
                .filter(it -> it.namespace().length == 2)
                .flatMap(it -> MetastoreNames.find(within(it)))
                .filter(TableFolder::isTable);
    }

    @Override
    boolean isThere(TableFolder folder) {
        return folder.exists();
    }

    @Override
    String whereabouts() {
        return ", or none with a log";
    }

    @Override
    public boolean tableExists(Identifier table) {
        return isOurs(table) || others.tableExists(table);
    }

    @Override
    public Table loadTable(Identifier table) throws NoSuchTableException {
        if (!isOurs(table)) {
            return others.loadTable(table);
        }
        Table loaded = super.loadTable(table);
        if (table.namespace().length == 1 && loaded instanceof StoaTable ofStoa) {
            MetastoreNames.checkColumns(table, ofStoa.snapshot().schema());
        }
        return loaded;
    }

    @Override
    public Table loadTable(Identifier table, Set<TableWritePrivilege> privileges) throws NoSuchTableException {
        if (!isOurs(table)) {
            return others.loadTable(table, privileges);
        }
        checkLog(table);
        return loadTable(table);
    }

    @Override
    public Table loadTable(Identifier table, String version) throws NoSuchTableException {
        return isOurs(table) ? super.loadTable(table, version) : others.loadTable(table, version);
    }

    @Override
    public Table loadTable(Identifier table, long micros) throws NoSuchTableException {
        return isOurs(table) ? super.loadTable(table, micros) : others.loadTable(table, micros);
    }

    @Override
    public Changelog loadChangelog(Identifier table, ChangelogContext context, CaseInsensitiveStringMap options)
            throws NoSuchTableException {
        return isOurs(table)
                ? super.loadChangelog(table, context, options)
                : others.loadChangelog(table, context, options);
    }

    private static void checkLog(Identifier table) {
        MetastoreNames.checkLog(table.namespace().length == 2 ? within(table) : table);
    }

    @Override
    public void invalidateTable(Identifier table) {
        if (!isOurs(table)) {
            others.invalidateTable(table);
        }
    }

    @Override
    public Identifier[] listTables(String[] namespace) throws NoSuchNamespaceException {
        return others.listTables(namespace);
    }

    @Override
    public Table createTable(Identifier table, TableInfo info) throws TableAlreadyExistsException {
        if (TableClauses.isOfStoa(info.properties())) {
            return super.createTable(table, info);
        }
        return SparkErrors.analysed(SparkErrors.Condition.STOA_UNSUPPORTED, () -> others.createTable(table, info));
    }

    /** Makes a table of Stoa after one of Stoa, unless the statement names a format. */
    @Override
    public Table createTableLike(Identifier table, TableInfo info, Table source) throws TableAlreadyExistsException {
        boolean isAsked = info.properties().containsKey(TableCatalog.PROP_PROVIDER);
        if (isAsked ? TableClauses.isOfStoa(info.properties()) : source instanceof StoaTable) {
            return super.createTableLike(table, info, source);
        }
        return SparkErrors.analysed(
                SparkErrors.Condition.STOA_UNSUPPORTED, () -> others.createTableLike(table, info, source));
    }

    @Override
    void checkClauses(Identifier table, TableInfo info) {
        Map<String, String> properties = info.properties();
        if (properties.containsKey(TableCatalog.PROP_EXTERNAL)
                || properties.containsKey(TableCatalog.PROP_LOCATION)
                        && !Boolean.parseBoolean(properties.get(TableCatalog.PROP_IS_MANAGED_LOCATION))) {
            throw new IllegalArgumentException(
                    table + ": the metastore chooses the folder of a table that Spark makes: leave"
                            + " location and external out, or run CREATE EXTERNAL TABLE ... STORED BY"
                            + " 'dev.stoa.hive.StoaStorageHandler' LOCATION in Hive");
        }
        properties.keySet().forEach(property -> checkProperty(table, property));
        TableClauses.checkNew(properties);
    }

    private static void checkProperty(Identifier table, String property) {
        if (OF_METASTORE.contains(property)) {
            throw new IllegalArgumentException(table + ": the property '" + property
                    + "' is of the metastore, which Spark does not change: set it in Hive");
        }
    }

    @Override
    TableFolder named(Identifier table, Schema schema) {
        if (!namespaceExists(table.namespace())) {
            throw SparkErrors.unchecked(new NoSuchNamespaceException(table.namespace()));
        }
        return MetastoreNames.add(table, schema);
    }

    @Override
    void unnamed(Identifier table) {
        MetastoreNames.remove(table);
    }

    @Override
    void changed(Identifier table) {
        if (table.namespace().length == 1) { // a branch has columns of its own
            MetastoreNames.changed(table);
        }
    }

    @Override
    public ReplacedTable stageCreate(Identifier table, TableInfo info) throws TableAlreadyExistsException {
        checkStaged(table, info);
        return super.stageCreate(table, info);
    }

    @Override
    public StagedTable stageReplace(Identifier table, TableInfo info) throws NoSuchTableException {
        checkStaged(table, info);
        if (!others.tableExists(table)) {
            throw new NoSuchTableException(table);
        }
        return super.stageReplace(table, info);
    }

    @Override
    public StagedTable stageCreateOrReplace(Identifier table, TableInfo info) {
        checkStaged(table, info);
        try {
            return isOurs(table) ? super.stageReplace(table, info) : super.stageCreate(table, info);
        } catch (NoSuchTableException | TableAlreadyExistsException e) {
            throw new ConcurrentChangeException("another program made or dropped the table " + table + " meanwhile", e);
        }
    }

    /** Refuses tables of other formats: Spark's own catalog makes none with rows or in place of others. */
    private void checkStaged(Identifier table, TableInfo info) {
        if (!TableClauses.isOfStoa(info.properties())) {
            throw SparkErrors.refusal(
                    SparkErrors.Condition.STOA_UNSUPPORTED,
                    table + ": with StoaSessionCatalog as spark_catalog, Spark makes a table of the format "
                            + info.properties().get(TableCatalog.PROP_PROVIDER)
                            + " without rows only: create it, and insert into it");
        } else if (!isOurs(table) && others.tableExists(table)) {
            throw SparkErrors.refusal(
                    SparkErrors.Condition.STOA_INVALID_TABLE,
                    table + ": there is a table of another format with this name: drop it, or take another name");
        }
    }

    @Override
    public Table alterTable(Identifier table, TableChange... changes) throws NoSuchTableException {
        if (!isOurs(table)) {
            return others.alterTable(table, changes);
        }
        checkLog(table);
        return SparkErrors.analysed(SparkErrors.Condition.STOA_UNSUPPORTED, () -> {
            for (TableChange change : changes) {
                if (change instanceof TableChange.SetProperty set) {
                    checkProperty(table, set.property());
                } else if (change instanceof TableChange.RemoveProperty removed) {
                    checkProperty(table, removed.property());
                }
            }
            return super.alterTable(table, changes);
        });
    }

    /** The name goes, and with it the files, if the metastore says that they belong to the table. */
    @Override
    public boolean dropTable(Identifier table) {
        if (!isOurs(table)) {
            return others.dropTable(table);
        } else if (table.namespace().length == 2) {
            return super.dropTable(table);
        }
        MetastoreNames.remove(table).ifPresent(AbstractStoaCatalog::drop);
        return true;
    }

    @Override
    public boolean purgeTable(Identifier table) {
        return isOurs(table) ? dropTable(table) : others.purgeTable(table);
    }

    @Override
    public void renameTable(Identifier from, Identifier to) throws NoSuchTableException, TableAlreadyExistsException {
        if (!isOurs(from)) {
            others.renameTable(from, to);
            return;
        }
        Identifier renamed = renamed(from, to);
        if (from.namespace().length != 1 || renamed.namespace().length != 1) {
            throw SparkErrors.refusal(
                    SparkErrors.Condition.STOA_UNSUPPORTED,
                    "the table " + from + " can't be renamed to " + to + ": a name in the metastore is DATABASE.TABLE");
        } else if (tableExists(renamed)) {
            throw new TableAlreadyExistsException(renamed);
        }
        MetastoreNames.rename(from, renamed);
    }

    @Override
    public Identifier[] listFunctions(String[] namespace) {
        return SparkErrors.analysed(SparkErrors.Condition.STOA_UNSUPPORTED, () -> functions.listFunctions(namespace));
    }

    /** Finds functions of Spark, and those that divide tables of Stoa. These are in no database. */
    @Override
    public UnboundFunction loadFunction(Identifier function) throws NoSuchFunctionException {
        boolean isOurs = function.namespace().length == 0
                && PartFunction.find(function.name()).isPresent();
        return isOurs ? super.loadFunction(function) : functions.loadFunction(function);
    }

    @Override
    public boolean functionExists(Identifier function) {
        return functions.functionExists(function);
    }

    @Override
    public String[][] listNamespaces() throws NoSuchNamespaceException {
        return namespaces.listNamespaces();
    }

    @Override
    public String[][] listNamespaces(String[] namespace) throws NoSuchNamespaceException {
        return namespaces.listNamespaces(namespace);
    }

    @Override
    public boolean namespaceExists(String[] namespace) {
        return namespaces.namespaceExists(namespace);
    }

    @Override
    public Map<String, String> loadNamespaceMetadata(String[] namespace) throws NoSuchNamespaceException {
        return namespaces.loadNamespaceMetadata(namespace);
    }

    @Override
    public void createNamespace(String[] namespace, Map<String, String> metadata)
            throws NamespaceAlreadyExistsException {
        namespaces.createNamespace(namespace, metadata);
    }

    @Override
    public void alterNamespace(String[] namespace, NamespaceChange... changes) throws NoSuchNamespaceException {
        namespaces.alterNamespace(namespace, changes);
    }

    /** Drops tables of Stoa by themselves: the client of Hive that Spark has needs their storage handler for it. */
    @Override
    public boolean dropNamespace(String[] namespace, boolean cascade)
            throws NoSuchNamespaceException, NonEmptyNamespaceException {
        List<Identifier> own = Arrays.stream(others.listTables(namespace))
                .filter(StoaSessionCatalog::isOurs)
                .toList();
        String location = namespaces.loadNamespaceMetadata(namespace).get(SupportsNamespaces.PROP_LOCATION);
        SparkErrors.unchecked(() -> {
            List<TableFolder> folders = own.stream().map(this::place).toList();
            new NamespaceFolder(new TableFolder(location, TableFolder.sessionConfiguration()))
                    .refuseTablesExcept(folders);
            return true;
        });
        if (cascade) {
            own.forEach(this::dropTable);
        }
        return namespaces.dropNamespace(namespace, cascade);
    }
}
