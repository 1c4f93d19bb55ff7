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

import dev.stoa.spark.internal.store.Options;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.analysis.UnresolvedRelation;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.rules.Rule;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Refuses {@code versionAsOf} and {@code timestampAsOf} of a stream that reads a table by its name, before Spark finds the table. Spark
 * itself ends there with an internal error, which doesn't say what to do.
 */
public final class StreamedVersions extends Rule<LogicalPlan> {
    private final SparkSession session;

    /**
     * Made for each session.
     *
     * @param session whose catalogs a table's name refers to
     */
    public StreamedVersions(SparkSession session) {
        this.session = session;
    }

    @Override
    public LogicalPlan apply(LogicalPlan plan) {
        for (LogicalPlan leaf : CollectionConverters.asJava(plan.collectLeaves())) {
            if (leaf instanceof UnresolvedRelation name && name.isStreaming()) {
                check(name);
            }
        }
        return plan;
    }

    private void check(UnresolvedRelation table) {
        List<String> asked = Stream.of(Options.VERSION, Options.TIMESTAMP)
                .filter(table.options()::containsKey)
                .toList();
        if (!asked.isEmpty()
                && Aliases.find(session, CollectionConverters.asJava(table.multipartIdentifier()))
                        .isPresent()) {
            Options.SOURCE.check(table.name(), asked.stream());
        }
    }
}
