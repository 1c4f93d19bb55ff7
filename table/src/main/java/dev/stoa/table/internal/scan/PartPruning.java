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
package dev.stoa.table.internal.scan;

import dev.stoa.reader.ColumnBounds;
import dev.stoa.reader.internal.filter.BoundsFilter;
import dev.stoa.table.Fragment;
import dev.stoa.table.internal.log.CheckpointPart;
import dev.stoa.table.internal.log.FragmentBounds;
import dev.stoa.table.internal.log.LogFile;
import dev.stoa.table.internal.log.LogRow;
import dev.stoa.table.internal.log.TableState;
import dev.stoa.table.internal.schema.TableColumn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Rules out fragments by what a checkpoint says of a whole part, so that the bounds of the part are not read. For one scan and
 * one thread.
 */
public final class PartPruning {
    private final BoundsFilter filter;
    private final List<TableColumn> columns;
    private final Map<LogFile, LogRow> parts = new HashMap<>();
    private final Map<LogFile, Boolean> mayMatch = new HashMap<>();

    /**
     * For the scan of a state.
     *
     * @param columns those of the filter
     */
    public PartPruning(TableState state, BoundsFilter filter, List<TableColumn> columns) {
        this.filter = filter;
        this.columns = columns;
        for (CheckpointPart part : state.position().base().parts()) {
            parts.put(part.rows(), part.file().row());
        }
    }

    /** Whether no row of a fragment matches, as none of its part does. */
    public boolean excludes(Fragment fragment) throws IOException {
        LogFile file = fragment.row().file();
        LogRow part = parts.get(file);
        if (part == null || !liesIn(file, fragment)) {
            return false;
        }
        Boolean known = mayMatch.get(file);
        if (known == null) {
            known = mayMatch(part);
            mayMatch.put(file, known);
        }
        return !known;
    }

    private boolean mayMatch(LogRow part) throws IOException {
        List<Optional<ColumnBounds>> known = new ArrayList<>();
        long rows = 1;
        for (TableColumn column : columns) {
            Optional<ColumnBounds> bounds =
                    column.isLeaf() ? FragmentBounds.ofRow(part, column.id(), column.type()) : Optional.empty();
            rows = Math.max(rows, bounds.map(ColumnBounds::rows).orElse(0L));
            known.add(bounds);
        }
        return filter.mayMatch(rows, known);
    }

    /** Whether nothing was added to a fragment since its part was written. */
    private static boolean liesIn(LogFile part, Fragment fragment) {
        return fragment.files().stream().allMatch(file -> file.row().file() == part)
                && fragment.sidecars().stream()
                        .allMatch(sidecar -> sidecar.row().file() == part);
    }
}
