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
package dev.stoa.reader.internal.plan;

import dev.stoa.format.internal.meta.Layout;
import dev.stoa.format.internal.meta.MinMax;
import dev.stoa.format.internal.meta.RowSetRecord;
import dev.stoa.reader.RowRanges;
import dev.stoa.reader.internal.file.ColumnLoader;
import dev.stoa.reader.internal.file.ReadColumn;
import dev.stoa.reader.internal.file.ScanCounters;
import dev.stoa.reader.internal.filter.Outcomes;
import dev.stoa.reader.internal.filter.Predicate;
import dev.stoa.reader.internal.value.Match;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Decides by MinMax which zones of a scan's rows may hold matching rows (format-spec, section 5). */
public final class ZonePruner implements Predicate.Zones {
    private static final Match[] NO_MATCHES = new Match[0];

    private final RowSetRecord rowSet;
    private final List<Optional<MinMax>> minMaxes;
    private final List<ReadColumn> columns;
    private final int firstZone;
    /** By zone from the first on; or one for all, where no MinMax tells them apart. */
    private final Match[] matches;
    /** By zone likewise, for each of its vectors, where new values make some match and others not; else empty. */
    private final Match[][] byVector;

    private final Outcomes outcomes;
    /** The rows whose new values are counted in. */
    private long newFirst;

    private long newEnd;

    /**
     * Prunes.
     *
     * @param columns the predicate columns
     * @param rows the rows to look at
     * @param outcomes on new values
     */
    public ZonePruner(
            RowSetRecord rowSet,
            Optional<Predicate> predicate,
            List<ReadColumn> columns,
            ColumnLoader loader,
            RowRanges rows,
            Outcomes outcomes,
            ScanCounters counters) {
        this.rowSet = rowSet;
        this.columns = columns;
        this.outcomes = outcomes;
        this.minMaxes = new ArrayList<>();
        for (ReadColumn column : columns) {
            minMaxes.add(loader.minMax(column.node()));
        }
        long zoneRows = zoneRows();
        this.firstZone = (int) (rows.first() / zoneRows);
        boolean differ = minMaxes.stream().anyMatch(Optional::isPresent);
        int zones = rows.isEmpty() ? 0 : (int) ((rows.end() - 1) / zoneRows) - firstZone + 1;
        this.matches = new Match[differ ? zones : 1];
        this.byVector = new Match[matches.length][];
        Arrays.fill(byVector, NO_MATCHES);
        for (int i = 0; i < matches.length; i++) {
            int zone = firstZone + i;
            RowRanges part = differ ? rows.within(zone * zoneRows, (zone + 1) * zoneRows) : rows;
            if (part.isEmpty()) {
                matches[i] = Match.NONE;
            } else {
                matches[i] = predicate.map(p -> p.match(this, zone)).orElse(Match.ALL);
                if (predicate.isPresent() && !outcomes.isEmpty()) {
                    countNewValuesIn(i, predicate.get(), differ);
                }
                count(matches[i], part, counters);
            }
        }
    }

    /** Where new values change what is known about a zone, they do so for their vectors only. */
    private void countNewValuesIn(int i, Predicate predicate, boolean differ) {
        int zone = firstZone + i;
        newFirst = differ ? zone * zoneRows() : 0;
        newEnd = differ ? newFirst + zoneRows() : rowSet.rows();
        Match all = predicate.match(this, zone);
        if (all != matches[i]) {
            matches[i] = all;
            if (differ) {
                byVector[i] = new Match[rowSet.zoneVectors()];
                for (int v = 0; v < byVector[i].length; v++) {
                    newFirst = zone * zoneRows() + (long) v * Layout.VECTOR_ROWS;
                    newEnd = newFirst + Layout.VECTOR_ROWS;
                    byVector[i][v] = predicate.match(this, zone);
                }
            }
        }
        newFirst = 0;
        newEnd = 0;
    }

    private void count(Match match, RowRanges rows, ScanCounters counters) {
        long zones = rows.blocks(zoneRows());
        long vectors = rows.blocks(Layout.VECTOR_ROWS);
        counters.zones += zones;
        counters.vectors += vectors;
        if (match == Match.NONE) {
            counters.zonesPruned += zones;
            counters.vectorsPruned += vectors;
            counters.rowsPruned += rows.count();
        } else if (match == Match.ALL) {
            counters.zonesWhole += zones;
        }
    }

    private long zoneRows() {
        return (long) rowSet.zoneVectors() * Layout.VECTOR_ROWS;
    }

    /** Returns the result for a vector in the row range. */
    public Match ofVector(int vector) {
        int i = place(vector);
        return byVector[i].length == 0 ? matches[i] : byVector[i][vector % rowSet.zoneVectors()];
    }

    /** Whether the same is known about all zones. */
    boolean areAlike() {
        return matches.length == 1;
    }

    /** Returns the result for the zone of a vector in the row range. */
    public Match ofZoneOf(int vector) {
        return matches[place(vector)];
    }

    /** Returns the vector to look at next after one without matching rows: that of the next zone, if none in its zone has any. */
    public int behind(int vector) {
        int zoneVectors = rowSet.zoneVectors();
        return ofZoneOf(vector) == Match.NONE ? (vector / zoneVectors + 1) * zoneVectors : vector + 1;
    }

    private int place(int vector) {
        return matches.length == 1 ? 0 : vector / rowSet.zoneVectors() - firstZone;
    }

    @Override
    public Optional<Match> ofNewValues(Predicate.InSet condition) {
        return newFirst == newEnd ? Optional.empty() : outcomes.match(condition, newFirst, newEnd);
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
    public long rows(int column, int zone) {
        return Math.min(zoneRows(), rowSet.rows() - zone * zoneRows());
    }

    @Override
    public long rows() {
        return rowSet.rows();
    }
}
