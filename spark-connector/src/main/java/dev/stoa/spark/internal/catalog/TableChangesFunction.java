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
package dev.stoa.spark.internal.catalog;

import dev.stoa.spark.internal.store.SparkErrors;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.FunctionIdentifier;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.ExpressionInfo;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.types.IntegralType;
import org.apache.spark.sql.types.StringType;
import scala.Function1;
import scala.Tuple3;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractFunction1;

/** {@code table_changes('t', 1, 3)} is {@code select * from t changes from version 1 to version 3}; texts are times. */
public final class TableChangesFunction extends AbstractFunction1<Seq<Expression>, LogicalPlan> {
    private static final String NAME = "table_changes";

    private TableChangesFunction() {}

    /** Returns the function with its name, as Spark registers it. */
    public static Tuple3<FunctionIdentifier, ExpressionInfo, Function1<Seq<Expression>, LogicalPlan>> description() {
        return new Tuple3<>(
                new FunctionIdentifier(NAME),
                new ExpressionInfo(TableChangesFunction.class.getName(), NAME),
                new TableChangesFunction());
    }

    @Override
    public LogicalPlan apply(Seq<Expression> given) {
        List<Object> values = new ArrayList<>();
        for (Expression argument : CollectionConverters.asJava(given)) {
            boolean isKnown = argument.foldable()
                    && (argument.dataType() instanceof IntegralType || argument.dataType() instanceof StringType);
            Object value = isKnown ? argument.eval(null) : null;
            if (value == null) {
                throw refusal(argument + " is neither text nor a number");
            }
            values.add(argument.dataType() instanceof StringType ? value.toString() : ((Number) value).longValue());
        }
        boolean fits = values.size() >= 2
                && values.size() <= 3
                && values.get(0) instanceof String
                && values.get(1).getClass() == values.get(values.size() - 1).getClass();
        if (!fits) {
            throw refusal("these are not its arguments");
        }
        String to = values.size() == 2 ? "" : " to " + bound(values.get(2));
        String query = "select * from " + values.get(0) + " changes from " + bound(values.get(1)) + to;
        return SparkErrors.analysed(
                SparkErrors.Condition.STOA_INVALID_SETTING,
                () -> SparkSession.active().sessionState().sqlParser().parsePlan(query));
    }

    private static String bound(Object value) {
        return value instanceof String text
                ? "timestamp '" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
                : "version " + value;
    }

    private static RuntimeException refusal(String why) {
        return SparkErrors.refusal(
                SparkErrors.Condition.STOA_INVALID_SETTING,
                NAME + ": " + why + ": write " + NAME + "('t', 1, 3) with versions, " + NAME
                        + "('t', '2026-01-01', '2026-01-02') with times, or leave the end out");
    }
}
