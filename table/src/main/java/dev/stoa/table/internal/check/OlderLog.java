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

import dev.stoa.format.ContentHash;
import dev.stoa.format.CorruptFileException;
import dev.stoa.table.internal.log.CheckpointCopy;
import dev.stoa.table.internal.log.EntryCopy;
import dev.stoa.table.internal.log.Floor;
import dev.stoa.table.internal.log.FloorMarker;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.LogContents;
import dev.stoa.table.internal.log.LogKind;
import dev.stoa.table.internal.log.MemoryFile;
import dev.stoa.table.internal.log.TableState;
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
    private static final ContentHash UNKNOWN = new ContentHash(0, 0);

    private final RepairSteps steps;
    private final Supplier<UUID> ids;

    OlderLog(RepairSteps steps, Supplier<UUID> ids) {
        this.steps = steps;
        this.ids = ids;
    }

    /** Adds steps that write the checkpoint, if it is lost and older files tell what it said. Whether they do. */
    boolean restoreFloor(LogAudit audit) throws IOException {
        Floor floor = audit.floors().floor();
        if (floor.version() == 0 || audit.goodCheckpoints().contains(floor.version())) {
            return false;
        }
        Optional<FloorMarker> marker =
                Optional.ofNullable(audit.floors().markers().get(floor.marker()));
        Optional<TableState> state = marker.isEmpty() ? Optional.empty() : at(marker.get());
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
            Optional<TableState> state = from(log, version, marker);
            if (state.isPresent()) {
                return state;
            }
        }
        return from(log, -1, marker);
    }

    /** The same, from a checkpoint, or with -1 from the first entry. Bounds that can't be read come from the files. */
    private Optional<TableState> from(Log log, long checkpoint, FloorMarker marker) throws IOException {
        try {
            Optional<TableState> state = checkpoint < 0 ? Optional.empty() : checkpoint(log, checkpoint);
            if (checkpoint >= 0 && state.isEmpty()) {
                return state;
            }
            for (long next = checkpoint + 1; next <= marker.floor().version(); next++) {
                Optional<LogContents> entry = entry(log, next, state);
                if (entry.isEmpty()) {
                    return Optional.empty();
                }
                List<String> names = List.of(Log.entryName(next));
                state = Optional.of(
                        state.isEmpty()
                                ? TableState.of(entry.get(), names.get(0))
                                : state.get().with(List.of(entry.get()), names));
            }
            return state.filter(made -> isNamed(made, marker));
        } catch (CorruptFileException e) {
            return Optional.empty(); // the table begins with a later checkpoint
        }
    }

    /** A checkpoint with sound bounds, as a copy that is only read. */
    private Optional<TableState> checkpoint(Log log, long version) throws IOException {
        Optional<TableState> state = log.checkpoint(version);
        if (state.isEmpty()) {
            return state;
        }
        RepairFolder copied = new RepairFolder(steps.planned());
        CheckpointCopy.of(log, state.get(), ids).files().forEach(copied::write);
        return new Log(copied).checkpoint(version);
    }

    /** An entry with sound bounds, which keeps the hash that the next one names. */
    private static Optional<LogContents> entry(Log log, long version, Optional<TableState> below) throws IOException {
        String name = Log.entryName(version);
        Optional<LogContents> found = log.entryWithoutBounds(name, version);
        if (found.isEmpty()) {
            return found;
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

    private static boolean isNamed(TableState state, FloorMarker marker) {
        return state.table().equals(marker.table())
                && (marker.entry().equals(UNKNOWN)
                        || marker.entry().equals(state.position().entry()));
    }
}
