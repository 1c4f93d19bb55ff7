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

import dev.stoa.format.Field;
import dev.stoa.reader.Filter;
import dev.stoa.table.Fragment;
import dev.stoa.table.SchemaEdit;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.table.Transaction;
import dev.stoa.trino.internal.columns.TrinoTypes;
import dev.stoa.trino.internal.plan.Filters;
import dev.stoa.trino.internal.plan.StoaColumn;
import dev.stoa.trino.internal.plan.StoaMergeHandle;
import dev.stoa.trino.internal.plan.StoaTable;
import dev.stoa.trino.internal.plan.StoaWriteHandle;
import dev.stoa.trino.internal.store.StoaErrors;
import dev.stoa.trino.internal.store.Warehouse;
import io.airlift.slice.Slice;
import io.trino.spi.StandardErrorCode;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ColumnMetadata;
import io.trino.spi.connector.ColumnPosition;
import io.trino.spi.connector.ConnectorInsertTableHandle;
import io.trino.spi.connector.ConnectorMergeTableHandle;
import io.trino.spi.connector.ConnectorMetadata;
import io.trino.spi.connector.ConnectorOutputMetadata;
import io.trino.spi.connector.ConnectorOutputTableHandle;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.connector.ConnectorTableLayout;
import io.trino.spi.connector.ConnectorTableMetadata;
import io.trino.spi.connector.ConnectorTableVersion;
import io.trino.spi.connector.Constraint;
import io.trino.spi.connector.ConstraintApplicationResult;
import io.trino.spi.connector.LimitApplicationResult;
import io.trino.spi.connector.RelationColumnsMetadata;
import io.trino.spi.connector.RetryMode;
import io.trino.spi.connector.RowChangeParadigm;
import io.trino.spi.connector.SaveMode;
import io.trino.spi.connector.SchemaTableName;
import io.trino.spi.connector.WriterScalingOptions;
import io.trino.spi.predicate.TupleDomain;
import io.trino.spi.security.TrinoPrincipal;
import io.trino.spi.statistics.ComputedStatistics;
import io.trino.spi.statistics.TableStatistics;
import io.trino.spi.type.Type;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Schemas, tables and their columns, in one transaction of Trino: each table that it asked for is opened once, and each version read once. */
public final class StoaMetadata implements ConnectorMetadata {
    private static final Logger LOG = LoggerFactory.getLogger(StoaMetadata.class);

    private final Warehouse warehouse;
    private final TrinoTypes types;
    private final Map<Warehouse.Place, Table> open = new ConcurrentHashMap<>();
    private final Map<StoaTable, Snapshot> snapshots = new ConcurrentHashMap<>();
    private final Writes writes;

    public StoaMetadata(Warehouse warehouse, TrinoTypes types) {
        this.warehouse = warehouse;
        this.types = types;
        this.writes = new Writes(warehouse);
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
        List<SchemaTableName> tables = new ArrayList<>();
        for (String one : schema.map(List::of).orElseGet(warehouse::schemas)) {
            warehouse.tables(one).forEach(table -> tables.add(new SchemaTableName(one, table)));
        }
        return tables;
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
        Optional<Warehouse.Place> place = warehouse.find(name.getSchemaName(), name.getTableName());
        if (place.isEmpty()) {
            return null; // so the interface says
        }
        Table table = table(place.get());
        Snapshot snapshot = to.isPresent() ? TimeTravel.snapshot(table, to.get(), session) : table.lastKnown();
        return new StoaTable(
                place.get().schema(), place.get().table(), snapshot.version(), TupleDomain.all(), OptionalLong.empty());
    }

    private Table table(Warehouse.Place place) {
        return open.computeIfAbsent(place, warehouse::open);
    }

    private Snapshot snapshot(ConnectorTableHandle handle) {
        StoaTable table = ((StoaTable) handle).whole();
        return snapshots.computeIfAbsent(
                table, it -> StoaErrors.unchecked(() -> table(it.place()).snapshotAt(it.version())));
    }

