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
package dev.stoa.trino.internal.store;

import dev.stoa.table.Table;
import dev.stoa.table.TableRemoval;
import dev.stoa.table.TableSettings;
import dev.stoa.vio.Folder;
import dev.stoa.vio.TargetExistsException;
import io.trino.spi.StandardErrorCode;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.SchemaNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A folder whose folders are schemas; the tables in these are what Trino sees. Spark's catalog of the same folder has the same
 * tables. Trino's names are small letters, folders have any: a name is found where exactly one folder differs in no more than
 * that.
 */
public final class Warehouse {
    private static final Logger LOG = LoggerFactory.getLogger(Warehouse.class);

    /** The most bytes of the name of a folder, on local disks and HDFS. */
    private static final int MOST_BYTES = 255;

    private final Store store;

    Warehouse(Store store) {
        this.store = store;
    }

    /**
     * Names a warehouse in a file system of Hadoop.
     *
     * @param root path or URI of the folder
     * @param configuration of Hadoop's file systems
     */
    public static Warehouse ofHadoop(String root, Configuration configuration) {
        return new Warehouse(new HadoopStore(root, configuration));
    }

    /**
     * Where a table is: the names of its folders.
     *
     * @param branch its name, if this is one of the table
     */
    public record Place(String schema, String table, Optional<String> branch) {
        /** The place of a table itself. */
        public static Place of(String schema, String table) {
            return new Place(schema, table, Optional.empty());
        }

        /** The place of a branch of this table. */
        public Place branch(String name) {
            return new Place(schema, table, Optional.of(name));
        }

        private String path() {
            return schema + "/" + table;
        }
    }

    /** The names of the schemas, in small letters. */
    public List<String> schemas() {
        return StoaErrors.unchecked(() -> names("", false));
    }

    /** The names of a schema's tables, in small letters; none if the schema is missing. */
    public List<String> tables(String schema) {
        return StoaErrors.unchecked(() -> {
            Optional<String> folder = schemaFolder(schema);
            return folder.isPresent() ? names(folder.get(), true) : List.<String>of();
        });
    }

    /** Whether a schema exists. */
    public boolean hasSchema(String name) {
        return StoaErrors.unchecked(() -> schemaFolder(name)).isPresent();
    }

    /** The place of a table, if it exists. */
    public Optional<Place> find(String schema, String table) {
        return StoaErrors.unchecked(() -> {
            Optional<String> above = schemaFolder(schema);
            if (above.isEmpty()) {
                return Optional.<Place>empty();
            }
            return folder(above.get(), table)
                    .map(folder -> Place.of(above.get(), folder))
                    .filter(place -> StoaErrors.unchecked(() -> isTable(place.path())));
        });
    }

    /** The folder of a table or a branch. */
    public Folder folder(Place place) {
        Folder table = files(place);
        return place.branch().map(name -> Table.branchFolder(table, name)).orElse(table);
    }

    /** The folder of the data files and sidecars of a table, which its branches share. */
    public Folder files(Place place) {
        return StoaErrors.unchecked(() -> store.folder(place.path()));
    }

    /** Opens a table or a branch. */
    public Table open(Place place) {
        return StoaErrors.unchecked(() -> Table.open(folder(place), TableSettings.DEFAULT));
    }

    /**
     * The place of a new table.
     *
     * @throws SchemaNotFoundException if the schema is missing
     */
    public Place placeOf(String schema, String table) {
        checkName(table);
        Optional<String> above = StoaErrors.unchecked(() -> schemaFolder(schema));
        return Place.of(above.orElseThrow(() -> new SchemaNotFoundException(schema)), table);
    }

    /** Makes a schema. */
    public void createSchema(String name) {
        checkName(name);
        StoaErrors.unchecked(() -> {
            store.createFolder(name);
            return name;
        });
    }

