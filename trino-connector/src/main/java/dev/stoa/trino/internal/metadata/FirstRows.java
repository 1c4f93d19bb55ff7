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
package dev.stoa.trino.internal.metadata;

import dev.stoa.format.ColumnVector;
import dev.stoa.reader.ColumnBounds;
import dev.stoa.table.Fragment;
import dev.stoa.table.Snapshot;
import dev.stoa.trino.internal.columns.Blocks;
import dev.stoa.trino.internal.columns.Rows;
import dev.stoa.trino.internal.plan.RowLimit;
import dev.stoa.trino.internal.plan.StoaColumn;
import dev.stoa.trino.internal.plan.StoaTable;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.connector.SortItem;
import io.trino.spi.connector.TopNApplicationResult;
import io.trino.spi.predicate.Domain;
import io.trino.spi.predicate.Range;
import io.trino.spi.predicate.TupleDomain;
import io.trino.spi.predicate.ValueSet;
import io.trino.spi.type.TypeUtils;
import io.trino.spi.type.VarbinaryType;
import io.trino.spi.type.VarcharType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The first rows of an order. By the bounds in the log, some fragments have enough rows up to a value, so a scan leaves out the
 * rows after it. If files have this order, a split also stops after its first rows. Trino puts the rows of all splits in order.
 */
final class FirstRows {

    private final Snapshot snapshot;
    private final StoaColumn column;
    private final boolean isAscending;

    private FirstRows(Snapshot snapshot, StoaColumn column, boolean isAscending) {
        this.snapshot = snapshot;
        this.column = column;
        this.isAscending = isAscending;
    }

    /** The table of fewer rows; empty if neither the log nor the order of the files leaves any out. */
    static Optional<TopNApplicationResult<ConnectorTableHandle>> of(
            Snapshot snapshot, StoaTable table, long count, List<SortItem> order, Map<String, ColumnHandle> assignments)
            throws IOException {
        StoaColumn first = (StoaColumn) assignments.get(order.getFirst().getName());
        if (!table.isOpen() || !DeclaredOrder.isComparable(snapshot, first)) {
            return Optional.empty();
        }
        FirstRows rows =
                new FirstRows(snapshot, first, order.getFirst().getSortOrder().isAscending());
        Optional<TupleDomain<StoaColumn>> enough =
                order.getFirst().getSortOrder().isNullsFirst()
                        ? Optional.empty()
                        : rows.enough(Survivors.of(snapshot, table.filter()), count);
        boolean isSorted = DeclaredOrder.startsWith(snapshot, order, assignments);
        if (enough.isEmpty() && !isSorted) {
            return Optional.empty();
        }
        StoaTable fewer = table.with(table.filter().intersect(enough.orElse(TupleDomain.all())))
                .with(isSorted ? new RowLimit(count, false) : RowLimit.ALL);
        return Optional.of(new TopNApplicationResult<>(fewer, false, false));
    }

    /** A part of the table, with its last value in the order. */
    private record Part(long rows, Object last) {}

    /** The condition that enough rows meet, and all rows before them. */
    private Optional<TupleDomain<StoaColumn>> enough(Survivors survivors, long count) throws IOException {
        if (!survivors.areWhole()) {
            return Optional.empty();
        }
        int field = column.topField(snapshot.schema()).fieldId().orElseThrow();
        List<Part> parts = new ArrayList<>();
        for (Fragment fragment : survivors.fragments()) {
            snapshot.bounds(fragment, field)
                    .flatMap(bounds -> part(fragment, bounds))
                    .ifPresent(parts::add);
        }
        Comparator<Object> ascending = (a, b) -> isUpTo(a, b) ? isUpTo(b, a) ? 0 : -1 : 1;
        parts.sort(Comparator.comparing(Part::last, isAscending ? ascending : ascending.reversed()));
        long rows = 0;
        for (Part part : parts) {
            rows += part.rows();
            if (rows >= count) {
                Range range = isAscending
                        ? Range.lessThanOrEqual(column.type(), part.last())
                        : Range.greaterThanOrEqual(column.type(), part.last());
                return Optional.of(
                        TupleDomain.withColumnDomains(Map.of(column, Domain.create(ValueSet.ofRanges(range), false))));
            }
        }
        return Optional.empty();
    }

    private boolean isUpTo(Object a, Object b) {
        return Range.lessThanOrEqual(column.type(), b).contains(Range.equal(column.type(), a));
    }

    /** Deleted rows may be those with values, so only the others count. A text that was cut is perhaps no text. */
    private Optional<Part> part(Fragment fragment, ColumnBounds bounds) {
        Optional<ColumnVector> last = isAscending ? bounds.max() : bounds.min();
        boolean isExact = isAscending ? bounds.maxExact() : bounds.minExact();
        boolean isCut = !isExact && (column.type() instanceof VarcharType || column.type() instanceof VarbinaryType);
        long rows = fragment.liveRows() - bounds.nullCount();
        return last.filter(_ -> rows > 0 && !isCut)
                .map(vector ->
                        TypeUtils.readNativeValue(column.type(), new Blocks().of(vector, column.type(), Rows.FIRST), 0))
                .map(value -> new Part(rows, value));
    }
}
