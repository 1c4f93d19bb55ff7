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

import dev.stoa.format.ContentHash;
import dev.stoa.table.internal.log.Changes;
import dev.stoa.table.internal.log.EntryWriter;
import dev.stoa.table.internal.log.LogKind;
import dev.stoa.table.internal.log.MemoryFile;
import dev.stoa.table.internal.log.TableState;
import dev.stoa.vio.Folder;
import java.io.IOException;
import java.io.Serializable;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * Some fragments of a snapshot for another process. That process reads neither the log nor, in a folder without a log, the other
 * files. This part has no bounds of values, so the sender rules out fragments before.
 *
 * @param version of the snapshot
 * @param bytes an entry of a log that stands for itself
 */
public record SnapshotPart(long version, byte[] bytes) implements Serializable {

    /**
     * Takes some fragments.
     *
     * @throws IllegalArgumentException if the snapshot does not have one of them
     */
    public static SnapshotPart of(Snapshot snapshot, Collection<UUID> fragments) throws IOException {
        TableState state = snapshot.state();
        Changes changes = new Changes();
        changes.schema = Optional.of(state.schema());
        changes.properties = Optional.of(state.properties());
        changes.features = Optional.of(state.features());
        for (UUID id : fragments) {
            add(
                    changes,
                    snapshot.fragment(id)
                            .orElseThrow(() -> new IllegalArgumentException(snapshot + ": no fragment " + id)));
        }
        Optional<ContentHash> previous = state.version() == 0
                ? Optional.empty()
                : Optional.of(state.position().entry());
        byte[] bytes = EntryWriter.message(snapshot.folder().id(), state.table(), previous, state.info(), changes);
        return new SnapshotPart(state.version(), bytes);
    }

    private static void add(Changes changes, Fragment fragment) {
        List<DataFile.Added> files = fragment.files().stream()
                .map(file -> new DataFile.Added(file.path(), file.identity(), file.fields(), file.folded(), Map.of()))
                .toList();
        changes.added.put(fragment.id(), new Changes.NewFragment(fragment.rows(), fragment.partition(), files.get(0)));
        for (DataFile.Added file : files.subList(1, files.size())) {
            changes.add(changes.files, fragment.id(), file);
        }
        for (SidecarFile sidecar : fragment.sidecars()) {
            SidecarFile.Added added = new SidecarFile.Added(
                    sidecar.place(),
                    sidecar.identity(),
                    sidecar.deletedRows(),
                    sidecar.fields(),
                    sidecar.inserted(),
                    Map.of(),
                    OptionalLong.of(sidecar.version()));
            changes.add(changes.sidecars, fragment.id(), added);
        }
    }

    /**
     * The snapshot, of which only these fragments are there.
     *
     * @param folder of the table
     * @throws dev.stoa.format.CorruptFileException if the bytes are not as they were
     */
    public Snapshot open(Folder folder) throws IOException {
        MemoryFile entry = new MemoryFile(folder.id() + " at version " + version, bytes);
        TableState state = TableState.of(entry.contents(LogKind.ENTRY, version), entry.name());
        return Snapshot.alone(folder, state);
    }
}
