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

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.vio.Range;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.StoreProfile;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How often a scan depends on the store's latency, and how many bytes it asks for. */
class RoundTripsTest {
    /** With a first read of the tail that does not catch the whole file. */
    private static final StoreProfile OBJECT_STORE =
            StoreProfile.s3().withLimits(StoreProfile.s3().limits().withTailBytes(1200));

    @TempDir
    Path folder;

    private Path lines() throws IOException {
        Schema schema = Schema.of(
                Field.required("day", Type.of(TypeKind.INT32)),
                Field.nullable("number", Type.of(TypeKind.INT64)),
                Field.nullable("text", Type.of(TypeKind.STRING)),
                Field.nullable("list", Type.list(Field.nullable("element", Type.of(TypeKind.INT64)))));
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < 200_000; i++) {
            long hash = i * 0x9E3779B97F4A7C15L;
            rows.add(new Object[] {i / 100, hash >>> 20, "text " + (hash >>> 50), List.of(hash >>> 30)});
        }
        Path path = folder.resolve("lines.stoa");
        Tables.write(path, schema, rows, WriterOptions.DEFAULT.withVectorsPerZone(4));
        return path;
    }

    private static long rows(Scan scan) throws IOException {
        long rows = 0;
        while (scan.next()) {
            rows += scan.batch().selectedCount();
        }
        return rows;
    }

    @Test
    void threeRoundTripsFromAKnownLength() throws IOException {
        StoreProfile store = OBJECT_STORE;
        try (RangeSource source = Tables.source(lines(), store);
                StoaFile file = StoaFile.open(source)) {
            assertEquals(1, source.stats().roundTrips(), "the tail");
            try (Scan scan = file.scan().select("day", "number", "list").build()) {
                assertEquals(2, source.stats().roundTrips(), "indexes");
                assertEquals(200_000, rows(scan));
                assertEquals(3, source.stats().roundTrips(), "data");
                assertEquals(2, scan.stats().roundTrips());
                assertEquals(1, scan.stats().steps());
            }
        }
    }

    @Test
    void oneRoundTripMoreWhereOtherColumnsArePlannedAfterTheFilter() throws IOException {
        StoreProfile store = OBJECT_STORE.withCosts(OBJECT_STORE.costs().withLatencyMicros(0, 0));
        try (RangeSource source = Tables.source(lines(), store);
                StoaFile file = StoaFile.open(source)) {
            try (Scan scan =
                    file.scan().select("number").filter(Filter.less("day", 200)).build()) {
                assertEquals(20_000, rows(scan));
                ScanStats stats = scan.stats();
                assertEquals(4, source.stats().roundTrips());
                assertEquals(200_000, stats.rowsTotal());
                assertEquals(13, stats.zones());
                assertEquals(11, stats.zonesPruned());
                assertEquals(1, stats.zonesWhole());
                assertEquals(200_000 - 2 * 16_384, stats.rowsPruned());
                assertEquals(16_384, stats.rowsFiltered(), "only in the zone of which MinMax can't tell");
                assertEquals(3, stats.vectorsSkipped());
                assertTrue(stats.bytesAsked() < 20_000 * 6 + stats.metadataBytes(), stats.toString());
            }
        }
        try (RangeSource source = Tables.source(lines2(), OBJECT_STORE);
                StoaFile file = StoaFile.open(source);
                Scan scan = file.scan()
                        .select("number")
                        .filter(Filter.less("day", 200))
                        .build()) {
            assertEquals(20_000, rows(scan));
            assertEquals(3, source.stats().roundTrips(), "one plan where the other column is short");
        }
    }

    private Path lines2() {
        return folder.resolve("lines.stoa");
    }

    @Test
    void countingRowsReadsNoData() throws IOException {
        try (RangeSource source = Tables.source(lines(), StoreProfile.s3());
                StoaFile file = StoaFile.open(source);
                Scan scan = file.scan().select().rows(10, 150_000).build()) {
            assertEquals(149_990, rows(scan));
            assertEquals(1, source.stats().roundTrips());
        }
    }

    @Test
    void aRemoteStoreIsReadAheadByOnePiece() throws IOException {
        Path path = lines();
        long[] bytes = new long[2];
        for (StoreProfile store : List.of(StoreProfile.local(), OBJECT_STORE)) {
            boolean isRemote = store.equals(OBJECT_STORE);
            try (RangeSource source = Tables.source(path, store);
                    StoaFile file = StoaFile.open(source);
                    Scan scan = file.scan()
                            .select("number")
                            .stepBytes(isRemote ? 200_000 : 1000)
                            .build()) {
                assertTrue(scan.next());
                assertEquals(isRemote ? 2 : 1, scan.stats().steps());
                rows(scan);
                bytes[isRemote ? 1 : 0] =
                        scan.stats().bytesAsked() - scan.stats().metadataBytes();
            }
        }
        assertTrue(bytes[1] <= bytes[0], "nothing is read twice: " + bytes[1] + " of " + bytes[0]);
        try (RangeSource source = Tables.source(path, OBJECT_STORE);
                StoaFile file = StoaFile.open(source);
                Scan scan = file.scan()
                        .select("text")
                        .filter(Filter.greater("number", 1L << 43))
                        .stepBytes(100_000)
                        .build()) {
            assertTrue(scan.next());
            assertEquals(2, scan.stats().steps(), "both columns in one plan, and those of the next step");
            assertEquals(2, scan.stats().stepsInOnePlan());
        }
    }

    @Test
    void aTraceTellsWhatWasPlannedAndRead() throws IOException {
        try (RangeSource source = Tables.source(lines(), OBJECT_STORE);
                StoaFile file = StoaFile.open(source);
                Scan scan = file.scan()
                        .select("number", "list")
                        .filter(Filter.less("day", 200))
                        .traced()
                        .build()) {
            assertEquals(20_000, rows(scan));
            ScanTrace trace = scan.trace();
            assertEquals(scan.stats().zones(), trace.zones().size());
            assertEquals(
                    scan.stats().zonesPruned(),
                    trace.zones().stream()
                            .filter(zone -> zone.verdict() == ScanTrace.Verdict.PRUNED)
                            .count());
            assertEquals(
                    List.of("day", "number", "list", "list.element"),
                    trace.columns().stream().map(c -> c.path().toString()).toList());
            assertEquals(scan.stats().roundTrips(), trace.fetches().size());
            assertEquals(
                    scan.stats().requests(),
                    trace.fetches().stream()
                            .mapToLong(fetch -> fetch.requests().size())
                            .sum());
            assertEquals(
                    scan.stats().readNanos(),
                    trace.fetches().stream()
                            .mapToLong(ScanTrace.Fetch::waitedNanos)
                            .sum());
            assertEquals(
                    trace.fetches().stream()
                            .filter(fetch -> !fetch.isMetadata())
                            .flatMap(fetch -> fetch.asked().stream())
                            .mapToLong(Range::length)
                            .sum(),
                    trace.everything().bytesAsked());
            assertTrue(trace.predicates().bytesAsked() < trace.everything().bytesAsked());
            for (ScanTrace.Fetch fetch : trace.fetches()) {
                if (!fetch.isMetadata()) {
                    fetch.asked()
                            .forEach(range -> assertTrue(
                                    trace.columns().stream()
                                            .flatMap(column -> column.candidates().stream())
                                            .anyMatch(c -> c.offset() <= range.offset() && range.offset() < c.end()),
                                    range + " belongs to what may match"));
                }
            }
        }
    }

    @Test
    void rowsByNumberReadOnlyTheirGranulesInOneRoundTrip() throws IOException {
        RowRanges rows = RowRanges.of(199_999, 3, 5, 100_000);
        try (RangeSource source = Tables.source(lines(), StoreProfile.s3());
                StoaFile file = StoaFile.open(source);
                Scan scan = file.scan().select("number").rows(rows).build()) {
            long before = source.stats().roundTrips();
            assertEquals(4, rows(scan));
            assertEquals(1, source.stats().roundTrips() - before);
            assertEquals(3, scan.stats().vectors());
            assertEquals(4, scan.stats().rowsInRange());
            assertEquals(3, scan.stats().columnVectorsDecoded());
        }
    }

    @Test
    void threeOfTwentyThousandColumnsCostWhatThreeCost() throws IOException {
        List<Field> fields = new ArrayList<>();
        Object[] row = new Object[20_000];
        for (int i = 0; i < row.length; i++) {
            fields.add(Field.nullable("column_" + i, Type.of(TypeKind.INT64)));
            row[i] = (long) i;
        }
        Path path = folder.resolve("wide.stoa");
        Tables.write(path, new Schema(fields), List.of(row, row), WriterOptions.DEFAULT);
        try (RangeSource source = Tables.source(path, StoreProfile.local());
                StoaFile file = StoaFile.open(source);
                Scan scan = file.scan()
                        .select("column_3", "column_19999", "column_7777")
                        .build()) {
            assertTrue(scan.next());
            assertEquals(7777, ((dev.stoa.format.LongVector) scan.batch().column(2)).values()[0]);
            assertTrue(source.stats().bytesAsked() < 40_000, source.stats().toString());
            assertTrue(source.stats().roundTrips() <= 6, source.stats().toString());
        }
    }
}
