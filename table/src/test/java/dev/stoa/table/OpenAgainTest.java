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
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Field;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.MemoryFile;
import dev.stoa.table.internal.log.MemoryFolder;
import dev.stoa.table.internal.logfile.LogKind;
import dev.stoa.vio.LocalFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that opens a table again and again sees what others do to it, though it keeps what entries said before. */
class OpenAgainTest {
    private static Table create(dev.stoa.vio.Folder folder, Object[]... rows) throws IOException {
        Table table = Table.create(folder, Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT);
        insert(table, rows);
        return table;
    }

    private static void insert(Table table, Object[]... rows) throws IOException {
        Transaction insert = table.begin("insert");
        Rows.insert(insert, table.folder(), rows);
        insert.commit();
    }

    private static Snapshot opened(dev.stoa.vio.Folder folder) throws IOException {
        return Table.open(folder, TableSettings.DEFAULT).lastKnown();
    }

    private static boolean fails(Callable<?> work) throws Exception {
        try {
            work.call();
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    @Test
    void eachOpenSeesTheNewestVersion() throws IOException {
        MemoryFolder folder = new MemoryFolder();
        Table other = create(folder, Rows.row(1L, 1, "a"));
        Snapshot first = opened(folder);
        for (int i = 2; i < 12; i++) {
            insert(other, Rows.row((long) i, i, "b"));
            assertEquals(i, opened(folder).version());
            assertEquals(i, Rows.read(opened(folder)).size());
        }
        assertEquals(List.of("[1, 1, a]"), Rows.read(first));
    }

    @Test
    void aNewSchemaIsSeen() throws IOException {
        MemoryFolder folder = new MemoryFolder();
        Table other = create(folder, Rows.row(1L, 1, "a"));
        assertEquals(3, opened(folder).schema().fields().size());
        TableOperations.of(other)
                .alter(snapshot -> new SchemaEdit(snapshot)
                        .add(Field.nullable("later", Rows.LONG))
                        .schema());
        assertEquals(4, opened(folder).schema().fields().size());
        assertEquals(List.of("[1, 1, a, null]"), Rows.read(opened(folder)));
    }

    @Test
    void aTableInThePlaceOfADroppedOneIsSeen(@TempDir Path path) throws IOException {
        LocalFolder folder = new LocalFolder(path.resolve("t"));
        create(folder, Rows.row(1L, 1, "a"));
        Snapshot before = opened(folder);
        try (Stream<Path> files = Files.walk(path.resolve("t"))) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
        create(folder, Rows.row(2L, 2, "b"));
        Snapshot after = opened(folder);
        assertNotEquals(before.table(), after.table());
        assertEquals(List.of("[2, 2, b]"), Rows.read(after));
    }

    @Test
    void damageAfterAnOpenIsSeen() throws Exception {
        MemoryFolder folder = new MemoryFolder();
        create(folder, Rows.row(1L, 1, "a"));
        opened(folder);
        byte[] bytes = folder.bytes(Log.entryName(1));
        int noticed = 0;
        for (int i = 0; i < bytes.length; i += 7) {
            byte[] damaged = bytes.clone();
            damaged[i] ^= 4;
            boolean isNoticed = fails(() -> new MemoryFile("entry", damaged).contents(LogKind.ENTRY, 1));
            folder.put(Log.entryName(1), damaged);
            assertEquals(isNoticed, fails(() -> opened(folder)), "byte " + i);
            noticed += isNoticed ? 1 : 0;
        }
        assertTrue(noticed > bytes.length / 7 / 2, noticed + " of " + bytes.length / 7);
        folder.put(Log.entryName(1), bytes);
        assertEquals(List.of("[1, 1, a]"), Rows.read(opened(folder)));
    }
}
