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

import dev.stoa.spark.internal.write.StoaWrite;
import dev.stoa.table.Snapshot;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.OverwriteByExpression;
import org.apache.spark.sql.catalyst.plans.logical.OverwritePartitionsDynamic;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.write.Write;
import org.apache.spark.sql.execution.columnar.InMemoryRelation;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2ScanRelation;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Tells a write that replaces rows of a table which version of the table its query reads, the oldest if it reads several. Spark
 * may load the table once more after it has analysed the query, and a frame stays with the version that it was made with. The
 * rows of commits in between would be lost. So the write conflicts with what these have changed.
 *
 * <p>A version that the query names, as by {@code version as of}, does not count. The rule is part of the last batch of Spark's
 * optimiser, which has planned scans and writes by then.
 */
final class OldestReads extends Rule<LogicalPlan> {
    @Override
    public LogicalPlan apply(LogicalPlan plan) {
        if (plan instanceof OverwriteByExpression overwrite) {
            return rebased(overwrite.write(), overwrite.query())
                    .<LogicalPlan>map(write -> overwrite.copy(
                            overwrite.table(),
                            overwrite.deleteExpr(),
                            overwrite.query(),
                            overwrite.writeOptions(),
                            overwrite.isByName(),
                            overwrite.withSchemaEvolution(),
                            Option.apply(write),
                            overwrite.analyzedQuery()))
                    .orElse(plan);
        } else if (plan instanceof OverwritePartitionsDynamic overwrite) {
            return rebased(overwrite.write(), overwrite.query())
                    .<LogicalPlan>map(write -> overwrite.copy(
                            overwrite.table(),
                            overwrite.query(),
                            overwrite.writeOptions(),
                            overwrite.isByName(),
                            overwrite.withSchemaEvolution(),
                            Option.apply(write)))
                    .orElse(plan);
        }
        return plan;
    }

    /** Returns the write that takes the place of one whose query reads an older version. */
    private static Optional<Write> rebased(Option<Write> planned, LogicalPlan query) {
        if (!(planned.getOrElse(() -> null) instanceof StoaWrite write)) {
            return Optional.empty();
        }
        return write.replaced()
                .flatMap(base -> reads(query)
                        .filter(read -> read.folder().id().equals(base.folder().id()) && isOther(read, base))
                        .min(Comparator.comparingLong(Snapshot::version)))
                .map(write::basedOn);
    }

    private static boolean isOther(Snapshot read, Snapshot base) {
        return !read.table().equals(base.table()) || read.version() < base.version();
    }

    /** Returns the versions of tables that a plan reads, unless it names them. */
    private static Stream<Snapshot> reads(LogicalPlan plan) {
        return Stream.concat(Stream.of(plan), CollectionConverters.asJava(plan.subqueriesAll()).stream())
                .flatMap(part -> CollectionConverters.asJava(part.collectLeaves()).stream())
                .flatMap(OldestReads::read);
    }

    private static Stream<Snapshot> read(LogicalPlan leaf) {
        if (leaf instanceof InMemoryRelation kept) {
            return reads(kept.cacheBuilder().logicalPlan());
        } else if (leaf instanceof DataSourceV2ScanRelation scan) {
            return read(scan.relation().table());
        }
        return leaf instanceof DataSourceV2Relation relation ? read(relation.table()) : Stream.empty();
    }

    private static Stream<Snapshot> read(Table table) {
        return table instanceof StoaTable read && !read.isAsked() ? Stream.of(read.snapshot()) : Stream.empty();
    }
}
