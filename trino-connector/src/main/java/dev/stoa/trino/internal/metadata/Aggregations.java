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

import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.table.Fragment;
import dev.stoa.table.Snapshot;
import dev.stoa.trino.internal.plan.RowFunction;
import dev.stoa.trino.internal.plan.StoaColumn;
import dev.stoa.trino.internal.plan.StoaTable;
import io.trino.spi.connector.AggregateFunction;
import io.trino.spi.connector.AggregationApplicationResult;
import io.trino.spi.connector.Assignment;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.expression.ConnectorExpression;
import io.trino.spi.expression.Variable;
import io.trino.spi.predicate.TupleDomain;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Counts, minima and maxima of all rows of a statement. The log answers for whole files. If few files remain, a single split answers: it
 * takes the results for zones whose rows all match from the MinMax index, and reads the other zones. With more rows, tasks that share the scan are faster.
 */
final class Aggregations {
    /** Files of a split: it opens one after the other. */
    private static final int MOST_FILES = 4;

    /** Rows that a split reads at most. To compare a column of them takes some tens of milliseconds, as long as to plan a statement. */
    private static final long MOST_ROWS = 8_000_000;

    private final Snapshot snapshot;
    private final Map<String, ColumnHandle> assignments;

    private Aggregations(Snapshot snapshot, Map<String, ColumnHandle> assignments) {
        this.snapshot = snapshot;
        this.assignments = assignments;
    }

    /** The table with one row that has all results; empty if Trino computes them. */
    static Optional<AggregationApplicationResult<ConnectorTableHandle>> of(
            Snapshot snapshot, StoaTable table, List<AggregateFunction> asked, Map<String, ColumnHandle> assignments)
            throws IOException {
        Aggregations aggregations = new Aggregations(snapshot, assignments);
        List<RowFunction> functions = asked.stream()
                .flatMap(each -> aggregations.function(each).stream())
                .toList();
        if (!table.isOpen() || functions.size() < asked.size()) {
            return Optional.empty();
        }
        Survivors survivors = Survivors.of(snapshot, table.filter());
        Optional<TupleDomain<StoaColumn>> row = LogAggregates.of(snapshot, survivors, functions);
        if (row.isPresent()) {
            return Optional.of(result(table.answeredBy(row.get()), functions));
        }
        return isSmall(survivors.fragments())
                ? Optional.of(result(table.computing(functions), functions))
                : Optional.empty();
    }

    private static boolean isSmall(List<Fragment> fragments) {
        return !fragments.isEmpty()
                && fragments.size() <= MOST_FILES
                && fragments.stream().mapToLong(Fragment::rows).sum() <= MOST_ROWS;
    }

    private static AggregationApplicationResult<ConnectorTableHandle> result(
            StoaTable table, List<RowFunction> functions) {
        List<StoaColumn> answers = functions.stream().map(RowFunction::answer).toList();
        List<ConnectorExpression> projections = new ArrayList<>();
        for (StoaColumn answer : answers) {
            projections.add(new Variable(answer.name(), answer.type()));
        }
        List<Assignment> columns = answers.stream()
                .distinct()
                .map(answer -> new Assignment(answer.name(), answer, answer.type()))
                .toList();
        return new AggregationApplicationResult<>(table, projections, columns, Map.of(), false);
    }

    private Optional<RowFunction> function(AggregateFunction asked) {
        if (asked.isDistinct()
                || asked.getFilter().isPresent()
                || !asked.getSortItems().isEmpty()) {
            return Optional.empty();
        }
        boolean isCount = asked.getFunctionName().equals("count");
        if (isCount && asked.getArguments().isEmpty()) {
            return Optional.of(new RowFunction(RowFunction.Kind.ROWS, Optional.empty()));
        }
        return kind(asked.getFunctionName())
                .flatMap(kind -> argument(asked)
                        .filter(column -> isCount || isOrdered(column))
                        .map(column -> new RowFunction(kind, Optional.of(column))));
    }

    private static Optional<RowFunction.Kind> kind(String function) {
        return switch (function) {
            case "count" -> Optional.of(RowFunction.Kind.VALUES);
            case "min" -> Optional.of(RowFunction.Kind.MIN);
            case "max" -> Optional.of(RowFunction.Kind.MAX);
            default -> Optional.empty();
        };
    }

    /** The column of a function; empty if it has none, or another argument. */
    private Optional<StoaColumn> argument(AggregateFunction function) {
        if (function.getArguments().size() == 1
                && function.getArguments().getFirst() instanceof Variable variable
                && assignments.get(variable.getName()) instanceof StoaColumn column
                && column.isStored()
                && column.fields().isEmpty()
                && type(column).fields().isEmpty()) {
            return Optional.of(column);
        }
        return Optional.empty();
    }

    private Type type(StoaColumn column) {
        return column.topField(snapshot.schema()).type();
    }

    private boolean isOrdered(StoaColumn column) {
        return column.isExact() && type(column).kind() != TypeKind.ENUM;
    }
}
