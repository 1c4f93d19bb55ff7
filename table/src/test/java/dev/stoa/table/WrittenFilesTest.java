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
package dev.stoa.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.table.internal.log.MemoryFolder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What a task has written, as the bytes that it sends to the process that commits. */
class WrittenFilesTest {
    private static final WrittenFiles ALL = new WrittenFiles(
            List.of(
                    new FragmentWriter.Written("data/a.stoa", null),
                    new FragmentWriter.Written("data/b.stoa", "größe=1"),
                    new FragmentWriter.Written("data/c.stoa", "")),
            List.of(
                    new ChangeWriter.Written("_stoa/sidecars/d.stoa", new UUID(1, 2)),
                    new ChangeWriter.Written("_stoa/sidecars/e.stoa", new byte[] {1, 0, -1}, new UUID(3, 4))));

    @Test
    void theBytesSayTheSame() throws IOException {
        for (WrittenFiles files : List.of(ALL, new WrittenFiles(List.of(), List.of()))) {
            assertEquals(files, WrittenFiles.of(files.bytes()));
        }
    }

    /** A message that lacks its end loses no file without notice. */
    @Test
    void otherBytesAreRefused() throws IOException {
        byte[] bytes = ALL.bytes();
        for (int length = 0; length < bytes.length; length++) {
            byte[] part = Arrays.copyOf(bytes, length);
            assertThrows(IOException.class, () -> WrittenFiles.of(part), length + " bytes");
        }
        refused("has 1 bytes after its end", Arrays.copyOf(bytes, bytes.length + 1));
        byte[] other = bytes.clone();
        other[0] ^= 1;
        refused("does not begin as one of this version does", other);
        byte[] negative = bytes.clone();
        negative[8] = -1; // of the length of the first path
        refused("but the message has only", negative);
    }

    private static void refused(String why, byte[] bytes) {
        IOException e = assertThrows(IOException.class, () -> WrittenFiles.of(bytes));
        assertTrue(e.getMessage().contains(why), e.getMessage());
    }

    /** A sidecar that has no file is not deleted, and each file is tried. */
    @Test
    void allFilesAreDiscarded() {
        List<String> tried = new ArrayList<>();
        IOException e = assertThrows(
                IOException.class,
                () -> ALL.discard(new ForwardingFolder(new MemoryFolder()) {
                    @Override
                    public boolean delete(String name) throws IOException {
                        tried.add(name);
                        throw new IOException("can't delete " + name);
                    }
                }));
        assertEquals("can't delete _stoa/sidecars/d.stoa", e.getMessage());
        assertEquals(List.of("data/a.stoa", "data/b.stoa", "data/c.stoa", "_stoa/sidecars/d.stoa"), tried);
    }
}
