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

import dev.stoa.table.CommitInfo;
import dev.stoa.table.DataFile;
import dev.stoa.table.SidecarFile;
import dev.stoa.table.TableProperties;
import dev.stoa.table.internal.log.Action;
import dev.stoa.table.internal.log.Changes;
import dev.stoa.table.internal.log.EntryWriter;
import dev.stoa.table.internal.log.LogContents;
import java.io.IOException;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;

/** Writes an entry anew whose actions can be read, but not the bounds of values: scans then know less, and rule out less. */
final class EntryRewrite {
    private EntryRewrite() {}

    static byte[] withoutBounds(String path, LogContents entry) throws IOException {
        Changes changes = new Changes();
        changes.schema = entry.schema();
        if (entry.properties().isPresent()) {
            changes.properties =
                    Optional.of(TableProperties.ofTexts(entry.properties().get()));
        }
        changes.features = entry.features();
        changes.keys = entry.keys();
        changes.overwrites = entry.info().overwrite();
        Set<UUID> begun = new HashSet<>();
        for (Action action : entry.actions()) {
            if (action instanceof Action.AddFragment added) {
                begun.add(added.fragment().id());
                changes.added.put(
                        added.fragment().id(),
                        new Changes.NewFragment(
                                added.fragment().rows(), added.fragment().partition(), null));
            } else if (action instanceof Action.AddFile added) {
                add(changes, begun, added);
            } else if (action instanceof Action.AddSidecar added) {
                changes.add(changes.sidecars, added.fragment(), sidecar(added.sidecar(), entry.info()));
            } else if (action instanceof Action.RemoveFragment removed) {
                changes.removed.put(removed.fragment(), removed);
            } else if (action instanceof Action.DropSidecar dropped) {
                changes.dropped.add(dropped);
            }
        }
        return EntryWriter.bytes(path, entry.table(), entry.link().previous(), entry.info(), changes);
    }

    /** The first file of a fragment comes with it. */
    private static void add(Changes changes, Set<UUID> begun, Action.AddFile action) {
        DataFile file = action.file();
        DataFile.Added added = new DataFile.Added(file.path(), file.identity(), file.fields(), file.folded(), Map.of());
        if (begun.remove(action.fragment())) {
            Changes.NewFragment fragment = changes.added.get(action.fragment());
            changes.added.put(action.fragment(), new Changes.NewFragment(fragment.rows(), fragment.partition(), added));
        } else {
            changes.add(changes.files, action.fragment(), added);
        }
    }

    private static SidecarFile.Added sidecar(SidecarFile file, CommitInfo info) {
        return new SidecarFile.Added(
                file.place(),
                file.identity(),
                file.deletedRows(),
                file.fields(),
                file.inserted(),
                Map.of(),
                file.version() < info.version() ? OptionalLong.of(file.version()) : OptionalLong.empty());
    }
}
