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

import dev.stoa.format.Field;
import dev.stoa.spark.internal.store.SparkErrors;
import dev.stoa.table.Snapshot;
import dev.stoa.table.TableProperties;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.read.colstats.ColumnStatistics;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructType;

/**
 * Says whether a scan should find groups: they may well be few, and Spark needs a shuffle for them. Otherwise tasks would find few rows of each group, and Spark would do nearly all of
 * the work again.
 */
final class GroupEstimate {
    /** Longer texts are sentences or paths rather than names, and hardly ever equal. */
    private static final int LONGEST_NAME = 24;

    private final Snapshot snapshot;
    private final StructType schema;

    GroupEstimate(Snapshot snapshot, StructType schema) {
        this.snapshot = snapshot;
        this.schema = schema;
    }

    /** Whether the log does not say otherwise: of texts it knows the length, and what is computed has few values as a rule. */
    boolean areFew(Expression[] groups) {
        double product = 1;
        for (Expression group : groups) {
            product *= group instanceof NamedReference column ? most(column) : 1;
        }
        return product <= GroupKeys.MOST_GROUPS;
    }

    /** Whether each group is in one part of the table, so that Spark needs no shuffle to group the rows. */
    boolean areOfParts(Expression[] groups) {
        List<TableProperties.PartitionColumn> parts = snapshot.properties().partitionedBy();
        Set<String> names = Arrays.stream(groups)
                .filter(NamedReference.class::isInstance)
                .map(group -> ((NamedReference) group).fieldNames()[0])
                .collect(Collectors.toSet());
        return SQLConf.get().v2BucketingEnabled()
                && !parts.isEmpty()
                && parts.stream()
                        .map(part -> snapshot.schema().field(part.fieldId()).map(Field::name))
                        .allMatch(name -> name.isPresent() && names.contains(name.get()));
    }

    private double most(NamedReference column) {
        String name = column.fieldNames()[0];
        DataType type = schema.apply(name).dataType();
        Map<NamedReference, ColumnStatistics> known = SparkErrors.unchecked(
                () -> ScanEstimate.columns(new StructType().add(name, type), snapshot, snapshot.fragments()));
        OptionalLong count = first(known, ColumnStatistics::distinctCount);
        if (count.isPresent()) {
            return count.getAsLong();
        }
        boolean mayBeFew = type instanceof StringType
                ? first(known, ColumnStatistics::avgLen).orElse(1) <= LONGEST_NAME
                : type.equals(DataTypes.BooleanType);
        return mayBeFew ? 1 : Double.POSITIVE_INFINITY;
    }

    private static OptionalLong first(
            Map<NamedReference, ColumnStatistics> known, Function<ColumnStatistics, OptionalLong> what) {
        return known.values().stream()
                .flatMapToLong(of -> what.apply(of).stream())
                .findFirst();
    }
}
