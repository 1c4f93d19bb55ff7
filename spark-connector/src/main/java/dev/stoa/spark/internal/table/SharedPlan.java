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

import dev.stoa.spark.internal.read.SharedScan;
import dev.stoa.spark.internal.read.StoaScan;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.CreateNamedStruct;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GetStructField;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.ScalarSubquery;
import org.apache.spark.sql.catalyst.optimizer.MergeResult;
import org.apache.spark.sql.catalyst.optimizer.PlanMerger;
import org.apache.spark.sql.catalyst.plans.logical.Aggregate;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.Join;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2ScanRelation;
import org.apache.spark.sql.types.DataTypes;
import scala.Option;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * A plan that gives the values of several scalar subqueries as columns of a row. Spark's {@link PlanMerger} merges what is above
 * the scans of two plans, if their scans are equal. So each pair of scans first becomes one, of the columns or aggregates of both.
 */
final class SharedPlan {
    private LogicalPlan plan;

    /** The place of the value of each subquery among the columns of the plan. */
    private final Map<ExprId, Integer> places = new LinkedHashMap<>();

    /** Creates a plan of one subquery. */
    SharedPlan(ScalarSubquery subquery) {
        plan = subquery.plan();
        places.put(subquery.exprId(), 0);
    }

    /** Two plans, or two scans. */
    private record Pair(LogicalPlan first, LogicalPlan second) {}

    /**
     * Whether a plan reads a table of Stoa, and its rows depend neither on their order nor on how they are divided: one without
     * samples and limits.
     */
    static boolean canShare(LogicalPlan plan) {
        return CollectionConverters.asJava(plan.collectLeaves()).stream()
                        .anyMatch(leaf -> leaf instanceof DataSourceV2ScanRelation of && of.scan() instanceof StoaScan)
                && !plan.exists(node -> !node.children().isEmpty() && !isMergeable(node));
    }

    private static boolean isMergeable(LogicalPlan node) {
        return node instanceof Project || node instanceof Filter || node instanceof Aggregate || node instanceof Join;
    }

    /** Adds a subquery, if its plan can be merged. */
    boolean add(ScalarSubquery subquery) {
        Optional<Pair> pair = withEqualScans(plan, subquery.plan());
        if (pair.isEmpty()) {
            return false;
        }
        PlanMerger merger = new PlanMerger(false, false, false); // scans have the filters
        merger.merge(pair.get().first(), true);
        MergeResult result = merger.merge(pair.get().second(), true);
        if (result.mergedPlanIndex() != 0) {
            return false;
        }
        plan = result.mergedPlan().plan();
        Attribute value = subquery.plan().output().head();
        places.put(subquery.exprId(), (Integer) result.outputMap().apply(value));
        return true;
    }

    /** Whether subqueries have different values. Spark runs equal subqueries once by itself. */
    boolean isMerged() {
        return new HashSet<>(places.values()).size() > 1;
    }

    Set<ExprId> subqueries() {
        return places.keySet();
    }

    /** Returns the value of a subquery, from the row of the plan. */
    Expression value(ScalarSubquery subquery) {
        List<Expression> columns = new ArrayList<>();
        for (Attribute column : CollectionConverters.asJava(plan.output())) {
            columns.add(Literal.create(column.name(), DataTypes.StringType));
            columns.add(column);
        }
        NamedExpression row = new Alias(
                new CreateNamedStruct(seq(columns)),
                "row",
                NamedExpression.newExprId(),
                seq(List.of()),
                Option.empty(),
                seq(List.of()));
        LogicalPlan rows = new Project(seq(List.of(row)), plan);
        return new GetStructField(subquery.withNewPlan(rows), places.get(subquery.exprId()), Option.empty());
    }

    private static Optional<Pair> withEqualScans(LogicalPlan first, LogicalPlan second) {
        List<LogicalPlan> firstLeaves = CollectionConverters.asJava(first.collectLeaves());
        List<LogicalPlan> secondLeaves = CollectionConverters.asJava(second.collectLeaves());
        if (firstLeaves.size() != secondLeaves.size()) {
            return Optional.empty();
        }
        List<Pair> pairs = new ArrayList<>();
        for (int i = 0; i < firstLeaves.size(); i++) {
            Optional<Pair> pair = equalScans(firstLeaves.get(i), secondLeaves.get(i));
            if (pair.isEmpty()) {
                return Optional.empty();
            }
            pairs.add(pair.get());
        }
        return Optional.of(new Pair(
                withLeaves(first, pairs.stream().map(Pair::first).iterator()),
                withLeaves(second, pairs.stream().map(Pair::second).iterator())));
    }

    private static LogicalPlan withLeaves(LogicalPlan plan, Iterator<LogicalPlan> leaves) {
        return plan.children().isEmpty() ? leaves.next() : plan.mapChildren(child -> withLeaves(child, leaves));
    }

    /** Returns two scans that are equal except for the ids of columns; nothing if Stoa can't merge them. Others stay as they are. */
    private static Optional<Pair> equalScans(LogicalPlan first, LogicalPlan second) {
        if (first instanceof DataSourceV2ScanRelation one
                && second instanceof DataSourceV2ScanRelation other
                && one.scan() instanceof StoaScan scan
                && other.scan() instanceof StoaScan otherScan) {
            return SharedScan.of(scan, otherScan).map(shared -> equalScans(one, other, shared));
        }
        return Optional.of(new Pair(first, second));
    }

    private static Pair equalScans(DataSourceV2ScanRelation first, DataSourceV2ScanRelation second, SharedScan shared) {
        List<AttributeReference> firstColumns = new ArrayList<>(CollectionConverters.asJava(first.output()));
        List<AttributeReference> secondColumns = new ArrayList<>();
        firstColumns.forEach(column -> secondColumns.add(column.newInstance()));
        for (int i = 0; i < shared.places().size(); i++) {
            AttributeReference column = second.output().apply(i);
            int place = shared.places().get(i);
            if (place < secondColumns.size()) {
                secondColumns.set(place, column);
            } else {
                firstColumns.add(column.newInstance());
                secondColumns.add(column);
            }
        }
        return new Pair(relation(first, shared, firstColumns), relation(first, shared, secondColumns));
    }

    /** A relation of no known order and partitions: Spark reads one row of the plan. */
    private static DataSourceV2ScanRelation relation(
            DataSourceV2ScanRelation of, SharedScan shared, List<AttributeReference> columns) {
        return new DataSourceV2ScanRelation(
                of.relation(), shared.scan(), seq(columns), Option.empty(), Option.empty(), seq(List.of()));
    }

    private static <T> Seq<T> seq(List<T> all) {
        return CollectionConverters.asScala(all).toSeq();
    }
}
