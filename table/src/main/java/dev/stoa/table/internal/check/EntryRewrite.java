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

import dev.stoa.format.Type;
import dev.stoa.reader.ColumnBounds;
import dev.stoa.table.CommitInfo;
import dev.stoa.table.DataFile;
import dev.stoa.table.Fragment;
import dev.stoa.table.SidecarFile;
import dev.stoa.table.internal.log.Action;
import dev.stoa.table.internal.log.Changes;
import dev.stoa.table.internal.log.EntryWriter;
import dev.stoa.table.internal.log.FragmentBounds;
import dev.stoa.table.internal.log.TableState;
import dev.stoa.table.internal.logfile.LogBounds;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;

/** Writes lost entries anew, as far as something else says what they said. */
final class EntryRewrite {
    private EntryRewrite() {}

    /** The entry that leads from one version to the next one, which has a checkpoint. */
    static byte[] between(String path, TableState below, TableState made) throws IOException {
        Changes changes = new Changes();
        if (!made.schema().equals(below.schema())) {
            changes.schema = Optional.of(made.schema());
        }
        if (!made.properties().equals(below.properties())) {
            changes.properties = Optional.of(made.properties());
        }
        if (!made.features().equals(below.features())) {
            changes.features = Optional.of(made.features());
        }
        changes.overwrites = made.info().overwrite();
        Map<UUID, Fragment> after = made.fragments();
        Map<UUID, Fragment> before = new LinkedHashMap<>(below.fragments());
        for (Fragment old : below.fragments().values()) {
            Fragment now = after.get(old.id());
            if (now == null || !isKept(now, old, made.info())) {
                changes.removed.put(old.id(), new Action.RemoveFragment(old.id(), Optional.empty(), 0));
                before.remove(old.id());
            }
        }
        for (Fragment fragment : after.values()) {
            differ(changes, Optional.ofNullable(before.get(fragment.id())), fragment, made);
        }
        return EntryWriter.bytes(
                path, made.table(), Optional.of(below.position().entry()), made.info(), changes);
    }

    /**
     * Whether the commit kept a fragment, and perhaps added to it. One that overwrites, such as a rollback, adds nothing: it
     * removes a fragment with other files or sidecars, and brings it back. A dropped sidecar would tell that all rows stay.
     */
    private static boolean isKept(Fragment fragment, Fragment old, CommitInfo info) {
        List<UUID> files = files(fragment);
        List<UUID> first = files(old);
        return info.overwrite()
                ? files.equals(first) && sidecars(fragment).equals(sidecars(old))
                : first.size() <= files.size() && files.subList(0, first.size()).equals(first);
    }

    private static List<UUID> files(Fragment fragment) {
        return fragment.files().stream().map(file -> file.identity().uuid()).toList();
    }

    private static List<UUID> sidecars(Fragment fragment) {
        return fragment.sidecars().stream()
                .map(sidecar -> sidecar.identity().uuid())
                .toList();
    }

    /** Adds what is new in a fragment, and drops the sidecars that it has no more. */
    private static void differ(Changes changes, Optional<Fragment> before, Fragment fragment, TableState made)
            throws IOException {
        Map<Integer, Type> bounded = LogBounds.fields(made.schema(), made.properties());
        List<DataFile> files = fragment.files();
        for (DataFile file : files.subList(before.map(old -> old.files().size()).orElse(0), files.size())) {
            DataFile.Added added = new DataFile.Added(
                    file.path(),
                    file.identity(),
                    file.fields(),
                    file.folded(),
                    FragmentBounds.ofRow(file.row(), bounded));
            if (before.isEmpty() && !changes.added.containsKey(fragment.id())) {
                changes.added.put(fragment.id(), new Changes.NewFragment(fragment.rows(), fragment.partition(), added));
            } else {
                changes.add(changes.files, fragment.id(), added);
            }
        }
        Set<UUID> gone = new LinkedHashSet<>();
        before.ifPresent(old -> gone.addAll(sidecars(old)));
        for (SidecarFile sidecar : fragment.sidecars()) {
            if (!gone.remove(sidecar.identity().uuid())) {
                changes.add(
                        changes.sidecars,
                        fragment.id(),
                        sidecar(sidecar, made.info(), FragmentBounds.ofRow(sidecar.row(), bounded)));
            }
        }
        gone.forEach(sidecar -> changes.dropped.add(new Action.DropSidecar(fragment.id(), sidecar)));
    }

    private static SidecarFile.Added sidecar(SidecarFile file, CommitInfo info, Map<Integer, ColumnBounds> bounds) {
        return new SidecarFile.Added(
                file.place(),
                file.identity(),
                file.deletedRows(),
                file.fields(),
                file.inserted(),
                bounds,
                file.version() < info.version() ? OptionalLong.of(file.version()) : OptionalLong.empty());
    }
}
