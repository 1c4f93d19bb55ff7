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
import org.apache.spark.sql.catalyst.analysis.NamedRelation;
import org.apache.spark.sql.catalyst.plans.logical.AppendData;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.OverwriteByExpression;
import org.apache.spark.sql.catalyst.plans.logical.OverwritePartitionsDynamic;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import scala.collection.immutable.Map;
import scala.jdk.javaapi.CollectionConverters;

/** Takes the option {@code mergeSchema} of a write into a table of Stoa for {@code with schema evolution}. */
public final class MergeSchema extends Rule<LogicalPlan> {
    private static final String OPTION = "mergeSchema";

    /** Made for each session. */
    public MergeSchema() {}

    @Override
    public LogicalPlan apply(LogicalPlan plan) {
        if (plan instanceof AppendData write && isAsked(write.table(), write.writeOptions())) {
            return write.copy(
                    write.table(),
                    write.query(),
                    without(write.writeOptions()),
                    write.isByName(),
                    write.withSchemaEvolution() || isTrue(write.writeOptions()),
                    write.write(),
                    write.analyzedQuery());
        } else if (plan instanceof OverwriteByExpression write && isAsked(write.table(), write.writeOptions())) {
            return write.copy(
                    write.table(),
                    write.deleteExpr(),
                    write.query(),
                    without(write.writeOptions()),
                    write.isByName(),
                    write.withSchemaEvolution() || isTrue(write.writeOptions()),
                    write.write(),
                    write.analyzedQuery());
        } else if (plan instanceof OverwritePartitionsDynamic write && isAsked(write.table(), write.writeOptions())) {
            return write.copy(
                    write.table(),
                    write.query(),
                    without(write.writeOptions()),
                    write.isByName(),
                    write.withSchemaEvolution() || isTrue(write.writeOptions()),
                    write.write());
        }
        return plan;
    }

    private static boolean isAsked(NamedRelation table, Map<String, String> options) {
        return table instanceof DataSourceV2Relation relation
                && relation.table() instanceof StoaTable
                && options.exists(option -> option._1().equalsIgnoreCase(OPTION));
    }

    private static boolean isTrue(Map<String, String> options) {
        return options.exists(
                option -> option._1().equalsIgnoreCase(OPTION) && option._2().equalsIgnoreCase("true"));
    }

    private static Map<String, String> without(Map<String, String> options) {
        Map<String, String> left = options;
        for (String name : CollectionConverters.asJava(options).keySet()) {
            left = name.equalsIgnoreCase(OPTION) ? left.removed(name) : left;
        }
        return left;
    }
}
