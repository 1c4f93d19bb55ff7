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
import dev.stoa.table.internal.log.Action;
import dev.stoa.table.internal.log.FragmentBounds;
import dev.stoa.table.internal.log.Fragments;
import dev.stoa.table.internal.log.PartFile;
import dev.stoa.table.internal.logfile.LogRow;
import dev.stoa.table.internal.schema.TableColumn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Rules out whole parts by what a checkpoint says of them, so that neither their fragments nor the bounds of these are read. A
 * change that came after a part may be of any fragment, so its new values count as values of each part. For one scan.
 */
public final class PartPruning implements Fragments.PartTest {
    private final BoundsFilter filter;
    private final List<TableColumn> columns;

    /**
     * For a filter.
     *
     * @param columns those of the filter
     */
    public PartPruning(BoundsFilter filter, List<TableColumn> columns) {
        this.filter = filter;
        this.columns = columns;
    }

    @Override
    public boolean mayMatch(PartFile part, Collection<Action> since) throws IOException {
        List<Optional<ColumnBounds>> known = new ArrayList<>();
        long rows = 1;
        for (TableColumn column : columns) {
            Optional<ColumnBounds> bounds = column.isLeaf() ? bounds(part, column, since) : Optional.empty();
            rows = Math.max(rows, bounds.map(ColumnBounds::rows).orElse(0L));
            known.add(bounds);
        }
        return filter.mayMatch(rows, known);
    }

    private static Optional<ColumnBounds> bounds(PartFile part, TableColumn column, Collection<Action> since)
            throws IOException {
        Optional<ColumnBounds> all = FragmentBounds.hint(part.row(), column.id(), column.type());
        for (Action action : since) {
            Optional<LogRow> row = newValues(action, column.topId());
            if (row.isPresent() && all.isPresent()) {
                all = FragmentBounds.hint(row.get(), column.id(), column.type()).map(all.get()::union);
            }
        }
        return all;
    }

    /** The row of the log that tells of the values that a change gives to a top-level field. */
    private static Optional<LogRow> newValues(Action action, int field) {
        if (action instanceof Action.AddFile a) {
            boolean has =
                    a.file().fields().map(fields -> fields.contains(field)).orElse(true);
            return has ? Optional.of(a.file().row()) : Optional.empty();
        } else if (action instanceof Action.AddSidecar a && a.sidecar().fields().contains(field)) {
            return Optional.of(a.sidecar().row());
        }
        return Optional.empty();
    }
}
