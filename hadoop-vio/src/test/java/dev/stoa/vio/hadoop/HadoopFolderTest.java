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
package dev.stoa.vio.hadoop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.vio.FileSink;
import dev.stoa.vio.Folder;
import dev.stoa.vio.LocalFolder;
import dev.stoa.vio.Placement;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.SinkOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A folder of a store that Hadoop reaches, as that of a local disk is (LocalFolderTest). */
class HadoopFolderTest {
    @TempDir
    java.nio.file.Path path;

    private FileSystem fs;
    private Folder folder;

    @BeforeEach
    void open() throws IOException {
        fs = new StepsFileSystem("hdfs", false);
        folder = HadoopFolder.of(fs, new Path(path.toString()));
    }

    @Test
    void namesLeadToFilesBelow() throws IOException {
        assertEquals("hdfs://store" + path, folder.id());
        assertEquals(folder.id(), folder.toString());
        assertEquals(
                "hdfs://store" + path.getParent(), folder.parent().orElseThrow().id());
        assertTrue(HadoopFolder.of(fs, new Path("/")).parent().isEmpty());
        try (FileSink sink = folder.create("d/e", SinkOptions.DEFAULT)) {
            sink.write(new byte[5]);
            sink.commit();
        }
        assertEquals(5, Files.size(path.resolve("d/e")));
        try (RangeSource source = folder.open("d/e", OptionalLong.empty())) {
            assertEquals(5, source.length());
            assertEquals("hdfs://store" + path + "/d/e", source.id());
        }
        for (String name : List.of("../f", "d//e", "/f", ".", "d/../e")) {
            assertThrows(IllegalArgumentException.class, () -> folder.find(name), name);
            assertThrows(IllegalArgumentException.class, () -> folder.delete(name), name);
        }
    }

    @Test
    void listsInTheOrderOfNames() throws IOException {
        Instant time = Instant.parse("2026-01-02T03:04:05Z");
        for (String name : List.of("c", "a", "b")) {
            Files.write(path.resolve(name), new byte[name.charAt(0)]);
        }
        Files.createDirectory(path.resolve("d"));
        Files.write(path.resolve("d/e"), new byte[5]);
        assertTrue(path.resolve("b").toFile().setLastModified(time.toEpochMilli()));
        List<Folder.Entry> entries = folder.list("");
        assertEquals(
                List.of("a", "b", "c", "d"),
                entries.stream().map(Folder.Entry::name).toList());
        assertEquals(new Folder.Entry("b", false, 98, time), entries.get(1));
        assertTrue(entries.get(3).isFolder());
        assertEquals(0, entries.get(3).length());
        assertEquals("e", folder.list("d").get(0).name());
        assertEquals(List.of(), folder.list("missing"));
        assertEquals(Optional.of(entries.get(1)), folder.find("b"));
        assertEquals(Optional.of(entries.get(3)), folder.find("d"));
        assertEquals(Optional.empty(), folder.find("missing"));
        assertTrue(folder.find("").orElseThrow().isFolder());
        assertTrue(folder.hasFolder("d"));
        assertFalse(folder.hasFolder("a"));
        assertFalse(folder.hasFolder("missing"));
    }

    @Test
    void deletesAFileOrAnEmptyFolder() throws IOException {
        Files.createDirectory(path.resolve("d"));
        Files.write(path.resolve("d/e"), new byte[5]);
        assertThrows(IOException.class, () -> folder.delete("d"));
        assertTrue(Files.exists(path.resolve("d/e")));
        assertTrue(folder.delete("d/e"));
        assertFalse(folder.delete("d/e"));
        assertTrue(folder.delete("d"));
        assertFalse(Files.exists(path.resolve("d")));
    }

    @Test
    void blocksHaveHosts() throws IOException {
        assertEquals(List.of(new Placement(0, 100, List.of("localhost"))), folder.placements("f", 100));
        BlockLocation first = new BlockLocation(new String[0], new String[] {"b", "a"}, 0, 10);
        BlockLocation second = new BlockLocation(new String[0], new String[] {"c"}, 10, 7);
        assertEquals(
                List.of(new Placement(0, 10, List.of("a", "b")), new Placement(10, 7, List.of("c"))),
                HadoopFolder.placements(first, second));
    }

    @Test
    void aSettingListsFolders() throws IOException {
        Configuration conf = new Configuration(false);
        conf.set("fs.file.impl", "org.apache.hadoop.fs.LocalFileSystem");
        conf.set("folders", "file:///a/b , file:///c");
        List<Folder> listed = HadoopFolder.listed(conf, "folders");
        assertEquals(List.of("/a/b", "/c"), listed.stream().map(Folder::id).toList());
        assertInstanceOf(LocalFolder.class, listed.get(0), "renames of Hadoop's refuse no existing name");
        assertEquals(List.of(), HadoopFolder.listed(conf, "none"));
    }
}
