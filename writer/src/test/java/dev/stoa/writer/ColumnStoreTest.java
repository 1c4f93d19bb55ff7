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
package dev.stoa.writer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.IntVector;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.internal.meta.ColumnIndex;
import dev.stoa.vio.FileSink;
import dev.stoa.vio.LocalFileSink;
import dev.stoa.vio.SinkOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where granules and extents end, what a writer holds on the way to them, and that what it puts aside comes back. */
class ColumnStoreTest {
    private static final int VECTOR = 4096;
    private static final Schema INTS = Schema.of(Field.required("a", Type.of(TypeKind.INT32)));
    private static final Schema TEXTS = Schema.of(
            Field.required("n", Type.of(TypeKind.INT64)),
            Field.nullable("word", Type.of(TypeKind.STRING)),
            Field.nullable("bytes", Type.of(TypeKind.BINARY)));

    @TempDir
    Path folder;

    private final Random random = new Random(1);

    /** A vector of numbers below a bound: all of one length in the file. */
    private Batch vector(int bound) {
        int[] values = random.ints(VECTOR, 0, bound).toArray();
        return new Batch(
                INTS,
                List.of(new IntVector(INTS.fields().get(0).type(), values, ColumnVector.NO_NULLS, VECTOR)),
                VECTOR);
    }

    private static WriterOptions sizes(int granule, int vectorsPerZone) {
        return WriterOptions.DEFAULT.withSizes(granule, 8 << 20).withVectorsPerZone(vectorsPerZone);
    }

    private ColumnIndex index(WriterOptions options, List<Batch> batches) throws IOException {
        Path file = folder.resolve("f" + UUID.randomUUID());
        try (StoaWriter writer = TestFiles.create(file, INTS, options)) {
            for (Batch batch : batches) {
                writer.write(batch);
            }
            writer.finish();
        }
        return new StoredFile(file).index(0).orElseThrow();
    }

    /** Numbers of vectors of the granules. */
    private List<Integer> granules(WriterOptions options, List<Batch> batches) throws IOException {
        ColumnIndex index = index(options, batches);
        List<Integer> counts = new ArrayList<>();
        for (int i = 0; i < index.granuleCount(); i++) {
            int end = i + 1 < index.granuleCount() ? index.granuleStart(i + 1) : index.vectorCount();
            counts.add(end - index.granuleStart(i));
        }
        return counts;
    }

    private List<Batch> vectors(int count) {
        return IntStream.range(0, count).mapToObj(i -> vector(8)).toList();
    }

    @Test
    void granulesEndOnceTheyHoldEnough() throws IOException {
        List<Batch> ten = vectors(10);
        ColumnIndex single = index(sizes(1, 1000), ten);
        int size = single.granuleLength(0);
        assertEquals(10, single.granuleCount());
        assertEquals(List.of(2, 2, 2, 2, 2), granules(sizes(2 * size, 1000), ten));
        assertEquals(List.of(3, 3, 3, 1), granules(sizes(2 * size + 1, 1000), ten));
        assertEquals(2 * size + 4, index(sizes(2 * size, 1000), ten).granuleLength(0), "with two lengths of two bytes");
        // at the end of a zone a quarter is enough
        assertEquals(List.of(3, 3, 3, 1), granules(sizes(8 * size, 3), ten));
        assertEquals(List.of(2, 2, 2, 2, 2), granules(sizes(8 * size, 1), ten));
        assertEquals(List.of(3, 3, 3, 1), granules(sizes(8 * size + 4, 1), ten));
        assertEquals(List.of(8, 2), granules(sizes(8 * size, 1000), ten));
    }

