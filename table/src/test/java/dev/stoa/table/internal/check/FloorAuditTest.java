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
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.ContentHash;
import dev.stoa.table.TableFault;
import dev.stoa.table.internal.log.Floor;
import dev.stoa.table.internal.log.FloorMarker;
import dev.stoa.table.internal.log.Floors;
import dev.stoa.table.internal.log.History;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.MemoryFolder;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Which versions count by the floor markers, and what is wrong with the markers. */
class FloorAuditTest extends AuditedLog {
    @Test
    void theFloorNeedsNoEntry() throws IOException {
        expire(2);
        assertEquals(List.of(), audit().faults());
        assertEquals(List.of(9L, 8L, 8L, 8L), known(audit()));
        delete(entry(8));
        LogAudit audit = audit();
        assertEquals(List.of(), audit.faults());
        assertEquals(List.of(9L, 8L, 8L, 8L), known(audit));
        assertEquals(Set.of(), audit.lostEntries().keySet());
        assertEquals(9, audit.uses().size());
        delete(entry(9));
        assertEquals(List.of(), audit().faults());
        assertEquals(List.of(8L, 8L, 8L, 8L), known(audit()));
    }

    @Test
    void entriesAboveTheFloorAreNeeded() throws IOException {
        insert(open(), 12);
        expire(5);
        assertEquals(8, audit().floors().floor().version());
        delete(entry(9));
        assertEquals(List.of(missing(9)), audit().faults());
        delete(entry(8));
        assertEquals(List.of(missing(9)), audit().faults());
        assertEquals(List.of(12L, 12L, 12L, 8L), known(audit()));
    }

    /** The checkpoint of the floor is lost: what an expiry has not removed yet tells what was there. */
    @Test
    void whatIsBelowTheFloorIsTheLastResort() throws IOException {
        MemoryFolder kept = folder().copy();
        expire(2);
        delete(checkpoint(8));
        LogAudit none = audit();
        assertEquals(List.of(-1L, -1L, -1L, -1L), known(none));
        assertEquals(
                List.of(missing(
                        0, "the entries of the versions 0 to 7 are missing, though files of later versions exist")),
                none.faults());
        for (long version = 0; version <= 7; version++) {
            takeBack(kept, entry(version));
        }
        LogAudit audit = audit();
        assertEquals(List.of(9L, 0L, 0L, 0L), known(audit));
        assertEquals(List.of(), audit.faults());
    }

    /** A later checkpoint does not hold the rows of the versions before it. */
    @Test
    void theCheckpointOfTheFloorIsNeeded() throws IOException {
        expire(2);
        insert(open(), 12);
        delete(checkpoint(8));
        assertEquals(
                List.of(fault(
                        TableFault.Kind.MISSING_CHECKPOINT,
                        Log.checkpointName(8),
                        "it is missing, and nothing else holds the rows of the versions 8 to 11")),
                audit().faults());
        assertTrue(audit().lacksOldest());
        assertEquals(List.of(12L, 12L, 12L, 12L), known(audit()));
        delete(entry(8));
        assertEquals(List.of(missing(8)), audit().faults());
    }

    @Test
    void theNextVersionMayHaveACheckpoint() throws IOException {
        expire(2);
        Log log = new Log(folder());
        log.writeCheckpoint(new History(log).newest().orElseThrow());
        assertFalse(audit().lacksOldest());
        delete(checkpoint(8));
        assertEquals(
                List.of(fault(
                        TableFault.Kind.MISSING_CHECKPOINT,
                        Log.checkpointName(8),
                        "it is missing, and nothing else holds the rows of its version")),
                audit().faults());
    }

    @Test
    void aDamagedFloorLeavesTheFirstEntryUnknown() throws IOException {
        expire(2);
        byte[] bytes = folder().bytes(marker(1));
        bytes[50] ^= 1;
        folder().put(marker(1), bytes);
        LogAudit audit = audit();
        assertEquals(
                List.of(TableFault.Kind.DAMAGED_FLOOR),
                audit.faults().stream().map(TableFault::kind).toList());
        assertEquals(List.of(9L, 8L, 8L, 8L), known(audit), "which entry must be the first is not known");
    }

