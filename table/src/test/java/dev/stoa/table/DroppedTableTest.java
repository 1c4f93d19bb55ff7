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

import static dev.stoa.table.Rows.row;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.StoaException;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.MemoryFolder;
import dev.stoa.vio.FileSink;
import dev.stoa.vio.Folder;
import dev.stoa.vio.LocalFolder;
import dev.stoa.vio.Range;
import dev.stoa.vio.RangeBuffers;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.SinkOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A program keeps a table open, while another one drops it and makes a new one at its path. */
class DroppedTableTest {
    @TempDir
    Path path;

    private Folder folder;

    enum Store {
        LOCAL,
        NEAR,
        FAR
    }

    private void take(Store store) {
        folder = switch (store) {
            case LOCAL -> new LocalFolder(path.resolve("t"));
            case NEAR -> new MemoryFolder();
            case FAR -> MemoryFolder.far();
        };
    }

    private void insert(Table table, long key) throws IOException {
        Transaction insert = table.begin("insert");
        Rows.insert(insert, folder, row(key, 1, "s"));
        insert.commit();
    }

    /** Makes a table with the versions 0..newest, each with one row more. */
    private Table make(int newest, long key) throws IOException {
        Table table = Table.create(folder, Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT);
        for (int version = 1; version <= newest; version++) {
            insert(table, key + version);
        }
        return table;
    }

    private void drop() throws IOException {
        TableRemoval.plan(folder).run();
    }

    private Table open() throws IOException {
        return Table.open(folder, TableSettings.DEFAULT);
    }

    private static void refused(Executable call) {
        StoaException e = assertThrows(StoaException.class, call);
        assertTrue(
                e.getMessage().endsWith("open the table again")
                        || e.getMessage().contains("belongs to the table"),
                e.getMessage());
    }

    /** With fewer versions than the old table, with as many, and with more. */
    @ParameterizedTest
    @CsvSource({
        "LOCAL,0", "LOCAL,2", "LOCAL,5", "LOCAL,7", "NEAR,0", "NEAR,2", "NEAR,5", "NEAR,7", "FAR,0", "FAR,2", "FAR,5",
        "FAR,7"
    })
    void noCommitOfTheOldTableReachesTheNewOne(Store store, int newest) throws IOException {
        take(store);
        Table made = make(5, 100);
        Table opened = open();
        Transaction begun = opened.begin("insert");
        Rows.insert(begun, folder, row(1L, 1, "s"));
        drop();
        Table now = make(newest, 200);
        List<String> rows = Rows.read(now.snapshot());
        refused(begun::commit);
        refused(made::snapshot);
        refused(opened::snapshot);
        refused(() -> TableOperations.of(made).truncate());
        assertEquals(rows, Rows.read(open().snapshot()));
        insert(now, 300);
        assertEquals(newest + 1, open().snapshot().version());
        Damage.assertSound(folder);
    }

    /** Nothing but the entry itself tells whether the log of a table is another one that nobody has looked at since it was made. */
    @ParameterizedTest
    @EnumSource(Store.class)
    void aNewTableMayBeDroppedBeforeItsFirstUse(Store store) throws IOException {
        take(store);
        Table made = make(0, 0);
        drop();
        Table now = make(0, 0);
        refused(() -> insert(made, 1));
        insert(now, 1);
        assertEquals(1, open().snapshot().rowCount());
    }

    @ParameterizedTest
    @EnumSource(Store.class)
    void aDroppedTableHasNoNextVersion(Store store) throws IOException {
        take(store);
        Table table = make(2, 0);
        Transaction begun = table.begin("insert");
        Rows.insert(begun, folder, row(1L, 1, "s"));
        drop();
        refused(begun::commit);
        assertEquals(List.of(), new Log(folder).list().entries().stream().toList());
    }

    /** Files of the new table would be such that no version of the old one needs. */
    @ParameterizedTest
    @EnumSource(Store.class)
    void anExpiryOfTheOldTableRemovesNothing(Store store) throws IOException {
        take(store);
        Table old = make(3, 100);
        drop();
        make(3, 200);
        refused(() -> Expiry.plan(old, Duration.ZERO, 1, Duration.ZERO));
        assertEquals(3, Rows.read(open().snapshot()).size());
    }

    /** The time of an entry changes, or the entry goes, and the log is the same. */
    @ParameterizedTest
    @EnumSource(Store.class)
    void aTableThatWasRestoredOrExpiredGoesOn(Store store) throws IOException {
        take(store);
        Table table = make(5, 0);
        Table other = open();
        insert(other, 6);
        for (long version = 0; version <= 6; version++) {
            put(Log.entryName(version), take(Log.entryName(version)));
        }
        insert(table, 7);
        insert(other, 8);
        Expiry.plan(table, Duration.ZERO, 1, Duration.ZERO).run();
        insert(other, 9);
        insert(table, 10);
        TableOperations.of(table).branch("b", OptionalLong.empty());
        Table branch = table.branch("b");
        insert(branch, 11);
        insert(branch, 12);
        assertEquals(12, Rows.read(table.branch("b").snapshot()).size());
        assertEquals(10, Rows.read(open().snapshot()).size());
    }

    /** The checkpoint of a version tells of which log it is, too. */
    @ParameterizedTest
    @EnumSource(Store.class)
    void aDamagedEntryWithACheckpointIsOfTheSameTable(Store store) throws IOException {
        take(store);
        make(5, 0);
        byte[] entry = take(Log.entryName(5));
        put(Log.entryName(5), Arrays.copyOf(entry, entry.length - 20));
        assertThrows(StoaException.class, this::open);
        assertTrue(folder.delete(Log.entryName(5)));
        put(Log.entryName(5), entry);
        new Log(folder).writeCheckpoint(open().snapshot().state());
        assertTrue(folder.delete(Log.entryName(5)));
        put(Log.entryName(5), Arrays.copyOf(entry, entry.length - 20));
        Table table = open();
        Expiry.plan(table, Duration.ZERO, 1, Duration.ZERO).run();
        insert(table, 6);
        assertEquals(6, Rows.read(open().snapshot()).size());
    }

    private byte[] take(String name) throws IOException {
        try (RangeSource source = folder.open(name, OptionalLong.empty());
                RangeBuffers read = source.read(List.of(new Range(0, (int) source.length())))) {
            byte[] bytes = new byte[(int) source.length()];
            read.buffer(0).get(bytes);
            assertTrue(folder.delete(name), name);
            return bytes;
        }
    }

    private void put(String name, byte[] bytes) throws IOException {
        try (FileSink sink = folder.create(name, SinkOptions.SMALL)) {
            sink.write(bytes);
            sink.commit();
        }
    }
}
