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
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.interop.CorpusReadout;
import dev.stoa.vio.LocalFileSink;
import dev.stoa.vio.SinkOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.parquet.schema.Types;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random nested records, written by parquet-java in all its ways (page versions, encodings, codecs, small pages and row
 * groups), must be read as they were; and written by us, read again.
 */
class ParquetEncodingsTest {
    private static final CompressionCodecName[] CODECS = {
        CompressionCodecName.UNCOMPRESSED,
        CompressionCodecName.SNAPPY,
        CompressionCodecName.GZIP,
        CompressionCodecName.ZSTD,
        CompressionCodecName.LZ4_RAW
    };

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(longs = {11, 22, 33, 44, 55})
    void readsWhatParquetJavaWrites(long seed) throws IOException {
        Random random = new Random(seed);
        for (int round = 0; round < 12; round++) {
            MessageType schema = new MessageType("m", fields(random, 0));
            List<Group> rows = new ArrayList<>();
            int rowCount = random.nextInt(1500);
            int spread = 1 + random.nextInt(1000);
            for (int i = 0; i < rowCount; i++) {
                rows.add(group(schema, random, spread));
            }
            Path file = folder.resolve("random.parquet");
            String how = "seed " + seed + ", round " + round + ": " + write(file, schema, rows, random);
            check(file, rows, 1 + random.nextInt(4096), 1L << (8 + random.nextInt(20)), how);
            Path copy = folder.resolve("copy.parquet");
            copy(file, copy, 1 + random.nextInt(50_000), 1024 + random.nextInt(3000));
            check(copy, rows, 4096, 1 << 20, "copy of " + how);
        }
    }

    private static void check(Path file, List<Group> rows, int batchRows, long batchBytes, String how)
            throws IOException {
        ParquetSourceOptions options = ParquetSourceOptions.DEFAULT.withBatch(batchRows, batchBytes);
        int row = 0;
        try (ParquetSource source =
                ParquetSource.open(new Configuration(false), new org.apache.hadoop.fs.Path(file.toUri()), options)) {
            assertEquals(rows.size(), source.rowCount(), how);
            while (source.next()) {
                assertTrue(source.batch().rowCount() <= batchRows, how);
                assertEquals(row, source.batch().firstRow(), how);
                for (int i = 0; i < source.batch().rowCount(); i++, row++) {
                    for (int c = 0; c < source.schema().fields().size(); c++) {
                        String wanted = text(rows.get(row), c);
                        String got = CorpusReadout.text(source.batch().column(c), i);
                        assertEquals(wanted, got, how + ", row " + row + ", column " + c);
                    }
                }
            }
        }
        assertEquals(rows.size(), row, how);
    }

    private static void copy(Path from, Path to, long rowGroupBytes, int pageBytes) throws IOException {
        try (ParquetSource source = ParquetSource.open(
                        new Configuration(false),
                        new org.apache.hadoop.fs.Path(from.toUri()),
                        ParquetSourceOptions.DEFAULT.withBatch(700, 1 << 20));
                ParquetTarget target = ParquetTarget.create(
                        LocalFileSink.create(to, SinkOptions.DEFAULT.withOverwrite(true)),
                        source.schema(),
                        source.keyValues(),
                        ParquetTargetOptions.DEFAULT.withSizes(rowGroupBytes, pageBytes))) {
            while (source.next()) {
                target.write(source.batch());
            }
            target.finish();
        }
    }

