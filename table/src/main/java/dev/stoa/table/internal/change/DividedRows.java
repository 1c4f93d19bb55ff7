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
import dev.stoa.table.internal.schema.Partitioning;
import dev.stoa.vio.internal.disk.Closing;
import java.io.IOException;
import java.util.Map;

/** Rows of a table with partitions: each goes to a sink of its partition. */
public final class DividedRows implements RowSink {
    private final Partitioning partitioning;
    private final Sinks sinks;
    private final OpenPartitions<RowSink> open =
            new OpenPartitions<>(OpenPartitions.MOST, false, DividedRows::finishAndClose);

    /** Makes the sink of a partition. */
    public interface Sinks {
        RowSink of(String partition) throws IOException;
    }

    public DividedRows(Partitioning partitioning, Sinks sinks) {
        this.partitioning = partitioning;
        this.sinks = sinks;
    }

    @Override
    public void write(Batch batch) throws IOException {
        for (Map.Entry<String, Batch> part : partitioning.divide(batch).entrySet()) {
            open.of(part.getKey(), () -> sinks.of(part.getKey())).write(part.getValue());
        }
    }

    private static void finishAndClose(RowSink sink) throws IOException {
        sink.finish();
        sink.close();
    }

    @Override
    public void finish() throws IOException {
        for (RowSink sink : open.all()) {
            sink.finish();
        }
    }

    @Override
    public void close() throws IOException {
        Closing.all(open.all());
    }
}
