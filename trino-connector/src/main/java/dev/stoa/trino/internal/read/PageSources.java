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
package dev.stoa.trino.internal.read;

import dev.stoa.reader.ColumnPath;
import dev.stoa.table.Snapshot;
import dev.stoa.table.SnapshotPart;
import dev.stoa.trino.internal.plan.FunctionSplit;
import dev.stoa.trino.internal.plan.StoaColumn;
import dev.stoa.trino.internal.plan.StoaSplit;
import dev.stoa.trino.internal.plan.StoaTable;
import dev.stoa.trino.internal.store.StoaErrors;
import dev.stoa.trino.internal.store.Warehouses;
import dev.stoa.vio.Folder;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ConnectorPageSource;
import io.trino.spi.connector.ConnectorPageSourceProvider;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorSplit;
import io.trino.spi.connector.ConnectorTableCredentials;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.connector.ConnectorTransactionHandle;
import io.trino.spi.connector.DynamicFilter;
import io.trino.spi.connector.MemoryContext;
import java.util.List;
import java.util.Optional;

/** Opens the splits of a table scan, on a worker: the split has all that is needed, so it reads no log. */
public final class PageSources implements ConnectorPageSourceProvider {
    private final Warehouses warehouses;
    private final ScanFilter filter = new ScanFilter();

    /** The splits of one table scan. */
    public PageSources(Warehouses warehouses) {
        this.warehouses = warehouses;
    }

    @Override
    public ConnectorPageSource createPageSource(
            ConnectorTransactionHandle transaction,
            ConnectorSession session,
            ConnectorSplit split,
            ConnectorTableHandle table,
            Optional<ConnectorTableCredentials> credentials,
            List<ColumnHandle> columns,
            DynamicFilter dynamic,
            MemoryContext memory) {
        StoaTable wanted = (StoaTable) table;
        List<StoaColumn> shown = columns.stream().map(StoaColumn.class::cast).toList();
        if (wanted.answer().isPresent()) {
            return AnswerPage.of(wanted.answer().get(), shown);
        }
        Folder folder = warehouses.of(session).files(wanted.place());
        if (split instanceof FunctionSplit all) {
            Snapshot snapshot = StoaErrors.unchecked(() -> new SnapshotPart(all.version(), all.part()).open(folder));
            return new FunctionPage(snapshot, wanted, shown);
        }
        StoaSplit rows = (StoaSplit) split;
        List<ColumnPath> paths = shown.stream()
                .filter(StoaColumn::isStored)
                .map(StoaColumn::path)
                .toList();
        SplitScan scan = StoaErrors.unchecked(() -> new SplitScan(
                new SnapshotPart(rows.version(), rows.part()).open(folder),
                rows,
                paths,
                now -> filter.of(wanted.filter(), now),
                dynamic));
        return new StoaPageSource(scan, folder.id(), shown, rows.most(), memory);
    }
}
