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

import dev.stoa.format.Schema;
import dev.stoa.trino.internal.plan.StoaColumn;
import dev.stoa.trino.internal.plan.StoaTable;
import io.trino.spi.connector.Assignment;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.connector.ProjectionApplicationResult;
import io.trino.spi.expression.Call;
import io.trino.spi.expression.ConnectorExpression;
import io.trino.spi.expression.FieldDereference;
import io.trino.spi.expression.Variable;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads fields of rows in place of whole rows. Columns that a statement also needs as a whole stay as they are. */
final class Projections {
    private final FieldColumns columns;
    private final Map<String, ColumnHandle> assignments;
    private final Set<StoaColumn> asked = new LinkedHashSet<>();
    private final Map<StoaColumn, String> pushed = new LinkedHashMap<>();

    /**
     * Projections of a table.
     *
     * @param schema of the table
     * @param assignments the columns of variables
     */
    Projections(Schema schema, Map<String, ColumnHandle> assignments) {
        this.columns = new FieldColumns(schema, assignments);
        this.assignments = assignments;
    }

    /** The expressions on fields that the scan reads; empty if it reads none. */
    Optional<ProjectionApplicationResult<ConnectorTableHandle>> of(
            StoaTable table, List<ConnectorExpression> expressions) {
        if (table.answer().isPresent()) {
            return Optional.empty();
        }
        expressions.forEach(this::ask);
        for (StoaColumn column : asked) {
            if (!column.fields().isEmpty() && asked.stream().noneMatch(other -> isAbove(other, column))) {
                pushed.put(column, newName(column.path().toString()));
            }
        }
        pushed.keySet().removeIf(assignments::containsValue);
        if (pushed.isEmpty()) {
            return Optional.empty();
        }
        Map<String, Assignment> used = new LinkedHashMap<>();
        List<ConnectorExpression> changed =
                expressions.stream().map(one -> changed(one, used)).toList();
        return Optional.of(new ProjectionApplicationResult<>(table, changed, List.copyOf(used.values()), false));
    }

    private String newName(String path) {
        String name = path;
        while (assignments.containsKey(name)) {
            name += "_";
        }
        return name;
    }

    private static boolean isAbove(StoaColumn other, StoaColumn column) {
        int depth = other.fields().size();
        return other.name().equals(column.name())
                && depth < column.fields().size()
                && column.fields().subList(0, depth).equals(other.fields());
    }

    /** Gathers the columns and fields of an expression. */
    private void ask(ConnectorExpression expression) {
        Optional<StoaColumn> column = columns.of(expression);
        if (column.isPresent()) {
            asked.add(column.get());
        } else {
            expression.getChildren().forEach(this::ask);
        }
    }

    private ConnectorExpression changed(ConnectorExpression expression, Map<String, Assignment> used) {
        Optional<StoaColumn> column = columns.of(expression).filter(pushed::containsKey);
        if (column.isPresent()) {
            return use(pushed.get(column.get()), column.get(), used);
        }
        return switch (expression) {
            case Variable variable -> use(variable.getName(), (StoaColumn) assignments.get(variable.getName()), used);
            case FieldDereference field ->
                new FieldDereference(field.getType(), changed(field.getTarget(), used), field.getField());
            case Call call ->
                new Call(
                        call.getType(),
                        call.getFunctionName(),
                        call.getArguments().stream()
                                .map(one -> changed(one, used))
                                .toList());
            default -> expression;
        };
    }

    private static Variable use(String name, StoaColumn column, Map<String, Assignment> used) {
        used.put(name, new Assignment(name, column, column.type()));
        return new Variable(name, column.type());
    }
}
