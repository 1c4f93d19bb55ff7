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
package dev.stoa.cli.internal.place;

import dev.stoa.cli.internal.io.Tables;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.reader.IndexFileNames;
import dev.stoa.table.DataFile;
import dev.stoa.table.Fragment;
import dev.stoa.table.Snapshot;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** The files that the newest version of a table references. */
final class LiveFiles {
    private final Set<String> paths = new HashSet<>();
    private final Map<String, Integer> columns = new HashMap<>();

    private LiveFiles() {}

    /**
     * Reads the newest version of a table.
     *
     * @param folder of the table
     */
    static LiveFiles of(Path folder, Configuration conf) throws IOException {
        Snapshot snapshot = Tables.open(folder.toString(), conf).snapshot();
        String root = folder.toUri().getPath();
        LiveFiles live = new LiveFiles();
        for (Fragment fragment : snapshot.fragments()) {
            for (DataFile file : fragment.files()) {
                live.paths.add(root + "/" + file.path());
            }
        }
        Schema schema = snapshot.schema();
        for (Field field : schema.fields()) {
            field.fieldId().ifPresent(id -> live.columns.put(field.name(), id));
        }
        return live;
    }

    /** Whether a path is a data file, or an index of one. */
    boolean has(String path) {
        int name = path.lastIndexOf('/') + 1;
        return paths.contains(path)
                || IndexFileNames.dataFile(path.substring(name))
                        .filter(data -> paths.contains(path.substring(0, name) + data))
                        .isPresent();
    }

    /** Returns the names of the columns. */
    Set<String> columns() {
        return columns.keySet();
    }

    /** Returns the id of a column, if the table has it. */
    OptionalInt column(String name) {
        Integer id = columns.get(name);
        return id == null ? OptionalInt.empty() : OptionalInt.of(id);
    }
}
