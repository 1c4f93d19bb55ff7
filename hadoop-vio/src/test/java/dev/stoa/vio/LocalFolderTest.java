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
package dev.stoa.vio;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a local folder shows, and what it syncs. */
class LocalFolderTest {

    @TempDir
    Path path;

    @Test
    void showsWhatIsThere() throws IOException {
        LocalFolder folder = new LocalFolder(path);
        for (String name : List.of("c", "a", "b")) {
            Files.write(path.resolve(name), new byte[name.charAt(0)]);
        }
        Files.createDirectory(path.resolve("d"));
        Files.write(path.resolve("d/e"), new byte[5]);
        Files.createSymbolicLink(path.resolve("dangling"), path.resolve("nothing"));
        List<Folder.Entry> entries = folder.list("");
        assertEquals(
                List.of("a", "b", "c", "d", "dangling"),
                entries.stream().map(Folder.Entry::name).toList());
        assertEquals(98, entries.get(1).length());
        assertFalse(entries.get(1).isFolder());
        assertTrue(entries.get(3).isFolder());
        assertEquals(0, entries.get(3).length());
        assertEquals("e", folder.list("d").get(0).name());
        assertEquals(List.of(), folder.list("missing"));
        assertEquals(entries.get(0), folder.find("a").orElseThrow());
        assertTrue(folder.find("missing").isEmpty());
        assertFalse(folder.hasFolder("missing"));
        assertEquals(path.getParent().toString(), folder.parent().orElseThrow().id());
        assertTrue(new LocalFolder(Path.of("/")).parent().isEmpty());
        try (RangeSource source = folder.open("d/e", OptionalLong.empty())) {
            assertEquals(5, source.length());
        }
        assertThrows(FileNotFoundException.class, () -> folder.open("missing", OptionalLong.empty()));
        assertTrue(folder.delete("a"));
        assertFalse(folder.delete("a"));
        assertTrue(folder.find("a").isEmpty());
    }

    @Test
    void aListingThatTheDiskBreaksOffIsAnError() throws IOException {
        Files.createDirectories(path.resolve("a/b"));
        FaultyDisk disk = new FaultyDisk(path);
        LocalFolder folder = new LocalFolder(disk.path(path));
        assertEquals(1, folder.list("a").size());
        disk.failAt("list a");
        IOException e = assertThrows(IOException.class, () -> folder.list("a"));
        assertTrue(e.getMessage().contains(FaultyDisk.MESSAGE), e.getMessage());
    }

    @Test
    void syncsAFileAndTheFoldersThatNameIt() throws IOException {
        Files.createDirectories(path.resolve("a/b"));
        Files.write(path.resolve("a/b/f"), new byte[1]);
        FaultyDisk disk = new FaultyDisk(path);
        LocalFolder folder = new LocalFolder(disk.path(path));
        folder.sync("a/b/f");
        List<String> steps =
                List.of("open f", "sync f", "close f", "open b", "sync b", "close b", "open a", "sync a", "close a");
        assertEquals(steps, disk.steps().subList(0, 9));
        assertEquals(
                List.of("open " + path.getFileName(), "sync " + path.getFileName(), "close " + path.getFileName()),
                disk.steps().subList(9, disk.steps().size()));
        for (String step : List.of("sync f", "sync a", "open b")) {
            disk.failAt(step);
            IOException e = assertThrows(IOException.class, () -> folder.sync("a/b/f"), step);
            assertTrue(e.getMessage().contains("can't be synced to disk"), e.getMessage());
        }
    }
}
