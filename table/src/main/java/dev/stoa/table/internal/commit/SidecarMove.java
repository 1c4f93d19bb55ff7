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
package dev.stoa.table.internal.commit;

import dev.stoa.delta.Anchors;
import dev.stoa.delta.Sidecar;
import dev.stoa.delta.SidecarTarget;
import dev.stoa.delta.SidecarWriter;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.reader.FileIdentity;
import dev.stoa.reader.RowChanges;
import dev.stoa.reader.RowRanges;
import dev.stoa.table.internal.log.SidecarSink;
import dev.stoa.table.internal.log.TableState;
import dev.stoa.table.internal.logfile.SidecarPlace;
import dev.stoa.table.internal.scan.TableImage;
import dev.stoa.vio.Folder;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Writes what a sidecar of a fragment changes as a sidecar of the fragment that has taken its place. Rows that were deleted
 * before are left out.
 */
final class SidecarMove {
    private static final int PIECE = 4096;

    private final Folder folder;
    private final AnchorMove anchors;
    private final MovedRows rows;
    private final SidecarTarget target;
    private final TableState state;

    /**
     * A move.
     *
     * @param version the version whose rows of the successor are read
     */
    SidecarMove(
            TableImage image, AnchorMove anchors, MovedRows rows, UUID successor, long successorRows, long version) {
        this.folder = image.folder();
        this.state = image.state();
        this.anchors = anchors;
        this.rows = rows;
        this.target = new SidecarTarget(successor.toString(), successorRows, version);
    }

    /**
     * Writes the new sidecar.
     *
     * @param guest the fragment whose rows its anchors place
     * @param newPath of the new sidecar, if it becomes a file
     * @return the new sidecar, if it changes anything
     */
    Optional<SidecarPlace> run(SidecarPlace place, FileIdentity identity, Optional<UUID> guest, String newPath)
            throws IOException {
        try (Sidecar old = place.open(folder, identity)) {
            Map<Integer, String> names = new HashMap<>();
            old.changedFields().forEach(field -> names.put(id(field), name(field)));
            RowChanges changes = old.changes(names, 0, rows.rows());
            RowRanges deleted = rows.moved(changes.deletedRows());
            Anchors placed = anchors.moved(old.anchors(), rows, guest);
            boolean modifies = false;
            for (Field field : old.changedFields()) {
                modifies |= !rows.moved(changes.modifiedRows(name(field))).isEmpty();
            }
            if (deleted.isEmpty() && placed.size() == 0 && !modifies) {
                return Optional.empty();
            }
            SidecarSink sink = SidecarSink.create(folder, newPath, state);
            try (SidecarWriter writer =
                    SidecarWriter.create(sink, target, old.changedFields(), WriterOptions.DEFAULT)) {
                writer.delete(deleted);
                writer.anchor(placed);
                for (Field field : old.changedFields()) {
                    modify(changes, field, writer);
                }
                writer.finish();
            }
            return Optional.of(sink.place());
        }
    }

    private static int id(Field field) {
        return field.fieldId().orElseThrow();
    }

    private static String name(Field field) {
        return "field_" + id(field);
    }

    private void modify(RowChanges changes, Field field, SidecarWriter writer) throws IOException {
        long[] old = changes.rows(name(field));
        int first = 0;
        while (first < old.length) {
            long[] moved = new long[PIECE];
            int end = first;
            while (end < old.length && end - first < PIECE && !rows.isDeleted(old[end])) {
                moved[end - first] = rows.slot(old[end]);
                end++;
            }
            if (end > first) {
                ColumnVector values = changes.values(name(field)).orElseThrow();
                writer.modify(
                        id(field), Arrays.copyOf(moved, end - first), RowChanges.slice(values, first, end - first));
                first = end;
            } else {
                first++;
            }
        }
    }
}
