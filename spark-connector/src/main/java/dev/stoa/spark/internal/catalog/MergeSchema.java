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
import java.util.HashMap;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.analysis.NamedRelation;
import org.apache.spark.sql.catalyst.analysis.UnresolvedRelation;
import org.apache.spark.sql.catalyst.plans.logical.AppendData;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.OverwriteByExpression;
import org.apache.spark.sql.catalyst.plans.logical.OverwritePartitionsDynamic;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import scala.collection.immutable.Map;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Takes the option {@code mergeSchema} of a write into a table of Stoa for {@code with schema evolution}. It leaves the options of
 * the write and of the table: Spark demands that they are the same.
 */
public final class MergeSchema extends Rule<LogicalPlan> {
    private static final String OPTION = "mergeSchema";

    private final SparkSession session;

    /**
     * Made for each session.
     *
     * @param session whose catalogs a table's name refers to
     */
    public MergeSchema(SparkSession session) {
        this.session = session;
    }

    @Override
    public LogicalPlan apply(LogicalPlan plan) {
        if (plan instanceof AppendData write && isAsked(write.table(), write.writeOptions())) {
            return write.copy(
                    without(write.table()),
                    write.query(),
                    without(write.writeOptions()),
                    write.isByName(),
                    write.withSchemaEvolution() || isTrue(write.writeOptions()),
                    write.write(),
                    write.analyzedQuery());
        } else if (plan instanceof OverwriteByExpression write && isAsked(write.table(), write.writeOptions())) {
            return write.copy(
                    without(write.table()),
                    write.deleteExpr(),
                    write.query(),
                    without(write.writeOptions()),
                    write.isByName(),
                    write.withSchemaEvolution() || isTrue(write.writeOptions()),
                    write.write(),
                    write.analyzedQuery());
        } else if (plan instanceof OverwritePartitionsDynamic write && isAsked(write.table(), write.writeOptions())) {
            return write.copy(
                    without(write.table()),
                    write.query(),
                    without(write.writeOptions()),
                    write.isByName(),
                    write.withSchemaEvolution() || isTrue(write.writeOptions()),
                    write.write());
        }
        return plan;
    }

    private boolean isAsked(NamedRelation table, Map<String, String> options) {
        return options.exists(option -> option._1().equalsIgnoreCase(OPTION)) && isStoas(table);
    }

    /** Whether a table is of Stoa. Spark has not looked yet for that of {@code df.writeTo}. */
    private boolean isStoas(NamedRelation table) {
        return table instanceof DataSourceV2Relation relation && relation.table() instanceof StoaTable
                || table instanceof UnresolvedRelation name
                        && Aliases.find(session, CollectionConverters.asJava(name.multipartIdentifier()))
                                .isPresent();
    }

    private static boolean isTrue(Map<String, String> options) {
        return options.exists(
                option -> option._1().equalsIgnoreCase(OPTION) && option._2().equalsIgnoreCase("true"));
    }

    private static NamedRelation without(NamedRelation table) {
        if (table instanceof DataSourceV2Relation relation) {
            return relation.copy(
                    relation.table(),
                    relation.output(),
                    relation.catalog(),
                    relation.identifier(),
                    without(relation.options()),
                    relation.timeTravelSpec());
        } else if (table instanceof UnresolvedRelation name) {
            return name.copy(name.multipartIdentifier(), without(name.options()), name.isStreaming());
        }
        return table;
    }

    private static CaseInsensitiveStringMap without(CaseInsensitiveStringMap options) {
        java.util.Map<String, String> left = new HashMap<>(options.asCaseSensitiveMap());
        left.keySet().removeIf(OPTION::equalsIgnoreCase);
        return new CaseInsensitiveStringMap(left);
    }

    private static Map<String, String> without(Map<String, String> options) {
        Map<String, String> left = options;
        for (String name : CollectionConverters.asJava(options).keySet()) {
            left = name.equalsIgnoreCase(OPTION) ? left.removed(name) : left;
        }
        return left;
    }
}
