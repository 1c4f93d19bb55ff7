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
package dev.stoa.reader.internal.fetch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.internal.file.ColumnLoader;
import dev.stoa.reader.internal.file.Directory;
import dev.stoa.reader.internal.file.FileBytes;
import dev.stoa.reader.internal.file.ReadColumn;
import dev.stoa.reader.internal.file.ScanCounters;
import dev.stoa.vio.BufferAllocator;
import dev.stoa.vio.LocalFileSink;
import dev.stoa.vio.PositionalReader;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.RangeSources;
import dev.stoa.vio.RetryPolicy;
import dev.stoa.vio.SinkOptions;
import dev.stoa.vio.StoreProfile;
import dev.stoa.writer.JavaRows;
import dev.stoa.writer.StoaWriter;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What fetches hold of each other's bytes, and when they let it go. */
class DataStoreTest {
    private static final int ROWS = 3 * 4096;

    @TempDir
    Path folder;

    private final AtomicInteger lent = new AtomicInteger();
    private volatile long failing = -1;

    private BufferAllocator.Lease lend(int length) {
        lent.incrementAndGet();
        ByteBuffer buffer = ByteBuffer.allocate(length);
        return new BufferAllocator.Lease() {
            @Override
            public ByteBuffer buffer() {
                return buffer;
            }

            @Override
            public void release() {
                lent.decrementAndGet();
            }
        };
    }

    /** A file of random numbers, each vector in a granule of its own. */
    private byte[] file() throws IOException {
        Schema schema = new Schema(List.of(Field.required("n", Type.of(TypeKind.INT64))));
        Path path = folder.resolve("n.stoa");
        Random random = new Random(8);
        List<Object[]> rows = new ArrayList<>();
        for (int row = 0; row < ROWS; row++) {
            rows.add(new Object[] {random.nextLong()});
        }
        try (StoaWriter writer = StoaWriter.create(
                LocalFileSink.create(path, SinkOptions.DEFAULT),
                schema,
                WriterOptions.DEFAULT.withSizes(1024, 1 << 20))) {
            writer.write(JavaRows.batch(schema, rows));
            writer.finish();
        }
        return Files.readAllBytes(path);
    }

    private RangeSource source(byte[] bytes) {
        StoreProfile profile = StoreProfile.local()
                .withLimits(StoreProfile.local().limits().withInlineBytes(0))
                .withRetries(new RetryPolicy(1, 0, 0, 0));
        PositionalReader reader = new PositionalReader() {
            @Override
            public int read(long position, ByteBuffer target) throws IOException {
                if (position == failing) {
                    throw new IOException("bad sector");
                }
                int count = Math.min(target.remaining(), bytes.length - (int) position);
                target.put(bytes, (int) position, count);
                return count;
            }

            @Override
            public void close() {
                // nothing is open
            }
        };
        return RangeSources.of("n", bytes.length, profile, this::lend, reader);
    }

    /** It holds bytes of its own then, which no one else gives back. */
    @Test
    void aFetchWhoseOtherFailsLetsItsBytesGo() throws IOException {
        try (RangeSource source = source(file())) {
            ScanCounters counters = new ScanCounters();
            ColumnLoader loader = new ColumnLoader(Directory.open(source));
            loader.load(List.of(), List.of(0), List.of(), counters);
            ReadColumn column = loader.single(0, ColumnPath.of("n"), counters);
            DataStore store = new DataStore(new FileBytes(source), counters);
            DataStore.Fetch first = store.fetch();
            first.add(column, 0, 4096, true);
            DataStore.Fetch second = store.fetch();
            second.add(column, 0, ROWS, true);
            assertTrue(first.bytes() > 0 && second.bytes() > first.bytes());
            failing = column.index().orElseThrow().granuleOffset(0);
            second.start();
            first.start();
            assertTrue(
                    assertThrows(IOException.class, second::await).getMessage().contains("bad sector"));
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
            while (lent.get() > 0 && System.nanoTime() < deadline) { // threads of the store let go later
                LockSupport.parkNanos(1_000_000);
            }
            assertEquals(0, lent.get());
            assertFalse(store.data(column).granules().has(2), "a later fetch does not rely on it");
        }
    }
}
