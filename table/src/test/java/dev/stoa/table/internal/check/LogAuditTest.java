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

import dev.stoa.table.CommitInfo;
import dev.stoa.table.Rows;
import dev.stoa.table.Table;
import dev.stoa.table.TableFault;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.table.internal.log.History;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.LogPosition;
import dev.stoa.table.internal.log.MemoryFolder;
import dev.stoa.table.internal.log.SmallParts;
import dev.stoa.table.internal.log.TableState;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What an audit of a log tells its repair: which versions are known, from where, and what is wrong with the others. */
class LogAuditTest extends AuditedLog {
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
        assertEquals(Map.of(), audit.withoutBounds());
        assertEquals(Set.of(), audit.parts());
        assertEquals(9, audit.uses().size());
        assertTrue(audit.uses().stream().allMatch(FileUse::isNewest));
        assertFalse(audit.hidesFiles());
        assertEquals(List.of(), audit.othersBehind());
        assertEquals(0, audit.lastMarker());
        expire(2);
        assertEquals(1, audit().lastMarker());
    }

    /** A file that no version references may belong to one that is unknown, also if later ones are known. */
    @Test
    void anUnknownVersionHidesItsFiles() throws IOException {
        MemoryFolder whole = folder().copy();
        for (String file : List.of(entry(5), entry(8))) {
            delete(file);
            assertTrue(audit().hidesFiles(), file + " is missing");
            spoil(file);
            assertEquals(file.equals(entry(5)), audit().hidesFiles(), file + " is damaged");
            takeBack(whole, file);
        }
        spoil(checkpoint(8));
        assertFalse(audit().hidesFiles(), "the entries tell all");
        for (long version = 0; version <= 9; version++) {
            delete(entry(version));
        }
        delete(checkpoint(4));
        assertTrue(audit().hidesFiles(), "no version is known");
    }

    /** A program that still had a dropped table open has written behind the table that took its place. */
    @Test
    void filesOfAnotherTableBehindAllOthersAreNamed() throws IOException {
        MemoryFolder other = new MemoryFolder();
        insert(Table.create(other, Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT), 14);
        takeBack(other, checkpoint(12));
        takeBack(other, entry(12));
        takeBack(other, entry(14));
        assertEquals(List.of(Log.entryName(14), Log.checkpointName(12), Log.entryName(12)), audit().othersBehind());
        folder().put(entry(11), new byte[100]);
        takeBack(other, entry(10));
        assertEquals(
                List.of(Log.entryName(14), Log.checkpointName(12), Log.entryName(12)),
                audit().othersBehind(),
                "a damaged entry may be one of this table");
        spoil(checkpoint(12));
        assertEquals(List.of(Log.entryName(14)), audit().othersBehind());
    }

    @Test
    void aMissingEntryEndsWhatTheEntriesSay() throws IOException {
        delete(entry(5));
        LogAudit audit = audit();
        assertEquals(List.of(missing(5)), audit.faults());
        assertEquals(List.of(9L, 8L, 8L, 0L), known(audit));
        assertEquals(8, audit.baseState().version());
        assertEquals(Set.of(), audit.lostEntries().keySet());
        delete(entry(6));
        assertEquals(
                List.of(missing(
                        5, "the entries of the versions 5 to 6 are missing, though files of later versions exist")),
                audit().faults());
        delete(checkpoint(8));
        assertEquals(List.of(4L, 0L, -1L, 0L), known(audit()), "no way leads to the newest");
    }

    @Test
    void aCheckpointStandsForItsEntry() throws IOException {
        delete(entry(8));
        LogAudit audit = audit();
        assertEquals(List.of(missing(8)), audit.faults());
        assertEquals(List.of(9L, 8L, -1L, 0L), known(audit));
        assertEquals(Set.of(8L), audit.lostEntries().keySet());
        assertEquals(7, audit.lostEntries().get(8L).below().version());
        assertEquals(8, audit.lostEntries().get(8L).made().version());
        delete(entry(7));
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
        folder().put(entry(6), folder().bytes(entry(4)));
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
        delete(entry(7));
        assertEquals(List.of(9L, 8L, 8L, 0L), known(audit()));
        delete(checkpoint(8));
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
            delete(entry(version));
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
        delete(checkpoint(4));
        delete(checkpoint(8));
        delete(Log.HINT);
        audit = audit();
        assertEquals(List.of(missing(0, "the log has no entry at all")), audit.faults());
        assertEquals(-1, audit.newest());
        assertThrows(java.util.NoSuchElementException.class, audit::baseState);
    }

    @Test
    void aHintNamesNoVersionAboveTheNewest() throws IOException {
        for (String right : List.of("0", "9")) {
            put(Log.HINT, right);
            assertEquals(List.of(), audit().faults());
        }
        put(Log.HINT, "10");
        assertEquals(
                List.of(fault(
                        TableFault.Kind.WRONG_HINT,
                        Log.HINT,
                        "it names a checkpoint of version 10, the newest version in the log is 9")),
                audit().faults());
        put(Log.HINT, "ten");
        assertEquals(
                List.of(fault(TableFault.Kind.WRONG_HINT, Log.HINT, "it can't be read as the version of a checkpoint")),
                audit().faults());
    }

    /** The table is that of most entries. */
    @Test
    void anEntryOfAnotherTableIsNamed() throws IOException {
        TableState right = new History(new Log(folder())).at(8).orElseThrow();
        MemoryFolder other = new MemoryFolder();
        Table made = Table.create(other, Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT);
        insert(made, 5);
        takeBack(other, entry(5));
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
        delete(checkpoint(8));
        new Log(folder())
                .writeCheckpoint(new TableState(
                        new LogPosition(other, right.position().entry(), right.floor(), right.checkpoint()),
                        right.info(),
                        right.schema(),
                        right.properties(),
                        right.features(),
                        right.held()));
        for (long version = 0; version <= 9; version++) {
            delete(entry(version));
        }
        assertTrue(audit().faults()
                .contains(fault(
                        TableFault.Kind.WRONG_CHECKPOINT,
                        Log.checkpointName(8),
                        "it belongs to the table " + other + ", this one is " + right.table())));
    }

    /** An entry of another history in the place of a lost one. */
    @Test
    void anEntryThatFollowsAnotherIsNamed() throws IOException {
        MemoryFolder other = new MemoryFolder();
        for (long version = 0; version <= 5; version++) {
            other.put(entry(version), folder().bytes(entry(version)));
        }
        insert(Table.open(other, TableSettings.DEFAULT), 6);
        takeBack(other, entry(6));
        LogAudit audit = audit();
        assertEquals(1, audit.faults().size(), audit.faults()::toString);
        assertEquals(TableFault.Kind.DAMAGED_ENTRY, audit.faults().get(0).kind());
        assertEquals(Log.entryName(7), audit.faults().get(0).path());
        assertTrue(audit.faults().get(0).what().startsWith("it follows an entry with the hash "));
        assertEquals(List.of(9L, 8L, 8L, 0L), known(audit));
    }

    /** A table without a floor begins with its first entry, and needs no checkpoint there. */
    @Test
    void aDamagedFirstEntryIsTheOnlyFault() throws IOException {
        spoil(entry(0));
        LogAudit audit = audit();
        assertEquals(
                List.of(TableFault.Kind.DAMAGED_ENTRY),
                audit.faults().stream().map(TableFault::kind).toList());
        assertFalse(audit.lacksOldest());
        assertEquals(List.of(9L, 4L, 4L, 4L), known(audit));
    }

    @Test
    void aDamagedCheckpointIsNotUsed() throws IOException {
        byte[] right = folder().bytes(checkpoint(8));
        for (int at = 0; at < right.length; at += 41) {
            byte[] wrong = right.clone();
            wrong[at] ^= 4;
            folder().put(checkpoint(8), wrong);
            LogAudit audit = audit();
            assertDamaged(audit.faults());
            assertEquals(Set.of(4L), audit.goodCheckpoints());
            assertEquals(List.of(9L, 0L, 0L, 0L), known(audit));
        }
    }

    private static void assertDamaged(List<TableFault> faults) {
        assertEquals(1, faults.size(), faults::toString);
        assertEquals(TableFault.Kind.DAMAGED_CHECKPOINT, faults.get(0).kind());
        assertEquals(Log.checkpointName(8), faults.get(0).path());
    }

    @Test
    void partsOfCheckpointsAreRead() throws IOException {
        TableState state = new History(new Log(folder())).at(8).orElseThrow();
        delete(checkpoint(8));
        SmallParts.checkpoint(folder(), state, 3, UUID::randomUUID);
        LogAudit audit = audit();
        assertEquals(List.of(), audit.faults());
        assertTrue(audit.parts().size() > 1, audit.parts()::toString);
        String part = audit.parts().iterator().next();
        byte[] right = folder().bytes(part);
        for (int at = 0; at < right.length; at += 101) {
            byte[] wrong = right.clone();
            wrong[at] ^= 4;
            folder().put(part, wrong);
            assertDamaged(audit().faults());
        }
    }
}
