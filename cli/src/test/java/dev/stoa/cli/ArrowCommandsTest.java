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
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Arrow's IPC formats in the command line. */
final class ArrowCommandsTest {
    @TempDir
    private Path folder;

    private Path stoa;

    @BeforeEach
    void write() throws IOException {
        StringBuilder csv = new StringBuilder("id,name\n");
        for (int i = 0; i < 5000; i++) {
            csv.append(i).append(',').append(i % 3 == 0 ? "" : "n" + i % 50).append('\n');
        }
        Path text = Files.writeString(folder.resolve("t.csv"), csv);
        stoa = folder.resolve("t.stoa");
        CommandRun.ok("convert", text, stoa, "--schema", "id bigint not null, name string");
    }

    private static String rows(Path file) {
        return CommandRun.ok("scan", file, "--limit", -1, "--json");
    }

    @Test
    void convertsToArrowAndBack() throws IOException {
        String rows = rows(stoa);
        assertEquals(5000, rows.lines().count());
        for (String name : List.of("file.arrow", "file.feather", "stream.arrows")) {
            Path arrow = folder.resolve(name);
            CommandRun.ok("convert", stoa, arrow);
            String magic = new String(Files.readAllBytes(arrow), 0, 6, StandardCharsets.ISO_8859_1);
            assertEquals(!name.endsWith(".arrows"), magic.equals("ARROW1"), name);
            Path unnamed = Files.copy(arrow, folder.resolve("unnamed-" + name.replace('.', '-')));
            for (Path input : List.of(arrow, unnamed)) {
                Path back = folder.resolve("back-" + input.getFileName() + ".stoa");
                CommandRun.ok("convert", input, back);
                assertEquals(rows, rows(back), input.toString());
            }
        }
        Path other = folder.resolve("file.data");
        CommandRun.ok("convert", stoa, other, "--to", "arrow");
        assertEquals("ARROW1", new String(Files.readAllBytes(other), 0, 6, StandardCharsets.ISO_8859_1));
    }

    @Test
    void metadataOfTheSchemaIsKept() throws IOException {
        Path arrow = folder.resolve("meta.arrows");
        Map<String, String> metadata = Map.of("pandas", "{\"index_columns\": [\"id\"]}", "k", "v");
        try (BufferAllocator allocator = new RootAllocator();
                BigIntVector ids = new BigIntVector("id", allocator);
                VectorSchemaRoot root = new VectorSchemaRoot(
                        new org.apache.arrow.vector.types.pojo.Schema(List.of(ids.getField()), metadata),
                        List.of(ids),
                        1);
                OutputStream out = Files.newOutputStream(arrow);
                ArrowStreamWriter writer = new ArrowStreamWriter(root, null, out)) {
            ids.setSafe(0, 7);
            ids.setValueCount(1);
            writer.writeBatch();
        }
        Path kept = folder.resolve("meta.stoa");
        Path back = folder.resolve("back.arrows");
        CommandRun.ok("convert", arrow, kept);
        CommandRun.ok("convert", kept, back);
        try (BufferAllocator allocator = new RootAllocator();
                ArrowStreamReader reader = new ArrowStreamReader(Files.newInputStream(back), allocator)) {
            assertEquals(metadata, reader.getVectorSchemaRoot().getSchema().getCustomMetadata());
        }
    }

    @Test
    void insertsArrow() {
        Path arrow = folder.resolve("t.arrow");
        Path table = folder.resolve("table");
        CommandRun.ok("convert", stoa, arrow);
        CommandRun.ok("table", "create", table, "--schema", "id bigint not null, name string");
        CommandRun.ok("insert", table, arrow);
        assertEquals(rows(stoa), rows(table));
    }

