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

import dev.stoa.reader.Filter;
import dev.stoa.table.Fragment;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import dev.stoa.table.TableProperties;
import dev.stoa.trino.internal.columns.TrinoTypes;
import dev.stoa.trino.internal.plan.Filters;
import dev.stoa.trino.internal.plan.FragmentPartitioning;
import dev.stoa.trino.internal.plan.StoaColumn;
import dev.stoa.trino.internal.plan.StoaMergeHandle;
import dev.stoa.trino.internal.plan.StoaTable;
import dev.stoa.trino.internal.plan.StoaWriteHandle;
import dev.stoa.trino.internal.store.Place;
import dev.stoa.trino.internal.store.StoaErrors;
import dev.stoa.trino.internal.store.Warehouse;
import io.airlift.slice.Slice;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.AggregateFunction;
import io.trino.spi.connector.AggregationApplicationResult;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ColumnMetadata;
import io.trino.spi.connector.ConnectorInsertTableHandle;
import io.trino.spi.connector.ConnectorMergeTableHandle;
import io.trino.spi.connector.ConnectorOutputMetadata;
import io.trino.spi.connector.ConnectorOutputTableHandle;
import io.trino.spi.connector.ConnectorPartitioningHandle;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.connector.ConnectorTableLayout;
import io.trino.spi.connector.ConnectorTableMetadata;
import io.trino.spi.connector.ConnectorTableProperties;
import io.trino.spi.connector.ConnectorTableVersion;
import io.trino.spi.connector.Constraint;
import io.trino.spi.connector.ConstraintApplicationResult;
import io.trino.spi.connector.LimitApplicationResult;
import io.trino.spi.connector.ProjectionApplicationResult;
import io.trino.spi.connector.RelationColumnsMetadata;
import io.trino.spi.connector.RetryMode;
import io.trino.spi.connector.RowChangeParadigm;
import io.trino.spi.connector.SaveMode;
import io.trino.spi.connector.SchemaTableName;
import io.trino.spi.connector.SortItem;
import io.trino.spi.connector.SystemTable;
import io.trino.spi.connector.TopNApplicationResult;
import io.trino.spi.connector.WriterScalingOptions;
import io.trino.spi.expression.ConnectorExpression;
import io.trino.spi.security.PrincipalType;
import io.trino.spi.security.TrinoPrincipal;
import io.trino.spi.statistics.ComputedStatistics;
import io.trino.spi.statistics.TableStatistics;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers what Trino asks in one of its transactions: each group of questions has a class, and this one passes them on. */
public final class StoaMetadata extends AlteringMetadata {
    private static final Logger LOG = LoggerFactory.getLogger(StoaMetadata.class);

    private final Warehouse warehouse;
    private final OpenTables tables;
    private final TableColumns columns;
    private final NewTables newTables;
    private final Writes writes;

    /**
     * Answers for a transaction.
     *
     * @param isOfOneStatement whether it ends with its first statement
     */
    public StoaMetadata(Warehouse warehouse, TrinoTypes types, boolean isOfOneStatement) {
        this(warehouse, new OpenTables(warehouse), types, isOfOneStatement);
    }

    private StoaMetadata(Warehouse warehouse, OpenTables tables, TrinoTypes types, boolean isOfOneStatement) {
        super(warehouse, tables, isOfOneStatement);
        this.warehouse = warehouse;
        this.tables = tables;
        this.columns = new TableColumns(types);
        this.newTables = new NewTables(warehouse, tables);
        this.writes = new Writes(warehouse);
    }

    /** The version of a table that the transaction reads. */
    public Snapshot snapshot(StoaTable table) {
        return tables.snapshot(table);
    }

    @Override
    public List<String> listSchemaNames(ConnectorSession session) {
        return warehouse.schemas();
    }

    @Override
    public boolean schemaExists(ConnectorSession session, String name) {
        return warehouse.hasSchema(name);
    }

    @Override
    public List<SchemaTableName> listTables(ConnectorSession session, Optional<String> schema) {
        List<SchemaTableName> names = new ArrayList<>();
        for (String one : schema.map(List::of).orElseGet(warehouse::schemas)) {
            warehouse.tables(one).forEach(table -> names.add(new SchemaTableName(one, table)));
        }
        return names;
    }