    /** An expiry has not removed it yet: the entries do not follow it. */
    @Test
    void aCheckpointBelowTheFirstEntryIsNotFollowed() throws IOException {
        MemoryFolder kept = folder().copy();
        expire(2);
        takeBack(kept, checkpoint(4));
        byte[] bytes = folder().bytes(marker(1));
        bytes[50] ^= 1;
        folder().put(marker(1), bytes);
        LogAudit audit = audit();
        assertEquals(1, audit.faults().size(), audit.faults()::toString);
        assertEquals(List.of(9L, 8L, 8L, 8L), known(audit));
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
            folder().put(marker(1), wrong.toBytes());
            LogAudit audit = audit();
            assertEquals(
                    List.of(fault(
                            TableFault.Kind.DAMAGED_FLOOR,
                            Floors.name(1),
                            "it belongs to the table " + other + ", this one is " + right.table())),
                    audit.faults());
            assertEquals(List.of(9L, 8L, 8L, 8L), known(audit));
        }
        folder().put(
                        marker(2),
                        FloorMarker.of(right.table(), new Floor(2, 9), Optional.of(right), right.entry(), Instant.EPOCH)
                                .toBytes());
        folder().delete(checkpoint(9));
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
            folder().put(marker(2), marker.toBytes());
            LogAudit audit = audit();
            assertEquals(
                    List.of(fault(
                            TableFault.Kind.DAMAGED_FLOOR, Floors.name(2), "it does not follow the marker before it")),
                    audit.faults());
            assertEquals(first.floor(), audit.floors().floor());
        }
        folder().put(marker(2), second.toBytes());
        delete(marker(1));
        assertEquals(
                List.of(fault(
                        TableFault.Kind.DAMAGED_FLOOR, Floors.name(1), "it is missing, though later markers exist")),
                audit().faults());
        assertEquals(2, audit().floors().last());
    }

    private static final String NAMED = "it is missing, though a checkpoint names it as the last marker";

    private static TableFault lost(long number, String what) {
        return fault(TableFault.Kind.DAMAGED_FLOOR, Floors.name(number), what);
    }

    /** Checkpoint 12 alone tells that versions below 8 are expired, whether their entries are gone or not. */
    @Test
    void aCheckpointNamesTheLastMarker() throws IOException {
        MemoryFolder kept = folder().copy();
        expire(2);
        insert(open(), 12);
        byte[] marker = folder().bytes(marker(1));
        delete(marker(1));
        assertNamed(NAMED);
        for (long version = 0; version <= 7; version++) {
            takeBack(kept, entry(version));
        }
        assertNamed(NAMED);
        marker[50] ^= 1;
        folder().put(marker(1), marker);
        assertNamed("the marker of the oldest version is damaged: its hash is not that of its bytes."
                + " Restore it from a copy, or run 'stoa repair' on the table");
        delete(marker(1));
        delete(checkpoint(12));
        assertEquals(List.of(), audit().faults(), "nothing else names it");
    }

    private void assertNamed(String what) throws IOException {
        LogAudit audit = audit();
        assertEquals(List.of(lost(1, what)), audit.faults());
        assertEquals(List.of(12L, 8L, 8L, 8L), known(audit));
        assertEquals(new Floor(1, 8), audit.floors().floor());
        assertTrue(audit.floors().isKnown());
        assertEquals(1, audit.floors().last());
    }

    @Test
    void aCheckpointNamesAMarkerThatIsNotTheLast() throws IOException {
        expire(2);
        insert(open(), 12);
        expire(1);
        assertEquals(
                new Floor(1, 8), new Log(folder()).checkpoint(12).orElseThrow().floor(), "it is older than marker 2");
        assertEquals(List.of(), audit().faults());
        delete(marker(2));
        assertEquals(
                List.of(missing(
                        8, "the entries of the versions 8 to 11 are missing, though files of later versions exist")),
                audit().faults());
        delete(marker(1));
        assertEquals(lost(1, NAMED), audit().faults().get(0));
    }

    /** A file of the greatest number has no next. */
    @Test
    void aFileMayHaveAnyNumber() throws IOException {
        expire(2);
        folder().put(marker(Long.MAX_VALUE), folder().bytes(marker(1)));
        LogAudit audit = audit();
        assertEquals(Long.MAX_VALUE, audit.floors().last());
        assertEquals(Long.MAX_VALUE - 1000, audit.floors().first());
        assertEquals(
                1001,
                audit.faults().stream()
                        .filter(fault -> fault.kind() == TableFault.Kind.DAMAGED_FLOOR)
                        .count());
    }
}
