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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.ContentHash;
import dev.stoa.table.CommitInfo;
import dev.stoa.table.Expiry;
import dev.stoa.table.Rows;
import dev.stoa.table.Table;
import dev.stoa.table.TableFault;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.table.Transaction;
import dev.stoa.table.internal.log.Floor;
import dev.stoa.table.internal.log.FloorMarker;
import dev.stoa.table.internal.log.Floors;
import dev.stoa.table.internal.log.History;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.LogPosition;
import dev.stoa.table.internal.log.TableState;
import dev.stoa.vio.Folder;
import dev.stoa.vio.LocalFolder;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an audit of a log tells its repair: which versions are known, from where, and what is wrong with the others. */
class LogAuditTest {
    @TempDir
    private Path temp;

    private Path path;

    /** Versions 0 to 9 of a row each, with checkpoints 4 and 8. */
    @BeforeEach
    void make() throws IOException {
        path = temp.resolve("t");
        Table table = Table.create(folder(), Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT);
        insert(table, 9);
    }

    private static void insert(Table table, int newest) throws IOException {
        for (long version = table.snapshot().version() + 1; version <= newest; version++) {
            Transaction insert = table.begin("insert");
            Rows.insert(insert, table.folder(), Rows.row(version, 1, "s"));
            insert.commit();
        }
    }

    private LocalFolder folder() {
        return new LocalFolder(path);
    }

    private Table open() throws IOException {
        return Table.open(folder(), TableSettings.DEFAULT);
    }

    private Path entry(long version) {
        return path.resolve(Log.entryName(version));
    }

    private Path checkpoint(long version) {
        return path.resolve(Log.checkpointName(version));
    }

    private Path marker(long number) {
        return path.resolve(Floors.name(number));
    }

    private LogAudit audit() throws IOException {
        return LogAudit.read(new Log(folder()));
    }

    private static TableFault fault(TableFault.Kind kind, String path, String what) {
        return new TableFault(kind, path, what, true);
    }

    private static TableFault missing(long version, String what) {
        return fault(TableFault.Kind.MISSING_ENTRY, Log.entryName(version), what);
    }

    private static TableFault missing(long version) {
        return missing(version, "it is missing, though files of later versions exist");
    }

    private void expire(int keep) throws IOException {
        Expiry.plan(open(), Duration.ZERO, keep, Duration.ZERO).run();
    }

    /** The versions of the best state, of its start and its base, and the oldest one that is known. */
    private static List<Long> known(LogAudit audit) {
        return List.of(
                audit.best().map(TableState::version).orElse(-1L),
                audit.start().map(TableState::version).orElse(-1L),
                audit.base(),
                audit.oldest());
    }

    @Test
    void aSoundLogIsKnownFromItsFirstVersion() throws IOException {
        LogAudit audit = audit();
        assertEquals(List.of(), audit.faults());
        assertEquals(List.of(9L, 0L, 0L, 0L), known(audit));
        assertEquals(0, audit.baseState().version());
        assertEquals(Set.of(4L, 8L), audit.goodCheckpoints());
        assertEquals(Set.of(4L, 8L), audit.listedCheckpoints());
        assertEquals(10, audit.listedEntries().size());
        assertEquals(10, audit.entries().size());
        assertEquals(9, audit.newest());
        assertEquals(0, audit.firstEntry());
        assertEquals(Set.of(), audit.lostEntries().keySet());
        assertEquals(Set.of(), audit.withoutBounds());
        assertEquals(Set.of(), audit.parts());
        assertEquals(9, audit.uses().size());
        assertTrue(audit.uses().stream().allMatch(FileUse::isNewest));
    }

    @Test
    void aMissingEntryEndsWhatTheEntriesSay() throws IOException {
        Files.delete(entry(5));
        LogAudit audit = audit();
        assertEquals(List.of(missing(5)), audit.faults());
        assertEquals(List.of(9L, 8L, 8L, 0L), known(audit));
        assertEquals(8, audit.baseState().version());
        assertEquals(Set.of(), audit.lostEntries().keySet());
        Files.delete(entry(6));
        assertEquals(
                List.of(missing(
                        5, "the entries of the versions 5 to 6 are missing, though files of later versions exist")),
                audit().faults());
        Files.delete(checkpoint(8));
        assertEquals(List.of(4L, 0L, -1L, 0L), known(audit()), "no way leads to the newest");
    }

