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
package dev.stoa.hive.internal.store;

import dev.stoa.hive.VersionId;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableException;
import dev.stoa.table.TableSettings;
import dev.stoa.table.placement.PlacementGroups;
import dev.stoa.vio.Folder;
import dev.stoa.vio.hadoop.HadoopFolder;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Tables with logs, and their versions. A process that runs many tasks reads the log of a version once for all of them that come
 * shortly after each other, each user by his own file system.
 */
public final class Snapshots {
    private static final int KEPT = 16;
    private static final Map<Key, Snapshot> LAST = new LinkedHashMap<>(KEPT, 0.75f, true);

    private Snapshots() {}

    private record Key(FileSystem fs, VersionId version) {}

    /** The folder of a table. */
    public static Folder folder(Configuration configuration, Path table) throws IOException {
        FileSystem fs = table.getFileSystem(configuration);
        return groups(configuration)
                .around(
                        HadoopFolder.of(fs, table),
                        fs.makeQualified(table).toUri().getPath());
    }

    /** The placement groups of a session. */
    public static PlacementGroups groups(Configuration configuration) throws IOException {
        return new PlacementGroups(HadoopFolder.listed(configuration, PlacementGroups.SETTING));
    }

    /**
     * Opens a table.
     *
     * @throws TableException if none exists
     */
    public static Table open(Configuration configuration, Path table) throws IOException {
        return Table.open(folder(configuration, table), TableSettings.DEFAULT);
    }

    /**
     * Opens a table, or a branch of it.
     *
     * @param branch empty for the table itself
     */
    public static Table open(Configuration configuration, Path table, String branch) throws IOException {
        Folder folder = folder(configuration, table);
        return Table.open(branch.isEmpty() ? folder : Table.branchFolder(folder, branch), TableSettings.DEFAULT);
    }

    /**
     * A version of a table.
     *
     * @throws TableException if it is not there any more
     */
    public static Snapshot get(Configuration configuration, VersionId version) throws IOException {
        if (version.isUnmade()) {
            return get(open(configuration, version.table(), version.branch()), version);
        }
        Key key = new Key(version.table().getFileSystem(configuration), version);
        synchronized (LAST) {
            Snapshot known = LAST.get(key);
            if (known != null) {
                return known;
            }
        }
        Snapshot snapshot = get(open(configuration, version.table(), version.branch()), version);
        synchronized (LAST) {
            LAST.put(key, snapshot);
            if (LAST.size() > KEPT) {
                LAST.remove(LAST.keySet().iterator().next());
            }
        }
        return snapshot;
    }

    /**
     * A version of an open table.
     *
     * @throws TableException if it is not there any more
     */
    public static Snapshot get(Table table, VersionId version) throws IOException {
        Snapshot snapshot = table.snapshotAt(version.version());
        if (!version.is(snapshot)) {
            throw new IOException(table + ": it was made anew while the statement ran: run it again");
        }
        return snapshot;
    }
}
