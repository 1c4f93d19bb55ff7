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

import dev.stoa.spark.internal.table.StoaTable;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeSet;
import org.apache.spark.sql.catalyst.expressions.EqualNullSafe;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.Join;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import org.apache.spark.sql.execution.dynamicpruning.PartitionPruning$;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Leaves a {@code Filter} above scans in joins. A scan takes all of a filter that it evaluates exactly, and Spark makes runtime
 * filters for the other side of a join only where it sees one. So the rule adds a condition that no scan takes, and that is always
 * true: a column of the join is equal to itself, or null. It costs a comparison for each row that passes the scan's filter.
 * Filters that Spark does not take for selective stay as they are, such as those of nulls.
 */
public final class SelectiveScans extends Rule<LogicalPlan> {
    /** Made for each session. */
    public SelectiveScans() {}

    @Override
    public LogicalPlan apply(LogicalPlan plan) {
        LogicalPlan below = plan.mapChildren(this::apply);
        return below instanceof Join join && join.condition().isDefined()
                ? join.mapChildren(side -> marked(side, join.condition().get().references()))
                : below;
    }

    private static LogicalPlan marked(LogicalPlan side, AttributeSet columns) {
        if (side instanceof Project project) {
            return project.mapChildren(child -> marked(child, columns));
        } else if (side instanceof Filter filter
                && filter.child() instanceof DataSourceV2Relation relation
                && relation.table() instanceof StoaTable
                && PartitionPruning$.MODULE$.isLikelySelective(filter.condition())) {
            return column(relation, columns)
                    .map(column -> new EqualNullSafe(column, column))
                    .filter(mark -> !filter.condition().exists(mark::semanticEquals))
                    .<LogicalPlan>map(mark -> new Filter(new And(filter.condition(), mark), relation))
                    .orElse(side);
        }
        return side;
    }

    private static Optional<Expression> column(DataSourceV2Relation relation, AttributeSet columns) {
        for (Attribute column : CollectionConverters.asJava(relation.output())) {
            if (columns.contains(column)) {
                return Optional.of(column);
            }
        }
        return Optional.empty();
    }
}
