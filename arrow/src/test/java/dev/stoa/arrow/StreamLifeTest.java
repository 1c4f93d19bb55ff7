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
package dev.stoa.arrow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.StoaFile;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.arrow.c.ArrowArray;
import org.apache.arrow.c.ArrowArrayStream;
import org.apache.arrow.c.Data;
import org.apache.arrow.memory.AllocationListener;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.VectorUnloader;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The life of C streams: buffers of each batch are new, and all that a stream takes is given back once. */
@Tag("smoke")
final class StreamLifeTest {
    /** 10,000 of them in {@code .ci/nightly streams}. */
    private static final int CYCLES = Integer.getInteger("stoa.arrow.cycles", 400);

    private static final long MOST_HEAP_GROWTH = 16 << 20;
    private static final long MOST_NATIVE_GROWTH = 128 << 20;

    @TempDir
    private Path folder;

    private Path write(int rows) throws IOException {
        Schema schema = Schema.of(
                Field.required("id", Type.of(TypeKind.INT64)),
                Field.nullable("name", Type.of(TypeKind.STRING)),
                Field.nullable("numbers", Type.list(Field.nullable("element", Type.of(TypeKind.INT32)))));
        List<Object[]> values = new ArrayList<>();
        for (long i = 0; i < rows; i++) {
            values.add(new Object[] {i, i % 3 == 0 ? null : "n" + i % 7, List.of((int) i, 7)});
        }
        Path path = folder.resolve(rows + ".stoa");
        StoaFiles.write(path, schema, values);
        return path;
    }

    /** Counts buffers. */
    private static final class Counts implements AllocationListener {
        private int allocated;
        private int released;

        @Override
        public void onAllocation(long size) {
            allocated++;
        }

        @Override
        public void onRelease(long size) {
            released++;
        }
    }

    private static ArrowReader imported(StoaArrowReader reader, BufferAllocator consumer) {
        try (ArrowArrayStream stream = ArrowArrayStream.allocateNew(consumer)) {
            reader.exportTo(stream.memoryAddress());
            return Data.importArrayStream(consumer, stream);
        }
    }

    @Test
    void buffersAreNewAndReleasedOnce() throws IOException {
        long seed = Long.getLong("stoa.seed", System.nanoTime());
        System.out.println("StreamLifeTest: -Dstoa.seed=" + seed);
        int rows = 3 * StoaArrowReader.MAX_ROWS + 100;
        Path path = write(rows);
        Counts counts = new Counts();
        AtomicInteger closed = new AtomicInteger();
        try (BufferAllocator producer = new RootAllocator(counts, Long.MAX_VALUE);
                BufferAllocator consumer = new RootAllocator()) {
            StoaFile file = StoaFiles.open(path);
            StoaArrowReader reader = StoaArrowReader.of(producer, file.scan().build())
                    .closing(file)
                    .closing(closed::incrementAndGet);
            List<ArrowRecordBatch> kept = new ArrayList<>();
            Set<Long> addresses = new HashSet<>();
            try (ArrowReader imported = imported(reader, consumer)) {
                VectorSchemaRoot root = imported.getVectorSchemaRoot();
                while (imported.loadNextBatch()) {
                    ArrowRecordBatch batch = new VectorUnloader(root).getRecordBatch();
                    kept.add(batch);
                    for (ArrowBuf buffer : batch.getBuffers()) {
                        assertTrue(
                                buffer.capacity() == 0 || addresses.add(buffer.memoryAddress()),
                                "a buffer that the consumer holds is used again");
                    }
                }
                assertEquals(0, closed.get(), "the consumer has the stream");
            }
            assertEquals(1, closed.get());
            assertTrue(producer.getAllocatedMemory() > 0, "the consumer holds the batches");
            checkIds(kept, rows);
            Collections.shuffle(kept, new Random(seed));
            kept.forEach(ArrowRecordBatch::close);
            assertEquals(0, producer.getAllocatedMemory());
            assertEquals(0, consumer.getAllocatedMemory());
        }
        assertTrue(counts.allocated > 20, counts.allocated + " buffers");
        assertEquals(counts.allocated, counts.released);
        assertEquals(1, closed.get());
    }

