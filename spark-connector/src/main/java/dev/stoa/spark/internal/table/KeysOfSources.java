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

import dev.stoa.spark.internal.read.RuntimeFilters;
import dev.stoa.spark.internal.read.StoaScan;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.DynamicPruningExpression;
import org.apache.spark.sql.catalyst.expressions.EqualTo;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.If;
import org.apache.spark.sql.catalyst.expressions.InSubquery;
import org.apache.spark.sql.catalyst.expressions.IsNotNull;
import org.apache.spark.sql.catalyst.expressions.LessThanOrEqual;
import org.apache.spark.sql.catalyst.expressions.ListQuery;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.OctetLength;
import org.apache.spark.sql.catalyst.plans.Inner$;
import org.apache.spark.sql.catalyst.plans.JoinType;
import org.apache.spark.sql.catalyst.plans.LeftOuter$;
import org.apache.spark.sql.catalyst.plans.LeftSemi$;
import org.apache.spark.sql.catalyst.plans.RightOuter$;
import org.apache.spark.sql.catalyst.plans.logical.Aggregate;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.Join;
import org.apache.spark.sql.catalyst.plans.logical.Limit$;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.WriteDelta;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2ScanRelation;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StringType;
import scala.Option;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Filters a merge's target by the keys of its source, so that only rows that may match are read and shuffled. If a join
 * drops rows of the target that match none of the source, the keys are gathered first. It gathers the key column with the
 * most values in the target, and at most {@link RuntimeFilters#MOST_KEYS} keys.
 *
 * <p>The scan of the target is the only one that understands such a list: one that is not whole rules nothing out. It is part of
 * the last batch of Spark's optimiser, where scans are planned already.
 */
public final class KeysOfSources extends Rule<LogicalPlan> {

    /** A null takes the place of text that has more bytes. */
    public static final int LONGEST_KEY = 256;

    /** A source is read for its keys if it is smaller than the target by this factor. */
    private static final int TIMES_SMALLER = 4;

    @Override
    @SuppressWarnings("ReferenceEquality") // the very plan, if nothing was found
    public LogicalPlan apply(LogicalPlan plan) {
        if (!(plan instanceof WriteDelta write) || !SQLConf.get().runtimeRowLevelOperationGroupFilterEnabled()) {
            return plan;
        }
        LogicalPlan query = filtered(write.query());
        return query == write.query() ? plan : (LogicalPlan) write.withNewQuery(query);
    }

    private LogicalPlan filtered(LogicalPlan plan) {
        if (plan instanceof Join join && join.condition().isDefined()) {
            JoinType type = join.joinType();
            if (type.equals(Inner$.MODULE$) || type.equals(RightOuter$.MODULE$) || type.equals(LeftSemi$.MODULE$)) {
                return filtered(join, join.left(), join.right());
            } else if (type.equals(LeftOuter$.MODULE$)) {
                return filtered(join, join.right(), join.left());
            }
        }
        return plan.mapChildren(this::filtered);
    }

    @SuppressWarnings("ReferenceEquality") // the very side: a table may be joined with itself
    private LogicalPlan filtered(Join join, LogicalPlan targetSide, LogicalPlan source) {
        Optional<DataSourceV2ScanRelation> target = target(targetSide);
        if (target.isPresent() && isSmall(source, target.get())) {
            Optional<Filter> filter = filter(join.condition().get(), target.get(), source);
            if (filter.isPresent()) {
                LogicalPlan side = replaced(targetSide, target.get(), filter.get());
                return join.mapChildren(child -> child == targetSide ? side : child);
            }
        }
        return join.mapChildren(this::filtered);
    }

    /** The scan of the target, below what only drops or adds columns and rows; none if it has a filter of keys already. */
    private static Optional<DataSourceV2ScanRelation> target(LogicalPlan plan) {
        if (plan instanceof DataSourceV2ScanRelation relation) {
            return relation.scan() instanceof StoaScan scan && scan.isTarget()
                    ? Optional.of(relation)
                    : Optional.empty();
        } else if (plan instanceof Project project) {
            return target(project.child());
        } else if (plan instanceof Filter filter && !(filter.condition() instanceof DynamicPruningExpression)) {
            return target(filter.child());
        }
        return Optional.empty();
    }

    @SuppressWarnings("ReferenceEquality") // the very plan
    private static LogicalPlan replaced(LogicalPlan plan, LogicalPlan old, LogicalPlan with) {
        return plan == old ? with : plan.mapChildren(child -> replaced(child, old, with));
    }

    private static boolean isSmall(LogicalPlan source, DataSourceV2ScanRelation target) {
        double read = CollectionConverters.asJava(source.collectLeaves()).stream()
                .mapToDouble(KeysOfSources::bytesRead)
                .sum();
        return read * TIMES_SMALLER <= bytesRead(target);
    }

    private static double bytesRead(LogicalPlan leaf) {
        return leaf instanceof DataSourceV2ScanRelation relation && relation.scan() instanceof StoaScan scan
                ? scan.bytesRead()
                : leaf.stats().sizeInBytes().toDouble();
    }

    /** A column of the target and what it must be equal to. */
    private record Key(Attribute column, StableRows.Keys keys) {}

    private static Optional<Filter> filter(Expression condition, DataSourceV2ScanRelation target, LogicalPlan source) {
        StoaScan scan = (StoaScan) target.scan();
        return conjuncts(condition)
                .filter(EqualTo.class::isInstance)
                .map(EqualTo.class::cast)
                .flatMap(equal -> Stream.of(
                        key(equal.left(), equal.right(), target, source),
                        key(equal.right(), equal.left(), target, source)))
                .flatMap(Optional::stream)
                .max(Comparator.comparingDouble(key -> scan.mostValues(key.column.name())))
                .map(key -> new Filter(new DynamicPruningExpression(isOneOf(key)), target));
    }

    /** The conditions that must all be true. */
    static Stream<Expression> conjuncts(Expression condition) {
        return condition instanceof And and
                ? Stream.concat(conjuncts(and.left()), conjuncts(and.right()))
                : Stream.of(condition);
    }

    private static Optional<Key> key(
            Expression of, Expression with, DataSourceV2ScanRelation target, LogicalPlan source) {
        boolean isKey = of instanceof Attribute column
                && target.outputSet().contains(column)
                && ((StoaScan) target.scan()).canTest(column.name())
                && of.dataType().equals(with.dataType())
                && !with.references().isEmpty()
                && with.references().subsetOf(source.outputSet());
        return isKey ? StableRows.keys(source, with).map(keys -> new Key((Attribute) of, keys)) : Optional.empty();
    }

    private static Expression isOneOf(Key key) {
        Expression of = key.keys.of();
        boolean isText = of.dataType() instanceof StringType || of.dataType() instanceof BinaryType;
        Expression bounded = isText
                ? new If(
                        new LessThanOrEqual(new OctetLength(of), Literal.create(LONGEST_KEY, DataTypes.IntegerType)),
                        of,
                        Literal.create(null, of.dataType()))
                : of;
        Alias named =
                new Alias(bounded, "key", NamedExpression.newExprId(), seq(List.of()), Option.empty(), seq(List.of()));
        LogicalPlan all = new Project(seq(List.of(named)), new Filter(new IsNotNull(of), key.keys.in()));
        Attribute value = named.toAttribute();
        LogicalPlan distinct = new Aggregate(seq(List.of(value)), seq(List.of(value)), all, Option.empty());
        LogicalPlan some = (LogicalPlan)
                Limit$.MODULE$.apply(Literal.create(RuntimeFilters.MOST_KEYS + 1, DataTypes.IntegerType), distinct);
        LogicalPlan optimized = SparkSession.active().sessionState().optimizer().execute(some);
        ListQuery list = new ListQuery(
                optimized, seq(List.of()), NamedExpression.newExprId(), 1, seq(List.of()), Option.empty());
        return new InSubquery(seq(List.of(key.column)), list);
    }

    private static <T> Seq<T> seq(Collection<? extends T> all) {
        return CollectionConverters.<T>asScala(new ArrayList<T>(all)).toSeq();
    }
}
