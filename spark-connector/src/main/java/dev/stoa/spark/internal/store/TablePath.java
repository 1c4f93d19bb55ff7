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
package dev.stoa.spark.internal.store;

import dev.stoa.table.Table;
import dev.stoa.table.TableSettings;
import dev.stoa.table.placement.PlacementGroups;
import dev.stoa.vio.Folder;
import dev.stoa.vio.hadoop.HadoopFolder;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.Serializable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A path of a table, a folder of files, or one file.
 *
 * @param folder the folder, qualified
 * @param file the name of the only file that counts therein; empty if all do
 */
public record TablePath(String folder, String file) implements Serializable {
    private static final char BRANCH = '@';

    /** Finds out what a path names. */
    public static TablePath of(String text, Configuration configuration) throws IOException {
        Path given = new Path(text);
        Path path = given.getFileSystem(configuration).makeQualified(given);
        TablePath whole = new TablePath(path.toString(), "");
        if (!isFile(path, configuration)) {
            return whole;
        }
        return new TablePath(path.getParent().toString(), path.getName());
    }

    private static boolean isFile(Path path, Configuration configuration) throws IOException {
        try {
            return path.getFileSystem(configuration).getFileStatus(path).isFile();
        } catch (FileNotFoundException e) {
            return false;
        }
    }

    /** Whether a path may name a branch. */
    static boolean mayBeBranch(String path) {
        return path.indexOf(BRANCH) > 0;
    }

    /** The folder of a branch of a table. */
    static String ofBranch(String table, String name) {
        return table + BRANCH + name;
    }

    /** The folder of the data files. A branch has those of its table. */
    public String folderOfFiles(boolean isBranch) {
        return isBranch ? folder.substring(0, folder.lastIndexOf(BRANCH)) : folder;
    }

    /** The folder, with all that is in it; that of a branch if its name ends with one, such as {@code orders@audit}. */
    public Folder openFolder(Configuration configuration) throws IOException {
        Path path = new Path(folder);
        FileSystem fs = path.getFileSystem(configuration);
        int at = path.getName().indexOf(BRANCH);
        if (at > 0 && !fs.exists(path)) {
            Path above = new Path(path.getParent(), path.getName().substring(0, at));
            Folder table = new TablePath(above.toString(), "").openFolder(configuration);
            if (Table.exists(table)) {
                return Table.branchFolder(table, path.getName().substring(at + 1));
            }
        }
        return new PlacementGroups(HadoopFolder.listed(configuration, PlacementGroups.SETTING))
                .around(
                        HadoopFolder.of(fs, path),
                        fs.makeQualified(path).toUri().getPath());
    }

    /**
     * Opens the table, the files or the file.
     *
     * @throws IOException if it is a file of a table
     */
    public Table open(Configuration configuration) throws IOException {
        Folder all = openFolder(configuration);
        return file.isEmpty()
                ? Table.open(all, TableSettings.DEFAULT)
                : Table.openFile(all, file, TableSettings.DEFAULT);
    }

    /** The path. */
    @Override
    public String toString() {
        return file.isEmpty() ? folder : folder + "/" + file;
    }
}
