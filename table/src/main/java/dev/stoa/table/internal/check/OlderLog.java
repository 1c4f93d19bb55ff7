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

import dev.stoa.format.CorruptFileException;
import dev.stoa.table.internal.log.CheckpointCopy;
import dev.stoa.table.internal.log.EntryCopy;
import dev.stoa.table.internal.log.Floor;
import dev.stoa.table.internal.log.FloorMarker;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.LogContents;
import dev.stoa.table.internal.log.MemoryFile;
import dev.stoa.table.internal.log.TableState;
import dev.stoa.table.internal.logfile.LogKind;
import java.io.IOException;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Makes the checkpoint of the oldest version anew from files of the log below it, which a stopped expiry has left. For one thread.
 */
final class OlderLog {
    private final RepairSteps steps;
    private final Supplier<UUID> ids;

    OlderLog(RepairSteps steps, Supplier<UUID> ids) {
        this.steps = steps;
        this.ids = ids;
    }

    /** Adds steps that write the checkpoint, if it is lost and older files tell what it said. Whether they do. */
    boolean restoreFloor(LogAudit audit) throws IOException {
        Floor floor = audit.floors().floor();
        FloorMarker marker = audit.floors().markers().get(floor.marker());
        if (marker == null || audit.goodCheckpoints().contains(floor.version())) {
            return false;
        }
        Optional<TableState> state = at(marker);
        if (state.isPresent()) {
            PlannedFiles files = new PlannedFiles(steps, "what the older entries say, which a stopped expiry has left");
            new Log(files, ids).createCheckpoint(state.get().with(floor));
        }
        return state.isPresent();
    }

    /** The state of the version that a marker names. */
    private Optional<TableState> at(FloorMarker marker) throws IOException {
        Log log = new Log(steps.planned());
        NavigableSet<Long> older =
                log.list().checkpoints().headSet(marker.floor().version(), false);
        for (long version : older.descendingSet()) {
            Optional<TableState> start = checkpoint(log, version);
            Optional<TableState> state = start.isPresent() ? from(log, start, marker) : start;
            if (state.isPresent()) {
                return state;
            }
        }
        return from(log, Optional.empty(), marker);
    }

    /** The same, from a checkpoint or from the first entry on. */
    private static Optional<TableState> from(Log log, Optional<TableState> start, FloorMarker marker)
            throws IOException {
        Optional<TableState> state = start;
        long first = start.map(TableState::version).orElse(-1L) + 1;
        try {
            for (long next = first; next <= marker.floor().version(); next++) {
                Optional<LogContents> entry = entry(log, next, state);
                if (entry.isEmpty()) {
                    return Optional.empty();
                }
                String name = Log.entryName(next);
                state = Optional.of(
                        state.isEmpty()
                                ? TableState.of(entry.get(), name)
                                : state.get().with(List.of(entry.get()), List.of(name)));
            }
        } catch (CorruptFileException e) {
            return Optional.empty(); // the table begins with a later checkpoint
        }
        return state.filter(made -> made.position().entry().equals(marker.entry()));
    }

    /** A checkpoint as a copy that is only read. The data files tell the bounds that can't be read. */
    private Optional<TableState> checkpoint(Log log, long version) throws IOException {
        try {
            Optional<TableState> state = log.checkpoint(version);
            if (state.isEmpty()) {
                return Optional.empty();
            }
            RepairFolder copied = new RepairFolder(steps.planned());
            CheckpointCopy.of(log, state.get(), ids).files().forEach(copied::write);
            return new Log(copied).checkpoint(version);
        } catch (CorruptFileException e) {
            return Optional.empty(); // an older one, or the first entry, may be sound
        }
    }

    /** An entry with sound bounds, which keeps the hash that the next one names. */
    private static Optional<LogContents> entry(Log log, long version, Optional<TableState> below) throws IOException {
        String name = Log.entryName(version);
        Optional<LogContents> found = log.entryWithoutBounds(name, version);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        LogContents entry = found.get();
        TableState made = BoundsRepair.after(below, entry);
        byte[] bytes =
                EntryCopy.withBounds(log, entry, made, entry.link().previous()).bytes();
        LogContents copy = new MemoryFile(name, bytes).contents(LogKind.ENTRY, version);
        return Optional.of(new LogContents(
                entry.link(),
                copy.info(),
                copy.schema(),
                copy.properties(),
                copy.features(),
                copy.actions(),
                copy.keys()));
    }
}
