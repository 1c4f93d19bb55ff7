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
import dev.stoa.cli.internal.io.BoundedSink;
import dev.stoa.cli.internal.io.Guard;
import dev.stoa.cli.internal.io.InputFiles;
import dev.stoa.cli.internal.io.LimitOptions;
import dev.stoa.cli.internal.io.OpenFiles;
import dev.stoa.cli.internal.io.OutputFile;
import dev.stoa.cli.internal.io.TableSearch;
import dev.stoa.cli.internal.io.Tables;
import dev.stoa.cli.internal.print.Counted;
import dev.stoa.cli.internal.print.FailureText;
import dev.stoa.cli.internal.print.Printable;
import dev.stoa.cli.internal.print.Progress;
import dev.stoa.cli.internal.print.TableReportPrinter;
import dev.stoa.table.FileSalvage;
import dev.stoa.table.RepairOptions;
import dev.stoa.table.TableRepair;
import dev.stoa.table.TableReport;
import dev.stoa.table.TableSettings;
import dev.stoa.table.TableVerifier;
import dev.stoa.vio.FileSink;
import dev.stoa.vio.Folder;
import dev.stoa.vio.SinkOptions;
import dev.stoa.vio.hadoop.HadoopFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code stoa repair}. */
@Command(
        name = "repair",
        mixinStandardHelpOptions = true,
        description = {
            "Repairs a damaged table: rebuilds its log, takes intact files from a copy, and saves the readable rows "
                    + "of damaged files. Without --apply it only prints what it would do, and what would be lost.",
            "Repair deletes nothing. It moves files that do not belong to the table into its folder "
                    + "_stoa/damaged-TIME. Stop all writers first.",
            "For a single damaged file, --to writes the readable rows to a new file."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:the table is sound, also if --apply made it so and rows were lost; with --to: all rows are saved",
            "1:damage remains to be repaired, or can't be repaired; with --to: rows are lost",
            "2:bad usage, nothing could be done, or the repair stopped: the store failed, or a limit was exceeded"
        },
        footer = {
            "",
            "Examples:",
            "  stoa repair lake/orders",
            "  stoa repair lake/orders --from backup/orders --apply",
            "  stoa repair damaged.stoa --to saved.stoa"
        })
public final class RepairCommand implements Callable<Integer> {
    @Parameters(paramLabel = "TABLE|FILE", description = "The folder of a table, or a Stoa file.")
    private String damaged;

    @Option(
            names = "--from",
            paramLabel = "COPY",
            description =
                    "A copy of the table's folder, perhaps an older one. Repair takes files from it whose identity the log "
                            + "names.")
    private String from;

    @Option(names = "--apply", description = "Carry out the repair. Without this option the command writes nothing.")
    private boolean apply;

    @Option(
            names = "--past-gaps",
            description =
                    "Keep later commits that do not depend on a lost one. Without this option, the table returns to the last "
                            + "complete version.")
    private boolean pastGaps;

    @Option(
            names = "--null-lost",
            description =
                    "Keep a row that lost only values of nullable columns, and set those values to null. Default: drop"
                            + " the row.")
    private boolean nullLost;

    @Option(names = "--to", paramLabel = "NEW", description = "New file for the readable rows of a damaged file.")
    private String to;

    @Mixin
    private LimitOptions limits;

    @Mixin
    private HadoopOptions hadoop;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        boolean isTable = Tables.isTable(damaged, hadoop.configuration());
        if (isTable && to != null) {
            throw CommandException.usage(damaged + ": it is a table, which is repaired in its place: leave out --to");
        }
        if (!isTable && (to == null || from != null || apply || pastGaps)) {
            throw CommandException.usage(damaged
                    + ": it is not a table. To repair a file, name the output with --to, and leave out --from, --apply and"
                    + " --past-gaps");
        }
        if (isTable) {
            limits.refuseFor(damaged);
        }
        try {
            return isTable ? table(out) : file(out);
        } catch (IOException e) {
            throw CommandException.notRun(FailureText.oneLine(e));
        } finally {
            out.flush();
        }
    }

    private Folder folder(String argument) throws IOException {
        Path path = InputFiles.path(argument, hadoop.configuration());
        return HadoopFolder.of(path.getFileSystem(hadoop.configuration()), path);
    }

    private int table(PrintWriter out) throws IOException {
        Folder folder = folder(damaged);
        RepairOptions options = RepairOptions.DEFAULT.withPastGaps(pastGaps).withNullsForLost(nullLost);
        if (from != null) {
            if (!Tables.isTable(from, hadoop.configuration())) {
                throw CommandException.usage(from + ": no table, so no copy of one");
            }
            options = options.withCopy(folder(from));
        }
        TableRepair repair;
        try (Progress progress = Progress.start("read", -1, " MB", 1_000_000)) {
            repair = TableRepair.plan(folder, options, TableSettings.DEFAULT, progress::reach);
        }
        lines(out, "", repair.steps());
        lines(out, "lost: ", repair.losses());
        lines(out, "not repaired: ", repair.unrepaired());
        if (repair.isEmpty()) {
            out.println(folder.id() + ": nothing to repair");
            return repair.unrepaired().isEmpty() ? 0 : 1;
        }
        String rows = Counted.text("%,d row[s]", repair.rows());
        if (!apply) {
            out.println(folder.id() + ": nothing was changed; the newest version would have " + rows
                    + ": do it with --apply");
            return 1;
        }
        Optional<String> aside;
        try (Progress progress = Progress.start("write", repair.rows(), " rows", 1)) {
            aside = repair.apply(progress::advance);
        } catch (IOException e) {
            throw CommandException.notRun(FailureText.oneLine(e)
                    + ". The repair stopped. The table is as it was, or partly repaired: run the repair again");
        }
        TableReport report = TableVerifier.verify(folder, false, (bytes, of) -> {});
        out.println(folder.id() + ": repaired; the newest version has " + rows
                + aside.map(name -> "; what was moved is in " + name).orElse(""));
        if (!report.isSound()) {
            new TableReportPrinter(out).lines(folder.id(), report);
        }
        return report.isSound() && repair.unrepaired().isEmpty() ? 0 : 1;
    }

    private static void lines(PrintWriter out, String prefix, List<String> lines) {
        lines.forEach(line -> out.println("  " + prefix + Printable.of(line)));
    }

    private int file(PrintWriter out) throws IOException {
        InputFiles.Input input = InputFiles.one(damaged, hadoop.configuration());
        Path target = InputFiles.path(to, hadoop.configuration());
        FileSystem fs = target.getFileSystem(hadoop.configuration());
        TableSearch.refuseOutput(fs, target);
        if (fs.exists(target)) {
            throw CommandException.usage(to + ": exists already: take another name");
        }
        Guard guard = limits.start();
        try (FileSalvage salvage = FileSalvage.plan(OpenFiles.source(input), nullLost, guard.limits())) {
            lines(out, "lost: ", salvage.losses());
            try (Progress progress = Progress.start("write", salvage.rows(), " rows", 1)) {
                FileSink sink = OutputFile.create(fs, target, SinkOptions.DEFAULT);
                salvage.write(new BoundedSink(sink, guard), progress::advance);
            }
            out.print(Counted.text(
                    "%s: %,d of %,d row[s] of %s%n", target, salvage.rows(), salvage.fileRows(), input.path()));
            return salvage.rows() == salvage.fileRows() ? 0 : 1;
        }
    }
}
