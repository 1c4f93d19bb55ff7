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
import dev.stoa.table.internal.log.Floor;
import dev.stoa.table.internal.log.FloorMarker;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.LogContents;
import dev.stoa.table.internal.log.TableState;
import java.io.IOException;
import java.util.ArrayList;
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

    /** The same, from a checkpoint, or with -1 from the first entry. */
    private static Optional<TableState> from(Log log, long checkpoint, FloorMarker marker) throws IOException {
        try {
            Optional<TableState> start = checkpoint < 0 ? first(log) : log.checkpoint(checkpoint);
            if (start.isEmpty()) {
                return start;
            }
            List<LogContents> entries = new ArrayList<>();
            List<String> names = new ArrayList<>();
            for (long next = start.get().version() + 1; next <= marker.floor().version(); next++) {
                Optional<LogContents> entry = log.entry(next);
                if (entry.isEmpty()) {
                    return Optional.empty();
                }
                entries.add(entry.get());
                names.add(Log.entryName(next));
            }
            return Optional.of(start.get().with(entries, names)).filter(state -> isNamed(state, marker));
        } catch (CorruptFileException e) {
            return Optional.empty(); // the table begins with a later checkpoint
        }
    }

    private static Optional<TableState> first(Log log) throws IOException {
        Optional<LogContents> entry = log.entry(0);
        return entry.isEmpty() ? Optional.empty() : Optional.of(TableState.of(entry.get(), Log.entryName(0)));
    }

    private static boolean isNamed(TableState state, FloorMarker marker) {
        return state.table().equals(marker.table())
                && (marker.entry().equals(UNKNOWN)
                        || marker.entry().equals(state.position().entry()));
    }
}
