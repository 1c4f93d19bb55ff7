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
package dev.stoa.table;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.Type;
import dev.stoa.table.internal.schema.PartitionTransform;
import dev.stoa.table.internal.schema.Partitioning;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * How the values of a column divide the rows of tables, see {@link TableProperties.PartitionColumn}: for engines that keep together
 * what tables keep together. For one thread.
 */
public final class PartitionFunction {
    private final PartitionTransform transform;

    private PartitionFunction(PartitionTransform transform) {
        this.transform = transform;
    }

    /**
     * A function.
     *
     * @param type of the column
     * @param transform such as {@code hash(16)}, {@code range(10, 20)}, {@code value} or {@code month}
     * @throws IllegalArgumentException if values of the type can't be divided so
     */
    public static PartitionFunction of(Type type, String transform) {
        return new PartitionFunction(
                PartitionTransform.of(Field.nullable("value", type), transform, Partitioning.MAX_PARTITIONS));
    }

    /** The part of a value: a number, or another name of the part. */
    public String part(ColumnVector values, int row) {
        return transform.part(values, row);
    }

    /**
     * The parts of all rows of each of some fragments, in the order of the columns that divide the table.
     *
     * @return empty if the table has no partitions, or if a fragment has other partitions
     */
    public static Optional<Map<UUID, List<String>>> parts(Snapshot snapshot, List<Fragment> fragments) {
        Partitioning partitioning = new Partitioning(snapshot.state().schema(), snapshot.properties());
        if (partitioning.isEmpty()) {
            return Optional.empty();
        }
        Map<UUID, List<String>> parts = new HashMap<>();
        for (Fragment fragment : fragments) {
            Optional<List<String>> names = fragment.partition().flatMap(partitioning::parts);
            if (names.isEmpty()) {
                return Optional.empty();
            }
            parts.put(fragment.id(), names.get());
        }
        return Optional.of(parts);
    }
}
