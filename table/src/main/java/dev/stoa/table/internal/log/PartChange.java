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
import dev.stoa.table.SidecarFile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * A change of a fragment of a part since the part was written.
 *
 * @param action every action except the begin of a fragment
 * @param name of the entry or checkpoint that says it, for messages
 */
record PartChange(Action action, String name) {
    /** Whether changes end a fragment. */
    static boolean isRemoved(List<PartChange> changes) {
        return !changes.isEmpty() && changes.get(changes.size() - 1).action instanceof Action.RemoveFragment;
    }

    /** The length of the sidecars in the log that changes leave. */
    static long sidecarBytes(List<PartChange> changes) {
        Map<UUID, Integer> lengths = new HashMap<>();
        for (PartChange change : changes) {
            if (change.action instanceof Action.AddSidecar a) {
                lengths.put(a.sidecar().identity().uuid(), a.sidecar().place().contents().length);
            } else if (change.action instanceof Action.DropSidecar a) {
                lengths.remove(a.sidecar());
            }
        }
        return isRemoved(changes)
                ? 0
                : lengths.values().stream().mapToLong(Integer::longValue).sum();
    }

    /** The fragment after changes, unless they end it. */
    static Optional<Fragment> apply(List<PartChange> changes, Fragment fragment) throws CorruptFileException {
        Optional<Fragment> now = Optional.of(fragment);
        List<SidecarFile> sidecars = new ArrayList<>(); // together, as a fragment may get thousands
        for (PartChange change : changes) {
            if (change.action instanceof Action.AddSidecar a) {
                sidecars.add(a.sidecar());
            } else {
                now = change.apply(now.orElseThrow().with(sidecars));
                sidecars.clear();
            }
        }
        return now.map(last -> last.with(sidecars));
    }

    /** The fragment after a change that gives it no sidecar, unless the change ends it. */
    private Optional<Fragment> apply(Fragment old) throws CorruptFileException {
        if (action instanceof Action.AddFile a) {
            return Optional.of(old.with(a.file()));
        } else if (action instanceof Action.DropSidecar a) {
            Optional<Fragment> rest = old.without(a.sidecar());
            check(rest.isPresent(), name, old + " has no sidecar " + a.sidecar());
            return rest;
        }
        return Optional.empty();
    }

    static CorruptFileException noFragment(String name, UUID id) {
        return new CorruptFileException(name + ": no fragment " + id);
    }

    static void check(boolean ok, String name, String problem) throws CorruptFileException {
        if (!ok) {
            throw new CorruptFileException(name + ": " + problem);
        }
    }
}
