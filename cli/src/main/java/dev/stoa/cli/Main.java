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
import dev.stoa.cli.internal.arguments.LostLetters;
import dev.stoa.cli.internal.arguments.OutputClosedException;
import dev.stoa.cli.internal.arguments.RepeatedNames;
import dev.stoa.cli.internal.arguments.Version;
import dev.stoa.cli.internal.browse.BrowseCommand;
import dev.stoa.cli.internal.completion.CompletionCommand;
import dev.stoa.cli.internal.convert.ConvertCommand;
import dev.stoa.cli.internal.demo.DemoCommand;
import dev.stoa.cli.internal.files.HeadCommand;
import dev.stoa.cli.internal.files.IndexCommand;
import dev.stoa.cli.internal.files.InspectCommand;
import dev.stoa.cli.internal.files.RepairCommand;
import dev.stoa.cli.internal.files.ScanCommand;
import dev.stoa.cli.internal.files.SchemaCommand;
import dev.stoa.cli.internal.files.VerifyCommand;
import dev.stoa.cli.internal.io.ClassArchive;
import dev.stoa.cli.internal.io.OutputFile;
import dev.stoa.cli.internal.io.Spool;
import dev.stoa.cli.internal.place.PlaceCommand;
import dev.stoa.cli.internal.print.CommandOutput;
import dev.stoa.cli.internal.print.Credentials;
import dev.stoa.cli.internal.print.FailureText;
import dev.stoa.cli.internal.print.OptionNames;
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
import dev.stoa.vio.BufferBudget;
import dev.stoa.vio.WriteFailedException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The command line {@code stoa}. It only parses: each subcommand is a class of its own in this
 * package, named in {@link #COMMANDS}.
 *
 * <p>Exit codes: 0 is success, 1 bad data or a failed run, 2 bad usage, too little memory, or a local disk that is full or fails.
 */
@Command(
        name = "stoa",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        description = "Columnar files and tables for the Hadoop world: convert, inspect, scan, change, verify.")
public final class Main {
    private static final String COMPLETION = "generate-completion";
    private static final List<String> COMMANDS = List.of(
            "convert",
            "schema",
            "head",
            "inspect",
            "browse",
            "scan",
            "index",
            "verify",
            "repair",
            "table",
            "insert",
            "upsert",
            "update",
            "delete",
            "diff",
            "rollback",
            "compact",
            "expire",
            "place",
            "demo",
            COMPLETION);

    private Main() {}

    private static Object command(String name) {
        return switch (name) {
            case "convert" -> new ConvertCommand();
            case "schema" -> new SchemaCommand();
            case "head" -> new HeadCommand();
            case "inspect" -> new InspectCommand();
            case "browse" -> new BrowseCommand();
            case "scan" -> new ScanCommand();
            case "index" -> new IndexCommand();
            case "verify" -> new VerifyCommand();
            case "repair" -> new RepairCommand();
            case "table" -> new TableCommand();
            case "insert" -> new InsertCommand();
            case "upsert" -> new UpsertCommand();
            case "update" -> new UpdateCommand();
            case "delete" -> new DeleteCommand();
            case "diff" -> new DiffCommand();
            case "rollback" -> new RollbackCommand();
            case "compact" -> new CompactCommand();
            case "expire" -> new ExpireCommand();
            case "place" -> new PlaceCommand();
            case "demo" -> new DemoCommand();
            default -> new CompletionCommand();
        };
    }

    /** Runs one command and exits with its code. */
    public static void main(String[] args) {
        Locale.setDefault(Locale.ROOT); // numbers in outputs and in names of files have the same digits for all users
        int exitCode = run(args);
        if (exitCode == CommandLine.ExitCode.OK) {
            ClassArchive.keep();
        }
        System.exit(exitCode);
    }

    /** Runs one command and returns its exit code, as {@link Main} has them. */
    public static int run(String... args) {
        CommandOutput output = new CommandOutput();
        CommandLine line = commandLine(output, List.of(args));
        line.setOut(output.writer());
        Optional<String> lost = LostLetters.fault(List.of(args), System.getProperty("sun.jnu.encoding"));
        if (lost.isPresent()) {
            line.getErr().println("stoa: " + lost.get());
            return CommandLine.ExitCode.USAGE;
        }
        if (args.length == 0) {
            line.usage(line.getErr());
            return CommandLine.ExitCode.USAGE;
        }
        return line.execute(args);
    }

    /** The parser with all subcommands. */
    static CommandLine commandLine() {
        return commandLine(new CommandOutput(), List.of());
    }

    /**
     * The parser with the subcommand that the arguments name, or else with all. It reads the options of each by reflection, which
     * takes most of the time of a short command.
     *
     * @param output the standard output
     */
    static CommandLine commandLine(CommandOutput output, List<String> arguments) {
        CommandLine line = new CommandLine(new Main());
        boolean isOne = !arguments.isEmpty()
                && COMMANDS.contains(arguments.get(0))
                && !arguments.get(0).equals(COMPLETION);
        (isOne ? arguments.subList(0, 1) : COMMANDS).forEach(name -> line.addSubcommand(name, command(name)));
        line.setExecutionStrategy(parsed -> {
            RepeatedNames.refuse(parsed);
            refuseBudget(line);
            try {
                int exitCode = new CommandLine.RunLast().execute(parsed);
                line.getOut().flush();
                check(output, exitCode);
                return exitCode;
            } catch (IOException e) {
                throw new CommandLine.ExecutionException(line, e.getMessage(), e);
            } catch (OutOfMemoryError e) {
                throw notRun(line, FailureText.outOfMemory(e));
            } catch (LinkageError e) {
                throw notRun(line, FailureText.notLoaded(e).orElseThrow(() -> e));
            } finally {
                Spool.closeAll();
            }
        });
        line.setExecutionExceptionHandler((failure, command, parsed) -> report(precise(failure, output), command));
        line.setParameterExceptionHandler(Main::badUsage);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setExpandAtFiles(false); // an argument that begins with @ is what it says, such as that of --schema
        return line;
    }

    /** Checks the output of a command that has ended. If its reader has left early, a command that found a fault keeps its exit code. */
    private static void check(CommandOutput output, int exitCode) throws IOException {
        try {
            output.check();
        } catch (OutputClosedException e) {
            if (exitCode == CommandLine.ExitCode.OK) {
                throw e;
            }
        }
    }

    /** Refuses a budget of the process that is no number of bytes. */
    private static void refuseBudget(CommandLine line) {
        if (System.getProperty("stoa.vio.budget") != null) {
            try {
                BufferBudget.shared();
            } catch (IllegalArgumentException e) {
                throw notRun(line, e.getMessage());
            }
        }
    }

    private static CommandLine.ExecutionException notRun(CommandLine line, String message) {
        return new CommandLine.ExecutionException(line, message, CommandException.notRun(message));
    }

    /** One clear line for arguments that can't be understood, and where to read more. */
    private static int badUsage(ParameterException failure, String[] arguments) {
        CommandLine line = failure.getCommandLine();
        PrintWriter err = line.getErr();
        err.println("stoa: " + Credentials.hidden(message(failure)) + suggestion(failure) + " (see: "
                + line.getCommandSpec().qualifiedName() + " --help)");
        err.flush();
        return CommandLine.ExitCode.USAGE;
    }

    /** The reason of a refusal: of a value, the words of its converter, without names of classes. */
    private static String message(ParameterException failure) {
        if (failure.getCause() instanceof CommandException e && failure.getArgSpec() instanceof OptionSpec option) {
            return option.longestName() + ": " + e.getMessage();
        }
        return failure.getMessage().replace("Value for option option ", "Value for option ");
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
    private static int report(Exception failure, CommandLine line) {
        PrintWriter err = line.getErr();
        int exitCode = CommandLine.ExitCode.SOFTWARE;
        if (OutputFile.isStopped()) {
            return exitCode; // whoever stopped it knows why
        }
        if (isOutputClosed(failure)) {
            return CommandLine.ExitCode.OK; // the reader has what it wants, such as grep -q in a script with pipefail
        }
        if (failure instanceof CommandException e) {
            err.println("stoa: " + line(e.getMessage(), line));
            exitCode = e.exitCode();
        } else if (failure instanceof IOException) {
            exitCode = isUnwritten(failure) ? CommandLine.ExitCode.USAGE : exitCode;
            err.println("stoa: " + line(FailureText.oneLine(failure), line));
        } else {
            err.println("stoa: this is a bug, please report it with the lines below");
            StringWriter trace = new StringWriter();
            failure.printStackTrace(new PrintWriter(trace));
            err.print(Credentials.hidden(trace.toString()));
        }
        err.flush();
        return exitCode;
    }

    /** A message without credentials that names options of the command. */
    private static String line(String message, CommandLine command) {
        return Printable.of(Spool.named(OptionNames.of(command.getCommandSpec(), Credentials.hidden(message))));
    }

    /** Replaces a failure by that of the standard output, if that ended the command. */
    private static Exception precise(Exception failure, CommandOutput output) {
        if (isOutputClosed(failure)) {
            try {
                output.check();
            } catch (IOException e) {
                return e;
            }
        }
        return failure;
    }

    /** Whether the reader of the standard output has closed it. The command then ends without a message. */
    private static boolean isOutputClosed(Exception failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof OutputClosedException) {
                return true;
            }
        }
        return false;
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
