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
package dev.stoa.trino.internal.read;

import dev.stoa.format.Batch;
import dev.stoa.trino.internal.columns.Blocks;
import dev.stoa.trino.internal.columns.Rows;
import dev.stoa.trino.internal.plan.StoaColumn;
import io.trino.spi.block.Block;
import java.util.List;
import java.util.stream.Stream;

/** The columns of pages, and what makes their blocks. */
final class PageColumns {
    private final List<StoaColumn> columns;
    private final List<Blocks> makers;
    /** Of each column its number in batches, which have stored columns only. */
    private final int[] stored;

    PageColumns(List<StoaColumn> columns) {
        this.columns = columns;
        this.makers = Stream.generate(Blocks::new).limit(columns.size()).toList();
        this.stored = new int[columns.size()];
        int count = 0;
        for (int i = 0; i < stored.length; i++) {
            stored[i] = count;
            count += columns.get(i).isStored() ? 1 : 0;
        }
    }

    int count() {
        return stored.length;
    }

    String name(int channel) {
        return columns.get(channel).name();
    }

    /**
     * Makes a block.
     *
     * @param rows of the batch
     */
    Block block(int channel, Batch batch, RowPlaces places, Rows rows) {
        StoaColumn column = columns.get(channel);
        return switch (column.kind()) {
            case ROW_ID -> places.ids(batch, rows);
            case PATH -> places.paths(rows.count());
            case POSITION -> RowPlaces.positions(batch, rows);
            case STORED -> makers.get(channel).of(batch.column(stored[channel]), column.type(), rows);
            case ANSWER -> throw new IllegalStateException(column.name() + " is not a column of a scan");
        };
    }
}
