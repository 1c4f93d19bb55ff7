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
package dev.stoa.table.internal.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.table.TableException;
import dev.stoa.vio.LocalFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All files of a table are listed: one that is not would not count as used, or as left. */
class FolderFilesTest {
    private final MemoryFolder folder = new MemoryFolder();

    private void put(String... files) {
        for (String file : files) {
            folder.put(file, new byte[file.length()]);
        }
    }

    @Test
    void filesOfAllFoldersAreListedButThoseSetAside() throws IOException {
        put("a", "b/c/d", "_stoa/hint", "_stoa/sidecars/e", "_stoa/damaged-1/f", "damaged-1/g");
        assertEquals(
                Set.of("a", "b/c/d", "_stoa/hint", "_stoa/sidecars/e", "damaged-1/g"),
                FolderFiles.list(folder).keySet());
        assertEquals(5, FolderFiles.list(folder).get("b/c/d").length());
        assertEquals(Set.of("b/c/d"), FolderFiles.below(folder, "b").keySet());
    }

    @Test
    void aFolderThatIsNotThereHasNoFiles(@TempDir Path path) throws IOException {
        assertEquals(Set.of(), FolderFiles.below(new LocalFolder(path), "none").keySet());
    }

    @Test
    void foldersMayBe64Deep() throws IOException {
        String deep = "d/".repeat(64) + "file";
        put(deep);
        assertEquals(Set.of(deep), FolderFiles.list(folder).keySet());
        put("d/" + deep);
        String message = assertThrows(TableException.class, () -> FolderFiles.list(folder))
                .getMessage();
        assertTrue(message.endsWith("folders deeper than 64"), message);
    }
}
