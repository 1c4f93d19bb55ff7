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
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.IntVector;
import dev.stoa.format.NullVector;
import dev.stoa.format.Schema;
import dev.stoa.format.StructVector;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.internal.meta.MinMax;
import dev.stoa.reader.internal.filter.BatchFilter;
import dev.stoa.reader.internal.filter.BoundedVector;
import dev.stoa.reader.internal.filter.BoundsFilter;
import dev.stoa.reader.internal.filter.FilterCompiler;
import dev.stoa.reader.internal.filter.ValueBounds;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Filters keep of batches what a loop over their rows keeps, and bounds rule out no batch with such a row. */
class BatchFilterTest {
    private static final int ROWS = 110;
    private static final int BATCH_ROWS = 40;
    private static final int FILTERS = 60;

    @TempDir
    Path folder;

    /** Takes the batches of a file with their first row. */
    private interface Taker {
        void take(Batch batch, int first) throws IOException;
    }

    /** A column of a kind, and a struct with a field of the kind; with the filters of their rows. */
    private final class Case {
        private final Schema schema;
        private final List<ModelFilters.Column> columns;
        private final Map<ColumnPath, Type> types;
        private final ModelFilters filters;
        private final Path path = folder.resolve("rows");

        Case(TypeKind kind) throws IOException {
            Random random = new Random(kind.ordinal());
            RandomTables tables = new RandomTables(random, 20);
            Type type = tables.type(kind, 0);
            schema = Schema.of(
                    Field.nullable("a", type), Field.nullable("s", Type.struct(List.of(Field.nullable("b", type)))));
            List<Object[]> rows = new AdversarialZones(random, tables, BATCH_ROWS).rows(schema, ROWS);
            Tables.write(path, schema, rows, WriterOptions.DEFAULT);
            columns = ScanPropertyTest.columns(schema, rows);
            types = columns.stream().collect(Collectors.toMap(ModelFilters.Column::path, ModelFilters.Column::type));
            filters = new ModelFilters(random, columns);
        }

        void batches(int batchRows, Taker taker) throws IOException {
            try (StoaFile file = Tables.open(path);
                    Scan scan = file.scan().batchRows(batchRows).build()) {
                while (scan.next()) {
                    taker.take(scan.batch(), (int) scan.batch().firstRow());
                }
            }
        }

        /** The rows of a batch on which a filter is true. */
        List<Integer> expected(Filter filter, Batch batch, int first) {
            return selected(batch).stream()
                    .filter(row -> Boolean.TRUE.equals(filters.test(filter, first + row)))
                    .toList();
        }

        List<Filter> filters() {
            List<Filter> some = new ArrayList<>();
            for (int i = 0; i < FILTERS; i++) {
                some.add(filters.filter(i % 3));
            }
            return some;
        }

        Map<ColumnPath, ColumnBounds> bounds(Batch batch) {
            return types.keySet().stream()
                    .collect(
                            Collectors.toMap(Function.identity(), path -> BatchFilterTest.bounds(values(batch, path))));
        }

        /** Whether bounds of one row say all that the filter asks. */
        boolean isExact(Filter filter) {
            String text = filter.toString();
            boolean isPadded = types.values().stream().anyMatch(type -> type.kind() == TypeKind.CHAR);
            return !text.contains("contains")
                    && !(text.contains("starts with") && isPadded)
                    && FilterCompiler.paths(filter).stream()
                            .allMatch(p -> Optional.ofNullable(types.get(p))
                                    .filter(MinMax::isOrdered)
                                    .isPresent());
        }

        BoundsFilter ofBounds(Filter filter) {
            return BoundsFilter.of(filter, path -> Optional.ofNullable(types.get(path)));
        }
    }

    private static List<Integer> selected(Batch batch) {
        return IntStream.range(0, batch.selectedCount())
                .mapToObj(batch::selected)
                .toList();
    }

    private static Batch select(Batch batch, int... rows) {
        return new Batch(batch.schema(), batch.columns(), batch.rowCount(), batch.firstRow(), rows, rows.length);
    }

    private static ColumnVector values(Batch batch, ColumnPath path) {
        return path.names().size() == 1
                ? batch.column(path.names().get(0).equals("a") ? 0 : 1)
                : ((StructVector) batch.column(1)).field(0);
    }

