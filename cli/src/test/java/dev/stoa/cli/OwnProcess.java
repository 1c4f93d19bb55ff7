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

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Runs commands in processes of their own, where a test needs other options of the JVM. */
final class OwnProcess {
    private OwnProcess() {}

    /**
     * Runs a command that must fail in one line, with exit code 2.
     *
     * @param option of the JVM
     * @param err takes the standard error
     * @return the line
     */
    static String fails(String option, Path err, Object... words) throws IOException, InterruptedException {
        int exitCode = exitCode(option, err, words);
        String text = Files.readString(err);
        assertEquals(2, exitCode, text);
        assertEquals(1, text.lines().count(), text);
        return text;
    }

    /** Runs a command, and returns its exit code. */
    static int exitCode(String option, Path err, Object... words) throws IOException, InterruptedException {
        return run(List.of(), option, err, words);
    }

    /**
     * Runs a script of a shell, and returns its exit code.
     *
     * @param script whose arguments are a command, {@code "$@"}
     * @param file its name, {@code "$0"}
     * @param err takes the standard error
     */
    static int scripted(String script, Path file, Path err, Object... words) throws IOException, InterruptedException {
        return run(List.of("sh", "-c", script, file.toString()), "-Xmx256m", err, words);
    }

    private static int run(List<String> before, String option, Path err, Object... words)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(before);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                option,
                "-XX:TieredStopAtLevel=1",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.stoa.cli.Main"));
        Stream.of(words).map(Object::toString).forEach(command::add);
        return new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(err.toFile())
                .start()
                .waitFor();
    }
}