    @Test
    void aCheckpointStandsForItsEntry() throws IOException {
        Files.delete(entry(8));
        LogAudit audit = audit();
        assertEquals(List.of(missing(8)), audit.faults());
        assertEquals(List.of(9L, 8L, -1L, 0L), known(audit));
        assertEquals(Set.of(8L), audit.lostEntries().keySet());
        assertEquals(7, audit.lostEntries().get(8L).below().version());
        assertEquals(8, audit.lostEntries().get(8L).made().version());
        Files.delete(entry(7));
        audit = audit();
        assertEquals(
                List.of(missing(
                        7, "the entries of the versions 7 to 8 are missing, though files of later versions exist")),
                audit.faults());
        assertEquals(List.of(9L, 8L, -1L, 0L), known(audit));
        assertEquals(Set.of(), audit.lostEntries().keySet(), "the version below is not known");
    }

    @Test
    void anEntryThatDoesNotFollowIsNotUsed() throws IOException {
        Files.copy(entry(4), entry(6), StandardCopyOption.REPLACE_EXISTING);
        LogAudit audit = audit();
        assertEquals(1, audit.faults().size());
        assertEquals(TableFault.Kind.DAMAGED_ENTRY, audit.faults().get(0).kind());
        assertEquals(List.of(9L, 8L, 8L, 0L), known(audit));
        assertEquals(9, audit.entries().size());
        assertEquals(10, audit.listedEntries().size());
    }

    /** What is before a gap does not count, and what a checkpoint says there is compared with its entry alone. */
    @Test
    void aCheckpointAfterAGapIsComparedWithItsEntry() throws IOException {
        TableState right = new History(new Log(folder())).at(8).orElseThrow();
        Files.delete(entry(7));
        assertEquals(List.of(9L, 8L, 8L, 0L), known(audit()));
        Files.delete(checkpoint(8));
        CommitInfo info = right.info();
        UUID other = new UUID(3, 4);
        new Log(folder())
                .writeCheckpoint(new TableState(
                        right.position(),
                        new CommitInfo(8, info.time(), other, "other", info.base(), false, 0),
                        right.schema(),
                        right.properties(),
                        right.features(),
                        right.held()));
        LogAudit audit = audit();
        assertEquals(
                List.of(
                        missing(7),
                        fault(
                                TableFault.Kind.WRONG_CHECKPOINT,
                                Log.checkpointName(8),
                                "it tells of the transaction " + other + " (other), the entry of " + info.transaction()
                                        + " (insert)")),
                audit.faults());
        assertEquals(List.of(6L, 0L, -1L, 0L), known(audit));
        assertEquals(Set.of(4L), audit.goodCheckpoints());
    }

    @Test
    void withoutEntriesTheNewestCheckpointIsKnown() throws IOException {
        for (long version = 0; version <= 9; version++) {
            Files.delete(entry(version));
        }
        LogAudit audit = audit();
        assertEquals(
                List.of(
                        missing(
                                0,
                                "the entries of the versions 0 to 4 are missing, though files of later versions exist"),
                        missing(
                                5,
                                "the entries of the versions 5 to 8 are missing, though files of later versions exist")),
                audit.faults());
        assertEquals(List.of(8L, 8L, -1L, -1L), known(audit));
        assertEquals(-1, audit.firstEntry());
        assertEquals(8, audit.newest());
        assertEquals(8, audit.uses().size());
        Files.delete(checkpoint(4));
        Files.delete(checkpoint(8));
        Files.delete(path.resolve(Log.HINT));
        audit = audit();
        assertEquals(List.of(missing(0, "the log has no entry at all")), audit.faults());
        assertEquals(-1, audit.newest());
        assertThrows(java.util.NoSuchElementException.class, audit::baseState);
    }

    @Test
    void aHintNamesNoVersionAboveTheNewest() throws IOException {
        Path hint = path.resolve(Log.HINT);
        for (String right : List.of("0", "9")) {
            Files.writeString(hint, right);
            assertEquals(List.of(), audit().faults());
        }
        Files.writeString(hint, "10");
        assertEquals(
                List.of(fault(
                        TableFault.Kind.WRONG_HINT,
                        Log.HINT,
                        "it names a checkpoint of version 10, the newest version in the log is 9")),
                audit().faults());
        Files.writeString(hint, "ten");
        assertEquals(
                List.of(fault(TableFault.Kind.WRONG_HINT, Log.HINT, "it can't be read as the version of a checkpoint")),
                audit().faults());
    }

