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
package dev.stoa.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.stoa.cli.Main;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The command line, in a process of its own. All tests share it: to start it takes more time than most commands. */
final class CommandLine {
    /** Comes after the output of a command, before its exit code. */
    private static final String ENDED = "\0ended: ";

    private static PrintWriter commands;
    private static BufferedReader answers;

    private CommandLine() {}

    /** Runs a command; gives what it says. */
    static synchronized String stoa(Object... words) throws IOException {
        if (commands == null) {
            start();
        }
        String command = Stream.of(words).map(Object::toString).collect(Collectors.joining("\t"));
        commands.println(command);
        StringBuilder said = new StringBuilder();
        for (String line = answers.readLine(); line != null; line = answers.readLine()) {
            int end = line.indexOf(ENDED);
            if (end >= 0) {
                said.append(line, 0, end);
                assertEquals("0", line.substring(end + ENDED.length()), () -> command + ": " + said);
                return said.toString();
            }
            said.append(line).append('\n');
        }
        throw new IOException(command + ": the process has ended: " + said);
    }

    /** The process ends when this one does, with its input. */
    private static void start() throws IOException {
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        CommandLine.class.getName()))
                .redirectErrorStream(true)
                .start();
        commands = new PrintWriter(process.getOutputStream(), true, StandardCharsets.UTF_8);
        answers = process.inputReader(StandardCharsets.UTF_8);
    }

    /** Runs the commands of the input: each is a line, whose words tabs divide. */
    public static void main(String[] none) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            int exitCode = Main.run(line.split("\t", -1));
            System.out.println(ENDED + exitCode);
        }
        System.exit(0); // threads of file systems would go on
    }
}
