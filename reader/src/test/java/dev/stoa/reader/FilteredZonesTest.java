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
import dev.stoa.format.LongVector;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which zones and vectors of some rows a filter leaves out, with new values of some rows and without. */
class FilteredZonesTest {
    private static final int VECTOR = 4096;
    /** Zones of three vectors; the last zone has one vector and some rows. */
    private static final int ZONE = 3 * VECTOR;

    private static final int ROWS = 5 * ZONE + VECTOR + 100;
    private static final Type LONG = Type.of(TypeKind.INT64);

    @TempDir
    Path folder;

    private Path path = Path.of("");

    /** Each row has its number, and each vector a value of its own. */
    @BeforeEach
    void write() throws IOException {
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            rows.add(new Object[] {(long) i, (long) i / VECTOR});
        }
        path = folder.resolve("table");
        Schema schema = Schema.of(Field.required("row", LONG), Field.required("vector", LONG));
        Tables.write(path, schema, rows, WriterOptions.DEFAULT.withVectorsPerZone(3));
    }

    private static List<Long> rows(Scan scan) throws IOException {
        List<Long> rows = new ArrayList<>();
        while (scan.next()) {
            Batch batch = scan.batch();
            for (int i = 0; i < batch.selectedCount(); i++) {
                rows.add(batch.firstRow() + batch.selected(i));
            }
        }
        return rows;
    }

    private static List<Long> range(long first, long end) {
        return LongStream.range(first, end).boxed().toList();
    }

    private static void assertCounts(ScanStats stats, long zones, long pruned, long whole, long rows) {
        assertEquals(zones, stats.zones());
        assertEquals(pruned, stats.zonesPruned());
        assertEquals(whole, stats.zonesWhole());
        assertEquals(rows, stats.rowsPruned());
    }

    /** The range begins and ends within zones, and the zones before it have no place. */
    @Test
    void zonesOfARangeAreCounted() throws IOException {
        long first = ZONE + 100;
        try (StoaFile file = Tables.open(path)) {
            for (long end : new long[] {4 * ZONE, 4 * ZONE + 1, ROWS}) {
                int last = end == 4 * ZONE ? 3 : end == ROWS ? 5 : 4;
                Filter filter = Filter.greaterOrEqual("row", 3 * ZONE - 10);
                try (Scan scan =
                        file.scan().select().rows(first, end).filter(filter).build()) {
                    assertEquals(range(3 * ZONE - 10, end), rows(scan));
                    assertCounts(scan.stats(), last, 1, last - 2, ZONE - 100);
                    assertEquals((end + VECTOR - 1) / VECTOR - 3, scan.stats().vectors());
                    assertEquals(3, scan.stats().vectorsPruned());
                }
            }
            RowRanges rows = RowRanges.concat(List.of(RowRanges.between(0, 10), RowRanges.between(4 * ZONE, ROWS)));
            try (Scan scan = file.scan()
                    .select()
                    .rows(rows)
                    .filter(Filter.less("row", ROWS))
                    .build()) {
                assertEquals(10 + ROWS - 4 * ZONE, rows(scan).size());
                assertCounts(scan.stats(), 3, 0, 3, 0);
            }
        }
    }

    /** The last zone has fewer rows than the others: it is all null if it has as many nulls as rows. */
    @Test
    void theLastZoneIsShorter() throws IOException {
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            rows.add(new Object[] {i < 5 * ZONE ? (Long) 1L : null});
        }
        Path nulls = folder.resolve("nulls");
        Tables.write(nulls, Schema.of(Field.nullable("n", LONG)), rows, WriterOptions.DEFAULT.withVectorsPerZone(3));
        try (StoaFile file = Tables.open(nulls);
                Scan scan = file.scan().select().filter(Filter.isNull("n")).build()) {
            assertEquals(range(5 * ZONE, ROWS), rows(scan));
            assertCounts(scan.stats(), 6, 5, 1, 5 * ZONE);
        }
    }

    /** New values of a row are looked for in its vector, and in no other one of its zone. */
    @Test
    void newValuesCountForTheirVectors() throws IOException {
        try (StoaFile file = Tables.open(path)) {
            for (long row : new long[] {0, ZONE - 1, 2 * ZONE, 2 * ZONE + VECTOR + 7, 3 * ZONE - 1, ROWS - 1}) {
                RowChanges changes = RowChanges.builder()
                        .modify(
                                "vector",
                                new long[] {row},
                                new LongVector(LONG, new long[] {1000}, ColumnVector.NO_NULLS, 1))
                        .build();
                Filter filter = Filter.equal("vector", 1000);
                for (long first : new long[] {0, Math.min(row, ZONE + 5)}) {
                    try (Scan scan = file.scan()
                            .select("row")
                            .changes(changes)
                            .filter(filter)
                            .rows(first, ROWS)
                            .build()) {
                        assertEquals(List.of(row), rows(scan));
                        long zones = 6 - first / ZONE;
                        assertEquals(zones - 1, scan.stats().zonesPruned());
                        assertEquals(
                                Math.min(VECTOR, ROWS - row / VECTOR * VECTOR)
                                        - Math.max(0, first - row / VECTOR * VECTOR),
                                scan.stats().rowsFiltered(),
                                "row " + row + " from row " + first);
                    }
                }
                assertEquals(
                        1,
                        file.scan()
                                .select()
                                .changes(changes)
                                .filter(filter)
                                .aggregate()
                                .rows());
            }
        }
    }

    /** A clock may tick coarsely, and a short batch counts for others, but no time is beyond that of the scan by far. */
    @Test
    void timesAreWithinThatOfTheScan() throws IOException {
        long start = System.nanoTime();
        try (StoaFile file = Tables.open(path);
                Scan scan = file.scan()
                        .filter(Filter.or(Filter.equal("row", 7), Filter.greaterOrEqual("vector", 10)))
                        .build()) {
            assertEquals(1 + ROWS - 10 * VECTOR, rows(scan).size());
            long most = 16 * (System.nanoTime() - start);
            ScanStats stats = scan.stats();
            for (long time : new long[] {stats.filterNanos(), stats.decodeNanos(), stats.readNanos()}) {
                assertTrue(time >= 0 && time <= most, time + " of " + most);
            }
        }
    }
}
