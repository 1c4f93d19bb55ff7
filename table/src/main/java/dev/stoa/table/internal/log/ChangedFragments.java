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

import dev.stoa.format.CorruptFileException;
import dev.stoa.table.Fragment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Fragments while entries change them. Actions about fragments of parts wait until the part is read. For one thread. */
final class ChangedFragments {
    private final BaseParts base;
    private final Map<UUID, List<PartChange>> changes;
    private final Map<UUID, Fragment> others;

    /** The fragments whose lists of changes only this object has. */
    private final Set<UUID> mine = new HashSet<>();

    ChangedFragments(BaseParts base, Map<UUID, List<PartChange>> changes, Map<UUID, Fragment> others) {
        this.base = base;
        this.changes = new HashMap<>(changes);
        this.others = new LinkedHashMap<>(others);
    }

    /**
     * Does what a file of the log says: sidecars after all others.
     *
     * @param name of the file, for messages
     * @throws CorruptFileException if it contradicts itself, or earlier actions
     */
    void apply(List<Action> actions, String name) throws CorruptFileException {
        List<UUID> added = new ArrayList<>();
        Map<UUID, List<Action>> sidecars = new LinkedHashMap<>();
        for (Action action : actions) {
            if (action instanceof Action.AddFragment a) {
                UUID id = a.fragment().id();
                PartChange.check(!others.containsKey(id), name, "fragment " + id + " is added, but there already");
                others.put(id, a.fragment());
                added.add(id);
            } else if (action instanceof Action.AddSidecar) {
                sidecars.computeIfAbsent(action.about(), id -> new ArrayList<>())
                        .add(action);
            } else {
                apply(action.about(), List.of(action), name);
            }
        }
        for (Map.Entry<UUID, List<Action>> some : sidecars.entrySet()) {
            apply(some.getKey(), some.getValue(), name);
        }
        for (UUID id : added) {
            Fragment fragment = others.get(id);
            PartChange.check(fragment == null || !fragment.files().isEmpty(), name, "fragment " + id + " has no file");
        }
    }

    private void apply(UUID id, List<Action> actions, String name) throws CorruptFileException {
        List<PartChange> more =
                actions.stream().map(action -> new PartChange(action, name)).toList();
        Fragment other = others.get(id);
        if (other != null) {
            PartChange.apply(more, other).ifPresentOrElse(now -> others.put(id, now), () -> others.remove(id));
            return;
        }
        List<PartChange> all = changes.getOrDefault(id, List.of());
        if (base.size() == 0 || PartChange.isRemoved(all)) {
            throw PartChange.noFragment(name, id);
        }
        if (mine.add(id)) {
            all = new ArrayList<>(all);
            changes.put(id, all);
        }
        all.addAll(more);
    }

    /** The fragments of the version that the last file has made. */
    Fragments at(long version) {
        return new Fragments(base, version, changes, others);
    }
}
