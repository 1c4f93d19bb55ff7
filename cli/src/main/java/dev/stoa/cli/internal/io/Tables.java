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
import dev.stoa.cli.internal.print.Progress;
import dev.stoa.table.Fragment;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.table.placement.PlacementGroups;
import dev.stoa.vio.Folder;
import dev.stoa.vio.hadoop.HadoopFolder;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.AccessControlException;

/** Finds and opens tables, and keeps readers of files out of them: files of a table mean nothing without its log. */
public final class Tables {
    private static final String LOG = "_stoa";
    private static final char BRANCH = '@';

    private Tables() {}

    /** Opens the table, or plain folder, of an argument. */
    public static Table open(String argument, Configuration conf) throws IOException {
        Path path = InputFiles.path(argument, conf);
        FileSystem fs = Stores.of(path, conf);
        Optional<Path> branched = branched(fs, path);
        if (branched.isPresent()) {
            String name = path.getName().substring(path.getName().indexOf(BRANCH) + 1);
            return Table.open(folder(fs, branched.get(), conf), TableSettings.DEFAULT)
                    .branch(name);
        }
        if (!isFolder(fs, path)) {
            throw CommandException.usage(argument + ": no such folder, so no table");
        }
        if (!isTable(fs, path)) {
            refuse(new KnownFolders(fs), path);
        }
        return Table.open(folder(fs, path, conf), TableSettings.DEFAULT);
    }

    private static Folder folder(FileSystem fs, Path path, Configuration conf) throws IOException {
        return new PlacementGroups(HadoopFolder.listed(conf, PlacementGroups.SETTING))
                .around(
                        HadoopFolder.of(fs, path),
                        fs.makeQualified(path).toUri().getPath());
    }

    /** The folder of the table, where a path names a branch of one, such as {@code lake/orders@audit}. */
    private static Optional<Path> branched(FileSystem fs, Path path) throws IOException {
        int at = path.getName().indexOf(BRANCH);
        if (at <= 0 || isFolder(fs, path)) {
            return Optional.empty();
        }
        Path table = new Path(path.getParent(), path.getName().substring(0, at));
        return isTable(fs, table) ? Optional.of(table) : Optional.empty();
    }

    /** Returns the folder of the files of a table, also of a branch. */
    public static Path files(String argument, Configuration conf) throws IOException {
        Path path = InputFiles.path(argument, conf);
        return branched(Stores.of(path, conf), path).orElse(path);
    }

    /** Opens a table to change it; a plain folder is refused. */
    public static Table change(String argument, Configuration conf) throws IOException {
        Table table = open(argument, conf);
        if (table.isPlain()) {
            throw CommandException.failed(
                    argument + ": a folder without a log can only be read: 'stoa table adopt' makes a table of it");
        }
        return table;
    }

    /** The progress of something that comes by the rows of a table. */
    public static Progress progress(String task, Table table) throws IOException {
        long rows =
                table.snapshot().fragments().stream().mapToLong(Fragment::rows).sum();
        return Progress.start(task, rows, " rows", 1);
    }

    /** Whether a folder is a table's. */
    static boolean isTable(FileSystem fs, Path folder) throws IOException {
        return isFolder(fs, new Path(folder, LOG));
    }

    /** Whether an argument is a table's folder. */
    public static boolean isTable(String argument, Configuration conf) throws IOException {
        Path path = InputFiles.path(argument, conf);
        FileSystem fs = Stores.of(path, conf);
        return isTable(fs, path) || branched(fs, path).isPresent();
    }

    private static boolean isFolder(FileSystem fs, Path path) throws IOException {
        try {
            return fs.getFileStatus(path).isDirectory();
        } catch (FileNotFoundException e) {
            return false;
        } catch (IOException e) {
            if (e.getClass().getSimpleName().equals("ParentNotDirectoryException")) {
                return false;
            }
            throw e;
        }
    }

    /** Returns the folder of the table around a path, unless it is in none, or in the log, or is the table itself. */
    private static Optional<Path> around(KnownFolders known, Path path) throws IOException {
        Path qualified = known.fs().makeQualified(path);
        for (Path p = qualified; p != null; p = p.getParent()) {
            if (p.getName().equals(LOG)) {
                return Optional.empty();
            }
        }
        return nearest(known, qualified.getParent());
    }

    /** The first table on the way up from a folder, with that folder. */
    private static Optional<Path> nearest(KnownFolders known, Path folder) throws IOException {
        for (Path p = folder; p != null; p = p.getParent()) {
            if (isTable(known, p)) {
                return Optional.of(p);
            }
        }
        return Optional.empty();
    }

    private static boolean isTable(KnownFolders known, Path folder) throws IOException {
        try {
            return known.mayHave(folder, LOG) && isTable(known.fs(), folder);
        } catch (AccessDeniedException | AccessControlException e) {
            return false; // who may read a file need not be allowed to look into the folders around it
        }
    }

    /**
     * Refuses a path that is in a table.
     *
     * @throws CommandException if it is
     */
    static void refuse(KnownFolders known, Path path) throws IOException {
        Optional<Path> table = around(known, path);
        if (table.isPresent()) {
            throw CommandException.usage(path + " is inside the table " + table.get()
                    + ", whose log says which of its rows count: name the table");
        }
    }

    /**
     * Refuses an output in a table: its scans would not read the file.
     *
     * @throws CommandException if the output is a table, or in one
     */
    static void refuseOutput(KnownFolders known, Path out) throws IOException {
        Optional<Path> table = nearest(known, known.fs().makeQualified(out));
        if (table.isPresent()) {
            throw CommandException.usage(
                    out + ": " + table.get() + " is a table, whose scans would not read the output: 'stoa insert "
                            + table.get() + "' adds rows, or choose an output elsewhere");
        }
    }

    /** The snapshot of a version, an instant or a tag; of none, the newest. */
    public static Snapshot snapshot(Table table, String at) throws IOException {
        if (at == null) {
            return table.snapshot();
        }
        TableProperties newest = table.snapshot().properties();
        if (newest.branches().containsKey(at)) {
            throw CommandException.usage(
                    "'" + at + "' is a branch, with versions of its own: write TABLE@" + at + ", without the option");
        }
        return newest.version(at).isPresent() ? table.snapshotAt(at) : table.snapshotAt(instant(at));
    }

    private static Instant instant(String text) {
        String iso = text.strip().replace(' ', 'T');
        try {
            if (iso.indexOf('T') < 0) {
                return LocalDate.parse(iso).atStartOfDay().toInstant(ZoneOffset.UTC);
            }
            boolean hasZone = iso.endsWith("Z") || iso.matches(".*T.*[+-]\\d\\d:?\\d\\d");
            return hasZone
                    ? OffsetDateTime.parse(iso).toInstant()
                    : LocalDateTime.parse(iso).toInstant(ZoneOffset.UTC);
        } catch (DateTimeException e) {
            throw CommandException.usage("'" + text
                    + "' is neither a version, such as 17, nor a time, such as 2024-01-31 or 2024-01-31T10:00:00Z, nor a tag"
                    + " of the table");
        }
    }
}
