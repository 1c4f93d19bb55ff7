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
import dev.stoa.format.internal.meta.ColumnIndex;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Vectors with more bytes than are kept in memory. */
class LargeValuesTest {
    private static final int PAGE = 1 << 20;

    @TempDir
    Path folder;

    private static byte[] value(Random random, int length) {
        byte[] bytes = new byte[length];
        if (random.nextBoolean()) {
            random.nextBytes(bytes);
        }
        return bytes;
    }

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void randomLengths(long seed) throws IOException {
        Random random = new Random(seed);
        Schema schema =
                Schema.of(Field.nullable("a", Type.of(TypeKind.BINARY)), Field.required("b", Type.of(TypeKind.INT32)));
        List<Object[]> rows = new ArrayList<>();
        int rowCount = 3000 + random.nextInt(6000);
        int large = 1 + random.nextInt(3000);
        for (int i = 0; i < rowCount; i++) {
            int length = switch (random.nextInt(large)) {
                case 0 -> new int[] {PAGE - 1, PAGE, PAGE + 1, 3 * PAGE, 262_144}[random.nextInt(5)];
                case 1 -> random.nextInt(PAGE / 2);
                default -> random.nextInt(100) + (seed % 2 == 0 ? 20 : 0);
            };
            boolean keepSmall = rows.size() > 60 * large || length > 1000 && random.nextInt(rowCount) > 40 * large;
            byte[] value = random.nextInt(4) == 0 ? null : value(random, keepSmall ? 5 : length);
            rows.add(new Object[] {value, i});
        }
        WriterOptions options = WriterOptions.DEFAULT;
        if (random.nextBoolean()) {
            options = options.withMemory(new WriterMemory(50_000)).withSpillFolder(Optional.of(folder));
        }
        Path file = folder.resolve("f");
        try (StoaWriter writer = TestFiles.create(file, schema, options)) {
            int at = 0;
            while (at < rows.size()) {
                int end = Math.min(rows.size(), at + 1 + random.nextInt(random.nextBoolean() ? 3 : 500));
                writer.write(TestFiles.batch(schema, rows.subList(at, end)));
                at = end;
            }
            writer.finish();
        }
        RoundTripTest.compare(file, schema, rows);
    }

    @Test
    void pagesEndWithValues() throws IOException {
        Schema schema = Schema.of(Field.nullable("a", Type.of(TypeKind.BINARY)));
        Random random = new Random(1);
        List<Object[]> rows = new ArrayList<>();
        for (int length : new int[] {10, PAGE - 10, 1, 2 * PAGE + 5, 0, 7, PAGE}) {
            byte[] bytes = new byte[length];
            random.nextBytes(bytes);
            rows.add(new Object[] {bytes});
            rows.add(new Object[] {null});
        }
        Path file = folder.resolve("f");
        try (StoaWriter writer = TestFiles.create(file, schema, WriterOptions.DEFAULT)) {
            writer.write(TestFiles.batch(schema, rows));
            writer.finish();
        }
        RoundTripTest.compare(file, schema, rows);
        ColumnIndex index = new StoredFile(file).index(0).orElseThrow();
        assertEquals(1, index.granuleCount());
        List<ColumnIndex.Page> pages = index.pagedVectors().get(0).pages();
        assertEquals(
                List.of(0, 2, 3, 3, 3, 5, 6),
                pages.stream().map(ColumnIndex.Page::firstValue).toList());
        assertEquals(
                List.of(PAGE, 1, PAGE, PAGE, 5, 7, PAGE),
                pages.stream().map(ColumnIndex.Page::rawLength).toList());
    }

    @Test
    void largeValuesAreInTheBounds() throws IOException {
        Schema schema = Schema.of(Field.required("a", Type.of(TypeKind.BINARY)));
        byte[] large = new byte[2 * PAGE];
        Arrays.fill(large, (byte) 7);
        Path file = folder.resolve("f");
        List<Object[]> rows =
                List.of(new Object[] {new byte[] {5}}, new Object[] {large}, new Object[] {new byte[] {6}});
        try (StoaWriter writer = TestFiles.create(file, schema, WriterOptions.DEFAULT)) {
            writer.write(TestFiles.batch(schema, rows));
            writer.finish();
        }
        RoundTripTest.compare(file, schema, rows);
    }

    @Test
    void equalLengthsNeedNoHead() throws IOException {
        Schema schema = Schema.of(Field.required("a", Type.sized(TypeKind.FIXED, 1000)));
        List<Object[]> rows = new ArrayList<>();
        Random random = new Random(1);
        for (int i = 0; i < 9000; i++) {
            byte[] bytes = new byte[1000];
            random.nextBytes(bytes);
            rows.add(new Object[] {bytes});
        }
        Path file = folder.resolve("f");
        try (StoaWriter writer = TestFiles.create(file, schema, WriterOptions.DEFAULT)) {
            writer.write(TestFiles.batch(schema, rows));
            writer.finish();
        }
        RoundTripTest.compare(file, schema, rows);
    }

    @Test
    void dictionariesOfLongValuesStayDictionaries() throws IOException {
        Type type = Type.of(TypeKind.STRING);
        Schema schema = Schema.of(Field.required("a", type));
        byte[] data = new byte[2000];
        Arrays.fill(data, 0, 1000, (byte) 'a');
        Arrays.fill(data, 1000, 2000, (byte) 'b');
        BytesVector dictionary = new BytesVector(type, data, new int[] {0, 200, 1000, 1200}, ColumnVector.NO_NULLS, 3);
        int[] ids = new Random(4).ints(8192, 0, 3).toArray();
        for (int i = 0; i < ids.length; i++) {
            ids[i] = i % 16 == 0 ? ids[i] : ids[i] & 2;
        }
        Path file = folder.resolve("f");
        WriteResult result;
        try (StoaWriter writer = TestFiles.create(file, schema, WriterOptions.DEFAULT)) {
            writer.write(new Batch(
                    schema, List.of(new BytesVector(type, ids, dictionary, ColumnVector.NO_NULLS, 8192)), 8192));
            result = writer.finish();
        }
        List<Object[]> rows = new ArrayList<>();
        for (int id : ids) {
            rows.add(new Object[] {dictionary.getString(id)});
        }
        RoundTripTest.compare(file, schema, rows);
        assertTrue(result.bytes() < 10_000, "a dictionary was expected, the file has " + result.bytes());
    }
}
