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

import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Field;
import dev.stoa.format.LongVector;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store that delivers wrong bytes; several scans at once; and who gives the buffers back. */
class UnreliableStoreTest {
    @TempDir
    Path folder;

    private Path path;
    private byte[] bytes;
    private long inFirstGranule;
    private long inLastGranule;
    private final AtomicInteger lent = new AtomicInteger();

    @BeforeEach
    void write() throws IOException {
        path = folder.resolve("file.stoa");
        List<Object[]> rows = new ArrayList<>();
        Random random = new Random(5);
        for (int i = 0; i < 100_000; i++) {
            rows.add(new Object[] {random.nextLong(), "text " + i % 1000});
        }
        Schema schema =
                Schema.of(Field.required("a", Type.of(TypeKind.INT64)), Field.required("b", Type.of(TypeKind.STRING)));
        Tables.write(path, schema, rows, WriterOptions.DEFAULT);
        bytes = Files.readAllBytes(path);
        try (StoaFile file = Tables.open(path)) {
            FileReport.Region extent = FileReport.of(file).regions().stream()
                    .filter(region -> region.kind() == FileReport.RegionKind.EXTENT && region.column() == 0)
                    .findFirst()
                    .orElseThrow();
            inFirstGranule = extent.offset() + 100;
            inLastGranule = extent.offset() + extent.length() - 100;
        }
    }

    /** A source that changes the byte at an offset in the first so many reads of it. */
    private RangeSource source(long offset, int times) {
        return source(bytes, offset, times, StoreProfile.hdfs());
    }

    private RangeSource source(byte[] bytes, long offset, int times, StoreProfile profile) {
        AtomicInteger left = new AtomicInteger(times);
        PositionalReader reader = new PositionalReader() {
            @Override
            public int read(long position, ByteBuffer target) {
                int start = target.position();
                int n = (int) Math.min(target.remaining(), bytes.length - position);
                target.put(bytes, (int) position, n);
                if (offset >= position && offset < position + n && left.getAndDecrement() > 0) {
                    int at = start + (int) (offset - position);
                    target.put(at, (byte) (target.get(at) ^ 4));
                }
                return n;
            }

            @Override
            public void close() {
                // nothing is open
            }
        };
        BufferAllocator counting = BufferAllocator.of(
                n -> {
                    lent.incrementAndGet();
                    return ByteBuffer.allocate(n);
                },
                buffer -> lent.decrementAndGet());
        return RangeSources.of("unreliable", bytes.length, profile, counting, reader);
    }

    private static long sum(StoaFile file, long from, long to) throws IOException {
        long sum = 0;
        try (Scan scan =
                file.scan().select("a").rows(from, to).stepBytes(100_000).build()) {
            while (scan.next()) {
                long[] values = ((LongVector) scan.batch().column(0)).values();
                for (int i = 0; i < scan.batch().rowCount(); i++) {
                    sum += values[i];
                }
            }
        }
        return sum;
    }

    @Test
    void wrongBytesAreReadAgainOnce() throws IOException {
        long sum;
        try (StoaFile file = StoaFile.open(source(-1, 0))) {
            sum = sum(file, 0, 100_000);
        }
        try (StoaFile file = StoaFile.open(source(inFirstGranule, 1))) {
            assertEquals(sum, sum(file, 0, 100_000));
        }
        try (StoaFile file = StoaFile.open(source(inFirstGranule, 2))) {
            CorruptFileException e = assertThrows(CorruptFileException.class, () -> sum(file, 0, 100_000));
            assertTrue(e.getMessage().contains("unreliable: column 'a', granule"), e.getMessage());
            assertTrue(e.getMessage().contains("byte "), e.getMessage());
        }
        assertEquals(0, lent.get(), "buffers that were not given back");
    }

    /** One wrong byte on the way, anywhere in a file that is read by few large or many small parts, changes nothing. */
    @Test
    void anyWrongByteOnTheWayIsReadAgain() throws IOException {
        int columns = 300;
        List<Field> fields = new ArrayList<>();
        for (int c = 0; c < columns; c++) {
            fields.add(Field.required("column " + c, Type.of(TypeKind.INT64)));
        }
        List<Object[]> rows = new ArrayList<>();
        for (int r = 0; r < 10; r++) {
            Object[] row = new Object[columns];
            java.util.Arrays.fill(row, (long) r * r);
            rows.add(row);
        }
        Path wide = folder.resolve("wide.stoa");
        Tables.write(wide, new Schema(fields), rows, WriterOptions.DEFAULT);
        byte[] file = Files.readAllBytes(wide);
        Random random = new Random(6);
        int refetched = 0;
        for (StoreProfile profile : List.of(StoreProfile.hdfs(), StoreProfile.local())) {
            for (int run = 0; run < 300; run++) {
                int column = random.nextInt(columns);
                // most often in the footer, the last bytes above all
                long at = file.length - 1 - (long) (file.length * Math.pow(random.nextDouble(), 4));
                try (StoaFile opened = StoaFile.open(source(file, at, 1, profile));
                        Scan scan = opened.scan().select("column " + column).build()) {
                    assertTrue(scan.next());
                    long[] values = ((LongVector) scan.batch().column(0)).values();
                    assertEquals(49, values[7], "byte " + at);
                    refetched += opened.source().stats().refetches() > 0 ? 1 : 0;
                }
            }
        }
        assertTrue(refetched > 200, "the wrong bytes must matter: " + refetched);
        assertEquals(0, lent.get());
    }

    @Test
    void buffersAreGivenBackWhenAScanStopsEarlyOrFails() throws IOException {
        try (StoaFile file = StoaFile.open(source(-1, 0))) {
            Scan scan = file.scan().stepBytes(10_000).build();
            assertTrue(scan.next());
            assertTrue(lent.get() > 0);
            scan.close();
            scan.close();
            assertEquals(0, lent.get());
            assertThrows(IllegalStateException.class, scan::next);
            assertThrows(IllegalStateException.class, scan::batch);
        }
        try (StoaFile file = StoaFile.open(source(inLastGranule, 1_000_000))) {
            try (Scan scan = file.scan().stepBytes(100_000).build()) {
                assertThrows(CorruptFileException.class, () -> {
                    while (scan.next()) {
                        assertTrue(scan.batch().rowCount() > 0);
                    }
                });
                assertEquals(0, lent.get(), "a scan that failed holds nothing");
            }
        }
    }

    @Test
    void scansOfOneFileRunInParallel() throws Exception {
        long expected;
        try (StoaFile file = StoaFile.open(source(-1, 0))) {
            expected = sum(file, 0, 100_000);
        }
        try (StoaFile file = StoaFile.open(source(-1, 0))) {
            List<Thread> threads = new ArrayList<>();
            long[] sums = new long[4];
            List<Throwable> failures = new java.util.concurrent.CopyOnWriteArrayList<>();
            for (int i = 0; i < sums.length; i++) {
                int part = i;
                Thread thread = new Thread(() -> {
                    try {
                        sums[part] = sum(file, part * 25_000L, part * 25_000L + 25_000);
                    } catch (IOException | RuntimeException e) {
                        failures.add(e);
                    }
                });
                threads.add(thread);
                thread.start();
            }
            for (Thread thread : threads) {
                thread.join();
            }
            assertEquals(List.of(), failures);
            assertEquals(expected, sums[0] + sums[1] + sums[2] + sums[3]);
        }
        assertEquals(0, lent.get());
    }
}
