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

import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.reader.Filter;
import dev.stoa.table.TableProperties;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How a table's rows are divided, see {@link PartitionTransform}. A partition's name has a line for each column, with its id, how
 * it is divided, and the part, such as {@code 1 hash(16)=3}.
 */
public final class Partitioning {
    /** A table declares at most this number of parts. */
    public static final int MAX_PARTITIONS = 1 << 16;

    private final List<Part> columns = new ArrayList<>();

    /** A column that divides rows. */
    record Part(Field field, String prefix, PartitionTransform transform) {}

    /**
     * The division of a table.
     *
     * @throws IllegalArgumentException if what is declared is none
     */
    public Partitioning(TableSchema schema, TableProperties properties) {
        long all = 1;
        for (TableProperties.PartitionColumn column : properties.partitionedBy()) {
            Field field = schema.topField(column.fieldId())
                    .orElseThrow(() -> new IllegalArgumentException(
                            "rows can't be divided by a column in a struct: field " + column.fieldId()));
            PartitionTransform transform = PartitionTransform.of(field, column.transform(), MAX_PARTITIONS);
            columns.add(new Part(field, column.fieldId() + " " + column.transform() + "=", transform));
            all *= transform.parts().orElse(1);
            if (all > MAX_PARTITIONS) {
                throw new IllegalArgumentException("these are more than " + MAX_PARTITIONS + " partitions");
            }
        }
    }

    /**
     * Passes what is declared rightly.
     *
     * @throws IllegalArgumentException if it is not
     */
    public static void check(TableSchema schema, TableProperties properties) {
        Partitioning unused = new Partitioning(schema, properties);
    }

    public boolean isEmpty() {
        return columns.isEmpty();
    }

    /** The columns that divide rows. */
    public List<Field> fields() {
        return columns.stream().map(Part::field).toList();
    }

    /** The selected rows of a batch with the table's columns, by the names of their partitions. */
    public Map<String, Batch> divide(Batch batch) {
        if (columns.isEmpty()) {
            return Map.of("", batch);
        }
        Map<String, Rows> all = new LinkedHashMap<>();
        List<ColumnVector> vectors = columns.stream()
                .map(part ->
                        batch.column(batch.schema().indexOf(part.field.name()).orElseThrow()))
                .toList();
        for (int i = 0; i < batch.selectedCount(); i++) {
            int row = batch.selected(i);
            StringBuilder name = new StringBuilder();
            for (int c = 0; c < vectors.size(); c++) {
                name.append(c == 0 ? "" : "\n")
                        .append(columns.get(c).prefix)
                        .append(columns.get(c).transform.part(vectors.get(c), row));
            }
            all.computeIfAbsent(name.toString(), n -> new Rows()).add(row);
        }
        Map<String, Batch> parts = new LinkedHashMap<>();
        all.forEach((name, rows) -> parts.put(
                name,
                new Batch(
                        batch.schema(),
                        batch.columns(),
                        batch.rowCount(),
                        batch.firstRow(),
                        rows.numbers,
                        rows.count)));
        return parts;
    }

    /** Some rows of a batch. */
    private static final class Rows {
        private int[] numbers = new int[16];
        private int count;

        void add(int row) {
            if (count == numbers.length) {
                numbers = Arrays.copyOf(numbers, 2 * count);
            }
            numbers[count++] = row;
        }
    }

    /**
     * Returns the partitions where a filter may be true, by the values that it requires of columns.
     *
     * @param filter conditions that hold together
     * @return for each column, the parts that may hold such rows; absent where it says nothing
     */
    public List<Optional<Set<String>>> parts(Filter filter) {
        List<Optional<Set<String>>> all = new ArrayList<>();
        for (Part part : columns) {
            all.add(parts(part, filter));
        }
        return all;
    }

    private static Optional<Set<String>> parts(Part part, Filter filter) {
        Optional<Set<String>> found = Optional.empty();
        if (filter instanceof Filter.And and) {
            for (Filter condition : and.filters()) {
                Optional<Set<String>> some = parts(part, condition);
                if (some.isPresent() && found.isPresent()) {
                    found.get().retainAll(some.get());
                } else if (some.isPresent()) {
                    found = some;
                }
            }
        } else if (filter instanceof Filter.Compare compare
                && compare.operator() == Filter.Operator.EQUAL
                && compare.column().names().equals(List.of(part.field.name()))) {
            found = ofLiterals(part, List.of(compare.literal()));
        } else if (filter instanceof Filter.In in && in.column().names().equals(List.of(part.field.name()))) {
            found = ofLiterals(part, in.literals());
        }
        return found;
    }

    private static Optional<Set<String>> ofLiterals(Part part, List<Object> literals) {
        Set<String> parts = new HashSet<>();
        for (Object literal : literals) {
            try {
                parts.add(part.transform.part(LiteralValues.single(part.field, literal), 0));
            } catch (IllegalArgumentException e) {
                return Optional
                        .empty(); // what is no value of the column, such as 1.5 of an integer, is compared all the same
            }
        }
        return Optional.of(parts);
    }

    /** The parts that a partition is, one for each column; nothing of one that was divided otherwise. */
    public Optional<List<String>> parts(String partition) {
        String[] lines = partition.split("\n", -1);
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < lines.length && i < columns.size(); i++) {
            part(columns.get(i), lines[i]).ifPresent(parts::add);
        }
        return parts.size() == columns.size() && lines.length == columns.size() ? Optional.of(parts) : Optional.empty();
    }

    /** The part of one column that a partition names; nothing of one that was divided otherwise. */
    public Optional<String> part(String partition, int column) {
        String[] lines = partition.split("\n", -1);
        return column < lines.length ? part(columns.get(column), lines[column]) : Optional.empty();
    }

    private static Optional<String> part(Part column, String line) {
        return Optional.of(line)
                .filter(text -> text.startsWith(column.prefix))
                .map(text -> text.substring(column.prefix.length()))
                .filter(column.transform::isPart)
                .map(column.transform::canonical);
    }

    /** Whether a partition may be among those parts; one that was divided otherwise may be. */
    public boolean mayBe(String partition, List<Optional<Set<String>>> parts) {
        String[] lines = partition.split("\n", -1);
        for (int i = 0; i < lines.length && i < parts.size(); i++) {
            Optional<String> part = part(columns.get(i), lines[i]);
            if (part.isPresent()
                    && parts.get(i).isPresent()
                    && !parts.get(i).get().contains(part.get())) {
                return false;
            }
        }
        return true;
    }
}
