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
import dev.stoa.hive.internal.columns.Naming;
import dev.stoa.hive.internal.columns.TableColumns;
import dev.stoa.table.Snapshot;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/** The names that Hive's columns had in an older version of a table: a column keeps its number when it is renamed. */
public final class OlderNames {
    private OlderNames() {}

    /**
     * Returns the columns under the names that they have in the version to read. Branches number their columns on their own, so their
     * columns are found by name.
     *
     * @param task names the base version of the statement, which has the names of Hive's columns
     */
    public static TableColumns of(
            Configuration task, VersionId version, Snapshot snapshot, TableColumns table, Naming naming)
            throws IOException {
        String base = task.get(VersionId.key(task, version.table()));
        if (base == null || !version.branch().isEmpty() || !naming.isByName()) {
            return table;
        }
        VersionId now = VersionId.parse(version.table(), base);
        return now.version() == version.version()
                ? table
                : table.named(Snapshots.get(task, now).schema(), snapshot.schema());
    }
}
