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
package dev.stoa.cli;

import dev.stoa.cli.internal.arguments.CommandException;
import dev.stoa.cli.internal.arguments.Version;
import dev.stoa.cli.internal.browse.BrowseCommand;
import dev.stoa.cli.internal.convert.ConvertCommand;
import dev.stoa.cli.internal.demo.DemoCommand;
import dev.stoa.cli.internal.files.HeadCommand;
import dev.stoa.cli.internal.files.IndexCommand;
import dev.stoa.cli.internal.files.InspectCommand;
import dev.stoa.cli.internal.files.RepairCommand;
import dev.stoa.cli.internal.files.ScanCommand;
import dev.stoa.cli.internal.files.SchemaCommand;
import dev.stoa.cli.internal.files.VerifyCommand;
import dev.stoa.cli.internal.io.Spool;
import dev.stoa.cli.internal.place.PlaceCommand;
import dev.stoa.cli.internal.print.Credentials;
import dev.stoa.cli.internal.print.FailureText;
import dev.stoa.cli.internal.print.Printable;
import dev.stoa.cli.internal.tables.CompactCommand;
import dev.stoa.cli.internal.tables.DeleteCommand;
import dev.stoa.cli.internal.tables.DiffCommand;
import dev.stoa.cli.internal.tables.ExpireCommand;
import dev.stoa.cli.internal.tables.InsertCommand;
import dev.stoa.cli.internal.tables.RollbackCommand;
import dev.stoa.cli.internal.tables.TableCommand;
import dev.stoa.cli.internal.tables.UpdateCommand;
import dev.stoa.cli.internal.tables.UpsertCommand;
import dev.stoa.format.LikelyName;
import dev.stoa.format.StoaException;
import dev.stoa.vio.WriteFailedException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The command line {@code stoa}. It only parses: each subcommand is a class of its own in this
 * package, named in {@link #commandLine()}.
 *
 * <p>Exit codes: 0 is success, 1 bad data or a failed run, 2 bad usage or a local disk that is full or fails.
 */
@Command(
        name = "stoa",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            ConvertCommand.class,
            SchemaCommand.class,
            HeadCommand.class,
            InspectCommand.class,
            BrowseCommand.class,
            ScanCommand.class,
            IndexCommand.class,
            VerifyCommand.class,
            RepairCommand.class,
            TableCommand.class,
            InsertCommand.class,
            UpsertCommand.class,
            UpdateCommand.class,
            DeleteCommand.class,
            DiffCommand.class,
            RollbackCommand.class,
            CompactCommand.class,
            ExpireCommand.class,
            PlaceCommand.class,
            DemoCommand.class,
            GenerateCompletion.class
        },
        description = "Columnar files and tables for the Hadoop world: convert, inspect, scan, change, verify.")
public final class Main {
    private Main() {}

    /** Runs one command and exits with its code. */
    public static void main(String[] args) {
        System.exit(run(args));
    }

    /** Runs one command and returns its exit code: 0 ok, 1 bad data or a failed run, 2 bad usage or a local disk that is full or fails. */
    static int run(String... args) {
        CommandLine line = commandLine();
        if (args.length == 0) {
            line.usage(line.getErr());
            return CommandLine.ExitCode.USAGE;
        }
        return line.execute(args);
    }

    /** The parser with all subcommands. */
    static CommandLine commandLine() {
        CommandLine line = new CommandLine(new Main());
        line.setExecutionStrategy(parsed -> {
            try {
                return new CommandLine.RunLast().execute(parsed);
            } finally {
                Spool.closeAll();
            }
        });
        line.setExecutionExceptionHandler(Main::report);
        line.setParameterExceptionHandler(Main::badUsage);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        return line;
    }

    /** One clear line for arguments that can't be understood, and where to read more. */
    private static int badUsage(ParameterException failure, String[] arguments) {
        CommandLine line = failure.getCommandLine();
        PrintWriter err = line.getErr();
        err.println("stoa: " + Credentials.hidden(failure.getMessage()) + suggestion(failure) + " (see: "
                + line.getCommandSpec().qualifiedName() + " --help)");
        err.flush();
        return CommandLine.ExitCode.USAGE;
    }

    /** A question that names the command or option that a mistyped one probably means; empty if none is close. */
    private static String suggestion(ParameterException failure) {
        if (failure.getArgSpec() != null && failure.getArgSpec().completionCandidates() != null) {
            List<String> values = new ArrayList<>();
            failure.getArgSpec().completionCandidates().forEach(values::add);
            return LikelyName.question(String.valueOf(failure.getValue()), values);
        }
        if (!(failure instanceof UnmatchedArgumentException unmatched)
                || unmatched.getUnmatched().isEmpty()) {
            return "";
        }
        CommandSpec command = failure.getCommandLine().getCommandSpec();
        List<String> names = new ArrayList<>(command.subcommands().keySet());
        names.addAll(command.optionsMap().keySet());
        return LikelyName.of(unmatched.getUnmatched().get(0), names)
                .map(name -> "; did you mean '" + name + "'?")
                .orElse("");
    }

    /** One clear line for errors that name their cause themselves, the whole trace for others. */
    private static int report(Exception failure, CommandLine line, ParseResult parsed) {
        PrintWriter err = line.getErr();
        int exitCode = CommandLine.ExitCode.SOFTWARE;
        if (isPipeClosed(failure)) {
            return exitCode; // its reader has all that it wants
        }
        if (failure instanceof CommandException e) {
            err.println("stoa: " + Printable.of(Credentials.hidden(e.getMessage())));
            exitCode = e.exitCode();
        } else if (failure instanceof IOException) {
            exitCode = isUnwritten(failure) ? CommandLine.ExitCode.USAGE : exitCode;
            err.println("stoa: " + Printable.of(Credentials.hidden(FailureText.oneLine(failure))));
        } else {
            err.println("stoa: this is a bug, please report it with the lines below");
            StringWriter trace = new StringWriter();
            failure.printStackTrace(new PrintWriter(trace));
            err.print(Credentials.hidden(trace.toString()));
        }
        err.flush();
        return exitCode;
    }

    /** Whether the reader of the standard output has gone. The JVM has no type for it. */
    private static boolean isPipeClosed(Exception failure) {
        return failure.getClass() == IOException.class && "Broken pipe".equals(failure.getMessage());
    }

    /** Whether a local disk is full or fails, which says nothing of the data: the same command may go well with another. */
    private static boolean isUnwritten(Exception failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof WriteFailedException) {
                return !(failure instanceof StoaException);
            }
        }
        return false;
    }
}
