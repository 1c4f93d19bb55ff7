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
package dev.stoa.table.internal.log;

import dev.stoa.format.ContentHash;
import dev.stoa.table.CommitInfo;
import dev.stoa.table.internal.schema.TableSchema;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * The contents of an entry or a checkpoint.
 *
 * @param link how it is chained to other files of the log
 * @param info the commit; of a checkpoint the last one in it
 * @param schema the schema, if it is set
 * @param properties the declared and free properties, all of them, if they are set
 * @param features all features, if they are set
 * @param actions what happens to fragments, in this order
 * @param keys hashes of the inserted keys, ascending, unless they are too many to list
 */
public record LogContents(
        ChainLink link,
        CommitInfo info,
        Optional<TableSchema> schema,
        Optional<Map<String, String>> properties,
        Optional<TableFeatures> features,
        List<Action> actions,
        long[] keys) {

    /** The id of the table. */
    public UUID table() {
        return link.table();
    }

    /** Whether an entry names another one as the entry of the version below. */
    public boolean follows(ContentHash entry) {
        return link.previous().equals(Optional.of(entry));
    }

    /** Whether another says the same of the same commit: two that go on under one id bring files of their own. */
    public boolean isSame(LogContents other) {
        return info.equals(other.info) && subjects().equals(other.subjects());
    }

    private List<Object> subjects() {
        List<Object> subjects = new ArrayList<>();
        for (Action action : actions) {
            if (action instanceof Action.AddFile added) {
                subjects.add(added.file().path());
            } else if (action instanceof Action.AddSidecar added) {
                subjects.add(added.sidecar().path());
            } else {
                subjects.add(action.about());
            }
        }
        return subjects;
    }

    /** Whether the keys that it inserted are not all listed. */
    public boolean hasUnlistedKeys() {
        return info.keys() > keys.length;
    }

    /** The fragments that came in the place of others, with the same rows in the same order. */
    public Set<UUID> successors() {
        Set<UUID> successors = new HashSet<>();
        for (Action action : actions) {
            if (action instanceof Action.RemoveFragment removed) {
                removed.successor().ifPresent(successors::add);
            }
        }
        return successors;
    }

    /** Whether an action leaves the rows of the table as they are, and changes only their files. */
    public boolean keepsRows(Action action) {
        if (action instanceof Action.RemoveFragment removed) {
            return removed.successor().isPresent();
        } else if (action instanceof Action.AddSidecar added && isFolded(added)) {
            return true;
        } else if (action instanceof Action.AddFile added
                && added.file().fields().isPresent()) {
            return true;
        }
        return action instanceof Action.DropSidecar || successors().contains(action.about());
    }

    /** Whether a sidecar only holds what others have brought before. */
    public boolean isFolded(Action.AddSidecar added) {
        return added.sidecar().version() < info.version();
    }

    /** Whether no action changes a row. */
    public boolean keepsRows() {
        return actions.stream().allMatch(this::keepsRows);
    }
}
