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
package dev.stoa.format.internal.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GeneratedKernelsTest {
    private static final List<String> NAMES = List.of(
            "PackedCodes.java",
            "Unpack32.java",
            "Unpack64.java",
            "UnpackHalves64.java",
            "UnpackStraight32.java",
            "UnpackStraight64.java");

    @Test
    void committedCodeIsWhatTheGeneratorWrites(@TempDir Path folder) throws IOException, InterruptedException {
        Path module = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        module.resolve("src/generator/GenerateKernels.java").toString(),
                        folder.toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), output);

        Path committed = module.resolve("src/main/java/dev/stoa/format/internal/kernel");
        try (Stream<Path> files = Files.list(folder)) {
            List<String> names =
                    files.map(file -> file.getFileName().toString()).sorted().toList();
            assertEquals(NAMES, names);
        }
        for (String name : NAMES) {
            assertEquals(
                    Files.readString(folder.resolve(name)),
                    Files.readString(committed.resolve(name)),
                    name + " differs: run java format-spec/src/generator/GenerateKernels.java "
                            + "format-spec/src/main/java/dev/stoa/format/internal/kernel");
        }
    }
}
