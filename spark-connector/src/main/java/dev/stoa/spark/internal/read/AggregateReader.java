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

import dev.stoa.reader.Aggregates;
import dev.stoa.reader.ScanStats;
import dev.stoa.spark.internal.columns.StoaColumn;
import dev.stoa.table.Snapshot;
import dev.stoa.table.TableScan;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.execution.vectorized.OnHeapColumnVector;
import org.apache.spark.sql.execution.vectorized.WritableColumnVector;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/** Computes aggregate functions of a task's rows, which Spark puts together with those of others: one batch with one row. */
final class AggregateReader implements PartitionReader<ColumnarBatch> {
    private final ScanTask task;
    private final Snapshot snapshot;
    private final List<StoaPartition.Rows> rows;
    private final AggregateFunctions asked;
    private final SumScan sums;
    private final ScanMetrics metrics = new ScanMetrics();
    private Optional<Aggregates> found = Optional.empty();
    private Optional<ColumnarBatch> batch = Optional.empty();

    AggregateReader(ScanTask task, Snapshot snapshot, List<StoaPartition.Rows> rows) {
        this.task = task;
        this.snapshot = snapshot;
        this.rows = rows;
        this.asked = AggregateFunctions.of(task.aggregated().orElseThrow(), snapshot.schema())
                .orElseThrow();
        this.sums = new SumScan(asked.sums(), asked.bounded(), new GroupKeys(List.of()));
    }

    @Override
    public boolean next() throws IOException {
        boolean isFirst = batch.isEmpty();
        if (isFirst) {
            for (StoaPartition.Rows some : rows) {
                metrics.begin(snapshot.fragment(some.fragment()).orElseThrow());
                read(some);
            }
        } else if (!sums.hasMore(0)) {
            return false;
        }
        ColumnVector[] columns = new ColumnVector[asked.functions().size()];
        for (int i = 0; i < columns.length; i++) {
            columns[i] =
                    column(asked.functions().get(i), task.schema().fields()[i].dataType(), isFirst);
        }
        batch = Optional.of(new ColumnarBatch(columns, 1));
        return true;
    }

    private void read(StoaPartition.Rows some) throws IOException {
        if (asked.hasSums()) {
            try (TableScan scan = task.scan(snapshot, some).build()) {
                while (scan.next()) {
                    sums.add(scan.batch());
                }
                metrics.end(scan.stats());
            }
        }
        if (!asked.hasSums() || asked.hasBounds()) {
            Aggregates of = task.bounds(snapshot, some).aggregate(1);
            metrics.end(of.stats());
            found = Optional.of(found.map(before -> before.plus(of)).orElse(of));
        }
    }

    /**
     * Returns a column of one row.
     *
     * @param isFirst whether the row is the first one; the others have what is left of sums
     */
    private ColumnVector column(AggregateFunctions.Function function, DataType type, boolean isFirst) {
        WritableColumnVector written = new OnHeapColumnVector(1, type);
        if (function.isCount()) {
            written.putLong(0, isFirst ? count(function) : 0);
            return written;
        } else if (function.isSum()) {
            asked.sums().get(function.column()).take(0, written, 0);
            return written;
        }
        Optional<dev.stoa.format.ColumnVector> bound = isFirst ? found.flatMap(function::bound) : Optional.empty();
        if (bound.isEmpty()) {
            written.putNull(0);
            return written;
        }
        StoaColumn column = StoaColumn.of(bound.get().type(), type);
        column.show(bound.get());
        return column;
    }

    private long count(AggregateFunctions.Function function) {
        if (asked.hasSums()) {
            return function.column() < 0 ? sums.rows(0) : sums.values(function.column(), 0);
        }
        return found.map(function::count).orElse(0L);
    }

    @Override
    public ColumnarBatch get() {
        return batch.orElseThrow();
    }

    @Override
    public CustomTaskMetric[] currentMetricsValues() {
        return metrics.ofTask(ScanStats.NONE);
    }

    @Override
    public void close() {
        // what was read is closed
    }
}
