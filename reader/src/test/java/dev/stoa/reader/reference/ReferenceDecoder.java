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
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Runs {@code format-spec/reference/stoa_reference.py}, the decoder that was written from the specification alone. */
public final class ReferenceDecoder {
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
    public static Output run(String command, Path file) throws IOException, InterruptedException {
        Path script = root().resolve("format-spec/reference/stoa_reference.py");
        Path out = Files.createTempFile("stoa-reference", ".out");
        Path err = Files.createTempFile("stoa-reference", ".err");
        try {
            Process process;
            try {
                process = new ProcessBuilder("python3", "-B", script.toString(), command, file.toString())
                        .redirectOutput(out.toFile())
                        .redirectError(err.toFile())
                        .start();
            } catch (IOException e) {
                return abort("skipped: there is no python3 to run the reference decoder with (" + e.getMessage() + ")");
            }
            int exitCode = process.waitFor();
            return new Output(
                    exitCode,
                    Files.readAllLines(out, StandardCharsets.UTF_8),
                    Files.readString(err, StandardCharsets.UTF_8));
        } finally {
            Files.delete(out);
            Files.delete(err);
        }
    }

    /** Runs a command that must succeed and returns its lines. */
    public static List<String> lines(String command, Path file) throws IOException, InterruptedException {
        Output output = run(command, file);
        assertEquals("", output.errors(), () -> command + " " + file);
        assertEquals(0, output.exitCode(), () -> command + " " + file);
        return output.lines();
    }
}
