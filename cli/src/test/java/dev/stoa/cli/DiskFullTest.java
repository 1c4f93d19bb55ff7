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

import static dev.stoa.cli.CommandRun.ok;
import static dev.stoa.cli.CommandRun.stoa;
import static dev.stoa.cli.SmallDisk.NO_SPACE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.vio.LocalFileSink;
import dev.stoa.vio.SinkOptions;
import dev.stoa.vio.WriteFailedException;
import dev.stoa.writer.StoaWriter;
import dev.stoa.writer.WriterMemory;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Commands on a disk without room: one line, exit code 2, and nothing left. The disk is a small one in memory, where one may be mounted. */
@Timeout(300)
class DiskFullTest {
    @TempDir
    private Path folder;

    private SmallDisk small;
    private Path disk;

    @BeforeEach
    void mount() throws Exception {
        small = SmallDisk.mount(folder.resolve("disk"));
        disk = small.path();
    }

    @AfterEach
    void unmount() throws Exception {
        if (small != null) {
            small.unmount();
        }
    }

    private void fails(Object... arguments) throws IOException {
        small.fails(0, arguments);
    }

    private Path csv(int rows) throws IOException {
        Random random = new Random(1);
        StringBuilder text = new StringBuilder("id,name\n");
        for (int i = 0; i < rows; i++) {
            text.append(i)
                    .append(',')
                    .append(Long.toHexString(random.nextLong()))
                    .append('\n');
        }
        return Files.writeString(folder.resolve("rows" + rows + ".csv"), text);
    }

    @Test
    void filesAreConvertedWholeOrNotAtAll() throws IOException {
        Path csv = csv(1000);
        Path stoa = folder.resolve("rows.stoa");
        ok("convert", csv, stoa);
        fails("convert", csv, disk.resolve("a.stoa"));
        for (String kind : List.of("csv", "csv.gz", "parquet", "orc", "avro")) {
            fails("convert", stoa, disk.resolve("a." + kind));
        }
        fails("inspect", stoa, "--html", disk.resolve("page.html"));
        fails("repair", stoa, "--to", disk.resolve("saved.stoa"));
        Path bad = Files.writeString(folder.resolve("bad.csv"), "id\n1\nx\n");
        fails(
                "convert",
                bad,
                folder.resolve("bad.stoa"),
                "--schema",
                "id int",
                "--max-bad-rows",
                1,
                "--rejects",
                disk.resolve("rejects.csv"));
        Files.deleteIfExists(folder.resolve("bad.stoa"));
        ok("convert", csv, disk.resolve("a.stoa"));
        fails("convert", csv, disk.resolve("a.stoa"), "--overwrite");
        fails("index", disk.resolve("a.stoa"), "--add", "name");
        ok("verify", disk.resolve("a.stoa"));
    }

    @Test
    void aFileThatGrowsUntilTheDiskIsFullGoes() throws IOException {
        Path csv = csv(300_000);
        CommandRun run = stoa("convert", csv, disk.resolve("a.stoa"));
        assertEquals(2, run.exitCode(), run.err());
        assertEquals(1, run.err().lines().count(), run.err());
        assertTrue(run.err().contains(NO_SPACE), run.err());
        assertEquals(List.of(), small.files());
        ok("convert", csv(1000), disk.resolve("a.stoa"));
    }

    @Test
    void tablesStayAsTheyWere() throws IOException {
        Path table = disk.resolve("t");
        String schema = "id bigint not null, name varchar(20)";
        fails("table", "create", table, "--schema", schema, "--key", "id");
        assertFalse(Files.exists(table), "a folder with an empty log would be taken for a table");
        ok("table", "create", table, "--schema", schema, "--key", "id");
        Path csv = csv(1000);
        fails("insert", table, csv);
        ok("insert", table, csv);
        fails("upsert", table, csv);
        fails("update", table, "--set", "name = 'x'", "--where", "id > 10");
        fails("delete", table, "--where", "id > 10");
        fails("table", "alter", table, "--rename", "name=title");
        fails("index", table, "--add", "name");
        fails("table", "tag", table, "full");
        fails("table", "branch", table, "full");
        ok("delete", table, "--where", "id > 500");
        fails("compact", table);
        fails("rollback", table, "--to", 1);
        fails("expire", table, "--older-than", "0s", "--safe-age", "0s");
        assertEquals(501, ok("scan", table, "--json", "--limit", 2000).lines().count());

        Path lake = Files.createDirectory(disk.resolve("lake"));
        ok("convert", csv, lake.resolve("a.stoa"));
        fails("table", "adopt", lake);
        ok("table", "adopt", lake);
        assertEquals(1000, ok("scan", lake, "--json", "--limit", 2000).lines().count());
    }

    @Test
    void aDemoLeavesNothing() throws IOException {
        Path kept = disk.resolve("new").resolve("kept");
        fails("demo", "--scale", 0.01, "--keep", kept);
        small.fails(200, "demo", "--scale", 0.006, "--keep", kept);
        CommandRun last = stoa("demo", "--scale", 0.006, "--keep", kept);
        assertEquals(2, last.exitCode(), "only the files of Parquet have room: " + last.err() + last.out());
        assertTrue(last.out().contains("$ stoa convert"), last.out());
        assertEquals(List.of(), small.files());
        assertFalse(Files.exists(kept));
    }

    /** Compressors put their native libraries into the folder for temporary files, once in each process. */
    @Test
    void aLibraryThatCanNotBeLoadedIsTold() throws Exception {
        Path stoa = folder.resolve("rows.stoa");
        ok("convert", csv(1000), stoa);
        small.fill(0);
        for (Object[] words : List.of(
                new Object[] {"convert", stoa, folder.resolve("a.parquet"), "--codec", "zstd"},
                new Object[] {"demo", "--scale", "0.001"})) {
            String text = OwnProcess.fails("-Djava.io.tmpdir=" + disk, folder.resolve("err.txt"), words);
            assertTrue(text.contains(NO_SPACE) && text.contains("it is put into " + disk), text);
        }
        small.free();
        assertEquals(List.of(), small.files());
        assertFalse(Files.exists(folder.resolve("a.parquet")));
    }

    @Test
    void aFullFolderForTemporaryFilesIsToldAndLeftClean() throws IOException {
        Path file = folder.resolve("f.stoa");
        Schema schema = Schema.of(Field.required("n", Type.of(TypeKind.INT64)));
        WriterOptions options =
                WriterOptions.DEFAULT.withSpillFolder(Optional.of(disk)).withMemory(new WriterMemory(1 << 20));
        Random random = new Random(1);
        WriteFailedException e = assertThrows(WriteFailedException.class, () -> {
            try (StoaWriter writer =
                    StoaWriter.create(LocalFileSink.create(file, SinkOptions.DEFAULT), schema, options)) {
                for (int i = 0; i < 2_000_000; i++) {
                    writer.rows().append(random.nextLong());
                }
                writer.finish();
            }
        });
        assertTrue(e.getMessage().contains(NO_SPACE) && e.getMessage().startsWith(disk.toString()), e.getMessage());
        assertEquals(List.of(), small.files());
        assertEquals(List.of("disk"), Arrays.asList(folder.toFile().list()));
    }
}