    private static String write(Path file, MessageType schema, List<Group> rows, Random random) throws IOException {
        CompressionCodecName codec = CODECS[random.nextInt(CODECS.length)];
        WriterVersion version = WriterVersion.values()[random.nextInt(2)];
        boolean dictionary = random.nextBoolean();
        boolean split = random.nextInt(3) == 0;
        int page = 1 + random.nextInt(4000);
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(new LocalOutputFile(file))
                .withType(schema)
                .withWriteMode(ParquetFileWriter.Mode.OVERWRITE)
                .withCompressionCodec(codec)
                .withWriterVersion(version)
                .withDictionaryEncoding(dictionary)
                .withDictionaryPageSize(1 + random.nextInt(5000))
                .withByteStreamSplitEncoding(split)
                .withPageSize(page)
                .withMinRowCountForPageSizeCheck(1)
                .withPageRowCountLimit(1 + random.nextInt(500))
                .withRowGroupSize(1L + random.nextInt(100_000))
                .build()) {
            for (Group row : rows) {
                writer.write(row);
            }
        }
        return version + ", " + codec + ", dictionary " + dictionary + ", split " + split + ", pages of " + page + ", "
                + schema;
    }

    private static List<Type> fields(Random random, int depth) {
        List<Type> fields = new ArrayList<>();
        int count = 1 + random.nextInt(depth == 0 ? 5 : 3);
        for (int i = 0; i < count; i++) {
            Repetition repetition = Repetition.values()[random.nextInt(3)];
            if (depth < 3 && random.nextInt(3) == 0) {
                fields.add(new GroupType(repetition, "g" + i, fields(random, depth + 1)));
            } else {
                fields.add(primitive(random, repetition, "p" + i));
            }
        }
        return fields;
    }

    private static PrimitiveType primitive(Random random, Repetition repetition, String name) {
        PrimitiveTypeName type = PrimitiveTypeName.values()[random.nextInt(PrimitiveTypeName.values().length)];
        return switch (type) {
            case FIXED_LEN_BYTE_ARRAY ->
                Types.primitive(type, repetition).length(1 + random.nextInt(20)).named(name);
            default -> Types.primitive(type, repetition).named(name);
        };
    }

    private static Group group(GroupType type, Random random, int spread) {
        Group group = new SimpleGroup(type);
        for (int i = 0; i < type.getFieldCount(); i++) {
            int times = switch (type.getType(i).getRepetition()) {
                case REQUIRED -> 1;
                case OPTIONAL -> random.nextInt(4) == 0 ? 0 : 1;
                case REPEATED -> random.nextInt(3) == 0 ? 0 : random.nextInt(5);
            };
            for (int k = 0; k < times; k++) {
                if (type.getType(i).isPrimitive()) {
                    add(group, i, type.getType(i).asPrimitiveType(), random, spread);
                } else {
                    group.add(i, group(type.getType(i).asGroupType(), random, spread));
                }
            }
        }
        return group;
    }

    private static void add(Group group, int field, PrimitiveType type, Random random, int spread) {
        int small = random.nextInt(spread);
        boolean extreme = random.nextInt(20) == 0;
        switch (type.getPrimitiveTypeName()) {
            case BOOLEAN -> group.add(field, small % 3 == 0);
            case INT32 -> group.add(field, extreme ? random.nextInt() : small);
            case INT64 -> group.add(field, extreme ? random.nextLong() : small * 1_000_000_007L);
            case FLOAT -> group.add(field, extreme ? -0.0f : small / 8f);
            case DOUBLE -> group.add(field, extreme ? Double.NEGATIVE_INFINITY : small / 10d);
            case BINARY ->
                group.add(field, Binary.fromString(extreme ? "x".repeat(random.nextInt(3000)) : "common-" + small));
            case INT96 -> {
                byte[] bytes = new byte[12];
                bytes[0] = (byte) small;
                bytes[10] = 0x25;
                group.add(field, Binary.fromConstantByteArray(bytes));
            }
            case FIXED_LEN_BYTE_ARRAY -> {
                byte[] bytes = new byte[type.getTypeLength()];
                random.nextBytes(bytes);
                bytes[0] = (byte) small;
                group.add(field, Binary.fromConstantByteArray(bytes));
            }
        }
    }

    /** The canonical form of a field, as {@link CorpusReadout} writes that of a vector. */
    private static String text(Group group, int field) {
        Type type = group.getType().getType(field);
        int times = group.getFieldRepetitionCount(field);
        if (!type.isRepetition(Repetition.REPEATED)) {
            return times == 0 ? "null" : text(group, field, 0, type);
        }
        List<String> all = new ArrayList<>();
        for (int k = 0; k < times; k++) {
            all.add(text(group, field, k, type));
        }
        return "[" + String.join(",", all) + "]";
    }

    private static String text(Group group, int field, int index, Type type) {
        if (!type.isPrimitive()) {
            Group child = group.getGroup(field, index);
            List<String> all = new ArrayList<>();
            for (int i = 0; i < child.getType().getFieldCount(); i++) {
                all.add(child.getType().getFieldName(i) + "=" + text(child, i));
            }
            return "{" + String.join(",", all) + "}";
        }
        return switch (type.asPrimitiveType().getPrimitiveTypeName()) {
            case BOOLEAN -> Boolean.toString(group.getBoolean(field, index));
            case INT32 -> Integer.toString(group.getInteger(field, index));
            case INT64 -> Long.toString(group.getLong(field, index));
            case FLOAT -> String.format("f%08x", Float.floatToIntBits(group.getFloat(field, index)));
            case DOUBLE -> String.format("f%016x", Double.doubleToLongBits(group.getDouble(field, index)));
            case BINARY, FIXED_LEN_BYTE_ARRAY ->
                "\"" + new String(group.getBinary(field, index).getBytes(), StandardCharsets.ISO_8859_1) + "\"";
            case INT96 -> {
                byte[] bytes = group.getInt96(field, index).getBytes();
                yield Long.toString((0x25_0000L - 2_440_588) * 86_400_000_000_000L + (bytes[0] & 0xFF));
            }
        };
    }
}
