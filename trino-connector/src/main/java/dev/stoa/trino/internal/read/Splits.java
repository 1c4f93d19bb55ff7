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

import dev.stoa.table.Snapshot;
import dev.stoa.table.SnapshotPart;
import dev.stoa.table.TableSplit;
import dev.stoa.table.placement.SplitHosts;
import dev.stoa.trino.internal.plan.AnswerSplit;
import dev.stoa.trino.internal.plan.Filters;
import dev.stoa.trino.internal.plan.FunctionSplit;
import dev.stoa.trino.internal.plan.StoaColumn;
import dev.stoa.trino.internal.plan.StoaSplit;
import dev.stoa.trino.internal.plan.StoaTable;
import dev.stoa.trino.internal.store.StoaErrors;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorSplit;
import io.trino.spi.connector.ConnectorSplitManager;
import io.trino.spi.connector.ConnectorSplitSource;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.connector.ConnectorTransactionHandle;
import io.trino.spi.connector.Constraint;
import io.trino.spi.connector.DynamicFilterSnapshot;
import io.trino.spi.connector.FixedSplitSource;
import io.trino.spi.predicate.TupleDomain;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/** Divides a table among tasks: by the fragments that the log does not rule out, and large ones by rows. */
public final class Splits implements ConnectorSplitManager {
    /** How long splits wait for what the other side of a join has. */
    private static final long WAIT_MILLIS = 1_000;

    private final PlannedVersions versions;

    /** Finds the version of a table that a transaction plans with, so that it opens the table once. */
    public interface PlannedVersions {
        Snapshot of(ConnectorTransactionHandle transaction, ConnectorSession session, StoaTable table);
    }

    public Splits(PlannedVersions versions) {
        this.versions = versions;
    }

    @Override
    public ConnectorSplitSource getSplits(
            ConnectorTransactionHandle transaction,
            ConnectorSession session,
            ConnectorTableHandle table,
            Set<ColumnHandle> dynamicFilterColumns,
            Constraint constraint) {
        if (((StoaTable) table).answer().isPresent()) {
            return new FixedSplitSource(new AnswerSplit());
        }
        Snapshot snapshot = versions.of(transaction, session, (StoaTable) table);
        if (!((StoaTable) table).functions().isEmpty()) {
            return new FixedSplitSource(StoaErrors.unchecked(() -> split(snapshot, (StoaTable) table)));
        }
        return new Source(snapshot, (StoaTable) table, dynamicFilterColumns.isEmpty() ? 0 : WAIT_MILLIS);
    }

    private static FunctionSplit split(Snapshot snapshot, StoaTable table) throws IOException {
        List<TableSplit> rows = Filters.scan(snapshot, table.filter()).splits(Long.MAX_VALUE);
        SnapshotPart part = SnapshotPart.of(
                snapshot, rows.stream().map(TableSplit::fragment).collect(Collectors.toSet()));
        return new FunctionSplit(part.version(), part.bytes(), new SplitHosts(snapshot.folder()).of(rows));
    }

    private static List<ConnectorSplit> splits(Snapshot snapshot, StoaTable table, TupleDomain<StoaColumn> conditions)
            throws IOException {
        FoundSplits splits = new FoundSplits(snapshot, table.limit());
        for (TableSplit split : Filters.scan(snapshot, conditions).splits(StoaSplit.BYTES)) {
            splits.add(split);
        }
        return splits.all();
    }

    /** Finds the splits when Trino asks for the first ones: by then the other side of a join may have told what it has. */
    private static final class Source implements ConnectorSplitSource {
        private final Snapshot snapshot;
        private final StoaTable table;
        private final long waitMillis;
        private Optional<Iterator<ConnectorSplit>> found = Optional.empty();

        Source(Snapshot snapshot, StoaTable table, long waitMillis) {
            this.snapshot = snapshot;
            this.table = table;
            this.waitMillis = waitMillis;
        }

        @Override
        public CompletableFuture<List<ConnectorSplit>> getNextBatch(int most, DynamicFilterSnapshot dynamic) {
            if (found.isEmpty()) {
                TupleDomain<StoaColumn> all = table.filter().intersect(Filters.judged(dynamic.currentPredicate()));
                found = Optional.of(
                        StoaErrors.unchecked(() -> splits(snapshot, table, all)).iterator());
            }
            List<ConnectorSplit> batch = new ArrayList<>();
            while (batch.size() < most && found.get().hasNext()) {
                batch.add(found.get().next());
            }
            return CompletableFuture.completedFuture(batch);
        }

        @Override
        public boolean isFinished() {
            return found.isPresent() && !found.get().hasNext();
        }

        @Override
        public long getRequestedDynamicFilterWaitTimeoutMillis() {
            return waitMillis;
        }

        @Override
        public void close() {}
    }
}