    /** Batches without new entries share the buffers of their dictionary, which are released once, after the last of them. */
    @Test
    void aDictionaryIsSharedUntilItGrows() throws IOException {
        int rows = 3 * StoaArrowReader.MAX_ROWS;
        List<Object[]> values = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            values.add(new Object[] {"n" + i % (i < 2 * StoaArrowReader.MAX_ROWS ? 7 : 9)});
        }
        Path path = folder.resolve("names.stoa");
        StoaFiles.write(path, Schema.of(Field.nullable("name", Type.of(TypeKind.STRING))), values);
        Counts counts = new Counts();
        try (BufferAllocator producer = new RootAllocator(counts, Long.MAX_VALUE);
                BufferAllocator consumer = new RootAllocator()) {
            StoaFile file = StoaFiles.open(path);
            StoaArrowReader reader = StoaArrowReader.of(producer, file.scan().build())
                    .dictionaries(List.of(ColumnPath.of("name")))
                    .closing(file);
            List<ArrowBuf> kept = new ArrayList<>();
            try (ArrowReader imported = imported(reader, consumer)) {
                while (imported.loadNextBatch()) {
                    ArrowBuf data = imported.lookup(0).getVector().getDataBuffer();
                    data.getReferenceManager().retain();
                    kept.add(data);
                }
            }
            assertEquals(3, kept.size());
            assertEquals(kept.get(0).memoryAddress(), kept.get(1).memoryAddress());
            assertNotEquals(kept.get(1).memoryAddress(), kept.get(2).memoryAddress());
            assertEquals("n0n1n2n3n4n5n6", text(kept.get(0), 14));
            assertEquals("n0n1n2n3n4n5n6n7n8", text(kept.get(2), 18));
            kept.forEach(ArrowBuf::close);
            assertEquals(0, producer.getAllocatedMemory());
            assertEquals(0, consumer.getAllocatedMemory());
        }
        assertEquals(counts.allocated, counts.released);
    }

    private static String text(ArrowBuf buffer, int length) {
        byte[] bytes = new byte[length];
        buffer.getBytes(0, bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Test
    void batchesAreExportedOneByOne() throws IOException {
        int rows = StoaArrowReader.MAX_ROWS + 100;
        try (StoaFile file = StoaFiles.open(write(rows));
                BufferAllocator producer = new RootAllocator();
                BufferAllocator consumer = new RootAllocator()) {
            List<ArrowRecordBatch> kept = new ArrayList<>();
            try (StoaArrowReader reader =
                    StoaArrowReader.of(producer, file.scan().build())) {
                while (true) {
                    try (ArrowArray array = ArrowArray.allocateNew(consumer);
                            VectorSchemaRoot root = VectorSchemaRoot.create(
                                    reader.getVectorSchemaRoot().getSchema(), consumer)) {
                        if (!reader.exportNext(array.memoryAddress())) {
                            break;
                        }
                        Data.importIntoVectorSchemaRoot(consumer, array, root, reader);
                        kept.add(new VectorUnloader(root).getRecordBatch());
                    }
                }
            }
            assertEquals(2, kept.size());
            assertTrue(producer.getAllocatedMemory() > 0, "the consumer holds the batches");
            checkIds(kept, rows);
            kept.forEach(ArrowRecordBatch::close);
            assertEquals(0, producer.getAllocatedMemory());
        }
    }

    /** The first column's values are the rows' numbers. */
    private static void checkIds(List<ArrowRecordBatch> batches, int rows) {
        long next = 0;
        for (ArrowRecordBatch batch : batches) {
            ArrowBuf ids = batch.getBuffers().get(1);
            for (int i = 0; i < batch.getLength(); i++) {
                assertEquals(next++, ids.getLong(8L * i));
            }
        }
        assertEquals(rows, next);
    }

    /** A consumer may release a stream that it has not read to the end, or not at all. */
    @Test
    void streamsThatAreOpenedAndClosedLeaveNothing() throws Exception {
        Path path = write(2_000);
        List<WeakReference<Object>> readers = new ArrayList<>();
        try (BufferAllocator producer = new RootAllocator();
                BufferAllocator consumer = new RootAllocator()) {
            cycles(path, producer, consumer, CYCLES / 4, readers);
            long heap = heap();
            long resident = resident();
            long files = openFiles();
            cycles(path, producer, consumer, CYCLES, readers);
            long heapGrowth = heap() - heap;
            long nativeGrowth = resident() - resident;
            System.out.printf(
                    "%,d cycles: heap %+,d bytes, resident memory %+,d bytes%n", CYCLES, heapGrowth, nativeGrowth);
            assertTrue(heapGrowth < MOST_HEAP_GROWTH, heapGrowth + " bytes of heap");
            assertTrue(nativeGrowth < MOST_NATIVE_GROWTH + heapGrowth, nativeGrowth + " bytes of memory");
            // a leak grows with the cycles; the JVM itself may open a jar meanwhile
            long more = openFiles() - files;
            assertTrue(more < CYCLES / 100, more + " more open files");
        }
        long alive = readers.stream().filter(reader -> reader.get() != null).count();
        assertTrue(alive <= 2, alive + " readers are still referred to");
    }

    private static void cycles(
            Path path,
            BufferAllocator producer,
            BufferAllocator consumer,
            int count,
            List<WeakReference<Object>> readers)
            throws IOException {
        for (int i = 0; i < count; i++) {
            StoaFile file = StoaFiles.open(path);
            StoaArrowReader reader = StoaArrowReader.of(producer, file.scan().build())
                    .dictionaries(i % 2 == 0 ? List.of() : List.of(ColumnPath.of("name")))
                    .closing(file);
            readers.add(new WeakReference<>(reader));
            try (ArrowReader imported = imported(reader, consumer)) {
                if (i % 3 > 0) {
                    assertTrue(imported.loadNextBatch());
                    assertEquals(2_000, imported.getVectorSchemaRoot().getRowCount());
                }
                if (i % 3 > 1) {
                    assertFalse(imported.loadNextBatch());
                }
            }
            assertEquals(0, producer.getAllocatedMemory());
            assertEquals(0, consumer.getAllocatedMemory());
        }
    }

    private static long heap() throws InterruptedException {
        long used = Long.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            System.gc();
            Thread.sleep(50);
            used = Math.min(
                    used,
                    Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory());
        }
        return used;
    }

    /** The memory of the process that is outside of the heap's reserve, or 0 where the system does not tell. */
    private static long resident() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.exists(status)) {
            return 0;
        }
        long resident = Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) << 10)
                .sum();
        return resident - Runtime.getRuntime().totalMemory();
    }

    private static long openFiles() throws IOException {
        Path descriptors = Path.of("/proc/self/fd");
        if (!Files.exists(descriptors)) {
            return 0;
        }
        try (Stream<Path> open = Files.list(descriptors)) {
            return open.count();
        }
    }
}
