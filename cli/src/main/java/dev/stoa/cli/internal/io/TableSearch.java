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
import java.io.IOException;
import java.net.URI;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Refuses files in tables, and remembers what it found for further files of a command. */
public final class TableSearch {
    private final Map<URI, KnownFolders> stores = new HashMap<>();
    private final Map<URI, OtherTables> others = new HashMap<>();
    private final Set<Path> free = new HashSet<>();

    /**
     * Refuses an output, whose rows scans of a table around it would not read.
     *
     * @throws CommandException if it is a table of any format, or in one
     */
    public static void refuseOutput(FileSystem fs, Path out) throws IOException {
        KnownFolders known = new KnownFolders(fs);
        Tables.refuseOutput(known, out);
        new OtherTables(known).refuseOutput(out);
    }

    /**
     * Refuses the folder of a new table.
     *
     * @throws CommandException if it is in another table, or a table of another format
     */
    public static void refuseTable(FileSystem fs, Path folder) throws IOException {
        KnownFolders known = new KnownFolders(fs);
        Tables.refuse(known, folder);
        new OtherTables(known).refuseOutput(folder);
    }

    /**
     * Refuses a file.
     *
     * @throws CommandException if it is in a table of any format, whose log says what counts, or where a transaction of Hive put it
     */
    void refuse(InputFiles.Input input) throws IOException {
        if (free.add(input.fs().makeQualified(input.path()).getParent())) {
            URI store = input.fs().getUri();
            KnownFolders known = stores.computeIfAbsent(store, uri -> new KnownFolders(input.fs()));
            Tables.refuse(known, input.path());
            HiveFolders.refuse(input.path());
            others.computeIfAbsent(store, uri -> new OtherTables(known)).refuse(input.path());
        }
    }
}
