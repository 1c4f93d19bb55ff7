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
package dev.stoa.trino;

import dev.stoa.trino.internal.columns.TrinoTypes;
import dev.stoa.trino.internal.metadata.StoaMetadata;
import dev.stoa.trino.internal.plan.StoaTransaction;
import dev.stoa.trino.internal.read.PageSources;
import dev.stoa.trino.internal.read.Splits;
import dev.stoa.trino.internal.store.Warehouse;
import io.trino.spi.connector.Connector;
import io.trino.spi.connector.ConnectorMetadata;
import io.trino.spi.connector.ConnectorPageSourceProvider;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorSplitManager;
import io.trino.spi.connector.ConnectorTransactionHandle;
import io.trino.spi.transaction.IsolationLevel;

/** The tables of a warehouse. */
final class StoaConnector implements Connector {
    private final Warehouse warehouse;
    private final TrinoTypes types;

    StoaConnector(Warehouse warehouse, TrinoTypes types) {
        this.warehouse = warehouse;
        this.types = types;
    }

    @Override
    public ConnectorTransactionHandle beginTransaction(
            IsolationLevel isolation, boolean isReadOnly, boolean isAutoCommit) {
        IsolationLevel.checkConnectorSupports(IsolationLevel.REPEATABLE_READ, isolation);
        return StoaTransaction.INSTANCE;
    }

    @Override
    public ConnectorMetadata getMetadata(ConnectorSession session, ConnectorTransactionHandle transaction) {
        return new StoaMetadata(warehouse, types);
    }

    @Override
    public ConnectorSplitManager getSplitManager() {
        return new Splits(warehouse);
    }

    @Override
    public ConnectorPageSourceProvider getPageSourceProvider() {
        return new PageSources(warehouse);
    }

    @Override
    public void shutdown() {}
}
