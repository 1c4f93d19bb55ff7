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
package dev.stoa.spark.internal.gather;

import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.build.VectorBuilder;
import dev.stoa.format.build.VectorBuilders;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructType;

/** Gathers rows of Spark column by column, a vector's worth at a time. */
public final class RowGatherer {
    /** The most rows of a batch. */
    public static final int BATCH_ROWS = 4096;

    private static final long BATCH_BYTES = 4 << 20;
    /** How many rows pass between two looks at the gathered bytes. */
    private static final int ROWS_PER_CHECK = 64;

    private final Schema schema;
    private final List<VectorBuilder> builders = new ArrayList<>();
    private final List<Gatherer> columns = new ArrayList<>();
    private int rows;

    /**
     * A gatherer.
     *
     * @param schema of the table
     * @param given what the rows have, in the same order
     */
    public RowGatherer(Schema schema, StructType given) {
        this.schema = schema;
        List<Field> fields = schema.fields();
        for (int i = 0; i < given.length(); i++) {
            VectorBuilder builder = VectorBuilders.of(fields.get(i).type());
            builders.add(builder);
            columns.add(Gatherer.of(builder, given.fields()[i].dataType()));
        }
    }

    /** Takes a row; returns whether it is time to take the batch. */
    public boolean add(InternalRow row) {
        for (int i = 0; i < columns.size(); i++) {
            columns.get(i).add(row, i);
        }
        rows++;
        return rows == BATCH_ROWS || (rows % ROWS_PER_CHECK == 0 && bytes() >= BATCH_BYTES);
    }

    private long bytes() {
        return builders.stream().mapToLong(VectorBuilder::bytes).sum();
    }

    public int rows() {
        return rows;
    }

    /** Returns the gathered rows; valid until {@link #clear}. */
    public Batch batch() {
        List<ColumnVector> vectors =
                builders.stream().map(VectorBuilder::vector).toList();
        return new Batch(schema, vectors, rows);
    }

    public void clear() {
        rows = 0;
        builders.forEach(VectorBuilder::clear);
    }
}
