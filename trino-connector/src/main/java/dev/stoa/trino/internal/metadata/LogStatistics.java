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
import dev.stoa.table.Fragment;
import dev.stoa.table.Snapshot;
import dev.stoa.trino.internal.columns.Blocks;
import dev.stoa.trino.internal.plan.Filters;
import dev.stoa.trino.internal.plan.StoaColumn;
import dev.stoa.trino.internal.plan.StoaTable;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.statistics.ColumnStatistics;
import io.trino.spi.statistics.DoubleRange;
import io.trino.spi.statistics.Estimate;
import io.trino.spi.statistics.StatsUtil;
import io.trino.spi.statistics.TableStatistics;
import io.trino.spi.type.BigintType;
import io.trino.spi.type.DateType;
import io.trino.spi.type.IntegerType;
import io.trino.spi.type.SmallintType;
import io.trino.spi.type.TinyintType;
import io.trino.spi.type.Type;
import io.trino.spi.type.TypeUtils;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** Statistics from the log, which reads no file. They cover the fragments that the log does not rule out by the filter. */
final class LogStatistics {
    private static final int[] ALL = new int[0];

    private static final Set<Type> WHOLE =
            Set.of(BigintType.BIGINT, IntegerType.INTEGER, SmallintType.SMALLINT, TinyintType.TINYINT, DateType.DATE);

    /** Integers are taken for keys if their range has at most this number of values for each row. */
    private static final double MOST_GAPS = 10;

    private final Snapshot snapshot;
    private final List<Fragment> fragments;

    LogStatistics(Snapshot snapshot, StoaTable table) throws IOException {
        this.snapshot = snapshot;
        this.fragments = Survivors.of(snapshot, Filters.of(table.filter()));
    }

    TableStatistics of(Collection<ColumnHandle> columns) throws IOException {
        long rows = fragments.stream().mapToLong(Fragment::liveRows).sum();
        TableStatistics.Builder all = TableStatistics.builder().setRowCount(Estimate.of((double) rows));
        for (ColumnHandle handle : columns) {
            StoaColumn column = (StoaColumn) handle;
            if (column.isStored()) {
                Field field = field(column);
                if (field.type().fields().isEmpty()) {
                    int id = field.fieldId().orElseThrow();
                    boolean isKey = snapshot.properties().key().equals(List.of(id));
                    snapshot.bounds(fragments, id)
                            .filter(bounds -> bounds.rows() > 0)
                            .ifPresent(
                                    bounds -> all.setColumnStatistics(handle, of(bounds, column.type(), rows, isKey)));
                }
            }
        }
        return all.build();
    }

    private Field field(StoaColumn column) {
        return snapshot.schema()
                .fields()
                .get(snapshot.schema().indexOf(column.name()).orElseThrow());
    }

    private static ColumnStatistics of(ColumnBounds bounds, Type type, long rows, boolean isKey) {
        ColumnStatistics.Builder column =
                ColumnStatistics.builder().setNullsFraction(Estimate.of((double) bounds.nullCount() / bounds.rows()));
        bounds.length().ifPresent(bytes -> column.setDataSize(Estimate.of((double) bytes / bounds.rows() * rows)));
        OptionalDouble min = number(bounds.min(), type);
        OptionalDouble max = number(bounds.max(), type);
        if (bounds.nanCount() == 0 && min.isPresent() && max.isPresent() && min.getAsDouble() <= max.getAsDouble()) {
            column.setRange(new DoubleRange(min.getAsDouble(), max.getAsDouble()));
            double values = (double) bounds.values() / bounds.rows() * rows;
            column.setDistinctValuesCount(distinct(min.getAsDouble(), max.getAsDouble(), type, values));
        }
        if (isKey) {
            column.setDistinctValuesCount(Estimate.of((double) rows));
        }
        return column.build();
    }

    /**
     * Estimates the number of different values, without which Trino orders joins as they are written. The log does not count them. Integers
     * and days that fill at least a tenth of their range are taken for keys or references to keys. The estimate is the smaller one of the
     * range and the number of values.
     */
    private static Estimate distinct(double min, double max, Type type, double values) {
        double range = max - min + 1;
        return WHOLE.contains(type) && range <= MOST_GAPS * values
                ? Estimate.of(Math.min(range, values))
                : Estimate.unknown();
    }

    private static OptionalDouble number(Optional<ColumnVector> bound, Type type) {
        if (bound.isEmpty()) {
            return OptionalDouble.empty();
        }
        Object value = TypeUtils.readNativeValue(type, new Blocks().of(bound.get(), type, ALL, 1), 0);
        return StatsUtil.toStatsRepresentation(type, value);
    }
}
