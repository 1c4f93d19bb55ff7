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
package dev.stoa.spark.internal.read;

import dev.stoa.reader.RowRanges;
import dev.stoa.reader.ScanStats;
import dev.stoa.table.Snapshot;
import dev.stoa.table.TableScan;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/** Looks for the first rows by some keys, and then reads the other columns of these rows only. */
final class TopReader implements PartitionReader<ColumnarBatch> {
    private final ScanTask task;
    private final Snapshot snapshot;
    private final List<StoaPartition.Rows> rows;
    private final ScanMetrics metrics = new ScanMetrics();
    private Optional<BatchReader> reader = Optional.empty();

    TopReader(ScanTask task, Snapshot snapshot, List<StoaPartition.Rows> rows) {
        this.task = task;
        this.snapshot = snapshot;
        this.rows = rows;
    }

    @Override
    public boolean next() throws IOException {
        if (reader.isEmpty()) {
            Map<UUID, RowRanges> found = find();
            List<StoaPartition.Rows> parts = found.entrySet().stream()
                    .map(of -> new StoaPartition.Rows(
                            of.getKey(), of.getValue().first(), of.getValue().end()))
                    .toList();
            reader = Optional.of(new BatchReader(task, snapshot, parts, found, metrics));
        }
        return reader.get().next();
    }

    private Map<UUID, RowRanges> find() throws IOException {
        TopRows first = new TopRows(task.order(), task.limit());
        for (StoaPartition.Rows some : rows) {
            metrics.begin(snapshot.fragment(some.fragment()).orElseThrow());
            try (TableScan scan = task.keys(snapshot, some).build()) {
                while (scan.next()) {
                    first.add(some.fragment(), scan.batch());
                }
                metrics.end(scan.stats());
            }
        }
        return first.rows();
    }

    @Override
    public ColumnarBatch get() {
        return reader.orElseThrow().get();
    }

    @Override
    public CustomTaskMetric[] currentMetricsValues() {
        return reader.isPresent() ? reader.get().currentMetricsValues() : metrics.ofTask(ScanStats.NONE);
    }

    @Override
    public void close() throws IOException {
        if (reader.isPresent()) {
            reader.get().close();
        }
    }
}
