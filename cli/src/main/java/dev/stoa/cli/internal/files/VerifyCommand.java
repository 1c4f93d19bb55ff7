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

import com.fasterxml.jackson.core.JsonGenerator;
import dev.stoa.cli.internal.arguments.CommandException;
import dev.stoa.cli.internal.arguments.HadoopOptions;
import dev.stoa.cli.internal.arguments.IdleOptions;
import dev.stoa.cli.internal.io.Guard;
import dev.stoa.cli.internal.io.IndexFiles;
import dev.stoa.cli.internal.io.InputFiles;
import dev.stoa.cli.internal.io.LimitOptions;
import dev.stoa.cli.internal.io.OpenFiles;
import dev.stoa.cli.internal.io.Spool;
import dev.stoa.cli.internal.io.TableFolders;
import dev.stoa.cli.internal.print.Counted;
import dev.stoa.cli.internal.print.FailureText;
import dev.stoa.cli.internal.print.Json;
import dev.stoa.cli.internal.print.Printable;
import dev.stoa.cli.internal.print.Progress;
import dev.stoa.cli.internal.print.TableReportPrinter;
import dev.stoa.format.StoaException;
import dev.stoa.reader.StoaFile;
import dev.stoa.reader.Verifier;
import dev.stoa.table.TableReport;
import dev.stoa.table.TableVerifier;
import dev.stoa.vio.Folder;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.hadoop.HadoopFolder;
import dev.stoa.vio.hadoop.HadoopRangeSource;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code stoa verify}. */
@Command(
        name = "verify",
        mixinStandardHelpOptions = true,
        description = {
            "Reads whole files. Checks every checksum and every rule of the format, MinMax bounds and counts against "
                    + "the data, and index files against their data files. Reports what is broken and where.",
            "For a table it first checks that all log entries and checkpoints are intact and agree. Then it checks "
                    + "every file that a version references, by identity, and the rows against the table's key, order and "
                    + "partitions."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:everything is sound", "1:something is broken", "2:bad usage, or the check could not run"},
        footer = {
            "",
            "Examples:",
            "  stoa verify lineitem.stoa",
            "  stoa verify lake/orders",
            "  stoa verify --json lake/ | jq '.problems'"
        })
public final class VerifyCommand implements Callable<Integer> {
    @Parameters(arity = "1..*", paramLabel = "FILE", description = "Tables, Stoa files, globs or folders.")
    private List<String> files;

    @Option(names = "--quick", description = "Check metadata only, not the data.")
    private boolean quick;

    @Option(names = "--json", description = "Print one JSON object per table or file.")
    private boolean json;

    @Mixin
    private LimitOptions limits;

    @Mixin
    private HadoopOptions hadoop;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        try {
            return verify();
        } catch (StoaException e) {
            throw CommandException.notRun(e.getMessage());
        } catch (IOException e) {
            throw CommandException.notRun(FailureText.oneLine(e));
        }
    }

    private int verify() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        if (quick) {
            IdleOptions.refuse(
                    spec, "--quick reads no data, and limits count data", "--max-rows", "--max-bytes", "--max-time");
        }
        Guard guard = limits.start();
        List<Path> tables = TableFolders.find(files, hadoop.configuration());
        if (!tables.isEmpty()) {
            limits.refuseFor(tables.get(0).toString());
        }
        List<InputFiles.Input> inputs = TableFolders.filesBeside(tables, files, hadoop.configuration(), guard);
        int broken = 0;
        for (Path table : tables) {
            broken += verify(table, out) ? 0 : 1;
        }
        for (InputFiles.Input input : inputs) {
            List<Verifier.Problem> problems;
            try (RangeSource source = OpenFiles.source(input);
                    Progress progress =
                            Progress.start(input.relative(), input.status().getLen(), " MB", 1_000_000)) {
                problems = quick
                        ? Verifier.verifyMetadata(source)
                        : Verifier.verify(source, (bytes, of) -> progress.reach(bytes), guard.limits());
            }
            boolean isSound = problems.isEmpty();
            print(out, Spool.named(input.path().toString()), "sound", problems);
            if (isSound && !quick) {
                for (FileStatus index : IndexFiles.find(input)) {
                    isSound &= verify(input, index, guard, out);
                }
            }
            broken += isSound ? 0 : 1;
        }
        if (tables.size() + inputs.size() > 1 && !json) {
            out.println((tables.isEmpty() ? "" : Counted.text("%d table[s], ", tables.size()))
                    + Counted.text("%d file[s], %d broken", inputs.size(), broken));
        }
        out.flush();
        return broken == 0 ? 0 : 1;
    }

    /** Verifies a table; whether it is sound. */
    private boolean verify(Path table, PrintWriter out) throws IOException {
        Folder folder = HadoopFolder.of(table.getFileSystem(hadoop.configuration()), table);
        TableReport report;
        try (Progress progress = Progress.start(table.getName(), -1, " MB", 1_000_000)) {
            report = TableVerifier.verify(folder, !quick, progress::reach);
        }
        TableReportPrinter printer = new TableReportPrinter(out);
        if (json) {
            printer.json(folder.id(), report);
        } else {
            printer.lines(folder.id(), report);
        }
        return report.isSound();
    }

    /** Compares an index with its file; false if something is wrong with it. */
    private boolean verify(InputFiles.Input input, FileStatus index, Guard guard, PrintWriter out) throws IOException {
        String name = index.getPath().getName();
        try (StoaFile file = OpenFiles.stoa(input);
                RangeSource source = HadoopRangeSource.open(input.fs(), index);
                Progress progress = Progress.start(name, file.rowCount(), " rows", 1)) {
            Verifier.IndexReport report =
                    Verifier.verifyIndex(source, file, (rows, of) -> progress.reach(rows), guard.limits());
            print(
                    out,
                    index.getPath().toString(),
                    report.isStale() ? "stale, an index of another file: not used" : "sound",
                    report.problems());
            return report.problems().isEmpty();
        }
    }

    /** Prints what is known of a file; the state is that of one without problems. */
    private void print(PrintWriter out, String file, String state, List<Verifier.Problem> problems) throws IOException {
        if (json) {
            JsonGenerator g = Json.lines(out);
            g.writeStartObject();
            g.writeStringField("file", file);
            g.writeBooleanField("sound", problems.isEmpty());
            g.writeArrayFieldStart("problems");
            for (Verifier.Problem problem : problems) {
                g.writeStartObject();
                g.writeStringField("where", problem.where());
                g.writeStringField("what", problem.what());
                g.writeEndObject();
            }
            g.writeEndArray();
            g.writeEndObject();
            g.flush();
            out.println();
        } else if (problems.isEmpty()) {
            out.println(file + ": " + state);
        } else {
            out.println(file + ": " + problems.size() + (problems.size() == 1 ? " problem" : " problems"));
            for (Verifier.Problem problem : problems) {
                out.println("  " + Printable.of(problem.toString()));
            }
        }
    }
}
