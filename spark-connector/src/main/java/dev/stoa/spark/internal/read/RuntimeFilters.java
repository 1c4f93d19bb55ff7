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
package dev.stoa.spark.internal.read;

import dev.stoa.format.Type;
import dev.stoa.spark.internal.columns.TimeUnits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.connector.expressions.filter.AlwaysFalse;
import org.apache.spark.sql.connector.expressions.filter.And;
import org.apache.spark.sql.connector.expressions.filter.Predicate;

/**
 * Makes predicates of a scan from the values that the other side of a join has while a query runs. Spark joins in any case,
 * so the scan may give more rows. For many values it filters by their range only.
 */
public final class RuntimeFilters {
    /** The most keys of a source that a plan gathers. One more shows the scan that the source has more. */
    public static final int MOST_KEYS = 100_000;

    private static final int MOST_VALUES = 10_000;

    private final PredicateTranslation translation;

    RuntimeFilters(PredicateTranslation translation) {
        this.translation = translation;
    }

    /** Whether a scan can search for values of a type. It can't if several values are equal for Spark. */
    static boolean canTest(Type type) {
        return switch (type.kind()) {
            case NULL, FLOAT16, FLOAT32, FLOAT64, CHAR, STRUCT, LIST, MAP, GEOMETRY, GEOGRAPHY -> false;
            case TIME, TIMESTAMP, INTERVAL_DAY_TIME -> TimeUnits.of(type).isExact();
            default -> true;
        };
    }

    /** Returns the complete ones of the lists of keys that the plan gathers. The scan searches for their values one by one. */
    List<Predicate> ofKeys(Predicate[] found) {
        return Arrays.stream(found)
                .filter(predicate -> predicate.name().equals("IN") && isWhole(predicate.children()))
                .map(predicate -> predicate.children().length == 1 ? new AlwaysFalse() : predicate)
                .filter(predicate -> translation.translate(predicate).isPresent())
                .toList();
    }

    /** Whether the keys are few enough to be gathered, and none is too long. A null takes the place of a key that is too long. */
    private static boolean isWhole(Expression[] operands) {
        return operands.length - 1 <= MOST_KEYS
                && Arrays.stream(operands)
                        .skip(1)
                        .allMatch(operand -> operand instanceof Literal<?> literal && literal.value() != null);
    }

    /** Those that a scan can make use of. */
    List<Predicate> of(Predicate[] found) {
        return Arrays.stream(found)
                .flatMap(predicate -> narrowed(predicate).stream())
                .filter(predicate -> translation.translate(predicate).isPresent())
                .toList();
    }

    private static Optional<Predicate> narrowed(Predicate found) {
        if (!found.name().equals("IN")) {
            return Optional.of(found);
        }
        List<Expression> operands = Arrays.asList(found.children());
        Expression column = operands.get(0);
        List<Literal<?>> values = new ArrayList<>();
        for (Expression operand : operands.subList(1, operands.size())) {
            // nothing is equal to null
            if (operand instanceof Literal<?> literal && literal.value() != null) {
                values.add(literal);
            }
        }
        if (values.isEmpty()) {
            return Optional.of(new AlwaysFalse());
        } else if (values.size() <= MOST_VALUES) {
            operands = new ArrayList<>(values);
            operands.add(0, column);
            return Optional.of(new Predicate("IN", operands.toArray(Expression[]::new)));
        }
        return range(column, values);
    }

    @SuppressWarnings("unchecked") // values of one type
    private static Optional<Predicate> range(Expression column, List<Literal<?>> values) {
        if (!(values.get(0).value() instanceof Comparable)) {
            return Optional.empty();
        }
        Comparator<Literal<?>> order = Comparator.comparing(literal -> (Comparable<Object>) literal.value());
        Literal<?> least = values.stream().min(order).orElseThrow();
        Literal<?> greatest = values.stream().max(order).orElseThrow();
        return Optional.of(new And(
                new Predicate(">=", new Expression[] {column, least}),
                new Predicate("<=", new Expression[] {column, greatest})));
    }
}