    /**
     * Drops a schema and its tables. It refuses a folder with files that belong to no table.
     *
     * @param withTables whether to drop it also if it has tables
     */
    public void dropSchema(String name, boolean withTables) {
        StoaErrors.unchecked(() -> {
            String folder = schemaFolder(name).orElseThrow(() -> new SchemaNotFoundException(name));
            List<String> tables = new ArrayList<>();
            for (Folder.Entry entry : store.entries(folder)) {
                String path = folder + "/" + entry.name();
                if (!withTables) {
                    throw new TrinoException(
                            StandardErrorCode.SCHEMA_NOT_EMPTY,
                            "the schema " + name + " has " + store.id(path) + ": drop or move that first");
                } else if (!entry.isFolder() || !isTable(path)) {
                    throw StoaErrors.unsupported("the schema " + name + " can't be dropped: " + store.id(path)
                            + " belongs to no table; move it elsewhere or delete it first");
                }
                tables.add(path);
            }
            for (String table : tables) {
                drop(store.folder(table));
            }
            store.removeFolder(folder);
            return folder;
        });
    }

    /** Gives a schema another name. */
    public void renameSchema(String name, String other) {
        checkName(other);
        StoaErrors.unchecked(
                () -> rename(schemaFolder(name).orElseThrow(() -> new SchemaNotFoundException(name)), other));
    }

    /** Drops a table. */
    public void drop(Place place) {
        StoaErrors.unchecked(() -> drop(folder(place)));
    }

    /** Drops a table that has its first version only: a statement that failed has made it. */
    public void dropEmpty(Table table) {
        StoaErrors.unchecked(() -> table.snapshot().version() == 0 && drop(table.folder()));
    }

    private static boolean drop(Folder folder) throws IOException {
        TableRemoval removal = TableRemoval.plan(folder);
        removal.run();
        if (!removal.foreign().isEmpty()) {
            LOG.warn(
                    "{}: the table was dropped; {} files that are not its own stay, the first is {}",
                    folder.id(),
                    removal.foreign().size(),
                    removal.foreign().get(0));
        }
        return true;
    }

    /** Gives a table another name, in the same schema or another. */
    public void rename(Place from, Place to) {
        StoaErrors.unchecked(() -> rename(from.path(), to.path()));
    }

    private String rename(String from, String to) throws IOException {
        try {
            store.rename(from, to);
            return to;
        } catch (TargetExistsException e) {
            throw new TrinoException(StandardErrorCode.ALREADY_EXISTS, e.getMessage(), e);
        }
    }

    private static void checkName(String name) {
        if (!isAllowed(name)) {
            throw new TrinoException(
                    StandardErrorCode.NOT_SUPPORTED,
                    "'" + name
                            + "' can't be the name of a folder: leave out slashes, colons, and dots and underscores in"
                            + " front");
        }
        int bytes = name.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MOST_BYTES) {
            throw StoaErrors.unsupported(
                    "a name of " + bytes + " bytes can't be the name of a folder, which has at most " + MOST_BYTES
                            + ": choose a shorter one");
        }
    }

    private static boolean isAllowed(String name) {
        return !name.isEmpty()
                && !isHidden(name)
                && name.chars().noneMatch(c -> c == '/' || c == '\\' || c == ':' || c < ' ');
    }

    private boolean isTable(String path) throws IOException {
        return Table.exists(store.folder(path));
    }

    private Optional<String> schemaFolder(String name) throws IOException {
        Optional<String> folder = folder("", name);
        return folder.isPresent() && !isTable(folder.get()) ? folder : Optional.empty();
    }

    private Optional<String> folder(String above, String name) throws IOException {
        if (!isAllowed(name)) {
            return Optional.empty();
        }
        List<String> found =
                folders(above).stream().filter(it -> lower(it).equals(name)).toList();
        if (found.size() > 1) {
            throw new TrinoException(
                    StandardErrorCode.AMBIGUOUS_NAME,
                    store.id(above) + " has " + found.size() + " folders that are '" + name
                            + "' in small letters, such as " + found.get(0) + " and " + found.get(1)
                            + ": rename all but one");
        }
        return found.stream().findFirst();
    }

    private List<String> names(String above, boolean isTable) throws IOException {
        List<String> names = new ArrayList<>();
        for (String folder : folders(above)) {
            if (isTable(above.isEmpty() ? folder : above + "/" + folder) == isTable) {
                names.add(lower(folder));
            }
        }
        return names.stream().distinct().sorted().toList();
    }

    private List<String> folders(String above) throws IOException {
        return store.folders(above).stream().filter(name -> !isHidden(name)).toList();
    }

    private static String lower(String folder) {
        return folder.toLowerCase(Locale.ENGLISH);
    }

    private static boolean isHidden(String name) {
        return name.startsWith(".") || name.startsWith("_");
    }
}
