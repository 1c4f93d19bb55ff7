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
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.IntVector;
import dev.stoa.format.ListVector;
import dev.stoa.format.Schema;
import dev.stoa.format.StructVector;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Validity goes down the structs, and takes no bytes where nothing is null. */
class StructTest {
    private static final Type INT32 = Type.of(TypeKind.INT32);
    private static final Type STRUCT = Type.struct(List.of(
            Field.required("r", INT32),
            Field.nullable("n", INT32),
            Field.nullable("l", Type.list(Field.required("element", INT32)))));
    private static final Schema SCHEMA = Schema.of(Field.nullable("s", STRUCT));

    @TempDir
    Path folder;

    /** Rows whose fields have values even where the struct is null. */
    private static Batch batch(int first, int count, IntPredicate isNull) {
        int[] values = new int[count];
        int[] offsets = new int[count + 1];
        boolean[] nulls = new boolean[count];
        boolean[] ownNulls = new boolean[count];
        for (int i = 0; i < count; i++) {
            values[i] = first + i;
            offsets[i + 1] = i + 1;
            nulls[i] = isNull.test(first + i);
            ownNulls[i] = (first + i) % 5 == 0;
        }
        IntVector plain = new IntVector(INT32, values, ColumnVector.NO_NULLS, count);
        StructVector struct = new StructVector(
                STRUCT,
                List.of(
                        plain,
                        new IntVector(INT32, values, ownNulls, count),
                        new ListVector(STRUCT.fields().get(2).type(), offsets, plain, ColumnVector.NO_NULLS, count)),
                nulls,
                count);
        return new Batch(SCHEMA, List.of(struct), count);
    }

    private StoredFile write(int rows, int batchRows, IntPredicate isNull) throws IOException {
        Path file = folder.resolve("f" + rows + "-" + batchRows);
        try (StoaWriter writer = TestFiles.create(file, SCHEMA, WriterOptions.DEFAULT)) {
            for (int row = 0; row < rows; row += batchRows) {
                writer.write(batch(row, Math.min(batchRows, rows - row), isNull));
            }
            writer.finish();
        }
        StoredFile stored = new StoredFile(file);
        List<List<Object>> found = stored.rows();
        List<Object[]> expected = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            Object[] fields = {i, i % 5 == 0 ? null : (Object) i, List.of(i)};
            expected.add(new Object[] {isNull.test(i) ? null : fields});
            assertEquals(Arrays.asList(RandomData.stored(STRUCT, expected.get(i)[0])), found.get(i), "row " + i);
        }
        for (int node = 1; node <= 3; node++) {
            List<Object> column = stored.column(node);
            for (int i = 0; i < rows; i++) {
                boolean expectNull = isNull.test(i) || (node == 2 && i % 5 == 0);
                assertEquals(expectNull, column.get(i) == null, "effective validity of node " + node + ", row " + i);
            }
        }
        for (int node = 0; node < 5; node++) {
            BoundsCheck.check(stored, node);
        }
        return stored;
    }

    @Test
    void nullStructsMakeNullFields() throws IOException {
        for (int batchRows : new int[] {1000, 4096, 30_000}) {
            StoredFile file = write(20_000, batchRows, row -> row % 3 == 0);
            assertEquals(6667, file.nodes.get(0).nullCount());
        }
    }

    @Test
    void nullsMayComeLateAndGoAgain() throws IOException {
        write(30_000, 7000, row -> row / 4096 == 2 && row % 7 == 0 || row / 4096 == 4);
        write(9000, 7000, row -> row == 8999);
        write(4096 * 3, 4096, row -> row == 0);
    }

    @Test
    void noNullsNoBytes() throws IOException {
        StoredFile file = write(10_000, 3000, row -> false);
        assertTrue(file.index(0).isEmpty());
        assertEquals(0, file.nodes.get(0).nullCount());
    }
}
