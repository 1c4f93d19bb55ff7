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
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.BytesVector;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.Filter;
import dev.stoa.reader.Scan;
import dev.stoa.reader.StoaFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Texts of dictionaries arrive whole, whatever the lengths of the entries and the size of the dictionary. */
final class TextDictionariesTest {
    private static final int ROWS = 50_000;

    @TempDir
    private Path folder;

    /** Few and many entries; of lengths around those of the words in which short ones are copied. */
    @ParameterizedTest
    @CsvSource({"1, 1", "2, 1", "3, 2", "18, 18", "40, 40", "300, 17", "3000, 30", "200, 400"})
    void textsArriveWhole(int entries, int longest) throws IOException {
        long seed = Long.getLong("stoa.seed", 31L * entries + longest);
        Random random = new Random(seed);
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < entries; i++) {
            texts.add(text(random, longest < 18 ? random.nextInt(longest + 1) : i % (longest + 1)));
        }
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            rows.add(new Object[] {random.nextInt(9) == 0 ? null : texts.get(random.nextInt(entries))});
        }
        Path path = folder.resolve("t.stoa");
        StoaFiles.write(path, Schema.of(Field.nullable("t", Type.of(TypeKind.STRING))), rows);
        try (BufferAllocator allocator = new RootAllocator();
                StoaFile file = StoaFiles.open(path);
                StoaArrowReader reader =
                        StoaArrowReader.of(allocator, file.scan().build())) {
            int row = 0;
            while (reader.loadNextBatch()) {
                FieldVector vector = reader.getVectorSchemaRoot().getVector(0);
                for (int i = 0; i < vector.getValueCount(); i++, row++) {
                    Object found = vector.isNull(i) ? null : vector.getObject(i).toString();
                    assertEquals(rows.get(row)[0], found, "seed " + seed + ", row " + row);
                }
            }
            assertEquals(ROWS, row);
        }
    }

    /** Rows that a filter leaves out, one by one and in long runs, shift no text. */
    @ParameterizedTest
    @CsvSource({"7, 8", "30, 17", "300, 40"})
    void selectedTextsArriveWhole(int entries, int longest) throws IOException {
        long seed = Long.getLong("stoa.seed", 37L * entries + longest);
        Random random = new Random(seed);
        List<Object[]> rows = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        int kept = 0;
        for (int i = 0; i < ROWS; i++) {
            if (i % 97 == 0) {
                kept = random.nextInt(3);
            }
            String text = random.nextInt(9) == 0 ? null : "x".repeat(random.nextInt(entries) % (longest + 1));
            int mark = kept == 2 ? random.nextInt(2) : kept;
            rows.add(new Object[] {text, mark});
            if (mark == 1) {
                expected.add(text);
            }
        }
        Path path = folder.resolve("t.stoa");
        Schema schema = Schema.of(
                Field.nullable("t", Type.of(TypeKind.STRING)), Field.required("mark", Type.of(TypeKind.INT32)));
        StoaFiles.write(path, schema, rows);
        List<String> found = new ArrayList<>();
        try (BufferAllocator allocator = new RootAllocator();
                StoaFile file = StoaFiles.open(path);
                StoaArrowReader reader = StoaArrowReader.of(
                        allocator,
                        file.scan().select("t").filter(Filter.equal("mark", 1)).build())) {
            while (reader.loadNextBatch()) {
                FieldVector vector = reader.getVectorSchemaRoot().getVector(0);
                for (int i = 0; i < vector.getValueCount(); i++) {
                    found.add(vector.isNull(i) ? null : vector.getObject(i).toString());
                }
            }
        }
        assertEquals(expected, found, "seed " + seed);
    }

    private static String text(Random random, int length) {
        StringBuilder text = new StringBuilder();
        while (text.length() < length) {
            text.append((char) ('a' + random.nextInt(26)));
        }
        return text.toString();
    }

    /** The test above would see nothing if the scan did not deliver dictionaries. */
    @Test
    void theScanDeliversDictionaries() throws IOException {
        Path path = folder.resolve("t.stoa");
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            rows.add(new Object[] {"value " + i % 7});
        }
        StoaFiles.write(path, Schema.of(Field.nullable("t", Type.of(TypeKind.STRING))), rows);
        try (StoaFile file = StoaFiles.open(path);
                Scan scan = file.scan().build()) {
            assertTrue(scan.next());
            assertTrue(scan.batch().column(0) instanceof BytesVector bytes
                    && bytes.dictionary().isPresent());
        }
    }
}
