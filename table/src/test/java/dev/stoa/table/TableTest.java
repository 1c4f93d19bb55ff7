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

import static dev.stoa.table.Rows.insert;
import static dev.stoa.table.Rows.read;
import static dev.stoa.table.Rows.row;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Schema;
import dev.stoa.reader.Filter;
import dev.stoa.reader.RowTooLargeException;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.MemoryFolder;
import dev.stoa.vio.Folder;
import dev.stoa.vio.LocalFolder;
import dev.stoa.vio.hadoop.HadoopFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables on a local disk: versions, snapshots, and what is refused. */
@Tag("smoke")
class TableTest {
    @TempDir
    Path path;

    private Folder folder;

    @BeforeEach
    void name() {
        folder = new LocalFolder(path.resolve("t"));
    }

    private Table create() throws IOException {
        return Table.create(folder, Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT);
    }

    @Test
    void everyVersionStaysWhatItWas() throws IOException {
        Table table = create();
        assertEquals(List.of(), read(table.snapshot()));
        Transaction first = table.begin("insert");
        insert(first, folder, row(1L, 10, "a"), row(2L, null, "b"));
        assertEquals(List.of(), read(table.snapshot()), "nothing is visible before the commit");
        Snapshot one = first.commit();
        Transaction second = table.begin("insert");
        insert(second, folder, row(3L, 30, null));
        Snapshot two = second.commit();
        Transaction third = table.begin("delete");
        third.removeFragment(one.fragments().get(0).id());
        Snapshot three = third.commit();

        List<String> a = List.of("[1, 10, a]", "[2, null, b]");
        List<String> b = List.of("[1, 10, a]", "[2, null, b]", "[3, 30, null]");
        List<String> c = List.of("[3, 30, null]");
        for (Table opened : List.of(table, Table.open(folder, TableSettings.DEFAULT))) {
            assertEquals(3, opened.snapshot().version());
            assertEquals(c, read(opened.snapshot()));
            assertEquals(a, read(opened.snapshotAt(1)));
            assertEquals(b, read(opened.snapshotAt(2)));
        }
        assertEquals(a, read(one));
        assertEquals(b, read(two));
        assertEquals(c, read(three));
        assertEquals(List.of("[b]"), read(two.scan().select("s").filter(Filter.isNull("n"))));
    }

    @Test
    void checkpointsAreOnlyShortcuts() throws IOException {
        folder = new MemoryFolder();
        Table table = create();
        for (int i = 0; i < 40; i++) {
            Transaction insert = table.begin("insert");
            insert(insert, folder, row((long) i, i, "s" + i));
            insert.commit();
        }
        Table opened = Table.open(folder, TableSettings.DEFAULT);
        assertEquals(40, opened.snapshot().version());
        assertEquals(40, opened.snapshot().state().checkpoint());
        assertEquals(40, opened.snapshot().rowCount());
        assertEquals(List.of("[7, 7, s7]"), read(opened.snapshot(), Filter.equal("n", 7)));
        try (TableScan scan =
                opened.snapshot().scan().filter(Filter.equal("n", 7)).build()) {
            assertEquals(1, scan.fragments().size(), "the log knows the bounds of all others");
        }
        for (int i = 0; i <= 40; i++) {
            assertEquals(i, read(opened.snapshotAt(i)).size());
        }
    }

    @Test
    void theNewestKnownVersionIsTheLastThatWasRead() throws IOException {
        Table table = create();
        Table other = Table.open(folder, TableSettings.DEFAULT);
        Transaction insert = table.begin("insert");
        insert(insert, folder, row(1L, 1, "a"));
        insert.commit();
        assertEquals(1, table.lastKnown().version());
        assertEquals(0, other.lastKnown().version());
        assertEquals(0, other.snapshotAt(0).version());
        assertEquals(1, other.lastKnown().version());
        assertTrue(Table.exists(folder));
        assertFalse(Table.exists(new LocalFolder(path)));
    }

    /** What another process has committed is seen, however a version is named. */
    @Test
    void versionsOfOthersAreFound() throws IOException {
        Table table = create();
        Table byTime = Table.open(folder, TableSettings.DEFAULT);
        Table byName = Table.open(folder, TableSettings.DEFAULT);
        Table effect = Table.open(folder, TableSettings.DEFAULT);
        Transaction insert = table.begin("insert");
        insert(insert, folder, row(1L, 1, "a"));
        Instant time = insert.commit().time();
        TableOperations.of(table).tag("one", OptionalLong.of(1), false);
        assertEquals(2, byTime.snapshotAt(Instant.now()).version());
        assertEquals(1, byTime.snapshotAt(time).version());
        assertEquals(1, byName.snapshotAt("one").version());
        assertEquals(1, effect.effect(1).appended().size());
    }

    @Test
    void anEffectOfALostEntryIsNotSaidToBeExpired() throws IOException {
        folder = new MemoryFolder();
        Table table = create();
        for (long k = 1; k <= 3; k++) {
            Transaction insert = table.begin("insert");
            insert(insert, folder, row(k, 1, "a"));
            insert.commit();
        }
        folder.delete(Log.entryName(2));
        assertThrows(LostEntryException.class, () -> table.effect(2));
        assertThrows(TableException.class, () -> table.effect(4));
    }

