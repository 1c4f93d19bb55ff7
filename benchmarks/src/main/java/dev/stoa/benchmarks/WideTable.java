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
package dev.stoa.benchmarks;

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

/** Twenty thousand int64 columns named {@code c0, c1, ...} of random 20-bit values, a thousand rows. */
final class WideTable implements Table {
    static final int COLUMNS = 20_000;
    static final int ROWS = 1_000;

    private static final Type INT64 = Type.of(TypeKind.INT64);

    private final Schema schema;

    WideTable() {
        List<Field> fields = new ArrayList<>();
        for (int c = 0; c < COLUMNS; c++) {
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
        List<ColumnVector> columns = new ArrayList<>();
        for (int c = 0; c < COLUMNS; c++) {
            SplittableRandom random = new SplittableRandom(c);
            long[] values = new long[ROWS];
            for (int r = 0; r < ROWS; r++) {
                values[r] = random.nextLong(1 << 20);
            }
            columns.add(new LongVector(INT64, values, ColumnVector.NO_NULLS, ROWS));
        }
        return List.of(new Batch(schema, columns, ROWS)).iterator();
    }
}
