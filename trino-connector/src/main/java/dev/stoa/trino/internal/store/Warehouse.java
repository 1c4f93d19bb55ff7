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
import dev.stoa.table.TableSettings;
import dev.stoa.vio.Folder;
import dev.stoa.vio.hadoop.HadoopFolder;
import io.trino.spi.StandardErrorCode;
import io.trino.spi.TrinoException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A folder whose folders are schemas; the tables in these are what Trino sees. Spark's catalog of the same folder has the same
 * tables. Trino's names are small letters, folders have any: a name is found where exactly one folder differs in no more than
 * that.
 */
public final class Warehouse {
    private final Path root;
    private final Configuration configuration;

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
        return StoaErrors.unchecked(() ->
                HadoopFolder.of(fileSystem(), new Path(new Path(root, place.schema()), place.table())));
    }

    /** Opens a table. */
    public Table open(Place place) {
        return StoaErrors.unchecked(() -> Table.open(folder(place), TableSettings.DEFAULT));
    }

    private FileSystem fileSystem() throws IOException {
        return root.getFileSystem(configuration);
    }

    private boolean isTable(Path folder) throws IOException {
        return Table.exists(HadoopFolder.of(fileSystem(), folder));
    }

    private Optional<Path> schemaFolder(String name) throws IOException {
        Optional<Path> folder = folder(root, name);
        return folder.isPresent() && !isTable(folder.get()) ? folder : Optional.empty();
    }

    private Optional<Path> folder(Path above, String name) throws IOException {
        if (name.isEmpty()
                || isHidden(name)
                || name.chars().anyMatch(c -> c == '/' || c == '\\' || c == ':' || c < ' ')) {
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
