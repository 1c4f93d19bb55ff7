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
package dev.stoa.trino.internal.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.LongVector;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.Filter;
import dev.stoa.table.Assignment;
import dev.stoa.table.Fragment;
import dev.stoa.table.RowInsert;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.trino.internal.columns.Garbage;
import dev.stoa.trino.internal.columns.RandomColumns;
import dev.stoa.trino.internal.columns.TrinoTypes;
import dev.stoa.trino.internal.plan.StoaColumn;
import dev.stoa.trino.internal.plan.StoaSplit;
import dev.stoa.vio.LocalFolder;
import io.trino.spi.block.Block;
import io.trino.spi.connector.DynamicFilter;
import io.trino.spi.connector.SourcePage;
import io.trino.spi.predicate.Domain;
import io.trino.spi.predicate.Range;
import io.trino.spi.predicate.TupleDomain;
import io.trino.spi.predicate.ValueSet;
import io.trino.spi.type.BigintType;
import io.trino.spi.type.TypeOperators;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Pages own their arrays. They outlive their batches, and a write into them changes no later page and no cache. */
final class OwnPagesTest {
    private static final TrinoTypes TYPES = new TrinoTypes(new TypeOperators());
    private static final String KEY = "key";

    @TempDir
    private Path folder;

    static LongStream seeds() {
        return LongStream.rangeClosed(1, Long.getLong("stoa.test.seeds", 12));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void arraysOfPagesAreTheirOwn(long seed) throws IOException {
        Random random = new Random(seed);
        Snapshot snapshot = table(random);
        List<StoaColumn> columns = columns(snapshot);
        long rows = snapshot.fragments().stream().mapToLong(Fragment::rows).sum();
        for (TupleDomain<StoaColumn> condition : List.of(
                TupleDomain.<StoaColumn>all(),
                between(columns.get(0), rows / 3, rows / 2),
                few(columns.get(0), rows))) {
            List<List<Object>> expected = read(snapshot, columns, condition, How.AT_ONCE);
            String what = expected.size() + " rows of " + condition + ", seed " + seed;
            assertEquals(expected, read(snapshot, columns, condition, How.AT_THE_END), what);
            assertEquals(expected, read(snapshot, columns, condition, How.THEN_GARBAGE), what);
            assertEquals(expected, read(snapshot, columns, condition, How.AT_ONCE), what);
        }
    }

    /** When the values of a page are read. */
    private enum How {
        AT_ONCE,
        /** When the scan has ended. */
        AT_THE_END,
        /** At once, and then garbage is written to all arrays of its blocks. */
        THEN_GARBAGE
    }

    /** A table with changes in both of its fragments. The cache may keep the small one decoded, and not the large one. */
    private Snapshot table(Random random) throws IOException {
        RandomColumns values = new RandomColumns(random);
        List<Field> fields = new ArrayList<>(List.of(
                Field.required(KEY, Type.of(TypeKind.INT64)), Field.nullable("text", Type.of(TypeKind.STRING))));
        for (int i = 0; i < 5; i++) {
            fields.add(Field.nullable("c" + i, values.type(i < 3 ? 0 : 2)));
        }
        TableSettings settings = TableSettings.DEFAULT.withKeptRows(random.nextBoolean() ? 2_000 : 0);
        Table table = Table.create(new LocalFolder(folder), new Schema(fields), TableProperties.NONE, settings);
        long rows = 0;
        for (int count : List.of(1 + random.nextInt(2_000), 5_000 + random.nextInt(5_000))) {
            try (RowInsert insert = TableOperations.of(table).insert()) {
                insert.write(batch(insert.snapshot().schema(), values, random, rows, count));
                insert.commit();
            }
            rows += count;
        }
        for (int i = 0; i < 3; i++) {
            long from = random.nextLong(rows);
            Filter some = Filter.between(KEY, from, from + random.nextInt(200));
            String column = fields.get(2 + random.nextInt(5)).name();
            Assignment text = Assignment.literal("text", "new " + i);
            TableOperations.of(table).update(List.of(text, Assignment.literal(column, null)), Optional.of(some));
        }
        TableOperations.of(table).delete(Filter.between(KEY, rows / 2, rows / 2 + random.nextInt(3)));
        return table.snapshot();
    }

    private static Batch batch(Schema schema, RandomColumns values, Random random, long first, int count) {
        List<ColumnVector> vectors = new ArrayList<>();
        for (Field field : schema.fields()) {
            if (field.name().equals(KEY)) {
                long[] keys = LongStream.range(first, first + count).toArray();
                vectors.add(new LongVector(field.type(), keys, ColumnVector.NO_NULLS, count));
            } else {
                vectors.add(values.vector(field.type(), count, random.nextInt(4)));
            }
        }
        return new Batch(schema, vectors, count);
    }

    private static TupleDomain<StoaColumn> between(StoaColumn key, long from, long to) {
        Range range = Range.range(BigintType.BIGINT, from, true, to, false);
        return TupleDomain.withColumnDomains(Map.of(key, Domain.create(ValueSet.ofRanges(range), false)));
    }

    private static TupleDomain<StoaColumn> few(StoaColumn key, long rows) {
        List<Long> some = List.of(3L, rows / 2, rows / 2 + 1, rows - 1);
        return TupleDomain.withColumnDomains(Map.of(key, Domain.multipleValues(BigintType.BIGINT, some)));
    }

    private static List<StoaColumn> columns(Snapshot snapshot) {
        List<StoaColumn> columns = new ArrayList<>();
        for (Field field : snapshot.schema().fields()) {
            columns.add(new StoaColumn(
                    field.name(),
                    List.of(),
                    TYPES.type(field.type(), field.name()),
                    field.name().equals(KEY),
                    StoaColumn.Kind.STORED));
        }
        columns.add(StoaColumn.POSITION);
        return columns;
    }

    private static List<List<Object>> read(
            Snapshot snapshot, List<StoaColumn> columns, TupleDomain<StoaColumn> condition, How how)
            throws IOException {
        List<List<Object>> rows = new ArrayList<>();
        for (Fragment fragment : snapshot.fragments()) {
            rows.addAll(read(snapshot, fragment, columns, condition, how));
        }
        return rows;
    }

    private static List<List<Object>> read(
            Snapshot snapshot, Fragment fragment, List<StoaColumn> columns, TupleDomain<StoaColumn> condition, How how)
            throws IOException {
        StoaSplit split = new StoaSplit(
                1, new byte[0], fragment.id(), 0, fragment.rows(), Long.MAX_VALUE, OptionalInt.empty(), List.of(), 1);
        SplitScan scan = new SplitScan(
                snapshot,
                split,
                columns.stream()
                        .filter(StoaColumn::isStored)
                        .map(StoaColumn::path)
                        .toList(),
                now -> new ScanFilter().of(condition, now),
                DynamicFilter.EMPTY);
        AtomicLong memory = new AtomicLong();
        List<List<Block>> pages = new ArrayList<>();
        List<List<Object>> rows = new ArrayList<>();
        try (StoaPageSource source = new StoaPageSource(scan, "folder", columns, Long.MAX_VALUE, memory::set)) {
            for (SourcePage page = source.getNextSourcePage(); page != null; page = source.getNextSourcePage()) {
                List<Block> blocks = new ArrayList<>();
                for (int i = 0; i < columns.size(); i++) {
                    blocks.add(page.getBlock(i));
                    long unreported = Math.abs(page.getRetainedSizeInBytes() - memory.get());
                    assertTrue(unreported < StoaPageSource.REPORTED_STEP, unreported + " bytes are not reported");
                }
                long retained =
                        blocks.stream().mapToLong(Block::getRetainedSizeInBytes).sum();
                assertTrue(page.getRetainedSizeInBytes() >= retained, "blocks have " + retained + " bytes");
                pages.add(blocks);
                if (how != How.AT_THE_END) {
                    rows.addAll(rows(columns, blocks));
                }
                if (how == How.THEN_GARBAGE) {
                    blocks.forEach(Garbage::into);
                }
            }
            assertTrue(source.isFinished());
        }
        assertEquals(0, memory.get());
        if (how == How.AT_THE_END) {
            pages.forEach(blocks -> rows.addAll(rows(columns, blocks)));
        }
        assertFalse(condition.isAll() && rows.isEmpty());
        return rows;
    }

    private static List<List<Object>> rows(List<StoaColumn> columns, List<Block> blocks) {
        List<List<Object>> rows = new ArrayList<>();
        for (int row = 0; row < blocks.get(0).getPositionCount(); row++) {
            List<Object> values = new ArrayList<>();
            for (int i = 0; i < blocks.size(); i++) {
                values.add(columns.get(i).type().getObjectValue(blocks.get(i), row));
            }
            rows.add(values);
        }
        return rows;
    }
}
