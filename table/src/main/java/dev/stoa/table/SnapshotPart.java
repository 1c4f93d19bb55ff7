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

import dev.stoa.table.internal.log.DecodedBytes;
import dev.stoa.table.internal.log.TableState;
import dev.stoa.table.internal.scan.SnapshotMessage;
import dev.stoa.vio.Folder;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/**
 * Some fragments of a snapshot for another process. That process reads neither the log nor, in a folder without a log, the other
 * files. This part has no bounds of values, so the sender rules out fragments before.
 *
 * @param version of the snapshot
 * @param bytes what the other process reads
 */
public record SnapshotPart(long version, byte[] bytes) implements Serializable {
    /** Of the heap, for the parts of all tables in a process. */
    private static final int SHARE = 256;

    /** The tasks of a statement have the same parts, and so have statements on one version of a table. */
    private static final DecodedBytes<TableState> DECODED =
            new DecodedBytes<>(Runtime.getRuntime().maxMemory() / SHARE);

    /**
     * Takes some fragments.
     *
     * @throws IllegalArgumentException if the snapshot does not have one of them
     */
    public static SnapshotPart of(Snapshot snapshot, Collection<UUID> fragments) throws IOException {
        List<Fragment> taken = new ArrayList<>();
        for (UUID id : fragments) {
            taken.add(snapshot.fragment(id)
                    .orElseThrow(() -> new IllegalArgumentException(snapshot + ": no fragment " + id)));
        }
        return new SnapshotPart(snapshot.version(), SnapshotMessage.write(snapshot.state(), taken));
    }

    /**
     * Opens the snapshot with these fragments alone. A process decodes the same bytes once.
     *
     * @param folder of the table
     * @throws dev.stoa.format.CorruptFileException if the bytes are not as they were
     */
    public Snapshot open(Folder folder) throws IOException {
        String name = folder.id() + " at version " + version;
        return Snapshot.alone(folder, DECODED.of(name, bytes, () -> SnapshotMessage.read(bytes, name)));
    }
}
