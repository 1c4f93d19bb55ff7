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
package dev.stoa.table.statistics;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.reader.ColumnBounds;
import dev.stoa.reader.Filter;
import dev.stoa.table.DistinctCounts;
import dev.stoa.table.internal.schema.LiteralValues;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** The known numbers of a column in some rows. It tells how much of them conditions leave. */
final class ColumnShares {
    /** The share that a condition leaves if the log tells nothing: a tenth if it asks for some values, a third for a range. */
    static final double SOME = 0.1;

    static final double RANGE = 1.0 / 3;

    private final ColumnBounds bounds;
    private final Optional<NumberLine> line;
    private final double nulls;
    private final double values;
    private final OptionalDouble distinct;

    /**
     * A column of some rows.
     *
     * @param bounds of at least these rows
     * @param rows their number
     * @param isKey whether no two rows have the same value
     * @param counted its different values, if they were counted
     */
    ColumnShares(ColumnBounds bounds, double rows, boolean isKey, Optional<DistinctCounts.Count> counted) {
        this.bounds = bounds;
        this.line = NumberLine.of(bounds);
        this.nulls = bounds.rows() == 0 ? 0 : (double) bounds.nullCount() / bounds.rows();
        this.values = rows * (1 - nulls);
        this.distinct = isKey
                ? OptionalDouble.of(values)
                : counted.map(count -> OptionalDouble.of(count.among(values)))
                        .orElseGet(() -> DistinctGuess.of(bounds, line, values));
    }

    /** The part of all rows, nulls counted. */
    double ofRows(ValueShare some) {
        return some.share() * (1 - nulls) + (some.nulls() ? nulls : 0);
    }

    /**
     * The column after a condition.
     *
     * @param rows that all conditions leave
     */
    ColumnEstimate estimate(ValueShare some, double rows) {
        double kept = ofRows(some);
        double nullPart = some.nulls() && kept > 0 ? nulls / kept : 0;
        OptionalDouble different = some.points();
        if (different.isEmpty() && distinct.isPresent()) {
            different = OptionalDouble.of(distinct.getAsDouble() * some.share());
        }
        double most = rows * (1 - nullPart);
        double from = line.map(all -> all.between(some.from(), false)).orElse(some.from());
        double to = line.map(all -> all.between(some.to(), true)).orElse(some.to());
        return new ColumnEstimate(
                bounds,
                Math.min(1, nullPart),
                from,
                Math.max(from, to),
                different.isPresent() ? OptionalDouble.of(Math.min(different.getAsDouble(), most)) : different);
    }

    /** The share that a condition on this column alone leaves. */
    ValueShare of(Filter condition) {
        if (condition instanceof Filter.And f) {
            return f.filters().stream().map(this::of).reduce(ValueShare.EVERYTHING, ValueShare::and);
        } else if (condition instanceof Filter.Or f) {
            return f.filters().stream().map(this::of).reduce(ValueShare.NONE, ValueShare::or);
        } else if (condition instanceof Filter.Not f) {
            return f.filter() instanceof Filter.IsNull
                    ? ValueShare.ALL
                    : of(f.filter()).not();
        } else if (condition instanceof Filter.Compare f) {
            return compared(f.operator(), f.literal());
        } else if (condition instanceof Filter.In f) {
            return points(f);
        } else if (condition instanceof Filter.Between f) {
            return compared(Filter.Operator.GREATER_OR_EQUAL, f.low())
                    .and(compared(Filter.Operator.LESS_OR_EQUAL, f.high()));
        }
        return condition instanceof Filter.IsNull ? ValueShare.NULLS : ValueShare.anywhere(SOME);
    }

    private ValueShare compared(Filter.Operator operator, Object literal) {
        OptionalDouble number = number(literal);
        return switch (operator) {
            case EQUAL, NULL_SAFE_EQUAL -> equal(number);
            case NOT_EQUAL -> equal(number).not();
            default ->
                number.isPresent() && line.isPresent()
                        ? range(operator, number.getAsDouble(), line.get())
                        : ValueShare.anywhere(RANGE);
        };
    }

    private static ValueShare range(Filter.Operator operator, double number, NumberLine line) {
        return switch (operator) {
            case LESS -> ValueShare.between(0, line.begin(number));
            case LESS_OR_EQUAL -> ValueShare.between(0, line.end(number));
            case GREATER -> ValueShare.between(line.end(number), 1);
            default -> ValueShare.between(line.begin(number), 1);
        };
    }

    private ValueShare equal(OptionalDouble number) {
        double one = distinct.isPresent() && distinct.getAsDouble() > 0 ? 1 / distinct.getAsDouble() : SOME;
        if (number.isEmpty() || line.isEmpty()) {
            return ValueShare.points(Math.max(one, least()), 1, 0, 1);
        }
        double begin = line.get().begin(number.getAsDouble());
        double end = line.get().end(number.getAsDouble());
        return begin >= 1 || end < 0 ? ValueShare.NONE : ValueShare.points(one, 1, begin, end);
    }

    /** One row of all. */
    private double least() {
        return values > 1 ? 1 / values : 1;
    }

    private ValueShare points(Filter.In in) {
        ValueShare all = ValueShare.NONE;
        for (Object literal : in.literals()) {
            all = all.or(equal(number(literal)));
        }
        return all;
    }

    private OptionalDouble number(Object literal) {
        if (line.isEmpty()) {
            return OptionalDouble.empty();
        }
        try {
            ColumnVector value =
                    LiteralValues.single(new Field("value", bounds.type(), true, OptionalInt.empty()), literal);
            return value.isNull(0) ? OptionalDouble.empty() : NumberLine.number(value);
        } catch (IllegalArgumentException e) {
            // such as 2.5 for whole numbers: filters compare it exactly, an estimate passes over it
            return OptionalDouble.empty();
        }
    }
}
