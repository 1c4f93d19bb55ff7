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

import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.internal.index.EqualityIndexFormat;
import dev.stoa.reader.Filter;
import dev.stoa.reader.ValueOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How a table's rows are divided: by the hash of a column's value, {@code hash(16)}, or by ranges, {@code range(10, 20)}:
 * below 10, from 10 to below 20, from 20 on. Nulls are in the first part. A partition's name has a line for each column, with
 * its id, how it is divided, and the number of the part, such as {@code 1 hash(16)=3}.
 */
final class Partitioning {
    private static final Pattern TRANSFORM = Pattern.compile("(hash|range)\\((.*)\\)", Pattern.DOTALL);
    private static final int MAX_PARTITIONS = 1024;

    private final List<Part> columns = new ArrayList<>();

    /** A column by which rows are divided. Bounds are absent for hashes. */
    record Part(Field field, String prefix, int parts, Optional<List<ColumnVector>> bounds) {
        int of(ColumnVector values, int row, RowKeys key) {
            if (values.isNull(row)) {
                return 0;
            }
            if (bounds.isEmpty()) {
                key.read(List.of(values), row);
                long hash = EqualityIndexFormat.hash(Arrays.copyOf(key.bytes(), key.length()), Long.SIZE);
                return (int) Long.remainderUnsigned(hash, parts);
            }
            ValueOrder order = new ValueOrder(field.type());
            int part = 0;
            while (part < parts - 1 && order.compare(bounds.get().get(part), 0, values, row) <= 0) {
                part++;
            }
            return part;
        }
    }

    /**
     * The division of a table.
     *
     * @throws IllegalArgumentException if what is declared is none
     */
    Partitioning(TableSchema schema, TableProperties properties) {
        long all = 1;
        for (TableProperties.PartitionColumn column : properties.partitionedBy()) {
            Field field = schema.topField(column.fieldId())
                    .orElseThrow(() -> new IllegalArgumentException(
                            "rows can't be divided by a column in a struct: field " + column.fieldId()));
            Part part = part(field, column.transform());
            columns.add(part);
            all *= part.parts;
            if (all > MAX_PARTITIONS) {
                throw new IllegalArgumentException("these are more than " + MAX_PARTITIONS + " partitions");
            }
        }
    }

    /**
     * How a column divides rows.
     *
     * @throws IllegalArgumentException if it can't be so
     */
    static Part part(Field field, String transform) {
        String prefix = field.fieldId().getAsInt() + " " + transform + "=";
        Matcher matcher = TRANSFORM.matcher(transform);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("column '" + field.name() + "' can't be divided by '" + transform
                    + "': write hash(16), or range(10, 20)");
        }
        if (matcher.group(1).equals("hash")) {
            int parts = matcher.group(2).strip().matches("\\d{1,4}")
                    ? Integer.parseInt(matcher.group(2).strip())
                    : 0;
            if (parts < 1 || parts > MAX_PARTITIONS) {
                throw new IllegalArgumentException(
                        "'" + transform + "' must be hash(1) to hash(" + MAX_PARTITIONS + ")");
            }
            return new Part(field, prefix, parts, Optional.empty());
        }
        ValueOrder order = new ValueOrder(field.type());
        List<ColumnVector> bounds = new ArrayList<>();
        for (String text : matcher.group(2).split(",", -1)) {
            ColumnVector bound = LiteralValues.single(field, LiteralValues.ofText(field.type(), text.strip()));
            if (!bounds.isEmpty() && order.compare(bounds.get(bounds.size() - 1), 0, bound, 0) >= 0) {
                throw new IllegalArgumentException("'" + transform + "': the bounds must ascend");
            }
            bounds.add(bound);
        }
        return new Part(field, prefix, bounds.size() + 1, Optional.of(bounds));
    }

    /**
     * Passes what is declared rightly.
     *
     * @throws IllegalArgumentException if it is not
     */
    static void check(TableSchema schema, TableProperties properties) {
        Partitioning unused = new Partitioning(schema, properties);
    }

    boolean isEmpty() {
        return columns.isEmpty();
    }

    /** The selected rows of a batch with the table's columns, by the names of their partitions. */
    Map<String, Batch> divide(Batch batch) {
        Map<String, int[]> rows = new LinkedHashMap<>();
        Map<String, Integer> counts = new LinkedHashMap<>();
        RowKeys key = new RowKeys(List.of());
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
                        .append(columns.get(c).of(vectors.get(c), row, key));
            }
            int count = counts.merge(name.toString(), 1, Integer::sum);
            rows.computeIfAbsent(name.toString(), n -> new int[batch.selectedCount()])[count - 1] = row;
        }
        Map<String, Batch> parts = new LinkedHashMap<>();
        rows.forEach((name, selection) -> parts.put(
                name,
                new Batch(
                        batch.schema(),
                        batch.columns(),
                        batch.rowCount(),
                        batch.firstRow(),
                        selection,
                        counts.get(name))));
        return parts;
    }

    /**
     * The partitions in which a filter may be true: by what it wants columns to be equal to.
     *
     * @param filter conditions that hold together
     * @return for each column, the numbers of the parts that may hold such rows; absent where it says nothing
     */
    List<Optional<BitSet>> parts(Filter filter) {
        List<Optional<BitSet>> all = new ArrayList<>();
        for (Part part : columns) {
            all.add(parts(part, filter));
        }
        return all;
    }

    private static Optional<BitSet> parts(Part part, Filter filter) {
        Optional<BitSet> found = Optional.empty();
        if (filter instanceof Filter.And and) {
            for (Filter condition : and.filters()) {
                Optional<BitSet> some = parts(part, condition);
                if (some.isPresent() && found.isPresent()) {
                    found.get().and(some.get());
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

    private static Optional<BitSet> ofLiterals(Part part, List<Object> literals) {
        BitSet parts = new BitSet();
        RowKeys key = new RowKeys(List.of());
        for (Object literal : literals) {
            try {
                parts.set(part.of(LiteralValues.single(part.field, literal), 0, key));
            } catch (IllegalArgumentException e) {
                return Optional
                        .empty(); // what is no value of the column, such as 1.5 of an integer, is compared all the same
            }
        }
        return Optional.of(parts);
    }

    /** The numbers of the parts that a partition is, one for each column; nothing of one that was divided otherwise. */
    Optional<List<Integer>> numbers(String partition) {
        List<String> lines = partition.lines().toList();
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < lines.size() && i < columns.size(); i++) {
            String prefix = columns.get(i).prefix;
            String number = lines.get(i).startsWith(prefix) ? lines.get(i).substring(prefix.length()) : "";
            if (number.matches("\\d{1,4}")) {
                numbers.add(Integer.valueOf(number));
            }
        }
        return numbers.size() == columns.size() && lines.size() == columns.size()
                ? Optional.of(numbers)
                : Optional.empty();
    }

    /** Whether a partition may be among those parts; one that was divided otherwise may be. */
    boolean mayBe(String partition, List<Optional<BitSet>> parts) {
        List<String> lines = partition.lines().toList();
        for (int i = 0; i < lines.size() && i < parts.size(); i++) {
            String prefix = columns.get(i).prefix;
            String number = lines.get(i).startsWith(prefix) ? lines.get(i).substring(prefix.length()) : "";
            if (parts.get(i).isPresent()
                    && number.matches("\\d{1,4}")
                    && !parts.get(i).get().get(Integer.parseInt(number))) {
                return false;
            }
        }
        return true;
    }
}