    private static ColumnBounds bounds(ColumnVector values) {
        ValueBounds bounds = new ValueBounds(values.type());
        bounds.add(values);
        return ColumnBounds.of(values.type(), values.size(), bounds.result("values"));
    }

    private static boolean mayMatch(BoundsFilter filter, Batch batch, Function<ColumnPath, Optional<ColumnBounds>> of) {
        return filter.mayMatch(
                batch.rowCount(), filter.columns().stream().map(of).toList());
    }

    @ParameterizedTest
    @EnumSource(TypeKind.class)
    void rowsAreThoseOfALoop(TypeKind kind) throws IOException {
        Case rows = new Case(kind);
        List<Filter> filters = rows.filters();
        List<BatchFilter> byRows =
                filters.stream().map(f -> BatchFilter.of(f, rows.schema)).toList();
        List<BatchFilter> copies = byRows.stream().map(BatchFilter::copy).toList();
        rows.batches(BATCH_ROWS, (batch, first) -> {
            Batch some = first == 0 ? select(batch, 0, 3, 4, 17, 39) : select(batch, 1, 3, 20, batch.rowCount() - 1);
            for (int i = 0; i < FILTERS; i++) {
                Filter filter = filters.get(i);
                List<Integer> expected = rows.expected(filter, batch, first);
                assertEquals(expected, selected(byRows.get(i).filter(batch)), filter::toString);
                expected = rows.expected(filter, some, first);
                assertEquals(expected, selected(copies.get(i).filter(some)), filter::toString);
            }
        });
    }

    @ParameterizedTest
    @EnumSource(TypeKind.class)
    void boundsRuleOutNoRow(TypeKind kind) throws IOException {
        Case rows = new Case(kind);
        List<Filter> filters = rows.filters();
        List<BoundsFilter> ofBounds = filters.stream().map(rows::ofBounds).toList();
        List<BatchFilter> ofBatches =
                ofBounds.stream().map(f -> f.ofBatches(rows.schema)).toList();
        rows.batches(BATCH_ROWS, (batch, first) -> {
            Map<ColumnPath, ColumnBounds> known = rows.bounds(batch);
            for (int i = 0; i < FILTERS; i++) {
                Filter filter = filters.get(i);
                BoundsFilter byBounds = ofBounds.get(i);
                List<Integer> expected = rows.expected(filter, batch, first);
                assertEquals(expected, selected(ofBatches.get(i).filter(batch)), filter::toString);
                boolean may = mayMatch(byBounds, batch, path -> Optional.ofNullable(known.get(path)));
                assertTrue(may || expected.isEmpty(), filter::toString);
                may = mayMatch(byBounds, batch, path -> Optional.empty());
                assertTrue(may || expected.isEmpty(), filter::toString);
                may = mayMatch(
                        byBounds,
                        batch,
                        path -> Optional.ofNullable(known.get(path))
                                .map(b -> ColumnBounds.unknown(b.type(), b.rows(), b.nullCount(), b.nanCount())));
                assertTrue(may || expected.isEmpty(), filter::toString);
            }
        });
    }

    /** Values with bounds, and nulls and NaNs, leave no doubt where there is only one. */
    @ParameterizedTest
    @EnumSource(TypeKind.class)
    void boundsOfOneRowDecide(TypeKind kind) throws IOException {
        Case rows = new Case(kind);
        List<Filter> filters = rows.filters();
        List<BoundsFilter> ofBounds = filters.stream().map(rows::ofBounds).toList();
        rows.batches(1, (batch, first) -> {
            Map<ColumnPath, ColumnBounds> known = rows.bounds(batch);
            for (int i = 0; i < FILTERS; i++) {
                Filter filter = filters.get(i);
                boolean is = !rows.expected(filter, batch, first).isEmpty();
                boolean may = mayMatch(ofBounds.get(i), batch, path -> Optional.ofNullable(known.get(path)));
                assertTrue(rows.isExact(filter) ? is == may : may || !is, () -> filter + " on row " + first);
            }
        });
    }

