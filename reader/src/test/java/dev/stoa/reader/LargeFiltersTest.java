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
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Batch;
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
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Filters on texts of which not all rows of a vector fit the bytes that a batch may hold: they are tested in pieces. */
class LargeFiltersTest {
    private static final int ROWS = 4096 + 300;
    private static final int LARGE = 20_000;

    @TempDir
    Path folder;

    private Path path = Path.of("");

    /** A run in the middle of the first vector, and one at the start of the second. */
    private static boolean isLarge(int row) {
        return row >= 500 && row < 600 || row >= 4096 && row < 4150;
    }

    @BeforeEach
    void write() throws IOException {
        Schema schema = Schema.of(
                Field.required("id", Type.of(TypeKind.INT64)), Field.nullable("text", Type.of(TypeKind.STRING)));
        Random random = new Random(5);
        List<Object[]> rows = new ArrayList<>();
        for (int row = 0; row < ROWS; row++) {
            StringBuilder text = new StringBuilder(row + "-");
            for (int length = isLarge(row) ? LARGE : 10; text.length() < length; ) {
                text.append((char) ('a' + random.nextInt(26)));
            }
            rows.add(new Object[] {(long) row, row % 7 == 3 ? null : text.toString()});
        }
        path = folder.resolve("texts");
        Tables.write(path, schema, rows, WriterOptions.DEFAULT);
    }

    private static List<Long> rows(Scan scan) throws IOException {
        List<Long> rows = new ArrayList<>();
        while (scan.next()) {
            Batch batch = scan.batch();
            for (int i = 0; i < batch.selectedCount(); i++) {
                rows.add(batch.firstRow() + batch.selected(i));
            }
        }
        return rows;
    }

    @Test
    void allRowsAreTestedOnce() throws IOException {
        Filter filter = Filter.or(Filter.contains("text", "5-"), Filter.startsWith("text", "41"));
        List<Long> wanted = LongStream.range(0, ROWS)
                .filter(row ->
                        row % 7 != 3 && (row % 10 == 5 || String.valueOf(row).startsWith("41")))
                .boxed()
                .toList();
        try (StoaFile file = Tables.open(path)) {
            for (long rowBytes : new long[] {LARGE + 1000, 10 * LARGE, ScanBuilder.MAX_ROW_BYTES}) {
                try (Scan scan = file.scan()
                        .select("id")
                        .filter(filter)
                        .maxRowBytes(rowBytes)
                        .batchBytes(1)
                        .build()) {
                    assertEquals(wanted, rows(scan), rowBytes + " bytes a row");
                    assertEquals(ROWS, scan.stats().rowsFiltered());
                }
            }
            try (Scan scan = file.scan()
                    .select("id")
                    .filter(filter)
                    .maxRowBytes(10 * LARGE)
                    .rows(550, 4100)
                    .build()) {
                assertEquals(
                        wanted.stream().filter(row -> row >= 550 && row < 4100).toList(), rows(scan));
                assertEquals(4100 - 550, scan.stats().rowsFiltered());
            }
        }
    }

    @Test
    void aRowThatIsTooLargeIsNamed() throws IOException {
        try (StoaFile file = Tables.open(path);
                Scan scan = file.scan()
                        .select("id")
                        .filter(Filter.contains("text", "5-"))
                        .maxRowBytes(LARGE / 2)
                        .build()) {
            RowTooLargeException e = assertThrows(RowTooLargeException.class, () -> rows(scan));
            assertEquals(501, e.row(), "row 500 is null");
            assertTrue(e.getMessage().contains("row 501 is too large: column 'text'"), e.getMessage());
        }
    }

    /** One row alone may have as many bytes as a row may have, however few a batch has. */
    @Test
    void aRowAloneIsTestedWhole() throws IOException {
        Path texts = folder.resolve("large");
        List<Object[]> rows = new ArrayList<>();
        for (String end : List.of("a", "b", "a")) {
            rows.add(new Object[] {"x".repeat(3 << 20) + end});
        }
        Tables.write(texts, Schema.of(Field.required("text", Type.of(TypeKind.STRING))), rows, WriterOptions.DEFAULT);
        try (StoaFile file = Tables.open(texts);
                Scan scan = file.scan()
                        .select()
                        .filter(Filter.contains("text", "xa"))
                        .maxRowBytes(4 << 20)
                        .batchBytes(1)
                        .build()) {
            assertEquals(List.of(0L, 2L), rows(scan));
        }
    }
}
