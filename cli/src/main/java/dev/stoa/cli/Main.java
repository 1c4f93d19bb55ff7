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

import dev.stoa.format.StoaException;
import dev.stoa.vio.WriteFailedException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * The command line {@code stoa}. It only parses: each subcommand is a class of its own in this
 * package, named in {@link #commandLine()}.
 *
 * <p>Exit codes: 0 is success, 1 bad data or a failed run, 2 bad usage or a local disk that is full or fails.
 */
@Command(
        name = "stoa",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            ConvertCommand.class,
            SchemaCommand.class,
            HeadCommand.class,
            InspectCommand.class,
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
            DemoCommand.class
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
        err.println("stoa: " + Credentials.hidden(failure.getMessage()) + " (see: "
                + line.getCommandSpec().qualifiedName() + " --help)");
        err.flush();
        return CommandLine.ExitCode.USAGE;
    }

    /** One clear line for errors that name their cause themselves, the whole trace for others. */
    private static int report(Exception failure, CommandLine line, ParseResult parsed) {
        PrintWriter err = line.getErr();
        int exitCode = CommandLine.ExitCode.SOFTWARE;
        if (failure instanceof CommandException e) {
            err.println("stoa: " + Printable.of(Credentials.hidden(e.getMessage())));
            exitCode = e.exitCode();
        } else if (failure instanceof IOException) {
            exitCode = isUnwritten(failure) ? CommandLine.ExitCode.USAGE : exitCode;
            err.println("stoa: " + Printable.of(Credentials.hidden(oneLine(failure))));
        } else {
            err.println("stoa: this is a bug, please report it with the lines below");
            StringWriter trace = new StringWriter();
            failure.printStackTrace(new PrintWriter(trace));
            err.print(Credentials.hidden(trace.toString()));
        }
        err.flush();
        return exitCode;
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

    /** The message of a failure; stores put class names and whole traces into theirs, of which the first line says it. */
    static String oneLine(Exception failure) {
        String message = Optional.ofNullable(failure.getMessage())
                .orElse(failure.getClass().getSimpleName())
                .lines()
                .findFirst()
                .orElse("");
        return failure instanceof StoaException
                        || failure instanceof WriteFailedException
                        || failure.getClass() == IOException.class
                ? message
                : message + " (" + failure.getClass().getSimpleName() + ")";
    }

    /** Who writes the files, as it stands in them. */
    static String createdBy() {
        return new Version().getVersion()[0];
    }

    /** The version of the jar, or "unpackaged" when it runs from classes. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Optional.ofNullable(Main.class.getPackage().getImplementationVersion())
                    .orElse("unpackaged");
            return new String[] {"stoa " + version};
        }
    }
}
