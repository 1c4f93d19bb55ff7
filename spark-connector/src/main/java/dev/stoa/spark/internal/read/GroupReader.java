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

import dev.stoa.reader.ScanStats;
import dev.stoa.table.Snapshot;
import dev.stoa.table.TableScan;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.execution.vectorized.OnHeapColumnVector;
import org.apache.spark.sql.execution.vectorized.WritableColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/**
 * Reads rows and gives what was counted and summed up for each group.
 *
 * <p>Memory is bounded: the reader gives what it has when groups become many, and forgets them. A group may come again. Spark adds
 * its parts up.
 */
final class GroupReader implements PartitionReader<ColumnarBatch> {
    private final ScanTask task;
    private final Snapshot snapshot;
    private final Iterator<StoaPartition.Rows> rows;
    private final AggregateFunctions asked;
    private final GroupKeys keys;
    private final SumScan sums;
    private final ScanMetrics metrics = new ScanMetrics();
    private Optional<TableScan> scan = Optional.empty();
    private Optional<ColumnarBatch> batch = Optional.empty();

    GroupReader(ScanTask task, Snapshot snapshot, List<StoaPartition.Rows> rows) {
        this.task = task;
        this.snapshot = snapshot;
        this.rows = rows.iterator();
        this.asked = AggregateFunctions.of(task.aggregated().orElseThrow(), snapshot.schema())
                .orElseThrow();
        this.keys = new GroupKeys(asked.keys());
        this.sums = new SumScan(asked.sums(), asked.bounded(), keys);
    }

    @Override
    public boolean next() throws IOException {
        while (!keys.isFull() && advance()) {
            sums.add(scan.orElseThrow().batch());
        }
        int groups = take();
        sums.clear();
        return groups > 0;
    }

    /** Moves to the next batch of the task's rows, and returns false after the last one. */
    private boolean advance() throws IOException {
        while (scan.isEmpty() || !scan.get().next()) {
            close();
            if (!rows.hasNext()) {
                return false;
            }
            StoaPartition.Rows some = rows.next();
            metrics.begin(snapshot.fragment(some.fragment()).orElseThrow());
            scan = Optional.of(task.scan(snapshot, some).build());
        }
        return true;
    }

    /** Shows what was found, and returns the number of rows for it. */
    private int take() {
        WritableColumnVector[] columns = OnHeapColumnVector.allocateColumns(keys.count(), task.schema());
        int row = 0;
        for (int group = 0; group < keys.count(); group++) {
            if (sums.rows(group) > 0) {
                put(group, true, columns, row++);
                while (sums.hasMore(group)) {
                    put(group, false, columns, row++);
                }
            }
        }
        batch = Optional.of(new ColumnarBatch(columns, row));
        return row;
    }

    private void put(int group, boolean isFirst, WritableColumnVector[] columns, int row) {
        for (WritableColumnVector column : columns) {
            column.reserve(row + 1);
        }
        keys.put(group, columns, row);
        for (int i = 0; i < asked.functions().size(); i++) {
            WritableColumnVector column = columns[asked.keys().size() + i];
            AggregateFunctions.Function function = asked.functions().get(i);
            if (function.isSum()) {
                asked.sums().get(function.column()).take(group, column, row);
            } else {
                column.putLong(row, isFirst ? count(function, group) : 0);
            }
        }
    }

    private long count(AggregateFunctions.Function function, int group) {
        return function.column() < 0 ? sums.rows(group) : sums.values(function.column(), group);
    }

    @Override
    public ColumnarBatch get() {
        return batch.orElseThrow();
    }

    @Override
    public CustomTaskMetric[] currentMetricsValues() {
        return metrics.ofTask(scan.map(TableScan::stats).orElse(ScanStats.NONE));
    }

    @Override
    public void close() throws IOException {
        if (scan.isPresent()) {
            TableScan open = scan.get();
            scan = Optional.empty();
            open.close();
            metrics.end(open.stats());
        }
    }
}
