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

import dev.stoa.table.Snapshot;
import dev.stoa.trino.internal.columns.StoredTypes;
import dev.stoa.trino.internal.plan.HashPartitioning;
import dev.stoa.trino.internal.plan.HashParts;
import dev.stoa.trino.internal.plan.StoaColumn;
import dev.stoa.trino.internal.plan.StoaTable;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ConnectorTableLayout;
import io.trino.spi.connector.ConnectorTablePartitioning;
import io.trino.spi.connector.ConnectorTableProperties;
import io.trino.spi.predicate.TupleDomain;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Tells the planner which rows of a table belong together, and the order of the rows of each split. */
final class Layouts {
    private Layouts() {}

    static ConnectorTableProperties of(
            Snapshot snapshot, StoaTable table, Optional<HashParts> parts, Collection<ColumnHandle> columns) {
        if (table.answer().isPresent()) {
            return new ConnectorTableProperties();
        }
        Optional<ConnectorTablePartitioning> partitioning =
                table.isOpen() ? parts.flatMap(hashed -> partitioning(snapshot, hashed, columns)) : Optional.empty();
        return new ConnectorTableProperties(
                TupleDomain.all(), partitioning, Optional.empty(), DeclaredOrder.properties(snapshot, columns));
    }

    /** Has each part of the table written by one writer. */
    static Optional<ConnectorTableLayout> ofInserts(ConnectorTableProperties table) {
        return table.getTablePartitioning()
                .map(parts -> new ConnectorTableLayout(
                        parts.getPartitioningHandle(),
                        parts.getPartitioningColumns().stream()
                                .map(column -> ((StoaColumn) column).name().toLowerCase(Locale.ENGLISH))
                                .toList(),
                        false));
    }

    /** The parts, if Trino's values have the hashes of the stored ones. */
    private static Optional<ConnectorTablePartitioning> partitioning(
            Snapshot snapshot, HashParts parts, Collection<ColumnHandle> columns) {
        return DeclaredOrder.column(snapshot, columns, parts.fieldId())
                .filter(column -> StoredTypes.of(column.type(), column.name())
                        .equals(column.topField(snapshot.schema()).type()))
                .map(column -> new ConnectorTablePartitioning(
                        new HashPartitioning(parts.count(), parts.hosts()), List.of(column)));
    }
}
