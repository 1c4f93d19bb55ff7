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
import dev.stoa.table.placement.PlacementGroups;
import dev.stoa.vio.Folder;
import dev.stoa.vio.hadoop.HadoopFolder;
import io.trino.spi.StandardErrorCode;
import io.trino.spi.TrinoException;
import io.trino.spi.classloader.ThreadContextClassLoader;
import io.trino.spi.connector.SchemaNotFoundException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
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

    private final Path root;
    private final Configuration configuration;
    private Optional<PlacementGroups> groups = Optional.empty();

    /**
     * Names a warehouse.
     *
     * @param root path or URI of the folder
     * @param configuration of Hadoop's file systems
     */
    public Warehouse(String root, Configuration configuration) {
        this.root = new Path(root);
        this.configuration = configuration;
    }

    /** Where a table is: the names of its folders. */
    public record Place(String schema, String table) {}

    /** The names of the schemas, in small letters. */
    public List<String> schemas() {
        return StoaErrors.unchecked(() -> names(root, false));
    }

    /** The names of a schema's tables, in small letters; none if the schema is missing. */
    public List<String> tables(String schema) {
        return StoaErrors.unchecked(() -> {
            Optional<Path> folder = schemaFolder(schema);
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
            Optional<Path> above = schemaFolder(schema);
            Optional<Path> folder = above.isPresent() ? folder(above.get(), table) : Optional.empty();
            if (folder.isEmpty() || !isTable(folder.get())) {
                return Optional.<Place>empty();
            }
            return Optional.of(new Place(above.get().getName(), folder.get().getName()));
        });
    }

    /** The folder of a table. */
    public Folder folder(Place place) {
        return StoaErrors.unchecked(() -> {
            Path path = new Path(new Path(root, place.schema()), place.table());
            FileSystem store = fileSystem();
            return groups().around(
                            HadoopFolder.of(store, path),
                            store.makeQualified(path).toUri().getPath());
        });
    }

    /** The placement groups, whose maps are read once and then when they change. */
    private synchronized PlacementGroups groups() throws IOException {
        if (groups.isEmpty()) {
            try (ThreadContextClassLoader _ = new ThreadContextClassLoader(Warehouse.class.getClassLoader())) {
                groups = Optional.of(new PlacementGroups(HadoopFolder.listed(configuration, PlacementGroups.SETTING)));
            }
        }
        return groups.get();
    }

    /** Opens a table. */
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
        Optional<Path> above = StoaErrors.unchecked(() -> schemaFolder(schema));
        return new Place(
                above.orElseThrow(() -> new SchemaNotFoundException(schema)).getName(), table);
    }

    /** Makes a schema. */
    public void createSchema(String name) {
        checkName(name);
        Path folder = new Path(root, name);
        StoaErrors.unchecked(() -> {
            if (!fileSystem().mkdirs(folder)) {
                throw new IOException(folder + " could not be made: look for a file of that name, and for your rights");
            }
            return folder;
        });
    }

    /**
     * Drops a schema and its tables. It refuses a folder with files that belong to no table.
     *
     * @param withTables whether to drop it also if it has tables
     */
    public void dropSchema(String name, boolean withTables) {
        StoaErrors.unchecked(() -> {
            Path folder = schemaFolder(name).orElseThrow(() -> new SchemaNotFoundException(name));
            FileStatus[] entries = fileSystem().listStatus(folder);
            for (FileStatus entry : entries) {
                if (!withTables) {
                    throw new TrinoException(
                            StandardErrorCode.SCHEMA_NOT_EMPTY,
                            "the schema " + name + " has " + entry.getPath() + ": drop or move that first");
                } else if (!entry.isDirectory() || !isTable(entry.getPath())) {
                    throw StoaErrors.unsupported("the schema " + name + " can't be dropped: " + entry.getPath()
                            + " belongs to no table; move it elsewhere or delete it first");
                }
            }
            for (FileStatus entry : entries) {
                drop(HadoopFolder.of(fileSystem(), entry.getPath()));
            }
            return fileSystem().delete(folder, false);
        });
    }

    /** Gives a schema another name. */
    public void renameSchema(String name, String other) {
        checkName(other);
        StoaErrors.unchecked(() -> {
            Path folder = schemaFolder(name).orElseThrow(() -> new SchemaNotFoundException(name));
            return rename(folder, new Path(root, other));
        });
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
        StoaErrors.unchecked(() -> rename(
                new Path(new Path(root, from.schema()), from.table()),
                new Path(new Path(root, to.schema()), to.table())));
    }

    private boolean rename(Path from, Path to) throws IOException {
        if (fileSystem().exists(to)) {
            throw new TrinoException(StandardErrorCode.ALREADY_EXISTS, to + " exists: choose another name");
        } else if (!fileSystem().rename(from, to)) {
            throw new IOException(from + " could not be renamed to " + to);
        }
        return true;
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

    /** Hadoop looks for its file systems in the class loader of the thread, which is Trino's. */
    private FileSystem fileSystem() throws IOException {
        try (ThreadContextClassLoader _ = new ThreadContextClassLoader(Warehouse.class.getClassLoader())) {
            return root.getFileSystem(configuration);
        }
    }

    private boolean isTable(Path folder) throws IOException {
        return Table.exists(HadoopFolder.of(fileSystem(), folder));
    }

    private Optional<Path> schemaFolder(String name) throws IOException {
        Optional<Path> folder = folder(root, name);
        return folder.isPresent() && !isTable(folder.get()) ? folder : Optional.empty();
    }

    private Optional<Path> folder(Path above, String name) throws IOException {
        if (!isAllowed(name)) {
            return Optional.empty();
        }
        List<Path> found = new ArrayList<>();
        for (Path folder : folders(above)) {
            if (lower(folder).equals(name)) {
                found.add(folder);
            }
        }
        if (found.size() > 1) {
            throw new TrinoException(
                    StandardErrorCode.AMBIGUOUS_NAME,
                    above + " has " + found.size() + " folders that are '" + name + "' in small letters, such as "
                            + found.get(0).getName() + " and " + found.get(1).getName() + ": rename all but one");
        }
        return found.stream().findFirst();
    }

    private List<String> names(Path above, boolean isTable) throws IOException {
        List<String> names = new ArrayList<>();
        for (Path folder : folders(above)) {
            if (isTable(folder) == isTable) {
                names.add(lower(folder));
            }
        }
        return names.stream().distinct().sorted().toList();
    }

    private List<Path> folders(Path above) throws IOException {
        List<Path> folders = new ArrayList<>();
        try {
            for (FileStatus status : fileSystem().listStatus(above)) {
                if (status.isDirectory() && !isHidden(status.getPath().getName())) {
                    folders.add(status.getPath());
                }
            }
        } catch (FileNotFoundException e) {
            return List.of(); // removed meanwhile, or a warehouse without a schema
        }
        return folders;
    }

    private static String lower(Path folder) {
        return folder.getName().toLowerCase(Locale.ENGLISH);
    }

    private static boolean isHidden(String name) {
        return name.startsWith(".") || name.startsWith("_");
    }
}
