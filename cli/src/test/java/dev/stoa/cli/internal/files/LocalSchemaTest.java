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
package dev.stoa.cli.internal.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.cli.CommandRun;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.vio.LocalFileSink;
import dev.stoa.vio.SinkOptions;
import dev.stoa.writer.KeyValue;
import dev.stoa.writer.StoaWriter;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The short way to a schema prints what the command prints, or leaves it to the command. */
final class LocalSchemaTest {
    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void makeAFile() throws IOException {
        Path text = folder.resolve("t.csv");
        Files.writeString(text, "id,name,price,day\n2,a,1.50,2024-01-31\n1,b,,2024-02-01\n");
        file = folder.resolve("t.stoa");
        CommandRun.ok("convert", text, file, "--sorted-by", "id:desc");
    }

    @Test
    void itPrintsWhatTheCommandPrints() throws IOException {
        Path here = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "schema");
        Path near = Files.copy(file, here.resolve("t.stoa"));
        String relative = Path.of("").toAbsolutePath().relativize(near).toString();
        for (String name :
                List.of(file.toString(), folder + "/./t.stoa", folder + "//t.stoa", relative, "./" + relative)) {
            assertEquals(Optional.of(CommandRun.ok("schema", name)), LocalSchema.of(name), name);
        }
    }

    /** Where a link is before it, the system goes up to another folder than the text says. */
    @Test
    void itLeavesPathsThatGoUpToTheCommand() throws IOException {
        Files.createDirectory(folder.resolve("x"));
        assertEquals(Optional.empty(), LocalSchema.of(folder + "/x/../t.stoa"));
    }

    @Test
    void itPrintsSortOrderAndMetadata() {
        assertTrue(LocalSchema.of(file.toString()).orElseThrow().contains("sorted by id desc"));
    }

    @Test
    void longMetadataIsCut() throws IOException {
        Path noted = folder.resolve("noted.stoa");
        WriterOptions options = WriterOptions.DEFAULT.withMetadata(
                List.of(KeyValue.of("short", "x".repeat(100)), KeyValue.of("long", "y".repeat(2_000))));
        Schema schema = Schema.of(Field.required("id", Type.of(TypeKind.INT64)));
        try (StoaWriter writer = StoaWriter.create(LocalFileSink.create(noted, SinkOptions.DEFAULT), schema, options)) {
            writer.rows().append(1L);
            writer.finish();
        }
        String text = LocalSchema.of(noted.toString()).orElseThrow();
        assertTrue(text.contains(": 1 row, "), text);
        assertTrue(text.contains("key short = " + "x".repeat(100) + System.lineSeparator()), text);
        assertTrue(
                text.contains("key long = " + "y".repeat(100) + "\u2026 (2000 characters, --json prints all)"), text);
        assertTrue(CommandRun.ok("schema", "--json", noted).contains("y".repeat(2_000)));
    }

    @Test
    void itLeavesOtherPathsToTheCommand() throws IOException {
        Files.createDirectory(folder.resolve("folder.stoa"));
        for (String name : List.of("t.csv", "missing.stoa", "folder.stoa")) {
            assertEquals(Optional.empty(), LocalSchema.of(folder.resolve(name).toString()), name);
        }
        assertEquals(Optional.empty(), LocalSchema.of("file:" + file));
        for (String name : List.of("a:b.stoa", "t@b.stoa", "t[1].stoa", "a b.stoa", "a\\b.stoa", "\u00e4.stoa")) {
            Files.copy(file, folder.resolve(name));
            assertEquals(Optional.empty(), LocalSchema.of(folder.resolve(name).toString()), name);
        }
    }

    @Test
    void itLeavesFilesWithChecksumsToTheCommand() throws IOException {
        Files.writeString(folder.resolve(".t.stoa.crc"), "sums");
        assertEquals(Optional.empty(), LocalSchema.of(file.toString()));
    }

    @Test
    void itLeavesDamagedFilesToTheCommand() throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length - 20] ^= 1;
        Files.write(file, bytes);
        assertEquals(Optional.empty(), LocalSchema.of(file.toString()));
        CommandRun.fails(1, List.of("t.stoa"), "schema", file);
    }
}
