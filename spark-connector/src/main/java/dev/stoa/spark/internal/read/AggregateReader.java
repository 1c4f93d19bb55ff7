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
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.execution.vectorized.ConstantColumnVector;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/** Computes aggregate functions of a task's rows, which Spark puts together with those of others: one batch with one row. */
final class AggregateReader implements PartitionReader<ColumnarBatch> {
    private final ScanTask task;
    private final Snapshot snapshot;
    private final List<StoaPartition.Rows> rows;
    private final ScanMetrics metrics = new ScanMetrics();
    private Optional<ColumnarBatch> batch = Optional.empty();

    AggregateReader(ScanTask task, Snapshot snapshot, List<StoaPartition.Rows> rows) {
        this.task = task;
        this.snapshot = snapshot;
        this.rows = rows;
    }

    @Override
    public boolean next() throws IOException {
        if (batch.isPresent()) {
            return false;
        }
        Optional<Aggregates> all = Optional.empty();
        for (StoaPartition.Rows some : rows) {
            metrics.begin(snapshot.fragment(some.fragment()).orElseThrow());
            Aggregates found = task.scan(snapshot, some).aggregate(1);
            metrics.end(found.stats());
            all = Optional.of(all.map(before -> before.plus(found)).orElse(found));
        }
        Optional<Aggregates> result = all;
        AggregateFunctions asked = AggregateFunctions.of(task.aggregated().orElseThrow(), snapshot.schema())
                .orElseThrow();
        ColumnVector[] columns = new ColumnVector[asked.functions().size()];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = column(
                    asked.functions().get(i), result, task.schema().fields()[i].dataType());
        }
        batch = Optional.of(new ColumnarBatch(columns, 1));
        return true;
    }

    private static ColumnVector column(
            AggregateFunctions.Function function, Optional<Aggregates> found, DataType type) {
        ConstantColumnVector constant = new ConstantColumnVector(1, type);
        if (function.isCount()) {
            constant.setLong(found.map(function::count).orElse(0L));
            return constant;
        }
        Optional<dev.stoa.format.ColumnVector> bound = found.flatMap(function::bound);
        if (bound.isEmpty()) {
            constant.setNull();
            return constant;
        }
        StoaColumn column = StoaColumn.of(bound.get().type(), type);
        column.show(bound.get());
        return column;
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
