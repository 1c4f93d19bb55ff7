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

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.exec.AbstractFileMergeOperator;
import org.apache.hadoop.hive.ql.exec.Utilities;
import org.apache.hadoop.security.UserGroupInformation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The folder that Hive makes next to a table with a log, {@code -tmp.TABLE}, before each statement that writes the table. Hive
 * makes it for every table with a storage handler and has no setting for its place. The folder stays empty, and Hive does not
 * remove it. For each part of a {@code union all} it makes one more, in the table's folder.
 *
 * <p>Statements share the folder. On a local disk Hadoop makes a folder in two steps: it creates it, then sets its rights. A statement
 * fails if another removes the folder between the two. So there the folder stays until the table is dropped.
 */
public final class BesideFolder {
    private static final Logger LOG = LoggerFactory.getLogger(BesideFolder.class);

    private static final String LOCAL = "file";
    private static final String UNION = AbstractFileMergeOperator.UNION_SUDBIR_PREFIX;

    private BesideFolder() {}

    /**
     * Fails if Hive will not be able to make it. The folder exists afterwards.
     *
     * @throws IOException if the user may not write into the parent folder of the table
     */
    public static void check(Configuration configuration, Path table) throws IOException {
        if (table.getParent() == null) {
            throw new IOException(
                    table + ": a table with a log can't be the root of a file system, as Hive makes a folder"
                            + " beside it whenever it is written: choose a folder below");
        }
        Path folder = Utilities.toTempPath(table);
        try {
            FileSystem fs = folder.getFileSystem(configuration);
            if (!fs.mkdirs(folder)) {
                throw new IOException("the file system refuses");
            }
        } catch (IOException e) {
            throw new IOException(
                    table + ": Hive makes the folder " + folder
                            + " whenever a statement writes the table, and the user "
                            + UserGroupInformation.getCurrentUser().getShortUserName() + " can't make it: "
                            + firstLine(e) + ". Grant the right to write in " + table.getParent()
                            + ", or put the table where the user may",
                    e);
        }
    }

    private static String firstLine(IOException e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }

    /** Removes it when a statement has ended, if another statement that makes it doesn't notice. */
    public static void removeAfterStatement(Configuration configuration, Path table) {
        if (!LOCAL.equals(Utilities.toTempPath(table).toUri().getScheme())) {
            remove(configuration, table);
        }
    }

    /** Removes it when no statement writes the table. */
    public static void remove(Configuration configuration, Path table) {
        Path folder = Utilities.toTempPath(table);
        String ofUnion = Utilities.toTempPath(new Path(table, UNION)).getName();
        try {
            FileSystem fs = folder.getFileSystem(configuration);
            // not what others may have put there
            fs.delete(folder, false);
            for (FileStatus child : fs.listStatus(table, path -> path.getName().startsWith(ofUnion))) {
                fs.delete(child.getPath(), false);
            }
        } catch (IOException e) {
            LOG.debug("{}: it stays, empty or not", folder, e);
        }
    }
}