    @Override
    public SchemaTableName getTableName(ConnectorSession session, ConnectorTableHandle handle) {
        StoaTable table = (StoaTable) handle;
        return new SchemaTableName(table.schema(), table.table());
    }

    @Override
    public ConnectorTableMetadata getTableMetadata(ConnectorSession session, ConnectorTableHandle handle) {
        Snapshot snapshot = snapshot(handle);
        TableProperties declared = snapshot.properties();
        List<ColumnMetadata> columns = new ArrayList<>(columns(snapshot));
        columns.add(hidden(StoaColumn.PATH));
        return new ConnectorTableMetadata(
                getTableName(session, handle),
                columns,
                DeclaredProperties.shown(snapshot.schema(), declared),
                Optional.ofNullable(declared.other().get(TableProperties.COMMENT)));
    }

    @Override
    public Map<String, ColumnHandle> getColumnHandles(ConnectorSession session, ConnectorTableHandle handle) {
        Map<String, ColumnHandle> columns = new LinkedHashMap<>();
        for (Field field : snapshot(handle).schema().fields()) {
            StoaColumn column = column(field);
            ColumnHandle other = columns.put(field.name().toLowerCase(Locale.ENGLISH), column);
            if (other != null) {
                throw new TrinoException(
                        StandardErrorCode.AMBIGUOUS_NAME,
                        "the columns '" + ((StoaColumn) other).name() + "' and '" + field.name()
                                + "' have the same name in Trino, which has small letters only: rename one");
            }
        }
        columns.putIfAbsent(StoaColumn.PATH.name(), StoaColumn.PATH);
        return columns;
    }

    @Override
    public ColumnMetadata getColumnMetadata(
            ConnectorSession session, ConnectorTableHandle handle, ColumnHandle column) {
        StoaColumn shown = (StoaColumn) column;
        if (!shown.isStored()) {
            return hidden(shown);
        }
        Snapshot snapshot = snapshot(handle);
        int at = snapshot.schema().indexOf(shown.name()).orElseThrow();
        return shown(snapshot, snapshot.schema().fields().get(at));
    }

    private static ColumnMetadata hidden(StoaColumn column) {
        return ColumnMetadata.builder()
                .setName(column.name())
                .setType(column.type())
                .setHidden(true)
                .build();
    }

    private StoaColumn column(Field field) {
        Type type = types.type(field.type(), field.name());
        return new StoaColumn(field.name(), type, Filters.areExact(field, type), StoaColumn.Kind.STORED);
    }

    private List<ColumnMetadata> columns(Snapshot snapshot) {
        return snapshot.schema().fields().stream()
                .map(field -> shown(snapshot, field))
                .toList();
    }

