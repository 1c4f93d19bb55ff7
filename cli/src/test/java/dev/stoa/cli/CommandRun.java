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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;

/**
 * A command that ran in this process: how it ended, and what it printed.
 *
 * @param exitCode of the command
 * @param out its output
 * @param err its error lines
 */
public record CommandRun(int exitCode, String out, String err) {

    /** Runs a command, whatever comes of it. */
    public static CommandRun stoa(Object... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine line = Main.commandLine();
        line.setOut(new PrintWriter(out));
        line.setErr(new PrintWriter(err));
        int exitCode = line.execute(Stream.of(arguments).map(Object::toString).toArray(String[]::new));
        return new CommandRun(exitCode, out.toString(), err.toString());
    }

    /** Runs a command that ends with this exit code, and returns its output. */
    public static String exits(int exitCode, Object... arguments) {
        CommandRun run = stoa(arguments);
        assertEquals(exitCode, run.exitCode(), () -> Arrays.toString(arguments) + ": " + run.err() + run.out());
        return run.out();
    }

    /** Runs a command that succeeds, and returns its output. */
    public static String ok(Object... arguments) {
        return exits(0, arguments);
    }

    /** Runs a command that fails with this exit code and one error line that contains all of the hints. */
    public static void fails(int exitCode, List<String> hints, Object... arguments) {
        CommandRun run = stoa(arguments);
        assertEquals(exitCode, run.exitCode(), () -> Arrays.toString(arguments) + ": " + run.err() + run.out());
        assertEquals(1, run.err().lines().count(), run.err());
        for (String hint : hints) {
            assertTrue(run.err().contains(hint), () -> "'" + hint + "' is missing in: " + run.err());
        }
    }
}
