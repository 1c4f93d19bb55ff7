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
package dev.stoa.spark.internal.catalog;

import dev.stoa.spark.internal.store.SparkErrors;
import dev.stoa.spark.internal.store.TableFolder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/** The contents of the folder of a namespace: namespaces, tables, and other files, which stay when a namespace is dropped. */
public final class NamespaceFolder {
    private static final int MAX_DEPTH = 64;

    /** The empty file that keeps a schema of Trino in an object store. */
    private static final String MARKER = ".schema";

    private final TableFolder folder;
    private final List<TableFolder> tables = new ArrayList<>();
    /** Folders, each after those in it. */
    private final List<Path> folders = new ArrayList<>();

    public NamespaceFolder(TableFolder folder) {
        this.folder = folder;
    }

    /** Returns the files and folders directly in it, whatever they are. */
    public List<Path> entries() throws IOException {
        return entries(new Path(folder.path())).stream()
                .map(FileStatus::getPath)
                .toList();
    }

    private List<FileStatus> entries(Path path) throws IOException {
        return Arrays.stream(folder.fileSystem().listStatus(path))
                .filter(entry -> !entry.getPath().getName().equals(MARKER))
                .toList();
    }

    /** Whether a folder can be one of a namespace or a table. */
    public static boolean isHidden(Path path) {
        return path.getName().startsWith(".") || path.getName().startsWith("_");
    }

    /**
     * Removes all tables and namespaces in it, and the folder. If it has anything else, an {@code AnalysisException} says
     * so, and nothing is removed.
     */
    public void removeAll() throws IOException {
        look(new Path(folder.path()), 0);
        for (TableFolder table : tables) {
            refuse(table.others());
        }
        for (TableFolder table : tables) {
            table.drop();
        }
        for (Path path : folders) {
            folder.fileSystem().delete(new Path(path, MARKER), false);
            folder.fileSystem().delete(path, false);
        }
    }

    /**
     * Refuses to delete the folder of a database if it has a table that is none of the database's. Such a table was renamed to another
     * database and kept its folder, or its name was dropped without its files.
     *
     * @param own the tables of the database
     */
    public void refuseTablesExcept(List<TableFolder> own) throws IOException {
        if (!folder.exists()) {
            return;
        }
        for (FileStatus entry : entries(new Path(folder.path()))) {
            String path = entry.getPath().toString();
            if (entry.isDirectory()
                    && own.stream().noneMatch(table -> table.isAt(path))
                    && new TableFolder(path, folder.configuration()).isTable()) {
                throw SparkErrors.refusal(
                        SparkErrors.Condition.STOA_UNSUPPORTED,
                        "the database can't be dropped, because its folder goes with it: " + path
                                + " is a table of Stoa that the database does not have; drop that table in the database that"
                                + " has it, or move its folder. Nothing was dropped");
            }
        }
    }

    private void look(Path path, int depth) throws IOException {
        for (FileStatus entry : entries(path)) {
            TableFolder inside = new TableFolder(entry.getPath().toString(), folder.configuration());
            if (!entry.isDirectory() || isHidden(entry.getPath()) || depth == MAX_DEPTH) {
                refuse(List.of(entry.getPath().toString()));
            } else if (inside.isTable()) {
                tables.add(inside);
            } else {
                look(entry.getPath(), depth + 1);
            }
        }
        folders.add(path);
    }

    private void refuse(List<String> others) {
        if (!others.isEmpty()) {
            throw SparkErrors.refusal(
                    SparkErrors.Condition.STOA_UNSUPPORTED,
                    folder.path() + " can't be dropped: " + others.get(0) + " belongs to no table of the catalog"
                            + (others.size() > 1 ? ", and " + (others.size() - 1) + " more" : "")
                            + "; move it elsewhere or delete it first. Nothing was dropped");
        }
    }
}
