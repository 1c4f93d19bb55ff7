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
package dev.stoa.table.internal.change;

import dev.stoa.format.Batch;
import dev.stoa.table.Snapshot;
import dev.stoa.table.internal.schema.Partitioning;
import dev.stoa.table.internal.schema.RowOrder;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/** Takes new rows of a table and makes fragments of them. */
public interface RowSink extends Closeable {
    /**
     * Returns a sink that puts rows where the table's partitions and order want them.
     *
     * @param alone whether these are all rows of the table
     */
    static RowSink of(RunningOperation running, boolean alone) throws IOException {
        Snapshot snapshot = running.snapshot();
        Partitioning partitioning = new Partitioning(snapshot.state().schema(), snapshot.properties());
        return partitioning.isEmpty()
                ? of(running, Optional.empty(), alone)
                : new DividedRows(partitioning, partition -> of(running, Optional.of(partition), alone));
    }

    private static RowSink of(RunningOperation running, Optional<String> partition, boolean alone) throws IOException {
        RowOrder order = running.snapshot().image().order();
        return order.isEmpty()
                ? new AppendedRows(running, partition)
                : new PlacedRows(running, order, partition, alone);
    }

    /** Takes the selected rows of a batch, which has the table's columns. */
    void write(Batch batch) throws IOException;

    /** Completes all files and adds them to the transaction. */
    void finish() throws IOException;

    /** Releases everything. */
    @Override
    void close() throws IOException;
}
