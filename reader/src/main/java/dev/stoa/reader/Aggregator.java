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

import dev.stoa.format.Batch;
import dev.stoa.format.Type;
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.format.internal.meta.MinMax;
import dev.stoa.reader.internal.file.ColumnLoader;
import dev.stoa.reader.internal.file.ReadColumn;
import dev.stoa.reader.internal.file.ScanCounters;
import dev.stoa.reader.internal.filter.Bounds;
import dev.stoa.reader.internal.plan.ScanPlan;
import dev.stoa.reader.internal.value.Match;
import dev.stoa.reader.internal.value.RangeList;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Aggregates the rows of a plan: zones that match as a whole by their metadata, where that is exact, and the rows of all
 * others by reading them.
 */
final class Aggregator {
    private static final int ZONES_PER_CHECK = 1 << 16;

    private final ScanPlan plan;
    private final List<Optional<MinMax>> minMaxes;
    private final ScanCounters counters;
    private final long zoneRows;
    private final List<Bounds> bounds = new ArrayList<>();
    private long rows;
    private long known;

    Aggregator(ScanPlan plan, ColumnLoader loader, ScanCounters counters) {
        this.plan = plan;
        this.minMaxes = plan.selected().stream()
                .map(column -> loader.minMax(column.node()))
                .toList();
        this.counters = counters;
        this.zoneRows = (long) plan.rowSet().zoneVectors() * Layout.VECTOR_ROWS;
        plan.selected().forEach(column -> bounds.add(new Bounds(column.type())));
    }

    /** An aggregator of nothing yet, for more rows of the same columns, by another thread. */
    private Aggregator(ScanPlan plan) {
        this.plan = plan;
        this.minMaxes = List.of();
        this.counters = new ScanCounters();
        this.zoneRows = 0;
        plan.selected().forEach(column -> bounds.add(new Bounds(column.type())));
    }

    ScanPlan plan() {
        return plan;
    }

    /** The answer, unless it takes reading data and that is not wanted. */
    Optional<Aggregates> run(boolean mayRead) throws IOException {
        RowRanges unknown = addZones();
        if (!unknown.isEmpty()) {
            if (!mayRead) {
                return Optional.empty();
            }
            read(unknown);
        }
        return Optional.of(
                result(counters.snapshot(plan.rowSet().rows(), plan.rows().count())));
    }

    /** The result up to now. */
    Aggregates result(ScanStats stats) {
        List<Aggregates.Column> columns = new ArrayList<>();
        for (int i = 0; i < bounds.size(); i++) {
            columns.add(bounds.get(i).result(plan.selected().get(i).path()));
        }
        return new Aggregates(rows, known, columns, stats);
    }

    /** One for other rows of the same columns, to be {@linkplain #merge merged}: for another thread. */
    Aggregator part() {
        return new Aggregator(plan);
    }

    /**
     * Adds what another one has found, also in another file.
     *
     * @throws IllegalArgumentException if it is not about columns of the same types
     */
    void merge(Aggregator other) {
        List<Type> types = types();
        if (!types.equals(other.types())) {
            throw new IllegalArgumentException(
                    other.plan.file().name() + ": the columns have the types " + other.types() + ", in "
                            + plan.file().name() + " they have " + types + ": aggregate these files one by one");
        }
        rows += other.rows;
        known += other.known;
        for (int i = 0; i < bounds.size(); i++) {
            bounds.get(i).merge(other.bounds.get(i));
        }
    }

    private List<Type> types() {
        return plan.selected().stream().map(ReadColumn::type).toList();
    }

    /** Adds the zones that metadata answers for; returns the rows of those that may match otherwise. */
    RowRanges addZones() throws ScanLimitException {
        // again: what the others gave may be beyond the bounds of a zone that are not exact
        return addZones(addZones(plan.rows()));
    }

    private RowRanges addZones(RowRanges looked) throws ScanLimitException {
        RangeList unknown = new RangeList();
        int zones = 0;
        for (long first = looked.firstFrom(0, looked.end()); first < looked.end(); ) {
            long end = endOfZone(first);
            RowRanges part = looked.within(first, end);
            if (plan.zones().ofZoneOf((int) (first / Layout.VECTOR_ROWS)) != Match.NONE && !add(part)) {
                unknown.add(part);
            }
            if (++zones % ZONES_PER_CHECK == 0) {
                plan.limits().reads().count(plan.file().name(), 0, 0);
            }
            first = looked.firstFrom(end, looked.end());
        }
        return unknown.ranges();
    }

    private long endOfZone(long row) {
        return (row / zoneRows + 1) * zoneRows;
    }

    /** Adds rows of one zone if they are all of it, all match, and its metadata tells enough of every column. */
    private boolean add(RowRanges part) {
        int zone = (int) (part.first() / zoneRows);
        long start = zone * zoneRows;
        long end = Math.min(start + zoneRows, plan.rowSet().rows());
        if (!part.holdAll(start, end) || plan.zones().ofZoneOf((int) (start / Layout.VECTOR_ROWS)) != Match.ALL) {
            return false;
        }
        long deleted = plan.overlay().deleted().within(start, end).count();
        if (deleted > 0 && !bounds.isEmpty()) {
            return false;
        }
        for (int i = 0; i < bounds.size(); i++) {
            if (minMaxes.get(i).isEmpty()
                    || plan.overlay().changes(plan.selected().get(i), start, end)
                    || !bounds.get(i).knows(minMaxes.get(i).get(), zone, end - start)) {
                return false;
            }
        }
        for (int i = 0; i < bounds.size(); i++) {
            bounds.get(i).add(minMaxes.get(i).get(), zone);
        }
        rows += end - start - deleted;
        known += end - start - deleted;
        return true;
    }

    private void read(RowRanges unknown) throws IOException {
        try (Scan scan = new Scan(plan.withRows(unknown), counters)) {
            while (scan.next()) {
                add(scan.batch());
            }
        }
    }

    /** Adds the selected rows of a batch. */
    void add(Batch batch) {
        rows += batch.selectedCount();
        for (int i = 0; i < bounds.size(); i++) {
            bounds.get(i).add(batch.column(i), batch);
        }
    }
}
