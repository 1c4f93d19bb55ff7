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
package dev.stoa.benchmarks.data;

import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.LongVector;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Many int64 columns named {@code c0, c1, ...} of random 20-bit values. */
public final class WideTable implements Table {
    private static final int BATCH_ROWS = 1_000;

    private static final Type INT64 = Type.of(TypeKind.INT64);

    private final Schema schema;
    private final int rows;

    public WideTable(int columns, int rows) {
        this.rows = rows;
        List<Field> fields = new ArrayList<>();
        for (int c = 0; c < columns; c++) {
            fields.add(Field.required("c" + c, INT64));
        }
        schema = new Schema(fields);
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public Iterator<Batch> batches() {
        return IntStream.rangeClosed(0, (rows - 1) / BATCH_ROWS)
                .mapToObj(i -> batch(i, Math.min(BATCH_ROWS, rows - i * BATCH_ROWS)))
                .iterator();
    }

    private Batch batch(int number, int count) {
        List<ColumnVector> columns = new ArrayList<>();
        for (int c = 0; c < schema.fields().size(); c++) {
            SplittableRandom random = new SplittableRandom(c + 100_000L * number);
            long[] values = new long[count];
            for (int r = 0; r < count; r++) {
                values[r] = random.nextLong(1 << 20);
            }
            columns.add(new LongVector(INT64, values, ColumnVector.NO_NULLS, count));
        }
        return new Batch(schema, columns, count);
    }
}
