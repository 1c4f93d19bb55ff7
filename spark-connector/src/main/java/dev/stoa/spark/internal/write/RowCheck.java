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
package dev.stoa.spark.internal.write;

import dev.stoa.spark.internal.store.SparkErrors;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.BasePredicate;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.Predicate;
import org.apache.spark.sql.catalyst.expressions.V2ExpressionUtils;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LocalRelation;
import org.apache.spark.sql.catalyst.types.DataTypeUtils;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.types.StructType;
import scala.Option;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Checks in a task that each new row of a write {@code replace where} makes its condition true, neither false nor null.
 *
 * @param condition that is true on such a row
 * @param columns of rows
 */
record RowCheck(Expression condition, Seq<Attribute> columns) implements Serializable {

    /**
     * A check.
     *
     * @param given what rows have
     */
    static RowCheck of(RowCondition rows, StructType given) {
        Expression condition = rows.predicates().stream()
                .map(RowCheck::expression)
                .reduce(And::new)
                .orElse(Literal.TrueLiteral());
        List<Attribute> columns = new ArrayList<>(CollectionConverters.asJava(DataTypeUtils.toAttributes(given)));
        Seq<Attribute> all = CollectionConverters.asScala(columns).toSeq();
        LocalRelation of = new LocalRelation(
                all, CollectionConverters.<InternalRow>asScala(List.of()).toSeq(), false, Option.empty());
        Filter resolved =
                (Filter) SparkSession.active().sessionState().analyzer().execute(new Filter(condition, of));
        return new RowCheck(resolved.condition(), all);
    }

    private static Expression expression(org.apache.spark.sql.connector.expressions.filter.Predicate predicate) {
        return V2ExpressionUtils.toCatalyst(predicate).getOrElse(() -> {
            throw SparkErrors.refusal(
                    SparkErrors.Condition.STOA_UNSUPPORTED,
                    "rows can't be checked against " + predicate + ", of which Spark knows no expression");
        });
    }

    /** Begins to check rows of one task. It refuses each row that does not make the condition true. */
    Consumer<InternalRow> begin() {
        BasePredicate isOne = Predicate.create(condition, columns);
        isOne.initialize(0);
        return row -> {
            if (!isOne.eval(row)) {
                throw new IllegalArgumentException(refusal(row));
            }
        };
    }

    private String refusal(InternalRow row) {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < columns.length(); i++) {
            Attribute column = columns.apply(i);
            if (condition.references().contains(column)) {
                values.add(column.name() + " = " + new Literal(row.get(i, column.dataType()), column.dataType()));
            }
        }
        return (values.isEmpty() ? "a row" : "a row with " + String.join(", ", values))
                + " can't take the place of the rows that are replaced: their condition is not true on it. Filter what is"
                + " written by the condition, or replace the rows of a wider one; the condition is " + condition.sql();
    }
}
