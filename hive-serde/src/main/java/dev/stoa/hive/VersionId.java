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
package dev.stoa.hive;

import dev.stoa.table.Snapshot;
import java.io.IOException;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * A version of a table with a log. Its transaction distinguishes it from the version with the same number of an
 * earlier table in the same folder.
 *
 * @param table the folder of the table
 * @param branch whose version it is; empty for the table itself
 * @param version of the table or branch
 * @param transaction that made it
 */
public record VersionId(Path table, String branch, long version, UUID transaction) {
    private static final String KEY = "stoa.version.";
    /** The transaction of a version that is yet to be made. */
    private static final UUID UNMADE = new UUID(0, 0);

    /** The first version of a table that the statement itself makes, after it is compiled. */
    public static VersionId unmade(Path table) {
        return new VersionId(table, "", 0, UNMADE);
    }

    /** Whether only the log tells which transaction made it. Tables that are made one after the other in a folder have this in common. */
    public boolean isUnmade() {
        return transaction.equals(UNMADE);
    }

    /** Compares a version with this one. */
    public boolean is(Snapshot snapshot) {
        return version == snapshot.version()
                && (isUnmade() || transaction.equals(snapshot.commit().transaction()));
    }

    public static VersionId of(Path table, Snapshot snapshot) {
        return of(table, "", snapshot);
    }

    /**
     * A version of a branch.
     *
     * @param branch empty for the table itself
     */
    public static VersionId of(Path table, String branch, Snapshot snapshot) {
        return new VersionId(
                table, branch, snapshot.version(), snapshot.commit().transaction());
    }

    /** The setting that tells tasks which version of a table a statement is based on. Tables of two stores may have one path. */
    public static String key(Configuration configuration, Path table) throws IOException {
        return KEY + table.getFileSystem(configuration).makeQualified(table);
    }

    /** The value of the setting. */
    public String text() {
        return version + ":" + transaction + (branch.isEmpty() ? "" : ":" + branch);
    }

    /** Parses a value of the setting. */
    public static VersionId parse(Path table, String text) {
        String[] parts = text.split(":", 3);
        return new VersionId(
                table, parts.length == 3 ? parts[2] : "", Long.parseLong(parts[0]), UUID.fromString(parts[1]));
    }

    /** Whether a task reads a folder as a table with a log. */
    static boolean isSet(Configuration task, Path table) throws IOException {
        return task.get(key(task, table)) != null;
    }
}
