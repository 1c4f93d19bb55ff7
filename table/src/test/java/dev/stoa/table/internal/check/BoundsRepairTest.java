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

import dev.stoa.reader.Verifier;
import dev.stoa.table.RepairOptions;
import dev.stoa.table.internal.log.Floor;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.MemoryFolder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Files of a log that are damaged in bounds of values only are written anew, where something needs them. */
class BoundsRepairTest extends RepairedLog {
    /** Damages the bounds of values in an entry, and nothing else. */
    private void spoilBounds(long version) throws IOException {
        byte[] bytes = folder().bytes(entry(version));
        Log log = new Log(folder());
        for (int at = 16; at < bytes.length; at += 16) {
            byte[] bad = bytes.clone();
            bad[at] ^= 8;
            folder().put(entry(version), bad);
            LogFaults faults = new LogFaults(log, new ArrayList<>());
            TreeSet<Long> one = new TreeSet<>(Set.of(version));
            if (!EntryAudit.read(log, one, faults).withoutBounds().isEmpty()) {
                return;
            }
        }
        throw new AssertionError("no byte is of bounds alone");
    }

    @Test
    void anEntryIsWrittenWithoutItsDamagedBounds() throws IOException {
        MemoryFolder whole = folder().copy();
        spoilBounds(6);
        List<String> steps = repair(RepairOptions.DEFAULT);
        assertEquals(
                List.of(
                        Log.entryName(6) + ": written: the same without bounds of values",
                        Log.entryName(7) + ": written: the same, behind an entry that was written anew",
                        Log.entryName(8) + ": written: the same, behind an entry that was written anew",
                        Log.entryName(9) + ": written: the same, behind an entry that was written anew"),
                steps.subList(0, 4));
        assertEquals(List.of(), losses);
        assertEquals(ALL, keys());
        for (long version = 7; version <= 9; version++) { // the repair stopped after its first step
            takeBack(whole, entry(version));
        }
        repair(RepairOptions.DEFAULT);
        assertEquals(List.of(), losses);
        assertEquals(ALL, keys());
    }

    /** The second follows an entry that the repair of the first writes anew. */
    @Test
    void severalEntriesAreWrittenWithoutTheirBounds() throws IOException {
        delete(checkpoint(8));
        spoilBounds(5);
        spoilBounds(7);
        spoilBounds(0);
        repair(RepairOptions.DEFAULT);
        assertEquals(List.of(), losses);
        assertEquals(ALL, keys());
    }

    /** Its checkpoint says what it did, and names its hash. */
    @Test
    void theEntryOfTheOldestVersionIsNotWrittenWithoutBounds() throws IOException {
        expire(2);
        spoilBounds(8);
        repair(RepairOptions.DEFAULT);
        assertEquals(List.of(), losses);
        assertFalse(exists(entry(8)));
        assertEquals(ALL, keys());
    }

    /** No entry leads to it, and the checkpoint after it names its hash. */
    @Test
    void anEntryAfterALostOneIsNotWrittenWithoutBounds() throws IOException {
        delete(checkpoint(4));
        delete(entry(3));
        spoilBounds(5);
        repair(RepairOptions.DEFAULT);
        assertEquals(new Floor(1, 8), audit().floors().floor());
        assertEquals(ALL, keys());
    }

    /** Damages bounds in a checkpoint, and nothing else. */
    private void spoilCheckpoint(long version) throws IOException {
        byte[] bytes = folder().bytes(checkpoint(version));
        Log log = new Log(folder());
        for (int at = 16; at < bytes.length; at += 16) {
            byte[] bad = bytes.clone();
            bad[at] ^= 8;
            folder().put(checkpoint(version), bad);
            List<Verifier.Problem> problems = log.problems(checkpoint(version));
            if (!problems.isEmpty() && problems.get(0).toString().contains("column 'f1.")) {
                return;
            }
        }
        throw new AssertionError("no byte is of bounds");
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
