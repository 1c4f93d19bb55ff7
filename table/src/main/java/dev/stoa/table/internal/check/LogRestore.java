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

import dev.stoa.format.StoaException;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.LogContents;
import dev.stoa.table.internal.log.PartFile;
import dev.stoa.table.internal.log.TableState;
import dev.stoa.vio.Folder;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Takes lost and damaged files of a log from a copy of the table's folder, if they are sound there. For one thread. */
final class LogRestore {
    private final RepairSteps steps;
    private final Log log;

    /**
     * Prepares to add steps.
     *
     * @param copy of the table's folder
     */
    LogRestore(RepairSteps steps, Folder copy) {
        this.steps = steps;
        this.log = new Log(copy);
    }

    /** Adds the steps. */
    void restore(LogAudit audit) throws IOException {
        Log.Listing listing = log.list();
        Optional<UUID> table = audit.best().map(TableState::table);
        long from = audit.base() < 0 && audit.oldest() < 0 ? 0 : Math.max(0, audit.firstEntry());
        new FloorRepair(steps).restore(audit.floors(), log.folder());
        for (long version : listing.entries().tailSet(from, true)) {
            if (!audit.entries().containsKey(version) || isOther(audit, version)) {
                take(Log.entryName(version), table, () -> log.entry(version).map(LogContents::table));
            }
        }
        for (long version : listing.checkpoints().tailSet(from, true)) {
            if (!audit.goodCheckpoints().contains(version)) {
                take(
                        Log.checkpointName(version),
                        table,
                        () -> log.checkpoint(version).map(TableState::table));
                restoreParts(version);
            }
        }
    }

    /** Copies the parts of a checkpoint that are not here, or damaged. */
    private void restoreParts(long version) throws IOException {
        try {
            for (PartFile part : log.parts(version).orElse(List.of())) {
                Optional<Folder.Entry> here = steps.planned().find(part.path());
                boolean isHere = here.isPresent()
                        && here.get().length() == part.identity().length()
                        && new Log(steps.planned()).problems(part.path()).isEmpty();
                if (!isHere && log.problems(part.path()).isEmpty()) {
                    steps.copy(part.path(), log.folder());
                }
            }
        } catch (StoaException e) {
            // damaged there, too
        }
    }

    /** Whether the next entry follows that of the copy, and not the one that is here. */
    private boolean isOther(LogAudit audit, long version) throws IOException {
        LogContents next = audit.entries().get(version + 1);
        if (next == null || next.follows(audit.entries().get(version).link().hash())) {
            return false;
        }
        try {
            return log.entry(version)
                    .filter(other -> next.follows(other.link().hash()))
                    .isPresent();
        } catch (StoaException e) {
            return false; // damaged there, too
        }
    }

    /** Reads the table that a file of a log is of. */
    private interface Reading {
        Optional<UUID> table() throws IOException;
    }

    private void take(String path, Optional<UUID> table, Reading reading) throws IOException {
        try {
            Optional<UUID> of = reading.table();
            if (of.isPresent() && (table.isEmpty() || table.equals(of))) {
                steps.copy(path, log.folder());
            }
        } catch (StoaException e) {
            // damaged there, too
        }
    }
}