    @Test
    void theFloorNeedsNoEntry() throws IOException {
        expire(2);
        assertEquals(List.of(), audit().faults());
        assertEquals(List.of(9L, 8L, 8L, 8L), known(audit()));
        Files.delete(entry(8));
        LogAudit audit = audit();
        assertEquals(List.of(), audit.faults());
        assertEquals(List.of(9L, 8L, 8L, 8L), known(audit));
        assertEquals(Set.of(), audit.lostEntries().keySet());
        assertEquals(9, audit.uses().size());
        Files.delete(entry(9));
        assertEquals(List.of(), audit().faults());
        assertEquals(List.of(8L, 8L, 8L, 8L), known(audit()));
    }

    @Test
    void entriesAboveTheFloorAreNeeded() throws IOException {
        insert(open(), 12);
        expire(5);
        assertEquals(8, audit().floors().floor().version());
        Files.delete(entry(9));
        assertEquals(List.of(missing(9)), audit().faults());
        Files.delete(entry(8));
        assertEquals(List.of(missing(9)), audit().faults());
        assertEquals(List.of(12L, 12L, 12L, 8L), known(audit()));
    }

    /** The checkpoint of the floor is lost: what an expiry has not removed yet tells what was there. */
    @Test
    void whatIsBelowTheFloorIsTheLastResort() throws IOException {
        Path kept = temp.resolve("kept");
        Files.createDirectories(kept);
        for (long version = 0; version <= 7; version++) {
            Files.copy(entry(version), kept.resolve("" + version));
        }
        expire(2);
        Files.delete(checkpoint(8));
        LogAudit none = audit();
        assertEquals(List.of(-1L, -1L, -1L, -1L), known(none));
        assertEquals(
                List.of(missing(
                        0, "the entries of the versions 0 to 7 are missing, though files of later versions exist")),
                none.faults());
        for (long version = 0; version <= 7; version++) {
            Files.copy(kept.resolve("" + version), entry(version));
        }
        LogAudit audit = audit();
        assertEquals(List.of(9L, 0L, 0L, 0L), known(audit));
        assertEquals(List.of(), audit.faults());
    }

    @Test
    void aDamagedFloorLeavesTheFirstEntryUnknown() throws IOException {
        expire(2);
        byte[] bytes = Files.readAllBytes(marker(1));
        bytes[50] ^= 1;
        Files.write(marker(1), bytes);
        LogAudit audit = audit();
        assertEquals(
                List.of(TableFault.Kind.DAMAGED_FLOOR),
                audit.faults().stream().map(TableFault::kind).toList());
        assertEquals(List.of(9L, 8L, 8L, 8L), known(audit), "which entry must be the first is not known");
    }

    /** Nobody opens the table then. */
    @Test
    void aMarkerOfAnotherTableIsNamed() throws IOException {
        expire(2);
        FloorMarker right = new Floors(folder()).marker(1).orElseThrow();
        UUID other = new UUID(7, 7);
        for (long floor : new long[] {8, 9, 12}) {
            FloorMarker wrong =
                    FloorMarker.of(other, new Floor(1, floor), Optional.empty(), right.entry(), Instant.EPOCH);
            Files.write(marker(1), wrong.toBytes());
            LogAudit audit = audit();
            assertEquals(
                    List.of(fault(
                            TableFault.Kind.DAMAGED_FLOOR,
                            Floors.name(1),
                            "it belongs to the table " + other + ", this one is " + right.table())),
                    audit.faults());
            assertEquals(List.of(9L, 8L, 8L, 8L), known(audit));
        }
        Files.write(
                marker(2),
                FloorMarker.of(right.table(), new Floor(2, 9), Optional.of(right), right.entry(), Instant.EPOCH)
                        .toBytes());
        Files.deleteIfExists(checkpoint(9));
        new Log(folder()).writeCheckpoint(new History(new Log(folder())).at(9).orElseThrow());
        assertEquals(
                List.of(Floors.name(1)),
                audit().faults().stream().map(TableFault::path).toList());
    }

