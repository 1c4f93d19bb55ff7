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

import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.reader.ColumnBounds;
import dev.stoa.reader.Filter;
import dev.stoa.table.Snapshot;
import dev.stoa.table.statistics.ColumnEstimate;
import dev.stoa.table.statistics.RowEstimate;
import dev.stoa.trino.internal.columns.Blocks;
import dev.stoa.trino.internal.columns.Rows;
import dev.stoa.trino.internal.plan.Filters;
import dev.stoa.trino.internal.plan.StoaColumn;
import dev.stoa.trino.internal.plan.StoaTable;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.statistics.ColumnStatistics;
import io.trino.spi.statistics.DoubleRange;
import io.trino.spi.statistics.Estimate;
import io.trino.spi.statistics.StatsUtil;
import io.trino.spi.statistics.TableStatistics;
import io.trino.spi.type.Type;
import io.trino.spi.type.TypeUtils;
import java.io.IOException;
import java.util.Collection;
import java.util.Optional;
import java.util.OptionalDouble;

/** Estimates of the rows that a table's handle has, by the log: their number, and values of columns. */
final class LogStatistics {

    private final Snapshot snapshot;
    private final RowEstimate estimate;

    LogStatistics(Snapshot snapshot, StoaTable table) throws IOException {
        Optional<Filter> filter = Filters.of(table.filter());
        this.snapshot = snapshot;
        this.estimate =
                RowEstimate.of(snapshot, Survivors.of(snapshot, table.filter()).fragments(), filter);
    }

    TableStatistics of(Collection<ColumnHandle> columns) throws IOException {
        TableStatistics.Builder all = TableStatistics.builder().setRowCount(Estimate.of(estimate.rows()));
        for (ColumnHandle handle : columns) {
            StoaColumn column = (StoaColumn) handle;
            if (column.isStored()) {
                Field field = column.topField(snapshot.schema());
                if (field.type().fields().isEmpty()) {
                    estimate.column(field.fieldId().orElseThrow())
                            .filter(known -> known.bounds().rows() > 0)
                            .ifPresent(known -> all.setColumnStatistics(handle, of(known, column.type())));
                }
            }
        }
        return all.build();
    }

    private ColumnStatistics of(ColumnEstimate known, Type type) {
        ColumnBounds bounds = known.bounds();
        ColumnStatistics.Builder column = ColumnStatistics.builder().setNullsFraction(Estimate.of(known.nulls()));
        bounds.length()
                .ifPresent(bytes -> column.setDataSize(Estimate.of((double) bytes / bounds.rows() * estimate.rows())));
        OptionalDouble min = number(bounds.min(), type);
        OptionalDouble max = number(bounds.max(), type);
        if (bounds.nanCount() == 0 && min.isPresent() && max.isPresent() && min.getAsDouble() <= max.getAsDouble()) {
            double width = max.getAsDouble() - min.getAsDouble();
            column.setRange(
                    new DoubleRange(min.getAsDouble() + known.from() * width, min.getAsDouble() + known.to() * width));
        }
        known.distinct().ifPresent(values -> column.setDistinctValuesCount(Estimate.of(values)));
        return column.build();
    }

    private static OptionalDouble number(Optional<ColumnVector> bound, Type type) {
        if (bound.isEmpty()) {
            return OptionalDouble.empty();
        }
        Object value = TypeUtils.readNativeValue(type, new Blocks().of(bound.get(), type, Rows.FIRST), 0);
        return StatsUtil.toStatsRepresentation(type, value);
    }
}