    @Test
    void vectorsWithoutBytesHaveGranulesOfTheirOwn() throws IOException {
        List<Batch> mixed = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            mixed.add(vector(1));
        }
        mixed.addAll(vectors(4));
        ColumnIndex index = index(sizes(4000, 1000), mixed);
        assertEquals(0, index.granuleLength(0));
        assertEquals(3, index.granuleStart(1));
        assertEquals(0, index.granuleCrc(0));
        assertEquals(List.of(3, 3, 1), granules(sizes(4000, 1000), mixed));
        Batch zeros = vector(1);
        assertEquals(
                List.of(4096, 1),
                granules(
                        sizes(4000, 1000),
                        IntStream.range(0, 4097).mapToObj(i -> zeros).toList()),
                "the most vectors of a granule");
    }

    @Test
    void noGranuleIsLongerThanReadersTake() throws IOException {
        Schema schema = Schema.of(Field.required("a", Type.of(TypeKind.BINARY)));
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < 3 * VECTOR; i++) {
            byte[] bytes = new byte[i < VECTOR ? 40 : i < 2 * VECTOR ? 150 : 10];
            random.nextBytes(bytes);
            rows.add(new Object[] {bytes});
        }
        Path file = folder.resolve("f");
        try (StoaWriter writer = TestFiles.create(file, schema, sizes(262_144, 1000))) {
            writer.write(TestFiles.batch(schema, rows));
            writer.finish();
        }
        ColumnIndex index = new StoredFile(file).index(0).orElseThrow();
        assertEquals(3, index.granuleCount(), "160 kB are not joined with 600 kB");
        RoundTripTest.compare(file, schema, rows);
    }

    /** Tells what the pool holds whenever bytes come, and when the file is complete. */
    private static final class Watched implements FileSink {
        private final FileSink sink;
        private final WriterMemory memory;
        private long atCommit = -1;

        Watched(Path file, WriterMemory memory) throws IOException {
            this.sink = LocalFileSink.create(file, SinkOptions.DEFAULT);
            this.memory = memory;
        }

        @Override
        public String id() {
            return sink.id();
        }

        @Override
        public long position() {
            return sink.position();
        }

        @Override
        public void write(ByteBuffer source) throws IOException {
            sink.write(source);
        }

        @Override
        public void commit() throws IOException {
            atCommit = memory.used();
            sink.commit();
        }

        @Override
        public void abort() throws IOException {
            sink.abort();
        }
    }

    @Test
    void extentsAreWrittenOnceTheyAreFull() throws IOException {
        int size = index(sizes(1, 1000), vectors(1)).granuleLength(0);
        WriterMemory memory = new WriterMemory(1 << 30);
        Path file = folder.resolve("f");
        Watched sink = new Watched(file, memory);
        int extents = 4;
        int inEach = (4096 + size - 1) / size;
        try (StoaWriter writer = StoaWriter.create(
                sink, INTS, sizes(1, 1000).withSizes(1, inEach * size).withMemory(memory))) {
            writer.write(vector(8));
            long least = memory.used() - size;
            for (int i = 1; i < extents * inEach; i++) {
                writer.write(vector(8));
                assertEquals(least + (i + 1L) % inEach * size, memory.used(), "after vector " + i);
                assertEquals((long) (i + 1) * size, writer.encodedBytes());
            }
            WriteResult result = writer.finish();
            assertEquals(0, memory.used(), "all is given back");
            assertTrue(
                    sink.atCommit <= least, sink.atCommit + " bytes are held in the end, " + least + " by no vector");
            assertEquals((long) extents * inEach * VECTOR, result.rows());
            assertEquals(0, result.spilledBytes());
        }
        ColumnIndex index = new StoredFile(file).index(0).orElseThrow();
        assertEquals(
                List.of(inEach, inEach, inEach, inEach),
                index.extents().stream().map(ColumnIndex.Extent::granules).toList());
    }

    private List<Object[]> texts(int rows) {
        List<Object[]> all = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            byte[] bytes = new byte[i % 5000 == 77 ? 1_500_000 : random.nextInt(20)];
            random.nextBytes(bytes);
            all.add(new Object[] {random.nextLong(), "word " + random.nextInt(300), i % 9 == 0 ? null : bytes});
        }
        return all;
    }

    private WriteResult write(Path file, WriterOptions options, List<Object[]> rows) throws IOException {
        try (StoaWriter writer = TestFiles.create(file, TEXTS, options)) {
            for (int at = 0; at < rows.size(); at += 1000) {
                writer.write(TestFiles.batch(TEXTS, rows.subList(at, Math.min(rows.size(), at + 1000))));
            }
            return writer.finish();
        }
    }

    @Test
    void whatIsPutAsideComesBack() throws IOException {
        List<Object[]> rows = texts(12_000);
        WriterOptions options = WriterOptions.DEFAULT
                .withSizes(4096, 8 << 20)
                .withUuid(new UUID(1, 2))
                .withSpillFolder(Optional.of(Files.createDirectory(folder.resolve("spill"))));
        Path plain = folder.resolve("plain");
        assertEquals(
                0,
                write(plain, options.withMemory(new WriterMemory(1 << 30)), rows)
                        .spilledBytes());
        RoundTripTest.compare(plain, TEXTS, rows);
        for (long limit : new long[] {1, 20_000, 300_000, 3_000_000}) {
            Path spilled = folder.resolve("spilled" + limit);
            WriterMemory memory = new WriterMemory(limit);
            assertTrue(write(spilled, options.withMemory(memory), rows).spilledBytes() > 0, "limit " + limit);
            if (limit == 3_000_000) {
                assertArrayEquals(Files.readAllBytes(plain), Files.readAllBytes(spilled), "nothing was closed early");
            }
            RoundTripTest.compare(spilled, TEXTS, rows);
            assertEquals(0, memory.used());
        }
    }

    @Test
    void withoutAFolderExtentsAreWrittenEarly() throws IOException {
        List<Object[]> rows = texts(12_000);
        WriterOptions options =
                WriterOptions.DEFAULT.withSpillFolder(Optional.empty()).withMemory(new WriterMemory(4_000_000));
        Path file = folder.resolve("f");
        write(file, options, rows);
        RoundTripTest.compare(file, TEXTS, rows);
        assertTrue(new StoredFile(file).index(2).orElseThrow().extents().size() > 1);
    }

    /** Writes rows in batches and returns the file. After each batch the writer holds at most the memory of its pool. */
    private StoredFile writeWithin(Schema schema, List<Object[]> rows, int inBatch, WriterOptions options, String name)
            throws IOException {
        WriterMemory memory = options.memory();
        Watched sink = new Watched(folder.resolve(name), memory);
        try (StoaWriter writer = StoaWriter.create(sink, schema, options)) {
            for (int at = 0; at < rows.size(); at += inBatch) {
                writer.write(TestFiles.batch(schema, rows.subList(at, Math.min(rows.size(), at + inBatch))));
                assertTrue(memory.used() <= memory.limit(), memory.used() + " bytes are held after row " + at);
                assertTrue(memory.used() >= 0, memory.used() + " bytes are held after row " + at);
            }
            WriteResult result = writer.finish();
            assertEquals(options.spillFolder().isPresent(), result.spilledBytes() > 0);
        }
        assertEquals(0, memory.used());
        RoundTripTest.compare(folder.resolve(name), schema, rows);
        return new StoredFile(folder.resolve(name));
    }

    private static Schema numbers(int columns) {
        return new Schema(IntStream.range(0, columns)
                .mapToObj(i -> Field.required("c" + i, Type.of(TypeKind.INT64)))
                .toList());
    }

    private List<Object[]> numbers(int columns, int rows, int bound) {
        return IntStream.range(0, rows)
                .mapToObj(row -> IntStream.range(0, columns)
                        .mapToObj(c -> (Object) (bound == 0 ? random.nextLong() : random.nextInt(bound)))
                        .toArray())
                .toList();
    }

    @Test
    void aWriterHoldsWhatItsPoolHas() throws IOException {
        WriterOptions options =
                WriterOptions.DEFAULT.withSpillFolder(Optional.of(Files.createDirectory(folder.resolve("spill"))));
        // granules of an extent that is not full
        writeWithin(numbers(1), numbers(1, 40_000, 0), 1000, options.withMemory(new WriterMemory(150_000)), "extent");
        // vectors that are not full
        writeWithin(numbers(40), numbers(40, 4000, 0), 200, options.withMemory(new WriterMemory(400_000)), "vectors");
        // granules that are not full
        writeWithin(
                numbers(60),
                numbers(60, 3 * VECTOR, 2),
                VECTOR,
                options.withMemory(new WriterMemory(40_000)).withSizes(100_000, 8 << 20),
                "granules");
    }

    @Test
    void withoutAFolderAWriterHoldsWhatItsPoolHas() throws IOException {
        WriterOptions options = WriterOptions.DEFAULT.withSpillFolder(Optional.empty());
        StoredFile file = writeWithin(
                numbers(1), numbers(1, 40_000, 0), 1000, options.withMemory(new WriterMemory(150_000)), "extent");
        assertTrue(file.index(0).orElseThrow().extents().size() > 2);
        writeWithin(
                numbers(60),
                numbers(60, 3 * VECTOR, 2),
                VECTOR,
                options.withMemory(new WriterMemory(40_000)).withSizes(100_000, 8 << 20),
                "granules");
    }

    @Test
    void pagesOfAVectorArePutAside() throws IOException {
        Schema schema = Schema.of(Field.required("a", Type.of(TypeKind.BINARY)));
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            byte[] bytes = new byte[1_200_000];
            random.nextBytes(bytes);
            rows.add(new Object[] {bytes});
        }
        WriterOptions options = WriterOptions.DEFAULT
                .withSpillFolder(Optional.of(Files.createDirectory(folder.resolve("spill"))))
                .withMemory(new WriterMemory(3_000_000));
        writeWithin(schema, rows, 1, options, "pages");
    }

    @Test
    void dictionariesAreGivenBackOnceTheyAreWritten() throws IOException {
        Schema schema = Schema.of(Field.required("word", Type.of(TypeKind.STRING)));
        List<Long> held = new ArrayList<>();
        for (int words : new int[] {20, 400}) {
            List<Object[]> rows = new ArrayList<>();
            for (int i = 0; i < 20_000; i++) {
                rows.add(new Object[] {"a word of many " + (1000 + random.nextInt(words))});
            }
            WriterMemory memory = new WriterMemory(1 << 30);
            Watched sink = new Watched(folder.resolve("f" + words), memory);
            try (StoaWriter writer = StoaWriter.create(sink, schema, WriterOptions.DEFAULT.withMemory(memory))) {
                writer.write(TestFiles.batch(schema, rows));
                writer.finish();
            }
            held.add(sink.atCommit);
        }
        assertEquals(held.get(0), held.get(1), "what is held in the end does not depend on the words");
    }

    @Test
    void selectedRowsAreWritten() throws IOException {
        Batch all = vector(1000);
        int[] selection = {1, 2, 3, 70, 4095};
        Path file = folder.resolve("f");
        try (StoaWriter writer = TestFiles.create(file, INTS, WriterOptions.DEFAULT)) {
            writer.write(new Batch(INTS, List.of(all.column(0)), VECTOR, 0, selection, selection.length));
            assertEquals(5, writer.rowCount());
            assertEquals(5, writer.finish().rows());
        }
        List<Object[]> rows = new ArrayList<>();
        for (int row : selection) {
            rows.add(new Object[] {((IntVector) all.column(0)).values()[row]});
        }
        RoundTripTest.compare(file, INTS, rows);
    }

    @Test
    void aFailureToAbortIsToldWithWhatFailed() {
        IOException second = new IOException("can't be removed");
        FileSink broken = new FileSink() {
            @Override
            public String id() {
                return "broken";
            }

            @Override
            public long position() {
                return 0;
            }

            @Override
            public void write(ByteBuffer bytes) {}

            @Override
            public void commit() {}

            @Override
            public void abort() throws IOException {
                throw second;
            }
        };
        WriterOptions unsorted = WriterOptions.DEFAULT.withSortColumns(List.of(SortColumn.ascending("missing")));
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> StoaWriter.create(broken, INTS, unsorted));
        assertArrayEquals(new Throwable[] {second}, e.getSuppressed());
    }
}
