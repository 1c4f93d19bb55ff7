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

import dev.stoa.format.ColumnVector;
import dev.stoa.format.Schema;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.Aggregates;
import dev.stoa.reader.ColumnPath;
import dev.stoa.spark.internal.columns.SparkTypes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.aggregate.AggregateFunc;
import org.apache.spark.sql.connector.expressions.aggregate.Aggregation;
import org.apache.spark.sql.connector.expressions.aggregate.Count;
import org.apache.spark.sql.connector.expressions.aggregate.CountStar;
import org.apache.spark.sql.connector.expressions.aggregate.Max;
import org.apache.spark.sql.connector.expressions.aggregate.Min;
import org.apache.spark.sql.connector.expressions.aggregate.Sum;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;

/**
 * Aggregate functions without groups that a scan computes exactly: counts, minima, maxima and sums. Spark computes the
 * minima and maxima of some types itself. In floating-point columns, NaN and the signs of zeros have meanings of their own
 * in Spark. A char is ordered with blanks here, and geometries have no order here.
 *
 * @param functions in the order asked
 * @param columns the columns that the functions read: first those of counts and bounds
 * @param bounded the number of columns of counts and bounds
 * @param sums in the order asked
 */
record AggregateFunctions(
        List<GroupKey> keys, List<Function> functions, List<ColumnPath> columns, int bounded, List<ScanSum> sums) {

    /** The functions. */
    enum Kind {
        ROWS,
        VALUES,
        MIN,
        MAX,
        SUM
    }

    /**
     * A function.
     *
     * @param column the place of its column among {@link #columns}, of a sum that among {@link #sums}; -1 without one
     */
    record Function(Kind kind, int column) {

        long count(Aggregates found) {
            return found.rows()
                    - (kind == Kind.VALUES ? found.columns().get(column).nullCount() : 0);
        }

        Optional<ColumnVector> bound(Aggregates found) {
            Aggregates.Column of = found.columns().get(column);
            return kind == Kind.MIN ? of.min() : of.max();
        }

        boolean isSum() {
            return kind == Kind.SUM;
        }

        boolean isCount() {
            return kind == Kind.ROWS || kind == Kind.VALUES;
        }
    }

    /** The functions, if all of them are such. */
    static Optional<AggregateFunctions> of(Aggregation aggregation, Schema schema) {
        Expression[] groups = aggregation.groupByExpressions();
        if (groups.length > GroupKeys.MOST_KEYS) {
            return Optional.empty();
        }
        List<ColumnPath> columns = new ArrayList<>();
        for (AggregateFunc asked : aggregation.aggregateExpressions()) {
            OptionalInt place = place(asked, schema, columns);
            if (place.isEmpty() || groups.length > 0 && isBound(asked)) {
                return Optional.empty();
            }
        }
        int bounded = columns.size();
        List<ScanSum> sums = new ArrayList<>();
        TermTranslation terms = new TermTranslation(schema, columns);
        KeyTranslation translation = new KeyTranslation(schema, terms);
        List<GroupKey> keys = new ArrayList<>();
        for (Expression group : groups) {
            translation.key(group).ifPresent(keys::add);
        }
        if (keys.size() < groups.length) {
            return Optional.empty();
        }
        List<Function> functions = new ArrayList<>();
        for (AggregateFunc asked : aggregation.aggregateExpressions()) {
            Kind kind = kind(asked).orElseThrow();
            if (kind == Kind.SUM) {
                Optional<ScanSum> sum = ScanSum.of(((Sum) asked).column(), terms);
                if (sum.isEmpty() || isAverage((Sum) asked, aggregation, terms)) {
                    return Optional.empty();
                }
                functions.add(new Function(kind, sums.size()));
                sums.add(sum.get());
            } else {
                functions.add(new Function(kind, place(asked, schema, columns).orElseThrow()));
            }
        }
        return Optional.of(
                new AggregateFunctions(List.copyOf(keys), functions, List.copyOf(columns), bounded, List.copyOf(sums)));
    }

    /** Finds the place of a function's column, and makes one for a new column; -1 for no column, nothing for another function. */
    private static OptionalInt place(AggregateFunc asked, Schema schema, List<ColumnPath> columns) {
        Optional<Kind> kind = kind(asked);
        if (kind.isEmpty()) {
            return OptionalInt.empty();
        } else if (kind.get() == Kind.ROWS || kind.get() == Kind.SUM) {
            return OptionalInt.of(-1);
        }
        Optional<PredicateTranslation.Column> column = column(asked.children()[0], kind.get(), schema);
        if (column.isEmpty()) {
            return OptionalInt.empty();
        }
        ColumnPath path = column.get().path();
        if (!columns.contains(path)) {
            columns.add(path);
        }
        return OptionalInt.of(columns.indexOf(path));
    }

    /** Whether a sum may be half of an average of 64-bit integers, which is one of doubles in Spark and never overflows. */
    private static boolean isAverage(Sum sum, Aggregation aggregation, TermTranslation terms) {
        boolean isCounted = Arrays.stream(aggregation.aggregateExpressions())
                .anyMatch(
                        other -> other instanceof Count count && count.column().equals(sum.column()));
        return isCounted
                && terms.integer(sum.column())
                        .filter(type -> type.kind() == TypeKind.INT64)
                        .isPresent();
    }

    /** Returns the type of a function's results. */
    DataType type(Function function, Schema schema) {
        return switch (function.kind()) {
            case ROWS, VALUES -> DataTypes.LongType;
            case MIN, MAX -> SparkTypes.type(columns.get(function.column()), schema);
            case SUM -> sums.get(function.column()).type();
        };
    }

    private static boolean isBound(AggregateFunc asked) {
        return asked instanceof Min || asked instanceof Max;
    }

    /** Whether a scan of the rows is needed. */
    boolean hasSums() {
        return !sums.isEmpty();
    }

    /** Whether a minimum or maximum is one of the functions. */
    boolean hasBounds() {
        return functions.stream().anyMatch(function -> function.kind() == Kind.MIN || function.kind() == Kind.MAX);
    }

    private static Optional<Kind> kind(AggregateFunc asked) {
        if (asked instanceof CountStar) {
            return Optional.of(Kind.ROWS);
        } else if (asked instanceof Count count && !count.isDistinct()) {
            return Optional.of(Kind.VALUES);
        } else if (asked instanceof Min) {
            return Optional.of(Kind.MIN);
        } else if (asked instanceof Sum sum && !sum.isDistinct()) {
            return Optional.of(Kind.SUM);
        }
        return asked instanceof Max ? Optional.of(Kind.MAX) : Optional.empty();
    }

    private static Optional<PredicateTranslation.Column> column(Expression expression, Kind kind, Schema schema) {
        return new PredicateTranslation(schema)
                .column(expression)
                .filter(column -> !column.type().kind().isNested())
                .filter(column -> kind == Kind.VALUES
                        || switch (column.type().kind()) {
                            case NULL, FLOAT16, FLOAT32, FLOAT64, CHAR, GEOMETRY, GEOGRAPHY -> false;
                            default -> true;
                        });
    }
}
