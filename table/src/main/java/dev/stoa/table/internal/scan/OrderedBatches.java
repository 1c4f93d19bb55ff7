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
package dev.stoa.table.internal.scan;

import dev.stoa.format.Batch;
import dev.stoa.format.Schema;
import dev.stoa.reader.ScanBuilder;
import dev.stoa.reader.internal.overlay.RowBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Optional;
import java.util.Queue;

/** Makes batches of rows that come in pieces of others: large pieces stay where they are, small ones are copied together. */
final class OrderedBatches {
    /** Pieces with at least this number of rows are not copied. */
    private static final int LARGE = 512;

    private static final long MOST_BYTES = 8 << 20;

    private final Schema schema;
    private final Queue<Batch> ready = new ArrayDeque<>();
    private RowBuffer buffer;

    OrderedBatches(Schema schema) {
        this.schema = schema;
        this.buffer = new RowBuffer(schema);
    }

    /**
     * Adds the selected rows {@code from..to-1} of a batch, which must stay as it is until {@link #next} gives nothing more.
     */
    void add(Batch batch, int from, int to) {
        int count = to - from;
        if (count >= LARGE) {
            flush();
            ready.add(piece(batch, from, to));
            return;
        }
        if (buffer.rows() + count > ScanBuilder.MAX_BATCH_ROWS || buffer.bytes() > MOST_BYTES) {
            flush();
        }
        int i = from;
        while (i < to) {
            int first = batch.selected(i);
            int run = 1;
            while (i + run < to && batch.selected(i + run) == first + run) {
                run++;
            }
            buffer.append(batch, first, run);
            i += run;
        }
    }

    /** Makes a batch of the copied rows, though more rows would fit. */
    void flush() {
        if (buffer.rows() > 0) {
            ready.add(buffer.batch());
            buffer = new RowBuffer(schema);
        }
    }

    /** The next batch that is complete. */
    Optional<Batch> next() {
        return Optional.ofNullable(ready.poll());
    }

    /** A batch with only the selected rows {@code from..to-1} of another. */
    static Batch piece(Batch batch, int from, int to) {
        if (from == 0 && to == batch.selectedCount()) {
            return batch;
        }
        int[] selection = batch.isAllSelected() ? range(from, to) : Arrays.copyOfRange(batch.selection(), from, to);
        return new Batch(batch.schema(), batch.columns(), batch.rowCount(), batch.firstRow(), selection, to - from);
    }

    private static int[] range(int from, int to) {
        int[] rows = new int[to - from];
        for (int i = from; i < to; i++) {
            rows[i - from] = i;
        }
        return rows;
    }
}
