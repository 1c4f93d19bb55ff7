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
import dev.stoa.table.TableProperties;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * A version that a query asks for.
 *
 * @param id names the version for tasks
 * @param snapshot its contents
 */
public record AskedVersion(VersionId id, Snapshot snapshot) {
    /** A version of the table itself. */
    public static AskedVersion of(Path folder, Snapshot snapshot) {
        return new AskedVersion(VersionId.of(folder, snapshot), snapshot);
    }

    /**
     * Finds a version.
     *
     * @param name the number of a version, or the name of a tag or of a branch, which means its newest version
     * @throws TableException if nothing has this name, or the version was expired
     */
    public static AskedVersion of(Configuration configuration, Path folder, String name) throws IOException {
        Table table = Snapshots.open(configuration, folder);
        TableProperties properties = table.snapshot().properties();
        if (properties.branches().containsKey(name)) {
            Snapshot newest = Snapshots.open(configuration, folder, name).snapshot();
            return new AskedVersion(VersionId.of(folder, name, newest), newest);
        }
        if (properties.version(name).isPresent()) {
            return of(folder, table.snapshotAt(name));
        }
        throw new TableException(folder + ": no version, tag or branch '" + name + "'; the tags are "
                + properties.tags().keySet() + ", the branches are "
                + properties.branches().keySet());
    }
}
