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

import dev.stoa.spark.internal.catalog.MetadataTable;
import dev.stoa.spark.internal.catalog.NamespaceFolder;
import dev.stoa.spark.internal.catalog.Procedures;
import dev.stoa.spark.internal.store.Options;
import dev.stoa.spark.internal.store.SparkErrors;
import dev.stoa.spark.internal.store.TableFolder;
import dev.stoa.spark.internal.table.TableClauses;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.catalyst.analysis.NamespaceAlreadyExistsException;
import org.apache.spark.sql.catalyst.analysis.NoSuchNamespaceException;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.analysis.NonEmptyNamespaceException;
import org.apache.spark.sql.catalyst.analysis.TableAlreadyExistsException;
import org.apache.spark.sql.catalyst.parser.ParseException;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.NamespaceChange;
import org.apache.spark.sql.connector.catalog.ProcedureCatalog;
import org.apache.spark.sql.connector.catalog.SupportsNamespaces;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.procedures.UnboundProcedure;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;

/**
 * The tables in the folders of a warehouse; folders in it that are no tables are namespaces.
 *
 * <pre>
 * spark.sql.catalog.stoa            dev.stoa.spark.StoaCatalog
 * spark.sql.catalog.stoa.warehouse  hdfs:///warehouse
 * </pre>
 *
 * <p>{@code t.snapshots}, {@code t.files} and {@code t.deltas} tell what is in the log of a table {@code t}, and {@code t.branch_x} is
 * its branch {@code x}; {@code system.compact}, {@code expire}, {@code index}, {@code rollback}, {@code place_plan}, {@code place_apply} and {@code place_check} are procedures.
 */
public final class StoaCatalog extends AbstractStoaCatalog implements SupportsNamespaces, ProcedureCatalog {
    private static final String WAREHOUSE = "warehouse";
    private static final String SYSTEM = "system";
    private static final String BRANCH = "branch_";

    private String warehouse = "";

    /** Made by Spark. */
    public StoaCatalog() {}

    @Override
    public void initialize(String catalog, CaseInsensitiveStringMap options) {
        super.initialize(catalog, options);
        Options.CATALOG.check("spark.sql.catalog." + catalog, options.keySet().stream());
        if (!options.containsKey(WAREHOUSE)) {
            throw SparkErrors.refusal(
                    SparkErrors.Condition.STOA_INVALID_SETTING,
                    "the catalog " + catalog + " has no folder: set spark.sql.catalog." + catalog + "." + WAREHOUSE
                            + " to the folder of its tables");
        }
        warehouse = options.get(WAREHOUSE);
    }

    private TableFolder folder(String[] namespace) {
        Path path = new Path(warehouse);
        for (String name : namespace) {
            path = new Path(path, checked(name));
        }
        return new TableFolder(path.toString(), TableFolder.sessionConfiguration());
    }

    private static String checked(String name) {
        boolean isHidden = name.startsWith(".") || name.startsWith("_");
        if (name.isEmpty() || isHidden || name.chars().anyMatch(c -> c == '/' || c == '\\' || c == ':' || c < ' ')) {
            throw SparkErrors.refusal(
                    SparkErrors.Condition.STOA_UNSUPPORTED,
                    "'" + name
                            + "' can't be the name of a folder of a warehouse: leave out slashes, colons, and dots and underscores in front");
        }
        return name;
    }

    /** A folder in that of the namespace; {@code t.branch_audit} is a branch of a table {@code t}. */
    @Override
    TableFolder folder(Identifier table) {
        if (table.name().startsWith(BRANCH) && table.namespace().length > 0) {
            TableFolder above = folder(table.namespace());
            if (above.isTable()) {
                return above.branched(table.name().substring(BRANCH.length()));
            }
        }
        String[] names = Arrays.copyOf(table.namespace(), table.namespace().length + 1);
        names[names.length - 1] = table.name();
        return folder(names);
    }

    @Override
    Optional<String> shown(Identifier table) {
        return Optional.of(Stream.of(Stream.of(name()), Arrays.stream(table.namespace()), Stream.of(table.name()))
                .flatMap(names -> names)
                .collect(Collectors.joining(".")));
    }

