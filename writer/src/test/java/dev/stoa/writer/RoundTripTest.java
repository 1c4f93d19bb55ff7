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
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Batch;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is written comes back, whatever the schema, the batches and the memory. */
class RoundTripTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(TypeKind.class)
    void everyType(TypeKind kind) throws IOException {
        Random random = new Random(kind.code());
        RandomData data = new RandomData(random);
        for (int i = 0; i < 3; i++) {
            Type type = data.type(kind, 2);
            boolean nullable = kind == TypeKind.NULL || i != 1;
            Schema schema = Schema.of(new Field("c", type, nullable, OptionalInt.empty()));
            List<Object[]> rows = data.rows(schema, 9000);
            Path file = folder.resolve(kind + "-" + i);
            try (StoaWriter writer = TestFiles.create(file, schema, WriterOptions.DEFAULT.withVectorsPerZone(1 + i))) {
                writer.write(TestFiles.batch(schema, rows));
                writer.finish();
            }
            compare(file, schema, rows);
        }
    }

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void randomSchemas(long seed) throws IOException {
        Random random = new Random(seed);
        for (int i = 0; i < 4; i++) {
            RandomData data = new RandomData(random);
            Schema schema = data.schema();
            List<Object[]> rows = data.rows(schema, random.nextInt(random.nextBoolean() ? 300 : 10_000));
            WriterOptions options = options(random);
            Path file = folder.resolve("file" + i);
            WriteResult result = write(file, schema, rows, options, random, 9000);
            assertEquals(rows.size(), result.rows(), "seed " + seed);
            assertEquals(Files.size(file), result.bytes(), "seed " + seed);
            compare(file, schema, rows);
            assertEquals(0, options.memory().used(), "memory is given back");
        }
    }

    private WriterOptions options(Random random) {
        WriterOptions options = WriterOptions.DEFAULT
                .withSizes(1 + random.nextInt(20_000), 4096 + random.nextInt(100_000))
                .withVectorsPerZone(1 + random.nextInt(3));
        return switch (random.nextInt(3)) {
            case 0 ->
                options.withMemory(new WriterMemory(1 + random.nextInt(100_000)))
                        .withSpillFolder(Optional.of(folder));
            case 1 -> options.withMemory(new WriterMemory(1L << 30)).withSpillFolder(Optional.empty());
            default -> options.withMemory(new WriterMemory(1L << 30));
        };
    }

    /** Writes some rows at a time, each time in another of the ways that a writer takes them. */
    static WriteResult write(
            Path file, Schema schema, List<Object[]> rows, WriterOptions options, Random random, int most)
            throws IOException {
        try (StoaWriter writer = TestFiles.create(file, schema, options)) {
            int at = 0;
            while (at < rows.size()) {
                int end = Math.min(rows.size(), at + 1 + random.nextInt(random.nextBoolean() ? 10 : most));
                switch (random.nextInt(4)) {
                    case 0 -> {
                        for (Object[] row : rows.subList(at, end)) {
                            writer.rows().append(row);
                        }
                    }
                    case 1 -> writer.write(TestFiles.batch(schema, rows.subList(at, end)));
                    case 2 -> writer.write(withDictionaries(schema, rows.subList(at, end), random));
                    default -> writer.write(selected(schema, rows.subList(at, end), random));
                }
                at = end;
            }
            return writer.finish();
        }
    }

    /** A batch in which rows that are not selected lie between the rows. */
    private static Batch selected(Schema schema, List<Object[]> rows, Random random) throws IOException {
        List<Object[]> all = new ArrayList<>();
        int[] selection = new int[rows.size()];
        for (int i = 0; i < rows.size(); i++) {
            while (random.nextInt(3) == 0) {
                all.add(rows.get(random.nextInt(rows.size())));
            }
            selection[i] = all.size();
            all.add(rows.get(i));
        }
        Batch batch = TestFiles.batch(schema, all);
        return new Batch(schema, batch.columns(), all.size(), 0, selection, selection.length);
    }

    /** A batch in which columns of bytes are ids; with entries that no row uses, which may not even fit the type. */
    private static Batch withDictionaries(Schema schema, List<Object[]> rows, Random random) throws IOException {
        Batch plain = TestFiles.batch(schema, rows);
        List<ColumnVector> columns = new ArrayList<>();
        for (ColumnVector column : plain.columns()) {
            if (!(column instanceof BytesVector bytes)) {
                columns.add(column);
                continue;
            }
            Map<ByteBuffer, Integer> entries = new LinkedHashMap<>();
            for (int i = random.nextInt(random.nextInt(3) == 0 ? 50_000 : 3); i >= 0; i--) {
                entries.put(
                        ByteBuffer.wrap(("\u00ff unused " + i).getBytes(StandardCharsets.ISO_8859_1)), entries.size());
            }
            int[] ids = new int[rows.size()];
            for (int i = 0; i < ids.length; i++) {
                if (!bytes.isNull(i)) {
                    ids[i] = entries.computeIfAbsent(ByteBuffer.wrap(bytes.get(i)), v -> entries.size());
                }
            }
            ByteArrayOutputStream data = new ByteArrayOutputStream();
            int[] offsets = new int[entries.size() + 1];
            int entry = 0;
            for (ByteBuffer value : entries.keySet()) {
                data.writeBytes(value.array());
                offsets[++entry] = data.size();
            }
            BytesVector dictionary =
                    new BytesVector(column.type(), data.toByteArray(), offsets, ColumnVector.NO_NULLS, entries.size());
            columns.add(new BytesVector(column.type(), ids, dictionary, bytes.nulls(), ids.length));
        }
        return new Batch(schema, columns, rows.size());
    }

    @Test
    void decimalsAreShortened() throws IOException {
        Type type = Type.decimal(50, 0);
        Schema schema = Schema.of(Field.required("d", type));
        byte[] data = {0, 0, 0, 5, -1, -1, -1, -5, 0, -128, 0, 0, 127};
        int[] offsets = {0, 4, 8, 10, 12, 13};
        Path file = folder.resolve("f");
        BytesVector plain = new BytesVector(type, data, offsets, ColumnVector.NO_NULLS, 5);
        BytesVector ids = new BytesVector(type, new int[] {0, 1, 2, 3, 4}, plain, ColumnVector.NO_NULLS, 5);
        try (StoaWriter writer = TestFiles.create(file, schema, WriterOptions.DEFAULT)) {
            writer.write(new Batch(schema, List.of(plain), 5));
            writer.write(new Batch(schema, List.of(ids), 5));
            writer.finish();
        }
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            for (int value : new int[] {5, -5, 128, 0, 127}) {
                rows.add(new Object[] {BigDecimal.valueOf(value)});
            }
        }
        compare(file, schema, rows);
    }

    static void compare(Path path, Schema schema, List<Object[]> rows) throws IOException {
        StoredFile file = new StoredFile(path);
        file.checkMetadata();
        List<List<Object>> found = file.rows();
        assertEquals(rows.size(), found.size());
        for (int i = 0; i < rows.size(); i++) {
            for (int c = 0; c < schema.fields().size(); c++) {
                Field field = schema.fields().get(c);
                Object expected = RandomData.stored(field.type(), rows.get(i)[c]);
                int row = i;
                assertEquals(expected, found.get(i).get(c), () -> "column " + field + ", row " + row);
            }
        }
        int node = 0;
        for (Field field : schema.fields()) {
            assertEquals(field.name(), file.name(node));
            assertEquals(field.type(), file.type(node));
            node = file.nodes.get(node).end();
        }
        for (int i = 0; i < file.nodes.size(); i++) {
            BoundsCheck.check(file, i);
        }
    }

    @Test
    void sameBytesForTheSameUuid() throws IOException {
        RandomData data = new RandomData(new Random(7));
        Schema schema = new Schema(data.schema().fields());
        List<Object[]> rows = data.rows(schema, 9000);
        WriterOptions options = WriterOptions.DEFAULT.withUuid(new UUID(1, 2));
        for (String name : List.of("a", "b")) {
            try (StoaWriter writer = TestFiles.create(folder.resolve(name), schema, options)) {
                writer.write(TestFiles.batch(schema, rows));
                assertEquals(new UUID(1, 2), writer.finish().uuid());
            }
        }
        assertTrue(Arrays.equals(Files.readAllBytes(folder.resolve("a")), Files.readAllBytes(folder.resolve("b"))));
    }

    @Test
    void noRowsAndNoColumns() throws IOException {
        for (Schema schema : List.of(Schema.of(), Schema.of(Field.nullable("s", Type.of(TypeKind.STRING))))) {
            Path file = folder.resolve("empty" + schema.fields().size());
            try (StoaWriter writer = TestFiles.create(file, schema, WriterOptions.DEFAULT)) {
                assertEquals(0, writer.finish().rows());
            }
            compare(file, schema, List.of());
        }
    }

    @Test
    void metadataSortOrderAndFieldIds() throws IOException {
        Schema schema = Schema.of(
                Field.required("s", Type.struct(List.of(Field.nullable("x", Type.of(TypeKind.INT64)))))
                        .withFieldId(-7),
                Field.nullable("d", Type.of(TypeKind.DATE)));
        WriterOptions options = WriterOptions.DEFAULT
                .withMetadata(List.of(
                        KeyValue.of("k", "v"), new KeyValue("absent", Optional.empty()), KeyValue.of("k", "again")))
                .withSortColumns(List.of(new SortColumn(List.of("d"), true, true), SortColumn.ascending("s", "x")))
                .withCreatedBy("somebody");
        Path file = folder.resolve("f");
        try (StoaWriter writer = TestFiles.create(file, schema, options)) {
            writer.rows().append(new Object[] {1L}, null);
            writer.rows().append(new Object[] {1L}, 5);
            writer.rows().append(new Object[] {3L}, 5);
            writer.rows().append(List.of(3L), 4);
            writer.finish();
        }
        StoredFile stored = new StoredFile(file);
        assertEquals("somebody", stored.properties.createdBy());
        assertEquals(
                "[KeyValue[key=k, value=Optional[v]], KeyValue[key=absent, value=Optional.empty],"
                        + " KeyValue[key=k, value=Optional[again]]]",
                stored.properties.keyValues().toString());
        assertEquals(
                "[SortColumn[node=2, descending=true, nullsFirst=true],"
                        + " SortColumn[node=1, descending=false, nullsFirst=false]]",
                stored.properties.sortColumns().toString());
        assertEquals(-7, stored.nodes.get(0).fieldId());
        assertEquals(1, stored.tail.fieldIdCount());
    }
}
