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

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Commands as processes of their own, with pipes between them. */
final class ArrowPipesTest {
    private static final int ROWS = 70_000;
    private static final String SCHEMA = "id bigint not null, name string";

    @TempDir
    private Path folder;

    private Path csv;
    private Path stoa;

    @BeforeEach
    void write() throws IOException {
        StringBuilder text = new StringBuilder("id,name\n");
        for (int i = 0; i < ROWS; i++) {
            text.append(i).append(',').append(i % 3 == 0 ? "" : "n" + i % 50).append('\n');
        }
        csv = Files.writeString(folder.resolve("t.csv"), text);
        stoa = folder.resolve("t.stoa");
        CommandRun.ok("convert", csv, stoa, "--schema", SCHEMA);
    }

    private ProcessBuilder process(String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "--add-opens=java.base/java.nio=ALL-UNNAMED",
                "-Djava.io.tmpdir=" + folder,
                "-cp",
                System.getProperty("java.class.path"),
                "dev.stoa.cli.Main"));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectError(folder.resolve("err.txt").toFile());
    }

    private void ended(Process process) throws Exception {
        assertTrue(process.waitFor(5, TimeUnit.MINUTES), "it hangs");
        assertEquals(0, process.exitValue(), Files.readString(folder.resolve("err.txt")));
    }

    private static String rows(Path file) {
        return CommandRun.ok("scan", file, "--limit", -1, "--json");
    }

    @ParameterizedTest
    @ValueSource(strings = {"convert FILE -", "convert FILE - --to arrow"})
    void convertsThroughAPipe(String words) throws Exception {
        Path back = folder.resolve("back.stoa");
        String[] convert = words.replace("FILE", stoa.toString()).split(" ");
        for (Process process :
                ProcessBuilder.startPipeline(List.of(process(convert), process("convert", "-", back.toString())))) {
            ended(process);
        }
        assertEquals(rows(stoa), rows(back));
    }

    private static List<Path> in(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    /** As Ctrl-C does. The input goes on until the process is gone. */
    @Test
    void aSignalLeavesNothing() throws Exception {
        Path out = Files.createDirectory(folder.resolve("out"));
        Process process = process("convert", "-", out.resolve("a.stoa").toString(), "--from", "csv", "--schema", SCHEMA)
                .start();
        byte[] rows = "7,seven\n".repeat(10_000).getBytes(StandardCharsets.UTF_8);
        Thread feed = new Thread(() -> {
            try (OutputStream in = process.getOutputStream()) {
                in.write("id,name\n".getBytes(StandardCharsets.UTF_8));
                while (true) {
                    in.write(rows);
                }
            } catch (IOException e) {
                assertTrue(e.getMessage().contains("pipe"), e.toString());
            }
        });
        feed.start();
        while (in(out).isEmpty()) {
            assertTrue(process.isAlive(), Files.readString(folder.resolve("err.txt")));
            Thread.sleep(20);
        }
        process.destroy();
        assertEquals(128 + 15, process.waitFor());
        feed.join();
        assertEquals(List.of(), in(out));
        assertEquals("", Files.readString(folder.resolve("err.txt")));
    }

    @Test
    void insertsWhatAScanPipes() throws Exception {
        Path table = folder.resolve("table");
        CommandRun.ok("table", "create", table, "--schema", SCHEMA);
        for (Process process : ProcessBuilder.startPipeline(List.of(
                process("scan", stoa.toString(), "--where", "id < 1000", "--to", "arrow"),
                process("insert", table.toString(), "-")))) {
            ended(process);
        }
        assertEquals(CommandRun.ok("scan", stoa, "--where", "id < 1000", "--limit", -1, "--json"), rows(table));
    }

    @Test
    void standardInputBecomesStandardOutput() throws Exception {
        Path out = folder.resolve("out.csv");
        ended(process("convert", "-", "-", "--to", "csv")
                .redirectInput(stoa.toFile())
                .redirectOutput(out.toFile())
                .start());
        Path expected = folder.resolve("expected.csv");
        CommandRun.ok("convert", stoa, expected);
        assertArrayEquals(Files.readAllBytes(expected), Files.readAllBytes(out));
    }

    @ParameterizedTest
    @ValueSource(strings = {"convert FILE -", "scan FILE --to CSV", "scan FILE"})
    void aReaderThatHasEnoughEndsTheCommand(String command) throws Exception {
        Process process =
                process(command.replace("FILE", stoa.toString()).split(" ")).start();
        assertEquals(8, process.getInputStream().readNBytes(8).length);
        process.getInputStream().close();
        assertTrue(process.waitFor(5, TimeUnit.MINUTES), "it hangs");
        String error = Files.readString(folder.resolve("err.txt"), StandardCharsets.UTF_8);
        assertEquals(0, process.exitValue(), error);
        assertEquals("", error, "a closed pipe is the wish of its reader");
    }

    @ParameterizedTest
    @ValueSource(strings = {"convert FILE -", "schema FILE"})
    void anOutputThatIsFullIsNamed(String command) throws Exception {
        File full = new File("/dev/full");
        assumeTrue(full.exists(), "this system has no /dev/full");
        Process process = process(command.replace("FILE", stoa.toString()).split(" "))
                .redirectOutput(full)
                .start();
        assertTrue(process.waitFor(5, TimeUnit.MINUTES), "it hangs");
        assertEquals(
                "stoa: standard output: can't be written: No space left on device\n",
                Files.readString(folder.resolve("err.txt"), StandardCharsets.UTF_8));
        assertEquals(2, process.exitValue());
    }

    /** A socket to a store may break, too. */
    @Test
    void aBrokenPipeOfAnotherStreamIsReported() {
        CommandLine line = Main.commandLine();
        line.addSubcommand("broken", CommandSpec.wrapWithoutInspection((Callable<Integer>) () -> {
            throw new IOException("Broken pipe");
        }));
        StringWriter err = new StringWriter();
        line.setErr(new PrintWriter(err));
        assertEquals(1, line.execute("broken"));
        assertEquals("stoa: Broken pipe", err.toString().strip());
    }

    @Test
    void aTruncatedPipeIsRefusedAndNothingStays() throws Exception {
        Path whole = folder.resolve("whole.arrows");
        CommandRun.ok("convert", stoa, whole);
        byte[] bytes = Files.readAllBytes(whole);
        Path back = folder.resolve("back.stoa");
        Process process = process("convert", "-", back.toString()).start();
        process.getOutputStream().write(bytes, 0, bytes.length / 2);
        process.getOutputStream().close();
        assertTrue(process.waitFor(5, TimeUnit.MINUTES), "it hangs");
        String error = Files.readString(folder.resolve("err.txt"), StandardCharsets.UTF_8);
        assertEquals(1, process.exitValue(), error);
        assertEquals(1, error.lines().count(), error);
        assertTrue(Files.notExists(back), "no output stays");
    }
}
