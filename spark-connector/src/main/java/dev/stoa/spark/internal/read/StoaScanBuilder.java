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

import dev.stoa.spark.internal.columns.FieldNotes;
import dev.stoa.spark.internal.store.SparkErrors;
import dev.stoa.spark.internal.store.TablePath;
import dev.stoa.table.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.connector.expressions.aggregate.Aggregation;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.SupportsPushDownAggregates;
import org.apache.spark.sql.connector.read.SupportsPushDownLimit;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.connector.read.SupportsPushDownTopN;
import org.apache.spark.sql.connector.read.SupportsPushDownV2Filters;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** Takes from Spark what a scan does by itself: columns, predicates, a limit, the first rows, aggregate functions. */
public final class StoaScanBuilder
        implements SupportsPushDownRequiredColumns,
                SupportsPushDownV2Filters,
                SupportsPushDownLimit,
                SupportsPushDownTopN,
                SupportsPushDownAggregates {
    /** Rows of tables that may well be the small side of a join. */
    private static final long MOST_TESTED_TWICE = 1 << 20;

    /** The most rows that tasks look for by keys: a task decodes a vector of each column for each row. */
    private static final int MOST_FIRST = 1000;

    /** The fewest rows of a table that make it worth opening files twice. */
    private static final long LEAST_LOOKED_THROUGH = 1 << 16;

    /** Fragments of tables whose rows are counted at once. */
    private static final int MOST_COUNTED = 4096;

    private final TablePath path;
    private final Snapshot snapshot;
    private final Configuration configuration;
    private final CaseInsensitiveStringMap options;
    private final boolean isTarget;
    private final PredicateTranslation translation;
    private final List<Predicate> pushed = new ArrayList<>();
    private StructType schema;
    private int limit = Integer.MAX_VALUE;
    private boolean isTop;
    private List<TopKey> order = List.of();
    private Optional<PushedAggregation> aggregation = Optional.empty();
    /** The result of the aggregation, if the log has it. */
    private Optional<InternalRow> answer = Optional.empty();

    public StoaScanBuilder(
            TablePath path,
            Snapshot snapshot,
            StructType schema,
            Configuration configuration,
            CaseInsensitiveStringMap options,
            boolean isTarget) {
        this.isTarget = isTarget;
        this.path = path;
        this.snapshot = snapshot;
        this.schema = schema;
        this.configuration = configuration;
        this.options = options;
        this.translation = new PredicateTranslation(FieldNotes.comparable(snapshot));
    }

    /** Also only some fields of structs, wherever these are. */
    @Override
    public void pruneColumns(StructType required) {
        schema = required;
    }

    @Override
    public Predicate[] pushPredicates(Predicate[] predicates) {
        List<Predicate> others = new ArrayList<>();
        for (Predicate predicate : predicates) {
            (translation.translate(predicate).isPresent() ? pushed : others).add(predicate);
        }
        boolean isTestedTwice = SQLConf.get().dynamicPartitionPruningEnabled()
                && snapshot.fragmentCount() <= MOST_COUNTED // the log of more is not read for this
                && SparkErrors.unchecked(snapshot::rowCount) <= MOST_TESTED_TWICE;
        return isTestedTwice ? predicates : others.toArray(Predicate[]::new);
    }

    @Override
    public Predicate[] pushedPredicates() {
        return pushed.toArray(Predicate[]::new);
    }

    /** Each task stops after this number of rows, and Spark after the same number in total. */
    @Override
    public boolean pushLimit(int rows) {
        limit = rows;
        return true;
    }

    /**
     * Of fragments that are sorted so the first rows are enough. Of others a task finds its first rows. Spark takes the first of
     * all.
     */
    @Override
    public boolean pushTopN(SortOrder[] orders, int rows) {
        boolean isSorted = TableOrder.of(snapshot).startsWith(orders);
        if (!isSorted && paysToLook(rows)) {
            order = TopKey.of(orders, FieldNotes.comparable(snapshot));
        }
        isTop = isSorted || !order.isEmpty();
        limit = isTop ? rows : limit;
        return isTop;
    }

    /** Whether a task should find the first rows by their keys, and then read them: it opens its files twice. */
    private boolean paysToLook(int rows) {
        return rows <= MOST_FIRST
                && pushed.isEmpty() // what a filter leaves may be few rows
                && snapshot.fragmentCount() <= MOST_COUNTED
                && SparkErrors.unchecked(snapshot::rowCount) >= LEAST_LOOKED_THROUGH;
    }

    /** Tasks know nothing of each other. */
    @Override
    public boolean isPartiallyPushed() {
        return true;
    }

    /** Whether the log has the result, so that Spark has nothing to put together. */
    @Override
    public boolean supportCompletePushDown(Aggregation asked) {
        boolean isOfAllRows = pushed.isEmpty() && asked.groupByExpressions().length == 0 && !isTarget;
        Optional<AggregateFunctions> functions = isOfAllRows ? functions(asked) : Optional.empty();
        answer = functions.flatMap(known -> SparkErrors.unchecked(() -> LogAnswer.of(known, snapshot, result(known))));
        return answer.isPresent();
    }

    /** Unless the log has the result, each task aggregates its rows, and Spark what they found. */
    @Override
    public boolean pushAggregation(Aggregation asked) {
        Optional<AggregateFunctions> functions = functions(asked);
        if (functions.isEmpty() || !paysToGroup(asked.groupByExpressions())) {
            return false;
        }
        aggregation = Optional.of(new PushedAggregation(asked));
        schema = result(functions.get());
        return true;
    }

    private Optional<AggregateFunctions> functions(Aggregation asked) {
        return AggregateFunctions.of(asked, FieldNotes.comparable(snapshot));
    }

    private StructType result(AggregateFunctions functions) {
        StructType result = new StructType();
        for (GroupKey key : functions.keys()) {
            result = result.add("g" + result.length(), key.type());
        }
        for (AggregateFunctions.Function function : functions.functions()) {
            DataType type = functions.type(function, snapshot.schema());
            result = result.add("f" + result.length(), type);
        }
        return result;
    }

    /** Whether tasks may find few groups, which Spark would shuffle. The log of many fragments is not read for this. */
    private boolean paysToGroup(Expression[] groups) {
        if (groups.length == 0) {
            return true;
        }
        GroupEstimate estimate = new GroupEstimate(snapshot, schema);
        return snapshot.fragmentCount() <= MOST_COUNTED && !estimate.areOfParts(groups) && estimate.areFew(groups);
    }

    @Override
    public Scan build() {
        ScanTask task = new ScanTask(path, schema, pushed, limit, isTop, order, aggregation.orElse(null));
        StoaScan scan = new StoaScan(task, snapshot, configuration, options, isTarget);
        if (answer.isEmpty() || aggregation.isEmpty()) {
            return scan;
        }
        scan.toBatch(); // checks the options
        return new LogAnswer(schema, scan.description() + ", answered by the log", answer.get());
    }
}
