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
import dev.stoa.table.TableSettings;
import dev.stoa.vio.Folder;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/** The tables of a catalog: their names and folders. */
public final class Warehouse {
    private final Names names;
    private final Store store;

    /**
     * Describes a catalog.
     *
     * @param names of its schemas and tables
     * @param store with the folders of the tables
     */
    public Warehouse(Names names, Store store) {
        this.names = names;
        this.store = store;
    }

    /**
     * A folder in a file system of Hadoop.
     *
     * @param root path or URI of the folder
     * @param configuration of Hadoop's file systems
     */
    public static Warehouse ofHadoop(String root, Configuration configuration) {
        return ofFolders(Store.ofHadoop(root, configuration));
    }

    /** A folder whose folders are schemas. */
    public static Warehouse ofFolders(Store store) {
        return new Warehouse(new FolderNames(store), store);
    }

    /** The names of the schemas. */
    public List<String> schemas() {
        return StoaErrors.unchecked(names::schemas);
    }

    /** The names of a schema's tables; none if the schema is missing. */
    public List<String> tables(String schema) {
        return StoaErrors.unchecked(() -> names.tables(schema));
    }

    /** Whether a schema exists. */
    public boolean hasSchema(String name) {
        return StoaErrors.unchecked(() -> names.hasSchema(name));
    }

    /** The place of a table, if it exists. */
    public Optional<Place> find(String schema, String table) {
        return StoaErrors.unchecked(() -> names.find(schema, table));
    }

    /** The folder of a table or a branch. */
    public Folder folder(Place place) {
        Folder table = files(place);
        return place.branch().map(name -> Table.branchFolder(table, name)).orElse(table);
    }

    /** The folder of the data files and sidecars of a table, which its branches share. */
    public Folder files(Place place) {
        return StoaErrors.unchecked(() -> store.folder(place.folder()));
    }

    /** Opens a table or a branch. */
    public Table open(Place place) {
        return StoaErrors.unchecked(() -> Table.open(folder(place), TableSettings.DEFAULT));
    }

    /** Makes a schema. */
    public void createSchema(String name) {
        StoaErrors.run(() -> names.createSchema(name));
    }

    /**
     * Drops a schema and its tables. It refuses one that has more than tables of Stoa.
     *
     * @param withTables whether to drop it also if it has tables
     */
    public void dropSchema(String name, boolean withTables) {
        StoaErrors.run(() -> names.dropSchema(name, withTables));
    }

    /** Gives a schema another name. */
    public void renameSchema(String name, String other) {
        StoaErrors.run(() -> names.renameSchema(name, other));
    }

    /** How a table is made in a folder. */
    public interface Maker {
        void make(Folder folder) throws IOException;
    }

    /**
     * Makes a table. If that fails, its name is free again.
     *
     * @throws io.trino.spi.connector.SchemaNotFoundException if the schema is missing
     */
    public Place create(String schema, String table, Schema columns, Maker maker) {
        Place place = StoaErrors.unchecked(() -> names.add(schema, table, columns));
        boolean isMade = false;
        try {
            StoaErrors.run(() -> maker.make(folder(place)));
            isMade = true;
        } finally {
            if (!isMade) {
                StoaErrors.unchecked(() -> names.remove(place));
            }
        }
        return place;
    }

    /** Drops a table. */
    public void drop(Place place) {
        StoaErrors.run(() -> {
            if (names.remove(place)) {
                Removal.run(folder(place));
            }
        });
    }

    /** Drops a table that has its first version only: a statement that failed has made it. */
    public void dropEmpty(Place place, Table table) {
        StoaErrors.run(() -> {
            if (table.snapshot().version() == 0) {
                names.remove(place);
                Removal.run(table.folder());
            }
        });
    }

    /** Gives a table another name, in the same schema or another. */
    public void rename(Place from, String schema, String table) {
        StoaErrors.run(() -> names.rename(from, schema, table));
    }

    /** Lets others who have the columns of a table know which it has now. Those of a branch are its own. */
    public void changed(Place place, Table table) {
        if (place.branch().isEmpty()) {
            StoaErrors.run(() -> names.changed(place, table));
        }
    }
}
