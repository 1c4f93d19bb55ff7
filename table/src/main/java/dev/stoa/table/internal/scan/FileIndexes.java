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
package dev.stoa.table.internal.scan;

import dev.stoa.reader.IndexFileNames;
import dev.stoa.table.DataFile;
import dev.stoa.vio.Folder;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The index files next to the data files of a table. Each folder with such files is listed once. */
public final class FileIndexes {
    private final Folder folder;
    private final Map<String, List<Folder.Entry>> listed = new HashMap<>();

    public FileIndexes(Folder folder) {
        this.folder = folder;
    }

    /** An index file. */
    record Index(String path, long length) {}

    /** Those that are called as indexes of a file. */
    synchronized List<Index> of(DataFile file) throws IOException {
        int slash = file.path().lastIndexOf('/');
        String parent = slash < 0 ? "" : file.path().substring(0, slash);
        List<Folder.Entry> entries = listed.get(parent);
        if (entries == null) {
            entries = list(parent);
            listed.put(parent, entries);
        }
        List<Index> found = new ArrayList<>();
        String name = file.path().substring(slash + 1);
        for (Folder.Entry entry : entries) {
            if (IndexFileNames.isOf(entry.name(), name)) {
                found.add(new Index((parent.isEmpty() ? "" : parent + "/") + entry.name(), entry.length()));
            }
        }
        return found;
    }

    private List<Folder.Entry> list(String parent) throws IOException {
        List<Folder.Entry> indexes = new ArrayList<>();
        try {
            for (Folder.Entry entry : folder.list(parent)) {
                if (!entry.isFolder() && entry.name().endsWith(".index")) {
                    indexes.add(entry);
                }
            }
        } catch (FileNotFoundException e) {
            return List.of(); // whoever opens a file tells
        }
        return indexes;
    }
}
