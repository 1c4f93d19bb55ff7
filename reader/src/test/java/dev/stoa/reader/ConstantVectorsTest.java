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

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.stoa.format.Batch;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.IntVector;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.vio.RangeSources;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Vectors of which all rows are equal say so, and only they. */
class ConstantVectorsTest {
    private static final int ROWS = 5 * 4096 + 100;

    @TempDir
    Path folder;

    private static int day(int row) {
        return row < 2 * 4096 + 10 ? 7 : row < 4 * 4096 ? 8 : 7;
    }

    private static Object[] row(int row) {
        boolean constant = row / 4096 != 1;
        return new Object[] {
            day(row),
            constant ? "same" : "text " + row,
            12L,
            constant ? 1.5 : row / 3.0,
            row % 4096 == 5 ? null : 1,
            true
        };
    }

    private StoaFile file() throws IOException {
        Path path = folder.resolve("constants.stoa");
        Schema schema = Schema.of(
                Field.required("day", Type.of(TypeKind.INT32)),
                Field.required("text", Type.of(TypeKind.STRING)),
                Field.required("number", Type.of(TypeKind.INT64)),
                Field.required("real", Type.of(TypeKind.FLOAT64)),
                Field.nullable("hole", Type.of(TypeKind.INT32)),
                Field.required("yes", Type.of(TypeKind.BOOLEAN)));
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            rows.add(row(i));
        }
        Tables.write(path, schema, rows, WriterOptions.DEFAULT);
        return StoaFile.open(RangeSources.open(path));
    }

    private static void check(Batch batch) {
        for (int i = 0; i < batch.selectedCount(); i++) {
            int at = batch.selected(i);
            Object[] row = row((int) batch.firstRow() + at);
            for (int c = 0; c < row.length; c++) {
                assertEquals(
                        Model.written(batch.column(c).type(), row[c]), Model.read(batch.column(c), at), "column " + c);
            }
        }
    }

    @Test
    void whatIsEqualInAllRowsOfAVectorSaysSo() throws IOException {
        try (StoaFile file = file();
                Scan scan = file.scan().build()) {
            boolean[][] expected = {
                {true, true, false, true, true, true},
                {true, false, true, true, true, true},
                {true, true, true, true, true, true},
                {false, false, false, false, false, false}
            };
            int[] columns = {0, 1, 2, 4};
            int vector = 0;
            int[] reused = new int[0];
            while (scan.next()) {
                Batch batch = scan.batch();
                check(batch);
                for (int c = 0; c < columns.length; c++) {
                    assertEquals(
                            expected[c][vector],
                            batch.column(columns[c]).isConstant(),
                            "column " + columns[c] + " " + vector);
                }
                if (vector == 4) {
                    reused = ((BytesVector) batch.column(1)).ids();
                } else if (vector == 5) {
                    assertSame(reused, ((BytesVector) batch.column(1)).ids());
                }
                vector++;
            }
            assertEquals(6, vector);
        }
    }

    @Test
    void rowsOfSeveralVectorsDoNot() throws IOException {
        try (StoaFile file = file()) {
            try (Scan scan = file.scan().rows(4000, 4100).build()) {
                while (scan.next()) {
                    check(scan.batch());
                }
            }
            try (Scan scan = file.scan().batchRows(1500).rows(0, 3 * 4096).build()) {
                while (scan.next()) {
                    check(scan.batch());
                }
            }
        }
    }

    @Test
    void listsOfTheSameLengthHaveElementsOfTheirOwn() throws IOException {
        Path path = folder.resolve("lists.stoa");
        Schema schema =
                Schema.of(Field.required("pair", Type.list(Field.required("element", Type.of(TypeKind.INT32)))));
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            rows.add(new Object[] {List.of(i, i + 1)});
        }
        Tables.write(path, schema, rows, WriterOptions.DEFAULT);
        try (StoaFile file = StoaFile.open(RangeSources.open(path))) {
            for (long first : new long[] {0, 4096, 9000}) {
                int row = (int) first;
                try (Scan scan = file.scan().rows(first, ROWS).build()) {
                    while (scan.next()) {
                        for (int i = 0; i < scan.batch().rowCount(); i++, row++) {
                            ColumnVector pairs = scan.batch().column(0);
                            assertEquals(Model.written(pairs.type(), List.of(row, row + 1)), Model.read(pairs, i));
                        }
                    }
                }
                assertEquals(ROWS, row);
            }
        }
    }

    @Test
    void aFilterSeesTheSame() throws IOException {
        try (StoaFile file = file();
                Scan scan = file.scan()
                        .filter(Filter.and(Filter.equal("day", 7), Filter.equal("number", 12L)))
                        .build()) {
            long rows = 0;
            while (scan.next()) {
                check(scan.batch());
                rows += scan.batch().selectedCount();
            }
            assertEquals(ROWS - (4 * 4096 - 2 * 4096 - 10), rows);
        }
    }

    @Test
    void nullsAreNotConstant() {
        IntVector vector = new IntVector(Type.of(TypeKind.INT32), new int[2], new boolean[2], 2);
        assertFalse(vector.isConstant());
        assertArrayEquals(new boolean[2], vector.nulls());
        assertThrows(IllegalStateException.class, vector::setConstant);
    }
}
