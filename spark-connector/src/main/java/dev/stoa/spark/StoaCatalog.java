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

import dev.stoa.spark.internal.catalog.NamespaceFolder;
import dev.stoa.spark.internal.store.Options;
import dev.stoa.spark.internal.store.SparkErrors;
import dev.stoa.spark.internal.store.TableFolder;
import dev.stoa.spark.internal.table.TableClauses;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.catalyst.analysis.NamespaceAlreadyExistsException;
import org.apache.spark.sql.catalyst.analysis.NoSuchNamespaceException;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.analysis.NonEmptyNamespaceException;
import org.apache.spark.sql.catalyst.analysis.TableAlreadyExistsException;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.NamespaceChange;
import org.apache.spark.sql.connector.catalog.SupportsNamespaces;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import scala.Option;

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
public final class StoaCatalog extends NamedCatalog implements SupportsNamespaces {
    private static final String WAREHOUSE = "warehouse";

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

    /** No table has a slash in its name: Spark then takes it for the path of files, as in {@code select * from parquet.`/in`}. */
    @Override
    public Table loadTable(Identifier table) throws NoSuchTableException {
        if (table.name().contains("/")) {
            throw new NoSuchTableException(table);
        }
        return super.loadTable(table);
    }

    @Override
    TableFolder place(Identifier table) {
        String[] names = Arrays.copyOf(table.namespace(), table.namespace().length + 1);
        names[names.length - 1] = table.name();
        return folder(names);
    }

    @Override
    Optional<TableFolder> above(Identifier table) {
        return Optional.of(table.namespace())
                .filter(names -> names.length > 0)
                .map(this::folder)
                .filter(TableFolder::isTable);
    }

    @Override
    boolean isThere(TableFolder folder) {
        return folder.isTable();
    }

    @Override
    String whereabouts() {
        return ", whose folder is " + warehouse;
    }

    /** Returns the names of the folders in a folder that are tables, or of those that are not. */
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
        SparkErrors.analysed(SparkErrors.Condition.STOA_UNSUPPORTED, () -> {
            TableClauses.checkNamespace(folder, metadata);
            return folder.fileSystem().mkdirs(new Path(folder.path()));
        });
    }

    @Override
    public void alterNamespace(String[] namespace, NamespaceChange... changes) {
        throw SparkErrors.refusal(
                SparkErrors.Condition.STOA_UNSUPPORTED,
                "the namespace " + String.join(".", namespace)
                        + " is a folder, and has no comment, owner or properties:"
                        + " note them in the properties of its tables");
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
