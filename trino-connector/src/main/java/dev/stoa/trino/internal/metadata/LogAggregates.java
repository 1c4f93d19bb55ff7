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
import dev.stoa.reader.ColumnBounds;
import dev.stoa.table.Fragment;
import dev.stoa.table.Snapshot;
import dev.stoa.trino.internal.columns.Blocks;
import dev.stoa.trino.internal.columns.Rows;
import dev.stoa.trino.internal.plan.RowFunction;
import dev.stoa.trino.internal.plan.StoaColumn;
import io.trino.spi.predicate.NullableValue;
import io.trino.spi.predicate.TupleDomain;
import io.trino.spi.type.BigintType;
import io.trino.spi.type.Type;
import io.trino.spi.type.TypeUtils;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Counts, minima and maxima of all rows, where the log has them exactly. It does so if the conditions hold for whole fragments.
 * Counts of values, minima and maxima need fragments without sidecars, and bounds that are values.
 */
final class LogAggregates {

    private final Snapshot snapshot;
    private final List<Fragment> fragments;

    private LogAggregates(Snapshot snapshot, List<Fragment> fragments) {
        this.snapshot = snapshot;
        this.fragments = fragments;
    }

    /** The row that has all results; empty if the log lacks one of them. */
    static Optional<TupleDomain<StoaColumn>> of(Snapshot snapshot, Survivors survivors, List<RowFunction> functions)
            throws IOException {
        if (!survivors.areWhole()) {
            return Optional.empty();
        }
        LogAggregates log = new LogAggregates(snapshot, survivors.fragments());
        Map<StoaColumn, NullableValue> row = new LinkedHashMap<>();
        for (RowFunction function : functions) {
            Optional<NullableValue> value = log.value(function);
            if (value.isEmpty()) {
                return Optional.empty();
            }
            row.put(function.answer(), value.get());
        }
        return Optional.of(TupleDomain.fromFixedValues(row));
    }

    private Optional<NullableValue> value(RowFunction function) throws IOException {
        if (function.column().isEmpty()) {
            long rows = fragments.stream().mapToLong(Fragment::liveRows).sum();
            return Optional.of(NullableValue.of(BigintType.BIGINT, rows));
        }
        StoaColumn column = function.column().get();
        int id = column.topField(snapshot.schema()).fieldId().orElseThrow();
        Optional<ColumnBounds> bounds = snapshot.exactBounds(fragments, id);
        if (bounds.isEmpty()) {
            return Optional.empty();
        }
        return function.isCount()
                ? Optional.of(NullableValue.of(
                        BigintType.BIGINT, bounds.get().rows() - bounds.get().nullCount()))
                : bound(function.kind() == RowFunction.Kind.MIN, bounds.get(), column.type());
    }

    private static Optional<NullableValue> bound(boolean isMin, ColumnBounds bounds, Type type) {
        if (bounds.values() == 0) {
            return Optional.of(NullableValue.asNull(type));
        }
        Optional<ColumnVector> bound = isMin ? bounds.min() : bounds.max();
        boolean isExact = isMin ? bounds.minExact() : bounds.maxExact();
        return bound.filter(_ -> isExact)
                .map(vector -> TypeUtils.readNativeValue(type, new Blocks().of(vector, type, Rows.FIRST), 0))
                .map(value -> NullableValue.of(type, value));
    }
}