    @Override
    public ConnectorTableHandle getTableHandle(
            ConnectorSession session,
            SchemaTableName name,
            Optional<ConnectorTableVersion> from,
            Optional<ConnectorTableVersion> to) {
        if (from.isPresent()) {
            throw StoaErrors.unsupported(name + ": a range of versions can't be read; name one, by AS OF");
        }
        return tables.find(name).map(place -> tables.handle(place, to, session)).orElse(null); // so the interface says
    }

    @Override
    public SchemaTableName getTableName(ConnectorSession session, ConnectorTableHandle handle) {
        Place place = ((StoaTable) handle).place();
        return new SchemaTableName(place.schema(), place.table());
    }

    @Override
    public ConnectorTableMetadata getTableMetadata(ConnectorSession session, ConnectorTableHandle handle) {
        Snapshot snapshot = tables.snapshot(handle);
        TableProperties declared = snapshot.properties();
        List<ColumnMetadata> all = new ArrayList<>(columns.stored(snapshot));
        for (StoaColumn hidden : List.of(StoaColumn.PATH, StoaColumn.POSITION)) {
            if (snapshot.schema().indexOf(hidden.name()).isEmpty()) {
                all.add(TableColumns.hidden(hidden));
            }
        }
        return new ConnectorTableMetadata(
                getTableName(session, handle),
                all,
                DeclaredProperties.shown(snapshot.schema(), declared),
                Optional.ofNullable(declared.other().get(TableProperties.COMMENT)));
    }

    @Override
    public Map<String, ColumnHandle> getColumnHandles(ConnectorSession session, ConnectorTableHandle handle) {
        return columns.handles(tables.snapshot(handle));
    }

    @Override
    public ColumnMetadata getColumnMetadata(
            ConnectorSession session, ConnectorTableHandle handle, ColumnHandle column) {
        return columns.one(tables.snapshot(handle), (StoaColumn) column);
    }

    @Override
    public Iterator<RelationColumnsMetadata> streamRelationColumns(
            ConnectorSession session, Optional<String> schema, UnaryOperator<Set<SchemaTableName>> kept) {
        Set<SchemaTableName> names =
                kept.apply(listTables(session, schema).stream().collect(Collectors.toSet()));
        List<RelationColumnsMetadata> shown = new ArrayList<>();
        for (SchemaTableName name : names) {
            columnsIfReadable(name).ifPresent(all -> shown.add(RelationColumnsMetadata.forTable(name, all)));
        }
        return shown.iterator();
    }

    /** Leaves out what is gone by now, and tables that can't be read, with a warning: a list of all others is still useful. */
    private Optional<List<ColumnMetadata>> columnsIfReadable(SchemaTableName name) {
        try {
            return tables.find(name)
                    .map(place -> columns.stored(tables.table(place).lastKnown()));
        } catch (TrinoException e) {
            LOG.warn("The columns of {} are not listed, because the table can't be read", name, e);
            return Optional.empty();
        }
    }

    @Override
    public Optional<SystemTable> getSystemTable(ConnectorSession session, SchemaTableName name) {
        return MetadataTable.of(name, base -> tables.find(base).map(tables::table));
    }

    @Override
    public TableStatistics getTableStatistics(ConnectorSession session, ConnectorTableHandle handle) {
        return StoaErrors.unchecked(() -> new LogStatistics(tables.snapshot(handle), (StoaTable) handle)
                .of(getColumnHandles(session, handle).values()));
    }

    @Override
    public ConnectorTableProperties getTableProperties(ConnectorSession session, ConnectorTableHandle handle) {
        return Layouts.of(
                tables.snapshot(handle),
                (StoaTable) handle,
                tables.hashParts(handle),
                getColumnHandles(session, handle).values());
    }

    @Override
    public Optional<ConstraintApplicationResult<ConnectorTableHandle>> applyFilter(
            ConnectorSession session, ConnectorTableHandle handle, Constraint constraint) {
        return Pushdown.filter(
                (StoaTable) handle, constraint, tables.snapshot(handle).schema());
    }

    @Override
    public Optional<LimitApplicationResult<ConnectorTableHandle>> applyLimit(
            ConnectorSession session, ConnectorTableHandle handle, long limit) {
        return StoaErrors.unchecked(() -> Pushdown.limit((StoaTable) handle, tables.snapshot(handle), limit));
    }

    @Override
    public Optional<TopNApplicationResult<ConnectorTableHandle>> applyTopN(
            ConnectorSession session,
            ConnectorTableHandle handle,
            long count,
            List<SortItem> order,
            Map<String, ColumnHandle> assignments) {
        return StoaErrors.unchecked(
                () -> FirstRows.of(tables.snapshot(handle), (StoaTable) handle, count, order, assignments));
    }