    /** A store that lists no entry yet but has it. */
    @Test
    void anInstantFindsTheOldestVersionWithoutAListing() throws IOException {
        MemoryFolder stale = new MemoryFolder();
        Table table = Table.create(stale, Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT);
        Instant created = table.snapshot().time();
        Transaction first = table.begin("insert");
        insert(first, stale, row(1L, 10, "a"));
        assertTrue(first.commit().time().isAfter(created));
        stale.doNotList(".commit");
        assertEquals(0, table.snapshotAt(created).version());
        assertEquals(
                0, Table.open(stale, TableSettings.DEFAULT).snapshotAt(created).version());
        assertThrows(TableException.class, () -> table.snapshotAt(created.minusNanos(1)));
    }

    @Test
    void whatIsThereIsNotMadeAgain() throws IOException {
        create();
        assertTrue(assertThrows(TableException.class, this::create).getMessage().contains("a table already exists"));
        Folder other = new LocalFolder(path.resolve("other"));
        assertThrows(TableException.class, () -> Table.open(other, TableSettings.DEFAULT));
        Rows.write(other, "x", Rows.schema());
        TableException e = assertThrows(
                TableException.class,
                () -> Table.create(other, Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT));
        assertTrue(e.getMessage().contains("adopt"), e.getMessage());
    }

    @Test
    void aFileIsNoFolder() throws IOException {
        Path file = Files.writeString(path.resolve("taken"), "mine");
        FileSystem fs = FileSystem.getLocal(new Configuration());
        for (Folder taken :
                List.of(new LocalFolder(file), HadoopFolder.of(fs, new org.apache.hadoop.fs.Path(file.toUri())))) {
            TableException e = assertThrows(
                    TableException.class,
                    () -> Table.create(taken, Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT));
            assertTrue(
                    e.getMessage()
                            .endsWith(
                                    "taken: a file has this name, and a table is a folder: give the name of a folder"),
                    e.getMessage());
        }
        assertEquals("mine", Files.readString(file));
    }

    @Test
    void aScanReadsRowsOfTheBytesThatItAllows() throws IOException {
        Table table = create();
        Transaction insert = table.begin("insert");
        insert(insert, folder, row(1L, 1, "a"), row(2L, 2, "x".repeat(10 << 20)));
        Snapshot snapshot = insert.commit();
        for (Filter filter : List.of(Filter.and(), Filter.greater("s", "b"))) {
            TableScanBuilder little = snapshot.scan().filter(filter).maxRowBytes(1 << 20);
            assertThrows(RowTooLargeException.class, () -> read(little));
            assertEquals(
                    read(snapshot.scan().filter(filter)),
                    read(snapshot.scan().filter(filter).maxRowBytes(20 << 20)));
        }
        assertThrows(IllegalArgumentException.class, () -> snapshot.scan().maxRowBytes(0));
    }

    @Test
    void filesMustFitTheTable() throws IOException {
        Table table = create();
        Transaction insert = table.begin("insert");
        Rows.write(folder, "data/noids.stoa", Rows.schema());
        TableException e = assertThrows(TableException.class, () -> insert.addFragment("data/noids.stoa"));
        assertTrue(e.getMessage().contains("column 'k' has no field id"), e.getMessage());
        Schema schema = table.snapshot().schema();
        Rows.write(folder, "data/few.stoa", schema.select(List.of("n")));
        e = assertThrows(TableException.class, () -> insert.addFragment("data/few.stoa"));
        assertTrue(e.getMessage().contains("no column 'k'"), e.getMessage());
        assertThrows(IllegalArgumentException.class, () -> insert.removeFragment(new UUID(1, 2)));
        assertEquals(0, insert.commit().version(), "without changes there is no version");
    }

    @Test
    void aTransactionMayBeginOnAVersionThatWasReadBefore() throws IOException {
        Table table = create();
        Transaction first = table.begin("insert");
        insert(first, folder, row(1L, 1, "a"), row(2L, 2, "b"));
        Snapshot base = first.commit();
        TableOperations.of(table).delete(Filter.equal("k", 1L));
        Table other = Table.open(folder, TableSettings.DEFAULT);
        Transaction late = other.begin("insert", other.snapshotAt(base.version()));
        insert(late, folder, row(3L, 3, "c"));
        assertEquals(List.of("[2, 2, b]", "[3, 3, c]"), read(late.commit()));
        Transaction lost = other.begin("overwrite", base);
        lost.overwriteAll();
        assertThrows(CommitConflictException.class, lost::commit);
        Table stranger = Table.create(
                new LocalFolder(path.resolve("stranger")), Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT);
        assertThrows(IllegalArgumentException.class, () -> stranger.begin("insert", base));
    }

    @Test
    void batchesAreAsSmallAsAskedFor() throws IOException {
        Table table = create();
        Transaction insert = table.begin("insert");
        Object[][] rows = new Object[3000][];
        Arrays.setAll(rows, i -> row((long) i, i, "s" + i));
        insert(insert, folder, rows);
        insert.commit();
        TableOperations.of(table).delete(Filter.equal("k", 5L));
        int read = 0;
        try (TableScan scan = table.snapshot().scan().batchRows(1000).build()) {
            while (scan.next()) {
                assertTrue(scan.batch().rowCount() <= 1000, scan.batch().rowCount() + " rows");
                read += scan.batch().selectedCount();
            }
        }
        assertEquals(2999, read);
        assertThrows(
                IllegalArgumentException.class, () -> table.snapshot().scan().batchRows(0));
    }
}
