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

import dev.stoa.table.TableOperations;
import dev.stoa.trino.internal.columns.StoredTypes;
import dev.stoa.trino.internal.plan.StoaColumn;
import dev.stoa.trino.internal.plan.StoaExecuteHandle;
import dev.stoa.trino.internal.plan.StoaTable;
import dev.stoa.trino.internal.store.StoaErrors;
import dev.stoa.trino.internal.store.Warehouse;
import io.trino.spi.StandardErrorCode;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ColumnMetadata;
import io.trino.spi.connector.ColumnPosition;
import io.trino.spi.connector.ConnectorAccessControl;
import io.trino.spi.connector.ConnectorAnalyzeMetadata;
import io.trino.spi.connector.ConnectorMetadata;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorTableExecuteHandle;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.connector.RetryMode;
import io.trino.spi.connector.SaveMode;
import io.trino.spi.connector.SchemaTableName;
import io.trino.spi.statistics.ComputedStatistics;
import io.trino.spi.type.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** The statements that alter a table. */
abstract class AlteringMetadata implements ConnectorMetadata {
    private final Warehouse warehouse;
    private final OpenTables tables;
    private final boolean isOfOneStatement;

    AlteringMetadata(Warehouse warehouse, OpenTables tables, boolean isOfOneStatement) {
        this.warehouse = warehouse;
        this.tables = tables;
        this.isOfOneStatement = isOfOneStatement;
    }

    private Alterations alter(ConnectorTableHandle handle) {
        return new Alterations(tables.table(handle));
    }

    private void alterColumns(ConnectorTableHandle handle, Consumer<Alterations> change) {
        change.accept(alter(handle));
        changed(handle);
    }

    private void changed(ConnectorTableHandle handle) {
        warehouse.changed(((StoaTable) handle).place(), tables.table(handle));
    }

    @Override
    public Collection<String> listBranches(ConnectorSession session, SchemaTableName name) {
        return tables.find(name)
                .map(place -> BranchStatements.names(tables.table(place).lastKnown()))
                .orElse(List.of());
    }

    @Override
    public boolean branchExists(ConnectorSession session, SchemaTableName name, String branch) {
        return listBranches(session, name).contains(branch);
    }

    @Override
    public void createBranch(
            ConnectorSession session,
            ConnectorTableHandle handle,
            String branch,
            Optional<String> from,
            SaveMode mode,
            Map<String, Object> properties) {
        boolean isThere = branchExists(session, getTableName(session, handle), branch);
        if (isThere && mode == SaveMode.REPLACE) {
            throw StoaErrors.unsupported("the branch '" + branch + "' exists, and is not replaced: drop it first");
        }
        new BranchStatements(tables.table(handle)).create(branch, from);
    }

    @Override
    public void dropBranch(ConnectorSession session, ConnectorTableHandle handle, String branch) {
        new BranchStatements(tables.table(handle)).drop(branch);
    }

    @Override
    public void fastForwardBranch(ConnectorSession session, ConnectorTableHandle handle, String source, String target) {
        new BranchStatements(tables.table(handle)).forward(source, target);
        changed(handle);
    }

    @Override
    public void setTableComment(ConnectorSession session, ConnectorTableHandle handle, Optional<String> comment) {
        alter(handle).comment(comment);
    }

    @Override
    public void setColumnComment(
            ConnectorSession session, ConnectorTableHandle handle, ColumnHandle column, Optional<String> comment) {
        alter(handle).comment(((StoaColumn) column).name(), comment);
    }

    @Override
    public void setTableProperties(
            ConnectorSession session, ConnectorTableHandle handle, Map<String, Optional<Object>> properties) {
        alter(handle).properties(DeclaredProperties.changed(properties));
    }

