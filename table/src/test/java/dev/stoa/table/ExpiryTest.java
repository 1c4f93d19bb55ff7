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

import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.IndexFileNames;
import dev.stoa.table.internal.log.Floors;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.MemoryFolder;
import dev.stoa.vio.Folder;
import dev.stoa.vio.LocalFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What expiry must leave alone, and what must not go on behind it. */
class ExpiryTest {
    private static final Duration AGE = Duration.ofHours(3);
    private static final Instant NOW = Instant.parse("2030-01-10T00:00:00Z");

    @TempDir
    Path path;

    private static TableSettings at(Instant instant) {
        return TableSettings.DEFAULT
                .withPauses(Duration.ZERO, Duration.ZERO, pause -> {})
                .withClock(Clock.fixed(instant, ZoneOffset.UTC));
    }

    private static void touch(Path file, Duration age) throws IOException {
        Files.setLastModifiedTime(file, FileTime.from(NOW.minus(age)));
    }

    /** All versions but the newest are older than the safe age; a file counts by its own age. */
    @Test
    void youngFilesStay() throws IOException {
        LocalFolder folder = new LocalFolder(path);
        Rows.write(folder, "old", Rows.schema(), row(1L, 1, "s"));
        Rows.write(folder, "young", Rows.schema(), row(2L, 2, "s"));
        Table table = Table.adopt(folder, TableProperties.NONE, at(NOW.minus(Duration.ofDays(9))));
        Transaction insert = table.begin("insert");
        String listedOld = insert.newDataFile();
        String listedYoung = insert.newDataFile();
        for (String name : List.of(listedOld, listedYoung)) {
            Rows.write(folder, name, Rows.schema(), row(3L, 3, "s"));
            insert.addFragment(name);
        }
        insert.commit();
        Transaction truncate = table.begin("truncate");
        truncate.overwriteAll();
        truncate.commit();
        insert(table.begin("touch"), folder, row(9L, 9, "never committed"));

        for (String name : List.of("old", listedOld)) {
            touch(path.resolve(name), AGE.plusSeconds(1));
        }
        for (String name : List.of("young", listedYoung)) {
            touch(path.resolve(name), AGE.minusSeconds(1));
        }
        Expiry first = Expiry.plan(Table.open(folder, at(NOW)), Duration.ZERO, 1, AGE);
        assertEquals(2, first.oldestVersion());
        assertEquals(3, first.files().size(), "each once: two that were replaced, one that was never committed");
        first.run();
        for (String name : List.of("old", listedOld)) {
            assertFalse(Files.exists(path.resolve(name)), name);
        }
        for (String name : List.of("young", listedYoung)) {
            assertTrue(Files.exists(path.resolve(name)), name + ": it may belong to a transaction that is under way");
        }
    }

    /** The number behind a version that expired is free, but not the next one. */
    @Test
    void nothingIsCommittedBehindAnExpiredVersion() throws IOException {
        LocalFolder folder = new LocalFolder(path);
        Table table = Table.create(folder, Rows.schema(), TableProperties.NONE, at(NOW));
        Table sleeper = Table.open(folder, at(NOW));
        Transaction late = sleeper.begin("insert");
        insert(late, folder, row(0L, 0, "late"));
        insertRows(table, folder, 1, 6);
        Expiry.plan(table, Duration.ZERO, 1, Duration.ZERO).run();
        List<String> log = names();
        assertFalse(log.contains("0000000000000000001.commit"), log::toString);
        TableException e = assertThrows(TableException.class, late::commit);
        assertTrue(e.getMessage().contains("version 0, behind which"), e.getMessage());
        assertEquals(log, names());
    }

