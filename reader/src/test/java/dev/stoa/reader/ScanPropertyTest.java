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
package dev.stoa.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.internal.meta.MinMax;
import dev.stoa.vio.StoreProfile;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** Random tables, columns, filters, row ranges and sizes: a scan gives what a plain model gives. */
class ScanPropertyTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @Seeds(40)
    void scansGiveWhatTheModelGives(long seed) throws IOException {
        Random random = new Random(seed);
        RandomTables tables = new RandomTables(random, random.nextInt(4) == 0 ? 200_000 : 300);
        Schema schema = tables.schema();
        List<Object[]> rows = tables.rows(schema, random.nextInt(random.nextInt(3) == 0 ? 14_000 : 2000));
        WriterOptions options = WriterOptions.DEFAULT
                .withSizes(1 + random.nextInt(20_000), 4096 + random.nextInt(100_000))
                .withVectorsPerZone(1 + random.nextInt(2));
        scan(schema, rows, options, random, 12, "seed " + seed);
    }

    @ParameterizedTest
    @Seeds(12)
    void zonesDontMislead(long seed) throws IOException {
        Random random = new Random(-seed);
        RandomTables tables = new RandomTables(random, 300);
        Schema schema = tables.schema();
        int zoneVectors = 1 + random.nextInt(2);
        List<Object[]> rows = new AdversarialZones(random, tables, zoneVectors * 4096)
                .rows(schema, 4000 + random.nextInt(random.nextInt(3) == 0 ? 25_000 : 9000));
        WriterOptions options = WriterOptions.DEFAULT
                .withSizes(1 + random.nextInt(20_000), 4096 + random.nextInt(100_000))
                .withVectorsPerZone(zoneVectors);
        scan(schema, rows, options, random, 10, "seed " + seed + " of zones");
    }

    private void scan(Schema schema, List<Object[]> rows, WriterOptions options, Random random, int times, String seed)
            throws IOException {
        Path path = folder.resolve("table");
        Tables.write(path, schema, rows, options);
        List<ModelFilters.Column> columns = columns(schema, rows);
        StoreProfile objectStore = StoreProfile.s3();
        StoreProfile profile = random.nextBoolean()
                ? StoreProfile.local()
                : objectStore.withCosts(objectStore.costs().withLatencyMicros(random.nextInt(80), 80));
        try (StoaFile file = StoaFile.open(Tables.source(path, profile))) {
            assertEquals(schema, file.schema(), seed);
            assertEquals(rows.size(), file.rowCount(), seed);
            assertEquals(List.of(), Verifier.verify(file.source(), (bytes, all) -> {}), seed);
            for (int i = 0; i < times; i++) {
                scan(file.scan(), rows.size(), new BitSet(), columns, schema, random, seed + ", scan " + i);
            }
        }
    }

    /** The columns of a table, fields of structs too. */
    static List<ModelFilters.Column> columns(Schema schema, List<Object[]> rows) {
        List<ModelFilters.Column> columns = new ArrayList<>();
        for (int c = 0; c < schema.fields().size(); c++) {
            List<Object> values = new ArrayList<>();
            for (Object[] row : rows) {
                values.add(Model.written(schema.fields().get(c).type(), row[c]));
            }
            collect(
                    ColumnPath.of(schema.fields().get(c).name()),
                    schema.fields().get(c),
                    values,
                    columns);
        }
        return columns;
    }

    private static void collect(ColumnPath path, Field field, List<Object> values, List<ModelFilters.Column> columns) {
        columns.add(new ModelFilters.Column(path, field.type(), values));
        Type type = field.type();
        if (type.kind() != TypeKind.STRUCT && type.kind() != TypeKind.VARIANT) {
            return;
        }
        for (int i = 0; i < type.fields().size(); i++) {
            List<Object> inner = new ArrayList<>();
            for (Object value : values) {
                inner.add(value == null ? null : ((List<?>) value).get(i));
            }
            List<String> names = new ArrayList<>(path.names());
            names.add(type.fields().get(i).name());
            collect(new ColumnPath(names), type.fields().get(i), inner, columns);
        }
    }

    /** Scans something and compares it with the model. */
    static void scan(
            ScanBuilder builder,
            int rowCount,
            BitSet deleted,
            List<ModelFilters.Column> columns,
            Schema schema,
            Random random,
            String seed)
            throws IOException {
        builder.batchRows(1 + random.nextInt(random.nextBoolean() ? 4096 : 50))
                .batchBytes(1 + random.nextInt(random.nextBoolean() ? 8 << 20 : 20_000))
                .stepBytes(1 + random.nextInt(random.nextBoolean() ? 8 << 20 : 5000));
        List<ModelFilters.Column> selected = new ArrayList<>();
        if (random.nextInt(3) == 0) {
            for (Field field : schema.fields()) {
                selected.add(columns.stream()
                        .filter(c -> c.path().equals(ColumnPath.of(field.name())))
                        .findFirst()
                        .orElseThrow());
            }
        } else {
            for (ModelFilters.Column column : columns) {
                if (random.nextInt(3) == 0) {
                    selected.add(random.nextBoolean() ? column : part(column, random));
                }
            }
            Map<ColumnPath, Type> parts = new LinkedHashMap<>();
            selected.forEach(column -> parts.put(column.path(), column.type()));
            builder.selectParts(parts);
        }
        ModelFilters filters = new ModelFilters(random, columns);
        Filter filter = random.nextInt(4) == 0 ? Filter.and() : filters.filter(3);
        builder.filter(filter);
        BitSet rows = rows(builder, rowCount, random);
        List<Integer> expected = new ArrayList<>();
        for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) {
            if (!deleted.get(row) && Boolean.TRUE.equals(filters.test(filter, row))) {
                expected.add(row);
            }
        }
        String what = seed + ", filter " + filter;
        List<Integer> found = new ArrayList<>();
        try (Scan scan = builder.build()) {
            while (scan.next()) {
                found.addAll(check(scan.batch(), selected, what));
            }
            assertEquals(expected.size(), scan.stats().rowsDelivered());
            assertEquals(rows.cardinality(), scan.stats().rowsInRange());
        }
        assertEquals(expected, found, what);
        inParallel(builder, selected, expected, random, what);
        aggregate(builder, columns, expected, random, seed + ", filter " + filter);
    }

    /** A column without some fields of structs, and the others in another order. */
    private static ModelFilters.Column part(ModelFilters.Column column, Random random) {
        Type kept = part(column.type(), random);
        List<Object> values = new ArrayList<>();
        column.values().forEach(value -> values.add(part(column.type(), kept, value)));
        return new ModelFilters.Column(column.path(), kept, values);
    }

    private static Type part(Type type, Random random) {
        List<Field> fields = new ArrayList<>();
        for (Field field : type.fields()) {
            fields.add(new Field(field.name(), part(field.type(), random), field.nullable(), field.fieldId()));
        }
        return switch (type.kind()) {
            case STRUCT -> {
                Collections.shuffle(fields, random);
                yield Type.struct(fields.subList(0, random.nextInt(fields.size() + 1)));
            }
            case LIST -> Type.list(fields.get(0));
            case MAP -> Type.map(fields.get(0), fields.get(1));
            default -> type;
        };
    }

    private static Object part(Type whole, Type kept, Object value) {
        if (value == null || whole.equals(kept)) {
            return value;
        }
        if (whole.kind() != TypeKind.STRUCT) {
            List<Object> elements = new ArrayList<>();
            for (Object element : (List<?>) value) {
                elements.add(
                        whole.kind() == TypeKind.LIST
                                ? part(
                                        whole.fields().get(0).type(),
                                        kept.fields().get(0).type(),
                                        element)
                                : part(Type.struct(whole.fields()), Type.struct(kept.fields()), element));
            }
            return elements;
        }
        List<Object> fields = new ArrayList<>();
        for (Field field : kept.fields()) {
            int at = 0;
            while (!whole.fields().get(at).name().equals(field.name())) {
                at++;
            }
            fields.add(part(whole.fields().get(at).type(), field.type(), ((List<?>) value).get(at)));
        }
        return fields;
    }

    /** The rows of a batch, whose values are those of the model. */
    private static List<Integer> check(Batch batch, List<ModelFilters.Column> selected, String what) {
        assertEquals(selected.size(), batch.columns().size());
        List<Integer> rows = new ArrayList<>();
        for (int i = 0; i < batch.selectedCount(); i++) {
            int row = (int) batch.firstRow() + batch.selected(i);
            rows.add(row);
            for (int c = 0; c < selected.size(); c++) {
                assertEquals(
                        selected.get(c).values().get(row),
                        Model.read(batch.column(c), batch.selected(i)),
                        what + ", row " + row + ", column " + selected.get(c).path());
            }
        }
        return rows;
    }

    /** The same file as several inputs, in parts, on several threads. */
    private static void inParallel(
            ScanBuilder builder, List<ModelFilters.Column> selected, List<Integer> expected, Random random, String what)
            throws IOException {
        int inputs = 1 + random.nextInt(3);
        List<List<Integer>> found = new ArrayList<>();
        for (int i = 0; i < inputs; i++) {
            found.add(new ArrayList<>());
        }
        ParallelScan scan = ParallelScan.of(Collections.nCopies(inputs, () -> builder))
                .threads(1 + random.nextInt(4))
                .ahead(1 + random.nextInt(10));
        boolean isOrdered = random.nextInt(3) > 0;
        int last = 0;
        try (ParallelResults<Map.Entry<Integer, List<Integer>>> results = (isOrdered ? scan : scan.unordered())
                .map(() -> (input, batch) -> Map.entry(input, check(batch, selected, what)))) {
            while (results.next()) {
                int input = results.get().getKey();
                assertTrue(!isOrdered || input >= last, what);
                last = input;
                found.get(input).addAll(results.get().getValue());
            }
            assertEquals((long) inputs * expected.size(), results.stats().rowsDelivered(), what);
        }
        for (List<Integer> rows : found) {
            if (!isOrdered) {
                Collections.sort(rows);
            }
            assertEquals(expected, rows, what);
        }
    }

    private static void aggregate(
            ScanBuilder builder, List<ModelFilters.Column> columns, List<Integer> rows, Random random, String seed)
            throws IOException {
        List<ModelFilters.Column> leaves = columns.stream()
                .filter(c -> c.type().fields().isEmpty() && random.nextInt(3) > 0)
                .toList();
        builder.select(leaves.stream().map(ModelFilters.Column::path).toList());
        Aggregates aggregates = builder.aggregate();
        assertEquals(rows.size(), aggregates.rows(), seed);
        for (int c = 0; c < leaves.size(); c++) {
            Type type = leaves.get(c).type();
            String what = seed + ", column " + leaves.get(c).path() + " " + type;
            List<Object> values = new ArrayList<>();
            for (int row : rows) {
                values.add(leaves.get(c).values().get(row));
            }
            Aggregates.Column column = aggregates.columns().get(c);
            assertEquals(values.stream().filter(Objects::isNull).count(), column.nullCount(), what);
            values.removeIf(Objects::isNull);
            assertEquals(
                    values.stream().filter(v -> ModelFilters.isNaN(type, v)).count(), column.nanCount(), what);
            values.removeIf(v -> ModelFilters.isNaN(type, v) || !MinMax.isOrdered(type));
            Comparator<Object> order = ModelFilters.order(type);
            assertBound(values.stream().min(order), column.min(), order, what);
            assertBound(values.stream().max(order), column.max(), order, what);
        }
        Aggregates parallel = ParallelScan.of(List.of(() -> builder))
                .threads(1 + random.nextInt(4))
                .aggregate();
        assertEquals(text(aggregates), text(parallel), seed);
        Optional<Aggregates> known = builder.aggregateFromMetadata();
        if (known.isPresent()) {
            assertEquals(0, known.get().stats().steps(), seed);
            assertEquals(known.get().rows(), known.get().rowsFromMetadata(), seed);
            assertEquals(text(aggregates), text(known.get()), seed);
        }
    }

    private static String text(Aggregates aggregates) {
        StringBuilder text = new StringBuilder().append(aggregates.rows());
        for (Aggregates.Column c : aggregates.columns()) {
            text.append(", ")
                    .append(c.path())
                    .append(' ')
                    .append(c.nullCount())
                    .append(' ')
                    .append(c.nanCount());
            text.append(' ').append(c.min().map(v -> Model.read(v, 0)));
            text.append(' ').append(c.max().map(v -> Model.read(v, 0)));
        }
        return text.toString();
    }

    private static void assertBound(
            Optional<Object> expected, Optional<ColumnVector> bound, Comparator<Object> order, String what) {
        assertEquals(expected.isPresent(), bound.isPresent(), what);
        bound.ifPresent(vector -> assertEquals(
                0, order.compare(expected.get(), Model.read(vector, 0)), () -> what + ": " + Model.read(vector, 0)));
    }

    /** Limits a scan to some rows, or not; returns which. */
    private static BitSet rows(ScanBuilder builder, int rowCount, Random random) {
        BitSet rows = new BitSet();
        switch (random.nextInt(4)) {
            case 0 -> rows.set(0, rowCount);
            case 1 -> {
                int from = random.nextInt(rowCount + 1);
                rows.set(from, from + random.nextInt(rowCount - from + 1));
                builder.rows(from, Math.max(from, rows.length()));
            }
            case 2 -> {
                long[] numbers = random.longs(rowCount == 0 ? 0 : random.nextInt(30), 0, Math.max(1, rowCount))
                        .toArray();
                LongStream.of(numbers).forEach(row -> rows.set((int) row));
                builder.rows(RowRanges.of(numbers));
            }
            default -> {
                RowRanges ranges = RowRanges.between(0, 0);
                for (int i = random.nextInt(8); i > 0; i--) {
                    int from = random.nextInt(rowCount + 1);
                    int to = Math.min(rowCount, from + random.nextInt(500));
                    rows.set(from, to);
                    ranges = ranges.union(RowRanges.between(from, to));
                }
                builder.rows(ranges);
            }
        }
        return rows;
    }
}
