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
import dev.stoa.format.Field;
import dev.stoa.format.FieldNames;
import dev.stoa.reader.RowChanges;
import dev.stoa.reader.RowRanges;
import dev.stoa.table.internal.log.SidecarSink;
import dev.stoa.table.internal.log.TableState;
import dev.stoa.table.internal.logfile.SidecarPlace;
import dev.stoa.vio.Folder;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Rows that several tasks of one transaction delete. The log counts the deleted rows of each sidecar, so only one may have such a
 * row.
 */
public final class RepeatedDeletes {
    private final Folder folder;
    private final TableState base;
    private final Supplier<String> paths;
    private final Map<UUID, SidecarPlace> first = new HashMap<>();
    private final Map<UUID, RowRanges> deleted = new HashMap<>();

    /**
     * Those of a transaction.
     *
     * @param base the version that it reads
     * @param paths gives paths of new sidecars
     */
    public RepeatedDeletes(Folder folder, TableState base, Supplier<String> paths) {
        this.folder = folder;
        this.base = base;
        this.paths = paths;
    }

    /**
     * Returns a sidecar that deletes rows, without those that earlier ones of its fragment delete. It reads none for the first.
     *
     * @return the same place if no row is repeated; absent if nothing is left
     */
    public Optional<SidecarPlace> without(UUID fragment, SidecarPlace place) throws IOException {
        SidecarPlace before = first.putIfAbsent(fragment, place);
        if (before == null) {
            return Optional.of(place);
        }
        if (!deleted.containsKey(fragment)) {
            try (Sidecar earlier = open(before)) {
                deleted.put(fragment, earlier.deletedRows());
            }
        }
        try (Sidecar sidecar = open(place)) {
            RowRanges earlier = deleted.get(fragment);
            RowRanges own = sidecar.deletedRows();
            Optional<SidecarPlace> rest = earlier.intersect(own).isEmpty()
                    ? Optional.of(place)
                    : rest(
                            sidecar,
                            own.intersect(others(earlier, sidecar.target().rows())));
            deleted.put(fragment, earlier.union(own)); // not those of a sidecar that is refused
            return rest;
        }
    }

    private Sidecar open(SidecarPlace place) throws IOException {
        return Sidecar.open(place.source(folder, OptionalLong.empty()));
    }

    /** The rows of a fragment that are not among some. */
    private static RowRanges others(RowRanges some, long rows) {
        long[] firsts = new long[some.rangeCount() + 1];
        long[] ends = new long[firsts.length];
        int count = 0;
        long next = 0;
        for (int range = 0; range < some.rangeCount(); range++) {
            if (some.rangeFirst(range) > next) {
                firsts[count] = next;
                ends[count++] = some.rangeFirst(range);
            }
            next = some.rangeEnd(range);
        }
        if (rows > next) {
            firsts[count] = next;
            ends[count++] = rows;
        }
        return RowRanges.of(Arrays.copyOf(firsts, count), Arrays.copyOf(ends, count));
    }

    /** Writes a sidecar anew, with other deleted rows. */
    private Optional<SidecarPlace> rest(Sidecar sidecar, RowRanges rows) throws IOException {
        SidecarTarget target = sidecar.target();
        Map<Integer, String> names = new HashMap<>();
        sidecar.changedFields().forEach(field -> names.put(field.fieldId().orElseThrow(), field.name()));
        RowChanges values = sidecar.values(names, 0, target.rows());
        Anchors anchors = sidecar.anchors();
        if (rows.isEmpty() && values.isEmpty() && anchors.size() == 0) {
            return Optional.empty();
        }
        SidecarSink sink = SidecarSink.create(folder, paths.get(), base);
        try (SidecarWriter writer =
                SidecarWriter.create(sink, target, sidecar.changedFields(), WriterOptions.DEFAULT)) {
            writer.delete(rows);
            writer.anchor(anchors);
            for (String changed : values.changedColumns()) {
                Field field = FieldNames.get(sidecar.changedFields(), changed);
                writer.modify(
                        field.fieldId().orElseThrow(),
                        values.rows(changed),
                        values.values(changed).orElseThrow());
            }
            writer.finish();
        }
        return Optional.of(sink.place());
    }
}
