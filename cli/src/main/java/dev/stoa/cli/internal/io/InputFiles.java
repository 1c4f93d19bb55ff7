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
import dev.stoa.cli.internal.arguments.ReadableFormat;
import dev.stoa.format.StoaException;
import dev.stoa.interop.FileKind;
import dev.stoa.reader.IndexFileNames;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Finds the files of paths, globs and folders. */
public final class InputFiles {
    /** How a pattern begins that names no first character. */
    private static final Pattern WIDE = Pattern.compile("[*?]|\\[\\^");

    private InputFiles() {}

    /**
     * A file to read.
     *
     * @param fs its file system
     * @param status its path and length
     * @param relative its path below the folder that was named, or its name
     */
    public record Input(FileSystem fs, FileStatus status, String relative) {
        public Path path() {
            return status.getPath();
        }

        /** Whether it can be read once, from the beginning. */
        public boolean isPipe() throws IOException {
            return status.getLen() == 0 && Pipe.is(fs, status);
        }

        /** Returns whether it is the folder of a table. */
        public boolean isTable() {
            return status.isDirectory();
        }

        /** Returns the bytes to read; 0 for a pipe or a table. */
        public long bytes() {
            return isTable() ? 0 : status.getLen();
        }

        /** Its kind, by its name, else by its first bytes. */
        public FileKind kind() throws IOException {
            FileKind kind = FileKind.of(fs, path(), status.getLen())
                    .orElseThrow(() -> new StoaException(
                            path() + ": neither the name nor the first bytes tell what it is: name it with --from"));
            ReadableFormat.check(path().toString(), kind);
            return kind;
        }
    }

    /**
     * All files of some arguments, folders searched to any depth, sorted by path within each argument. Names that start
     * with a dot or an underscore are passed over below folders and among those that match a pattern, as everywhere in Hadoop. Bytes from pipes are put into
     * files first; {@code -} is the standard input.
     *
     * @throws CommandException if an argument matches nothing
     */
    public static List<Input> find(List<String> arguments, Configuration conf, Guard guard) throws IOException {
        return withoutPipes(findWithPipes(arguments, conf), guard);
    }

    /** The same inputs, with the bytes from pipes in files. */
    static List<Input> withoutPipes(List<Input> found, Guard guard) throws IOException {
        List<Input> inputs = new ArrayList<>();
        for (Input input : found) {
            inputs.add(input.isPipe() ? Spool.of(input, guard) : input);
        }
        return inputs;
    }

    /** As {@link #find}, with pipes as they are. */
    public static List<Input> findWithPipes(List<String> arguments, Configuration conf) throws IOException {
        List<Input> inputs = new ArrayList<>();
        for (String argument : arguments) {
            List<Input> found = of(argument, conf, List.of());
            if (found.isEmpty()) {
                throw noFiles(argument);
            }
            inputs.addAll(found);
        }
        refuseRepeatedPipes(inputs);
        return inputs;
    }

    /** The refusal of a folder without files. */
    static CommandException noFiles(String argument) {
        return CommandException.usage(argument + ": the folder holds no files");
    }

    /**
     * The files of an argument, with pipes as they are; none if it is an empty folder.
     *
     * @param tables folders that it does not look into
     */
    static List<Input> of(String argument, Configuration conf, List<Path> tables) throws IOException {
        Path path = argument.equals("-") ? new Path("file:///dev/stdin") : path(argument, conf);
        FileSystem fs = Stores.of(path, conf);
        List<FileStatus> matches = matches(fs, path);
        if (matches.isEmpty()) {
            throw CommandException.usage(argument + ": no such file or folder");
        }
        List<Input> found = new ArrayList<>();
        for (FileStatus status : matches) {
            if (status.isDirectory()) {
                list(fs, status.getPath(), "", tables, found);
            } else {
                found.add(new Input(fs, Pipe.shown(fs, status), status.getPath().getName()));
            }
        }
        for (Input input : found) {
            Colons.refuseInput(fs, input.path());
        }
        return found;
    }

    /**
     * Refuses inputs that name a pipe more than once.
     *
     * @throws CommandException if they do
     */
    public static void refuseRepeatedPipes(List<Input> inputs) throws IOException {
        Set<Path> pipes = new HashSet<>();
        for (Input input : inputs) {
            if (input.isPipe() && !pipes.add(input.path())) {
                throw CommandException.usage(input.path() + " is a pipe, which can be read once, and is named twice");
            }
        }
    }

    /**
     * As {@link #find}, for those who read rows.
     *
     * @throws CommandException if a file is in a table, see {@link TableSearch}
     */
    public static List<Input> rows(List<String> arguments, Configuration conf, Guard guard) throws IOException {
        return checked(find(arguments, conf, guard), new TableSearch());
    }

