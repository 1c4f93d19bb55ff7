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
package dev.stoa.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Batch;
import dev.stoa.format.BytesVector;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Texts of the few rows that a filter keeps. The reader decodes them without the others. */
class FilteredTextsTest {
    private static final int ROWS = 3 * 4096 + 100;
    private static final int SHARES = 1000;

    @TempDir
    static Path folder;

    private static final List<Object[]> TABLE = new ArrayList<>();

    private static Path path;

    @BeforeAll
    static void write() throws IOException {
        Random random = new Random(5);
        for (int i = 0; i < ROWS; i++) {
            String name = "customer " + random.nextInt(200_000);
            String note = random.nextInt(50) == 0 ? null : "note " + random.nextInt() + " of " + name;
            String sorted = "customer %07d at %d".formatted(i, random.nextInt(100));
            TABLE.add(new Object[] {random.nextInt(SHARES), name, note, sorted});
        }
        Type string = Type.of(TypeKind.STRING);
        Schema schema = Schema.of(
                Field.required("share", Type.of(TypeKind.INT32)),
                Field.required("name", string),
                Field.nullable("note", string),
                Field.required("sorted", string));
        path = folder.resolve("texts.stoa");
        Tables.write(path, schema, TABLE, WriterOptions.DEFAULT);
    }

    @Test
    void areThoseOfTheTable() throws IOException {
        try (StoaFile file = Tables.open(path)) {
            assertEncoding(file, "note", "FSST");
            assertEncoding(file, "sorted", "PREFIX");
            for (int seed = 0; seed < 60; seed++) {
                Random random = new Random(seed);
                int below = random.nextInt(random.nextBoolean() ? 20 : 300);
                int batchRows = 1 + random.nextInt(4096);
                ScanBuilder scan =
                        file.scan().filter(Filter.less("share", below)).batchRows(batchRows);
                List<Object[]> expected =
                        TABLE.stream().filter(row -> (int) row[0] < below).toList();
                check(scan, expected, "share < " + below + ", batches of " + batchRows);
            }
        }
    }

    /** The filter decodes whole vectors of a column that the scan delivers too. */
    @Test
    void areThoseOfTheTableIfTheFilterReadsThem() throws IOException {
        try (StoaFile file = Tables.open(path)) {
            for (int i = 0; i < ROWS; i += 1501) {
                Object[] row = TABLE.get(i);
                Filter filter = Filter.and(
                        Filter.greaterOrEqual("sorted", (String) row[3]), Filter.equal("name", (String) row[1]));
                List<Object[]> expected = TABLE.subList(i, ROWS).stream()
                        .filter(other -> other[1].equals(row[1]))
                        .toList();
                check(file.scan().filter(filter), expected, "row " + i);
            }
        }
    }

    private static void assertEncoding(StoaFile file, String column, String encoding) throws IOException {
        List<String> encodings = file.table().blocks(ColumnPath.of(column)).stream()
                .map(ColumnBlock::encoding)
                .toList();
        assertTrue(encodings.stream().anyMatch(text -> text.contains(encoding)), () -> column + " is " + encodings);
    }

    private static void check(ScanBuilder builder, List<Object[]> expected, String what) throws IOException {
        int found = 0;
        try (Scan scan = builder.build()) {
            while (scan.next()) {
                Batch batch = scan.batch();
                for (int i = 0; i < batch.selectedCount(); i++) {
                    Object[] row = expected.get(found++);
                    for (int c = 1; c < row.length; c++) {
                        BytesVector texts = (BytesVector) batch.column(c);
                        int at = batch.selected(i);
                        assertEquals(row[c], texts.isNull(at) ? null : texts.getString(at), what);
                    }
                }
            }
        }
        assertEquals(expected.size(), found, what);
    }
}
