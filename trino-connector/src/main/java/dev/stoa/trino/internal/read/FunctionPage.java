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

import dev.stoa.format.ColumnVector;
import dev.stoa.reader.Aggregates;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.ScanStats;
import dev.stoa.table.Fragment;
import dev.stoa.table.Snapshot;
import dev.stoa.trino.internal.columns.Blocks;
import dev.stoa.trino.internal.columns.Rows;
import dev.stoa.trino.internal.plan.Filters;
import dev.stoa.trino.internal.plan.RowFunction;
import dev.stoa.trino.internal.plan.StoaColumn;
import dev.stoa.trino.internal.plan.StoaTable;
import dev.stoa.trino.internal.store.StoaErrors;
import io.trino.spi.Page;
import io.trino.spi.block.Block;
import io.trino.spi.connector.ConnectorPageSource;
import io.trino.spi.connector.SourcePage;
import io.trino.spi.metrics.Metrics;
import io.trino.spi.predicate.NullableValue;
import io.trino.spi.type.BigintType;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** One row: functions of all rows of a split. */
final class FunctionPage implements ConnectorPageSource {

    private final Snapshot snapshot;
    private final StoaTable table;
    private final List<StoaColumn> shown;
    private final List<ColumnPath> paths;
    private ScanStats stats = ScanStats.NONE;
    private long sidecars;
    private long nanos;
    private boolean isFinished;

    FunctionPage(Snapshot snapshot, StoaTable table, List<StoaColumn> shown) {
        this.snapshot = snapshot;
        this.table = table;
        this.shown = shown;
        this.paths = table.functions().stream()
                .flatMap(function -> function.column().stream())
                .map(StoaColumn::path)
                .distinct()
                .toList();
    }

    @Override
    public SourcePage getNextSourcePage() {
        if (isFinished) {
            return null; // so the interface says
        }
        isFinished = true;
        long begin = System.nanoTime();
        Aggregates found = StoaErrors.unchecked(this::aggregates);
        nanos = System.nanoTime() - begin;
        stats = found.stats();
        return SourcePage.create(
                new Page(1, shown.stream().map(column -> block(column, found)).toArray(Block[]::new)));
    }

    private Aggregates aggregates() throws IOException {
        for (Fragment fragment : snapshot.fragments()) {
            sidecars += fragment.sidecars().size();
        }
        return Filters.scan(snapshot, table.filter()).select(paths).aggregate(1);
    }

    private Block block(StoaColumn answer, Aggregates found) {
        RowFunction function = table.functions().stream()
                .filter(each -> each.answer().equals(answer))
                .findFirst()
                .orElseThrow();
        Optional<Aggregates.Column> column =
                function.column().map(of -> found.columns().get(paths.indexOf(of.path())));
        if (function.isCount()) {
            long nulls = column.map(Aggregates.Column::nullCount).orElse(0L);
            return NullableValue.of(BigintType.BIGINT, found.rows() - nulls).asBlock();
        }
        Aggregates.Column of = column.orElseThrow();
        Optional<ColumnVector> bound = function.kind() == RowFunction.Kind.MIN ? of.min() : of.max();
        return bound.map(value -> new Blocks().of(value, answer.type(), Rows.FIRST))
                .orElseGet(() -> NullableValue.asNull(answer.type()).asBlock());
    }

    @Override
    public boolean isFinished() {
        return isFinished;
    }

    @Override
    public long getCompletedBytes() {
        return stats.bytesRead();
    }

    @Override
    public long getReadTimeNanos() {
        return nanos;
    }

    @Override
    public Metrics getMetrics() {
        return ScanNumbers.of(stats, sidecars);
    }

    @Override
    public void close() {
        isFinished = true;
    }
}
