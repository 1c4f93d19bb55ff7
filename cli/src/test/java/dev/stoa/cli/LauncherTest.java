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
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher, with a script in the place of the JVM that writes its arguments down. */
final class LauncherTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void install() throws IOException {
        Path from = Path.of("src/main/installed");
        for (String file : List.of("bin/stoa", "libexec/java.sh")) {
            Path to = folder.resolve("in stalled").resolve(file);
            Files.createDirectories(to.getParent());
            Files.copy(from.resolve(file), to);
        }
        for (String jar : List.of("stoa-launcher.jar", "stoa-standalone.jar")) {
            Files.writeString(folder.resolve("in stalled").resolve(jar), "");
        }
        Files.createDirectories(folder.resolve("jdk/bin"));
        Files.writeString(folder.resolve("jdk/release"), "JAVA_VERSION=\"17.0.9\"\n");
        Path java = Files.writeString(folder.resolve("jdk/bin/java"), """
                #!/bin/sh
                echo $$ >"$OUT/pid"
                printf '%s\\n' "$@" >"$OUT/arguments"
                for argument; do
                    case $argument in
                        -XX:ArchiveClassesAtExit=*) echo classes >"${argument#*=}" ;;
                        -Dstoa.archive=*) [ -n "${FAIL:-}" ] || : >"${argument#*=}" ;;
                    esac
                done
                exit "${FAIL:-0}"
                """);
        assertTrue(java.toFile().setExecutable(true));
    }

    /** Runs a command; returns the arguments of the JVM. */
    private List<String> run(int exitCode, String... arguments) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("sh", folder + "/in stalled/bin/stoa");
        builder.command().addAll(List.of(arguments));
        builder.environment().put("JAVA_HOME", folder + "/jdk");
        builder.environment().put("STOA_HADOOP", "bundled");
        builder.environment().remove("STOA_OPTS");
        builder.environment().put("OUT", folder.toString());
        if (exitCode != 0) {
            builder.environment().put("FAIL", String.valueOf(exitCode));
        }
        Process process = builder.inheritIO().start();
        assertEquals(exitCode, process.waitFor());
        assertEquals(
                String.valueOf(process.pid()),
                Files.readString(folder.resolve("pid")).strip(),
                "signals to the command reach the JVM");
        return Files.readAllLines(folder.resolve("arguments"));
    }

    private Path archive() {
        return folder.resolve("in stalled/cds/17.0.9-scan.jsa");
    }

    private static boolean has(List<String> arguments, String begin) {
        return arguments.stream().anyMatch(argument -> argument.startsWith(begin));
    }

    @Test
    void theFirstRunLeavesItsClassesForTheNext() throws IOException, InterruptedException {
        List<String> first = run(0, "scan", "a b");
        assertTrue(has(first, "-XX:ArchiveClassesAtExit=" + archive()), first::toString);
        assertEquals("a b", first.get(first.size() - 1));
        List<String> second = run(0, "scan", "x");
        assertTrue(has(second, "-XX:SharedArchiveFile=" + archive()), second::toString);
        assertFalse(has(second, "-XX:ArchiveClassesAtExit"), second::toString);
        try (var left = Files.list(archive().getParent())) {
            assertEquals(List.of(archive()), left.toList());
        }
        assertTrue(has(run(0, "head", "x"), "-XX:ArchiveClassesAtExit"), "each command has its own");
    }

    @Test
    void classesOfARunThatFailedAreNotKept() throws IOException, InterruptedException {
        run(3, "scan", "x");
        List<String> second = run(0, "scan", "x");
        assertTrue(has(second, "-XX:ArchiveClassesAtExit"), second::toString);
        run(0, "scan", "x");
        try (var left = Files.list(archive().getParent())) {
            assertEquals(List.of(archive()), left.toList());
        }
    }

    @Test
    void tooFewOpenFilesAreRefusedInOneLine() throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder("sh", "-c", "ulimit -n 32; exec sh \"$0\" scan x", folder + "/in stalled/bin/stoa");
        builder.environment().put("JAVA_HOME", folder + "/jdk");
        builder.environment().put("OUT", folder.toString());
        Path errors = folder.resolve("errors");
        Process process = builder.redirectError(errors.toFile()).start();
        assertEquals(1, process.waitFor());
        List<String> lines = Files.readAllLines(errors);
        assertEquals(1, lines.size(), lines::toString);
        assertTrue(
                lines.get(0).startsWith("stoa: a process may open 32 files here (ulimit -H -n), and Stoa needs 512"),
                lines::toString);
        assertFalse(Files.exists(folder.resolve("pid")), "no JVM starts");
    }
}