    @Test
    void filesThatEndTooEarlyAreRefused() throws IOException {
        for (String name : List.of("t.arrow", "t.arrows")) {
            Path arrow = folder.resolve(name);
            CommandRun.ok("convert", stoa, arrow);
            byte[] bytes = Files.readAllBytes(arrow);
            for (int length : new int[] {4, 100, bytes.length / 2, bytes.length - 40}) {
                Path cut = folder.resolve("cut" + length + name);
                Files.write(cut, Arrays.copyOf(bytes, length));
                CommandRun.fails(1, List.of(cut.toString()), "convert", cut, folder.resolve("cut" + length + ".stoa"));
            }
        }
    }

    /** Such as two files that cat has joined. */
    @Test
    void bytesAfterTheEndOfAStreamAreRefused() throws IOException {
        Path one = folder.resolve("one.arrows");
        CommandRun.ok("convert", stoa, one);
        byte[] stream = Files.readAllBytes(one);
        byte[] twice = Arrays.copyOf(stream, 2 * stream.length);
        System.arraycopy(stream, 0, twice, stream.length, stream.length);
        Path two = Files.write(folder.resolve("two.arrows"), twice);
        Path target = folder.resolve("two.stoa");
        String where = "its stream ends at byte " + stream.length + ", and " + stream.length + " bytes follow";
        CommandRun.fails(1, List.of("two.arrows", where, "give each stream by itself"), "convert", two, target);
        assertFalse(Files.exists(target));
    }

    @Test
    void aMessageThatClaimsMoreThanTheFileHasIsRefused() throws IOException {
        Path lies = folder.resolve("lies.arrows");
        Files.write(lies, new byte[] {-1, -1, -1, -1, -1, -1, -1, 127, 0, 0});
        CommandRun.fails(1, List.of("lies.arrows", "claims"), "convert", lies, folder.resolve("lies.stoa"));
    }

    @Test
    void optionsThatArrowDoesNotHaveAreRefused() {
        CommandRun.fails(2, List.of("ARROW"), "scan", stoa, "--to", "PARQUET");
        CommandRun.fails(2, List.of("--to"), "scan", stoa, "--to", "ARROW", "--json");
    }

    @Test
    void scansWriteAStream() throws Exception {
        Path stream = scanned();
        Path back = folder.resolve("back.stoa");
        CommandRun.ok("convert", stream, back);
        assertEquals(CommandRun.ok("scan", stoa, "--where", "id < 100", "--limit", -1, "--json"), rows(back));
    }

    /** Skipped where the system's python3 has no pyarrow. */
    @Test
    void pyarrowReadsTheStream() throws Exception {
        Path stream = scanned();
        Path out = folder.resolve("out.txt");
        String script = "import sys, pyarrow.ipc as i; t = i.open_stream(sys.argv[1]).read_all();"
                + " t.validate(full=True); print(t.num_rows, sum(t['id'].to_pylist()), t['name'].null_count)";
        Process python;
        try {
            python = new ProcessBuilder("python3", "-c", script, stream.toString())
                    .redirectOutput(out.toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            assumeTrue(false, "no python3 here");
            return;
        }
        assumeTrue(python.waitFor() == 0, "the system's python3 has no pyarrow: not compared with another reader");
        assertEquals("100 4950 34", Files.readString(out).strip());
    }

    private Path scanned() throws Exception {
        Path stream = folder.resolve("scan.arrows");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--add-opens=java.base/java.nio=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.stoa.cli.Main",
                        "scan",
                        stoa.toString(),
                        "--where",
                        "id < 100",
                        "--to",
                        "ARROW")
                .redirectOutput(stream.toFile())
                .redirectError(folder.resolve("err.txt").toFile())
                .start();
        assertEquals(0, process.waitFor(), () -> {
            try {
                return Files.readString(folder.resolve("err.txt"));
            } catch (IOException e) {
                return e.toString();
            }
        });
        assertTrue(Files.size(stream) > 0);
        byte[] start = Arrays.copyOf(Files.readAllBytes(stream), 4);
        assertArrayEquals(new byte[] {-1, -1, -1, -1}, start);
        return stream;
    }
}
