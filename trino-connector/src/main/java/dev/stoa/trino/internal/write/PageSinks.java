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
package dev.stoa.trino.internal.write;

import dev.stoa.table.Snapshot;
import dev.stoa.table.SnapshotPart;
import dev.stoa.trino.internal.columns.TrinoTypes;
import dev.stoa.trino.internal.plan.StoaMergeHandle;
import dev.stoa.trino.internal.plan.StoaWriteHandle;
import dev.stoa.trino.internal.store.StoaErrors;
import dev.stoa.trino.internal.store.Warehouses;
import io.trino.spi.connector.ConnectorInsertTableHandle;
import io.trino.spi.connector.ConnectorMergeSink;
import io.trino.spi.connector.ConnectorMergeTableHandle;
import io.trino.spi.connector.ConnectorOutputTableHandle;
import io.trino.spi.connector.ConnectorPageSink;
import io.trino.spi.connector.ConnectorPageSinkId;
import io.trino.spi.connector.ConnectorPageSinkProvider;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorTableCredentials;
import io.trino.spi.connector.ConnectorTransactionHandle;
import java.io.IOException;
import java.util.Optional;

/** Opens the writers of tasks, on workers: the handle has all that is needed, so they read no log. */
public final class PageSinks implements ConnectorPageSinkProvider {
    private final Warehouses warehouses;
    private final TrinoTypes types;

    public PageSinks(Warehouses warehouses, TrinoTypes types) {
        this.warehouses = warehouses;
        this.types = types;
    }

    @Override
    public ConnectorPageSink createPageSink(
            ConnectorTransactionHandle transaction,
            ConnectorSession session,
            ConnectorOutputTableHandle table,
            Optional<ConnectorTableCredentials> credentials,
            ConnectorPageSinkId id) {
        return sink(session, (StoaWriteHandle) table);
    }

    @Override
    public ConnectorPageSink createPageSink(
            ConnectorTransactionHandle transaction,
            ConnectorSession session,
            ConnectorInsertTableHandle table,
            Optional<ConnectorTableCredentials> credentials,
            ConnectorPageSinkId id) {
        return sink(session, (StoaWriteHandle) table);
    }

    private StoaPageSink sink(ConnectorSession session, StoaWriteHandle handle) {
        return StoaErrors.unchecked(() -> new StoaPageSink(snapshot(session, handle), handle.columns(), types));
    }

    @Override
    public ConnectorMergeSink createMergeSink(
            ConnectorTransactionHandle transaction,
            ConnectorSession session,
            ConnectorMergeTableHandle merge,
            Optional<ConnectorTableCredentials> credentials,
            ConnectorPageSinkId id) {
        StoaMergeHandle handle = (StoaMergeHandle) merge;
        return StoaErrors.unchecked(
                () -> new StoaMergeSink(snapshot(session, handle.write()), handle.changing(), types));
    }

    private Snapshot snapshot(ConnectorSession session, StoaWriteHandle handle) throws IOException {
        return new SnapshotPart(handle.version(), handle.part())
                .open(warehouses.of(session).files(handle.place()));
    }
}
