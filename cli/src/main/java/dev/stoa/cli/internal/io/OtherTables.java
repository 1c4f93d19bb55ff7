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
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.AccessControlException;

/** Keeps readers of files out of tables of other formats: a folder of one also holds files, and rows in files, that do not count. */
public final class OtherTables {
    private static final String DELTA_LOG = "_delta_log";
    private static final String HUDI = "Hudi";
    private static final String HUDI_LOG = ".hoodie";
    private static final String ICEBERG_METADATA = "metadata";
    private static final List<Pattern> ICEBERG_STATES = List.of(
            Pattern.compile("v(\\d{1,9})(\\.gz)?\\.metadata\\.json(\\.gz)?"), // by rename
            Pattern.compile("(\\d{1,9})-.*\\.metadata\\.json(\\.gz)?")); // of a catalog

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

    /** The number of the state of a table of Iceberg that a file describes, by its name; empty if it describes none. */
    public static OptionalInt icebergState(String name) {
        for (Pattern pattern : ICEBERG_STATES) {
            Matcher matcher = pattern.matcher(name);
            if (matcher.matches()) {
                return OptionalInt.of(Integer.parseInt(matcher.group(1)));
            }
        }
        return OptionalInt.empty();
    }

    /**
     * Refuses a file in such a table.
     *
     * @throws CommandException if it is in one
     */
    void refuse(Path file) throws IOException {
        Optional<Found> table = nearest(known.fs().makeQualified(file).getParent());
        if (table.isPresent()) {
            throw CommandException.usage(file + " is inside " + table.get().text()
                    + ", whose log says which files and rows count: "
                    + (table.get().format().equals(HUDI)
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
        Optional<Found> table = nearest(known.fs().makeQualified(out));
        if (table.isPresent()) {
            throw CommandException.usage(
                    out + " would be inside " + table.get().text()
                            + ", whose log would not name it: engines would not read it, and may delete it: choose a place elsewhere");
        }
    }

    /** A table of another format. */
    private record Found(Path folder, String format) {
        String text() {
            return "the table " + folder + " of " + format;
        }
    }

    /** The first such table on the way up from a folder, with that folder. */
    private Optional<Found> nearest(Path from) throws IOException {
        for (Path folder = from; folder != null && free.add(folder); folder = folder.getParent()) {
            Optional<String> format = format(folder);
            if (format.isPresent()) {
                return Optional.of(new Found(folder, format.get()));
            }
        }
        return Optional.empty();
    }

    private Optional<String> format(Path folder) throws IOException {
        try {
            if (known.has(folder, DELTA_LOG)) {
                return Optional.of("Delta Lake");
            } else if (known.has(folder, HUDI_LOG)) {
                return Optional.of(HUDI);
            }
            return isIceberg(folder) ? Optional.of("Iceberg") : Optional.empty();
        } catch (AccessDeniedException | AccessControlException e) {
            return Optional.empty(); // who may read a file need not be allowed to look into the folders around it
        }
    }

    private boolean isIceberg(Path folder) throws IOException {
        if (!known.mayHave(folder, ICEBERG_METADATA)) {
            return false;
        }
        try {
            for (FileStatus file : known.fs().listStatus(new Path(folder, ICEBERG_METADATA))) {
                if (icebergState(file.getPath().getName()).isPresent()) {
                    return true;
                }
            }
            return false;
        } catch (FileNotFoundException e) {
            return false;
        }
    }
}
