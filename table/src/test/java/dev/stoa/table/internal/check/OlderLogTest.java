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

import dev.stoa.table.Damage;
import dev.stoa.table.RepairOptions;
import dev.stoa.table.Rows;
import dev.stoa.table.TableException;
import dev.stoa.table.internal.log.Floor;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.MemoryFolder;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An expiry was killed after it had raised the floor, and the checkpoint of the oldest version is lost since. */
class OlderLogTest extends RepairedLog {
    private static final String LOST =
            "the versions 8 to 11 can no longer be read; the rows of version 12 and later ones are all there";

    /** Version 8 is the oldest one, and the entries before it are still there. */
    private void stopExpiry(int newest) throws IOException {
        MemoryFolder whole = folder().copy();
        expire(2);
        for (long version = 0; version <= 7; version++) {
            takeBack(whole, entry(version));
        }
        takeBack(whole, checkpoint(4));
        insert(open(), newest);
    }

    private void assertRestored() throws IOException {
        List<String> steps = repair(RepairOptions.DEFAULT);
        assertTrue(
                steps.contains(
                        checkpoint(8) + ": written: what the older entries say, which a stopped expiry has left"),
                steps.toString());
        assertEquals(List.of(), losses);
        assertEquals(new Floor(1, 8), audit().floors().floor());
        Damage.assertSound(folder());
        for (long version = 8; version <= 9; version++) {
            assertEquals(version, Rows.read(open().snapshotAt(version)).size());
        }
    }

    @ParameterizedTest
    @CsvSource({"9, true", "9, false", "13, true", "13, false"})
    void olderFilesTellTheCheckpointOfTheOldestVersion(int newest, boolean isThere) throws IOException {
        stopExpiry(newest);
        delete(checkpoint(8));
        if (isThere) {
            spoil(checkpoint(8));
        }
        assertRestored();
        assertEquals(newest, keys().size());
    }

    @Test
    void theFirstEntryIsAStartToo() throws IOException {
        stopExpiry(9);
        delete(checkpoint(8));
        spoil(checkpoint(4));
        assertRestored();
        assertEquals(ALL, keys());
    }

    /** They don't count, so readers pass over damage there. */
    @ParameterizedTest
    @ValueSource(longs = {0, 3, 5, 7})
    void damagedOlderEntriesDoNotCount(long damaged) throws IOException {
        stopExpiry(9);
        delete(Log.HINT);
        delete(checkpoint(4));
        spoil(entry(damaged));
        Damage.assertSound(folder());
        assertEquals(ALL, keys());
        TableException e = assertThrows(TableException.class, () -> open().snapshotAt(7));
        assertTrue(e.getMessage().contains("no version 7 any more"), e::getMessage);
        assertEquals(8, Rows.read(open().snapshotAt(8)).size());
        insert(open(), 10);
        assertEquals(10, keys().size());
    }

    /** Bounds that can't be read come from the data files. */
    @ParameterizedTest
    @ValueSource(longs = {5, 7, 8})
    void anOlderEntryMayHaveDamagedBounds(long damaged) throws IOException {
        stopExpiry(13);
        List<String> bounds = bounds();
        delete(checkpoint(8));
        spoilBounds(damaged);
        assertRestored();
        assertEquals(13, keys().size());
        assertEquals(bounds, bounds());
    }

    @Test
    void anOlderCheckpointMayHaveDamagedBounds() throws IOException {
        stopExpiry(13);
        List<String> bounds = bounds();
        delete(checkpoint(8));
        spoilCheckpoint(4);
        delete(entry(0));
        assertRestored();
        assertEquals(13, keys().size());
        assertEquals(bounds, bounds());
    }

    @Test
    void theFirstEntryMayHaveDamagedBounds() throws IOException {
        stopExpiry(13);
        List<String> bounds = bounds();
        delete(checkpoint(8));
        delete(checkpoint(4));
        spoilBounds(1);
        assertRestored();
        assertEquals(bounds, bounds());
    }

    private boolean restores() throws IOException {
        return new OlderLog(new RepairSteps(folder()), UUID::randomUUID).restoreFloor(audit());
    }

    @Test
    void nothingIsDoneWithoutNeed() throws IOException {
        assertFalse(restores(), "no version has expired");
        stopExpiry(9);
        assertFalse(restores(), "the checkpoint is sound");
        spoil(checkpoint(8));
        assertTrue(restores());
        delete(marker(1));
        assertFalse(restores(), "no marker names the oldest version");
    }

    /** Without one of the entries the older files tell nothing. */
    @ParameterizedTest
    @CsvSource({"5, true", "7, true", "8, true", "5, false", "7, false"})
    void olderFilesWithAGapTellNothing(long lost, boolean isThere) throws IOException {
        stopExpiry(13);
        delete(checkpoint(8));
        delete(entry(lost));
        if (isThere) {
            spoil(entry(lost));
        }
        assertFalse(restores());
        repair(RepairOptions.DEFAULT);
        assertEquals(List.of(LOST), losses);
        assertEquals(new Floor(2, 12), audit().floors().floor());
        assertEquals(13, keys().size());
    }

    /** The marker names the entry of the oldest version. */
    @Test
    void anotherHistoryTellsNothing() throws IOException {
        stopExpiry(13);
        MemoryFolder whole = folder().copy();
        for (long version = 5; version <= 13; version++) {
            delete(entry(version));
        }
        delete(checkpoint(8));
        delete(checkpoint(12));
        delete("_stoa/hint");
        delete(marker(1));
        insert(open(), 8);
        folder().delete(checkpoint(8));
        for (long version = 9; version <= 13; version++) {
            takeBack(whole, entry(version));
        }
        takeBack(whole, checkpoint(12));
        takeBack(whole, marker(1));
        List<String> steps = repair(RepairOptions.DEFAULT);
        assertTrue(steps.stream().noneMatch(step -> step.contains("older entries")), steps.toString());
        assertEquals(List.of(LOST), losses);
        assertEquals(13, keys().size());
    }

    /** The rows of an expired version are what is left. The number of the repaired version is above that in the marker. */
    @ParameterizedTest
    @CsvSource({"6, 6", "6, 7", "6, 9", "8, 9"})
    void expiredVersionsTellTheRowsIfNothingElseDoes(long first, long last) throws IOException {
        stopExpiry(9);
        delete(checkpoint(8));
        for (long version = first; version <= last; version++) {
            delete(entry(version));
        }
        List<String> steps = repair(RepairOptions.DEFAULT);
        assertEquals(new Floor(2, 9), audit().floors().floor(), steps.toString());
        Damage.assertSound(folder());
        assertEquals(9, open().snapshot().version());
        assertEquals(first - 1, keys().size());
        assertTrue(
                losses.contains("the versions 8 to 8 can no longer be read; the repaired table begins with version 9"),
                losses.toString());
        assertTrue(
                losses.stream().anyMatch(loss -> loss.startsWith("the changes of all versions behind " + (first - 1))),
                losses.toString());
        insert(open(), 10);
        assertEquals(first, keys().size());
    }
}
