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
import java.io.PrintWriter;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.ParseResult;

/**
 * The command line {@code stoa}. It only parses: each subcommand is a class of its own in this
 * package, named in {@link #commandLine()}.
 *
 * <p>Exit codes: 0 is success, 1 bad data or a failed run, 2 bad usage.
 */
@Command(
        name = "stoa",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        description = "Columnar files for the Hadoop world: convert, inspect, scan, verify.")
public final class Main {
    private Main() {}

    /** Runs one command and exits with its code. */
    public static void main(String[] args) {
        System.exit(run(args));
    }

    /** Runs one command and returns its exit code: 0 ok, 1 bad data or a failed run, 2 bad usage. */
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
        line.setExecutionExceptionHandler(Main::report);
        return line;
    }

    /** One clear line for errors that name their cause themselves, the whole trace for others. */
    private static int report(Exception failure, CommandLine line, ParseResult parsed) {
        PrintWriter err = line.getErr();
        if (failure instanceof StoaException) {
            err.println("stoa: " + failure.getMessage());
        } else {
            failure.printStackTrace(err);
        }
        err.flush();
        return CommandLine.ExitCode.SOFTWARE;
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
