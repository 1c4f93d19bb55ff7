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

import dev.stoa.format.TypeKind;
import dev.stoa.table.Snapshot;
import dev.stoa.table.TableProperties;
import dev.stoa.trino.internal.plan.StoaColumn;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.LocalProperty;
import io.trino.spi.connector.SortItem;
import io.trino.spi.connector.SortOrder;
import io.trino.spi.connector.SortingProperty;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The order of the rows in each file, which a table declares, where Trino compares the values alike. */
final class DeclaredOrder {
    private DeclaredOrder() {}

    /** Whether the rows of each file are in an order. */
    static boolean startsWith(Snapshot snapshot, List<SortItem> order, Map<String, ColumnHandle> assignments) {
        List<TableProperties.SortColumn> declared = snapshot.properties().sortedBy();
        if (order.size() > declared.size()) {
            return false;
        }
        for (int i = 0; i < order.size(); i++) {
            StoaColumn column = (StoaColumn) assignments.get(order.get(i).getName());
            if (!isComparable(snapshot, column)
                    || column.topField(snapshot.schema()).fieldId().orElseThrow()
                            != declared.get(i).fieldId()
                    || order.get(i).getSortOrder() != order(declared.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** Whether Trino compares the values of a column as the files do. */
    static boolean isComparable(Snapshot snapshot, StoaColumn column) {
        return column.isStored()
                && column.fields().isEmpty()
                && column.isExact()
                && column.topField(snapshot.schema()).type().kind() != TypeKind.ENUM;
    }

    /** The order of the rows of each split, by the columns that Trino compares alike. */
    static List<LocalProperty<ColumnHandle>> properties(Snapshot snapshot, Collection<ColumnHandle> columns) {
        List<LocalProperty<ColumnHandle>> order = new ArrayList<>();
        for (TableProperties.SortColumn sorted : snapshot.properties().sortedBy()) {
            Optional<StoaColumn> column = column(snapshot, columns, sorted.fieldId());
            if (column.isEmpty()) {
                break;
            }
            order.add(new SortingProperty<>(column.get(), order(sorted)));
        }
        return order;
    }

    /** The column of a field, if Trino compares its values alike. */
    static Optional<StoaColumn> column(Snapshot snapshot, Collection<ColumnHandle> columns, int fieldId) {
        return columns.stream()
                .map(StoaColumn.class::cast)
                .filter(column -> isComparable(snapshot, column)
                        && column.topField(snapshot.schema()).fieldId().orElseThrow() == fieldId)
                .findFirst();
    }

    private static SortOrder order(TableProperties.SortColumn column) {
        if (column.descending()) {
            return column.nullsFirst() ? SortOrder.DESC_NULLS_FIRST : SortOrder.DESC_NULLS_LAST;
        }
        return column.nullsFirst() ? SortOrder.ASC_NULLS_FIRST : SortOrder.ASC_NULLS_LAST;
    }
}