    @Override
    public Optional<ProjectionApplicationResult<ConnectorTableHandle>> applyProjection(
            ConnectorSession session,
            ConnectorTableHandle handle,
            List<ConnectorExpression> projections,
            Map<String, ColumnHandle> assignments) {
        return new Projections(tables.snapshot(handle).schema(), assignments).of((StoaTable) handle, projections);
    }

    @Override
    public Optional<AggregationApplicationResult<ConnectorTableHandle>> applyAggregation(
            ConnectorSession session,
            ConnectorTableHandle handle,
            List<AggregateFunction> functions,
            Map<String, ColumnHandle> assignments,
            List<List<ColumnHandle>> groups) {
        return groups.equals(List.of(List.of()))
                ? StoaErrors.unchecked(
                        () -> Aggregations.of(tables.snapshot(handle), (StoaTable) handle, functions, assignments))
                : Optional.empty();
    }

    @Override
    public void createSchema(
            ConnectorSession session, String name, Map<String, Object> properties, TrinoPrincipal owner) {
        boolean isUser =
                owner.getType() == PrincipalType.USER && owner.getName().equalsIgnoreCase(session.getUser());
        if (!isUser) { // Trino gives the name of the user in small letters
            throw StoaErrors.unsupported(
                    "the schema " + name + " can't belong to " + owner.getName() + ": leave out AUTHORIZATION");
        }
        warehouse.createSchema(name);
    }

    @Override
    public void dropSchema(ConnectorSession session, String name, boolean cascade) {
        warehouse.dropSchema(name, cascade);
    }

    @Override
    public void renameSchema(ConnectorSession session, String name, String other) {
        warehouse.renameSchema(name, other);
    }

    @Override
    public void createTable(ConnectorSession session, ConnectorTableMetadata table, SaveMode mode) {
        newTables.create(table, mode);
    }

    @Override
    public void dropTable(ConnectorSession session, ConnectorTableHandle handle) {
        warehouse.drop(((StoaTable) handle).place());
    }

    @Override
    public void truncateTable(ConnectorSession session, ConnectorTableHandle handle) {
        StoaErrors.unchecked(() -> TableOperations.of(tables.table(handle)).truncate());
    }

    @Override
    public void renameTable(ConnectorSession session, ConnectorTableHandle handle, SchemaTableName name) {
        MetadataTable.checkName(name);
        warehouse.rename(((StoaTable) handle).place(), name.getSchemaName(), name.getTableName());
    }

    @Override
    public ConnectorOutputTableHandle beginCreateTable(
            ConnectorSession session,
            ConnectorTableMetadata table,
            Optional<ConnectorTableLayout> layout,
            RetryMode retries,
            boolean isReplacing) {
        Optional<Place> old = tables.find(table.getTable());
        if (old.isPresent() && !isReplacing) {
            throw NewTables.exists(table.getTable());
        }
        List<String> names =
                table.getColumns().stream().map(ColumnMetadata::getName).toList();
        return StoaErrors.unchecked(() -> {
            Place place = old.isPresent() ? old.get() : newTables.create(table);
            Table written = tables.table(place);
            // what the query reads of the table that it replaces
            Snapshot base = tables.newest(place);
            UUID id = UUID.randomUUID();
            Writes.Attempt attempt = old.isPresent()
                    ? () -> newTables.replacement(written, base, id, table)
                    : () -> written.begin("insert", base, id);
            return writes.begin(new Writes.Write(place, written, old.isEmpty(), retries, attempt), names, List.of());
        });
    }

    @Override
    public Optional<ConnectorOutputMetadata> finishCreateTable(
            ConnectorSession session,
            ConnectorOutputTableHandle handle,
            Collection<Slice> tasks,
            Collection<ComputedStatistics> statistics) {
        StoaWriteHandle write = (StoaWriteHandle) handle;
        finish(write, tasks);
        warehouse.changed(write.place(), tables.table(write.place()));
        return Optional.empty();
    }

    private void finish(StoaWriteHandle handle, Collection<Slice> tasks) {
        StoaErrors.unchecked(() -> {
            writes.finish(handle, tasks);
            return true;
        });
    }

    @Override
    public Optional<ConnectorTableLayout> getInsertLayout(ConnectorSession session, ConnectorTableHandle handle) {
        return Layouts.ofInserts(getTableProperties(session, handle));
    }

