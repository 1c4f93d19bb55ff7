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
package dev.stoa.interop.parquet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Batch;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.IntVector;
import dev.stoa.format.ListVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.Schema;
import dev.stoa.format.StoaException;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.interop.Codec;
import dev.stoa.interop.CorpusReadout;
import dev.stoa.vio.LocalFileSink;
import dev.stoa.vio.SinkOptions;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damaged files: a typed error or a whole read-out, soon and within little memory. */
class HostileParquetTest {
    private static final Configuration CONF = new Configuration(false);
    private static final long MOST_ALLOCATED = 192L << 20;

    @TempDir
    Path folder;

    private static final com.sun.management.ThreadMXBean THREADS =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    static Path write(Path file, Codec codec, int rows) throws IOException {
        Type strings = Type.list(Field.nullable("element", Type.of(TypeKind.STRING)));
        Schema schema = Schema.of(
                Field.required("id", Type.of(TypeKind.INT64)),
                Field.nullable("small", Type.of(TypeKind.INT16)),
                Field.nullable("texts", strings));
        long[] ids = new long[rows];
        int[] small = new int[rows];
        boolean[] nulls = new boolean[rows];
        int[] offsets = new int[rows + 1];
        byte[] text = "alpha beta gamma delta".getBytes(StandardCharsets.UTF_8);
        int[] textOffsets = new int[2 * rows + 1];
        for (int i = 0; i < rows; i++) {
            ids[i] = i * 1_000_003L;
            small[i] = i % 7;
            nulls[i] = i % 5 == 0;
            offsets[i + 1] = offsets[i] + (nulls[i] ? 0 : 2);
        }
        for (int i = 0; i < 2 * rows; i++) {
            textOffsets[i + 1] = Math.min(text.length, textOffsets[i] + i % 3);
        }
        BytesVector elements =
                new BytesVector(Type.of(TypeKind.STRING), text, textOffsets, ColumnVector.NO_NULLS, 2 * rows);
        Batch batch = new Batch(
                schema,
                List.of(
                        new LongVector(Type.of(TypeKind.INT64), ids, ColumnVector.NO_NULLS, rows),
                        new IntVector(Type.of(TypeKind.INT16), small, nulls, rows),
                        new ListVector(strings, offsets, elements, nulls, rows)),
                rows);
        try (ParquetTarget target = ParquetTarget.create(
                LocalFileSink.create(file, SinkOptions.DEFAULT.withOverwrite(true)),
                schema,
                List.of(),
                ParquetTargetOptions.DEFAULT.withCodec(codec))) {
            target.write(batch);
            target.finish();
        }
        return file;
    }

    private static String read(Path file) throws IOException {
        try (ParquetSource source =
                ParquetSource.open(CONF, new org.apache.hadoop.fs.Path(file.toUri()), ParquetSourceOptions.DEFAULT)) {
            CorpusReadout readout = new CorpusReadout(source.schema());
            while (source.next()) {
                readout.add(source.batch());
            }
            return readout.rows() + " " + readout.rowChecksum();
        }
    }

    /** Reads damaged bytes; fails the test on anything but a read-out or a typed error. */
    private String outcome(byte[] bytes, String what) {
        return assertTimeoutPreemptively(
                Duration.ofMinutes(5),
                () -> {
                    Path file = folder.resolve("damaged.parquet");
                    Files.write(file, bytes);
                    long thread = Thread.currentThread().getId();
                    long before = THREADS.getThreadAllocatedBytes(thread);
                    String outcome;
                    try {
                        outcome = read(file);
                    } catch (StoaException e) {
                        assertTrue(e.getMessage().contains("damaged.parquet"), e.getMessage());
                        outcome = "refused";
                    }
                    long allocated = THREADS.getThreadAllocatedBytes(thread) - before;
                    assertTrue(allocated < MOST_ALLOCATED, () -> what + ": " + allocated + " bytes allocated");
                    return outcome;
                },
                what);
    }

    @Test
    void refusesAFileCutAnywhere() throws IOException {
        byte[] whole = Files.readAllBytes(write(folder.resolve("whole.parquet"), Codec.SNAPPY, 40));
        for (int length = 0; length < whole.length; length++) {
            assertEquals("refused", outcome(Arrays.copyOf(whole, length), "cut to " + length));
        }
    }

    @Test
    void survivesEveryFlippedByte() throws IOException {
        for (Codec codec : Codec.values()) {
            Path file = write(folder.resolve("whole.parquet"), codec, 40);
            byte[] whole = Files.readAllBytes(file);
            String right = read(file);
            long seed = 20_250_101L + codec.ordinal();
            Random random = new Random(seed);
            int refused = 0;
            for (int at = 0; at < whole.length; at++) {
                byte[] damaged = whole.clone();
                damaged[at] ^= (byte) (random.nextBoolean() ? 1 << random.nextInt(8) : 1 + random.nextInt(255));
                String outcome = outcome(damaged, codec + ", byte " + at + ", seed " + seed);
                refused += outcome.equals("refused") ? 1 : 0;
            }
            assertTrue(refused > whole.length / 2, refused + " of " + whole.length + " refused, right is " + right);
        }
    }

    @Test
    void namesWhatIsNotThere() {
        Path missing = folder.resolve("missing.parquet");
        FileNotFoundException e = assertThrows(FileNotFoundException.class, () -> read(missing));
        assertTrue(e.getMessage().contains("missing.parquet"), e.getMessage());
    }

    @Test
    void refusesAFolder() {
        assertThrows(IOException.class, () -> read(folder));
    }
}
