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
package dev.stoa.table.internal.check;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.stoa.table.internal.log.MemoryFolder;
import dev.stoa.vio.Folder;
import dev.stoa.vio.Range;
import dev.stoa.vio.RangeBuffers;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.SinkOptions;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A planned repair shows the files as they will be, and changes none. */
class RepairFolderTest {
    private final MemoryFolder table = new MemoryFolder();
    private final MemoryFolder copy = new MemoryFolder();
    private final RepairFolder planned = new RepairFolder(table);

    @BeforeEach
    void make() {
        for (String name : List.of("a", "log/1", "log/2", "log/3", "log/old/1", "log0")) {
            table.put(name, new byte[] {1});
        }
        copy.put("log/2", new byte[] {2, 2});
        copy.put("b", new byte[] {2, 2, 2});
    }

    private static byte[] read(Folder folder, String name) throws IOException {
        try (RangeSource source = folder.open(name, OptionalLong.empty());
                RangeBuffers buffers = source.read(List.of(new Range(0, (int) source.length())))) {
            byte[] bytes = new byte[buffers.buffer(0).remaining()];
            buffers.buffer(0).get(bytes);
            return bytes;
        }
    }

    private List<String> list(String name) throws IOException {
        return planned.list(name).stream()
                .map(entry -> entry.name() + ":" + (entry.isFolder() ? "folder" : entry.length()))
                .toList();
    }

    @Test
    void withoutStepsItIsTheTable() throws IOException {
        assertEquals("memory", planned.id());
        assertEquals(List.of("1:1", "2:1", "3:1", "old:folder"), list("log"));
        assertArrayEquals(new byte[] {1}, read(planned, "log/1"));
        assertEquals(table.find("log/1"), planned.find("log/1"));
    }

    @Test
    void removedFilesAreGone() throws IOException {
        planned.remove("log/1");
        assertEquals(Optional.empty(), planned.find("log/1"));
        FileNotFoundException e =
                assertThrows(FileNotFoundException.class, () -> planned.open("log/1", OptionalLong.empty()));
        assertEquals("memory/log/1", e.getMessage());
        assertEquals(List.of("2:1", "3:1", "old:folder"), list("log"));
        assertArrayEquals(new byte[] {1}, table.bytes("log/1"));
    }

    @Test
    void writtenFilesHaveTheirNewBytes() throws IOException {
        planned.write("log/2", new byte[] {7, 8});
        planned.write("log/4", new byte[] {9, 9, 9});
        planned.write("c", new byte[4]);
        assertArrayEquals(new byte[] {7, 8}, read(planned, "log/2"));
        Folder.Entry found = planned.find("log/4").orElseThrow();
        assertEquals("4", found.name());
        assertFalse(found.isFolder());
        assertEquals(3, found.length());
        assertEquals("c", planned.find("c").orElseThrow().name());
        assertEquals(List.of("1:1", "2:2", "3:1", "4:3", "old:folder"), list("log"));
        assertArrayEquals(new byte[] {1}, table.bytes("log/2"));
    }

    @Test
    void copiedFilesComeFromTheOtherFolder() throws IOException {
        planned.copy("log/2", copy);
        planned.copy("b", copy);
        assertArrayEquals(new byte[] {2, 2}, read(planned, "log/2"));
        assertEquals(2, planned.find("log/2").orElseThrow().length());
        assertEquals(List.of("1:1", "2:2", "3:1", "old:folder"), list("log"));
        assertEquals(List.of("a:1", "b:3", "log:folder", "log0:1"), list(""));
    }

    /** A step in a folder below, in a folder with a longer name, or in one that sorts before, changes no listing but its own. */
    @Test
    void listingsHaveTheirOwnFilesOnly() throws IOException {
        planned.write("log/old/2", new byte[5]);
        planned.write("log0", new byte[6]);
        planned.write("lo/1", new byte[7]);
        assertEquals(List.of("1:1", "2:1", "3:1", "old:folder"), list("log"));
        assertEquals(List.of("1:1", "2:5"), list("log/old"));
        assertEquals(List.of("1:7"), list("lo"));
    }

    @Test
    void theLastStepCounts() throws IOException {
        planned.remove("log/3");
        planned.write("log/3", new byte[3]);
        planned.write("log/1", new byte[3]);
        planned.remove("log/1");
        assertEquals(List.of("2:1", "3:3", "old:folder"), list("log"));
    }

    @Test
    void nothingIsWrittenOrRemovedThroughIt() {
        IOException written = assertThrows(IOException.class, () -> planned.create("n", SinkOptions.SMALL));
        assertEquals("memory/n: nothing is written before a repair is applied", written.getMessage());
        IOException removed = assertThrows(IOException.class, () -> planned.delete("a"));
        assertEquals("memory/a: nothing is removed before a repair is applied", removed.getMessage());
    }
}