    @Override
    public ConnectorInsertTableHandle beginInsert(
            ConnectorSession session, ConnectorTableHandle handle, List<ColumnHandle> columns, RetryMode retries) {
        List<String> names =
                columns.stream().map(column -> ((StoaColumn) column).name()).toList();
        return begin("insert", (StoaTable) handle, names, retries, snapshot -> List.of());
    }

    /** The fragments that a statement may change. */
    private interface Changed {
        List<Fragment> of(Snapshot base) throws IOException;
    }

    private StoaWriteHandle begin(
            String operation, StoaTable handle, List<String> columns, RetryMode retries, Changed changed) {
        return StoaErrors.unchecked(() -> {
            Table table = tables.table(handle);
            Snapshot base = tables.snapshot(handle);
            UUID id = UUID.randomUUID();
            Writes.Write write =
                    new Writes.Write(handle.place(), table, false, retries, () -> table.begin(operation, base, id));
            return writes.begin(write, columns, changed.of(base));
        });
    }

    @Override
    public Optional<ConnectorOutputMetadata> finishInsert(
            ConnectorSession session,
            ConnectorInsertTableHandle handle,
            List<ConnectorTableHandle> sources,
            Collection<Slice> tasks,
            Collection<ComputedStatistics> statistics) {
        finish((StoaWriteHandle) handle, tasks);
        return Optional.empty();
    }

    @Override
    public boolean supportsMissingColumnsOnInsert() {
        return true;
    }

    @Override
    public RowChangeParadigm getRowChangeParadigm(ConnectorSession session, ConnectorTableHandle handle) {
        return RowChangeParadigm.CHANGE_ONLY_UPDATED_COLUMNS;
    }

    @Override
    public ColumnHandle getMergeRowIdColumnHandle(ConnectorSession session, ConnectorTableHandle handle) {
        return StoaColumn.ROW_ID;
    }

    /** Trino divides the changed rows of a table with parts otherwise. */
    @Override
    public Optional<ConnectorPartitioningHandle> getUpdateLayout(
            ConnectorSession session, ConnectorTableHandle handle) {
        boolean hasParts =
                getTableProperties(session, handle).getTablePartitioning().isPresent();
        return hasParts ? Optional.empty() : Optional.of(new FragmentPartitioning());
    }

    @Override
    public ConnectorMergeTableHandle beginMerge(
            ConnectorSession session,
            ConnectorTableHandle handle,
            Map<Integer, Collection<ColumnHandle>> updated,
            RetryMode retries) {
        StoaTable table = (StoaTable) handle;
        Set<String> changing = updated.values().stream()
                .flatMap(Collection::stream)
                .map(column -> ((StoaColumn) column).name())
                .collect(Collectors.toSet());
        return new StoaMergeHandle(table, begin("merge", table, List.of(), retries, Snapshot::fragments), changing);
    }

    @Override
    public void finishMerge(
            ConnectorSession session,
            ConnectorMergeTableHandle handle,
            List<ConnectorTableHandle> sources,
            Collection<Slice> tasks,
            Collection<ComputedStatistics> statistics) {
        finish(((StoaMergeHandle) handle).write(), tasks);
    }

    /** Takes a delete whose condition a scan judges alone. */
    @Override
    public Optional<ConnectorTableHandle> applyDelete(ConnectorSession session, ConnectorTableHandle handle) {
        return Optional.of(handle).filter(table -> ((StoaTable) table).isOpen());
    }

    @Override
    public OptionalLong executeDelete(ConnectorSession session, ConnectorTableHandle handle) {
        StoaTable table = (StoaTable) handle;
        Filter filter = Filters.of(table.filter()).orElse(Filter.and());
        return StoaErrors.unchecked(() -> OptionalLong.of(
                TableOperations.of(tables.table(table)).delete(filter).deleted()));
    }

    @Override
    public WriterScalingOptions getNewTableWriterScalingOptions(
            ConnectorSession session, SchemaTableName name, Map<String, Object> properties) {
        return WriterScalingOptions.ENABLED;
    }

    @Override
    public WriterScalingOptions getInsertWriterScalingOptions(ConnectorSession session, ConnectorTableHandle handle) {
        return WriterScalingOptions.ENABLED;
    }

    /** Ends a transaction of Trino that failed. */
    public void rollback() {
        writes.rollback();
    }
}
