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
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.LongVector;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.Filter;
import dev.stoa.table.Fragment;
import dev.stoa.table.RowInsert;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.trino.internal.plan.StoaColumn;
import dev.stoa.trino.internal.plan.StoaSplit;
import dev.stoa.vio.LocalFolder;
import io.trino.spi.block.Block;
import io.trino.spi.connector.DynamicFilter;
import io.trino.spi.connector.SourcePage;
import io.trino.spi.predicate.TupleDomain;
import io.trino.spi.type.BigintType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages of a scan whose rows Trino filters itself: it leaves a page as soon as it knows that no row is left. */
final class PageCutsTest {
    private static final int ROWS = 40_000;
    private static final int DELETED_FROM = 35_000;
    private static final int DELETED_TO = 35_099;
    private static final int BATCH = 4096;
    private static final int SHORT = 1024;
    private static final List<StoaColumn> COLUMNS = List.of(
            new StoaColumn("key", List.of(), BigintType.BIGINT, true, StoaColumn.Kind.STORED),
            new StoaColumn("double", List.of(), BigintType.BIGINT, true, StoaColumn.Kind.STORED),
            StoaColumn.POSITION);

    @TempDir
    private static Path folder;

    private static Snapshot snapshot;

    @BeforeAll
    static void write() throws IOException {
        Schema schema = Schema.of(
                Field.required("key", Type.of(TypeKind.INT64)), Field.required("double", Type.of(TypeKind.INT64)));
        Table table = Table.create(new LocalFolder(folder), schema, TableProperties.NONE, TableSettings.DEFAULT);
        try (RowInsert insert = TableOperations.of(table).insert()) {
            insert.write(new Batch(
                    insert.snapshot().schema(),
                    List.of(
                            numbers(LongStream.range(0, ROWS)),
                            numbers(LongStream.range(0, ROWS).map(key -> 2 * key))),
                    ROWS));
            insert.commit();
        }
        TableOperations.of(table).delete(Filter.between("key", DELETED_FROM, DELETED_TO));
        snapshot = table.snapshot();
    }

    private static LongVector numbers(LongStream values) {
        return new LongVector(Type.of(TypeKind.INT64), values.toArray(), ColumnVector.NO_NULLS, ROWS);
    }

    private static boolean isKept(long key) {
        return key < DELETED_FROM || key > DELETED_TO;
    }

    private static StoaPageSource source(long limit) throws IOException {
        Fragment fragment = snapshot.fragments().get(0);
        StoaSplit split = new StoaSplit(
                1, new byte[0], fragment.id(), 0, ROWS, Long.MAX_VALUE, OptionalInt.empty(), List.of(), 1);
        SplitScan scan = new SplitScan(
                snapshot,
                split,
                COLUMNS.stream()
                        .filter(StoaColumn::isStored)
                        .map(StoaColumn::path)
                        .toList(),
                now -> new ScanFilter().of(TupleDomain.all(), now),
                DynamicFilter.EMPTY);
        return new StoaPageSource(scan, "folder", COLUMNS, limit, bytes -> {});
    }

    private static long value(SourcePage page, int column, int row) {
        return BigintType.BIGINT.getLong(page.getBlock(column), row);
    }

    /** Reads as a filter of Trino does, with some pages cut down to the rows that are left. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 700, 3_000, 9_000, 100_000})
    void rowsOfAFilterOfTrino(int every) throws IOException {
        Random random = new Random(every);
        List<Long> found = new ArrayList<>();
        try (StoaPageSource source = source(Long.MAX_VALUE)) {
            for (SourcePage page = source.getNextSourcePage(); page != null; page = source.getNextSourcePage()) {
                Block keys = page.getBlock(0);
                int[] left = IntStream.range(0, page.getPositionCount())
                        .filter(row -> BigintType.BIGINT.getLong(keys, row) % every == 0)
                        .toArray();
                if (left.length == 0) {
                    continue;
                }
                boolean isCut = random.nextBoolean();
                if (isCut) {
                    page.selectPositions(left, 0, left.length);
                }
                for (int i = 0; i < left.length; i++) {
                    int row = isCut ? i : left[i];
                    long key = value(page, 0, row);
                    assertEquals(2 * key, value(page, 1, row));
                    assertEquals(key, value(page, 2, row), "the position of the row");
                    found.add(key);
                }
            }
        }
        List<Long> expected = LongStream.range(0, ROWS)
                .filter(key -> key % every == 0 && isKept(key))
                .boxed()
                .toList();
        assertEquals(expected, found);
    }

    @Test
    void pagesAreShortWhileTheFilterLeavesSomeEmpty() throws IOException {
        List<Integer> counts = new ArrayList<>();
        try (StoaPageSource source = source(Long.MAX_VALUE)) {
            for (int i = 0; i < 14; i++) {
                SourcePage page = source.getNextSourcePage();
                counts.add(page.getPositionCount());
                int asked = i == 1 ? 1 : COLUMNS.size();
                IntStream.range(0, asked).forEach(page::getBlock);
            }
        }
        assertEquals(List.of(BATCH, BATCH), counts.subList(0, 2));
        assertEquals(List.of(SHORT), counts.subList(2, 10).stream().distinct().toList());
        assertEquals(List.of(BATCH, BATCH), counts.subList(10, 12));
    }

    @Test
    void aPageOfWhichNothingIsAskedSaysNothing() throws IOException {
        try (StoaPageSource source = source(Long.MAX_VALUE)) {
            source.getNextSourcePage();
            assertEquals(BATCH, source.getNextSourcePage().getPositionCount());
        }
    }

    @Test
    void aLimitHoldsForShortPages() throws IOException {
        int limit = BATCH + SHORT + 7;
        int rows = 0;
        try (StoaPageSource source = source(limit)) {
            for (SourcePage page = source.getNextSourcePage(); page != null; page = source.getNextSourcePage()) {
                rows += page.getPositionCount();
                page.getBlock(0);
            }
            assertTrue(source.isFinished());
        }
        assertEquals(limit, rows);
    }
}
