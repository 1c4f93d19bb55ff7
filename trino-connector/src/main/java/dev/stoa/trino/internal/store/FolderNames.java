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

import dev.stoa.format.Schema;
import dev.stoa.table.Table;
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

/**
 * The names of folders: the folders of a folder are schemas, and the tables in these are what Trino sees. Spark's catalog of the
 * same folder has the same tables. Trino's names are small letters, folders have any: a name is found where exactly one folder
 * differs in no more than that.
 */
final class FolderNames implements Names {
    /** The most bytes of the name of a folder, on local disks and HDFS. */
    private static final int MOST_BYTES = 255;

    private final Store store;

    FolderNames(Store store) {
        this.store = store;
    }

    @Override
    public List<String> schemas() throws IOException {
        return names("", false);
    }

    @Override
    public boolean hasSchema(String name) throws IOException {
        return schemaFolder(name).isPresent();
    }

    @Override
    public List<String> tables(String schema) throws IOException {
        Optional<String> folder = schemaFolder(schema);
        return folder.isPresent() ? names(folder.get(), true) : List.of();
    }

    @Override
    public Optional<Place> find(String schema, String table) throws IOException {
        Optional<String> above = schemaFolder(schema);
        Optional<String> found = above.isPresent() ? folder(above.get(), table) : Optional.empty();
        if (found.isEmpty()) {
            return Optional.empty();
        }
        Place place = Place.of(above.get(), found.get());
        return isTable(place.folder()) ? Optional.of(place) : Optional.empty();
    }

    @Override
    public Place add(String schema, String table, Schema columns) throws IOException {
        return placeOf(schema, table);
    }

    private Place placeOf(String schema, String table) throws IOException {
        checkName(table);
        Place place = Place.of(schemaFolder(schema).orElseThrow(() -> new SchemaNotFoundException(schema)), table);
        checkCase(place.schema(), table);
        return place;
    }

    /** Refuses a name if a folder differs from it in capital letters only: then neither would be found. */
    private void checkCase(String above, String name) throws IOException {
        Optional<String> found = folder(above, name);
        if (found.isPresent() && !found.get().equals(name)) {
            throw new TrinoException(
                    StandardErrorCode.ALREADY_EXISTS,
                    store.id(above.isEmpty() ? found.get() : above + "/" + found.get()) + " is '" + name
                            + "' in small letters: rename that folder, or choose another name");
        }
    }

    /** Refuses the name of a new schema if a folder has it. */
    private void checkFree(String name) throws IOException {
        checkName(name);
        checkCase("", name);
        if (folder("", name).isPresent()) {
            throw new TrinoException(
                    StandardErrorCode.SCHEMA_ALREADY_EXISTS,
                    store.id(name) + " exists" + (isTable(name) ? ", and is a table" : "") + ": choose another name");
        }
    }

    @Override
    public void createSchema(String name) throws IOException {
        checkFree(name);
        store.createFolder(name);
    }

    /** Drops a schema, but refuses a folder with files that belong to no table. */
    @Override
    public void dropSchema(String name, boolean withTables) throws IOException {
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
            Removal.refuseForeign(store.folder(table));
        }
        for (String table : tables) {
            Removal.run(store.folder(table));
        }
        store.removeFolder(folder);
    }

    @Override
    public void renameSchema(String name, String other) throws IOException {
        checkFree(other);
        rename(schemaFolder(name).orElseThrow(() -> new SchemaNotFoundException(name)), other);
    }

    @Override
    public void rename(Place from, String schema, String table) throws IOException {
        rename(from.folder(), placeOf(schema, table).folder());
    }

    private void rename(String from, String to) throws IOException {
        try {
            store.rename(from, to);
        } catch (TargetExistsException e) {
            throw new TrinoException(StandardErrorCode.ALREADY_EXISTS, e.getMessage(), e);
        }
    }

    @Override
    public void changed(Place place, Table table) {
        // the log has them
    }

    @Override
    public boolean remove(Place place) {
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
