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
package dev.stoa.table;

import dev.stoa.table.internal.log.Action;
import dev.stoa.table.internal.log.LogContents;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * The effect of a commit on the rows of a table, as the log records it. Programs that follow a table from version to
 * version use it.
 *
 * @param version that it made
 * @param appended the fragments that it added, with rows that were not in the version before
 * @param changesOthers whether it also changed or removed rows of the version before; a rewrite of files does not
 * @param movesRows whether it put rows of a fragment into another one and left them as they were: compaction and upkeep
 *     do
 */
public record CommitEffect(long version, List<UUID> appended, boolean changesOthers, boolean movesRows) {
    /** Copies the list. */
    public CommitEffect {
        appended = List.copyOf(appended);
    }

    static CommitEffect of(LogContents entry) {
        Set<UUID> appended = new LinkedHashSet<>();
        Set<UUID> removed = new HashSet<>();
        for (Action action : entry.actions()) {
            if (action instanceof Action.AddFragment) {
                appended.add(action.about());
            } else if (action instanceof Action.RemoveFragment) {
                removed.add(action.about());
            }
        }
        appended.removeAll(removed); // a rollback, or the publication of a branch, gives it other changes
        Set<UUID> successors = entry.successors();
        appended.removeAll(successors);
        boolean changesOthers = false;
        for (Action action : entry.actions()) {
            changesOthers |= !appended.contains(action.about()) && !entry.keepsRows(action) && !onlyPlaces(action);
        }
        return new CommitEffect(entry.info().version(), List.copyOf(appended), changesOthers, !successors.isEmpty());
    }

    /** Whether an action only says where among a fragment's rows those of another have their place. */
    private static boolean onlyPlaces(Action action) {
        return action instanceof Action.AddSidecar added
                && added.sidecar().deletedRows() == 0
                && added.sidecar().fields().isEmpty();
    }
}
