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
import dev.stoa.format.Field;
import dev.stoa.format.IntVector;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which vectors a filter decides from what is stored, and what it need not decode for that. */
class EncodedFilterTest {
    private static final int VECTORS = 12;
    private static final int ROWS = VECTORS * 4096;
    private static final String[] MODES = {"AIR", "MAIL", "RAIL", "SHIP", "TRUCK"};
    private static final BigInteger TWO_63 = BigInteger.ONE.shiftLeft(63);

    @TempDir
    Path folder;

    private Path path = Path.of("");

    private static int mixed(int row) {
        return (int) (row * 0x9E3779B97F4A7C15L >>> 40);
    }

    @BeforeEach
    void write() throws IOException {
        Schema schema = Schema.of(
                Field.required("row", Type.of(TypeKind.INT32)),
                Field.required("near", Type.of(TypeKind.INT64)),
                Field.required("mode", Type.of(TypeKind.STRING)),
                Field.nullable("quantity", Type.of(TypeKind.INT64)),
                Field.required("unsigned", Type.of(TypeKind.UINT64)));
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            Long quantity = mixed(i) % 9 == 0 ? null : 100L * (mixed(i) % 50);
            BigInteger unsigned = TWO_63.add(BigInteger.valueOf(mixed(i) % 1000 - 500));
            rows.add(new Object[] {i, i / 4096 * 10_000L + mixed(i) % 1000, MODES[mixed(i) % 5], quantity, unsigned});
        }
        path = folder.resolve("table");
        Tables.write(path, schema, rows, WriterOptions.DEFAULT);
    }

    private ScanStats scan(Filter filter, IntPredicate expected) throws IOException {
        try (StoaFile file = Tables.open(path);
                Scan scan = file.scan().select("row").filter(filter).build()) {
            int row = 0;
            while (scan.next()) {
                Batch batch = scan.batch();
                int[] values = ((IntVector) batch.column(0)).values();
                for (int i = 0; i < batch.selectedCount(); i++) {
                    while (!expected.test(row)) {
                        row++;
                    }
                    assertEquals(row++, values[batch.selected(i)], filter.toString());
                }
            }
            while (row < ROWS) {
                assertTrue(!expected.test(row), "row " + row + " is missing of " + filter);
                row++;
            }
            return scan.stats();
        }
    }

    @Test
    void framesDecideWhatZonesCannot() throws IOException {
        ScanStats stats = scan(Filter.less("near", 40_500), row -> row / 4096 * 10_000 + mixed(row) % 1000 < 40_500);
        assertEquals(VECTORS, stats.vectors() - stats.vectorsPruned());
        assertEquals(VECTORS - 1, stats.vectorsByFrame());
        assertEquals(1, stats.vectorsEncoded());
        assertEquals(5, stats.columnVectorsDecoded(), "only what is delivered");
        assertEquals(VECTORS - 5, stats.vectorsSkipped());
    }

    @Test
    void codesAndMultiplesAreComparedNotValues() throws IOException {
        ScanStats mode = scan(Filter.equal("mode", "MAIL"), row -> mixed(row) % 5 == 1);
        assertEquals(VECTORS, mode.vectorsEncoded());
        assertEquals(VECTORS, mode.columnVectorsDecoded(), "only what is delivered");

        ScanStats absent = scan(Filter.equal("mode", "MAILS"), row -> false);
        assertEquals(VECTORS, absent.vectorsByFrame(), "no entry of the dictionary is it");
        assertEquals(0, absent.columnVectorsDecoded());

        ScanStats quantity = scan(
                Filter.between("quantity", 350, 900),
                row -> mixed(row) % 9 != 0 && mixed(row) % 50 > 3 && mixed(row) % 50 < 10);
        assertEquals(VECTORS, quantity.vectorsEncoded());
        assertEquals(VECTORS, quantity.columnVectorsDecoded());

        ScanStats order = scan(Filter.less("unsigned", new BigDecimal(TWO_63)), row -> mixed(row) % 1000 < 500);
        assertEquals(VECTORS, order.vectorsEncoded());
    }

    @Test
    void nullsAreFoundWithoutValues() throws IOException {
        ScanStats nulls = scan(Filter.isNull("quantity"), row -> mixed(row) % 9 == 0);
        assertEquals(VECTORS, nulls.vectorsByFrame());
        assertEquals(VECTORS, nulls.columnVectorsDecoded());
        scan(Filter.not(Filter.nullSafeEqual("quantity", 700)), row -> mixed(row) % 9 == 0 || mixed(row) % 50 != 7);
    }

    @Test
    void partsOfVectorsAreDecoded() throws IOException {
        try (StoaFile file = Tables.open(path);
                Scan scan = file.scan()
                        .select()
                        .rows(100, 3 * 4096)
                        .filter(Filter.less("quantity", 1000))
                        .build()) {
            long rows = 0;
            while (scan.next()) {
                rows += scan.batch().selectedCount();
            }
            long expected = 0;
            for (int i = 100; i < 3 * 4096; i++) {
                expected += mixed(i) % 9 != 0 && mixed(i) % 50 < 10 ? 1 : 0;
            }
            assertEquals(expected, rows);
            assertEquals(2, scan.stats().vectorsEncoded());
            assertEquals(1, scan.stats().columnVectorsDecoded());
        }
    }
}