    @Override
    public ConnectorAnalyzeMetadata getStatisticsCollectionMetadata(
            ConnectorSession session, ConnectorTableHandle handle, Map<String, Object> properties) {
        List<StoaColumn> columns = getColumnHandles(session, handle).values().stream()
                .map(StoaColumn.class::cast)
                .toList();
        return new ConnectorAnalyzeMetadata(handle, Analysis.wanted(columns, properties));
    }

    @Override
    public ConnectorTableHandle beginStatisticsCollection(ConnectorSession session, ConnectorTableHandle handle) {
        return handle;
    }

    @Override
    public void finishStatisticsCollection(
            ConnectorSession session, ConnectorTableHandle handle, Collection<ComputedStatistics> counted) {
        Analysis.finish(TableOperations.of(tables.table(handle)), counted);
    }

    @Override
    public void addColumn(
            ConnectorSession session, ConnectorTableHandle handle, ColumnMetadata column, ColumnPosition position) {
        StoredTypes.checkDeclared(column.getType(), column.getName());
        alterColumns(handle, table -> table.add(column, position));
    }

    @Override
    public void dropColumn(ConnectorSession session, ConnectorTableHandle handle, ColumnHandle column) {
        alterColumns(handle, table -> table.drop(List.of(((StoaColumn) column).name())));
    }

    @Override
    public void renameColumn(ConnectorSession session, ConnectorTableHandle handle, ColumnHandle column, String name) {
        alterColumns(handle, table -> table.rename(List.of(((StoaColumn) column).name()), name));
    }

    @Override
    public void setColumnType(ConnectorSession session, ConnectorTableHandle handle, ColumnHandle column, Type type) {
        StoredTypes.checkDeclared(type, ((StoaColumn) column).name());
        alterColumns(handle, table -> table.widen(List.of(((StoaColumn) column).name()), type));
    }

    @Override
    public void dropNotNullConstraint(ConnectorSession session, ConnectorTableHandle handle, ColumnHandle column) {
        alter(handle).makeNullable(((StoaColumn) column).name());
    }

    @Override
    public void addField(
            ConnectorSession session,
            ConnectorTableHandle handle,
            List<String> parent,
            String name,
            Type type,
            boolean mayExist) {
        StoredTypes.checkDeclared(type, name);
        alterColumns(handle, table -> table.addField(parent, name, type, mayExist));
    }

    @Override
    public void dropField(
            ConnectorSession session, ConnectorTableHandle handle, ColumnHandle column, List<String> path) {
        List<String> all = new ArrayList<>(List.of(((StoaColumn) column).name()));
        all.addAll(path);
        alterColumns(handle, table -> table.drop(all));
    }

    @Override
    public void renameField(ConnectorSession session, ConnectorTableHandle handle, List<String> path, String name) {
        alterColumns(handle, table -> table.rename(path, name));
    }

    @Override
    public void setFieldType(ConnectorSession session, ConnectorTableHandle handle, List<String> path, Type type) {
        StoredTypes.checkDeclared(type, String.join(".", path));
        alterColumns(handle, table -> table.widen(path, type));
    }

    @Override
    public Optional<ConnectorTableExecuteHandle> getTableHandleForExecute(
            ConnectorSession session,
            ConnectorAccessControl access,
            ConnectorTableHandle handle,
            String procedure,
            Map<String, Object> arguments,
            RetryMode retries) {
        if (!isOfOneStatement) {
            throw new TrinoException(
                    StandardErrorCode.AUTOCOMMIT_WRITE_CONFLICT,
                    procedure
                            + " commits by itself, and ROLLBACK would not take it back: run it outside of a transaction");
        }
        return Optional.of(Procedures.handle((StoaTable) handle, procedure, arguments));
    }

    @Override
    public Map<String, Long> executeTableExecute(ConnectorSession session, ConnectorTableExecuteHandle handle) {
        StoaExecuteHandle statement = (StoaExecuteHandle) handle;
        Map<String, Long> numbers = Procedures.run(tables.table(statement.place()), statement);
        warehouse.changed(statement.place(), tables.table(statement.place()));
        return numbers;
    }
}
