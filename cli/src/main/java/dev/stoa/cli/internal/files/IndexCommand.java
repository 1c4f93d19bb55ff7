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
package dev.stoa.cli.internal.files;

import dev.stoa.cli.internal.arguments.CommandException;
import dev.stoa.cli.internal.arguments.HadoopOptions;
import dev.stoa.cli.internal.arguments.IdleOptions;
import dev.stoa.cli.internal.arguments.Version;
import dev.stoa.cli.internal.io.BoundedSink;
import dev.stoa.cli.internal.io.Guard;
import dev.stoa.cli.internal.io.IndexFiles;
import dev.stoa.cli.internal.io.InputFiles;
import dev.stoa.cli.internal.io.LimitOptions;
import dev.stoa.cli.internal.io.OpenFiles;
import dev.stoa.cli.internal.io.OutputFile;
import dev.stoa.cli.internal.io.Tables;
import dev.stoa.cli.internal.print.Progress;
import dev.stoa.cli.internal.print.TextTable;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.StoaFile;
import dev.stoa.table.DataFile;
import dev.stoa.table.Fragment;
import dev.stoa.table.Snapshot;
import dev.stoa.table.TableIndexes;
import dev.stoa.vio.FileSink;
import dev.stoa.vio.SinkOptions;
import dev.stoa.vio.hadoop.HadoopRangeSource;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code stoa index}. */
@Command(
        name = "index",
        mixinStandardHelpOptions = true,
        description = "Adds, drops or lists equality indexes, which are files next to the data.",
        footer = {
            "",
            "An index maps a value to the vectors of 4096 rows that contain it. 'where column = value' and 'in (...)' "
                    + "then read",
            "only those vectors, in any order of rows. Data files stay unchanged. An index is a file next to its data "
                    + "file, named",
            "_FILE.COLUMN.index, and you may delete it at any time. 'stoa scan' uses every index that it finds. It "
                    + "warns about",
            "an index of another version of the file, and does not use it.",
            "For a table, the command indexes each current data file that has no index yet. Run it again after "
                    + "inserts and 'compact'.",
            "",
            "Examples:",
            "  stoa index orders.stoa --add o_orderkey,o_custkey",
            "  stoa index lake/orders",
            "  stoa index lake/orders --drop o_custkey"
        })
public final class IndexCommand implements Callable<Integer> {
    @Parameters(arity = "1..*", paramLabel = "FILE", description = "Stoa files, globs or folders, or one table.")
    private List<String> files;

    @Option(
            names = "--add",
            split = ",",
            paramLabel = "COLUMN",
            description = "Index these columns, and replace existing indexes of them.")
    private List<String> add = new ArrayList<>();

    @Option(names = "--drop", split = ",", paramLabel = "COLUMN", description = "Delete the indexes of these columns.")
    private List<String> drop = new ArrayList<>();

    @Mixin
    private LimitOptions limits;

    @Mixin
    private HadoopOptions hadoop;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        boolean isTable = files.size() == 1 && Tables.isTable(files.get(0), hadoop.configuration());
        if (isTable) {
            limits.refuseFor(files.get(0));
        } else if (add.isEmpty()) {
            IdleOptions.refuse(spec, "without --add no rows are read", "--max-rows", "--max-bytes", "--max-time");
        }
        List<InputFiles.Input> inputs =
                isTable ? ofTable() : ofFiles(InputFiles.findWithPipes(files, hadoop.configuration()));
        list(inputs, out);
        return 0;
    }

    private List<InputFiles.Input> ofFiles(List<InputFiles.Input> inputs) throws IOException {
        Guard guard = limits.start();
        InputFiles.refuseIndexes(inputs);
        for (InputFiles.Input input : inputs) {
            if (input.isPipe()) {
                throw CommandException.usage(input.path() + " is a pipe, and an index needs a file to be beside");
            }
            for (String column : drop) {
                if (!IndexFiles.drop(input, named(input, column))) {
                    throw CommandException.usage(input.path() + " has no index of '" + column + "'");
                }
            }
            for (String column : add) {
                build(input, named(input, column), guard);
            }
        }
        return inputs;
    }

    /** The data files of the newest version of a table, each with the requested change. A file has a column by its field id. */
    private List<InputFiles.Input> ofTable() throws IOException {
        org.apache.hadoop.fs.Path folder = Tables.files(files.get(0), hadoop.configuration());
        FileSystem fs = folder.getFileSystem(hadoop.configuration());
        Snapshot snapshot = Tables.open(files.get(0), hadoop.configuration()).snapshot();
        List<InputFiles.Input> inputs = new ArrayList<>();
        for (Fragment fragment : snapshot.fragments()) {
            for (DataFile file : fragment.files()) {
                FileStatus status = fs.getFileStatus(new org.apache.hadoop.fs.Path(folder, file.path()));
                inputs.add(new InputFiles.Input(fs, status, file.path()));
            }
        }
        for (String column : drop) {
            int dropped = 0;
            for (InputFiles.Input input : inputs) {
                Optional<ColumnPath> there = inFile(snapshot, column, input);
                dropped += there.isPresent() && IndexFiles.drop(input, there.get()) ? 1 : 0;
            }
            if (dropped == 0) {
                throw CommandException.usage(files.get(0) + " has no index of '" + column + "'");
            }
        }
        for (String column : add) {
            try {
                TableIndexes.add(snapshot, column, Version.createdBy());
            } catch (IllegalArgumentException e) {
                throw CommandException.usage(files.get(0) + ": " + e.getMessage());
            }
        }
        return inputs;
    }

    /** Returns the name of a table's column in a file, if the file has it. */
    private static Optional<ColumnPath> inFile(Snapshot snapshot, String column, InputFiles.Input input)
            throws IOException {
        try (StoaFile file = OpenFiles.stoa(input)) {
            return TableIndexes.columnIn(file, snapshot, column);
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(e.getMessage());
        }
    }

    private static ColumnPath named(InputFiles.Input input, String column) throws IOException {
        try (StoaFile file = OpenFiles.stoa(input)) {
            return file.column(ColumnPath.parse(column));
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(e.getMessage());
        }
    }

    private static void build(InputFiles.Input input, ColumnPath column, Guard guard) throws IOException {
        try (StoaFile file = OpenFiles.stoa(input);
                Progress progress = Progress.start(input.relative() + " " + column, file.rowCount(), " rows", 1)) {
            FileSink sink = OutputFile.create(
                    input.fs(), IndexFiles.path(input.path(), column), SinkOptions.DEFAULT.withOverwrite(true));
            TableIndexes.build(
                    file, column, new BoundedSink(sink, guard), Version.createdBy(), guard.limits(), progress::reach);
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(input.path() + ": " + e.getMessage());
        }
    }

    private static void list(List<InputFiles.Input> inputs, PrintWriter out) throws IOException {
        TextTable table = new TextTable(List.of("file", "index", ">bytes", "state"));
        for (InputFiles.Input input : inputs) {
            try (StoaFile file = OpenFiles.stoa(input)) {
                for (FileStatus status : IndexFiles.find(input)) {
                    boolean isCurrent = file.addIndex(HadoopRangeSource.open(input.fs(), status));
                    table.row(
                            input.relative(),
                            status.getPath().getName(),
                            "%,d".formatted(status.getLen()),
                            isCurrent ? "in use" : "stale");
                }
            }
        }
        table.print(out);
    }
}
