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
package dev.stoa.table.internal.log;

import dev.stoa.table.TableException;
import dev.stoa.vio.Folder;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** All files below a table's folder. */
public final class FolderFiles {
    /** The beginning of the names of the folders, in that of the log, where a repair puts files that don't belong. */
    public static final String SET_ASIDE = "damaged-";

    private static final int MAX_FILES = 1 << 20;
    private static final int MAX_DEPTH = 64;

    private FolderFiles() {}

    /**
     * Lists them, without those that a repair has set aside.
     *
     * @return by path, relative to the folder
     * @throws TableException if the files are too many, or folders are too deep
     */
    public static NavigableMap<String, Folder.Entry> list(Folder folder) throws IOException {
        NavigableMap<String, Folder.Entry> files = new TreeMap<>();
        list(folder, "", 0, files);
        return files;
    }

    /**
     * Lists all files below one of its folders; none if that does not exist.
     *
     * @return by path, relative to the table's folder
     * @throws TableException if the files are too many, or folders are too deep
     */
    public static NavigableMap<String, Folder.Entry> below(Folder folder, String name) throws IOException {
        NavigableMap<String, Folder.Entry> files = new TreeMap<>();
        try {
            list(folder, name, 0, files);
        } catch (FileNotFoundException e) {
            return files; // also if another removes them meanwhile
        }
        return files;
    }

    private static void list(Folder folder, String name, int depth, Map<String, Folder.Entry> files)
            throws IOException {
        for (Folder.Entry entry : folder.list(name)) {
            String path = name.isEmpty() ? entry.name() : name + "/" + entry.name();
            if (!entry.isFolder()) {
                files.put(path, entry);
            } else if (depth == MAX_DEPTH || files.size() > MAX_FILES) {
                throw new TableException(folder.id() + "/" + path + ": there are more than " + MAX_FILES
                        + " files, or folders deeper than " + MAX_DEPTH);
            } else if (!path.startsWith(Log.FOLDER + "/" + SET_ASIDE)) {
                list(folder, path, depth + 1, files);
            }
        }
    }
}
