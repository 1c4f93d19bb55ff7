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
import dev.stoa.trino.internal.plan.Filters;
import dev.stoa.trino.internal.plan.StoaColumn;
import io.trino.spi.connector.Constraint;
import io.trino.spi.expression.Call;
import io.trino.spi.expression.ConnectorExpression;
import io.trino.spi.expression.Constant;
import io.trino.spi.expression.FunctionName;
import io.trino.spi.expression.StandardFunctions;
import io.trino.spi.predicate.Domain;
import io.trino.spi.predicate.Range;
import io.trino.spi.predicate.TupleDomain;
import io.trino.spi.predicate.ValueSet;
import io.trino.spi.type.BooleanType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Conditions on fields of rows. Trino gives them as an expression if a statement also needs the whole row.
 *
 * @param judged the conditions that a scan computes
 * @param rest the conditions that stay with Trino
 */
record FieldConditions(TupleDomain<StoaColumn> judged, ConnectorExpression rest) {
    static FieldConditions of(Constraint constraint, Schema schema) {
        FieldColumns columns = new FieldColumns(schema, constraint.getAssignments());
        TupleDomain<StoaColumn> judged = TupleDomain.all();
        List<ConnectorExpression> rest = new ArrayList<>();
        for (ConnectorExpression condition : conjuncts(constraint.getExpression())) {
            Optional<TupleDomain<StoaColumn>> one =
                    condition instanceof Call call ? condition(call, columns) : Optional.empty();
            if (one.isPresent()) {
                judged = judged.intersect(one.get());
            } else {
                rest.add(condition);
            }
        }
        return new FieldConditions(judged, and(rest));
    }

    private static List<ConnectorExpression> conjuncts(ConnectorExpression expression) {
        List<ConnectorExpression> all = new ArrayList<>();
        if (expression instanceof Call call && call.getFunctionName().equals(StandardFunctions.AND_FUNCTION_NAME)) {
            call.getArguments().forEach(one -> all.addAll(conjuncts(one)));
        } else if (!expression.equals(Constant.TRUE)) {
            all.add(expression);
        }
        return all;
    }

    private static ConnectorExpression and(List<ConnectorExpression> all) {
        return switch (all.size()) {
            case 0 -> Constant.TRUE;
            case 1 -> all.getFirst();
            default -> new Call(BooleanType.BOOLEAN, StandardFunctions.AND_FUNCTION_NAME, all);
        };
    }

    private static Optional<TupleDomain<StoaColumn>> condition(Call call, FieldColumns columns) {
        FunctionName function = call.getFunctionName();
        List<ConnectorExpression> arguments = call.getArguments();
        if (function.equals(StandardFunctions.IS_NULL_FUNCTION_NAME)) {
            return columns.of(arguments.getFirst())
                    .flatMap(column -> condition(column, Domain.onlyNull(column.type())));
        } else if (function.equals(StandardFunctions.NOT_FUNCTION_NAME)) {
            return arguments.getFirst() instanceof Call inner
                            && inner.getFunctionName().equals(StandardFunctions.IS_NULL_FUNCTION_NAME)
                    ? columns.of(inner.getArguments().getFirst())
                            .flatMap(column -> condition(column, Domain.notNull(column.type())))
                    : Optional.empty();
        } else if (arguments.size() != 2) {
            return Optional.empty();
        }
        Optional<StoaColumn> column = columns.of(arguments.getFirst()).filter(FieldConditions::isComparable);
        if (function.equals(StandardFunctions.IN_PREDICATE_FUNCTION_NAME)) {
            return column.flatMap(one -> in(one, arguments.get(1)));
        }
        return arguments.get(1) instanceof Constant constant && constant.getValue() != null
                ? column.filter(one -> one.type().equals(constant.getType()))
                        .flatMap(one -> values(one, function, constant.getValue())
                                .flatMap(values -> condition(one, Domain.create(values, false))))
                : Optional.empty();
    }

    private static boolean isComparable(StoaColumn column) {
        return column.isStored() && column.isExact();
    }

    private static Optional<TupleDomain<StoaColumn>> condition(StoaColumn column, Domain domain) {
        return column.fields().isEmpty() || !Filters.canJudge(column, domain)
                ? Optional.empty()
                : Optional.of(TupleDomain.withColumnDomains(Map.of(column, domain)));
    }

    private static Optional<TupleDomain<StoaColumn>> in(StoaColumn column, ConnectorExpression values) {
        List<Object> all = new ArrayList<>();
        for (ConnectorExpression value : values.getChildren()) {
            if (value instanceof Constant constant
                    && constant.getValue() != null
                    && constant.getType().equals(column.type())) {
                all.add(constant.getValue());
            } else {
                return Optional.empty();
            }
        }
        return all.isEmpty() ? Optional.empty() : condition(column, Domain.multipleValues(column.type(), all));
    }

    private static Optional<ValueSet> values(StoaColumn column, FunctionName function, Object value) {
        if (function.equals(StandardFunctions.EQUAL_OPERATOR_FUNCTION_NAME)) {
            return Optional.of(ValueSet.of(column.type(), value));
        } else if (function.equals(StandardFunctions.NOT_EQUAL_OPERATOR_FUNCTION_NAME)) {
            return Optional.of(ValueSet.of(column.type(), value).complement());
        } else if (function.equals(StandardFunctions.LESS_THAN_OPERATOR_FUNCTION_NAME)) {
            return Optional.of(ValueSet.ofRanges(Range.lessThan(column.type(), value)));
        } else if (function.equals(StandardFunctions.LESS_THAN_OR_EQUAL_OPERATOR_FUNCTION_NAME)) {
            return Optional.of(ValueSet.ofRanges(Range.lessThanOrEqual(column.type(), value)));
        } else if (function.equals(StandardFunctions.GREATER_THAN_OPERATOR_FUNCTION_NAME)) {
            return Optional.of(ValueSet.ofRanges(Range.greaterThan(column.type(), value)));
        } else if (function.equals(StandardFunctions.GREATER_THAN_OR_EQUAL_OPERATOR_FUNCTION_NAME)) {
            return Optional.of(ValueSet.ofRanges(Range.greaterThanOrEqual(column.type(), value)));
        }
        return Optional.empty();
    }
}
