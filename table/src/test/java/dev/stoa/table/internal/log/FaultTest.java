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

import static dev.stoa.table.Rows.insert;
import static dev.stoa.table.Rows.read;
import static dev.stoa.table.Rows.row;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.table.CommitInfo;
import dev.stoa.table.DoubtfulCommitException;
import dev.stoa.table.FaultyFolder;
import dev.stoa.table.FaultyFolder.AtCommit;
import dev.stoa.table.RowInsert;
import dev.stoa.table.Rows;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableException;
import dev.stoa.table.TableOperations;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.table.Transaction;
import dev.stoa.table.internal.logfile.LogKind;
import dev.stoa.vio.LocalFolder;
import dev.stoa.writer.JavaRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stores that fail, lie, or list too little. */
class FaultTest {
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

    @Test
    void aStoreWithoutExclusiveCreationIsRefused() throws IOException {
        folder.overwrites = true;
        TableException e = assertThrows(TableException.class, this::create);
        assertTrue(e.getMessage().contains("two writers have both created"), e.getMessage());
        folder.overwrites = false;
        create();
        assertEquals(List.of("0000000000000000000.commit"), names(), "the probe leaves nothing");
    }

    private List<String> names() throws IOException {
        return folder.list("_stoa").stream().map(entry -> entry.name()).toList();
    }

    @Test
    void aLostAnswerIsNoLostCommit() throws IOException {
        Table table = create();
        AtomicBoolean once = new AtomicBoolean(true);
        folder.fault =
                name -> name.endsWith(".commit") && once.getAndSet(false) ? AtCommit.DONE_BUT_FAILS : AtCommit.DONE;
        Transaction insert = table.begin("insert");
        insert(insert, folder, row(1L, 1, "a"));
        assertEquals(1, insert.commit().version());
        assertFalse(once.get());
        assertEquals(List.of("[1, 1, a]"), read(Table.open(folder, SETTINGS).snapshot()));
    }

    @Test
    void aFailureIsTriedAgain() throws IOException {
        Table table = create();
        AtomicInteger left = new AtomicInteger(2);
        folder.fault = name -> name.endsWith(".commit") && left.getAndDecrement() > 0 ? AtCommit.FAILS : AtCommit.DONE;
        Transaction insert = table.begin("insert");
        insert(insert, folder, row(1L, 1, "a"));
        assertEquals(1, insert.commit().version());
        assertEquals(List.of("[1, 1, a]"), read(table.snapshot()));
    }

    @Test
    void doubtIsTold() throws IOException {
        Table table = create();
        folder.fault = name -> name.endsWith(".commit") ? AtCommit.FAILS : AtCommit.DONE;
        Transaction insert = table.begin("insert");
        insert(insert, folder, row(1L, 1, "a"));
        DoubtfulCommitException e = assertThrows(DoubtfulCommitException.class, insert::commit);
        assertEquals(1, e.version());
        assertEquals(insert.id(), e.transaction());
        assertEquals(List.of(), read(table.snapshot()));

        Transaction unread = table.begin("insert");
        insert(unread, folder, row(2L, 2, "b"));
        folder.fault = name -> {
            folder.readsFail = true;
            return AtCommit.DONE_BUT_FAILS;
        };
        assertThrows(DoubtfulCommitException.class, unread::commit);
        folder.readsFail = false;
        assertEquals(List.of("[2, 2, b]"), read(table.snapshot()), "it was done");
        assertEquals(unread.id(), table.commits(1).get(0).transaction(), "and the log says by whom");
    }

    /** The second request surely did nothing, but the first one may still arrive. */
    @Test
    void aFullDiskDoesNotSettleAnEarlierDoubt() throws IOException {
        Table table = create();
        AtomicInteger requests = new AtomicInteger();
        folder.fault = name -> !name.endsWith(".commit")
                ? AtCommit.DONE
                : requests.incrementAndGet() == 1 ? AtCommit.FAILS : AtCommit.DISK_FULL;
        RowInsert insert = TableOperations.of(table).insert();
        insert.write(JavaRows.batch(Rows.schema(), List.<Object[]>of(row(1L, 1, "a"))));
        assertThrows(DoubtfulCommitException.class, insert::commit);
        insert.close();
        assertEquals(2, requests.get());
        assertEquals(1, folder.list("data").size(), "the entry may need the file");
    }

    /** What another writer gets in between, with the answer lost: neither is taken for the other. */
    @Test
    void theWinnersEntryIsNotTakenForOnesOwn() throws IOException {
        Table table = create();
        Table other = Table.open(new LocalFolder(path.resolve("t")), SETTINGS);
        AtomicBoolean once = new AtomicBoolean(true);
        folder.fault = name -> {
            if (name.endsWith(".commit") && once.getAndSet(false)) {
                Transaction faster = other.begin("insert");
                insert(faster, other.folder(), row(7L, 7, "other"));
                faster.commit();
                return AtCommit.FAILS;
            }
            return AtCommit.DONE;
        };
        Transaction insert = table.begin("insert");
        insert(insert, folder, row(1L, 1, "own"));
        assertEquals(2, insert.commit().version());
        assertEquals(List.of("[7, 7, other]", "[1, 1, own]"), read(table.snapshot()));
    }

