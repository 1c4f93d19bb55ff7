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

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.ScalarSubquery;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Subquery;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.internal.SQLConf;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Merges scalar subqueries that read the same rows of a table, so that Spark reads the rows once. Spark does so for its own formats
 * before it plans their scans. It has planned scans of Stoa by then, with different columns or aggregates, and finds no two equal ones.
 *
 * <p>A merged plan takes the place of the plan of each subquery, which takes its value from the row that the plan gives. Spark runs
 * equal subqueries once, unless {@code spark.sql.execution.reuseSubquery} is off. Subqueries of an outer row stay as they are, and so do
 * those that are not deterministic. The rule is part of the last batch of Spark's optimiser.
 */
final class SharedSubqueries extends Rule<LogicalPlan> {
    @Override
    public LogicalPlan apply(LogicalPlan plan) {
        if (plan instanceof Subquery || !SQLConf.get().subqueryReuseEnabled()) {
            return plan; // a subquery is merged as part of its query
        }
        Map<ExprId, ScalarSubquery> subqueries = new LinkedHashMap<>();
        collect(plan, subqueries);
        try {
            Map<ExprId, SharedPlan> shared = shared(subqueries.values());
            return shared.isEmpty() ? plan : replaced(plan, shared);
        } catch (LinkageError newerSpark) {
            return plan; // the classes that merge plans are no public API of Spark
        }
    }

    private static void collect(LogicalPlan plan, Map<ExprId, ScalarSubquery> found) {
        CollectionConverters.asJava(plan.expressions()).forEach(expression -> collect(expression, found));
        CollectionConverters.asJava(plan.children()).forEach(child -> collect(child, found));
    }

    private static void collect(Expression expression, Map<ExprId, ScalarSubquery> found) {
        if (!(expression instanceof ScalarSubquery subquery)) {
            CollectionConverters.asJava(expression.children()).forEach(child -> collect(child, found));
        } else if (!subquery.isCorrelated() && subquery.deterministic()) {
            found.put(subquery.exprId(), subquery);
        }
    }

    /** Returns the plan of each subquery that shares it with another one. */
    private static Map<ExprId, SharedPlan> shared(Collection<ScalarSubquery> subqueries) {
        List<SharedPlan> plans = new ArrayList<>();
        for (ScalarSubquery subquery : subqueries) {
            if (SharedPlan.canShare(subquery.plan()) && plans.stream().noneMatch(plan -> plan.add(subquery))) {
                plans.add(new SharedPlan(subquery));
            }
        }
        Map<ExprId, SharedPlan> shared = new HashMap<>();
        plans.stream()
                .filter(SharedPlan::isMerged)
                .forEach(plan -> plan.subqueries().forEach(id -> shared.put(id, plan)));
        return shared;
    }

    private static LogicalPlan replaced(LogicalPlan plan, Map<ExprId, SharedPlan> shared) {
        LogicalPlan below = plan.mapChildren(child -> replaced(child, shared));
        return below.mapExpressions(expression -> replaced(expression, shared));
    }

    private static Expression replaced(Expression expression, Map<ExprId, SharedPlan> shared) {
        if (!(expression instanceof ScalarSubquery subquery)) {
            return expression.mapChildren(child -> replaced(child, shared));
        }
        SharedPlan plan = shared.get(subquery.exprId());
        return plan == null ? subquery : plan.value(subquery);
    }
}
