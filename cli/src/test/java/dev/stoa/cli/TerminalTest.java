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
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands in a process of their own, with and without a terminal. */
final class TerminalTest {
    /**
     * Runs a command in a pseudo-terminal of so many columns. It types each text when the one before it in the list has come on
     * the screen.
     */
    private static final String PTY = """
            import os, pty, sys, fcntl, struct, termios
            talk = sys.argv[2].split("|") if sys.argv[2] else []
            child, fd = pty.fork()
            if child == 0:
                fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, int(sys.argv[1]), 0, 0))
                os.environ["TERM"] = "xterm"
                os.execvp(sys.argv[3], sys.argv[3:])
            seen = b""
            while True:
                try:
                    more = os.read(fd, 65536)
                except OSError:
                    break
                if not more:
                    break
                seen += more
                sys.stdout.buffer.write(more)
                sys.stdout.buffer.flush()
                if talk and talk[0].encode() in seen:
                    seen = b""
                    os.write(fd, talk[1].encode().decode("unicode_escape").encode())
                    talk = talk[2:]
            sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) or (3 if talk else 0))
            """;

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void convert() throws IOException {
        Path csv = Files.writeString(folder.resolve("t.csv"), "id,name\n1,anna\n2,berta\n3,clara\n");
        file = folder.resolve("t.stoa");
        CommandRun.ok("convert", csv, file);
    }

    private CommandRun runInTerminal(int columns, String talk, List<String> command)
            throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/python3")), "needs Python's pseudo-terminals");
        List<String> all = new ArrayList<>(List.of("/usr/bin/python3", "-c", PTY, Integer.toString(columns), talk));
        all.addAll(command);
        CommandRun run = run(all);
        assertEquals(0, run.exitCode(), run.out() + run.err());
        return run;
    }

    private List<String> browse() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.stoa.cli.Main",
                "browse",
                file.toString());
    }

    private CommandRun run(List<String> command) throws IOException, InterruptedException {
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        Process process = new ProcessBuilder(command)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        int exitCode = process.waitFor();
        return new CommandRun(
                exitCode, new String(Files.readAllBytes(out), StandardCharsets.UTF_8), Files.readString(err));
    }

    @Test
    void keysMoveThroughAFile() throws IOException, InterruptedException {
        String talk = String.join(
                "|",
                List.of(
                        // the keys below: down and Enter, a filter, down, Enter and quit
                        "layout", "\\x1b[B\\r",
                        "berta", "/id >= 2\\r",
                        "rows that match", "\\r",
                        "clara", "q"));
        CommandRun run = runInTerminal(100, talk, browse());
        assertTrue(run.out().contains("\u001b[?1049h"), "enters the other screen: " + run.out());
        assertTrue(run.out().stripTrailing().endsWith("\u001b[?1049l"), "leaves it at the end: " + run.out());
    }

    @Test
    void tablesFitTheTerminal() throws IOException, InterruptedException {
        Path wide = Files.writeString(
                folder.resolve("wide.csv"),
                "first,second,third\n" + ("a".repeat(30) + ",").repeat(2) + "a".repeat(30) + "\n");
        Path hadoop = Files.writeString(
                folder.resolve("hadoop"), "#!/bin/sh\necho '" + System.getProperty("java.class.path") + "'\n");
        assertTrue(hadoop.toFile().setExecutable(true));
        List<String> head = List.of(
                "env",
                "JAVA_HOME=" + System.getProperty("java.home"),
                "STOA_HADOOP=" + hadoop,
                "sh",
                "src/main/installed/bin/stoa",
                "head",
                wide.toString());
        assertEquals(60, longestLine(runInTerminal(60, "", head)));
        assertEquals(80, longestLine(runInTerminal(80, "", head)));
        assertTrue(longestLine(run(head)) > 90, "a pipe has no width");
    }

    private static int longestLine(CommandRun run) {
        return run.out()
                .replaceAll("\u001b\\[[0-9;]*m", "")
                .lines()
                .mapToInt(line -> line.stripTrailing().length())
                .max()
                .orElseThrow();
    }

    @Test
    void withoutATerminalOneSentenceSaysSo() throws IOException, InterruptedException {
        CommandRun run = run(browse());
        assertEquals(2, run.exitCode(), run.err());
        assertEquals("", run.out());
        List<String> lines = run.err().lines().toList();
        assertEquals(1, lines.size(), run.err());
        assertTrue(lines.get(0).startsWith("stoa: browse needs a terminal"), run.err());
    }
}
