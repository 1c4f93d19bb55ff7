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
import dev.stoa.spark.internal.columns.FieldNotes;
import dev.stoa.spark.internal.columns.SparkTypes;
import dev.stoa.table.Fragment;
import dev.stoa.table.PartitionFunction;
import dev.stoa.table.Snapshot;
import dev.stoa.table.TableProperties;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.read.partitioning.KeyGroupedPartitioning;
import org.apache.spark.sql.connector.read.partitioning.Partitioning;
import org.apache.spark.sql.internal.SQLConf;

/**
 * The partitioning of the rows of a scan, by the declaration of their table: Spark joins and groups by these columns without
 * a shuffle.
 *
 * @param expressions what is computed of rows
 * @param parts the result for all rows of each fragment
 */
record ScanKeys(List<Expression> expressions, Map<UUID, List<String>> parts) {
    static final ScanKeys NONE = new ScanKeys(List.of(), Map.of());

    /** Those of a scan, if Spark asks for them, and reads the columns. */
    static ScanKeys of(ScanTask task, Snapshot snapshot, List<Fragment> read) {
        if (!SQLConf.get().v2BucketingEnabled() || task.aggregated().isPresent()) {
            return NONE;
        }
        List<Expression> expressions = new ArrayList<>();
        for (TableProperties.PartitionColumn column : snapshot.properties().partitionedBy()) {
            Optional<Field> field = FieldNotes.comparable(snapshot)
                    .field(column.fieldId())
                    .filter(candidate -> List.of(task.schema().fieldNames()).contains(candidate.name()))
                    .filter(candidate -> PartFunction.canDivide(candidate.type(), column.transform()));
            if (field.isEmpty()) {
                return NONE;
            }
            expressions.add(Expressions.apply(
                    column.transform(), SparkTypes.reference(field.get().name())));
        }
        boolean isBounded =
                snapshot.properties().partitionedBy().stream().allMatch(column -> isBounded(column.transform()));
        return PartitionFunction.parts(snapshot, read)
                .map(parts -> new ScanKeys(expressions, parts))
                .filter(keys -> isBounded || keys.count() <= SQLConf.get().numShufflePartitions())
                .orElse(NONE);
    }

    /**
     * Other transforms may have thousands of parts of few rows each. A task for each takes longer than a shuffle, which has
     * fewer.
     */
    static boolean isBounded(String transform) {
        return transform.startsWith("hash(") || transform.startsWith("range(");
    }

    private int count() {
        return (int) parts.values().stream().distinct().count();
    }

    /** Returns the parts of all rows of a fragment. */
    List<String> of(UUID fragment) {
        return parts.getOrDefault(fragment, List.of());
    }

    Partitioning partitioning() {
        return new KeyGroupedPartitioning(expressions.toArray(Expression[]::new), count());
    }
}