    @Test
    void markersFollowEachOther() throws IOException {
        expire(3);
        insert(open(), 12);
        expire(1);
        Floors floors = new Floors(folder());
        FloorMarker first = floors.marker(1).orElseThrow();
        FloorMarker second = floors.marker(2).orElseThrow();
        assertEquals(List.of(), audit().faults());
        FloorMarker[] wrong = {
            new FloorMarker(UUID.randomUUID(), second.floor(), second.below(), 0, second.entry(), second.previous()),
            new FloorMarker(second.table(), second.floor(), second.below() - 1, 0, second.entry(), second.previous()),
            new FloorMarker(second.table(), second.floor(), second.below(), 0, second.entry(), new ContentHash(1, 2))
        };
        for (FloorMarker marker : wrong) {
            Files.write(marker(2), marker.toBytes());
            LogAudit audit = audit();
            assertEquals(
                    List.of(fault(
                            TableFault.Kind.DAMAGED_FLOOR, Floors.name(2), "it does not follow the marker before it")),
                    audit.faults());
            assertEquals(first.floor(), audit.floors().floor());
        }
        Files.write(marker(2), second.toBytes());
        Files.delete(marker(1));
        assertEquals(
                List.of(fault(
                        TableFault.Kind.DAMAGED_FLOOR, Floors.name(1), "it is missing, though later markers exist")),
                audit().faults());
        assertEquals(2, audit().floors().last());
    }

    @Test
    void theLastMarkerIsMissed() throws IOException {
        expire(2);
        insert(open(), 12);
        expire(1);
        assertEquals(
                new Floor(1, 8), new Log(folder()).checkpoint(12).orElseThrow().floor(), "it is older than marker 2");
        TableFault fault = fault(
                TableFault.Kind.DAMAGED_FLOOR,
                Floors.name(1),
                "it is missing, though a checkpoint names it as the last marker");
        Files.delete(marker(2));
        assertFalse(audit().faults().contains(fault));
        Files.delete(marker(1));
        assertTrue(audit().faults().contains(fault));
    }

    /** A store may list its files late. */
    @Test
    void whatAListingLeavesOutIsFound() throws IOException {
        expire(5);
        insert(open(), 10);
        Set<String> hidden = Set.of(Log.entryName(7), Log.entryName(9), Log.entryName(10), Floors.name(1));
        Folder outdated = (Folder) Proxy.newProxyInstance(
                Folder.class.getClassLoader(), new Class<?>[] {Folder.class}, (proxy, method, words) -> {
                    try {
                        Object answer = method.invoke(folder(), words);
                        if (method.getName().equals("list")) {
                            List<Folder.Entry> listed = new ArrayList<>(folder().list((String) words[0]));
                            listed.removeIf(found -> hidden.contains(words[0] + "/" + found.name()));
                            return listed;
                        }
                        return answer;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
        LogAudit audit = LogAudit.read(new Log(outdated));
        assertEquals(List.of(), audit.faults());
        assertEquals(10, audit.newest());
        assertEquals(audit().listedEntries(), audit.listedEntries());
        assertEquals(audit().floors(), audit.floors());
    }

    /** Each file is told once, as the newest version has it, or as the first that had it. */
    @Test
    void filesOfAllVersionsAreTold() throws IOException {
        Table table = open();
        Transaction remove = table.begin("remove");
        remove.removeFragment(table.snapshot().fragments().get(2).id());
        remove.commit();
        assertEquals(9, audit().uses().size());
        assertEquals(
                List.of(false),
                audit().uses().stream()
                        .map(FileUse::isNewest)
                        .filter(newest -> !newest)
                        .toList());
    }

    /** The table is that of most entries. */
    @Test
    void anEntryOfAnotherTableIsNamed() throws IOException {
        TableState right = new History(new Log(folder())).at(8).orElseThrow();
        Path other = temp.resolve("other");
        Table made = Table.create(new LocalFolder(other), Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT);
        insert(made, 5);
        Files.copy(other.resolve(Log.entryName(5)), entry(5), StandardCopyOption.REPLACE_EXISTING);
        assertEquals(
                List.of(fault(
                        TableFault.Kind.DAMAGED_ENTRY,
                        Log.entryName(5),
                        "it belongs to the table " + made.snapshot().state().table() + ", this one is "
                                + right.table())),
                audit().faults());
    }

    /** Without any entry the first checkpoint decides which table it is. */
    @Test
    void aCheckpointOfAnotherTableIsNamed() throws IOException {
        TableState right = new History(new Log(folder())).at(8).orElseThrow();
        UUID other = new UUID(5, 6);
        Files.delete(checkpoint(8));
        new Log(folder())
                .writeCheckpoint(new TableState(
                        new LogPosition(other, right.position().entry(), right.floor(), right.checkpoint()),
                        right.info(),
                        right.schema(),
                        right.properties(),
                        right.features(),
                        right.held()));
        for (long version = 0; version <= 9; version++) {
            Files.delete(entry(version));
        }
        assertTrue(audit().faults()
                .contains(fault(
                        TableFault.Kind.WRONG_CHECKPOINT,
                        Log.checkpointName(8),
                        "it belongs to the table " + other + ", this one is " + right.table())));
    }
}
