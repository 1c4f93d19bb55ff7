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
package dev.stoa.trino.internal.write;

import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.build.VectorBuilder;
import dev.stoa.format.build.VectorBuilders;
import dev.stoa.trino.internal.columns.TrinoTypes;
import io.trino.spi.Page;
import io.trino.spi.block.Block;
import java.util.ArrayList;
import java.util.List;

/** Gathers rows of pages until they make a batch. */
final class RowGatherer {
    static final int BATCH_ROWS = 4096;
    private static final long BATCH_BYTES = 16L << 20;

    private final Schema schema;
    private final List<VectorBuilder> builders = new ArrayList<>();
    private final List<Gatherer> gatherers = new ArrayList<>();
    private final int[] channels;
    private int rows;

    /**
     * A gatherer.
     *
     * @param schema what batches have
     * @param columns the columns of the pages, by channel; the others of the schema become null
     */
    RowGatherer(Schema schema, List<String> columns, TrinoTypes types) {
        this.schema = schema;
        this.channels = new int[schema.fields().size()];
        for (int i = 0; i < channels.length; i++) {
            Field field = schema.fields().get(i);
            builders.add(VectorBuilders.of(field.type()));
            gatherers.add(Gatherer.of(field.type(), types.type(field.type(), field.name())));
            channels[i] = columns.indexOf(field.name());
        }
    }

    /** Adds a row, and returns whether the rows now make a batch. */
    boolean add(Page page, int position) {
        for (int i = 0; i < channels.length; i++) {
            if (channels[i] < 0) {
                builders.get(i).addNull();
            } else {
                Block block = page.getBlock(channels[i]);
                gatherers.get(i).add(builders.get(i), block, position);
            }
        }
        rows++;
        return rows == BATCH_ROWS
                || builders.stream().mapToLong(VectorBuilder::bytes).sum() >= BATCH_BYTES;
    }

    int rows() {
        return rows;
    }

    /** The rows, until the next {@link #clear}. */
    Batch batch() {
        List<ColumnVector> vectors =
                builders.stream().map(VectorBuilder::vector).toList();
        return new Batch(schema, vectors, rows);
    }

    void clear() {
        builders.forEach(VectorBuilder::clear);
        rows = 0;
    }
}
