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
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.table.TableFault;
import dev.stoa.table.internal.log.Floor;
import dev.stoa.table.internal.log.Log;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Which checkpoints count, and what they tell of floor markers. */
class CheckpointAuditTest extends AuditedLog {
    private final NavigableSet<Long> listed = new TreeSet<>(Set.of(4L, 8L));
    private LogFaults faults;

    private CheckpointAudit checkpoints() {
        Log log = new Log(folder());
        faults = new LogFaults(log, List.of());
        return new CheckpointAudit(log, listed, Optional.empty(), faults);
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
}