    /**
     * Refuses index files, such as a shell finds for a pattern.
     *
     * @throws CommandException if the inputs name one
     */
    public static void refuseIndexes(List<Input> inputs) {
        for (Input input : inputs) {
            Optional<String> data = IndexFileNames.dataFile(input.path().getName());
            if (data.isPresent()) {
                throw CommandException.usage(
                        input.path() + " is an index of " + data.get()
                                + ", and has no rows of its own: leave it out, or name the folder, where such files are passed over");
            }
        }
    }

    /** As {@link #rows}, with pipes as they are, and with what is known from other files. */
    public static List<Input> rowsWithPipes(List<String> arguments, Configuration conf, TableSearch tables)
            throws IOException {
        return checked(findWithPipes(arguments, conf), tables);
    }

    private static List<Input> checked(List<Input> inputs, TableSearch tables) throws IOException {
        refuseIndexes(inputs);
        for (Input input : inputs) {
            tables.refuse(input);
        }
        return inputs;
    }

    /**
     * The bytes of all files of some arguments, without those of tables.
     *
     * @throws CommandException if they name a pipe more than once
     */
    public static long bytes(List<String> arguments, Configuration conf) throws IOException {
        List<Input> inputs = new ArrayList<>();
        for (String argument : arguments) {
            if (!Tables.isTable(argument, conf)) {
                inputs.addAll(findWithPipes(List.of(argument), conf));
            }
        }
        refuseRepeatedPipes(inputs);
        return inputs.stream().mapToLong(input -> input.status().getLen()).sum();
    }

    /** Returns a table, or a branch of one, as an input. */
    public static Input table(String argument, Configuration conf) throws IOException {
        Path path = path(argument, conf);
        FileSystem fs = Stores.of(path, conf);
        FileStatus folder =
                new FileStatus(0, true, 0, 0, 0, fs.makeQualified(path)); // that of a branch has another name
        return new Input(fs, folder, path.getName());
    }

    /** The one file of an argument, for those who read rows. */
    public static Input oneOfRows(String argument, Configuration conf) throws IOException {
        Input input = one(argument, conf);
        checked(List.of(input), new TableSearch());
        return input;
    }

    /** The one file of an argument. */
    public static Input one(String argument, Configuration conf) throws IOException {
        List<Input> found = find(List.of(argument), conf, Guard.none());
        if (found.size() != 1) {
            throw CommandException.usage(argument + ": " + found.size() + " files, this command takes one");
        }
        return found.get(0);
    }

    /** A path of an argument. */
    public static Path path(String argument, Configuration conf) {
        try {
            return new Path(UpwardPath.followed(argument, conf));
        } catch (IllegalArgumentException e) {
            boolean isScheme = argument.indexOf(':') > 0;
            throw CommandException.usage("'" + argument + "' is not a path: "
                    + (isScheme
                            ? "what comes before the colon is taken for the scheme of a store, such as hdfs:// or s3a://"
                            : e.getMessage()));
        }
    }

    /** Files at a path or of a pattern, which has to name what begins with an underscore or a dot to match it. */
    static List<FileStatus> matches(FileSystem fs, Path path) throws IOException {
        try {
            return List.of(fs.getFileStatus(path));
        } catch (FileNotFoundException e) {
            FileStatus[] matches = glob(Links.refusing(fs), path);
            if (matches == null) {
                return List.of();
            }
            Links.refuse(fs, matches);
            return WIDE.matcher(path.getName()).lookingAt()
                    ? Stream.of(matches)
                            .filter(match -> isData(match.getPath().getName()))
                            .toList()
                    : List.of(matches);
        }
    }

    private static FileStatus[] glob(FileSystem fs, Path path) throws IOException {
        try {
            return fs.globStatus(path);
        } catch (IOException e) {
            String message = String.valueOf(e.getMessage());
            if (message.startsWith("Illegal file pattern")) { // Hadoop has no type for it
                throw CommandException.usage("'" + path + "' is neither a file nor a pattern: " + message);
            }
            throw e;
        }
    }

    /** Whether a file or folder of this name, below another folder, has rows. */
    static boolean isData(String name) {
        return !name.startsWith(".") && !name.startsWith("_");
    }

    private static void list(FileSystem fs, Path folder, String below, List<Path> tables, List<Input> inputs)
            throws IOException {
        if (tables.contains(fs.makeQualified(folder))) {
            return;
        }
        Links.refuse(fs, folder);
        FileStatus[] children = fs.listStatus(folder);
        Arrays.sort(children, Comparator.comparing(s -> s.getPath().getName()));
        for (FileStatus child : children) {
            String name = child.getPath().getName();
            if (!isData(name)) {
                continue;
            }
            if (child.isDirectory()) {
                list(fs, child.getPath(), below + name + "/", tables, inputs);
            } else {
                inputs.add(new Input(fs, child, below + name));
            }
        }
    }
}
