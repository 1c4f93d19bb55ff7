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

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.spark.internal.columns.SparkTypes;
import dev.stoa.table.Snapshot;
import dev.stoa.table.TableProperties;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.spark.sql.connector.catalog.TableInfo;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.Transform;

/**
 * The order of a table's rows as Spark says it: {@code cluster by}, or a property where the table has partitions, because Spark takes
 * only one of the two clauses.
 */
public final class DeclaredOrder {
    /** The property with the columns of the order. */
    public static final String PROPERTY = "cluster_by";

    private static final String COMMA_OUTSIDE_QUOTES = ",(?=(?:[^`]*`[^`]*`)*[^`]*$)";

    private DeclaredOrder() {}

    /** The clause of a table without partitions; nothing if it has no order, or one that Spark has no words for. */
    static Optional<Transform> clause(Snapshot snapshot) {
        List<NamedReference> columns = columns(snapshot);
        return columns.isEmpty()
                ? Optional.empty()
                : Optional.of(Expressions.apply(TablePartitions.CLUSTER_BY, columns.toArray(NamedReference[]::new)));
    }

    /** The property of a table with partitions. */
    public static Optional<String> property(Snapshot snapshot) {
        List<NamedReference> columns = columns(snapshot);
        return columns.isEmpty() || snapshot.properties().partitionedBy().isEmpty()
                ? Optional.empty()
                : Optional.of(columns.stream().map(NamedReference::describe).collect(Collectors.joining(", ")));
    }

    private static List<NamedReference> columns(Snapshot snapshot) {
        List<NamedReference> columns = new ArrayList<>();
        for (TableProperties.SortColumn column : snapshot.properties().sortedBy()) {
            Optional<Field> field = snapshot.schema().field(column.fieldId());
            if (column.descending() || !column.nullsFirst() || field.isEmpty()) {
                return List.of();
            }
            columns.add(SparkTypes.reference(field.get().name()));
        }
        return columns;
    }

    /**
     * Takes the order that a new table declares by clause or property.
     *
     * @param properties of the table; that of the order leaves them
     * @throws IllegalArgumentException if both say one, or a column does not exist
     */
    public static List<TableProperties.SortColumn> take(TableInfo info, Map<String, String> properties, Schema schema) {
        List<TableProperties.SortColumn> order = TablePartitions.order(info.partitions(), schema);
        String names = properties.remove(PROPERTY);
        if (names == null) {
            return order;
        } else if (!order.isEmpty()) {
            throw new IllegalArgumentException(
                    "cluster by and the property '" + PROPERTY + "' both declare an order: leave one out");
        }
        List<NamedReference> columns = new ArrayList<>();
        for (String name : names.split(COMMA_OUTSIDE_QUOTES, -1)) {
            if (name.isBlank()) {
                throw new IllegalArgumentException(
                        "the property '" + PROPERTY + "' is '" + names + "': name columns, such as 'day, id'");
            }
            columns.add(Expressions.column(name.strip()));
        }
        return TablePartitions.order(columns, schema);
    }
}
