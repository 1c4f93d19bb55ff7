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
package dev.stoa.table.internal.log;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.ValueText;
import dev.stoa.reader.ColumnBounds;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.StoaFile;
import dev.stoa.reader.internal.value.ValueOrder;
import dev.stoa.table.TableException;
import dev.stoa.table.TableProperties;
import dev.stoa.table.internal.schema.FileColumns;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Whether the rows of a file can be in an order, by the bounds of its zones: no row is read. A refused file is surely not
 * sorted; rows of one zone may have any order.
 */
final class SortedZones {
    private final StoaFile file;
    private final List<Column> columns;

    private SortedZones(StoaFile file, List<Column> columns) {
        this.file = file;
        this.columns = columns;
    }

    /** A column of the order. */
    private record Column(
            ColumnPath path, TableProperties.SortColumn sort, List<ColumnBounds> zones, ValueOrder order) {

        /** The first value of a zone in the order, if its bound is exact. */
        Optional<ColumnVector> first(int zone) {
            return sort.descending() ? most(zones.get(zone)) : least(zones.get(zone));
        }

        /** The last value of a zone in the order, if its bound is exact. */
        Optional<ColumnVector> last(int zone) {
            return sort.descending() ? least(zones.get(zone)) : most(zones.get(zone));
        }

        private static Optional<ColumnVector> least(ColumnBounds zone) {
            return zone.minExact() ? zone.min() : Optional.empty();
        }

        private static Optional<ColumnVector> most(ColumnBounds zone) {
            return zone.maxExact() ? zone.max() : Optional.empty();
        }

        int compare(ColumnVector a, ColumnVector b) {
            int compared = order.compare(a, 0, b, 0);
            return sort.descending() ? -compared : compared;
        }

        /** Whether all rows of two zones surely have the same value. */
        boolean areSame(int a, int b) {
            return isOne(a) && isOne(b) && compare(first(a).orElseThrow(), first(b).orElseThrow()) == 0;
        }

        private boolean isOne(int zone) {
            Optional<ColumnVector> first = first(zone);
            Optional<ColumnVector> last = last(zone);
            return zones.get(zone).values() == zones.get(zone).rows()
                    && first.isPresent()
                    && last.isPresent()
                    && compare(first.get(), last.get()) == 0;
        }
    }

    /**
     * Looks at the bounds of the columns of an order.
     *
     * @throws TableException if rows are surely not in it
     */
    static void check(StoaFile file, FileColumns there, List<TableProperties.SortColumn> order) throws IOException {
        List<Column> columns = new ArrayList<>();
        for (TableProperties.SortColumn sort : order) {
            ColumnPath path = there.leaves().get(sort.fieldId());
            List<ColumnBounds> zones = path == null ? List.of() : file.table().zoneBounds(path);
            if (zones.isEmpty()) {
                break;
            }
            columns.add(
                    new Column(path, sort, zones, new ValueOrder(zones.get(0).type())));
        }
        if (!columns.isEmpty()) {
            new SortedZones(file, columns).check(0, 0, columns.get(0).zones().size());
        }
    }

    /** Compares zones whose rows are all equal in the columns before one. */
    private void check(int ordinal, int from, int to) throws TableException {
        if (ordinal == columns.size() || to - from < 2) {
            return;
        }
        Column column = columns.get(ordinal);
        checkNulls(column, from, to);
        Optional<ColumnVector> last = column.last(from);
        for (int zone = from + 1; zone < to; zone++) {
            Optional<ColumnVector> first = column.first(zone);
            if (last.isPresent() && first.isPresent() && column.compare(last.get(), first.get()) > 0) {
                throw refused(column, zone, ValueText.of(first.get(), 0) + " behind " + ValueText.of(last.get(), 0));
            }
            Optional<ColumnVector> own = column.last(zone);
            if (own.isPresent() && (last.isEmpty() || column.compare(own.get(), last.get()) > 0)) {
                last = own;
            }
        }
        for (int start = from; start < to; ) {
            int end = start + 1;
            while (end < to && column.areSame(start, end)) {
                end++;
            }
            check(ordinal + 1, start, end);
            start = end;
        }
    }

    private void checkNulls(Column column, int from, int to) throws TableException {
        boolean nulls = false;
        boolean values = false;
        for (int zone = from; zone < to; zone++) {
            ColumnBounds known = column.zones().get(zone);
            boolean hasNulls = known.nullCount() > 0;
            boolean hasValues = known.rows() > known.nullCount();
            if (column.sort().nullsFirst() ? values && hasNulls : nulls && hasValues) {
                throw refused(column, zone, column.sort().nullsFirst() ? "nulls behind values" : "values behind nulls");
            }
            nulls |= hasNulls;
            values |= hasValues;
        }
    }

    private TableException refused(Column column, int zone, String what) {
        long row = 0;
        for (int before = 0; before < zone; before++) {
            row += column.zones().get(before).rows();
        }
        return new TableException(file.name() + ": the table is sorted by column '" + column.path()
                + (column.sort().descending() ? "', descending" : "'") + ", this file is not: from row " + row
                + " on it has " + what + "; sort it, or insert its rows, which sorts them");
    }
}
