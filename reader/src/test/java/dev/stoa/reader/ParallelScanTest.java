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
import dev.stoa.format.Field;
import dev.stoa.format.LongVector;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.internal.file.ScanCounters;
import dev.stoa.reader.internal.plan.PlanDivider;
import dev.stoa.reader.internal.plan.ScanPlan;
import dev.stoa.vio.BufferAllocator;
import dev.stoa.vio.BufferBudget;
import dev.stoa.vio.PositionalReader;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.RangeSources;
import dev.stoa.vio.StoreProfile;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Several files, and parts of one, on several threads: what one thread gives; and how it ends when something fails. */
@Timeout(600)
class ParallelScanTest {
    private static final int ROWS = 150_000;

    @TempDir
    static Path folder;

    private static byte[] bytes;

    private final long limit = BufferBudget.shared().limit();
    private final AtomicInteger lent = new AtomicInteger();
    private final AtomicInteger opened = new AtomicInteger();
    private final AtomicInteger closed = new AtomicInteger();
    private final AtomicLong hangsFrom = new AtomicLong(Long.MAX_VALUE);
    private final CountDownLatch hanging = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);

    @BeforeAll
    static void write() throws IOException {
        List<Object[]> rows = new ArrayList<>();
        Random random = new Random(5);
        for (int i = 0; i < ROWS; i++) {
            rows.add(new Object[] {random.nextLong(), (long) i / 1000, i % 7 == 0 ? null : "text " + i % 1000});
        }
        Schema schema = Schema.of(
                Field.required("a", Type.of(TypeKind.INT64)),
                Field.required("b", Type.of(TypeKind.INT64)),
                Field.nullable("c", Type.of(TypeKind.STRING)));
        Path path = folder.resolve("file.stoa");
        Tables.write(path, schema, rows, WriterOptions.DEFAULT.withVectorsPerZone(1));
        bytes = Files.readAllBytes(path);
    }

    @AfterEach
    void nothingIsLeft() {
        goOn.countDown();
        BufferBudget.shared().limit(limit);
        assertEquals(
                List.of(),
                Thread.getAllStackTraces().keySet().stream()
                        .map(Thread::getName)
                        .filter(name -> name.startsWith("stoa-scan-"))
                        .toList());
        assertEquals(opened.get(), closed.get());
    }

    /** A source whose reads from an offset on hang. */
    private RangeSource source(StoreProfile profile) {
        PositionalReader reader = new PositionalReader() {
            @Override
            public int read(long position, ByteBuffer target) throws IOException {
                if (position >= hangsFrom.get() && position < hangsFrom.get() + 100_000) {
                    hanging.countDown();
                    try {
                        goOn.await();
                    } catch (InterruptedException e) {
                        throw new InterruptedIOException();
                    }
                }
                int n = (int) Math.min(target.remaining(), bytes.length - position);
                target.put(bytes, (int) position, n);
                return n;
            }

            @Override
            public void close() {
                closed.incrementAndGet();
            }
        };
        opened.incrementAndGet();
        BufferAllocator counting = BufferAllocator.of(
                n -> {
                    lent.incrementAndGet();
                    return ByteBuffer.allocate(n);
                },
                buffer -> lent.decrementAndGet());
        return RangeSources.of("bytes", bytes.length, profile, counting, reader);
    }

    private interface Described {
        ScanBuilder of(ScanBuilder builder);
    }

    /** An input that opens a file of its own. */
    private ScanInput input(StoreProfile profile, Described scan) {
        return new ScanInput() {
            private StoaFile file;

            @Override
            public ScanBuilder open() throws IOException {
                file = StoaFile.open(source(profile));
                return scan.of(file.scan().stepBytes(20_000));
            }

            @Override
            public void close() throws IOException {
                file.close();
            }
        };
    }

    private List<ScanInput> inputs(StoreProfile profile) {
        return List.of(
                input(profile, scan -> scan.select("a", "c").filter(Filter.less("b", 30))),
                input(profile, scan -> scan.select("a", "c").rows(7, 7)),
                input(profile, scan -> scan.select("a", "c")),
                input(profile, scan -> scan.select("a", "c").filter(Filter.equal("b", -1))),
                input(
                        profile,
                        scan -> scan.select("a", "c")
                                .filter(Filter.and(
                                        Filter.startsWith("c", "text 5"), Filter.in("b", List.of(3, 77, 78, 140))))));
    }

    private static List<String> texts(int input, Batch batch) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < batch.selectedCount(); i++) {
            int row = batch.selected(i);
            texts.add(input + ":" + (batch.firstRow() + row) + " " + Model.read(batch.column(0), row) + " "
                    + Model.read(batch.column(1), row));
        }
        return texts;
    }

    private static List<String> oneByOne(List<ScanInput> inputs) throws IOException {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < inputs.size(); i++) {
            try (Scan scan = inputs.get(i).open().build()) {
                while (scan.next()) {
                    texts.addAll(texts(i, scan.batch()));
                }
            }
            inputs.get(i).close();
        }
        return texts;
    }

    private static List<String> inParallel(ParallelScan scan) throws IOException {
        List<String> texts = new ArrayList<>();
        try (ParallelResults<List<String>> results = scan.map(() -> ParallelScanTest::texts)) {
            while (results.next()) {
                texts.addAll(results.get());
            }
            assertFalse(results.next());
            assertEquals(texts.size(), results.stats().rowsDelivered());
        }
        return texts;
    }

    @Test
    void rowsAreThoseOfOneScanAfterTheOther() throws IOException {
        List<String> expected = oneByOne(inputs(StoreProfile.local()));
        assertTrue(expected.size() > ROWS);
        for (StoreProfile profile : List.of(StoreProfile.local(), StoreProfile.hdfs())) {
            for (int threads : new int[] {1, 2, 5, 11}) {
                for (int ahead : new int[] {1, 3, 1000}) {
                    ParallelScan scan =
                            ParallelScan.of(inputs(profile)).threads(threads).ahead(ahead);
                    assertEquals(expected, inParallel(scan), threads + " threads, " + ahead);
                }
            }
        }
        for (int threads : new int[] {1, 4}) {
            List<String> found = inParallel(ParallelScan.of(inputs(StoreProfile.hdfs()))
                    .threads(threads)
                    .unordered());
            Collections.sort(found);
            assertEquals(expected.stream().sorted().toList(), found);
        }
    }

    @Test
    void eachThreadHasItsConsumer() throws IOException {
        List<long[]> sums = Collections.synchronizedList(new ArrayList<>());
        ScanStats stats = ParallelScan.of(inputs(StoreProfile.local()))
                .threads(4)
                .forEach(() -> {
                    long[] sum = new long[1];
                    AtomicInteger calls = new AtomicInteger();
                    sums.add(sum);
                    return (input, batch) -> {
                        assertEquals(1, calls.incrementAndGet());
                        for (int i = 0; i < batch.selectedCount(); i++) {
                            sum[0] += ((LongVector) batch.column(0)).values()[batch.selected(i)];
                        }
                        calls.decrementAndGet();
                    };
                });
        assertEquals(4, sums.size());
        long expected = 0;
        for (String text : oneByOne(inputs(StoreProfile.local()))) {
            expected += Long.parseLong(text.split(" ", 3)[1]);
        }
        assertEquals(expected, sums.stream().mapToLong(sum -> sum[0]).sum());
        assertEquals(5L * ROWS, stats.rowsTotal());
        assertEquals(4L * ROWS, stats.rowsInRange());
    }

    @Test
    void oneThreadReadsWhatOneScanReads() throws IOException {
        for (ScanInput input : inputs(StoreProfile.hdfs())) {
            ScanStats parallel = ParallelScan.of(List.of(input)).threads(1).forEach(() -> (i, batch) -> {});
            try (Scan scan = input.open().build()) {
                while (scan.next()) {
                    // to its end
                }
                ScanStats stats = scan.stats();
                assertEquals(stats.requests(), parallel.requests());
                assertEquals(stats.bytesRead(), parallel.bytesRead());
                assertEquals(stats.roundTrips(), parallel.roundTrips());
                assertEquals(stats.zonesPruned(), parallel.zonesPruned());
                assertEquals(stats.rowsPruned(), parallel.rowsPruned());
                assertEquals(stats.vectorsSkipped(), parallel.vectorsSkipped());
                assertEquals(stats.rowsDelivered(), parallel.rowsDelivered());
            }
            input.close();
        }
    }

    @Test
    void partsOfAFileAreScansOfOneOpenFile() throws IOException {
        List<Thread> threads = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch all = new CountDownLatch(3);
        ParallelScan.of(List.of(input(StoreProfile.local(), scan -> scan.select("a"))))
                .threads(3)
                .forEach(() -> (input, batch) -> {
                    if (!threads.contains(Thread.currentThread())) {
                        threads.add(Thread.currentThread());
                        all.countDown();
                        try {
                            all.await(); // each thread has a part of its own, or this waits for ever
                        } catch (InterruptedException e) {
                            throw new InterruptedIOException();
                        }
                    }
                });
        assertEquals(3, threads.size());
        assertEquals(1, opened.get());
    }

    @Test
    void aggregatesAreThoseOfAllInputs() throws IOException {
        List<ScanInput> inputs = inputs(StoreProfile.hdfs());
        long rows = 0;
        long nulls = 0;
        for (ScanInput input : inputs) {
            Aggregates one = input.open().aggregate();
            rows += one.rows();
            nulls += one.columns().get(1).nullCount();
            input.close();
        }
        Aggregates whole = inputs.get(2).open().aggregate();
        inputs.get(2).close();
        for (int threads : new int[] {1, 4}) {
            Aggregates all = ParallelScan.of(inputs).threads(threads).aggregate();
            assertEquals(rows, all.rows());
            assertTrue(all.rowsFromMetadata() >= ROWS && all.rowsFromMetadata() < rows, all.toString());
            assertEquals(nulls, all.columns().get(1).nullCount());
            for (int c = 0; c < 2; c++) {
                assertEquals(
                        Model.read(whole.columns().get(c).min().orElseThrow(), 0),
                        Model.read(all.columns().get(c).min().orElseThrow(), 0));
                assertEquals(
                        Model.read(whole.columns().get(c).max().orElseThrow(), 0),
                        Model.read(all.columns().get(c).max().orElseThrow(), 0));
            }
        }
        assertEquals(0, ParallelScan.of(List.of()).aggregate().rows());
        List<ScanInput> differ = List.of(
                input(StoreProfile.local(), scan -> scan.select("a")),
                input(StoreProfile.local(), scan -> scan.select("c")));
        IllegalArgumentException e = assertThrows(
                IllegalArgumentException.class, () -> ParallelScan.of(differ).aggregate());
        assertTrue(e.getMessage().contains("[STRING]") || e.getMessage().contains("[string]"), e.getMessage());
    }

    @Test
    void theFirstFailureEndsAll() throws IOException, InterruptedException {
        // somewhere in the data of the second file threads wait for a store that does not answer
        for (boolean inOrder : new boolean[] {true, false}) {
            IOException own = new IOException("own");
            ParallelScan scan = ParallelScan.of(List.of(
                            input(StoreProfile.hdfs(), s -> s.select("a")),
                            input(StoreProfile.hdfs(), s -> s.select("a"))))
                    .threads(6);
            if (!inOrder) {
                scan.unordered();
            }
            hangsFrom.set(40_000);
            try (ParallelResults<Integer> results = scan.map(() -> (input, batch) -> {
                try {
                    hanging.await();
                } catch (InterruptedException e) {
                    throw new InterruptedIOException();
                }
                throw own;
            })) {
                assertSame(own, assertThrows(IOException.class, results::next));
                assertThrows(IllegalStateException.class, results::next);
            }
            hangsFrom.set(Long.MAX_VALUE);
        }
    }

    @Test
    void whateverFailsIsWhatTheCallerGets() {
        AssertionError error = new AssertionError("own");
        assertSame(
                error,
                assertThrows(
                        AssertionError.class,
                        () -> ParallelScan.of(inputs(StoreProfile.local()))
                                .threads(3)
                                .forEach(() -> (input, batch) -> {
                                    throw error;
                                })));
        IOException cause = new IOException("not there");
        List<ScanInput> inputs = new ArrayList<>(inputs(StoreProfile.local()));
        inputs.add(1, () -> {
            throw cause;
        });
        assertSame(
                cause,
                assertThrows(
                        IOException.class,
                        () -> ParallelScan.of(inputs).threads(2).aggregate()));
        assertThrows(
                IllegalArgumentException.class,
                () -> ParallelScan.of(List.of(input(StoreProfile.local(), scan -> scan.select("nope"))))
                        .forEach(() -> (input, batch) -> {}));
        IOException e = assertThrows(IOException.class, () -> {
            byte[] whole = bytes.clone();
            try {
                for (int i = 20_000; i < 200_000; i++) {
                    bytes[i] ^= 1;
                }
                ParallelScan.of(inputs(StoreProfile.hdfs())).threads(4).forEach(() -> (input, batch) -> {});
            } finally {
                System.arraycopy(whole, 0, bytes, 0, whole.length);
            }
        });
        assertTrue(e.getMessage().contains("is damaged"), e.getMessage());
        assertThrows(IllegalArgumentException.class, () -> inParallelNull());
    }

    private void inParallelNull() throws IOException {
        try (ParallelResults<String> results =
                ParallelScan.of(inputs(StoreProfile.local())).map(() -> (input, batch) -> null)) {
            results.next();
        }
    }

    @Test
    void closingEndsAll() throws IOException, InterruptedException {
        for (int ahead : new int[] {1, 100}) {
            try (ParallelResults<Integer> results = ParallelScan.of(inputs(StoreProfile.hdfs()))
                    .threads(3)
                    .ahead(ahead)
                    .map(() -> (input, batch) -> batch.selectedCount())) {
                assertTrue(results.next());
                assertTrue(results.get() > 0);
            }
        }
        hangsFrom.set(300_000);
        try (ParallelResults<Integer> results = ParallelScan.of(inputs(StoreProfile.hdfs()))
                .threads(3)
                .map(() -> (input, batch) -> batch.selectedCount())) {
            hanging.await();
            assertTrue(results.stats().rowsDelivered() < 3 * ROWS);
        }
    }

    @Test
    void interruptingTheCallerEndsAll() throws IOException, InterruptedException {
        hangsFrom.set(300_000);
        for (boolean takesResults : new boolean[] {true, false}) {
            AtomicInteger interrupted = new AtomicInteger();
            Thread caller = new Thread(() -> {
                ParallelScan scan = ParallelScan.of(inputs(StoreProfile.hdfs())).threads(3);
                try {
                    if (takesResults) {
                        inParallel(scan);
                    } else {
                        scan.forEach(() -> (input, batch) -> {});
                    }
                } catch (InterruptedIOException e) {
                    interrupted.addAndGet(Thread.currentThread().isInterrupted() ? 1 : 0);
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });
            caller.start();
            hanging.await();
            caller.interrupt();
            caller.join();
            assertEquals(1, interrupted.get());
        }
    }

    @Test
    void aTinyBudgetIsEnough() throws IOException {
        List<String> expected = oneByOne(inputs(StoreProfile.local()));
        for (long budget : new long[] {1, 5000, 100_000}) {
            BufferBudget.shared().limit(budget);
            for (int ahead : new int[] {1, 50}) {
                assertEquals(
                        expected,
                        inParallel(ParallelScan.of(inputs(StoreProfile.hdfs()))
                                .threads(6)
                                .ahead(ahead)),
                        budget + " bytes");
            }
        }
        assertEquals(0, BufferBudget.shared().waiting());
        assertEquals(0, lent.get());
    }

    @Test
    void partsHaveAboutTheSameBytes() throws IOException {
        try (StoaFile file = StoaFile.open(source(StoreProfile.hdfs()))) {
            ScanBuilder builder =
                    file.scan().select("a").filter(Filter.greater("b", 9)).stepBytes(100_000);
            ScanPlan plan = builder.plan(false, new ScanCounters());
            List<RowRanges> parts = new PlanDivider(plan).parts(2);
            assertEquals(9, parts.size(), parts.toString());
            long next = 10_000 / 4096 * 4096;
            for (RowRanges part : parts) {
                assertEquals(next, part.first());
                next = part.end();
                long stored = 8 * part.count();
                assertTrue(next == ROWS || (stored >= 100_000 && stored < 140_000), part.toString());
            }
            assertEquals(ROWS, next);
        }
    }
}