    /** Nor behind one that expires while the transaction pauses, as another was faster. */
    @Test
    void nothingIsCommittedBehindAVersionThatExpiresInAPause() throws IOException {
        LocalFolder folder = new LocalFolder(path);
        Table table = Table.create(folder, Rows.schema(), TableProperties.NONE, at(NOW));
        TableSettings overtaken = at(NOW).withPauses(Duration.ZERO, Duration.ZERO, pause -> {
            try {
                insertRows(table, folder, 2, 6);
                Expiry.plan(table, Duration.ZERO, 1, Duration.ZERO).run();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        Transaction late = Table.open(folder, overtaken).begin("insert");
        insert(late, folder, row(0L, 0, "late"));
        insertRows(table, folder, 1, 1);
        TableException e = assertThrows(TableException.class, late::commit);
        assertTrue(e.getMessage().contains("version 1, behind which"), e.getMessage());
        assertFalse(names().contains("0000000000000000002.commit"));
        assertEquals(6, read(Table.open(folder, at(NOW)).snapshot()).size());
    }

    private static void insertRows(Table table, Folder folder, long from, long to) throws IOException {
        for (long i = from; i <= to; i++) {
            Transaction insert = table.begin("insert");
            insert(insert, folder, row(i, 1, "s"));
            insert.commit();
        }
    }

    /** Ten versions, one a day; the last is a day old. */
    private LocalFolder daily() throws IOException {
        LocalFolder folder = new LocalFolder(path);
        Table.create(folder, Rows.schema(), TableProperties.NONE, at(NOW.minus(Duration.ofDays(10))));
        for (long i = 1; i < 10; i++) {
            Table table = Table.open(folder, at(NOW.minus(Duration.ofDays(10 - i))));
            Transaction insert = table.begin("insert");
            insert(insert, folder, row(i, 1, "s"));
            insert.commit();
        }
        return folder;
    }

    @Test
    void versionsGoByAgeAndNumber() throws IOException {
        LocalFolder folder = daily();
        Table table = Table.open(folder, at(NOW));
        Duration half = Duration.ofHours(84); // version 6 was the newest then
        Duration none = Duration.ZERO;
        assertEquals(6, Expiry.plan(table, half, 1, none).oldestVersion());
        assertEquals(6, Expiry.plan(table, none, 1, half).oldestVersion(), "the safe age is the least");
        assertEquals(6, Expiry.plan(table, half, 4, none).oldestVersion());
        assertEquals(2, Expiry.plan(table, half, 8, none).oldestVersion());
        assertEquals(0, Expiry.plan(table, half, 99, none).oldestVersion());
        assertEquals(9, Expiry.plan(table, none, 1, none).oldestVersion());
        Expiry nothing = Expiry.plan(table, Duration.ofDays(30), 1, none);
        assertEquals(0, nothing.oldestVersion());
        assertEquals(0, nothing.versions());
        List<String> before = names();
        nothing.run();
        assertEquals(before, names());

        Expiry some = Expiry.plan(table, half, 1, none);
        assertEquals(9, some.newestVersion());
        assertEquals(6, some.versions());
        some.run();
        assertEquals(
                List.of(
                        "6.checkpoint",
                        "6.commit",
                        "7.commit",
                        "8.checkpoint",
                        "8.commit",
                        "9.commit",
                        "floor",
                        "hint"),
                shortNames());
        assertEquals("8\n", Files.readString(path.resolve("_stoa/hint")), "it names a newer one, and stays");
        for (long version = 6; version < 10; version++) {
            assertEquals(
                    version, Table.open(folder, at(NOW)).snapshotAt(version).rowCount());
        }
        Expiry.plan(table, none, 1, none).run();
        assertEquals(List.of("9.checkpoint", "9.commit", "floor", "hint"), shortNames());
        assertEquals("9\n", Files.readString(path.resolve("_stoa/hint")));
        assertEquals(9, read(Table.open(folder, at(NOW)).snapshot()).size());
    }

    /** Checkpoints alone may be old: of entries that another run has removed before it was killed. */
    @Test
    void theRestOfAKilledRunGoes() throws IOException {
        LocalFolder folder = daily();
        Table table = Table.open(folder, at(NOW));
        byte[] eight = Files.readAllBytes(path.resolve(Log.checkpointName(8)));
        Expiry.plan(table, Duration.ZERO, 1, Duration.ZERO).run();
        Files.write(path.resolve(Log.checkpointName(8)), eight);
        Files.delete(path.resolve(Log.HINT));
        Expiry rest = Expiry.plan(table, Duration.ZERO, 1, Duration.ZERO);
        assertEquals(0, rest.versions());
        rest.run();
        assertEquals(List.of("9.checkpoint", "9.commit", "floor", "hint"), shortNames());
    }

    /** Whenever a run is killed, each version that the log still has is whole, and another run removes the rest. */
    @Test
    void aKilledRunLeavesWholeVersions() throws IOException {
        boolean isDone = false;
        for (int steps = 0; !isDone; steps++) {
            LocalFolder folder = new LocalFolder(path.resolve("t" + steps));
            Table table = Table.create(folder, Rows.schema(), TableProperties.NONE, at(NOW));
            for (long i = 0; i < 4; i++) {
                Transaction replace = table.begin("replace");
                replace.overwriteAll();
                insert(replace, folder, row(i, 1, "s"));
                replace.commit();
            }
            DyingFolder dying = new DyingFolder(folder, Long.MAX_VALUE);
            Expiry expiry = Expiry.plan(Table.open(dying, at(NOW)), Duration.ZERO, 2, Duration.ZERO);
            assertEquals(2, expiry.files().size());
            dying.dieAfter(steps);
            try {
                expiry.run();
                isDone = true;
            } catch (IOException e) {
                assertFalse(dying.isAlive(), e::toString);
            }
            Damage.assertSound(folder);
            Expiry.plan(Table.open(folder, at(NOW)), Duration.ZERO, 2, Duration.ZERO)
                    .run();
            Damage.assertSound(folder);
            assertEquals(2, folder.list("data").size());
            assertEquals(List.of("[3, 1, s]"), read(Table.open(folder, at(NOW)).snapshot()));
        }
    }

    /** Sidecars of the oldest version that is kept, and of later ones. */
    @Test
    void sidecarsThatAreNeededStay() throws IOException {
        LocalFolder folder = new LocalFolder(path);
        Table table = Table.create(folder, Rows.schema(), TableProperties.NONE, at(NOW));
        Transaction insert = table.begin("insert");
        UUID fragment = insert(insert, folder, row(1L, 1, "a"), row(2L, 2, "b"), row(3L, 3, "c"));
        insert.commit();
        for (int row = 0; row < 2; row++) {
            Transaction delete = table.begin("delete");
            Sidecars.delete(delete, folder, fragment, row);
            delete.commit();
        }
        for (int keep = 2; keep > 0; keep--) {
            Expiry expiry = Expiry.plan(table, Duration.ZERO, keep, Duration.ZERO);
            assertEquals(List.of(), expiry.files());
            expiry.run();
            assertEquals(List.of("[3, 3, c]"), read(Table.open(folder, at(NOW)).snapshot()));
        }
        Transaction truncate = table.begin("truncate");
        truncate.overwriteAll();
        truncate.commit();
        Expiry all = Expiry.plan(table, Duration.ZERO, 1, Duration.ZERO);
        assertEquals(3, all.files().size());
        all.run();
        assertEquals(List.of(), folder.list("data"));
        assertEquals(List.of(), folder.list(Log.SIDECARS));
    }

    private static Table truncated(Folder folder) throws IOException {
        Table table = Table.create(folder, Rows.schema(), TableProperties.NONE, at(NOW));
        insertRows(table, folder, 1, 2);
        TableOperations.of(table).truncate();
        return table;
    }

    private static void expire(Folder folder) throws IOException {
        Expiry.plan(Table.open(folder, at(NOW)), Duration.ZERO, 1, Duration.ZERO)
                .run();
    }

    /** A rollback between the plan of an expiry and its run needs files that no version of the plan needs. */
    @Test
    void aRollbackThatComesMeanwhileKeepsItsFiles() throws IOException {
        Folder folder = new MemoryFolder();
        Table table = truncated(folder);
        Expiry expiry = Expiry.plan(table, Duration.ZERO, 1, Duration.ZERO);
        assertEquals(2, expiry.files().size());
        TableOperations.of(Table.open(folder, at(NOW))).rollback(2);
        expiry.run();
        assertEquals(2, read(Table.open(folder, at(NOW)).snapshot()).size());
        TableOperations.of(table).truncate();
        expire(folder);
        assertEquals(List.of(), folder.list("data"));
    }

    /** An expiry that does not know of the rollback yet has removed its files. */
    @Test
    void aRollbackToAVersionThatExpiresMeanwhileIsTakenBack() throws IOException {
        for (boolean isFollowed : List.of(false, true)) {
            MemoryFolder folder = new MemoryFolder();
            Table table = truncated(folder);
            FaultyFolder faulty = new FaultyFolder(folder);
            faulty.fault = name -> {
                if (name.equals(Log.entryName(4))) {
                    expire(folder);
                } else if (name.equals(Log.entryName(5))
                        && isFollowed
                        && folder.find(name).isEmpty()) {
                    insertRows(table, folder, 7, 7);
                }
                return FaultyFolder.AtCommit.DONE;
            };
            TableOperations late = TableOperations.of(Table.open(faulty, at(NOW)));
            TableException e = assertThrows(TableException.class, () -> late.rollback(2));
            assertTrue(e.getMessage().contains("version 2 expired meanwhile"), e.getMessage());
            if (isFollowed) {
                assertTrue(e.getMessage().endsWith("others followed it: roll back to version 3"), e.getMessage());
                TableOperations.of(table).rollback(3);
            }
            assertEquals(List.of(), read(Table.open(folder, at(NOW)).snapshot()));
        }
    }

    /** A commit that leaves all rows alone makes the rollback try again, and the expiry ends between both attempts. */
    @Test
    void aRollbackIsTakenBackIfItsVersionExpiresBeforeItsSecondAttempt() throws IOException {
        MemoryFolder folder = new MemoryFolder();
        Table table = truncated(folder);
        FaultyFolder faulty = new FaultyFolder(folder);
        faulty.fault = name -> {
            if (name.equals(Log.entryName(4)) && folder.find(name).isEmpty()) {
                TableOperations.of(table)
                        .run("note", note -> note.setProperties(TableProperties.NONE.withOther(Map.of("note", "new"))));
            } else if (name.equals(Log.entryName(5)) && folder.find(name).isEmpty()) {
                expire(folder);
            }
            return FaultyFolder.AtCommit.DONE;
        };
        TableOperations late = TableOperations.of(Table.open(faulty, at(NOW)));
        TableException e = assertThrows(TableException.class, () -> late.rollback(2));
        assertTrue(e.getMessage().contains("version 2 expired meanwhile"), e.getMessage());
        Snapshot now = Table.open(folder, at(NOW)).snapshot();
        assertEquals(6, now.version());
        assertEquals(List.of(), read(now));
    }

    /** An expiry that knows of the rollback leaves its files. */
    @Test
    void aRollbackStaysIfItsVersionExpiresLater() throws IOException {
        MemoryFolder folder = new MemoryFolder();
        truncated(folder);
        Folder watched = (Folder) Proxy.newProxyInstance(
                Folder.class.getClassLoader(), new Class<?>[] {Folder.class}, (proxy, method, words) -> {
                    boolean isAsked = method.getName().equals("open") && words[0].equals(Floors.name(1));
                    if (isAsked
                            && folder.find(Log.entryName(4)).isPresent()
                            && folder.find(Floors.name(1)).isEmpty()) {
                        expire(folder);
                    }
                    try {
                        return method.invoke(folder, words);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
        assertEquals(
                4,
                TableOperations.of(Table.open(watched, at(NOW)))
                        .rollback(2)
                        .snapshot()
                        .version());
        Table table = Table.open(folder, at(NOW));
        assertEquals(4, table.snapshot().state().floor().version());
        assertEquals(2, read(table.snapshot()).size());
    }

    /** While the entries are read, another run goes further: whatever newer versions need is not known then. */
    @Test
    void aRunThatIsOvertakenGivesUp() throws IOException {
        LocalFolder folder = daily();
        Table other = Table.open(folder, at(NOW));
        List<String> found = new ArrayList<>();
        Folder watched = (Folder) Proxy.newProxyInstance(
                Folder.class.getClassLoader(), new Class<?>[] {Folder.class}, (proxy, method, words) -> {
                    if (method.getName().equals("find")) {
                        boolean isRead = found.contains(Log.entryName(8)) && words[0].equals(Log.entryName(9));
                        found.add((String) words[0]);
                        if (isRead && other.lastKnown().version() == 9) {
                            Transaction insert = other.begin("insert");
                            insert(insert, folder, row(10L, 1, "s"));
                            insert.commit();
                            Expiry.plan(other, Duration.ZERO, 1, Duration.ZERO).run();
                        }
                    }
                    try {
                        return method.invoke(folder, words);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
        Table table = Table.open(watched, at(NOW));
        found.clear();
        TableException e =
                assertThrows(TableException.class, () -> Expiry.plan(table, Duration.ZERO, 3, Duration.ZERO));
        assertTrue(e.getMessage().contains("another program expired version 9"), e.getMessage());
        assertEquals(10, read(table.snapshot()).size());
    }

    /** Files that a killed writer left, and indexes of files that are gone; whatever has another name is nobody's. */
    @Test
    void whatWritersLeftGoesOnceItIsOld() throws IOException {
        LocalFolder folder = daily();
        Table table = Table.open(folder, at(NOW));
        String needed =
                table.snapshot().fragments().get(0).files().get(0).path().substring("data/".length());
        String id = "01234567-89ab-cdef-0123-456789abcdef";
        List<String> gone = List.of(
                "data/.vio-" + id + ".tmp",
                "_stoa/.vio-" + id + ".tmp",
                "_stoa/.probe-" + id,
                "_stoa/sidecars/" + id + ".stoa",
                "data/" + id + ".stoa",
                "data/" + IndexFileNames.of(id + ".stoa", ColumnPath.of("k")));
        List<String> stay = List.of(
                "data/notes",
                "data/x" + id + ".stoa",
                "data/.vio-x.tmp",
                "_stoa/notes",
                "data/sub/" + id + ".stoa",
                "data/" + IndexFileNames.of(needed, ColumnPath.of("k")));
        for (String name : Stream.concat(gone.stream(), stay.stream()).toList()) {
            Files.createDirectories(path.resolve(name).getParent());
            Files.writeString(path.resolve(name), "abc");
            touch(path.resolve(name), AGE.minusSeconds(1));
        }
        Files.createDirectory(path.resolve("data/" + id.replace('0', '1') + ".stoa"));
        assertEquals(List.of(), Expiry.plan(table, Duration.ofDays(30), 1, AGE).files(), "all are young");
        for (String name : Stream.concat(gone.stream(), stay.stream()).toList()) {
            touch(path.resolve(name), AGE);
        }
        Expiry plan = Expiry.plan(table, Duration.ofDays(30), 1, AGE);
        assertEquals(
                gone.stream().sorted().map(name -> new Expiry.OldFile(name, 3)).toList(),
                plan.files().stream()
                        .sorted(Comparator.comparing(Expiry.OldFile::path))
                        .toList());
        plan.run();
        gone.forEach(name -> assertFalse(Files.exists(path.resolve(name)), name));
        stay.forEach(name -> assertTrue(Files.exists(path.resolve(name)), name));
        assertEquals(9, read(table.snapshot()).size());
    }

    @Test
    void whatCannotBeIsRefused() throws IOException {
        LocalFolder folder = new LocalFolder(path);
        Rows.write(folder, "a", Rows.schema(), row(1L, 1, "s"));
        Table plain = Table.open(folder, at(NOW));
        assertThrows(TableException.class, () -> Expiry.plan(plain, Duration.ZERO, 1, Duration.ZERO));
        Table table = Table.adopt(folder, TableProperties.NONE, at(NOW));
        Duration less = Duration.ofMillis(-1);
        assertThrows(IllegalArgumentException.class, () -> Expiry.plan(table, less, 1, Duration.ZERO));
        assertThrows(IllegalArgumentException.class, () -> Expiry.plan(table, Duration.ZERO, 1, less));
    }

    private List<String> shortNames() throws IOException {
        return names().stream().map(name -> name.replaceAll("^0+", "")).toList();
    }

    private List<String> names() throws IOException {
        return new LocalFolder(path)
                .list("_stoa").stream().map(entry -> entry.name()).toList();
    }
}
