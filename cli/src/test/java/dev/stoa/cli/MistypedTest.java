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

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A mistyped name is refused with the one that was probably meant. */
final class MistypedTest {
    @TempDir
    private Path folder;

    @Test
    void commandsAndOptions() {
        CommandRun.fails(2, List.of("did you mean 'head'?"), "hed", "x");
        CommandRun.fails(2, List.of("did you mean '--select'?", "stoa head --help"), "head", "--selct", "a", "x");
        CommandRun.fails(2, List.of("did you mean 'create'?"), "table", "craete", "x");
        CommandRun run = CommandRun.stoa("frobnicate");
        assertFalse(run.err().contains("did you mean"), run.err());
    }

    @Test
    void columns() throws IOException {
        Path csv = Files.writeString(folder.resolve("t.csv"), "id,total\n1,2\n");
        Path file = folder.resolve("t.stoa");
        CommandRun.ok("convert", csv, file);
        CommandRun.fails(2, List.of("'totl'", "did you mean 'total'?"), "head", file, "--select", "totl");
        CommandRun.fails(2, List.of("'totl'", "did you mean 'total'?"), "head", csv, "--select", "totl");
        CommandRun.fails(2, List.of("'totl'", "did you mean 'total'?"), "scan", file, "--where", "totl = 1");
    }

    @Test
    void extensions() throws IOException {
        Path csv = Files.writeString(folder.resolve("t.csv"), "id,total\n1,2\n");
        Path mistyped = folder.resolve("t.parquett");
        CommandRun.fails(2, List.of("t.parquett", "did you mean .parquet?"), "convert", csv, mistyped);
        assertFalse(Files.exists(mistyped));
        Files.createDirectory(mistyped);
        CommandRun.ok("convert", csv, mistyped);
        assertTrue(Files.exists(mistyped.resolve("t.stoa")));
        CommandRun.ok("convert", csv, folder.resolve("archive.v2"));
        assertTrue(Files.exists(folder.resolve("archive.v2/t.stoa")));
    }

    @Test
    void delimiters() throws IOException {
        for (String delimiter : List.of(";", "\t", "|")) {
            Path csv = Files.writeString(folder.resolve("d.csv"), "id" + delimiter + "total\n1" + delimiter + "2\n");
            Path file = folder.resolve("d" + (int) delimiter.charAt(0) + ".stoa");
            String shown = delimiter.equals("\t") ? "\\t" : delimiter;
            List<String> hints = List.of("d.csv", "a single column", "'" + shown + "' is the delimiter");
            CommandRun.fails(1, hints, "convert", csv, file);
            CommandRun.fails(1, hints, "convert", csv, file, "--no-header");
            assertFalse(Files.exists(file));
            CommandRun.ok("convert", csv, file, "--delimiter", delimiter);
            assertTrue(CommandRun.ok("schema", file).contains("total: int"));
            CommandRun.ok("convert", csv, file, "--overwrite", "--schema", "line string", "--no-header");
            assertTrue(CommandRun.ok("schema", file).contains("line: string"));
        }
    }
}
