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
import dev.stoa.table.Table;
import dev.stoa.trino.internal.store.StoaErrors;
import io.trino.spi.Page;
import io.trino.spi.PageBuilder;
import io.trino.spi.connector.ColumnMetadata;
import io.trino.spi.connector.ConnectorPageSource;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorTableMetadata;
import io.trino.spi.connector.ConnectorTransactionHandle;
import io.trino.spi.connector.FixedPageSource;
import io.trino.spi.connector.SchemaTableName;
import io.trino.spi.connector.SystemTable;
import io.trino.spi.predicate.TupleDomain;
import io.trino.spi.type.Type;
import io.trino.spi.type.TypeUtils;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Rows of the log of a table, as a table: {@code "t$snapshots"}, {@code "t$files"} and others. The coordinator reads it. */
final class MetadataTable implements SystemTable {
    private static final char MARK = '$';

    private final SchemaTableName name;
    private final LogRows rows;
    private final Table table;
    private final Snapshot snapshot;

    private MetadataTable(SchemaTableName name, LogRows rows, Table table, Snapshot snapshot) {
        this.name = name;
        this.rows = rows;
        this.table = table;
        this.snapshot = snapshot;
    }

    /**
     * The table of a name such as {@code t$files}.
     *
     * @param tables finds the table before the mark
     */
    static Optional<SystemTable> of(SchemaTableName name, Function<SchemaTableName, Optional<Table>> tables) {
        int mark = name.getTableName().lastIndexOf(MARK);
        if (mark <= 0) {
            return Optional.empty();
        }
        SchemaTableName base =
                new SchemaTableName(name.getSchemaName(), name.getTableName().substring(0, mark));
        return LogRows.of(name.getTableName().substring(mark + 1))
                .flatMap(rows ->
                        tables.apply(base).map(table -> new MetadataTable(name, rows, table, table.lastKnown())));
    }

    /** Refuses a name of a new table that means one of these. */
    static void checkName(SchemaTableName name) {
        int mark = name.getTableName().lastIndexOf(MARK);
        if (mark > 0 && LogRows.of(name.getTableName().substring(mark + 1)).isPresent()) {
            throw StoaErrors.unsupported("'" + name.getTableName() + "' can't be the name of a table: it means the "
                    + name.getTableName().substring(mark + 1) + " of '"
                    + name.getTableName().substring(0, mark) + "'; choose another name");
        }
    }

    @Override
    public Distribution getDistribution() {
        return Distribution.SINGLE_COORDINATOR;
    }

    @Override
    public ConnectorTableMetadata getTableMetadata() {
        List<ColumnMetadata> columns = rows.columns().stream()
                .map(column -> new ColumnMetadata(column.name(), column.type()))
                .toList();
        return new ConnectorTableMetadata(name, columns);
    }

    @Override
    public ConnectorPageSource pageSource(
            ConnectorTransactionHandle transaction, ConnectorSession session, TupleDomain<Integer> constraint) {
        List<Object[]> all = StoaErrors.unchecked(() -> rows.source().read(table, snapshot));
        return new FixedPageSource(pages(all));
    }

    private List<Page> pages(List<Object[]> all) {
        List<Type> types = rows.columns().stream().map(LogRows.Column::type).toList();
        PageBuilder builder = new PageBuilder(types);
        List<Page> pages = new ArrayList<>();
        for (Object[] row : all) {
            if (builder.isFull()) {
                pages.add(builder.build());
                builder.reset();
            }
            builder.declarePosition();
            for (int i = 0; i < row.length; i++) {
                TypeUtils.writeNativeValue(types.get(i), builder.getBlockBuilder(i), row[i]);
            }
        }
        pages.add(builder.build());
        return pages;
    }
}
