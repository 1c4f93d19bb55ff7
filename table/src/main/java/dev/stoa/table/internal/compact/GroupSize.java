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
package dev.stoa.table.internal.compact;

import dev.stoa.reader.ColumnBounds;
import dev.stoa.table.CompactionCosts;
import dev.stoa.table.DataFile;
import dev.stoa.table.Fragment;
import dev.stoa.table.SidecarFile;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The size of a fragment with its guests, by the log alone: no file is opened.
 *
 * @param host the fragment
 * @param members it and the others
 * @param fileBytes of the data files
 * @param files how many data files
 * @param sidecarBytes of the sidecars
 * @param sidecars how many sidecars
 * @param rows with deleted ones
 * @param deleted how many are deleted
 * @param modified by top-level field, about how many values of the host are modified
 */
record GroupSize(
        Fragment host,
        List<Fragment> members,
        long fileBytes,
        long files,
        long sidecarBytes,
        long sidecars,
        long rows,
        long deleted,
        TreeMap<Integer, Long> modified) {

    private static final int VECTOR_ROWS = 4096;
    private static final int BYTES_PER_VALUE = 16;

    static GroupSize of(Fragment host, List<Fragment> members) throws IOException {
        long fileBytes = 0;
        long files = 0;
        long sidecarBytes = 0;
        long sidecars = 0;
        long rows = 0;
        long deleted = 0;
        TreeMap<Integer, Long> modified = new TreeMap<>();
        for (Fragment member : members) {
            rows += member.rows();
            deleted += member.rows() - member.liveRows();
            for (DataFile file : member.files()) {
                fileBytes += file.identity().length();
                files++;
            }
            for (SidecarFile sidecar : member.sidecars()) {
                sidecarBytes += sidecar.identity().length();
                sidecars++;
                for (int field : sidecar.fields()) {
                    long folded = member.fileOf(field).map(DataFile::folded).orElse(-1L);
                    if (sidecar.version() > folded) {
                        modified.merge(field, values(sidecar, field), Long::sum);
                    }
                }
            }
        }
        return new GroupSize(host, members, fileBytes, files, sidecarBytes, sidecars, rows, deleted, modified);
    }

    private static long values(SidecarFile sidecar, int field) throws IOException {
        Optional<ColumnBounds> known =
                sidecar.row().file().hint(field, sidecar.row().row());
        return known.map(ColumnBounds::rows).orElse(sidecar.identity().length() / BYTES_PER_VALUE);
    }

    /** Estimates how many vectors of a column hold at least one of some rows that may be anywhere. */
    double vectorsWith(long changed) {
        double vectors = Math.max(1, Math.ceil((double) rows / VECTOR_ROWS));
        return vectors * (1 - Math.pow(1 - 1 / vectors, (double) changed));
    }

    /** About how many vectors of all columns carry a change. */
    double changedVectors() {
        double vectors = deleted == 0 ? 0 : vectorsWith(deleted);
        for (long count : modified.values()) {
            vectors += vectorsWith(count);
        }
        return vectors;
    }

    double scanCost(CompactionCosts costs) {
        return costs.scan(fileBytes + sidecarBytes, files + sidecars, changedVectors());
    }

    /** The bytes of the files once what is deleted is gone. */
    long liveBytes() {
        return rows == 0 ? 0 : (long) ((double) fileBytes * (rows - deleted) / rows);
    }
}
