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
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows by number of texts that are made of symbols. The reader decodes few of them without the others. */
class SymbolRowsTest {
    private static final List<String> WORDS = List.of(
            "requests", "sleep", "carefully", "after", "the", "furious", "packages", "boost", "ironic", "deposits");
    private static final int ROWS = 3 * 4096 + 100;

    @TempDir
    static Path folder;

    private static final List<Object[]> TABLE = new ArrayList<>();

    private static Path path;

    @BeforeAll
    static void write() throws IOException {
        Random random = new Random(1);
        for (int i = 0; i < ROWS; i++) {
            List<String> elements = new ArrayList<>();
            for (int k = random.nextInt(4); k > 0; k--) {
                elements.add(text(random));
            }
            TABLE.add(new Object[] {text(random), random.nextInt(4) == 0 ? null : text(random), elements});
        }
        Type string = Type.of(TypeKind.STRING);
        Schema schema = Schema.of(
                Field.required("text", string),
                Field.nullable("sparse", string),
                Field.required("list", Type.list(Field.required("element", string))));
        path = folder.resolve("texts.stoa");
        Tables.write(path, schema, TABLE, WriterOptions.DEFAULT);
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int k = random.nextInt(8); k > 0; k--) {
            text.append(WORDS.get(random.nextInt(WORDS.size()))).append(random.nextInt(3) == 0 ? ". " : " ");
        }
        return text.append(random.nextInt(1 << 20)).toString();
    }

    @Test
    void areTheRowsOfTheTable() throws IOException {
        try (StoaFile file = Tables.open(path)) {
            for (ColumnPath column : List.of(ColumnPath.of("text"), ColumnPath.of("sparse"))) {
                assertTrue(
                        file.table().blocks(column).stream()
                                .allMatch(block -> block.encoding().contains("FSST")),
                        () -> column + " is not made of symbols");
            }
            for (int seed = 0; seed < 60; seed++) {
                Random random = new Random(seed);
                int spread = 1 + random.nextInt(seed % 2 == 0 ? ROWS : 50);
                int first = random.nextInt(ROWS - spread + 1);
                long[] rows = random.longs(1 + random.nextInt(20), first, first + spread)
                        .sorted()
                        .distinct()
                        .toArray();
                check(file.scan().rows(RowRanges.of(rows)).batchRows(1 + random.nextInt(4096)), rows, "seed " + seed);
            }
        }
    }

    /** The model has texts as bytes. */
    private static Object texts(Object value) {
        if (value instanceof List<?> list) {
            return list.stream().map(SymbolRowsTest::texts).toList();
        }
        return value instanceof ByteBuffer bytes
                ? StandardCharsets.UTF_8.decode(bytes.duplicate()).toString()
                : value;
    }

    private static void check(ScanBuilder builder, long[] rows, String what) throws IOException {
        int found = 0;
        try (Scan scan = builder.build()) {
            while (scan.next()) {
                Batch batch = scan.batch();
                for (int i = 0; i < batch.selectedCount(); i++) {
                    int row = batch.selected(i);
                    assertEquals(rows[found++], batch.firstRow() + row, what);
                    Object[] expected = TABLE.get((int) batch.firstRow() + row);
                    for (int c = 0; c < expected.length; c++) {
                        Object value = Model.read(batch.column(c), row);
                        assertEquals(expected[c], texts(value), what + ", row " + rows[found - 1]);
                    }
                }
            }
        }
        assertEquals(rows.length, found, what);
    }

    /** New values have no symbols, so they are put between those that do. */
    @Test
    void haveTheirNewValues() throws IOException {
        byte[] data = "newer".getBytes(StandardCharsets.UTF_8);
        long[] changed = {10, 700, 4500};
        BytesVector values = new BytesVector(
                Type.of(TypeKind.STRING), data, new int[] {0, 3, 5, 5}, ColumnVector.NO_NULLS, changed.length);
        RowChanges changes =
                RowChanges.builder().modify("text", changed, values).build();
        try (StoaFile file = Tables.open(path);
                Scan scan = file.scan()
                        .select("text")
                        .rows(RowRanges.of(9, 10, 700, 701, 4500))
                        .changes(changes)
                        .build()) {
            List<String> read = new ArrayList<>();
            while (scan.next()) {
                BytesVector texts = (BytesVector) scan.batch().column(0);
                for (int row :
                        Arrays.copyOf(scan.batch().selection(), scan.batch().selectedCount())) {
                    read.add(texts.getString(row));
                }
            }
            assertEquals(List.of(TABLE.get(9)[0], "new", "er", TABLE.get(701)[0], ""), read);
        }
    }
}
