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
package dev.stoa.table.internal.log;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.Type;
import dev.stoa.format.internal.meta.MinMax;
import dev.stoa.reader.ColumnBounds;
import dev.stoa.reader.internal.value.ValueOrder;
import dev.stoa.table.Fragment;
import dev.stoa.table.TableProperties;
import dev.stoa.table.internal.schema.TableSchema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Sorts fragments before they go into parts of checkpoints (ADR 0103): by the least values of the partition columns, then of the
 * sort columns. A hash says nothing about the order of values, so columns divided by hash don't count.
 */
final class Clustering {
    private static final String HASH = "hash(";

    private final TableSchema schema;
    private final List<Column> columns;

    private record Column(int id, Type type, ValueOrder order) {}

    /** The least and the greatest value that a part has of a column. */
    record Range(ColumnVector least, ColumnVector greatest) {}

    private record Keyed(Fragment fragment, List<Optional<ColumnVector>> least) {}

    private Clustering(TableSchema schema, List<Column> columns) {
        this.schema = schema;
        this.columns = columns;
    }

    /** That of a table; without columns if it declares neither partitions nor an order. */
    static Clustering of(TableSchema schema, TableProperties properties) {
        Map<Integer, Column> columns = new LinkedHashMap<>();
        for (TableProperties.PartitionColumn column : properties.partitionedBy()) {
            if (!column.transform().startsWith(HASH)) {
                add(columns, schema, column.fieldId());
            }
        }
        properties.sortedBy().forEach(column -> add(columns, schema, column.fieldId()));
        return new Clustering(schema, List.copyOf(columns.values()));
    }

    private static void add(Map<Integer, Column> columns, TableSchema schema, int field) {
        schema.leaf(field)
                .map(TableSchema.Leaf::type)
                .filter(MinMax::isOrdered)
                .ifPresent(type -> columns.putIfAbsent(field, new Column(field, type, new ValueOrder(type))));
    }

    /** The number of columns. */
    int size() {
        return columns.size();
    }

    /** Fragments in this order; those whose values are not known come last. */
    List<Fragment> sorted(List<Fragment> fragments) throws IOException {
        if (columns.isEmpty()) {
            return fragments;
        }
        List<Keyed> keyed = new ArrayList<>();
        for (Fragment fragment : fragments) {
            List<Optional<ColumnVector>> least = new ArrayList<>();
            for (Column column : columns) {
                least.add(FragmentBounds.of(schema, List.of(fragment), column.id())
                        .flatMap(ColumnBounds::min));
            }
            keyed.add(new Keyed(fragment, least));
        }
        keyed.sort(this::compare);
        return keyed.stream().map(Keyed::fragment).toList();
    }

    private int compare(Keyed a, Keyed b) {
        int order = 0;
        for (int i = 0; i < columns.size() && order == 0; i++) {
            Optional<ColumnVector> left = a.least().get(i);
            Optional<ColumnVector> right = b.least().get(i);
            order = left.isPresent() && right.isPresent()
                    ? compare(i, left.get(), right.get())
                    : Boolean.compare(left.isEmpty(), right.isEmpty());
        }
        return order;
    }

    /** Compares two values of a column. */
    int compare(int column, ColumnVector a, ColumnVector b) {
        return columns.get(column).order().compare(a, 0, b, 0);
    }

    /** Compares values of a column. */
    Comparator<ColumnVector> order(int column) {
        return (a, b) -> compare(column, a, b);
    }

    /** The least and the greatest value of a column in a part, if its checkpoint has them. */
    Optional<Range> range(PartFile part, int column) throws IOException {
        Column of = columns.get(column);
        return FragmentBounds.ofRow(part.row(), of.id(), of.type())
                .filter(bounds -> bounds.min().isPresent() && bounds.max().isPresent())
                .map(bounds ->
                        new Range(bounds.min().orElseThrow(), bounds.max().orElseThrow()));
    }
}
