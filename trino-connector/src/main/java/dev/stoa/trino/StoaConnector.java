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
import dev.stoa.trino.internal.metadata.Analysis;
import dev.stoa.trino.internal.metadata.DeclaredProperties;
import dev.stoa.trino.internal.metadata.Procedures;
import dev.stoa.trino.internal.metadata.StoaMetadata;
import dev.stoa.trino.internal.plan.StoaTransaction;
import dev.stoa.trino.internal.read.PageSources;
import dev.stoa.trino.internal.read.Splits;
import dev.stoa.trino.internal.store.Warehouses;
import dev.stoa.trino.internal.write.NodePartitioning;
import dev.stoa.trino.internal.write.PageSinks;
import io.trino.spi.NodeManager;
import io.trino.spi.connector.Connector;
import io.trino.spi.connector.ConnectorCapabilities;
import io.trino.spi.connector.ConnectorMetadata;
import io.trino.spi.connector.ConnectorNodePartitioningProvider;
import io.trino.spi.connector.ConnectorPageSinkProvider;
import io.trino.spi.connector.ConnectorPageSourceProviderFactory;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorSplitManager;
import io.trino.spi.connector.ConnectorTransactionHandle;
import io.trino.spi.connector.TableProcedureMetadata;
import io.trino.spi.session.PropertyMetadata;
import io.trino.spi.transaction.IsolationLevel;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** The tables of a warehouse. */
final class StoaConnector implements Connector {
    private final Warehouses warehouses;
    private final TrinoTypes types;
    private final NodeManager nodes;
    private final Map<ConnectorTransactionHandle, StoaMetadata> running = new ConcurrentHashMap<>();

    StoaConnector(Warehouses warehouses, TrinoTypes types, NodeManager nodes) {
        this.nodes = nodes;
        this.warehouses = warehouses;
        this.types = types;
    }

    @Override
    public ConnectorTransactionHandle beginTransaction(
            IsolationLevel isolation, boolean isReadOnly, boolean isAutoCommit) {
        IsolationLevel.checkConnectorSupports(IsolationLevel.REPEATABLE_READ, isolation);
        return new StoaTransaction(UUID.randomUUID(), isAutoCommit);
    }

    @Override
    public ConnectorMetadata getMetadata(ConnectorSession session, ConnectorTransactionHandle transaction) {
        return metadata(session, transaction);
    }

    private StoaMetadata metadata(ConnectorSession session, ConnectorTransactionHandle transaction) {
        return running.computeIfAbsent(
                transaction,
                _ -> new StoaMetadata(
                        warehouses.of(session), types, ((StoaTransaction) transaction).isOfOneStatement()));
    }

    @Override
    public void commit(ConnectorTransactionHandle transaction) {
        running.remove(transaction);
    }

    @Override
    public void rollback(ConnectorTransactionHandle transaction) {
        Optional.ofNullable(running.remove(transaction)).ifPresent(StoaMetadata::rollback);
    }

    /** A statement commits by itself, so a transaction of several could not be taken back. */
    @Override
    public boolean isSingleStatementWritesOnly() {
        return true;
    }

    @Override
    public Set<ConnectorCapabilities> getCapabilities() {
        return Set.of(ConnectorCapabilities.NOT_NULL_COLUMN_CONSTRAINT);
    }

    @Override
    public List<PropertyMetadata<?>> getTableProperties() {
        return DeclaredProperties.all();
    }

    @Override
    public List<PropertyMetadata<?>> getAnalyzeProperties() {
        return Analysis.properties();
    }

    @Override
    public Set<TableProcedureMetadata> getTableProcedures() {
        return Procedures.all();
    }

    @Override
    public ConnectorSplitManager getSplitManager() {
        return new Splits(
                (transaction, session, table) -> metadata(session, transaction).snapshot(table));
    }

    @Override
    public ConnectorPageSourceProviderFactory getPageSourceProviderFactory() {
        return () -> new PageSources(warehouses);
    }

    @Override
    public ConnectorPageSinkProvider getPageSinkProvider() {
        return new PageSinks(warehouses, types);
    }

    @Override
    public ConnectorNodePartitioningProvider getNodePartitioningProvider() {
        return new NodePartitioning(nodes);
    }

    @Override
    public void shutdown() {
        warehouses.close();
    }
}
