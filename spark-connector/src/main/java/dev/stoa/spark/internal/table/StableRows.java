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
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.SubqueryExpression;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateFunction;
import org.apache.spark.sql.catalyst.expressions.aggregate.Count;
import org.apache.spark.sql.catalyst.expressions.aggregate.Max;
import org.apache.spark.sql.catalyst.expressions.aggregate.Min;
import org.apache.spark.sql.catalyst.expressions.aggregate.Sum;
import org.apache.spark.sql.catalyst.plans.logical.Aggregate;
import org.apache.spark.sql.catalyst.plans.logical.Expand;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.Generate;
import org.apache.spark.sql.catalyst.plans.logical.GlobalLimit;
import org.apache.spark.sql.catalyst.plans.logical.Join;
import org.apache.spark.sql.catalyst.plans.logical.LocalLimit;
import org.apache.spark.sql.catalyst.plans.logical.LocalRelation;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.OneRowRelation;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.Range;
import org.apache.spark.sql.catalyst.plans.logical.RepartitionOperation;
import org.apache.spark.sql.catalyst.plans.logical.Sample;
import org.apache.spark.sql.catalyst.plans.logical.Sort;
import org.apache.spark.sql.catalyst.plans.logical.SubqueryAlias;
import org.apache.spark.sql.catalyst.plans.logical.Union;
import org.apache.spark.sql.catalyst.plans.logical.View;
import org.apache.spark.sql.catalyst.plans.logical.Window;
import org.apache.spark.sql.catalyst.plans.logical.WindowGroupLimit;
import org.apache.spark.sql.execution.columnar.InMemoryRelation;
import org.apache.spark.sql.execution.datasources.HadoopFsRelation;
import org.apache.spark.sql.execution.datasources.LogicalRelation;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2ScanRelation;
import org.apache.spark.sql.execution.datasources.v2.FileScan;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Tells whether a plan gives the same rows when it is run twice, in whatever order. Anything else is taken not to: calls of
 * functions that are not deterministic, limits and samples, sums of floating point, sources of other programs. So are
 * windows, which may order ties in another way.
 */
final class StableRows {
    private StableRows() {}

    /** Values of an expression in a plan. */
    record Keys(LogicalPlan in, Expression of) {}

    /**
     * Values of an expression, and maybe more: what drops rows in an unstable way is passed over.
     *
     * @return none if they may be others when the plan is run again
     */
    static Optional<Keys> keys(LogicalPlan plan, Expression of) {
        if (!isStable(of) || of.references().isEmpty()) {
            return Optional.empty();
        } else if (isStable(plan)) {
            return Optional.of(new Keys(plan, of));
        } else if (plan instanceof Project project) {
            return keys(project.child(), behind(of, CollectionConverters.asJava(project.projectList())));
        } else if (plan instanceof Aggregate aggregate) {
            return keys(aggregate.child(), behind(of, CollectionConverters.asJava(aggregate.aggregateExpressions())));
        }
        boolean isOneOfItsRows = plan instanceof Filter
                || plan instanceof Sort
                || plan instanceof RepartitionOperation
                || plan instanceof GlobalLimit
                || plan instanceof LocalLimit
                || plan instanceof Sample
                || plan instanceof Window
                || plan instanceof WindowGroupLimit;
        if (!isOneOfItsRows) {
            return Optional.empty();
        }
        LogicalPlan child = plan.children().head();
        return of.references().subsetOf(child.outputSet()) ? keys(child, of) : Optional.empty();
    }

    /** An expression with the meanings of its columns in place. */
    private static Expression behind(Expression of, Iterable<NamedExpression> names) {
        if (of instanceof Attribute column) {
            for (NamedExpression name : names) {
                if (name instanceof Alias alias && alias.exprId().equals(column.exprId())) {
                    return alias.child();
                }
            }
        }
        return of.mapChildren(child -> behind(child, names));
    }

    private static boolean isStable(Expression expression) {
        return expression.deterministic()
                && !SubqueryExpression.hasSubquery(expression)
                && !expression.exists(part -> part instanceof AggregateExpression);
    }

    static boolean isStable(LogicalPlan plan) {
        boolean isStable = plan.deterministic()
                && CollectionConverters.asJava(plan.expressions()).stream().noneMatch(SubqueryExpression::hasSubquery)
                && (plan.children().isEmpty() ? isStableSource(plan) : isStableStep(plan));
        return isStable && CollectionConverters.asJava(plan.children()).stream().allMatch(StableRows::isStable);
    }

    private static boolean isStableStep(LogicalPlan plan) {
        return plan instanceof Project
                || plan instanceof Filter
                || plan instanceof Join
                || plan instanceof Union
                || plan instanceof Sort
                || plan instanceof RepartitionOperation
                || plan instanceof Generate
                || plan instanceof Expand
                || plan instanceof SubqueryAlias
                || plan instanceof View
                || plan instanceof Aggregate aggregate && !dependsOnOrder(aggregate);
    }

    /** Whether an aggregate may be another one if rows come in another order: sums of floating point are, and what takes any row. */
    private static boolean dependsOnOrder(Aggregate aggregate) {
        return CollectionConverters.asJava(aggregate.aggregateExpressions()).stream()
                .anyMatch(of -> ((Expression) of)
                        .exists(part -> part.dataType() instanceof DoubleType
                                || part.dataType() instanceof FloatType
                                || part instanceof AggregateExpression known && !isOfAnyOrder(known)));
    }

    private static boolean isOfAnyOrder(AggregateExpression aggregate) {
        AggregateFunction function = aggregate.aggregateFunction();
        return function instanceof Min
                || function instanceof Max
                || function instanceof Count
                || function instanceof Sum;
    }

    private static boolean isStableSource(LogicalPlan plan) {
        if (plan instanceof InMemoryRelation kept) {
            return isStable(kept.cacheBuilder().logicalPlan()); // from which it is recreated where memory was short
        } else if (plan instanceof LogicalRelation relation) {
            return relation.relation() instanceof HadoopFsRelation;
        } else if (plan instanceof DataSourceV2ScanRelation relation) {
            return relation.scan() instanceof StoaScan || relation.scan() instanceof FileScan;
        } else if (plan instanceof DataSourceV2Relation relation) {
            return relation.table() instanceof StoaTable;
        }
        return plan instanceof LocalRelation || plan instanceof Range || plan instanceof OneRowRelation;
    }
}
