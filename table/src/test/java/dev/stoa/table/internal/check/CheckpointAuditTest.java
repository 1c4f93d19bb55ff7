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

import dev.stoa.table.TableFault;
import dev.stoa.table.internal.log.Floor;
import dev.stoa.table.internal.log.History;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.SmallParts;
import dev.stoa.table.internal.log.TableState;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Which checkpoints count, and what they tell of floor markers. */
class CheckpointAuditTest extends RepairedLog {
    private final NavigableSet<Long> listed = new TreeSet<>(Set.of(4L, 8L));
    private LogFaults faults;

    private CheckpointAudit checkpoints() {
        return checkpoints(Optional.empty());
    }

    private CheckpointAudit checkpoints(Optional<UUID> table) {
        Log log = new Log(folder());
        faults = new LogFaults(log, List.of());
        return new CheckpointAudit(log, listed, table, faults);
    }

    /** An expiry may remove a checkpoint after it was listed. */
    @Test
    void aCheckpointThatIsGoneSinceItWasListedIsNoFault() throws IOException {
        delete(checkpoint(4));
        CheckpointAudit checkpoints = checkpoints();
        assertEquals(Optional.empty(), checkpoints.read(4));
        assertEquals(8, checkpoints.read(8).orElseThrow().version());
        assertEquals(Set.of(8L), listed);
        assertEquals(Set.of(8L), checkpoints.good());
        assertEquals(List.of(), faults.all());
    }

    @Test
    void aCheckpointThatIsNotListedIsNotRead() throws IOException {
        listed.remove(4L);
        CheckpointAudit checkpoints = checkpoints();
        assertEquals(Optional.empty(), checkpoints.read(4));
        assertTrue(checkpoints.good().isEmpty());
        assertEquals(List.of(), faults.all());
    }

    @Test
    void aRefusedCheckpointTellsNothing() throws IOException {
        CheckpointAudit old = checkpoints();
        old.read(8);
        assertEquals(Map.of(), old.floors(), "no version was expired");
        expire(2);
        insert(open(), 12);
        listed.add(12L);
        CheckpointAudit checkpoints = checkpoints();
        checkpoints.read(8);
        checkpoints.read(12);
        assertEquals(Map.of(1L, new Floor(1, 8)), checkpoints.floors());
        checkpoints.refuse(12, "it is another");
        assertEquals(Set.of(8L), checkpoints.good());
        assertEquals(Map.of(), checkpoints.floors(), "checkpoint 8 is older than the marker");
        assertEquals(
                List.of(fault(TableFault.Kind.WRONG_CHECKPOINT, Log.checkpointName(12), "it is another")),
                faults.all());
    }

    private TableState state() throws IOException {
        return new History(new Log(folder())).at(8).orElseThrow();
    }

    /** Its parts are not free to remove: with a sound copy of it the checkpoint is whole again. */
    @Test
    void aDamagedCheckpointNamesItsPartsOrHidesThem() throws IOException {
        TableState state = state();
        delete(checkpoint(8));
        SmallParts.checkpoint(folder(), state, 3, UUID::randomUUID);
        LogAudit sound = audit();
        assertTrue(sound.parts().size() > 1);
        assertFalse(sound.hidesParts());
        byte[] right = folder().bytes(checkpoint(8));
        int hidden = 0;
        int named = 0;
        for (int at = 0; at < right.length; at += 61) {
            byte[] wrong = right.clone();
            wrong[at] ^= 4;
            folder().put(checkpoint(8), wrong);
            LogAudit audit = audit();
            if (audit.hidesParts()) {
                hidden++;
            } else {
                named++;
                assertEquals(sound.parts(), audit.parts(), "byte " + at);
            }
        }
        assertTrue(hidden > 0, "none hides them");
        assertTrue(named > 0, "none names them");
    }

    /** A part is sound, and the checkpoint says bounds of another one: scans would leave out rows. */
    @Test
    void aCheckpointWithWrongBoundsOfAPartIsDamaged() throws IOException {
        TableState state = state();
        delete(checkpoint(8));
        SmallParts.checkpoint(folder(), state, 1, UUID::randomUUID);
        state = new Log(folder()).checkpoint(8).orElseThrow();
        delete(checkpoint(8));
        SmallParts.wrongBounds(folder(), state);
        CheckpointAudit checkpoints = checkpoints();
        assertEquals(Optional.empty(), checkpoints.read(8));
        assertEquals(Set.of(), checkpoints.good());
        assertEquals(1, faults.all().size(), faults.all()::toString);
        assertEquals(TableFault.Kind.DAMAGED_CHECKPOINT, faults.all().get(0).kind());
        String what = faults.all().get(0).what();
        assertTrue(what.startsWith("its bounds of the field 1 in the part "), what);
    }

    /** A repair writes a checkpoint anew from what it says, so it must be one of this table. */
    @Test
    void aCheckpointThatLacksBoundsCountsForItsTableOnly() throws IOException {
        UUID own = state().table();
        spoilCheckpoint(8);
        for (Optional<UUID> table : List.of(Optional.<UUID>empty(), Optional.of(own))) {
            CheckpointAudit checkpoints = checkpoints(table);
            assertEquals(Optional.empty(), checkpoints.read(8));
            assertEquals(8, checkpoints.boundless(8).orElseThrow().version());
            assertEquals(Optional.empty(), checkpoints.boundless(4));
        }
        CheckpointAudit other = checkpoints(Optional.of(new UUID(1, 2)));
        assertEquals(Optional.empty(), other.read(8));
        assertEquals(Optional.empty(), other.boundless(8));
    }

    /** The health of a table tells of a checkpoint that names no parts, too. */
    @Test
    void aFileThatIsNoCheckpointIsAFault() throws IOException {
        spoil(checkpoint(8));
        CheckpointFiles files = new CheckpointFiles(new Log(folder()));
        files.check(4);
        assertEquals(List.of(), files.faults());
        files.check(8);
        assertEquals(1, files.faults().size());
        assertEquals(TableFault.Kind.DAMAGED_CHECKPOINT, files.faults().get(0).kind());
        assertEquals(Log.checkpointName(8), files.faults().get(0).path());
    }
}
