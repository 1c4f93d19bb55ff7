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
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Batch;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.EncodingProfile;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.vio.LocalFileSink;
import dev.stoa.vio.SinkOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Columns that several threads encode: nobody can tell from the file. */
class ThreadsTest {
    private static final WriterOptions OPTIONS =
            WriterOptions.DEFAULT.withUuid(new UUID(1, 2)).withMemory(new WriterMemory(1L << 30));

    @TempDir
    Path folder;

    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("stoa-writer"))
                .toList();
    }

    private Path write(Schema schema, List<Batch> batches, WriterOptions options, int threads) throws IOException {
        Path file = folder.resolve("threads-" + threads);
        Files.deleteIfExists(file);
        try (StoaWriter writer = TestFiles.create(file, schema, options.withThreads(threads))) {
            for (Batch batch : batches) {
                writer.write(batch);
            }
            writer.finish();
            assertEquals(List.of(), threads());
        }
        return file;
    }

    private static List<Batch> batches(Schema schema, List<Object[]> rows, Random random) throws IOException {
        List<Batch> batches = new ArrayList<>();
        for (int at = 0; at < rows.size(); ) {
            int end = Math.min(rows.size(), at + 1 + random.nextInt(9000));
            batches.add(TestFiles.batch(schema, rows.subList(at, end)));
            at = end;
        }
        return batches;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void theBytesAreTheSame(long seed) throws IOException {
        Random random = new Random(seed);
        RandomData data = new RandomData(random);
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            fields.add(data.field("c" + i, 2));
        }
        Schema schema = new Schema(fields);
        List<Object[]> rows = data.rows(schema, 12_000);
        List<Batch> batches = batches(schema, rows, random);
        EncodingProfile profile = EncodingProfile.values()[(int) (seed % EncodingProfile.values().length)];
        WriterOptions options =
                OPTIONS.withProfile(profile).withSizes(1 + random.nextInt(20_000), 4096 + random.nextInt(30_000));
        byte[] one = Files.readAllBytes(write(schema, batches, options, 1));
        assertArrayEquals(one, Files.readAllBytes(write(schema, batches, options, 1)), "seed " + seed);
        assertArrayEquals(one, Files.readAllBytes(write(schema, batches, options, 4)), "seed " + seed);
        assertEquals(0, options.memory().used());
        WriterOptions small =
                options.withMemory(new WriterMemory(20_000)).withSpillFolder(Optional.of(folder.resolve("spill")));
        Files.createDirectory(folder.resolve("spill"));
        RoundTripTest.compare(write(schema, batches, small, 4), schema, rows);
        assertEquals(0, small.memory().used());
    }

    /** Which column gets the last memory for its dictionary must not be a matter of luck. */
    @Test
    void dictionariesThatCompeteForMemory() throws IOException {
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            fields.add(Field.required("c" + i, Type.of(TypeKind.STRING)));
        }
        Schema schema = new Schema(fields);
        Random random = new Random(5);
        List<Object[]> rows = new ArrayList<>();
        for (int r = 0; r < 30_000; r++) {
            Object[] row = new Object[fields.size()];
            for (int c = 0; c < row.length; c++) {
                row[c] = "a value of some length, number " + random.nextInt(100 + 300 * c);
            }
            rows.add(row);
        }
        List<Batch> batches = batches(schema, rows, random);
        // a quarter of the memory is for dictionaries: about half of what they would take
        WriterOptions options = OPTIONS.withMemory(new WriterMemory(16L << 20))
                .withSpillFolder(Optional.empty())
                .withSizes(4096, 8 << 20);
        byte[] one = Files.readAllBytes(write(schema, batches, options, 1));
        byte[] enough = Files.readAllBytes(write(schema, batches, OPTIONS, 1));
        assertNotEquals(enough.length, one.length, "the limit changes nothing");
        for (int i = 0; i < 3; i++) {
            assertArrayEquals(one, Files.readAllBytes(write(schema, batches, options, 4)));
        }
    }

    @Test
    void theFirstColumnThatIsWrongIsNamed() throws IOException {
        List<Field> fields = new ArrayList<>();
        List<ColumnVector> columns = new ArrayList<>();
        byte[] wrong = "caf\u00e9".getBytes(StandardCharsets.ISO_8859_1);
        byte[] right = "tea".getBytes(StandardCharsets.ISO_8859_1);
        for (int i = 0; i < 40; i++) {
            Type type = Type.of(TypeKind.STRING);
            fields.add(Field.required("c" + i, type));
            byte[] data = i >= 7 ? wrong : right;
            columns.add(new BytesVector(type, data, new int[] {0, data.length}, ColumnVector.NO_NULLS, 1));
        }
        Schema schema = new Schema(fields);
        Batch batch = new Batch(schema, columns, 1);
        for (int i = 0; i < 50; i++) {
            Path file = folder.resolve("f");
            try (StoaWriter writer = TestFiles.create(file, schema, OPTIONS.withThreads(3))) {
                RejectedDataException e = assertThrows(RejectedDataException.class, () -> writer.write(batch));
                assertTrue(e.getMessage().contains("'c7'"), e.getMessage());
                assertThrows(IllegalStateException.class, () -> writer.write(batch));
            }
            assertEquals(List.of(), threads());
            assertEquals(List.of(), TestFiles.names(folder));
        }
    }

    @Test
    void anInterruptedCallerStillWaits() throws IOException {
        WriterContext context = new WriterContext(
                LocalFileSink.create(folder.resolve("f"), SinkOptions.DEFAULT), OPTIONS.withThreads(3));
        AtomicInteger sum = new AtomicInteger();
        Thread.currentThread().interrupt();
        context.append(1000, sum::addAndGet);
        assertEquals(499_500, sum.get());
        context.close();
        assertTrue(Thread.interrupted());
        assertEquals(List.of(), threads());
    }
}
