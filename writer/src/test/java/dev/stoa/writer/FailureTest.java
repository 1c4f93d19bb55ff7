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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.StoaException;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.vio.FileSink;
import dev.stoa.vio.LocalFileSink;
import dev.stoa.vio.SinkOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file is there whole or not at all, and nothing else is left. */
class FailureTest {
    private static final Schema SCHEMA = Schema.of(
            Field.required("a", Type.of(TypeKind.INT64)),
            Field.required("b", Type.of(TypeKind.STRING)),
            Field.required("c", Type.list(Field.required("element", Type.of(TypeKind.FLOAT64)))));

    @TempDir
    Path folder;

    /** A sink that fails once it has so many bytes, or when it is to be published. */
    private static final class FailingSink implements FileSink {
        private final FileSink sink;
        private final long limit;
        private boolean aborted;

        FailingSink(FileSink sink, long limit) {
            this.sink = sink;
            this.limit = limit;
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
        public void write(ByteBuffer bytes) throws IOException {
            if (position() + bytes.remaining() > limit) {
                throw new IOException("the disk is full");
            }
            sink.write(bytes);
        }

        @Override
        public void commit() throws IOException {
            throw new IOException("the disk was full in the end");
        }

        @Override
        public void abort() throws IOException {
            aborted = true;
            sink.abort();
        }
    }

    private WriterOptions smallPool() {
        return WriterOptions.DEFAULT.withMemory(new WriterMemory(20_000)).withSpillFolder(Optional.of(folder));
    }

    private static void writeRows(StoaWriter writer, int rows) throws IOException {
        RandomData data = new RandomData(new Random(1));
        for (Object[] row : data.rows(SCHEMA, rows)) {
            writer.rows().append(row);
        }
    }

    @Test
    void closedWithoutFinish() throws IOException {
        WriterOptions options = smallPool();
        try (StoaWriter writer = TestFiles.create(folder.resolve("f"), SCHEMA, options)) {
            writeRows(writer, 20_000);
            assertTrue(options.memory().used() > 0);
        }
        assertEquals(List.of(), TestFiles.names(folder));
        assertEquals(0, options.memory().used());
    }

    @Test
    void failingStore() throws IOException {
        for (long limit : new long[] {10, 10_000, 100_000, Long.MAX_VALUE}) {
            WriterOptions options = smallPool().withSizes(4096, 4096);
            FailingSink sink = new FailingSink(LocalFileSink.create(folder.resolve("f"), SinkOptions.DEFAULT), limit);
            try (StoaWriter writer = StoaWriter.create(sink, SCHEMA, options)) {
                IOException e = assertThrows(IOException.class, () -> {
                    writeRows(writer, 20_000);
                    writer.finish();
                });
                assertTrue(e.getMessage().startsWith("the disk"), e.getMessage());
                assertThrows(IllegalStateException.class, writer::finish);
            }
            assertTrue(sink.aborted);
            assertEquals(List.of(), TestFiles.names(folder), "limit " + limit);
            assertEquals(0, options.memory().used());
        }
    }

    @Test
    void noFolderToSpillTo() throws IOException {
        WriterOptions options = smallPool().withSpillFolder(Optional.of(folder.resolve("missing")));
        try (StoaWriter writer = TestFiles.create(folder.resolve("f"), SCHEMA, options)) {
            assertThrows(IOException.class, () -> writeRows(writer, 20_000));
        }
        assertEquals(List.of(), TestFiles.names(folder));
    }

    @Test
    void noSpillAndTooManyColumns() throws IOException {
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            fields.add(Field.required("c" + i, Type.of(TypeKind.INT64)));
        }
        Schema schema = new Schema(fields);
        List<Object[]> rows = new RandomData(new Random(1)).rows(schema, 4096);
        for (long limit : new long[] {1_000_000, 5_000_000}) {
            WriterOptions options =
                    WriterOptions.DEFAULT.withMemory(new WriterMemory(limit)).withSpillFolder(Optional.empty());
            Path file = folder.resolve("f" + limit);
            try (StoaWriter writer = TestFiles.create(file, schema, options)) {
                if (limit == 5_000_000) {
                    for (Object[] row : rows) {
                        writer.write(TestFiles.batch(schema, List.<Object[]>of(row)));
                    }
                    assertEquals(0, writer.finish().spilledBytes());
                } else {
                    StoaException e = assertThrows(StoaException.class, () -> {
                        for (Object[] row : rows) {
                            writer.write(TestFiles.batch(schema, List.<Object[]>of(row)));
                        }
                    });
                    assertTrue(e.getMessage().contains("name a folder to spill to"), e.getMessage());
                }
            }
        }
        assertEquals(List.of("f5000000"), TestFiles.names(folder));
    }

    @Test
    void aWriterIsNotClosedTwice() throws IOException {
        StoaWriter writer = TestFiles.create(folder.resolve("f"), SCHEMA, WriterOptions.DEFAULT);
        writer.finish();
        assertThrows(IllegalStateException.class, () -> writeRows(writer, 1));
        writer.close();
        writer.close();
        assertEquals(List.of("f"), TestFiles.names(folder));
    }

    @Test
    void aFailedCreateAbortsTheSink() throws IOException {
        FailingSink sink =
                new FailingSink(LocalFileSink.create(folder.resolve("f"), SinkOptions.DEFAULT), Long.MAX_VALUE);
        WriterMemory memory = new WriterMemory(1000);
        WriterOptions options =
                WriterOptions.DEFAULT.withMemory(memory).withSortColumns(List.of(SortColumn.ascending("missing")));
        assertThrows(IllegalArgumentException.class, () -> StoaWriter.create(sink, SCHEMA, options));
        assertTrue(sink.aborted);
        assertEquals(1000, memory.share());
        assertFalse(memory.isShort(0));
    }

    @Tag("slow")
    @Test
    void writersShareAPool() throws IOException {
        WriterMemory memory = new WriterMemory(400_000);
        WriterOptions options = WriterOptions.DEFAULT.withMemory(memory).withSpillFolder(Optional.of(folder));
        List<Object[]> rows = new RandomData(new Random(3)).rows(SCHEMA, 30_000);
        List<StoaWriter> writers = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            writers.add(TestFiles.create(folder.resolve("f" + i), SCHEMA, options));
        }
        assertEquals(80_000, memory.share());
        long most = 0;
        for (int at = 0; at < rows.size(); at += 100) {
            for (StoaWriter writer : writers) {
                writer.write(TestFiles.batch(SCHEMA, rows.subList(at, at + 100)));
                most = Math.max(most, memory.used());
            }
        }
        for (int i = 0; i < 5; i++) {
            assertTrue(writers.get(i).finish().spilledBytes() > 0);
            writers.get(i).close();
            RoundTripTest.compare(folder.resolve("f" + i), SCHEMA, rows);
        }
        assertTrue(most < 1_000_000, "the pool of 400,000 bytes held " + most);
        assertEquals(0, memory.used());
    }
}
