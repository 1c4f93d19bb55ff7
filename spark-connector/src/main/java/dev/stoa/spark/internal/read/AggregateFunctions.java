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
import dev.stoa.reader.Aggregates;
import dev.stoa.reader.ColumnPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.aggregate.AggregateFunc;
import org.apache.spark.sql.connector.expressions.aggregate.Aggregation;
import org.apache.spark.sql.connector.expressions.aggregate.Count;
import org.apache.spark.sql.connector.expressions.aggregate.CountStar;
import org.apache.spark.sql.connector.expressions.aggregate.Max;
import org.apache.spark.sql.connector.expressions.aggregate.Min;

/**
 * Aggregate functions without groups that a scan computes exactly: counts, minima and maxima. Those of floating-point columns are
 * Spark's, which gives NaN and the signs of zeros meanings of their own, and so are those of char, which is ordered with blanks here,
 * and of geometries, which have no order here.
 *
 * @param functions in the order asked
 * @param columns of which something is asked
 */
record AggregateFunctions(List<Function> functions, List<ColumnPath> columns) {

    /** What is asked. */
    enum Kind {
        ROWS,
        VALUES,
        MIN,
        MAX
    }

    /**
     * A function.
     *
     * @param column the place of its column among {@link #columns}; -1 without one
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

        boolean isCount() {
            return kind == Kind.ROWS || kind == Kind.VALUES;
        }
    }

    /** The functions, if all of them are such. */
    static Optional<AggregateFunctions> of(Aggregation aggregation, Schema schema) {
        if (aggregation.groupByExpressions().length > 0) {
            return Optional.empty();
        }
        List<Function> functions = new ArrayList<>();
        List<ColumnPath> columns = new ArrayList<>();
        for (AggregateFunc asked : aggregation.aggregateExpressions()) {
            Optional<Kind> kind = kind(asked);
            if (kind.isEmpty()) {
                return Optional.empty();
            }
            int place = -1;
            if (kind.get() != Kind.ROWS) {
                Optional<PredicateTranslation.Column> column = column(asked.children()[0], kind.get(), schema);
                if (column.isEmpty()) {
                    return Optional.empty();
                }
                place = columns.indexOf(column.get().path());
                if (place < 0) {
                    place = columns.size();
                    columns.add(column.get().path());
                }
            }
            functions.add(new Function(kind.get(), place));
        }
        return Optional.of(new AggregateFunctions(functions, columns));
    }

    private static Optional<Kind> kind(AggregateFunc asked) {
        if (asked instanceof CountStar) {
            return Optional.of(Kind.ROWS);
        } else if (asked instanceof Count count && !count.isDistinct()) {
            return Optional.of(Kind.VALUES);
        } else if (asked instanceof Min) {
            return Optional.of(Kind.MIN);
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
