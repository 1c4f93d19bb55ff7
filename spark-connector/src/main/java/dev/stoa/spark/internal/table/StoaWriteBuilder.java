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

import dev.stoa.spark.internal.store.Options;
import dev.stoa.spark.internal.store.SparkErrors;
import dev.stoa.spark.internal.write.RowCondition;
import dev.stoa.spark.internal.write.WriteKind;
import dev.stoa.table.Snapshot;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.SupportsDynamicOverwrite;
import org.apache.spark.sql.connector.write.SupportsOverwriteV2;
import org.apache.spark.sql.connector.write.Write;
import org.apache.spark.sql.connector.write.WriteBuilder;

/** Takes from Spark what rows a write replaces: none, all, those of a condition, or those of the partitions that get some. */
final class StoaWriteBuilder implements SupportsOverwriteV2, SupportsDynamicOverwrite {
    private final StoaTable table;
    private final Snapshot snapshot;
    private final LogicalWriteInfo info;
    private WriteKind kind = WriteKind.INSERT;
    private Optional<RowCondition> where = Optional.empty();

    StoaWriteBuilder(StoaTable table, Snapshot snapshot, LogicalWriteInfo info) {
        this.table = table;
        this.snapshot = snapshot;
        this.info = info;
    }

    @Override
    public WriteBuilder truncate() {
        kind = WriteKind.OVERWRITE;
        return this;
    }

    @Override
    public WriteBuilder overwrite(Predicate[] predicates) {
        where = RowCondition.of(predicates, snapshot);
        if (where.isEmpty()) {
            throw SparkErrors.refusal(
                    SparkErrors.Condition.STOA_UNSUPPORTED,
                    table.name() + ": rows where " + List.of(predicates)
                            + " can't be replaced: compare columns with literals, or delete these rows, and insert the others, by a merge");
        }
        kind = WriteKind.OVERWRITE_WHERE;
        return this;
    }

    @Override
    public WriteBuilder overwriteDynamicPartitions() {
        if (snapshot.properties().partitionedBy().isEmpty()) {
            throw SparkErrors.refusal(
                    SparkErrors.Condition.STOA_UNSUPPORTED,
                    table.name()
                            + ": it has no partitions that could be replaced one by one; say which rows are replaced by"
                            + " overwrite(condition) or insert into ... replace where ..., or replace all by insert overwrite"
                            + " with spark.sql.sources.partitionOverwriteMode=static");
        }
        kind = WriteKind.OVERWRITE_PARTITIONS;
        return this;
    }

    @Override
    public Write build() {
        String mode = info.options().getOrDefault(Options.OVERWRITE_MODE, "").toLowerCase(Locale.ROOT);
        switch (mode) {
            case "" -> {}
            case "dynamic" -> {
                if (kind == WriteKind.OVERWRITE) {
                    overwriteDynamicPartitions();
                } else if (kind == WriteKind.OVERWRITE_WHERE) {
                    throw contradiction(mode, "the rows of a condition");
                }
            }
            case "static" -> {
                if (kind == WriteKind.OVERWRITE_PARTITIONS) {
                    throw contradiction(mode, "the partitions that get rows");
                }
            }
            default ->
                throw SparkErrors.refusal(
                        SparkErrors.Condition.STOA_INVALID_SETTING,
                        table.name() + ": the option " + Options.OVERWRITE_MODE + " is '" + mode
                                + "': it is dynamic, to replace the partitions that get rows, or static, to replace all");
        }
        return table.write(info, kind, where);
    }

    private RuntimeException contradiction(String mode, String replaced) {
        return SparkErrors.refusal(
                SparkErrors.Condition.STOA_INVALID_SETTING,
                table.name() + ": the option " + Options.OVERWRITE_MODE + " is " + mode + ", but the write replaces "
                        + replaced + ": leave the option out");
    }
}
