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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.reader.Filter;
import dev.stoa.reader.ScanStats;
import dev.stoa.table.internal.log.MemoryFolder;
import dev.stoa.vio.SinkOptions;
import dev.stoa.writer.JavaRows;
import dev.stoa.writer.StoaWriter;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Fragments whose columns lie in several files: filters are tested where their columns are, the rest is read for what is left. */
class ColumnFilesTest {
    private static final int ROWS = 200_000;

    private record Entry(long k, Integer n, String s) {
        @Override
        public String toString() {
            return "[" + k + ", " + n + ", " + s + "]";
        }
    }

    private final MemoryFolder folder = new MemoryFolder();
    private final List<Entry> rows = new ArrayList<>();

    /** A table of one fragment, of which two columns were written anew. */
    private Table table() throws IOException {
        Table table = Table.create(folder, Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT);
        Object[][] base = new Object[ROWS][];
        for (int i = 0; i < ROWS; i++) {
            rows.add(new Entry(i, i % 9 == 0 ? null : i / 1000, "s" + i / 70_000));
            base[i] = new Object[] {(long) i, -1, "old"};
        }
        Transaction insert = table.begin("insert");
        UUID fragment = Rows.insert(insert, folder, base);
        insert.commit();
        for (int column = 1; column < 3; column++) {
            Transaction columns = table.begin("columns");
            Field field = columns.snapshot().schema().fields().get(column);
            String path = columns.newDataFile();
            try (StoaWriter writer = StoaWriter.create(
                    folder.create(path, SinkOptions.DEFAULT), new Schema(List.of(field)), WriterOptions.DEFAULT)) {
                for (int from = 0; from < ROWS; from += 4000) {
                    List<Object[]> some = new ArrayList<>();
                    for (Entry row : rows.subList(from, from + 4000)) {
                        some.add(new Object[] {column == 1 ? row.n : row.s});
                    }
                    writer.write(JavaRows.batch(new Schema(List.of(field)), some));
                }
                writer.finish();
            }
            columns.replaceColumns(fragment, path, List.of(field.fieldId().getAsInt()));
            columns.commit();
        }
        return table;
    }

    private List<String> expected(Predicate<Entry> test) {
        return rows.stream().filter(test).map(Entry::toString).toList();
    }

    @Test
    void filtersAreTestedWhereTheirColumnsLie() throws IOException {
        Random random = new Random(Seeds.next(ColumnFilesTest.class));
        Table table = table();
        TableOperations operations = TableOperations.of(table);
        operations.delete(Filter.between("k", 70_010, 70_019));
        rows.removeIf(row -> row.k >= 70_010 && row.k <= 70_019);
        operations.update(List.of(Assignment.literal("n", 7777)), Optional.of(Filter.equal("k", 150_000)));
        rows.replaceAll(row -> row.k == 150_000 ? new Entry(row.k, 7777, row.s) : row);
        Snapshot snapshot = table.snapshot();
        assertEquals(3, snapshot.fragments().get(0).files().size());
        for (int i = 0; i < 12; i++) {
            int n = random.nextInt(200);
            long k = 65_536L + random.nextInt(20_000);
            String s = "s" + random.nextInt(3);
            Predicate<Entry> isN = row -> Objects.equals(row.n, n);
            Predicate<Entry> isK = row -> row.k >= k && row.k <= k + 500;
            Filter filterN = Filter.equal("n", n);
            Filter filterK = Filter.between("k", k, k + 500);
            assertEquals(expected(isN), Rows.read(snapshot, filterN));
            assertEquals(
                    expected(isK.and(row -> row.s.equals(s))),
                    Rows.read(snapshot, Filter.and(filterK, Filter.equal("s", s))));
            assertEquals(expected(isK.or(isN)), Rows.read(snapshot, Filter.or(filterK, filterN)));
            assertEquals(
                    expected(isK.and(isN.or(row -> row.s.equals(s)))),
                    Rows.read(snapshot, Filter.and(filterK, Filter.or(filterN, Filter.equal("s", s)))));
        }
        assertEquals(expected(row -> Objects.equals(row.n, 7777)), Rows.read(snapshot, Filter.equal("n", 7777)));
        assertEquals(
                expected(row -> row.n == null && row.s.equals("s1")).size(),
                Rows.read(snapshot.scan().select("k").filter(Filter.and(Filter.isNull("n"), Filter.equal("s", "s1"))))
                        .size());
    }

    @Test
    void whatDoesNotMatchIsNotRead() throws IOException {
        Snapshot snapshot = table().snapshot();
        Filter one = Filter.and(Filter.equal("n", 150), Filter.greaterOrEqual("k", 10));
        ScanStats stats = read(snapshot, Filter.equal("n", 150), 888);
        assertTrue(stats.vectorsPruned() >= 32, () -> "zones of the file of n are ruled out: " + stats);
        assertTrue(stats.columnVectorsDecoded() <= 17 + 2 * 3, () -> "of the others only what is left: " + stats);
        ScanStats both = read(snapshot, one, 888);
        assertTrue(both.columnVectorsDecoded() <= 17 + 2 + 2 * 3, () -> "the second file's for what is left: " + both);
    }

    private static ScanStats read(Snapshot snapshot, Filter filter, int expected) throws IOException {
        try (TableScan scan = snapshot.scan().filter(filter).build()) {
            int rows = 0;
            while (scan.next()) {
                rows += scan.batch().selectedCount();
            }
            assertTrue(Math.abs(rows - expected) <= 1, "rows: " + rows);
            return scan.stats();
        }
    }
}
