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

import dev.stoa.table.RepairOptions;
import dev.stoa.table.internal.log.Floor;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.MemoryFolder;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Files of a log that are damaged in bounds of values only are written anew, where something needs them. */
class BoundsRepairTest extends RepairedLog {
    @Test
    void anEntryIsWrittenAnewIfOnlyItsBoundsAreDamaged() throws IOException {
        MemoryFolder whole = folder().copy();
        List<String> bounds = bounds();
        spoilBounds(6);
        List<String> steps = repair(RepairOptions.DEFAULT);
        assertEquals(
                List.of(
                        Log.entryName(6)
                                + ": written: the same, as only bounds of values were damaged; 1 files told theirs",
                        Log.entryName(7) + ": written: the same, behind an entry that was written anew",
                        Log.entryName(8) + ": written: the same, behind an entry that was written anew",
                        Log.entryName(9) + ": written: the same, behind an entry that was written anew"),
                steps.subList(0, 4));
        assertEquals(List.of(), losses);
        assertEquals(ALL, keys());
        assertEquals(bounds, bounds());
        for (long version = 7; version <= 9; version++) { // the repair stopped after its first step
            takeBack(whole, entry(version));
        }
        repair(RepairOptions.DEFAULT);
        assertEquals(List.of(), losses);
        assertEquals(ALL, keys());
    }

    /** The second follows an entry that the repair of the first writes anew. */
    @Test
    void severalEntriesAreWrittenAnew() throws IOException {
        List<String> bounds = bounds();
        delete(checkpoint(8));
        spoilBounds(5);
        spoilBounds(7);
        spoilUnread(0);
        repair(RepairOptions.DEFAULT);
        assertEquals(List.of(), losses);
        assertEquals(ALL, keys());
        assertEquals(bounds, bounds());
    }

    /** Its checkpoint says what it did, and names its hash. */
    @Test
    void theEntryOfTheOldestVersionIsNotWrittenAnew() throws IOException {
        expire(2);
        spoilBounds(8);
        repair(RepairOptions.DEFAULT);
        assertEquals(List.of(), losses);
        assertFalse(exists(entry(8)));
        assertEquals(ALL, keys());
    }

    /** No entry leads to it, and the checkpoint after it names its hash. */
    @Test
    void anEntryAfterALostOneIsNotWrittenAnew() throws IOException {
        delete(checkpoint(4));
        delete(entry(3));
        spoilBounds(5);
        repair(RepairOptions.DEFAULT);
        assertEquals(new Floor(1, 8), audit().floors().floor());
        assertEquals(ALL, keys());
    }

    @Test
    void aCheckpointThatNoEntryReplacesIsWrittenAnew() throws IOException {
        expire(2);
        spoilCheckpoint(8);
        assertEquals(Set.of(8L), audit().boundless().keySet());
        List<String> steps = repair(RepairOptions.DEFAULT);
        assertEquals(
                checkpoint(8) + ": written: the same, as only bounds of values were damaged; 8 files told theirs",
                steps.get(0));
        assertEquals(List.of(), losses);
        assertEquals(ALL, keys());
        assertEquals(new Floor(1, 8), audit().floors().floor());
    }

    /** The entries say what it should. */
    @Test
    void aCheckpointThatEntriesReplaceIsSetAside() throws IOException {
        spoilCheckpoint(8);
        assertEquals(Set.of(), audit().boundless().keySet());
        repair(RepairOptions.DEFAULT);
        assertFalse(exists(checkpoint(8)));
        assertEquals(ALL, keys());
    }

    /** The log goes on with it past a lost entry, as readers do. */
    @Test
    void aCheckpointAfterALostEntryIsWrittenAnew() throws IOException {
        delete(entry(6));
        spoilCheckpoint(8);
        repair(RepairOptions.DEFAULT);
        assertEquals(
                List.of(
                        "the versions 0 to 7 can no longer be read; the rows of version 8 and later ones are all there"),
                losses);
        assertEquals(ALL, keys());
    }

    /** Nobody knows whether it says what the lost entry did. */
    @Test
    void aDamagedCheckpointOfAnotherEntryIsNotWrittenAnew() throws IOException {
        MemoryFolder whole = folder().copy();
        delete(entry(8));
        delete(entry(9));
        delete(checkpoint(8));
        delete(Log.HINT);
        insert(open(), 8);
        takeBack(whole, checkpoint(8));
        spoilCheckpoint(8);
        delete(entry(7));
        assertEquals(Set.of(), audit().boundless().keySet());
    }
}