    /** Bounds decide the same for each batch, whatever the one before was. */
    @ParameterizedTest
    @EnumSource(TypeKind.class)
    void boundsOfBatchesDecideAsTheirRows(TypeKind kind) throws IOException {
        Case rows = new Case(kind);
        Schema schema = new Schema(rows.schema.fields().subList(0, 1));
        ModelFilters ofOne = new ModelFilters(new Random(1), rows.columns.subList(0, 1));
        List<Filter> filters =
                IntStream.range(0, FILTERS).mapToObj(i -> ofOne.filter(i % 3)).toList();
        List<BatchFilter> byBounds =
                filters.stream().map(f -> BatchFilter.of(f, schema)).toList();
        rows.batches(BATCH_ROWS, (whole, first) -> {
            Batch batch = new Batch(schema, whole.columns().subList(0, 1), whole.rowCount());
            List<BoundedVector> bounded = List.of(BoundedVector.of(batch.column(0)));
            assertSame(batch.column(0), bounded.get(0).values());
            for (int i = 0; i < FILTERS; i++) {
                Filter filter = filters.get(i);
                List<Integer> expected = rows.expected(filter, batch, first);
                assertEquals(expected, selected(byBounds.get(i).filter(batch, bounded)), filter::toString);
            }
        });
    }

    @Test
    void boundsOfSelectedRows() {
        Type type = Type.of(TypeKind.INT32);
        IntVector values = new IntVector(type, new int[] {9, 1, 5, 3}, ColumnVector.NO_NULLS, 4);
        ValueBounds bounds = new ValueBounds(type);
        bounds.add(values, select(new Batch(Schema.of(Field.required("x", type)), List.of(values), 4), 2, 3));
        Aggregates.Column found = bounds.result("x");
        assertEquals(3, ((IntVector) found.min().orElseThrow()).values()[0]);
        assertEquals(5, ((IntVector) found.max().orElseThrow()).values()[0]);
    }

    @Test
    void columnsOfAFilterAreThereOnce() {
        Type type = Type.of(TypeKind.INT32);
        Filter filter = Filter.or(
                Filter.and(Filter.equal("a", 1), Filter.in("b", List.of(1))),
                Filter.not(Filter.between("a", 1, 2)),
                Filter.isNull("b"));
        List<ColumnPath> both = List.of(ColumnPath.of("a"), ColumnPath.of("b"));
        assertEquals(both, List.copyOf(FilterCompiler.paths(filter)));
        BoundsFilter ofBounds = BoundsFilter.of(filter, path -> Optional.of(type));
        assertEquals(both, ofBounds.columns());
        Schema other = Schema.of(Field.required("a", type));
        for (Executable wrong : List.<Executable>of(
                () -> ofBounds.ofBatches(other),
                () -> BatchFilter.of(filter, other),
                () -> BoundsFilter.of(filter, path -> Optional.empty()))) {
            IllegalArgumentException e = assertThrows(IllegalArgumentException.class, wrong);
            assertTrue(String.valueOf(e.getMessage()).startsWith("no column '"), e.getMessage());
        }
    }

    @Test
    void noRowsMatchNothing() {
        BoundsFilter all = BoundsFilter.of(Filter.and(), path -> Optional.empty());
        assertTrue(all.mayMatch(1, List.of()));
        assertFalse(all.mayMatch(0, List.of()));
    }

    @Test
    void aBatchIsOfTheSchemaAndNoLongerThanAVector() throws IOException {
        Schema schema = Schema.of(Field.nullable("x", Type.of(TypeKind.NULL)));
        BatchFilter filter = BatchFilter.of(Filter.isNull("x"), schema);
        for (int rows : new int[] {4095, 4096}) {
            ColumnVector nulls = new NullVector(rows);
            assertEquals(
                    rows, filter.filter(new Batch(schema, List.of(nulls), rows)).selectedCount());
        }
        Schema other = Schema.of(Field.nullable("y", Type.of(TypeKind.NULL)));
        for (Batch wrong : List.of(
                new Batch(schema, List.of(new NullVector(4097)), 4097),
                new Batch(other, List.of(new NullVector(1)), 1))) {
            assertThrows(IllegalArgumentException.class, () -> filter.filter(wrong));
        }
    }
}
