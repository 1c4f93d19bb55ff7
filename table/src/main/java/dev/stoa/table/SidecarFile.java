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

import dev.stoa.delta.Sidecar;
import dev.stoa.reader.ColumnBounds;
import dev.stoa.reader.FileIdentity;
import dev.stoa.table.internal.logfile.LogRow;
import dev.stoa.table.internal.logfile.SidecarPlace;
import dev.stoa.vio.Folder;
import dev.stoa.vio.RangeSource;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/** A delta sidecar of a fragment. Immutable. */
public final class SidecarFile {
    private final SidecarPlace place;
    private final FileIdentity identity;
    private final long version;
    private final long deletedRows;
    private final List<Integer> fields;
    private final Optional<UUID> inserted;
    private final LogRow row;

    public SidecarFile(
            SidecarPlace place,
            FileIdentity identity,
            long version,
            long deletedRows,
            List<Integer> fields,
            Optional<UUID> inserted,
            LogRow row) {
        this.place = place;
        this.identity = identity;
        this.version = version;
        this.deletedRows = deletedRows;
        this.fields = List.copyOf(fields);
        this.inserted = inserted;
        this.row = row;
    }

    /** Opens it. */
    public Sidecar open(Folder folder) throws IOException {
        return place.open(folder, identity);
    }

    /** Opens its bytes. */
    public RangeSource source(Folder folder) throws IOException {
        return place.source(folder, OptionalLong.of(identity.length()));
    }

    /** Its path, relative to the table's folder. A sidecar in the log has no file, and the path only names it. */
    public String path() {
        return place.path();
    }

    /** Whether its bytes are in the log, so that it has no file. */
    public boolean isInLog() {
        return place.isInLog();
    }

    public SidecarPlace place() {
        return place;
    }

    /** Which file it is. */
    public FileIdentity identity() {
        return identity;
    }

    /** The version of the table that brought its changes. If it replaces several others, the last of theirs. */
    public long version() {
        return version;
    }

    /** How many rows it deletes. */
    public long deletedRows() {
        return deletedRows;
    }

    /** Returns the ids of the top-level fields with new values. */
    public List<Integer> fields() {
        return fields;
    }

    /** The fragment whose rows its anchors place among those of this one. */
    public Optional<UUID> inserted() {
        return inserted;
    }

    public LogRow row() {
        return row;
    }

    @Override
    public String toString() {
        return path();
    }

    /**
     * A sidecar that is about to be added, with what is known of its new values, by field id.
     *
     * @param folded if it replaces others, the version of the last of them
     */
    public record Added(
            SidecarPlace place,
            FileIdentity identity,
            long deletedRows,
            List<Integer> fields,
            Optional<UUID> inserted,
            Map<Integer, ColumnBounds> bounds,
            OptionalLong folded) {

        /** Whether it only holds what other sidecars have brought before. */
        public boolean isFolded() {
            return folded.isPresent();
        }
    }
}
