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
package dev.stoa.reader.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Batch;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.ContentHash;
import dev.stoa.format.EncodingProfile;
import dev.stoa.format.Field;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.internal.index.EqualityIndexFormat;
import dev.stoa.format.internal.index.ValueHash;
import dev.stoa.vio.LocalFileSink;
import dev.stoa.vio.SinkOptions;
import dev.stoa.writer.EqualityIndexWriter;
import dev.stoa.writer.StoaWriter;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Files with random schemas and random values, written by the writer and read by the decoder that was written from the
 * specification alone: values must be equal, and every rule must hold.
 */
class ReferenceDecoderTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(TypeKind.class)
    void readsEveryType(TypeKind kind) throws IOException {
        RandomTables tables = new RandomTables(new Random(kind.code()), 0);
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            fields.add(Field.nullable("c" + i, tables.type(kind, 2)));
        }
        Schema schema = new Schema(fields);
        compare(kind.toString(), schema, List.of(tables.batch(schema, 4200)), WriterOptions.DEFAULT);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
    void readsRandomTables(long seed) throws IOException {
        Random random = new Random(seed);
        RandomTables tables = new RandomTables(random, random.nextInt(3) == 0 ? 3_000_000 : 0);
        Schema schema = tables.schema(random.nextInt(6));
        List<Batch> batches = new ArrayList<>();
        for (int left = random.nextInt(random.nextBoolean() ? 300 : 9000);
                left > 0;
                left -= batches.get(batches.size() - 1).rowCount()) {
            batches.add(tables.batch(schema, Math.min(left, 1 + random.nextInt(9000))));
        }
        EncodingProfile profile = EncodingProfile.values()[(int) (seed % EncodingProfile.values().length)];
        WriterOptions options = WriterOptions.DEFAULT
                .withProfile(profile)
                .withSizes(1 + random.nextInt(20_000), 4096 + random.nextInt(100_000))
                .withVectorsPerZone(1 + random.nextInt(3));
        compare("seed " + seed, schema, batches, options);
    }

    @Test
    void readsIndexFiles() throws IOException {
        Type type = Type.of(TypeKind.STRING);
        Random random = new Random(9);
        Path index = folder.resolve("table.index");
        EqualityIndexWriter.IndexedFile table =
                new EqualityIndexWriter.IndexedFile(new UUID(1, 2), 1000, new ContentHash(3, -5), 9000);
        TreeSet<String> expected = new TreeSet<>(
                Comparator.comparingLong((String row) -> Long.parseLong(row.replaceAll("[^0-9]+([0-9]+).*", "$1")))
                        .thenComparingInt(row -> Integer.parseInt(row.replaceAll(".*[^0-9]([0-9]+)[^0-9]*", "$1"))));
        try (EqualityIndexWriter writer = EqualityIndexWriter.create(
                LocalFileSink.create(index, SinkOptions.DEFAULT), table, "c", type, folder, "test")) {
            for (int first = 0; first < 9000; first += 1000) {
                byte[] data = new byte[3000];
                int[] offsets = new int[1001];
                for (int i = 0; i < 1000; i++) {
                    String value = String.valueOf(100 + random.nextInt(300));
                    byte[] bytes = value.getBytes(StandardCharsets.US_ASCII);
                    System.arraycopy(bytes, 0, data, 3 * i, 3);
                    offsets[i + 1] = 3 * (i + 1);
                    long hash = EqualityIndexFormat.cut(ValueHash.ofBytes(bytes), EqualityIndexFormat.hashBits(9000));
                    expected.add(CanonicalJson.rows(new Batch(
                                    EqualityIndexFormat.SCHEMA,
                                    List.of(
                                            new LongVector(
                                                    Type.of(TypeKind.INT64),
                                                    new long[] {hash},
                                                    ColumnVector.NO_NULLS,
                                                    1),
                                            new IntVector(
                                                    Type.of(TypeKind.INT32),
                                                    new int[] {(first + i) / 4096},
                                                    ColumnVector.NO_NULLS,
                                                    1)),
                                    1))
                            .get(0));
                }
                writer.add(new BytesVector(type, data, offsets, ColumnVector.NO_NULLS, 1000), 1000, first);
            }
            writer.finish();
        }
        assertEquals(List.copyOf(expected), ReferenceDecoder.lines("rows", index));
        assertTrue(ReferenceDecoder.lines("check", index).get(0).startsWith("good"));
    }

    /** The same lines of the page are compared in ValueHashTest. */
    @Test
    void hashesAreThoseOfThePage() throws IOException {
        Path page = ReferenceDecoder.root().resolve("format-spec/SPEC.md");
        assertEquals(List.of("good: 31 hashes"), ReferenceDecoder.lines("hashes", page));
        Path wrong = folder.resolve("SPEC.md");
        Files.writeString(wrong, Files.readString(page).replace("| `9F29CB17A2A49995` |", "| `9F29CB17A2A49994` |"));
        assertEquals(1, ReferenceDecoder.run("hashes", wrong).exitCode());
    }

    private void compare(String what, Schema schema, List<Batch> batches, WriterOptions options) throws IOException {
        Path file = folder.resolve("table.stoa");
        List<String> expected = new ArrayList<>();
        try (StoaWriter writer = StoaWriter.create(LocalFileSink.create(file, SinkOptions.DEFAULT), schema, options)) {
            for (Batch batch : batches) {
                writer.write(batch);
                expected.addAll(CanonicalJson.rows(batch));
            }
            writer.finish();
        }
        String context = what + ", " + schema;
        List<String> rows = ReferenceDecoder.lines("rows", file);
        assertEquals(expected.size(), rows.size(), context);
        for (int i = 0; i < rows.size(); i++) {
            int row = i;
            assertEquals(expected.get(i), rows.get(i), () -> context + ", row " + row);
        }
        List<String> verdict = ReferenceDecoder.lines("check", file);
        assertEquals(
                List.of("good"),
                verdict.stream().map(line -> line.substring(0, 4)).toList(),
                context);
    }
}
