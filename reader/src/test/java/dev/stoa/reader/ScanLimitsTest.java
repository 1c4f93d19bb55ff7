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
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.vio.BufferAllocator;
import dev.stoa.vio.PositionalReader;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.RangeSources;
import dev.stoa.vio.StoreProfile;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A scan ends at its limits, whatever the file claims to hold. */
class ScanLimitsTest {
    private static final long ROWS = 100_000;

    /** As many as a file of few bytes may claim. */
    private static final long CLAIMED = 1L << 40;

    private static final Duration MOMENT = Duration.ofMillis(50);

    @TempDir
    Path folder;

    private static RangeSource source(byte[] bytes) {
        PositionalReader reader = new PositionalReader() {
            @Override
            public int read(long position, ByteBuffer target) {
                int n = (int) Math.min(target.remaining(), bytes.length - position);
                target.put(bytes, (int) position, n);
                return n;
            }

            @Override
            public void close() {
                // nothing is open
            }
        };
        return RangeSources.of("file", bytes.length, StoreProfile.local(), BufferAllocator.pooled(), reader);
    }

    private byte[] table() throws IOException {
        Schema schema =
                Schema.of(Field.required("n", Type.of(TypeKind.INT64)), Field.nullable("s", Type.of(TypeKind.STRING)));
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            rows.add(new Object[] {(long) i, "text " + i % 100});
        }
        Path path = folder.resolve("file");
        Tables.write(path, schema, rows, WriterOptions.DEFAULT);
        return Files.readAllBytes(path);
    }

    /** A sound file of one column of nulls, which takes no bytes, and very many rows. */
    private byte[] claims() throws IOException {
        Path path = folder.resolve("nulls");
        List<Object[]> rows = List.<Object[]>of(new Object[] {null});
        Tables.write(path, Schema.of(Field.nullable("z", Type.of(TypeKind.NULL))), rows, WriterOptions.DEFAULT);
        byte[] bytes = new MutableFile(Files.readAllBytes(path))
                .rowSet64(0, MutableFile.ROW_SET_ROWS, CLAIMED)
                .node(0, MutableNode.Part.NULL_COUNT, CLAIMED)
                .toBytes();
        assertTrue(bytes.length < 1000, "it has " + bytes.length + " bytes");
        return bytes;
    }

    private static long readAll(ScanBuilder builder) throws IOException {
        long rows = 0;
        try (Scan scan = builder.build()) {
            while (scan.next()) {
                rows += scan.batch().selectedCount();
            }
        }
        return rows;
    }

    private static ScanLimitException fails(ScanLimitException.Limit limit, ScanBuilder builder) {
        ScanLimitException e = assertThrows(ScanLimitException.class, () -> readAll(builder));
        assertEquals(limit, e.limit());
        assertEquals("file", e.file());
        assertTrue(e.getMessage().startsWith("file: the limit of "), e.getMessage());
        return e;
    }

    @Test
    void whatIsWithinTheLimitsIsRead() throws IOException {
        StoaFile file = StoaFile.open(source(table()));
        ScanLimits limits =
                ScanLimits.NONE.withRows(2 * ROWS).withBytes(ROWS * 50).withTime(Duration.ofDays(1));
        assertEquals(ROWS, readAll(file.scan().limits(limits)));
        assertEquals(ROWS, readAll(file.scan().select("n").limits(limits)));
        fails(ScanLimitException.Limit.ROWS, file.scan().limits(limits));
        ScanLimits none = ScanLimits.NONE.withRows(0);
        assertEquals(0, readAll(file.scan().filter(Filter.less("n", 0)).limits(none)), "MinMax rules all out");
    }

    @Test
    void rowsAndBytesAreCounted() throws IOException {
        StoaFile file = StoaFile.open(source(table()));
        ScanLimitException rows =
                fails(ScanLimitException.Limit.ROWS, file.scan().limits(ScanLimits.NONE.withRows(50_000)));
        assertTrue(rows.rows() > 50_000 && rows.rows() <= 50_000 + 4096, rows.getMessage());
        assertTrue(rows.bytes() > 8 * 40_000, rows.getMessage());
        ScanLimitException filtered = fails(
                ScanLimitException.Limit.ROWS,
                file.scan().select("n").filter(Filter.equal("s", "text 1x")).limits(ScanLimits.NONE.withRows(50_000)));
        assertTrue(filtered.rows() > 50_000 && filtered.rows() <= 50_000 + 4096, filtered.getMessage());
        ScanLimitException bytes =
                fails(ScanLimitException.Limit.BYTES, file.scan().limits(ScanLimits.NONE.withBytes(500_000)));
        assertTrue(bytes.bytes() > 500_000 && bytes.bytes() < 1_000_000, bytes.getMessage());
    }

    @Test
    void severalScansShareLimits() throws IOException {
        byte[] bytes = table();
        for (int threads : new int[] {1, 3}) {
            List<ScanInput> inputs = new ArrayList<>();
            ScanLimits limits = ScanLimits.NONE.withRows(ROWS + ROWS / 2);
            for (int i = 0; i < 3; i++) {
                inputs.add(() -> StoaFile.open(source(bytes)).scan().limits(limits));
            }
            ScanLimitException e = assertThrows(
                    ScanLimitException.class,
                    () -> ParallelScan.of(inputs).threads(threads).forEach(() -> (input, batch) -> {}));
            assertEquals(ScanLimitException.Limit.ROWS, e.limit());
            assertTrue(e.rows() <= ROWS + ROWS / 2 + threads * 4096L, e.getMessage());
        }
    }

    @Test
    void aFewBytesThatClaimVeryManyRows() throws IOException {
        StoaFile file = StoaFile.open(source(claims()));
        assertEquals(CLAIMED, file.rowCount());
        fails(ScanLimitException.Limit.ROWS, file.scan().limits(ScanLimits.NONE.withRows(1_000_000)));
        ScanLimitException late =
                fails(ScanLimitException.Limit.TIME, file.scan().limits(ScanLimits.NONE.withTime(MOMENT)));
        assertTrue(late.time().compareTo(MOMENT) >= 0, late.getMessage());
        fails(
                ScanLimitException.Limit.TIME,
                file.scan().filter(Filter.isNull("z")).limits(ScanLimits.NONE.withTime(MOMENT)));
        assertThrows(
                ScanLimitException.class,
                () -> file.scan().limits(ScanLimits.NONE.withTime(MOMENT)).aggregate());
    }

    /** An index, too, may claim any number of rows. */
    @Test
    void lookUpsInIndexesCount() throws IOException {
        StoaFile file = StoaFile.open(source(table()));
        Path index = folder.resolve("index");
        Tables.writeIndex(index, folder.resolve("file"), ColumnPath.of("n"), folder, "test");
        assertTrue(file.addIndex(RangeSources.open(index)));
        Filter filter = Filter.equal("n", 77_777L);
        assertEquals(1, readAll(file.scan().filter(filter).limits(ScanLimits.NONE.withRows(ROWS))));
        for (ScanLimits limits : List.of(ScanLimits.NONE.withRows(20_000), ScanLimits.NONE.withTime(Duration.ZERO))) {
            ScanLimitException e = assertThrows(
                    ScanLimitException.class,
                    () -> file.scan().filter(filter).limits(limits).build());
            assertEquals(index.toString(), e.file());
        }
    }

    /** Dividing them among threads, and aggregating, take neither memory nor time for each of the zones that are claimed. */
    @Test
    void veryManyRowsAreDividedInBoundedMemory() throws IOException {
        byte[] bytes = claims();
        ScanLimits limits = ScanLimits.NONE.withRows(1_000_000);
        ScanInput input = () -> StoaFile.open(source(bytes)).scan().limits(limits);
        assertThrows(
                ScanLimitException.class,
                () -> ParallelScan.of(List.of(input)).threads(4).forEach(() -> (number, batch) -> {}));
        StoaFile file = StoaFile.open(source(bytes));
        PreparedScan prepared = file.scan().prepare();
        assertEquals(CLAIMED, prepared.rows().count());
        assertTrue(prepared.parts(64).size() <= 1 << 16);
        assertEquals(0, file.scan().filter(Filter.isNotNull("z")).aggregate().rows());
    }

    @Test
    void verificationHasLimits() throws IOException {
        byte[] bytes = table();
        ScanLimitException e = assertThrows(
                ScanLimitException.class,
                () -> Verifier.verify(source(bytes), (done, all) -> {}, ScanLimits.NONE.withRows(ROWS)));
        assertEquals(ScanLimitException.Limit.ROWS, e.limit());
        assertEquals(List.of(), Verifier.verify(source(bytes), (done, all) -> {}, ScanLimits.NONE.withRows(2 * ROWS)));
    }

    @Test
    void limitsAreNotNegative() {
        assertThrows(IllegalArgumentException.class, () -> ScanLimits.NONE.withRows(-1));
        assertThrows(IllegalArgumentException.class, () -> ScanLimits.NONE.withBytes(-1));
        assertThrows(IllegalArgumentException.class, () -> ScanLimits.NONE.withTime(Duration.ofNanos(-1)));
    }
}
