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

import dev.stoa.delta.Sidecar;
import dev.stoa.delta.SidecarSummary;
import dev.stoa.delta.SidecarTarget;
import dev.stoa.format.Type;
import dev.stoa.reader.ColumnBounds;
import dev.stoa.reader.FileIdentity;
import dev.stoa.table.SidecarFile;
import dev.stoa.table.TableException;
import dev.stoa.table.internal.logfile.SidecarPlace;
import dev.stoa.vio.Folder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/** The log's facts about a sidecar. They come from the sidecar itself, never from a caller. */
public record SidecarImport(SidecarPlace place, FileIdentity identity, SidecarSummary summary) {

    /**
     * Looks into a sidecar.
     *
     * @throws TableException if it is about something else than these rows of the fragment
     */
    public static SidecarImport of(Folder folder, SidecarPlace place, UUID fragment, long rows) throws IOException {
        try (Sidecar sidecar = Sidecar.open(place.source(folder, OptionalLong.empty()))) {
            SidecarTarget target = sidecar.target();
            if (!target.fragment().equals(fragment.toString()) || target.rows() != rows) {
                throw new TableException(folder.id() + "/" + place + ": it is about " + target.rows()
                        + " rows of the fragment " + target.fragment() + ", not " + rows + " of " + fragment);
            }
            return new SidecarImport(place, sidecar.identity(), sidecar.summary());
        }
    }

    /** The facts about the same sidecar in another place. */
    public SidecarImport at(SidecarPlace other) {
        return new SidecarImport(other, identity, summary);
    }

    /** The changed fields; none without new values. */
    public List<SidecarSummary.FieldChange> fields() {
        return summary.fields().stream().filter(change -> change.rows() > 0).toList();
    }

    /**
     * The sidecar as it is added.
     *
     * @param bounded the fields whose bounds the log keeps
     * @param version the last version with changes of other sidecars that are folded into it, if it has such changes
     */
    public SidecarFile.Added added(Map<Integer, Type> bounded, Optional<UUID> inserted, OptionalLong version) {
        List<Integer> ids = new ArrayList<>();
        Map<Integer, ColumnBounds> bounds = new HashMap<>();
        for (SidecarSummary.FieldChange change : fields()) {
            ids.add(change.fieldId());
            if (bounded.containsKey(change.fieldId())) {
                bounds.put(change.fieldId(), ColumnBounds.of(change.type(), change.rows(), change.values()));
            }
        }
        ids.sort(null);
        return new SidecarFile.Added(place, identity, summary.deletedRows(), ids, inserted, bounds, version);
    }
}