    private ColumnMetadata shown(Snapshot snapshot, Field field) {
        String comment = TableProperties.commentOf(field.fieldId().orElseThrow());
        return ColumnMetadata.builder()
                .setName(field.name())
                .setType(types.type(field.type(), field.name()))
                .setNullable(field.nullable())
                .setComment(Optional.ofNullable(snapshot.properties().other().get(comment)))
                .build();
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
            return warehouse
                    .find(name.getSchemaName(), name.getTableName())
                    .map(place -> columns(table(place).lastKnown()));
        } catch (TrinoException e) {
            LOG.warn("The columns of {} are not listed, because the table can't be read", name, e);
            return Optional.empty();
        }
    }

    @Override
    public TableStatistics getTableStatistics(ConnectorSession session, ConnectorTableHandle handle) {
        return StoaErrors.unchecked(() -> new LogStatistics(snapshot(handle), (StoaTable) handle)
                .of(getColumnHandles(session, handle).values()));
    }

    @Override
    public Optional<ConstraintApplicationResult<ConnectorTableHandle>> applyFilter(
            ConnectorSession session, ConnectorTableHandle handle, Constraint constraint) {
        StoaTable table = (StoaTable) handle;
        TupleDomain<ColumnHandle> asked = constraint.getSummary();
        if (table.limit().isPresent() || asked.isNone()) {
            return Optional.empty();
        }
        TupleDomain<StoaColumn> all = table.filter().intersect(Filters.judged(asked));
        if (all.equals(table.filter())) {
            return Optional.empty();
        }
        TupleDomain<ColumnHandle> left = asked.filter((column, domain) -> !Filters.canJudge(column, domain));
        return Optional.of(new ConstraintApplicationResult<>(table.with(all), left, constraint.getExpression(), false));
    }

    @Override
    public Optional<LimitApplicationResult<ConnectorTableHandle>> applyLimit(
            ConnectorSession session, ConnectorTableHandle handle, long limit) {
        StoaTable table = (StoaTable) handle;
        if (table.limit().isPresent() && table.limit().getAsLong() <= limit) {
            return Optional.empty();
        }
        return Optional.of(new LimitApplicationResult<>(table.with(limit), false, false));
    }

    @Override
    public void createSchema(
            ConnectorSession session, String name, Map<String, Object> properties, TrinoPrincipal owner) {
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
        Optional<Warehouse.Place> old = place(table.getTable());
        if (old.isEmpty()) {
            create(table);
        } else if (mode == SaveMode.FAIL) {
            throw new TrinoException(
                    StandardErrorCode.TABLE_ALREADY_EXISTS, "Table '" + table.getTable() + "' already exists");
        } else if (mode == SaveMode.REPLACE) {
            StoaErrors.unchecked(() -> replacement(table(old.get()), table).commit());
        }
    }

    private Optional<Warehouse.Place> place(SchemaTableName name) {
        return warehouse.find(name.getSchemaName(), name.getTableName());
    }

    private Warehouse.Place create(ConnectorTableMetadata table) {
        SchemaTableName name = table.getTable();
        Warehouse.Place place = warehouse.placeOf(name.getSchemaName(), name.getTableName());
        TableDefinition definition = TableDefinition.of(table);
        StoaErrors.unchecked(() -> refused(() -> Table.create(
                warehouse.folder(place), definition.schema(), definition.properties(), TableSettings.DEFAULT)));
        return place;
    }

    /** A transaction that replaces a table; rows are still to be added. */
    private static Transaction replacement(Table old, ConnectorTableMetadata table) throws IOException {
        Transaction transaction = old.begin("replace");
        TableDefinition definition = TableDefinition.of(
                table,
                schema -> new SchemaEdit(transaction.snapshot())
                        .replaceAll(schema)
                        .schema());
        return refused(() -> {
            transaction.replaceAll(definition.schema(), definition.properties());
            return transaction;
        });
    }

    private static <T> T refused(StoaErrors.Work<T> work) throws IOException {
        try {
            return work.run();
        } catch (IllegalArgumentException e) {
            throw new TrinoException(StandardErrorCode.NOT_SUPPORTED, e.getMessage(), e);
        }
    }

    @Override
    public void dropTable(ConnectorSession session, ConnectorTableHandle handle) {
        warehouse.drop(((StoaTable) handle).place());
    }

    @Override
    public void truncateTable(ConnectorSession session, ConnectorTableHandle handle) {
        StoaErrors.unchecked(
                () -> TableOperations.of(table(((StoaTable) handle).place())).truncate());
    }

    @Override
    public void renameTable(ConnectorSession session, ConnectorTableHandle handle, SchemaTableName name) {
        warehouse.rename(((StoaTable) handle).place(), warehouse.placeOf(name.getSchemaName(), name.getTableName()));
    }

    private Alterations alter(ConnectorTableHandle handle) {
        return new Alterations(table(((StoaTable) handle).place()));
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
    public void addColumn(
            ConnectorSession session, ConnectorTableHandle handle, ColumnMetadata column, ColumnPosition position) {
        alter(handle).add(column, position);
    }

    @Override
    public void dropColumn(ConnectorSession session, ConnectorTableHandle handle, ColumnHandle column) {
        alter(handle).drop(List.of(((StoaColumn) column).name()));
    }

    @Override
    public void renameColumn(ConnectorSession session, ConnectorTableHandle handle, ColumnHandle column, String name) {
        alter(handle).rename(List.of(((StoaColumn) column).name()), name);
    }

    @Override
    public void setColumnType(ConnectorSession session, ConnectorTableHandle handle, ColumnHandle column, Type type) {
        alter(handle).widen(List.of(((StoaColumn) column).name()), type);
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
        alter(handle).addField(parent, name, type, mayExist);
    }

    @Override
    public void dropField(
            ConnectorSession session, ConnectorTableHandle handle, ColumnHandle column, List<String> path) {
        List<String> all = new ArrayList<>(List.of(((StoaColumn) column).name()));
        all.addAll(path);
        alter(handle).drop(all);
    }

    @Override
    public void renameField(ConnectorSession session, ConnectorTableHandle handle, List<String> path, String name) {
        alter(handle).rename(path, name);
    }

    @Override
    public void setFieldType(ConnectorSession session, ConnectorTableHandle handle, List<String> path, Type type) {
        alter(handle).widen(path, type);
    }

    @Override
    public ConnectorOutputTableHandle beginCreateTable(
            ConnectorSession session,
            ConnectorTableMetadata table,
            Optional<ConnectorTableLayout> layout,
            RetryMode retries,
            boolean isReplacing) {
        Writes.refuseRetries(retries);
        Optional<Warehouse.Place> old = place(table.getTable());
        if (old.isPresent() && !isReplacing) {
            throw new TrinoException(
                    StandardErrorCode.TABLE_ALREADY_EXISTS, "Table '" + table.getTable() + "' already exists");
        }
        List<String> columns =
                table.getColumns().stream().map(ColumnMetadata::getName).toList();
        return StoaErrors.unchecked(() -> {
            Warehouse.Place place = old.isPresent() ? old.get() : create(table);
            Table written = table(place);
            Transaction transaction = old.isPresent() ? replacement(written, table) : written.begin("insert");
            return writes.begin(place, written, transaction, old.isEmpty(), columns, List.of());
        });
    }

    @Override
    public Optional<ConnectorOutputMetadata> finishCreateTable(
            ConnectorSession session,
            ConnectorOutputTableHandle handle,
            Collection<Slice> tasks,
            Collection<ComputedStatistics> statistics) {
        finish((StoaWriteHandle) handle, tasks);
        return Optional.empty();
    }

    private void finish(StoaWriteHandle handle, Collection<Slice> tasks) {
        StoaErrors.unchecked(() -> {
            writes.finish(handle, tasks);
            return true;
        });
    }

    @Override
    public ConnectorInsertTableHandle beginInsert(
            ConnectorSession session, ConnectorTableHandle handle, List<ColumnHandle> columns, RetryMode retries) {
        List<String> names =
                columns.stream().map(column -> ((StoaColumn) column).name()).toList();
        return begin("insert", (StoaTable) handle, names, retries, snapshot -> List.of());
    }

    private StoaWriteHandle begin(
            String operation,
            StoaTable handle,
            List<String> columns,
            RetryMode retries,
            Function<Snapshot, List<Fragment>> changed) {
        Writes.refuseRetries(retries);
        return StoaErrors.unchecked(() -> {
            Table table = table(handle.place());
            Snapshot base = snapshot(handle);
            return writes.begin(
                    handle.place(), table, table.begin(operation, base), false, columns, changed.apply(base));
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

    @Override
    public ConnectorMergeTableHandle beginMerge(
            ConnectorSession session,
            ConnectorTableHandle handle,
            Map<Integer, Collection<ColumnHandle>> updated,
            RetryMode retries) {
        StoaTable table = (StoaTable) handle;
        return new StoaMergeHandle(table, begin("merge", table, List.of(), retries, Snapshot::fragments));
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
        return ((StoaTable) handle).limit().isPresent() ? Optional.empty() : Optional.of(handle);
    }

    @Override
    public OptionalLong executeDelete(ConnectorSession session, ConnectorTableHandle handle) {
        StoaTable table = (StoaTable) handle;
        Filter filter = Filters.of(table.filter()).orElse(Filter.and());
        return StoaErrors.unchecked(() -> OptionalLong.of(
                TableOperations.of(table(table.place())).delete(filter).deleted()));
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