    @Test
    void oldListingsAndHintsCostOnlyTime() throws IOException {
        Table table = create();
        for (int i = 1; i <= 30; i++) {
            Transaction insert = table.begin("insert");
            insert(insert, folder, row((long) i, i, "s"));
            insert.commit();
        }
        Path log = path.resolve("t/_stoa");
        for (String hint : List.of("8\n", "0\n", "nonsense", "")) {
            Files.writeString(log.resolve("hint"), hint);
            assertEquals(30, Table.open(folder, SETTINGS).snapshot().rowCount(), hint);
        }
        Files.delete(log.resolve("hint"));
        folder.unlisted = name -> name.compareTo("000000000000000001") > 0;
        Table opened = Table.open(folder, SETTINGS);
        assertEquals(30, opened.snapshot().rowCount());
        assertEquals(29, opened.snapshotAt(29).rowCount());
        folder.unlisted = name -> true;
        assertEquals(30, Table.open(folder, SETTINGS).snapshot().rowCount());
        folder.unlisted = name -> false;
        Files.delete(log.resolve("0000000000000000000.commit")); // expired, with a hint that was lost
        assertEquals(30, Table.open(folder, SETTINGS).snapshot().rowCount());
    }

    @Test
    void damageIsNamed() throws IOException {
        Table table = create();
        for (int i = 1; i <= 10; i++) {
            Transaction insert = table.begin("insert");
            insert(insert, folder, row((long) i, i, "s"));
            insert.commit();
        }
        Path log = path.resolve("t/_stoa");
        Path checkpoint = log.resolve("0000000000000000008.checkpoint");
        byte[] good = Files.readAllBytes(checkpoint);
        Files.write(checkpoint, new byte[] {1, 2, 3});
        assertEquals(10, Table.open(folder, SETTINGS).snapshot().rowCount(), "a checkpoint is done without");
        Files.write(checkpoint, good);

        Path entry = log.resolve("0000000000000000009.commit");
        byte[] bytes = Files.readAllBytes(entry);
        long seed = Long.getLong("stoa.seed", new Random().nextLong());
        Random random = new Random(seed);
        for (int i = 0; i < 200; i++) {
            byte[] damaged = bytes.clone();
            if (i % 4 == 0) {
                damaged = java.util.Arrays.copyOf(bytes, random.nextInt(bytes.length));
            } else {
                damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
            }
            Files.write(entry, damaged);
            try {
                List<String> rows = read(Table.open(folder, SETTINGS).snapshot());
                assertEquals(10, rows.size(), "seed " + seed + ", " + i);
            } catch (dev.stoa.format.StoaException e) {
                assertTrue(
                        e.getMessage().contains("0000000000000000009.commit"), "seed " + seed + ": " + e.getMessage());
            }
        }
        Files.copy(log.resolve("0000000000000000010.commit"), entry, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        String message = assertThrows(dev.stoa.format.CorruptFileException.class, () -> Table.open(folder, SETTINGS))
                .getMessage();
        assertTrue(message.contains("it says that it is version 10, its name says 9"), message);
        Rows.write(folder, "_stoa/x", Rows.schema());
        Files.move(log.resolve("x"), entry, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        message = assertThrows(dev.stoa.format.CorruptFileException.class, () -> Table.open(folder, SETTINGS))
                .getMessage();
        assertTrue(message.contains("9.commit: it is a Stoa file, but neither an entry"), message);
        Table foreign =
                Table.create(new LocalFolder(path.resolve("foreign")), Rows.schema(), TableProperties.NONE, SETTINGS);
        for (int i = 1; i <= 9; i++) {
            Transaction insert = foreign.begin("insert");
            insert(insert, foreign.folder(), row((long) i, i, "s"));
            insert.commit();
        }
        Files.copy(
                path.resolve("foreign/_stoa/0000000000000000009.commit"),
                entry,
                java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        message = assertThrows(dev.stoa.format.CorruptFileException.class, () -> Table.open(folder, SETTINGS))
                .getMessage();
        assertTrue(message.contains("9.commit: it belongs to the table"), message);
    }

    @Test
    void timeNeverGoesBack() throws IOException {
        Instant now = Instant.parse("2030-01-01T00:00:00Z");
        Table table = create();
        Table fast = Table.open(folder, SETTINGS.withClock(Clock.fixed(now, ZoneOffset.UTC)));
        Table slow = Table.open(folder, SETTINGS.withClock(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC)));
        for (Table writer : List.of(fast, slow)) {
            Transaction insert = writer.begin("insert");
            insert(insert, folder, row(1L, 1, "s"));
            insert.commit();
        }
        assertEquals(now, table.snapshot().time());
        assertEquals(2, table.snapshotAt(now).version());
        assertEquals(0, table.snapshotAt(now.minusSeconds(1)).version());
        assertThrows(TableException.class, () -> table.snapshotAt(Instant.EPOCH));
    }

    @Test
    void timesToComeAreRefused() throws IOException {
        Instant now = Instant.parse("2030-01-01T00:00:00Z");
        Table table = Table.create(
                folder, Rows.schema(), TableProperties.NONE, SETTINGS.withClock(Clock.fixed(now, ZoneOffset.UTC)));
        Table slow = Table.open(folder, SETTINGS.withClock(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC)));
        Table late = Table.open(folder, SETTINGS.withClock(Clock.fixed(now.plusSeconds(9), ZoneOffset.UTC)));
        for (Table reader : List.of(table, slow, late)) {
            assertEquals(0, reader.snapshotAt(now).version(), "whatever the reader's clock says");
            String message = assertThrows(TableException.class, () -> reader.snapshotAt(now.plusSeconds(10)))
                    .getMessage();
            assertTrue(
                    message.endsWith(
                            "2030-01-01T00:00:10Z is in the future, whose newest version is unknown; now it is 0,"
                                    + " of 2030-01-01T00:00:00Z"),
                    message);
        }
        assertEquals(0, late.snapshotAt(now.plusSeconds(9)).version());
    }

    /** Who can't write checkpoints goes on from those of others: what its own state was read from may be expired. */
    @Test
    void checkpointsOfOthersAreReadWhereOnesOwnFail() throws IOException {
        Table table = create();
        Table failing = Table.open(folder, SETTINGS);
        Table other = Table.open(new LocalFolder(path.resolve("t")), SETTINGS);
        folder.fault = name -> name.endsWith(".checkpoint") ? AtCommit.FAILS : AtCommit.DONE;
        for (long i = 1; i <= 11; i++) {
            Transaction insert = other.begin("insert");
            insert(insert, other.folder(), row(i, 1, "s"));
            insert.commit();
        }
        Transaction insert = failing.begin("insert");
        insert(insert, folder, row(12L, 1, "s"));
        assertEquals(0, insert.snapshot().state().checkpoint());
        Snapshot made = insert.commit();
        assertEquals(12, made.version());
        assertEquals(8, made.state().checkpoint());
        assertEquals(read(table.snapshot()), read(made));
    }

    /** A commit whose checkpoint fails is that version, whatever others or the store do by then. */
    @Test
    void aCommitIsDoneWhateverItsCheckpointMeets() throws IOException {
        create();
        Table failing = Table.open(folder, SETTINGS);
        Table other = Table.open(new LocalFolder(path.resolve("t")), SETTINGS);
        for (long i = 1; i <= 11; i++) {
            insertOne(other, i);
        }
        for (boolean storeFails : new boolean[] {false, true}) {
            folder.fault = name -> {
                if (!name.endsWith(".checkpoint")) {
                    return AtCommit.DONE;
                }
                insertOne(other, 0);
                folder.readsFail = storeFails;
                return AtCommit.FAILS;
            };
            Transaction insert = failing.begin("insert");
            insert(insert, folder, row(1L, 1, "own"));
            Snapshot made = insert.commit();
            folder.readsFail = false;
            assertEquals(insert.snapshot().version() + 1, made.version());
            assertEquals(insert.id(), made.state().info().transaction());
            assertEquals(made.version() + 1, other.snapshot().version());
        }
    }

    private static void insertOne(Table table, long key) throws IOException {
        Transaction insert = table.begin("insert");
        insert(insert, table.folder(), row(key, 1, "s"));
        insert.commit();
    }

    /** A few bytes may say very much; what is kept of it is bounded by what there is. */
    @Test
    void textsOfAnEntryAreBoundedByItsBytes() throws IOException {
        Table table = create();
        java.util.Map<String, String> properties = new java.util.HashMap<>();
        for (int i = 0; i < 17; i++) {
            properties.put("p" + i, "a".repeat((1 << 20) - 64));
        }
        Changes changes = new Changes();
        changes.properties = java.util.Optional.of(TableProperties.NONE.withOther(properties));
        CommitInfo info = new CommitInfo(1, Instant.EPOCH, java.util.UUID.randomUUID(), "set", 0, false, 0);
        byte[] bytes = EntryWriter.bytes(
                "entry",
                table.lastKnown().state().table(),
                Optional.of(table.lastKnown().state().position().entry()),
                info,
                changes);
        assertTrue(bytes.length < 1 << 18, bytes.length + " bytes");
        dev.stoa.format.CorruptFileException e = assertThrows(
                dev.stoa.format.CorruptFileException.class,
                () -> new MemoryFile("entry", bytes).contents(LogKind.ENTRY, 1));
        assertTrue(e.getMessage().contains("its texts are longer than 16777216 bytes"), e.getMessage());
    }
}
