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
package dev.stoa.reader.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Runs {@code format-spec/reference/stoa_reference.py}, the decoder that was written from the specification alone. One process
 * of Python serves all tests of this JVM: to start one for each file takes longer than most files.
 */
public final class ReferenceDecoder {
    /** Reads a command, a file, and where the output and the errors go, a line each; prints the exit code. */
    private static final String SERVER = """
            import contextlib, sys
            import stoa_reference
            ask = lambda: sys.stdin.readline().rstrip("\\n")
            while command := ask():
                file, out, err = ask(), ask(), ask()
                with open(out, "w", encoding="utf-8") as out, open(err, "w", encoding="utf-8") as err:
                    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                        code = stoa_reference.main([command, file])
                print(code, flush=True)
            """;

    private static Process server;

    private ReferenceDecoder() {}

    /** What the program printed. */
    public record Output(int exitCode, List<String> lines, String errors) {}

    /** The root of the repository: the folder that holds {@code format-spec}. */
    public static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(folder.resolve("format-spec"))) {
            folder = Optional.ofNullable(folder.getParent())
                    .orElseThrow(() -> new IllegalStateException(
                            "format-spec is not above " + Path.of("").toAbsolutePath()));
        }
        return folder;
    }

    /** Runs a command on a file; skips the test where there is no python3. */
    public static Output run(String command, Path file) throws IOException {
        Path out = Files.createTempFile("stoa-reference", ".out");
        Path err = Files.createTempFile("stoa-reference", ".err");
        try {
            int exitCode = ask(List.of(command, file.toString(), out.toString(), err.toString()));
            return new Output(
                    exitCode,
                    Files.readAllLines(out, StandardCharsets.UTF_8),
                    Files.readString(err, StandardCharsets.UTF_8));
        } finally {
            Files.delete(out);
            Files.delete(err);
        }
    }

    private static synchronized int ask(List<String> lines) throws IOException {
        if (server == null) {
            server = start();
        }
        Writer in = server.outputWriter(StandardCharsets.UTF_8);
        in.write(String.join("\n", lines) + "\n");
        in.flush();
        String exitCode = server.inputReader(StandardCharsets.UTF_8).readLine();
        if (exitCode == null) {
            throw new IOException("the reference decoder died of: " + String.join(" ", lines));
        }
        return Integer.parseInt(exitCode);
    }

    private static Process start() {
        ProcessBuilder python = new ProcessBuilder("python3", "-B", "-c", SERVER);
        python.environment()
                .put("PYTHONPATH", root().resolve("format-spec/reference").toString());
        try {
            return python.redirectError(ProcessBuilder.Redirect.INHERIT).start();
        } catch (IOException e) {
            return abort("skipped: there is no python3 to run the reference decoder with (" + e.getMessage() + ")");
        }
    }

    /** Runs a command that must succeed and returns its lines. */
    public static List<String> lines(String command, Path file) throws IOException {
        Output output = run(command, file);
        assertEquals("", output.errors(), () -> command + " " + file);
        assertEquals(0, output.exitCode(), () -> command + " " + file);
        return output.lines();
    }
}
