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
package dev.stoa.table.internal.schema;

import dev.stoa.format.Field;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.table.DistinctCounts;
import dev.stoa.table.InvalidPropertyException;
import dev.stoa.table.TableProperties;
import dev.stoa.vio.SinkOptions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Holds what is declared about a table to its columns. */
public final class DeclarationCheck {
    private DeclarationCheck() {}

    /**
     * Passes what a table with these columns can declare.
     *
     * @throws IllegalArgumentException if it names fields that are not there, or that can't divide rows
     */
    public static void check(TableProperties properties, TableSchema schema) {
        for (int field : declared(properties)) {
            if (!schema.leaves().containsKey(field)) {
                throw new IllegalArgumentException("a declared column has the field id " + field
                        + ", which no column of the table has, or one without values of its own");
            }
        }
        Partitioning.check(schema, properties);
        Check.of(properties).forEach(check -> check.check(schema.schema()));
        checkTags(properties);
        Map<String, String> free = properties.other();
        DistinctCounts.parse(free.getOrDefault(TableProperties.DISTINCT, ""));
        checkPartFolders(properties);
        FreeValues.checkFlag(free, TableProperties.UPKEEP, "whether writers put small files together");
        FreeValues.checkFlag(free, TableProperties.SIDECARS_IN_LOG, "whether the log holds small sidecars");
        FreeValues.checkNumber(
                free,
                TableProperties.LOG_REPLICATION,
                1,
                SinkOptions.MOST_REPLICAS,
                "how many nodes of HDFS have each new file of the log");
        FreeValues.checkNumber(
                free,
                TableProperties.PART_FRAGMENTS,
                FreeValues.LEAST_PART_FRAGMENTS,
                FreeValues.MOST_PART_FRAGMENTS,
                "how many fragments a part of a checkpoint has");
    }

    /**
     * Passes declarations that name each column once. Older tables may repeat one, which changes nothing.
     *
     * @throws IllegalArgumentException if the order, the key or the partitions of a new declaration repeat a column, by its name
     */
    public static void checkOnce(TableProperties properties, TableSchema schema) {
        checkOnce("order", properties.sortedBy().stream().map(TableProperties.SortColumn::fieldId), schema);
        checkOnce("key", properties.key().stream(), schema);
        Set<TableProperties.PartitionColumn> parts = new HashSet<>();
        checkOnce(
                "partitions",
                properties.partitionedBy().stream()
                        .filter(part -> !parts.add(part))
                        .map(TableProperties.PartitionColumn::fieldId)
                        .flatMap(twice -> Stream.of(twice, twice)),
                schema);
    }

    private static void checkOnce(String what, Stream<Integer> fields, TableSchema schema) {
        Set<Integer> named = new HashSet<>();
        fields.filter(field -> !named.add(field)).findFirst().ifPresent(field -> {
            int top = schema.leaf(field).orElseThrow().topId();
            throw new IllegalArgumentException("column '"
                    + schema.topField(top).orElseThrow().name() + "' is twice in the " + what
                    + " of the table, and the second one changes nothing: write it once");
        });
    }

    /**
     * Passes a change of columns that keeps those which are declared.
     *
     * @throws IllegalArgumentException if it drops one, by its name, or would change the bounds of one that divides rows
     */
    public static void checkKept(TableProperties properties, TableSchema before, TableSchema after) {
        Check.of(properties).forEach(check -> check.checkKept(before.schema(), after.schema()));
        for (int field : declared(properties)) {
            if (before.topField(field).isPresent() && after.topField(field).isEmpty()) {
                String what = properties.key().contains(field)
                        ? "key"
                        : properties.sortedBy().stream().anyMatch(column -> column.fieldId() == field)
                                ? "order"
                                : "partitions";
                throw new IllegalArgumentException(
                        "column '" + before.topField(field).get().name() + "' belongs to the table's " + what
                                + ", so it can't be dropped");
            }
        }
        properties.partitionedBy().forEach(column -> checkBounds(column, before, after));
    }

    /** A bound such as 0.7 is another number as float32 than as float64, so that rows would belong to other parts. */
    private static void checkBounds(TableProperties.PartitionColumn column, TableSchema before, TableSchema after) {
        Optional<Field> old = before.topField(column.fieldId());
        boolean isFloat =
                old.filter(field -> field.type().kind() == TypeKind.FLOAT32).isPresent();
        Optional<Type> type = after.topField(column.fieldId()).map(Field::type);
        if (isFloat && column.transform().startsWith("range(") && !type.equals(old.map(Field::type))) {
            throw new IllegalArgumentException("column '" + old.get().name() + "' divides the rows by "
                    + column.transform() + ", whose bounds are other numbers as " + type.get()
                    + ": take the column out of the partitions first");
        }
    }

    private static List<Integer> declared(TableProperties properties) {
        List<Integer> declared = new ArrayList<>(properties.key());
        properties.sortedBy().forEach(column -> declared.add(column.fieldId()));
        properties.partitionedBy().forEach(column -> declared.add(column.fieldId()));
        return declared;
    }

    private static void checkTags(TableProperties properties) {
        new TreeMap<>(properties.other()).forEach((name, version) -> {
            boolean isTag = name.startsWith(TableProperties.TAG);
            if (isTag && !properties.tags().containsKey(name.substring(TableProperties.TAG.length()))) {
                throw new InvalidPropertyException("the property '" + name + "' is '" + version
                        + "', must be the number of a version: properties that begin with " + TableProperties.TAG
                        + " are tags");
            }
        });
    }

    private static void checkPartFolders(TableProperties properties) {
        FreeValues.checkFlag(
                properties.other(), TableProperties.PART_FOLDERS, "whether new data files are in folders of parts");
        boolean isHashed = !properties.partitionedBy().isEmpty()
                && properties.partitionedBy().get(0).transform().startsWith("hash(");
        if (properties.hasPartFolders() && !isHashed) {
            throw new InvalidPropertyException("the property '" + TableProperties.PART_FOLDERS
                    + "' is true, but the first column of the table's partitions is not divided by hash(n): divide it so,"
                    + " or leave the property out");
        }
    }
}
