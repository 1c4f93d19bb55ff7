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
import dev.stoa.reader.RowRanges;
import dev.stoa.reader.internal.file.ReadColumn;
import dev.stoa.reader.internal.value.Match;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Divides the rows of a plan into parts: whole zones, those that may match, of about the same stored bytes of its columns.
 * It looks at several of very many zones together, so that a file's claim to have many zones costs no memory.
 */
public final class PlanDivider {
    /** Parts from stores that are read much at once are not smaller than this, so that requests stay few. */
    private static final long LEAST_BYTES = 1 << 20;

    /** The number of zones, or groups of zones, to look at. */
    private static final int MOST_UNITS = 1 << 16;

    private final ScanPlan plan;
    private final List<ReadColumn> columns;

    public PlanDivider(ScanPlan plan) {
        this.plan = plan;
        Map<Integer, ReadColumn> byNode = new LinkedHashMap<>();
        plan.filterColumns().forEach(column -> byNode.put(column.node(), column));
        plan.selected().forEach(column -> byNode.put(column.node(), column));
        this.columns = List.copyOf(byNode.values());
    }

    /** The zones that may have a row that matches. */
    public RowRanges zones() {
        return RowRanges.concat(parts(1));
    }

    /**
     * Returns the parts, in order; each has a row that may match.
     *
     * @param count about the number of parts; more if they would be larger than one fetch
     */
    public List<RowRanges> parts(int count) {
        int unitVectors = unitVectors();
        List<RowRanges> zones = new ArrayList<>();
        List<Long> zoneBytes = new ArrayList<>();
        long all = 0;
        int vector = plan.vectorFrom(0);
        while (vector < plan.endVector()) {
            int end = (vector / unitVectors + 1) * unitVectors;
            boolean isZone = unitVectors == plan.rowSet().zoneVectors();
            RowRanges rows = isZone ? rows(vector, end) : mayMatch(vector, end);
            long bytes = isZone ? bytes(vector, end) : bytes(rows);
            if (bytes >= 0) {
                zones.add(rows);
                zoneBytes.add(bytes);
                all += bytes;
            }
            vector = plan.vectorFrom(end);
        }
        return joined(zones, zoneBytes, target(all, count));
    }

    private int unitVectors() {
        int zoneVectors = plan.rowSet().zoneVectors();
        int zones = (plan.endVector() - plan.vectorFrom(0)) / zoneVectors;
        return zoneVectors * (1 + zones / MOST_UNITS);
    }

    private RowRanges rows(int firstVector, int endVector) {
        return plan.rows().within((long) firstVector * Layout.VECTOR_ROWS, (long) endVector * Layout.VECTOR_ROWS);
    }

    /** The rows of those zones of a group that may match. */
    private RowRanges mayMatch(int firstVector, int endVector) {
        if (plan.zones().areAlike()) {
            return plan.zones().ofZoneOf(firstVector) == Match.NONE
                    ? RowRanges.between(0, 0)
                    : rows(firstVector, endVector);
        }
        int zoneVectors = plan.rowSet().zoneVectors();
        int end = Math.min(endVector, plan.endVector());
        List<RowRanges> rows = new ArrayList<>();
        for (int vector = firstVector;
                vector < end;
                vector = plan.vectorFrom((vector / zoneVectors + 1) * zoneVectors)) {
            if (plan.zones().ofZoneOf(vector) != Match.NONE) {
                rows.add(rows(vector, Math.min(end, (vector / zoneVectors + 1) * zoneVectors)));
            }
        }
        return RowRanges.concat(rows);
    }

    /** The bytes of rows; negative if none exist. */
    private long bytes(RowRanges rows) {
        long bytes = rows.isEmpty() ? -1 : 0;
        for (int i = 0; i < rows.rangeCount(); i++) {
            bytes += ColumnRanges.bytes(columns, rows.rangeFirst(i), rows.rangeEnd(i));
        }
        return bytes;
    }

    /** The bytes of the vectors that may match; negative if none does. */
    private long bytes(int firstVector, int endVector) {
        long bytes = -1;
        int end = Math.min(endVector, plan.endVector());
        for (int vector = firstVector; vector < end; vector = plan.vectorFrom(vector + 1)) {
            if (plan.zones().ofVector(vector) != Match.NONE) {
                bytes = Math.max(0, bytes) + ColumnRanges.bytes(columns, plan.firstRow(vector), plan.endRow(vector));
            }
        }
        return bytes;
    }

    private long target(long all, int count) {
        long most = plan.limits().pieceBytes();
        return Math.max(Math.min(most, LEAST_BYTES), Math.min(most, all / count));
    }

    private static List<RowRanges> joined(List<RowRanges> zones, List<Long> bytes, long target) {
        List<RowRanges> parts = new ArrayList<>();
        int first = 0;
        long sum = 0;
        for (int i = 0; i < zones.size(); i++) {
            sum += bytes.get(i);
            if (sum >= target || i == zones.size() - 1) {
                parts.add(RowRanges.concat(zones.subList(first, i + 1)));
                first = i + 1;
                sum = 0;
            }
        }
        return parts;
    }
}
