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

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.table.RepairOptions;
import dev.stoa.table.TableException;
import dev.stoa.table.TableSettings;
import dev.stoa.table.internal.log.Floor;
import dev.stoa.table.internal.log.FloorMarker;
import dev.stoa.table.internal.log.Floors;
import dev.stoa.table.internal.log.MemoryFolder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lost floor markers are written anew from what other markers, checkpoints and entries tell. */
class FloorRepairTest extends AuditedLog {
    /** Repairs the log, and returns what is lost. */
    private List<String> repair() throws IOException {
        return repair(RepairOptions.DEFAULT);
    }

    private List<String> repair(RepairOptions options) throws IOException {
        List<String> losses = new ArrayList<>();
        RepairSteps steps = new RepairSteps(folder());
        new LogRepair(steps, options, TableSettings.DEFAULT, losses).plan();
        steps.apply("_stoa/damaged-1");
        assertEquals(List.of(), audit().faults());
        return losses;
    }

    private FloorMarker read(long number) throws IOException {
        return new Floors(folder()).marker(number).orElseThrow();
    }

    /** Checkpoint 12 names marker 1, checkpoint 16 marker 2. */
    private void expireTwice() throws IOException {
        expire(2);
        insert(open(), 12);
        expire(1);
        insert(open(), 16);
    }

    @Test
    void theLastMarkerComesFromACheckpoint() throws IOException {
        expire(2);
        insert(open(), 12);
        FloorMarker right = read(1);
        delete(marker(1));
        assertEquals(List.of(), repair());
        FloorMarker written = read(1);
        assertEquals(right.floor(), written.floor());
        assertEquals(right.entry(), written.entry());
        assertEquals(right.table(), written.table());
        assertEquals(12, open().snapshot().rowCount());
    }

    /** Checkpoints 16 and 20 name markers 2 and 3. No file names the floor of marker 1, and no reader needs it. */
    @Test
    void anOlderMarkerGetsTheLeastFloorThatFits() throws IOException {
        expireTwice();
        expire(1);
        insert(open(), 20);
        for (long number = 1; number <= 3; number++) {
            delete(marker(number));
        }
        assertEquals(
                List.of(Floors.name(1), Floors.name(2), Floors.name(3)),
                audit().faults().stream().map(fault -> fault.path()).toList());
        assertEquals(List.of(), repair());
        assertEquals(new Floor(1, 1), read(1).floor());
        assertEquals(new Floor(2, 12), read(2).floor());
        assertEquals(new Floor(3, 16), read(3).floor());
        assertEquals(12, read(3).below());
    }

    @Test
    void theMarkerAfterTellsTheFloor() throws IOException {
        expireTwice();
        FloorMarker second = read(2);
        delete(marker(1));
        assertEquals(List.of(), repair());
        assertEquals(new Floor(1, 8), read(1).floor());
        assertEquals(second.floor(), read(2).floor());
        assertEquals(second.entry(), read(2).entry());
    }

    /** The last marker is named nowhere: the oldest version that is left tells its floor. */
    @Test
    void aMarkerThatIsNotNamedComesFromTheOldestVersion() throws IOException {
        expire(2);
        insert(open(), 12);
        expire(1);
        delete(marker(1));
        delete(marker(2));
        assertEquals(1, repair().size());
        assertEquals(new Floor(1, 8), read(1).floor());
        assertEquals(new Floor(2, 12), read(2).floor());
    }

    /** A floor is raised by a marker that follows a sound one. */
    @Test
    void aDamagedMarkerAndALostEntry() throws IOException {
        insert(open(), 12);
        expire(5);
        byte[] bytes = folder().bytes(marker(1));
        bytes[50] ^= 1;
        folder().put(marker(1), bytes);
        delete(entry(10));
        repair();
        assertEquals(new Floor(1, 12), read(1).floor());
        assertEquals(12, open().snapshot().rowCount());
    }

    /** The checkpoint of the oldest version is gone or damaged, and the next one is of a later version. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theFloorRisesToTheNextCheckpoint(boolean isThere) throws IOException {
        expire(2);
        insert(open(), 12);
        delete(checkpoint(8));
        if (isThere) {
            spoil(checkpoint(8));
        }
        assertEquals(
                List.of(
                        "the versions 8 to 11 can no longer be read; the rows of version 12 and later ones are all there"),
                repair());
        assertEquals(new Floor(2, 12), read(2).floor());
        assertEquals(12, open().snapshot().rowCount());
    }

    /** What is here and sound stays. */
    @Test
    void markersComeFromACopy() throws IOException {
        expireTwice();
        expire(1);
        insert(open(), 20);
        MemoryFolder whole = folder().copy();
        whole.put(marker(0), new byte[] {1}); // no marker has this number
        delete(marker(1));
        delete(marker(3));
        assertEquals(List.of(), repair(RepairOptions.DEFAULT.withCopy(whole)));
        for (long number = 1; number <= 3; number++) {
            assertArrayEquals(whole.bytes(marker(number)), folder().bytes(marker(number)), "marker " + number);
        }
        assertFalse(exists(marker(0)));
        assertFalse(exists("_stoa/damaged-1/" + marker(2)), "it was sound");
    }

    /** A file has the name of a later marker, and nothing tells its floor: it may be any version. */
    @ParameterizedTest
    @ValueSource(longs = {2, Long.MAX_VALUE})
    void aFloorIsNotGuessed(long number) throws IOException {
        expire(2);
        spoil(marker(number));
        TableException e = assertThrows(TableException.class, this::repair);
        String what = Floors.name(Math.max(2, number - 1000))
                + ": no other file holds the oldest version that this marker named: restore it from a copy (--from)";
        assertTrue(e.getMessage().endsWith(what), e.getMessage());
    }
}
