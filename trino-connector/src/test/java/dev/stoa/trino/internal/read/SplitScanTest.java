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
import dev.stoa.reader.ColumnPath;
import dev.stoa.table.FragmentWriter;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.table.Transaction;
import dev.stoa.table.WrittenFiles;
import dev.stoa.trino.internal.plan.StoaColumn;
import dev.stoa.trino.internal.plan.StoaSplit;
import dev.stoa.vio.LocalFolder;
import dev.stoa.writer.WriterOptions;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.DynamicFilter;
import io.trino.spi.predicate.Domain;
import io.trino.spi.predicate.Range;
import io.trino.spi.predicate.TupleDomain;
import io.trino.spi.predicate.ValueSet;
import io.trino.spi.type.BigintType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A dynamic filter that completes while a split is read narrows what remains. */
final class SplitScanTest {
    private static final int ROWS = 400_000;
    private static final StoaColumn ID =
            new StoaColumn("id", List.of(), BigintType.BIGINT, true, StoaColumn.Kind.STORED);

    @TempDir
    private static Path folder;

    private static Snapshot snapshot;

    @BeforeAll
    static void write() throws IOException {
        Schema schema = Schema.of(Field.required("id", Type.of(TypeKind.INT64)));
        Table table = Table.create(new LocalFolder(folder), schema, TableProperties.NONE, TableSettings.DEFAULT);
        Transaction insert = table.begin("insert");
        FragmentWriter files = new FragmentWriter(insert.snapshot(), WriterOptions.DEFAULT, 1L << 30);
        int batch = 4_000;
        for (long from = 0; from < ROWS; from += batch) {
            long[] ids = LongStream.range(from, from + batch)
                    .map(id -> id * 7_919 % 1_000_003)
                    .toArray();
            LongVector vector = new LongVector(Type.of(TypeKind.INT64), ids, ColumnVector.NO_NULLS, batch);
            files.writeUnordered(new Batch(insert.snapshot().schema(), List.of(vector), batch));
        }
        new WrittenFiles(files.finish(), List.of()).addTo(insert);
        snapshot = insert.commit();
    }

    /** The condition of a join that is still running. */
    private static final class Join implements DynamicFilter {
        private TupleDomain<ColumnHandle> now = TupleDomain.all();
        private boolean isComplete;
        private int asked;

        void say(Domain ids) {
            now = TupleDomain.withColumnDomains(Map.of(ID, ids));
        }

        @Override
        public Set<ColumnHandle> getColumnsCovered() {
            return Set.of(ID);
        }

        @Override
        public CompletableFuture<?> isBlocked() {
            return NOT_BLOCKED;
        }

        @Override
        public boolean isComplete() {
            return isComplete;
        }

        @Override
        public boolean isAwaitable() {
            return false;
        }

        @Override
        public TupleDomain<ColumnHandle> getCurrentPredicate() {
            asked++;
            return now;
        }
    }

    private static SplitScan scan(Join join) throws IOException {
        StoaSplit split = new StoaSplit(
                1,
                new byte[0],
                snapshot.fragments().get(0).id(),
                0,
                ROWS,
                Long.MAX_VALUE,
                OptionalInt.empty(),
                List.of(),
                1);
        ScanFilter filter = new ScanFilter();
        return new SplitScan(
                snapshot, split, List.of(ColumnPath.of("id")), now -> filter.of(TupleDomain.all(), now), join);
    }

    private static List<Long> rest(SplitScan scan) throws IOException {
        List<Long> ids = new ArrayList<>();
        while (scan.next()) {
            Batch batch = scan.batch();
            for (int i = 0; i < batch.selectedCount(); i++) {
                ids.add(((LongVector) batch.column(0)).values()[batch.selected(i)]);
            }
        }
        return ids;
    }

    private static long idOf(long row) {
        return row * 7_919 % 1_000_003;
    }

    @Test
    void theRestIsFilteredAndPruned() throws IOException {
        Join join = new Join();
        try (SplitScan scan = scan(join)) {
            assertTrue(scan.next());
            int first = scan.batch().rowCount();
            join.say(Domain.multipleValues(BigintType.BIGINT, List.of(idOf(1), idOf(first), idOf(300_000))));
            join.isComplete = true;
            assertEquals(List.of(idOf(first), idOf(300_000)), rest(scan));
            int asked = join.asked;
            assertFalse(scan.next());
            assertEquals(asked, join.asked);
        }
    }

    @Test
    void anEmptySideEndsTheScan() throws IOException {
        Join join = new Join();
        try (SplitScan scan = scan(join)) {
            assertTrue(scan.next());
            join.now = TupleDomain.none();
            assertEquals(List.of(), rest(scan));
            assertTrue(scan.stats().rowsDelivered() < ROWS / 10, scan.stats().toString());
        }
    }

    @Test
    void theConditionMayChangeAgain() throws IOException {
        Join join = new Join();
        List<Long> expected = new ArrayList<>();
        try (SplitScan scan = scan(join)) {
            assertTrue(scan.next());
            long from = scan.batch().rowCount();
            join.say(Domain.create(ValueSet.ofRanges(Range.lessThan(BigintType.BIGINT, 500_000L)), false));
            assertTrue(scan.next());
            long next = scan.batch().firstRow() + scan.batch().rowCount();
            assertTrue(scan.batch().firstRow() >= from);
            join.say(Domain.create(ValueSet.ofRanges(Range.lessThan(BigintType.BIGINT, 1_000L)), false));
            LongStream.range(next, ROWS)
                    .map(SplitScanTest::idOf)
                    .filter(id -> id < 1_000)
                    .forEach(expected::add);
            assertEquals(expected, rest(scan));
        }
    }

    @Test
    void aFewRowsAreReadAsTheyAre() throws IOException {
        Join join = new Join();
        try (SplitScan scan = scan(join)) {
            long next = 0;
            while (ROWS - next >= 65_536) {
                assertTrue(scan.next());
                next = scan.batch().firstRow() + scan.batch().rowCount();
            }
            join.now = TupleDomain.none();
            assertEquals(ROWS - next, rest(scan).size());
        }
    }
}
