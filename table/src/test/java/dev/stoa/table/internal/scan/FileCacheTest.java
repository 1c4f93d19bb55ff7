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
package dev.stoa.table.internal.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.CorruptFileException;
import dev.stoa.reader.StoaFile;
import dev.stoa.table.DataFile;
import dev.stoa.table.Rows;
import dev.stoa.table.Table;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.table.Transaction;
import dev.stoa.vio.LocalFolder;
import dev.stoa.vio.ReadStats;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is known of files that are closed: read once, within bounds, and not taken for another file's. */
class FileCacheTest {
    @TempDir
    Path path;

    private DataFile file(LocalFolder folder, int rows) throws IOException {
        Table table = Table.create(folder, Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT);
        Transaction insert = table.begin("insert");
        Object[][] values = new Object[rows][];
        for (int i = 0; i < rows; i++) {
            values[i] = Rows.row((long) i, i, "s" + i);
        }
        Rows.insert(insert, folder, values);
        return insert.commit().fragments().get(0).files().get(0);
    }

    @Test
    void footersAreReadOnce() throws IOException {
        LocalFolder folder = new LocalFolder(path.resolve("t"));
        DataFile file = file(folder, 10);
        FileCache cache = new FileCache();
        StoaFile first = cache.open(folder, file);
        first.schema();
        first.close();
        cache.closed(first);
        assertTrue(cache.bytes() > 0);
        try (StoaFile again = cache.open(folder, file)) {
            assertEquals(first.schema(), again.schema());
            assertEquals(10, again.rowCount());
            assertEquals(file.identity(), again.identity());
            ReadStats stats = again.source().stats();
            assertEquals(0, stats.bytesRead(), stats.toString());
        }
    }

    @Test
    void anotherLengthIsAnotherFile() throws IOException {
        LocalFolder folder = new LocalFolder(path.resolve("t"));
        DataFile file = file(folder, 10);
        FileCache cache = new FileCache();
        StoaFile first = cache.open(folder, file);
        first.close();
        Path there = path.resolve("t").resolve(file.path());
        byte[] bytes = Files.readAllBytes(there);
        Files.write(there, Arrays.copyOf(bytes, bytes.length - 1));
        CorruptFileException refused = assertThrows(
                CorruptFileException.class, () -> first.again(folder.open(file.path(), OptionalLong.empty())));
        assertTrue(refused.getMessage().contains("it was replaced"), refused.getMessage());
    }

    @Test
    void memoryIsBounded() throws IOException {
        LocalFolder folder = new LocalFolder(path.resolve("a"));
        LocalFolder other = new LocalFolder(path.resolve("b"));
        DataFile one = file(folder, 10);
        DataFile two = file(other, 10);
        StoaFile opened = new FileCache().open(folder, one);
        opened.close();
        FileCache cache = new FileCache(opened.knownBytes() + 10);
        cache.closed(opened);
        StoaFile second = cache.open(other, two);
        second.close();
        cache.closed(second);
        assertTrue(cache.bytes() <= opened.knownBytes() + 10, cache.bytes() + " bytes");
        cache.open(folder, one).close(); // from the file itself
        FileCache none = new FileCache(0);
        none.closed(opened);
        assertEquals(0, none.bytes());
    }
}
