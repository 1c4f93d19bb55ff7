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
package dev.stoa.vio.hadoop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.vio.Leaks;
import dev.stoa.vio.Range;
import dev.stoa.vio.RangeReadException;
import dev.stoa.vio.Seeds;
import dev.stoa.vio.StoreCalibration;
import dev.stoa.vio.StoreProfile;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.IOStatisticsLogging;
import org.apache.hadoop.fs.statistics.IOStatisticsSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The stream: what becomes of the caller's ranges and buffers, whatever the store does. */
@Timeout(300)
class VioInputStreamTest {

    private static final byte[] FILE = Seeds.bytes(new Random(4), 200_000);
    private static final StoreProfile PROFILE = StoreProfile.hdfs()
            .withCosts(Seeds.costsOfGap(0).withRequestMicros(400))
            .withRetries(StoreProfile.hdfs().retries().withAttempts(1, 0));

    private static final StoreCalibration COSTS = StoreCalibration.pinned("f", PROFILE.costs());

    /** Two far apart, two that are read as one. */
    private static final List<Range> ASKED =
            List.of(new Range(0, 1000), new Range(150_000, 500), new Range(150_600, 500), new Range(199_000, 1000));

    @BeforeAll
    static void watchLeaks() {
        Leaks.watch();
    }

    @AfterEach
    void noLeaks() {
        Leaks.assertNone();
    }

    /** A file whose positional reads may fail or be held. */
    @SuppressWarnings("InputStreamSlowMultibyteRead") // nobody reads it fast
    private static class Store extends FSInputStream {

        final CountDownLatch entered = new CountDownLatch(1);
        volatile CountDownLatch gate = new CountDownLatch(0);
        volatile long bad = -1;
        volatile boolean closed;
        private long position;

