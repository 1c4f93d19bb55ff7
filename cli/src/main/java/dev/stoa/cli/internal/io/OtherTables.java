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
package dev.stoa.cli.internal.io;

import dev.stoa.cli.internal.arguments.CommandException;
import dev.stoa.table.OtherTable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.AccessControlException;

/** Keeps readers of files out of tables of other formats: a folder of one also holds files, and rows in files, that do not count. */
public final class OtherTables {
    private static final String DELTA_LOG = "_delta_log";

    private final KnownFolders known;
    private final Set<Path> free = new HashSet<>();

    /** A search in a file system, which looks into each folder once. */
    OtherTables(KnownFolders known) {
        this.known = known;
    }

    /** Whether a folder is a table of Delta Lake. */
    public static boolean isDelta(FileSystem fs, Path folder) throws IOException {
        return fs.exists(new Path(folder, DELTA_LOG));
    }

    /**
     * Refuses a file in such a table.
     *
     * @throws CommandException if it is in one
     */
    void refuse(Path file) throws IOException {
        Optional<OtherTable> table = nearest(known.fs().makeQualified(file).getParent());
        if (table.isPresent()) {
            throw CommandException.usage(
                    file + " is inside the table " + table.get().folder() + " of "
                            + table.get().format() + ", whose log says which files and rows count: "
                            + (table.get().format().equals("Hudi")
                                    ? "an engine that reads the table can write its rows to other files"
                                    : "'stoa table import' copies the table"));
        }
    }

    /**
     * Refuses an output in such a table: engines do not read the file there, and may delete it as one that the table's log lacks.
     *
     * @throws CommandException if it is in one
     */
    void refuseOutput(Path out) throws IOException {
        Optional<OtherTable> table = nearest(known.fs().makeQualified(out));
        if (table.isPresent()) {
            throw CommandException.usage(table.get().refusal(out.toString()));
        }
    }

    /** The first such table on the way up from a folder, with that folder. */
    private Optional<OtherTable> nearest(Path from) throws IOException {
        for (Path folder = from; folder != null && free.add(folder); folder = folder.getParent()) {
            Optional<String> format = format(folder);
            if (format.isPresent()) {
                return Optional.of(new OtherTable(folder.toString(), format.get()));
            }
        }
        return Optional.empty();
    }

    private Optional<String> format(Path folder) throws IOException {
        try {
            return OtherTable.format(new InFolder(folder));
        } catch (AccessDeniedException | AccessControlException e) {
            return Optional.empty(); // who may read a file need not be allowed to look into the folders around it
        }
    }

    private final class InFolder implements OtherTable.Children {
        private final Path folder;

        InFolder(Path folder) {
            this.folder = folder;
        }

        @Override
        public boolean has(String name) throws IOException {
            return known.has(folder, name);
        }

        @Override
        public List<String> names(String name) throws IOException {
            if (!known.mayHave(folder, name)) {
                return List.of();
            }
            try {
                return Arrays.stream(known.fs().listStatus(new Path(folder, name)))
                        .map(child -> child.getPath().getName())
                        .toList();
            } catch (FileNotFoundException e) {
                return List.of();
            }
        }
    }
}
