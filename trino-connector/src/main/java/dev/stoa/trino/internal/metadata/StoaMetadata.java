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
import dev.stoa.format.Schema;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.trino.internal.columns.TrinoTypes;
import dev.stoa.trino.internal.plan.Filters;
import dev.stoa.trino.internal.plan.StoaColumn;
import dev.stoa.trino.internal.plan.StoaTable;
import dev.stoa.trino.internal.store.StoaErrors;
import dev.stoa.trino.internal.store.Warehouse;
import io.trino.spi.StandardErrorCode;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ColumnMetadata;
import io.trino.spi.connector.ConnectorMetadata;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.connector.ConnectorTableMetadata;
import io.trino.spi.connector.ConnectorTableVersion;
import io.trino.spi.connector.Constraint;
import io.trino.spi.connector.ConstraintApplicationResult;
import io.trino.spi.connector.LimitApplicationResult;
import io.trino.spi.connector.RelationColumnsMetadata;
import io.trino.spi.connector.SchemaTableName;
import io.trino.spi.predicate.TupleDomain;
import io.trino.spi.statistics.Estimate;
import io.trino.spi.statistics.TableStatistics;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
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

    public StoaMetadata(Warehouse warehouse, TrinoTypes types) {
        this.warehouse = warehouse;
        this.types = types;
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
        return new ConnectorTableMetadata(
                getTableName(session, handle), columns(snapshot(handle).schema()));
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
        return columns;
    }

    @Override
    public ColumnMetadata getColumnMetadata(
            ConnectorSession session, ConnectorTableHandle handle, ColumnHandle column) {
        Schema schema = snapshot(handle).schema();
        int at = schema.indexOf(((StoaColumn) column).name()).orElseThrow();
        return shown(schema.fields().get(at));
    }

    private StoaColumn column(Field field) {
        io.trino.spi.type.Type type = types.type(field.type(), field.name());
        return new StoaColumn(field.name(), type, Filters.areExact(field, type));
    }

    private List<ColumnMetadata> columns(Schema schema) {
        return schema.fields().stream().map(this::shown).toList();
    }

    private ColumnMetadata shown(Field field) {
        return ColumnMetadata.builder()
                .setName(field.name())
                .setType(types.type(field.type(), field.name()))
                .setNullable(field.nullable())
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

    /** Leaves out what is gone by now, and tables that can't be read: a list of all others is still useful. */
    private Optional<List<ColumnMetadata>> columnsIfReadable(SchemaTableName name) {
        try {
            return warehouse
                    .find(name.getSchemaName(), name.getTableName())
                    .map(place -> columns(table(place).lastKnown().schema()));
        } catch (TrinoException e) {
            LOG.warn("The columns of {} are not listed, because the table can't be read", name, e);
            return Optional.empty();
        }
    }

    @Override
    public TableStatistics getTableStatistics(ConnectorSession session, ConnectorTableHandle handle) {
        return TableStatistics.builder()
                .setRowCount(Estimate.of((double) snapshot(handle).rowCount()))
                .build();
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
}
