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
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.StoaException;
import dev.stoa.interop.Codec;
import dev.stoa.interop.CorpusReadout;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Util;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import shaded.parquet.org.apache.thrift.TBase;
import shaded.parquet.org.apache.thrift.TFieldIdEnum;
import shaded.parquet.org.apache.thrift.meta_data.FieldMetaData;

/** Footers that other writers may make, and some that none makes: they are read, or refused in words. */
class UnusualFooterTest {
    private static final Configuration CONF = new Configuration(false);

    /** How errors of the language read. */
    private static final Pattern RAW = Pattern.compile(
            "Cannot |because \"|out of bounds|[Ii]ndex \\d|For input string|cannot be cast|^null|: null|No value present");

    @TempDir
    private Path folder;

    private Path change(byte[] whole, Consumer<FileMetaData> change) throws IOException {
        ByteBuffer end = ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN);
        int length = end.getInt(whole.length - 8);
        int start = whole.length - 8 - length;
        FileMetaData footer = Util.readFileMetaData(new ByteArrayInputStream(whole, start, length));
        change.accept(footer);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(whole, 0, start);
        Util.writeFileMetaData(footer, out);
        int written = out.size() - start;
        out.write(ByteBuffer.allocate(8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(written)
                .put("PAR1".getBytes(java.nio.charset.StandardCharsets.US_ASCII))
                .array());
        return Files.write(folder.resolve("unusual.parquet"), out.toByteArray());
    }

    private static String read(Path file) throws IOException {
        return read(CONF, file);
    }

    private static String read(Configuration conf, Path file) throws IOException {
        try (ParquetSource source =
                ParquetSource.open(conf, new org.apache.hadoop.fs.Path(file.toUri()), ParquetSourceOptions.DEFAULT)) {
            CorpusReadout readout = new CorpusReadout(source.schema());
            while (source.next()) {
                readout.add(source.batch());
            }
            return readout.rows() + " " + readout.rowChecksum();
        }
    }

    private byte[] whole() throws IOException {
        return Files.readAllBytes(HostileParquetTest.write(folder.resolve("whole.parquet"), Codec.SNAPPY, 40));
    }

    @Test
    void repetitionsMayBeMissing() throws IOException {
        byte[] whole = whole();
        String right = read(folder.resolve("whole.parquet"));
        assertEquals(right, read(change(whole, f -> f.getSchema().get(0).unsetRepetition_type())));
        assertEquals(
                right,
                read(change(
                        whole,
                        f -> f.getSchema()
                                .get(0)
                                .setRepetition_type(org.apache.parquet.format.FieldRepetitionType.REQUIRED))));
        // column 'id' is required: that is what other readers take for granted
        assertEquals(right, read(change(whole, f -> f.getSchema().get(1).unsetRepetition_type())));
        assertEquals(right, read(change(whole, f -> {
            f.getSchema().get(0).unsetRepetition_type();
            f.getSchema().get(1).unsetRepetition_type();
        })));
    }

    /** Another file takes the place of a file once it is open, as a writer renames it there. */
    public static final class ReplacedFiles extends RawLocalFileSystem {
        private static final AtomicInteger OPENS = new AtomicInteger();
        private static Path other;

        @Override
        public FSDataInputStream open(org.apache.hadoop.fs.Path file, int bufferSize) throws IOException {
            FSDataInputStream in = super.open(file, bufferSize);
            if (OPENS.incrementAndGet() == 2) { // the first stream is of a reader that refuses the footer
                Files.move(other, pathToFile(file).toPath(), StandardCopyOption.REPLACE_EXISTING);
            }
            return in;
        }
    }

    @Test
    void footerAndDataAreOfOneFile() throws IOException {
        byte[] whole = whole();
        String right = read(folder.resolve("whole.parquet"));
        Configuration conf = new Configuration(false);
        conf.setClass("fs.file.impl", ReplacedFiles.class, FileSystem.class);
        conf.setBoolean("fs.file.impl.disable.cache", true);
        conf.setBoolean("parquet.hadoop.vectored.io.enabled", false); // Hadoop's local files open again for it
        Path file = change(whole, f -> f.getSchema().get(1).unsetRepetition_type());
        byte[] others = Files.readAllBytes(file);
        Arrays.fill(others, 100, 200, (byte) 0);
        ReplacedFiles.other = Files.write(folder.resolve("other"), others);
        ReplacedFiles.OPENS.set(0);
        assertEquals(right, read(conf, file));
        assertFalse(Files.exists(ReplacedFiles.other), "it was not replaced");
    }

    /** Any field of the footer may be missing, twice, of another column or a small number. */
    @Test
    void whatIsRefusedIsRefusedInWords() throws IOException {
        byte[] whole = whole();
        long seed = Long.getLong("stoa.seed", 4711L);
        int refused = 0;
        for (int run = 0; run < 1500; run++) {
            Random random = new Random(seed + run);
            String what = "seed " + (seed + run);
            Path file;
            try {
                file = change(whole, footer -> mutate(footer, random));
            } catch (IOException | RuntimeException e) { // thrift does not write it
                continue;
            }
            try {
                read(file);
            } catch (StoaException e) {
                refused++;
                assertTrue(e.getMessage().contains("unusual.parquet"), what + ": " + e.getMessage());
                assertFalse(RAW.matcher(e.getMessage()).find(), what + ": " + e.getMessage());
            } catch (IOException | RuntimeException | Error e) {
                throw new AssertionError(what, e);
            }
        }
        assertTrue(refused > 100, refused + " were refused");
    }

    /** Changes one field of one of the structs below. */
    private static void mutate(FileMetaData footer, Random random) {
        List<TBase<?, ?>> structs = new ArrayList<>();
        collect(footer, structs);
        TBase<?, ?> struct = structs.get(random.nextInt(structs.size()));
        change(struct, random);
        if (random.nextInt(4) == 0) {
            List<SchemaElement> schema = footer.getSchema();
            schema.add(random.nextInt(schema.size() + 1), schema.get(random.nextInt(schema.size())));
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static void change(TBase struct, Random random) {
        List<TFieldIdEnum> fields = new ArrayList<>(fields(struct).keySet());
        TFieldIdEnum field = fields.get(random.nextInt(fields.size()));
        Object value = struct.isSet(field) ? struct.getFieldValue(field) : null;
        if (value instanceof Integer) {
            struct.setFieldValue(field, random.nextInt(12) - 3);
        } else if (value instanceof Long) {
            struct.setFieldValue(field, (long) random.nextInt(12) - 3);
        } else if (value instanceof List list && !list.isEmpty() && random.nextBoolean()) {
            list.remove(random.nextInt(list.size()));
        } else if (value instanceof String) {
            struct.setFieldValue(field, random.nextBoolean() ? "" : "other");
        } else {
            struct.setFieldValue(field, null);
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Map<? extends TFieldIdEnum, FieldMetaData> fields(TBase struct) {
        return FieldMetaData.getStructMetaDataMap(struct.getClass());
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static void collect(Object value, List<TBase<?, ?>> structs) {
        if (value instanceof Collection<?> all) {
            all.forEach(each -> collect(each, structs));
        } else if (value instanceof TBase struct) {
            structs.add(struct);
            for (TFieldIdEnum field : fields(struct).keySet()) {
                if (struct.isSet(field)) {
                    collect(struct.getFieldValue(field), structs);
                }
            }
        }
    }
}
