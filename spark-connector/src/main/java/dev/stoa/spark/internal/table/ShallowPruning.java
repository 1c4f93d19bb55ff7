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
package dev.stoa.spark.internal.table;

import dev.stoa.spark.internal.read.StoaScan;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.DynamicPruningSubquery;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2ScanRelation;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Drops runtime filters that cost Spark too much to plan. A runtime filter holds a copy of the other side of its join, with the
 * runtime filters of that side. So in a chain of joins each filter doubles the copies that the one before holds, and Spark
 * plans each copy anew. A filter stays if its side has at most {@value #MOST_NESTED} subqueries, with those inside them. A query
 * with n runtime filters then plans at most n * ({@value #MOST_NESTED} + 1) copies. Spark hardly ever broadcasts a side with
 * more, as it is the result of many joins.
 *
 * <p>The rule is part of the last batch of Spark's optimiser, where a runtime filter is directly above its scan. It keeps all
 * filters inside one that stays. So the copy still equals what the join broadcasts, and Spark reuses the broadcast.
 */
final class ShallowPruning extends Rule<LogicalPlan> {
    /** The most subqueries in the other side of a join, with those inside them. */
    static final int MOST_NESTED = 8;

    @Override
    public LogicalPlan apply(LogicalPlan plan) {
        LogicalPlan below = plan.mapChildren(this::apply);
        if (!(below instanceof Filter filter) || !isAboveScan(filter)) {
            return below;
        }
        List<Expression> all = KeysOfSources.conjuncts(filter.condition()).toList();
        List<Expression> kept =
                all.stream().filter(condition -> !isNestedTooDeep(condition)).toList();
        if (kept.size() == all.size()) {
            return filter;
        }
        return kept.stream()
                .reduce(And::new)
                .<LogicalPlan>map(condition -> new Filter(condition, filter.child()))
                .orElse(filter.child());
    }

    private static boolean isAboveScan(Filter filter) {
        return filter.child() instanceof DataSourceV2ScanRelation relation && relation.scan() instanceof StoaScan;
    }

    private static boolean isNestedTooDeep(Expression condition) {
        return condition instanceof DynamicPruningSubquery pruning && counted(pruning.buildQuery(), 0) > MOST_NESTED;
    }

    /** Adds the subqueries of a plan, with those inside them, to a count. Stops at the first one too many. */
    private static int counted(LogicalPlan plan, int before) {
        int count = before;
        for (LogicalPlan subquery : CollectionConverters.asJava(plan.subqueries())) {
            count = count > MOST_NESTED ? count : counted(subquery, count + 1);
        }
        for (LogicalPlan child : CollectionConverters.asJava(plan.children())) {
            count = count > MOST_NESTED ? count : counted(child, count);
        }
        return count;
    }
}
