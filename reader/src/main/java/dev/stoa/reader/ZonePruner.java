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
package dev.stoa.reader;

import dev.stoa.format.internal.meta.Layout;
import dev.stoa.format.internal.meta.MinMax;
import dev.stoa.format.internal.meta.RowSetRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Decides by MinMax which zones of a row range may hold matching rows (format-spec, section 5). */
final class ZonePruner implements Predicate.Zones {
    private final RowSetRecord rowSet;
    private final List<Optional<MinMax>> minMaxes;
    private final List<ReadColumn> columns;
    private final int firstZone;
    /** By zone from the first on; or one for all, where no MinMax tells them apart. */
    private final Match[] matches;

    /**
     * Prunes.
     *
     * @param columns the predicate columns
     * @param from first row
     * @param to one past the last row
     */
    ZonePruner(
            RowSetRecord rowSet,
            Optional<Predicate> predicate,
            List<ReadColumn> columns,
            ColumnLoader loader,
            long from,
            long to,
            ScanCounters counters) {
        this.rowSet = rowSet;
        this.columns = columns;
        this.minMaxes = new ArrayList<>();
        for (ReadColumn column : columns) {
            minMaxes.add(loader.minMax(column.node()));
        }
        long zoneRows = zoneRows();
        this.firstZone = (int) (from / zoneRows);
        boolean differ = minMaxes.stream().anyMatch(Optional::isPresent);
        int zones = from == to ? 0 : (int) ((to - 1) / zoneRows) - firstZone + 1;
        this.matches = new Match[differ ? zones : 1];
        for (int i = 0; i < matches.length; i++) {
            int zone = firstZone + i;
            matches[i] = predicate.map(p -> p.match(this, zone)).orElse(Match.ALL);
            if (differ) {
                long first = zone * zoneRows;
                count(matches[i], 1, Math.max(from, first), Math.min(to, first + zoneRows), counters);
            }
        }
        if (!differ && zones > 0) {
            count(matches[0], zones, from, to, counters);
        }
    }

    private static void count(Match match, int zones, long from, long to, ScanCounters counters) {
        long vectors = (to - 1) / Layout.VECTOR_ROWS - from / Layout.VECTOR_ROWS + 1;
        counters.zones += zones;
        counters.vectors += vectors;
        if (match == Match.NONE) {
            counters.zonesPruned += zones;
            counters.vectorsPruned += vectors;
            counters.rowsPruned += to - from;
        } else if (match == Match.ALL) {
            counters.zonesWhole += zones;
        }
    }

    private long zoneRows() {
        return (long) rowSet.zoneVectors() * Layout.VECTOR_ROWS;
    }

    /** What is known about a vector in the row range. */
    Match ofVector(int vector) {
        return matches.length == 1 ? matches[0] : matches[vector / rowSet.zoneVectors() - firstZone];
    }

    @Override
    public Optional<MinMax> minMax(int column) {
        return minMaxes.get(column);
    }

    @Override
    public long nullCount(int column) {
        return columns.get(column).record().nullCount();
    }

    @Override
    public long rows(int zone) {
        return Math.min(zoneRows(), rowSet.rows() - zone * zoneRows());
    }

    @Override
    public long rows() {
        return rowSet.rows();
    }
}
