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
import dev.stoa.format.TypeKind;
import dev.stoa.reader.ColumnBounds;
import dev.stoa.table.Fragment;
import dev.stoa.table.Snapshot;
import dev.stoa.trino.internal.columns.Blocks;
import dev.stoa.trino.internal.plan.StoaColumn;
import dev.stoa.trino.internal.plan.StoaTable;
import io.trino.spi.connector.AggregateFunction;
import io.trino.spi.connector.AggregationApplicationResult;
import io.trino.spi.connector.Assignment;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.expression.ConnectorExpression;
import io.trino.spi.expression.Variable;
import io.trino.spi.predicate.NullableValue;
import io.trino.spi.predicate.TupleDomain;
import io.trino.spi.type.Type;
import io.trino.spi.type.TypeUtils;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Counts, minima and maxima of all rows, where the log has them exactly. It does so if the conditions hold for whole fragments.
 * Counts of values, minima and maxima need fragments without sidecars, and bounds that are values.
 */
final class LogAggregates {
    private static final int[] ALL = new int[0];

    private final Snapshot snapshot;
    private final List<Fragment> fragments;

    private LogAggregates(Snapshot snapshot, List<Fragment> fragments) {
        this.snapshot = snapshot;
        this.fragments = fragments;
    }

    /** The table with one row that has all results; empty if the log lacks one of them. */
    static Optional<AggregationApplicationResult<ConnectorTableHandle>> of(
            Snapshot snapshot,
            StoaTable table,
            List<AggregateFunction> functions,
            Map<String, ColumnHandle> assignments)
            throws IOException {
        if (!table.isOpen()) {
            return Optional.empty();
        }
        Optional<List<Fragment>> whole = Survivors.ofWhole(snapshot, table.filter());
        if (whole.isEmpty()) {
            return Optional.empty();
        }
        LogAggregates log = new LogAggregates(snapshot, whole.get());
        Map<StoaColumn, NullableValue> row = new LinkedHashMap<>();
        List<ConnectorExpression> projections = new ArrayList<>();
        for (AggregateFunction function : functions) {
            Optional<StoaColumn> argument = argument(function, assignments);
            Optional<NullableValue> value = log.value(function, argument);
            if (value.isEmpty()) {
                return Optional.empty();
            }
            String name = function.getFunctionName() + "("
                    + argument.map(StoaColumn::name).orElse("*") + ")";
            row.put(
                    new StoaColumn(name, List.of(), function.getOutputType(), false, StoaColumn.Kind.ANSWER),
                    value.get());
            projections.add(new Variable(name, function.getOutputType()));
        }
        List<Assignment> columns = row.keySet().stream()
                .map(column -> new Assignment(column.name(), column, column.type()))
                .toList();
        return Optional.of(new AggregationApplicationResult<>(
                table.answeredBy(TupleDomain.fromFixedValues(row)), projections, columns, Map.of(), false));
    }

    /** The column of a function; empty if it has none, or another argument. */
    private static Optional<StoaColumn> argument(AggregateFunction function, Map<String, ColumnHandle> assignments) {
        if (function.getArguments().size() == 1
                && function.getArguments().getFirst() instanceof Variable variable
                && assignments.get(variable.getName()) instanceof StoaColumn column
                && column.isStored()
                && column.fields().isEmpty()) {
            return Optional.of(column);
        }
        return Optional.empty();
    }

    private Optional<NullableValue> value(AggregateFunction function, Optional<StoaColumn> argument)
            throws IOException {
        if (function.isDistinct()
                || function.getFilter().isPresent()
                || !function.getSortItems().isEmpty()) {
            return Optional.empty();
        }
        boolean isCount = function.getFunctionName().equals("count");
        if (isCount && function.getArguments().isEmpty()) {
            long rows = fragments.stream().mapToLong(Fragment::liveRows).sum();
            return Optional.of(NullableValue.of(function.getOutputType(), rows));
        } else if (argument.isEmpty()
                || fragments.stream().anyMatch(fragment -> !fragment.sidecars().isEmpty())) {
            return Optional.empty();
        }
        Field field = snapshot.schema()
                .fields()
                .get(snapshot.schema().indexOf(argument.get().name()).orElseThrow());
        if (fragments.isEmpty() || !field.type().fields().isEmpty()) {
            return Optional.empty();
        }
        Optional<ColumnBounds> bounds =
                snapshot.bounds(fragments, field.fieldId().orElseThrow());
        long rows = fragments.stream().mapToLong(Fragment::rows).sum();
        if (bounds.isEmpty() || bounds.get().rows() != rows) {
            return Optional.empty();
        } else if (isCount) {
            return Optional.of(NullableValue.of(
                    function.getOutputType(), rows - bounds.get().nullCount()));
        }
        boolean isOrdered = argument.get().isExact() && field.type().kind() != TypeKind.ENUM;
        return isOrdered
                ? bound(function.getFunctionName(), bounds.get(), argument.get().type())
                : Optional.empty();
    }

    private static Optional<NullableValue> bound(String function, ColumnBounds bounds, Type type) {
        if (!function.equals("min") && !function.equals("max")) {
            return Optional.empty();
        } else if (bounds.values() == 0) {
            return Optional.of(NullableValue.asNull(type));
        }
        boolean isMin = function.equals("min");
        Optional<ColumnVector> bound = isMin ? bounds.min() : bounds.max();
        boolean isExact = isMin ? bounds.minExact() : bounds.maxExact();
        return bound.filter(_ -> isExact)
                .map(vector -> TypeUtils.readNativeValue(type, new Blocks().of(vector, type, ALL, 1), 0))
                .map(value -> NullableValue.of(type, value));
    }
}
