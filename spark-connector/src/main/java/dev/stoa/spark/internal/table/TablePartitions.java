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

import dev.stoa.format.Schema;
import dev.stoa.spark.internal.columns.SparkTypes;
import dev.stoa.table.Snapshot;
import dev.stoa.table.TableProperties;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.Transform;

/**
 * How Spark says by what a table's rows are divided and sorted: {@code bucket(16, id)} is {@code hash(16)} of a table, a column
 * itself {@code value}, and {@code days(at)} is {@code day}. {@code truncate(10, s)} is {@code truncate(10)}, and
 * {@code cluster by (a, b)} is an order.
 */
public final class TablePartitions {
    static final String CLUSTER_BY = "cluster_by";
    private static final Pattern OF_A_NUMBER = Pattern.compile("(hash|truncate)\\((\\d+)\\)");

    /** The words of a table for Spark's, and for those that only Iceberg has. */
    private static final Map<String, String> OF_ONE_COLUMN = Map.ofEntries(
            Map.entry("identity", "value"),
            Map.entry("years", "year"),
            Map.entry("year", "year"),
            Map.entry("months", "month"),
            Map.entry("month", "month"),
            Map.entry("days", "day"),
            Map.entry("day", "day"),
            Map.entry("date", "day"),
            Map.entry("hours", "hour"),
            Map.entry("hour", "hour"),
            Map.entry("date_hour", "hour"));

    private static final Map<String, String> OF_A_NUMBER_AND_A_COLUMN =
            Map.of("bucket", "hash", "truncate", "truncate");

    private TablePartitions() {}

    /** Those of a table; ranges have no words in Spark. */
    public static Transform[] transforms(Snapshot snapshot) {
        List<Transform> transforms = new ArrayList<>();
        for (TableProperties.PartitionColumn column : snapshot.properties().partitionedBy()) {
            snapshot.schema()
                    .field(column.fieldId())
                    .map(field -> SparkTypes.reference(field.name()).describe())
                    .flatMap(name -> transform(column.transform(), name))
                    .ifPresent(transforms::add);
        }
        return transforms.toArray(Transform[]::new);
    }

    private static Optional<Transform> transform(String ofTable, String column) {
        Matcher numbered = OF_A_NUMBER.matcher(ofTable);
        if (numbered.matches()) {
            int number = Integer.parseInt(numbered.group(2));
            return Optional.of(
                    numbered.group(1).equals("hash")
                            ? Expressions.bucket(number, column)
                            : Expressions.apply("truncate", Expressions.literal(number), Expressions.column(column)));
        }
        return switch (ofTable) {
            case "value" -> Optional.of(Expressions.identity(column));
            case "year" -> Optional.of(Expressions.years(column));
            case "month" -> Optional.of(Expressions.months(column));
            case "day" -> Optional.of(Expressions.days(column));
            case "hour" -> Optional.of(Expressions.hours(column));
            default -> Optional.empty();
        };
    }

    /**
     * The declarations of a table.
     *
     * @param schema whose fields have ids
     * @throws IllegalArgumentException if a transform is another one
     */
    public static List<TableProperties.PartitionColumn> declared(Transform[] transforms, Schema schema) {
        List<TableProperties.PartitionColumn> columns = new ArrayList<>();
        for (Transform transform : transforms) {
            if (!transform.name().equals(CLUSTER_BY)) {
                columns.add(declared(transform, schema));
            }
        }
        return columns;
    }

    private static TableProperties.PartitionColumn declared(Transform transform, Schema schema) {
        Expression[] arguments = transform.arguments();
        String word = transform.name().toLowerCase(Locale.ROOT);
        if (arguments.length == 1 && arguments[0] instanceof NamedReference column && OF_ONE_COLUMN.containsKey(word)) {
            return new TableProperties.PartitionColumn(field(column, schema), OF_ONE_COLUMN.get(word));
        } else if (arguments.length == 2
                && arguments[0] instanceof Literal<?> number
                && arguments[1] instanceof NamedReference column
                && OF_A_NUMBER_AND_A_COLUMN.containsKey(word)) {
            String name = OF_A_NUMBER_AND_A_COLUMN.get(word);
            return new TableProperties.PartitionColumn(field(column, schema), name + "(" + number.value() + ")");
        }
        throw new IllegalArgumentException(refusal(transform));
    }

    /** Why a transform is none of a table's, and what to write in its place. */
    private static String refusal(Transform transform) {
        String columns = Arrays.stream(transform.references())
                .map(NamedReference::describe)
                .collect(Collectors.joining(", "));
        String first = transform.references().length == 0 ? "column" : transform.references()[0].describe();
        return "a table is not divided by the transform " + transform.name() + " of " + columns
                + ", only by columns, years, months, days, hours, buckets and truncate: write cluster by ("
                + columns
                + ") in place of partitioned by, so that filters pass over the zones of other values, or partitioned by (bucket(16, "
                + first + "))";
    }

    /** The columns that sort rows, ascending, nulls first as in Spark. */
    public static List<TableProperties.SortColumn> order(Transform[] transforms, Schema schema) {
        List<TableProperties.SortColumn> columns = new ArrayList<>();
        for (Transform transform : transforms) {
            if (transform.name().equals(CLUSTER_BY)) {
                columns.addAll(order(List.of(transform.references()), schema));
            }
        }
        return columns;
    }

    /** The order by columns. */
    static List<TableProperties.SortColumn> order(List<NamedReference> columns, Schema schema) {
        return columns.stream()
                .map(column -> new TableProperties.SortColumn(field(column, schema), false, true))
                .toList();
    }

    private static int field(NamedReference column, Schema schema) {
        String[] names = column.fieldNames();
        return schema.fields().stream()
                .filter(candidate -> names.length == 1 && candidate.name().equals(names[0]))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no column " + String.join(".", names)
                        + " by which rows could be divided or sorted; fields of structs can't be either"))
                .fieldId()
                .getAsInt();
    }
}
