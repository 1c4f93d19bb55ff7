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
package dev.stoa.reader.internal.scan;

import dev.stoa.format.internal.meta.Layout;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.RowRanges;
import dev.stoa.reader.ScanTrace;
import dev.stoa.reader.internal.fetch.DataStore;
import dev.stoa.reader.internal.file.ReadColumn;
import dev.stoa.reader.internal.plan.ColumnRanges;
import dev.stoa.reader.internal.plan.ScanPlan;
import dev.stoa.reader.internal.value.Match;
import dev.stoa.vio.Range;
import dev.stoa.vio.ReadPlan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Puts together what a scan traces. */
public final class Tracer {
    private final ScanPlan plan;
    private final DataStore store;

    public Tracer(ScanPlan plan, DataStore store) {
        this.plan = plan;
        this.store = store;
    }

    public ScanTrace trace(List<ScanTrace.Fetch> fetches) throws IOException {
        return new ScanTrace(zones(), columns(), outlook(List.of()), outlook(plan.selected()), List.copyOf(fetches));
    }

    private List<ScanTrace.Zone> zones() {
        long zoneRows = (long) plan.rowSet().zoneVectors() * Layout.VECTOR_ROWS;
        List<ScanTrace.Zone> zones = new ArrayList<>();
        RowRanges rows = plan.rows();
        for (long first = rows.first(); first < rows.end(); ) {
            long end = (first / zoneRows + 1) * zoneRows;
            zones.add(
                    new ScanTrace.Zone(first, rows.endBefore(first, end), verdict((int) (first / Layout.VECTOR_ROWS))));
            first = rows.firstFrom(end, Math.max(end, rows.end()));
        }
        return zones;
    }

    private ScanTrace.Verdict verdict(int vector) {
        return switch (plan.zones().ofVector(vector)) {
            case NONE -> ScanTrace.Verdict.PRUNED;
            case SOME -> ScanTrace.Verdict.TESTED;
            case ALL -> ScanTrace.Verdict.WHOLE;
        };
    }

    private List<ReadColumn> everything() {
        Map<Integer, ReadColumn> columns = new LinkedHashMap<>();
        plan.filterColumns().forEach(column -> columns.put(column.node(), column));
        plan.selected().forEach(column -> columns.put(column.node(), column));
        return List.copyOf(columns.values());
    }

    private Match match(int vector) {
        boolean isLookedAt = vector < plan.endVector() && plan.vectorFrom(vector) == vector;
        return isLookedAt ? plan.zones().ofVector(vector) : Match.NONE;
    }

    /** Takes successive vectors with the same knowledge. No row matches if the scan skips them. */
    private interface Runs {
        void run(int first, int end, Match match);
    }

    private void runs(Runs visitor) {
        int vectors = (int) plan.rowSet().vectors();
        int first = 0;
        while (first < vectors) {
            Match match = match(first);
            int end = first + 1;
            while (end < vectors && match(end) == match) {
                end++;
            }
            visitor.run(first, end, match);
            first = end;
        }
    }

    /** Of the predicate columns where they must be tested, and of delivered columns. */
    private ScanTrace.Outlook outlook(List<ReadColumn> delivered) throws IOException {
        try (DataStore.Fetch fetch = store.fetch()) {
            runs((first, end, match) -> {
                if (match == Match.SOME) {
                    for (int i = 0; i < plan.filterColumns().size(); i++) {
                        fetch.add(
                                plan.filterColumns().get(i),
                                plan.firstRow(first),
                                plan.endRow(end - 1),
                                plan.valuesNeeded().get(i));
                    }
                }
                if (match != Match.NONE) {
                    for (ReadColumn column : delivered) {
                        ColumnRanges.visit(
                                column,
                                plan.firstRow(first),
                                plan.endRow(end - 1),
                                (c, from, to) -> fetch.add(c, from, to, true));
                    }
                }
            });
            ReadPlan read = fetch.plan();
            return new ScanTrace.Outlook(
                    read.asked().size(),
                    read.bytesAsked(),
                    read.requests().size(),
                    read.bytesToRead(),
                    read.estimatedMicros());
        }
    }

    private List<ScanTrace.Column> columns() {
        Map<ColumnPath, Places> places = new LinkedHashMap<>();
        for (ReadColumn column : everything()) {
            runs((first, end, match) -> ColumnRanges.visit(
                    column,
                    (long) first * Layout.VECTOR_ROWS,
                    Math.min(plan.rowSet().rows(), (long) end * Layout.VECTOR_ROWS),
                    (c, from, to) -> places.computeIfAbsent(c.path(), path -> new Places())
                            .add(c, from, to, match != Match.NONE)));
        }
        List<ColumnPath> tested =
                plan.filterColumns().stream().map(ReadColumn::path).toList();
        List<ColumnPath> delivered =
                plan.selected().stream().map(ReadColumn::path).toList();
        List<ScanTrace.Column> columns = new ArrayList<>();
        places.forEach((path, place) -> columns.add(new ScanTrace.Column(
                path,
                tested.contains(path),
                delivered.stream().anyMatch(d -> startsWith(path, d)),
                joined(place.pruned),
                joined(place.candidates))));
        return columns;
    }

    private static boolean startsWith(ColumnPath path, ColumnPath prefix) {
        return path.names().size() >= prefix.names().size()
                && path.names().subList(0, prefix.names().size()).equals(prefix.names());
    }

    private static List<Range> joined(List<Range> ranges) {
        List<Range> sorted = new ArrayList<>(ranges);
        sorted.sort(Comparator.comparingLong(Range::offset));
        List<Range> joined = new ArrayList<>();
        for (Range range : sorted) {
            int last = joined.size() - 1;
            if (last >= 0 && range.offset() <= joined.get(last).end()) {
                Range before = joined.get(last);
                long end = Math.max(before.end(), range.end());
                if (end - before.offset() <= Integer.MAX_VALUE) {
                    joined.set(last, new Range(before.offset(), (int) (end - before.offset())));
                    continue;
                }
            }
            joined.add(range);
        }
        return joined;
    }

    /** The granules, with their pages, of a column. */
    private static final class Places {
        private final List<Range> pruned = new ArrayList<>();
        private final List<Range> candidates = new ArrayList<>();

        void add(ReadColumn column, long from, long to, boolean areCandidates) {
            List<Range> ranges = areCandidates ? candidates : pruned;
            ColumnRanges.granules(
                    column,
                    from,
                    to,
                    (firstRow, offset, length) ->
                            ranges.add(new Range(offset, (int) Math.min(length, Integer.MAX_VALUE))));
        }
    }
}
