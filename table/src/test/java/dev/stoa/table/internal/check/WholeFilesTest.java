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
package dev.stoa.table.internal.check;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.table.ForwardingFolder;
import dev.stoa.table.internal.log.MemoryFile;
import dev.stoa.table.internal.log.MemoryFolder;
import dev.stoa.vio.BufferAllocator;
import dev.stoa.vio.PositionalReader;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.RangeSources;
import dev.stoa.vio.StoreProfile;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whole files are read several at once, but not too many, and all that was opened is closed. */
class WholeFilesTest {
    private static final int MAX_BYTES = 4 << 20;
    private static final int MOST_AT_ONCE = 32;

    private final MemoryFolder stored = new MemoryFolder();
    private final List<String> opened = new ArrayList<>();
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger lent = new AtomicInteger();
    private final BufferAllocator memory = BufferAllocator.of(
            length -> {
                lent.incrementAndGet();
                return ByteBuffer.allocate(length);
            },
            buffer -> lent.decrementAndGet());
    private Waiting waiting = () -> {};

    /** What a read does before it reads. */
    private interface Waiting {
        void await() throws IOException;
    }

    /** A store that is far away, so that each read has a thread. */
    private class Far extends ForwardingFolder {
        private Far() {
            super(stored);
        }

        @Override
        public RangeSource open(String name, OptionalLong length) throws IOException {
            opened.add(name);
            super.open(name, length).close(); // fails if it does not exist
            byte[] bytes = stored.bytes(name);
            open.incrementAndGet();
            return RangeSources.of(name, bytes.length, StoreProfile.hdfs(), memory, reader(bytes));
        }
    }

    private PositionalReader reader(byte[] bytes) {
        return new PositionalReader() {
            @Override
            public int read(long position, ByteBuffer target) throws IOException {
                waiting.await();
                int count = (int) Math.min(target.remaining(), bytes.length - position);
                target.put(bytes, (int) position, count);
                return count;
            }

            @Override
            public void close() {
                open.decrementAndGet();
            }
        };
    }

    @AfterEach
    void allIsClosed() {
        assertEquals(0, open.get());
        assertTimeoutPreemptively(Duration.ofSeconds(30), () -> {
            while (lent.get() > 0) { // a read gives its memory back when its request ends
                Thread.sleep(1);
            }
        });
    }

    /** Files of a number of bytes each, by their numbers. */
    private List<WholeFiles.Wanted> files(int count, int bytes) {
        return IntStream.range(0, count)
                .mapToObj(i -> {
                    byte[] file = new byte[bytes];
                    file[bytes - 1] = (byte) i;
                    stored.put("f" + i, file);
                    return new WholeFiles.Wanted("f" + i, bytes);
                })
                .toList();
    }

    private WholeFiles read(List<WholeFiles.Wanted> wanted) {
        return new WholeFiles(new Far(), wanted.iterator());
    }

    @Test
    void manyAreReadAtOnceInTheirOrder() throws IOException {
        int count = 2 * MOST_AT_ONCE;
        CyclicBarrier all = new CyclicBarrier(MOST_AT_ONCE);
        waiting = () -> {
            try {
                all.await(30, TimeUnit.SECONDS);
            } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
                throw new IOException("only " + all.getNumberWaiting() + " are read at once", e);
            }
        };
        List<WholeFiles.Wanted> wanted = files(count, 10);
        try (WholeFiles files = read(wanted)) {
            for (int i = 0; i < count; i++) {
                MemoryFile file = files.next().orElseThrow();
                assertEquals("f" + i, file.name());
                assertArrayEquals(stored.bytes("f" + i), file.bytes());
                assertEquals(Math.min(count, MOST_AT_ONCE + i), opened.size(), "one more for each that was taken");
            }
        }
    }

    /** 16 MiB of files, and one more, are in memory at once. */
    @Test
    void fewLargeFilesAreReadAtOnce() throws IOException {
        int half = MAX_BYTES / 2;
        try (WholeFiles files = read(files(12, half))) {
            for (int i = 0; i < 12; i++) {
                assertEquals(half, files.next().orElseThrow().bytes().length);
                assertEquals(Math.min(12, 8 + i), opened.size());
            }
        }
        opened.clear();
        try (WholeFiles files = read(files(5, MAX_BYTES))) {
            assertTrue(files.next().isPresent());
            assertEquals(4, opened.size());
        }
    }

    @Test
    void othersAreLeftToTheCaller() throws IOException {
        stored.put("empty", new byte[0]);
        stored.put("long", new byte[MAX_BYTES + 1]);
        stored.put("short", new byte[9]);
        stored.put("longer", new byte[] {1, 2, 3});
        stored.put("last", new byte[] {4});
        List<WholeFiles.Wanted> wanted = List.of(
                new WholeFiles.Wanted("empty", 0),
                new WholeFiles.Wanted("long", MAX_BYTES + 1),
                new WholeFiles.Wanted("short", 10),
                new WholeFiles.Wanted("gone", 10),
                new WholeFiles.Wanted("longer", 2),
                new WholeFiles.Wanted("last", 1));
        try (WholeFiles files = read(wanted)) {
            for (int i = 0; i < 4; i++) {
                assertEquals(Optional.empty(), files.next(), wanted.get(i).path());
            }
            assertArrayEquals(new byte[] {1, 2}, files.next().orElseThrow().bytes());
            assertArrayEquals(new byte[] {4}, files.next().orElseThrow().bytes());
        }
        assertEquals(List.of("short", "gone", "longer", "last"), opened);
    }

    /** Stores may tell only at the first read. */
    @Test
    void aReadFindsThatAFileIsGone() throws IOException {
        waiting = () -> {
            throw new FileNotFoundException("gone");
        };
        try (WholeFiles files = read(files(2, 10))) {
            assertEquals(Optional.empty(), files.next());
            assertEquals(Optional.empty(), files.next());
        }
    }

    @Test
    void aStoreThatFailsIsNotDamage() {
        List<WholeFiles.Wanted> wanted = files(3, 10);
        Far far = new Far() {
            @Override
            public RangeSource open(String name, OptionalLong length) throws IOException {
                if (name.equals("f1")) {
                    throw new IOException("no answer");
                }
                return super.open(name, length);
            }
        };
        IOException e = assertThrows(IOException.class, () -> {
            try (WholeFiles files = new WholeFiles(far, wanted.iterator())) {
                files.next();
            }
        });
        assertEquals("no answer", e.getMessage());
    }

    @Test
    void filesThatAreNotTakenAreClosed() throws IOException {
        try (WholeFiles files = read(files(5, 10))) {
            assertTrue(files.next().isPresent());
            assertEquals(4, open.get());
        }
        read(List.of()).close();
        assertEquals(5, opened.size());
    }
}
