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
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.ListVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.vio.LocalFileSink;
import dev.stoa.vio.SinkOptions;
import dev.stoa.writer.StoaWriter;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Values and lists that fill a batch alone, or do not fit one. */
class LargeRowsTest {
    private static final int ELEMENTS = 3_000_000;

    @TempDir
    Path folder;

    @Test
    void largeStringsComeInBatchesOfBoundedBytes() throws IOException {
        Schema schema = Schema.of(
                Field.required("id", Type.of(TypeKind.INT64)), Field.nullable("text", Type.of(TypeKind.STRING)));
        Path path = folder.resolve("strings.stoa");
        int size = 700_000;
        try (StoaWriter writer =
                StoaWriter.create(LocalFileSink.create(path, SinkOptions.DEFAULT), schema, WriterOptions.DEFAULT)) {
            for (int i = 0; i < 100; i++) {
                writer.rows().append((long) i, i % 50 == 3 ? null : text(i, size + i * 1000));
            }
            writer.finish();
        }
        try (StoaFile file = Tables.open(path)) {
            long next = 0;
            try (Scan scan = file.scan().batchBytes(4 << 20).stepBytes(4 << 20).build()) {
                while (scan.next()) {
                    Batch batch = scan.batch();
                    BytesVector texts = (BytesVector) batch.column(1);
                    assertTrue(batch.rowCount() <= 8, batch.rowCount() + " rows in a batch");
                    for (int i = 0; i < batch.rowCount(); i++, next++) {
                        assertEquals(next, ((LongVector) batch.column(0)).values()[i]);
                        assertEquals(next % 50 == 3, texts.isNull(i));
                        if (next % 50 != 3) {
                            assertEquals(text((int) next, size + (int) next * 1000), texts.getString(i));
                        }
                    }
                }
            }
            assertEquals(100, next);
            try (Scan scan = file.scan()
                    .select("id")
                    .filter(Filter.startsWith("text", "77 "))
                    .stepBytes(4 << 20)
                    .build()) {
                assertTrue(scan.next());
                assertEquals(77, scan.batch().firstRow() + scan.batch().selected(0));
            }
            try (Scan scan = file.scan()
                    .filter(Filter.equal("id", 90L))
                    .stepBytes(4 << 20)
                    .batchBytes(2 << 20)
                    .build()) {
                assertTrue(scan.next());
                assertEquals(1, scan.batch().selectedCount());
                assertTrue(scan.stats().bytesAsked() < 3_000_000, "pages of other rows are not read: " + scan.stats());
                assertTrue(!scan.next());
            }
            try (Scan scan = file.scan().maxRowBytes(500_000).build()) {
                assertThrows(RowTooLargeException.class, scan::next);
                assertThrows(IllegalStateException.class, scan::next);
            }
        }
    }

    private static String text(int i, int length) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) ('a' + i % 26));
        byte[] number = (i + " ").getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        System.arraycopy(number, 0, bytes, 0, number.length);
        for (int j = 64; j < length; j += 64) {
            bytes[j] = (byte) ('0' + (j / 64 * 7 + i) % 10);
        }
        return new String(bytes, java.nio.charset.StandardCharsets.US_ASCII);
    }

    @Test
    void oneVeryLongListIsRefusedAsARowAndStreamsAsARowSet() throws IOException {
        Type list = Type.list(Field.required("element", Type.of(TypeKind.INT64)));
        Schema schema = Schema.of(Field.nullable("l", list));
        Path path = folder.resolve("list.stoa");
        try (StoaWriter writer =
                StoaWriter.create(LocalFileSink.create(path, SinkOptions.DEFAULT), schema, WriterOptions.DEFAULT)) {
            writer.rows().append(List.of(-1L, -2L));
            long[] values = new long[100_000];
            for (int at = 0; at < ELEMENTS; at += values.length) {
                for (int i = 0; i < values.length; i++) {
                    values[i] = (at + i) * 31L;
                }
                writer.appendElements(
                        "l", new LongVector(Type.of(TypeKind.INT64), values, ColumnVector.NO_NULLS, values.length));
            }
            writer.rows().append(List.of());
            writer.rows().append((Object) null);
            writer.rows().append(List.of(-3L));
            writer.finish();
        }
        try (StoaFile file = Tables.open(path)) {
            try (Scan scan = file.scan()
                    .maxRowBytes(8 << 20)
                    .stepBytes(1 << 20)
                    .batchBytes(1 << 20)
                    .build()) {
                assertTrue(scan.next());
                assertEquals(1, scan.batch().rowCount());
                RowTooLargeException e = assertThrows(RowTooLargeException.class, scan::next);
                assertEquals(1, e.row());
                assertTrue(e.getMessage().contains("'l"), e.getMessage());
            }
            try (Scan scan = file.scan().stepBytes(1 << 20).batchBytes(1 << 20).build()) {
                long rows = 0;
                while (scan.next()) {
                    Batch batch = scan.batch();
                    ListVector lists = (ListVector) batch.column(0);
                    for (int i = 0; i < batch.rowCount(); i++) {
                        int[] offsets = lists.offsets();
                        int length = offsets[i + 1] - offsets[i];
                        long row = rows++;
                        assertEquals(row == 0 ? 2 : row == 1 ? ELEMENTS : row == 3 ? 1 : 0, length);
                        assertEquals(row == 2, lists.isNull(i));
                        if (row == 1) {
                            long[] values = ((LongVector) lists.elements()).values();
                            assertEquals((ELEMENTS - 1) * 31L, values[offsets[i] + ELEMENTS - 1]);
                        } else if (row == 3) {
                            assertEquals(-3L, ((LongVector) lists.elements()).values()[offsets[i]]);
                        }
                    }
                }
                assertEquals(4, rows);
            }
            RowSet elements = file.rowSet("l");
            assertEquals(ELEMENTS + 3, elements.rowCount());
            assertEquals(Schema.of(list.fields().get(0)), elements.schema());
            try (Scan scan = elements.scan()
                    .select("element")
                    .rows(2, ELEMENTS + 2)
                    .filter(Filter.greaterOrEqual("element", (ELEMENTS - 5) * 31L))
                    .build()) {
                long found = 0;
                while (scan.next()) {
                    found += scan.batch().selectedCount();
                }
                assertEquals(5, found);
                assertTrue(scan.stats().zonesPruned() > 40, scan.stats().toString());
            }
        }
    }
}