    @Override
    boolean isThere(TableFolder folder) {
        return folder.isTable();
    }

    /** {@code t.files} and the like, of a table {@code t}. */
    @Override
    Optional<Table> loadOther(Identifier table, Optional<TableFolder.Version> version) {
        String[] above = table.namespace();
        Optional<MetadataTable.Kind> kind = MetadataTable.Kind.of(table.name());
        if (kind.isEmpty() || above.length == 0 || !isThere(folder(above))) {
            return Optional.empty();
        }
        return Optional.of(MetadataTable.of(kind.get(), folder(above), version));
    }

    @Override
    public UnboundProcedure loadProcedure(Identifier procedure) {
        return Optional.of(procedure.name())
                .filter(name -> isSystem(procedure.namespace()))
                .flatMap(name -> Procedures.find(name, this::open))
                .orElseThrow(() -> SparkErrors.refusal(
                        SparkErrors.Condition.STOA_UNSUPPORTED,
                        "no procedure " + procedure + " in the catalog " + name() + "; in " + SYSTEM + " there are "
                                + Procedures.NAMES));
    }

    @Override
    public Identifier[] listProcedures(String[] namespace) {
        return isSystem(namespace)
                ? Procedures.NAMES.stream()
                        .map(name -> Identifier.of(namespace, name))
                        .toArray(Identifier[]::new)
                : new Identifier[0];
    }

    private static boolean isSystem(String[] namespace) {
        return namespace.length == 1 && namespace[0].equalsIgnoreCase(SYSTEM);
    }

    /** The table of a name such as {@code a.b.t}, which may begin with the catalog's. */
    private dev.stoa.table.Table open(String text) {
        List<String> names = new ArrayList<>();
        try {
            names.addAll(CollectionConverters.asJava(
                    SparkSession.active().sessionState().sqlParser().parseMultipartIdentifier(text)));
        } catch (ParseException e) {
            throw new IllegalArgumentException("'" + text + "' is not the name of a table", e);
        }
        if (names.size() > 1 && names.get(0).equals(name())) {
            names.remove(0);
        }
        String last = names.remove(names.size() - 1);
        TableFolder folder = folder(Identifier.of(names.toArray(String[]::new), last));
        if (!folder.isTable()) {
            throw new IllegalArgumentException(
                    "no table " + text + " in the catalog " + name() + ", whose folder is " + warehouse);
        }
        return folder.open();
    }

    /** The names of folders in one: of tables, or of others. */
    private static List<String> folders(TableFolder in, boolean isTable) {
        return SparkErrors.unchecked(() -> {
            List<String> names = new ArrayList<>();
            for (FileStatus status : in.fileSystem().listStatus(new Path(in.path()))) {
                String name = status.getPath().getName();
                if (status.isDirectory()
                        && !NamespaceFolder.isHidden(status.getPath())
                        && new TableFolder(status.getPath().toString(), in.configuration()).isTable() == isTable) {
                    names.add(name);
                }
            }
            return names;
        });
    }

    @Override
    public Identifier[] listTables(String[] namespace) throws NoSuchNamespaceException {
        return folders(existing(namespace), true).stream()
                .map(name -> Identifier.of(namespace, name))
                .toArray(Identifier[]::new);
    }

    @Override
    public void renameTable(Identifier from, Identifier to) throws NoSuchTableException, TableAlreadyExistsException {
        TableFolder source = folder(from);
        Identifier inCatalog = renamed(from, to);
        TableFolder target = folder(inCatalog);
        if (!source.isTable()) {
            throw new NoSuchTableException(from);
        } else if (target.exists()) {
            throw new TableAlreadyExistsException(inCatalog);
        }
        refuseWithinTable(inCatalog);
        boolean done = SparkErrors.unchecked(() -> {
            Path path = new Path(target.path());
            source.fileSystem().mkdirs(path.getParent());
            return source.fileSystem().rename(new Path(source.path()), path);
        });
        if (!done) {
            throw new IllegalStateException(source.path() + " could not be renamed to " + target.path());
        }
    }