        @Override
        public int read(long from, byte[] buffer, int offset, int length) throws IOException {
            entered.countDown();
            try {
                gate.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            if (from <= bad && bad < from + length) {
                throw new IOException("bad sector at " + bad);
            }
            if (from >= FILE.length) {
                return -1;
            }
            int got = (int) Math.min(length, FILE.length - from);
            System.arraycopy(FILE, (int) from, buffer, offset, got);
            return got;
        }

        @Override
        public int read() {
            return position < FILE.length ? FILE[(int) position++] & 0xff : -1;
        }

        @Override
        public void seek(long to) {
            position = to;
        }

        @Override
        public long getPos() {
            return position;
        }

        @Override
        public boolean seekToNewSource(long target) {
            return false;
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    /** A caller's pool, direct or heap, that knows each buffer by itself. */
    private static final class Pool implements IntFunction<ByteBuffer> {

        private final boolean direct;
        private final List<ByteBuffer> given = Collections.synchronizedList(new ArrayList<>());
        private final List<ByteBuffer> released = Collections.synchronizedList(new ArrayList<>());

        Pool(boolean direct) {
            this.direct = direct;
        }

        @Override
        public ByteBuffer apply(int length) {
            // larger than asked, and not from its start
            ByteBuffer buffer = direct ? ByteBuffer.allocateDirect(length + 12) : ByteBuffer.allocate(length + 12);
            given.add(buffer.position(7));
            return buffer;
        }

        void release(ByteBuffer buffer) {
            assertTrue(isIn(given, buffer), "not one of ours");
            assertFalse(isIn(released, buffer), "released before");
            released.add(buffer);
        }

        @SuppressWarnings("ReferenceEquality") // the same buffer, not the same bytes
        static boolean isIn(List<ByteBuffer> buffers, ByteBuffer buffer) {
            synchronized (buffers) {
                return buffers.stream().anyMatch(b -> b == buffer);
            }
        }

        void awaitReleased(int count) {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
            while (released.size() < count && System.nanoTime() < end) {
                LockSupport.parkNanos(1_000_000);
            }
            assertEquals(count, released.size());
        }
    }

    private static FSDataInputStream wrapped(Store store) {
        return VioStreams.wrap(new FSDataInputStream(store), "f", PROFILE, COSTS);
    }

    private static List<FileRange> fileRanges(List<Range> ranges) {
        List<FileRange> converted = new ArrayList<>();
        ranges.forEach(r -> converted.add(FileRange.createFileRange(r.offset(), r.length())));
        return converted;
    }

    private static IOException failure(FileRange range) throws InterruptedException {
        ExecutionException e =
                assertThrows(ExecutionException.class, () -> range.getData().get());
        return assertInstanceOf(IOException.class, e.getCause());
    }

    @Test
    void buffersAreTheCallersOwn() throws Exception {
        for (boolean direct : new boolean[] {false, true}) {
            Pool pool = new Pool(direct);
            try (FSDataInputStream in = wrapped(new Store())) {
                List<FileRange> ranges = new ArrayList<>(fileRanges(ASKED));
                ranges.add(FileRange.createFileRange(1000, 0));
                Collections.reverse(ranges);
                in.readVectored(ranges, pool, pool::release);
                for (FileRange range : ranges) {
                    ByteBuffer got = range.getData().get();
                    assertTrue(Pool.isIn(pool.given, got));
                    assertEquals(Seeds.slice(FILE, new Range(range.getOffset(), range.getLength())), got);
                }
                assertEquals(ranges.size(), pool.given.size());
            }
            assertEquals(List.of(), pool.released, "delivered buffers are the caller's, also after the close");
        }
    }

    @Test
    void oneBadRangeFailsAlone() throws Exception {
        for (boolean direct : new boolean[] {false, true}) {
            for (int bad = 0; bad < ASKED.size(); bad++) {
                Pool pool = new Pool(direct);
                Store store = new Store();
                store.bad = ASKED.get(bad).offset() + 1;
                try (FSDataInputStream in = wrapped(store)) {
                    List<FileRange> ranges = fileRanges(ASKED);
                    in.readVectored(ranges, pool, pool::release);
                    boolean merged = bad == 1 || bad == 2;
                    for (int i = 0; i < ranges.size(); i++) {
                        if (i == bad || merged && (i == 1 || i == 2)) {
                            RangeReadException e = assertInstanceOf(RangeReadException.class, failure(ranges.get(i)));
                            assertEquals("f", e.file());
                        } else {
                            assertEquals(
                                    Seeds.slice(FILE, ASKED.get(i)),
                                    ranges.get(i).getData().get());
                        }
                    }
                    pool.awaitReleased(merged ? 2 : 1);
                }
            }
        }
    }

    @Test
    void readingPastTheEndIsToldAsSuch() throws Exception {
        Pool pool = new Pool(false);
        try (FSDataInputStream in = wrapped(new Store())) {
            List<FileRange> ranges = fileRanges(List.of(new Range(0, 10), new Range(199_990, 11)));
            in.readVectored(ranges, pool, pool::release);
            assertEquals(10, ranges.get(0).getData().get().remaining());
            EOFException e = assertInstanceOf(EOFException.class, failure(ranges.get(1)));
            assertTrue(e.getMessage().startsWith("f: "), e.getMessage());
        }
        pool.awaitReleased(1);
    }

    @Test
    void unbufferCancelsWhatIsInFlight() throws Exception {
        Pool pool = new Pool(true);
        Store store = new Store();
        store.gate = new CountDownLatch(1);
        try (FSDataInputStream in = wrapped(store)) {
            List<FileRange> ranges = fileRanges(ASKED);
            in.readVectored(ranges, pool, pool::release);
            store.entered.await();
            in.unbuffer();
            for (FileRange range : ranges) {
                assertFalse(failure(range) instanceof RangeReadException, "though the store still reads");
            }
            store.gate.countDown();
            pool.awaitReleased(ASKED.size());
            List<FileRange> again = fileRanges(ASKED);
            in.readVectored(again, pool, pool::release);
            assertEquals(Seeds.slice(FILE, ASKED.get(0)), again.get(0).getData().get());
            for (FileRange range : again) {
                range.getData().get();
            }
        }
    }

    @Test
    void closeCancelsAndClosesTheFile() throws Exception {
        Pool pool = new Pool(false);
        Store store = new Store();
        store.gate = new CountDownLatch(1);
        FSDataInputStream in = wrapped(store);
        List<FileRange> ranges = fileRanges(ASKED);
        in.readVectored(ranges, pool, pool::release);
        store.entered.await();
        in.close();
        assertTrue(store.closed);
        for (FileRange range : ranges) {
            failure(range);
        }
        store.gate.countDown();
        pool.awaitReleased(ASKED.size());
        List<FileRange> late = fileRanges(ASKED);
        assertThrows(IOException.class, () -> in.readVectored(late, pool, pool::release));
        assertNull(late.get(0).getData());
        in.close();

        Store unread = new Store();
        wrapped(unread).close();
        assertTrue(unread.closed);
    }

    @Test
    void anAllocatorThatFailsLosesNothing() throws Exception {
        Pool pool = new Pool(false);
        try (FSDataInputStream in = wrapped(new Store())) {
            List<FileRange> ranges = fileRanges(ASKED);
            IntFunction<ByteBuffer> failing = length -> {
                if (pool.given.size() == 2) {
                    throw new IllegalStateException("no more");
                }
                return pool.apply(length);
            };
            assertThrows(IllegalStateException.class, () -> in.readVectored(ranges, failing, pool::release));
            assertEquals(2, pool.released.size());
            IntFunction<ByteBuffer> small = length -> pool.apply(length - 20);
            assertThrows(IllegalArgumentException.class, () -> in.readVectored(ranges, small, pool::release));
            assertEquals(3, pool.released.size());
        }
    }

    @Test
    void aFutureNobodyWantsGivesItsBufferBack() throws Exception {
        Pool pool = new Pool(false);
        Store store = new Store();
        store.gate = new CountDownLatch(1);
        try (FSDataInputStream in = wrapped(store)) {
            List<FileRange> ranges = fileRanges(ASKED);
            in.readVectored(ranges, pool, pool::release);
            CompletableFuture<ByteBuffer> alone = ranges.get(0).getData();
            CompletableFuture<ByteBuffer> merged = ranges.get(1).getData();
            alone.cancel(false);
            merged.cancel(false);
            store.gate.countDown();
            ranges.get(2).getData().get();
            ranges.get(3).getData().get();
            pool.awaitReleased(2);
        }
    }

    @Test
    void allElseIsTheInnerStreams() throws Exception {
        try (FSDataInputStream in = wrapped(new Store())) {
            in.seek(100);
            assertEquals(FILE[100] & 0xff, in.read());
            assertEquals(101, in.getPos());
            byte[] bytes = new byte[10];
            in.readFully(500, bytes);
            assertEquals(ByteBuffer.wrap(FILE, 500, 10), ByteBuffer.wrap(bytes));
            assertTrue(in.hasCapability("in:readvectored"));
            assertFalse(in.hasCapability("fs.capability.vectoredio.sliced"));
            assertFalse(in.hasCapability("in:readbytebuffer"));
        }
    }

    @Test
    void theStatisticsAreHadoops() throws Exception {
        Pool pool = new Pool(false);
        try (FSDataInputStream in = wrapped(new Store())) {
            assertNull(IOStatisticsSupport.retrieveIOStatistics(in), "the store counts nothing");
            List<FileRange> ranges = fileRanges(ASKED);
            in.readVectored(ranges, pool, pool::release);
            for (FileRange range : ranges) {
                range.getData().get();
            }
            IOStatistics statistics = IOStatisticsSupport.retrieveIOStatistics(in);
            Map<String, Long> counters = statistics.counters();
            assertEquals(4, counters.get("vio_ranges_asked"));
            assertEquals(3000, counters.get("vio_bytes_asked"));
            assertEquals(3, counters.get("vio_requests"));
            assertEquals(3100, counters.get("vio_bytes_read"));
            assertEquals(1, counters.get("vio_merges"));
            assertTrue(statistics.gauges().containsKey("vio_service_micros_p99"));
            assertTrue(
                    IOStatisticsLogging.ioStatisticsToPrettyString(statistics).contains("vio_round_trips=1"));
            assertTrue(in.hasCapability("iostatistics"));
        }
    }

    /** Its positional reads are those of Hadoop's base class: seek, read, seek back. */
    @SuppressWarnings("InputStreamSlowMultibyteRead")
    private static final class Seeking extends FSInputStream {

        private long position;

        @Override
        public int read() {
            return FILE[(int) position++] & 0xff;
        }

        @Override
        public void seek(long to) {
            position = to;
        }

        @Override
        public long getPos() {
            return position;
        }

        @Override
        public boolean seekToNewSource(long target) {
            return false;
        }
    }

    @Test
    void whatSeeksForPositionalReadsStaysAsItIs() {
        FSDataInputStream seeking = new FSDataInputStream(new Seeking());
        assertSame(seeking, VioStreams.wrap(seeking, "f", PROFILE, COSTS));
    }
}
