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

import static dev.stoa.table.Rows.read;
import static dev.stoa.table.Rows.row;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.reader.Filter;
import dev.stoa.table.FaultyFolder.AtCommit;
import dev.stoa.vio.LocalFolder;
import dev.stoa.vio.WriteFailedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Local disks that are full, or do not sync: what is told of a commit, and what is left. */
class DurabilityTest {
    private static final TableSettings SETTINGS =
            TableSettings.DEFAULT.withPauses(Duration.ZERO, Duration.ZERO, pause -> {});

    @TempDir
    Path path;

    private FaultyFolder folder;

    @BeforeEach
    void name() {
        folder = new FaultyFolder(new LocalFolder(path.resolve("t")));
    }

    private Table create() throws IOException {
        return Table.create(folder, Rows.schema(), TableProperties.NONE, SETTINGS);
    }

    private void failAt(String suffix, AtCommit how) {
        folder.fault = name -> name.endsWith(suffix) ? how : AtCommit.DONE;
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.walk(path)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> path.relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }

    private static void insertOne(Table table, long key) throws IOException {
        OperationsTest.insert(table, row(key, 1, "a"));
    }

    private interface Writing {
        void run() throws IOException;
    }

    private List<Writing> writings(Table table) {
        TableOperations operations = TableOperations.of(table);
        return List.of(
                () -> insertOne(table, 3),
                () -> operations.delete(Filter.equal("k", 1L)),
                operations::truncate,
                () -> operations.rollback(0));
    }

    @Test
    void aFullDiskIsNoDoubt() throws IOException {
        Table table = create();
        insertOne(table, 1);
        insertOne(table, 2);
        List<String> before = files();
        for (String suffix : List.of(".commit", ".stoa")) {
            failAt(suffix, AtCommit.DISK_FULL);
            for (Writing writing : writings(table).subList(0, suffix.equals(".stoa") ? 1 : 4)) {
                WriteFailedException e = assertThrows(WriteFailedException.class, writing::run);
                assertTrue(e.getMessage().contains("No space left on device"), e.getMessage());
                assertEquals(before, files(), "nothing is left");
            }
        }
        folder.fault = name -> AtCommit.DONE;
        assertEquals(List.of("[1, 1, a]", "[2, 1, a]"), read(table.snapshot()));
        insertOne(table, 3);
        assertEquals(3, table.snapshot().version());
    }

    @Test
    void anEntryThatIsNotSyncedIsDoubtful() throws IOException {
        Table table = create();
        insertOne(table, 1);
        failAt(".commit", AtCommit.NOT_SYNCED);
        for (Writing writing : writings(table)) {
            long next = table.snapshot().version() + 1;
            DoubtfulCommitException e = assertThrows(DoubtfulCommitException.class, writing::run);
            assertEquals(next, e.version());
            assertTrue(e.getCause() instanceof WriteFailedException);
            assertEquals(e.transaction(), table.commits(1).get(0).transaction(), "it is there, and its files stay");
            read(table.snapshot());
        }
    }

    @Test
    void aFileOfRowsThatIsNotSyncedFailsTheInsert() throws IOException {
        Table table = create();
        failAt(".stoa", AtCommit.NOT_SYNCED);
        WriteFailedException e = assertThrows(WriteFailedException.class, () -> insertOne(table, 1));
        assertTrue(e.mayBeVisible());
        assertEquals(0, table.snapshot().version());
    }

    @Test
    void aTableThatCanNotBeMadeLeavesNothing() throws IOException {
        failAt(".commit", AtCommit.DISK_FULL);
        assertThrows(WriteFailedException.class, this::create);
        assertFalse(Files.exists(path.resolve("t")), "a folder with an empty log would be taken for a table");
        Files.createDirectory(path.resolve("t"));
        assertThrows(WriteFailedException.class, this::create);
        assertTrue(Files.exists(path.resolve("t")), "it was there before");
        assertFalse(Files.exists(path.resolve("t/_stoa")));

        failAt(".commit", AtCommit.NOT_SYNCED);
        assertEquals(
                0, assertThrows(DoubtfulCommitException.class, this::create).version());
        assertEquals(0, Table.open(folder, SETTINGS).snapshot().version());
    }

    @Test
    void checkpointsAndHintsThatFailFailNoCommit() throws IOException {
        Table table = create();
        for (AtCommit how : List.of(AtCommit.DISK_FULL, AtCommit.NOT_SYNCED)) {
            for (String suffix : List.of(".checkpoint", "hint")) {
                failAt(suffix, how);
                for (int i = 0; i < 10; i++) {
                    insertOne(table, i);
                }
            }
        }
        assertEquals(40, table.snapshot().rowCount());
        assertEquals(40, Table.open(folder, SETTINGS).snapshot().rowCount());
    }

    @Test
    void nothingExpiresWithoutACheckpointThatLasts() throws IOException {
        Table table = create();
        for (int i = 0; i < 5; i++) {
            insertOne(table, i);
        }
        for (AtCommit how : List.of(AtCommit.DISK_FULL, AtCommit.NOT_SYNCED)) {
            failAt(".checkpoint", how);
            Expiry expiry = Expiry.plan(table, Duration.ZERO, 1, Duration.ZERO);
            folder.synced.clear();
            WriteFailedException e = assertThrows(WriteFailedException.class, expiry::run);
            String reason = how == AtCommit.DISK_FULL ? "No space left on device" : "can't be synced";
            assertTrue(e.getMessage().contains(reason), e.getMessage());
            assertEquals(List.of("_stoa/0000000000000000005.commit"), folder.synced, "before anything goes");
            assertEquals(0, table.snapshotAt(0).rowCount(), "the old versions are there");
        }
        folder.synced.clear();
        folder.fault = name -> AtCommit.DONE;
        Expiry.plan(table, Duration.ZERO, 1, Duration.ZERO).run();
        assertTrue(folder.synced.contains("_stoa/0000000000000000005.checkpoint"), "it was there, and not synced");
        assertEquals(5, Table.open(folder, SETTINGS).snapshot().rowCount());
    }

    @Test
    void filesOfOthersAreSyncedBeforeTheyAreAdopted() throws IOException {
        Rows.write(folder, "a.stoa", Rows.schema(), row(1L, 1, "a"));
        Rows.write(folder, "part1/b.stoa", Rows.schema(), row(2L, 1, "b"));
        Table table = Table.adopt(folder, TableProperties.NONE, SETTINGS);
        assertEquals(2, table.snapshot().rowCount());
        assertEquals(
                List.of("a.stoa", "part1/b.stoa"),
                folder.synced.stream().sorted().toList());
    }
}