    /**
     * The new name of a table, which Spark gives as it is written: with a catalog in front, or with nothing, which is the namespace
     * that the table has.
     */
    private Identifier renamed(Identifier from, Identifier to) {
        String[] names = to.namespace();
        if (names.length == 0) {
            return Identifier.of(from.namespace(), to.name());
        } else if (names[0].equals(name())) {
            return Identifier.of(Arrays.copyOfRange(names, 1, names.length), to.name());
        } else if (SparkSession.active().sessionState().catalogManager().isCatalogRegistered(names[0])) {
            throw SparkErrors.refusal(
                    SparkErrors.Condition.STOA_UNSUPPORTED,
                    "the table " + from + " can't be renamed to " + to + ": " + names[0] + " is another catalog than "
                            + name() + "; make a table there by a query of this one");
        }
        return to;
    }

    private void refuseWithinTable(Identifier table) {
        String[] above = table.namespace();
        for (int length = above.length; length > 0; length--) {
            TableFolder folder = folder(Arrays.copyOf(above, length));
            if (folder.isTable()) {
                throw SparkErrors.refusal(
                        SparkErrors.Condition.STOA_INVALID_TABLE,
                        "a table can't lie in another: " + folder.path() + " is a table, no namespace");
            }
        }
    }

    private TableFolder existing(String[] namespace) throws NoSuchNamespaceException {
        TableFolder folder = folder(namespace);
        if (!namespaceExists(namespace)) {
            throw new NoSuchNamespaceException(namespace);
        }
        return folder;
    }

    @Override
    public boolean namespaceExists(String[] namespace) {
        TableFolder folder = folder(namespace);
        return folder.exists() && !folder.isTable();
    }

    @Override
    public String[][] listNamespaces() {
        return folders(folder(new String[0]), false).stream()
                .map(name -> new String[] {name})
                .toArray(String[][]::new);
    }

    @Override
    public String[][] listNamespaces(String[] namespace) throws NoSuchNamespaceException {
        return folders(existing(namespace), false).stream()
                .map(name -> {
                    String[] names = Arrays.copyOf(namespace, namespace.length + 1);
                    names[namespace.length] = name;
                    return names;
                })
                .toArray(String[][]::new);
    }

    @Override
    public Map<String, String> loadNamespaceMetadata(String[] namespace) throws NoSuchNamespaceException {
        return Map.of(SupportsNamespaces.PROP_LOCATION, existing(namespace).path());
    }

    @Override
    public void createNamespace(String[] namespace, Map<String, String> metadata)
            throws NamespaceAlreadyExistsException {
        TableFolder folder = folder(namespace);
        if (folder.exists()) {
            throw new NamespaceAlreadyExistsException(namespace);
        }
        refuseWithinTable(Identifier.of(namespace, ""));
        TableClauses.checkNamespace(folder, metadata);
        SparkErrors.unchecked(() -> folder.fileSystem().mkdirs(new Path(folder.path())));
    }

    @Override
    public void alterNamespace(String[] namespace, NamespaceChange... changes) {
        throw new UnsupportedOperationException("a namespace is a folder and has no properties");
    }

    @Override
    public boolean dropNamespace(String[] namespace, boolean cascade)
            throws NoSuchNamespaceException, NonEmptyNamespaceException {
        TableFolder folder = existing(namespace);
        if (namespace.length == 0) {
            throw SparkErrors.refusal(
                    SparkErrors.Condition.STOA_UNSUPPORTED, "the folder of the catalog " + name() + " is not dropped");
        }
        NamespaceFolder all = new NamespaceFolder(folder);
        List<Path> entries = SparkErrors.unchecked(all::entries);
        if (!entries.isEmpty() && !cascade) {
            throw new NonEmptyNamespaceException(namespace, "In its folder lies " + entries.get(0), Option.empty());
        }
        return SparkErrors.unchecked(() -> {
            all.removeAll();
            return true;
        });
    }
}
