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

import dev.stoa.spark.internal.store.SparkErrors;
import dev.stoa.spark.internal.store.TaskStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/**
 * Begins to read in a task.
 *
 * @param task what is read
 * @param store where it is
 */
record StoaReaderFactory(ScanTask task, TaskStore store) implements PartitionReaderFactory {

    @Override
    public boolean supportColumnarReads(InputPartition partition) {
        return true;
    }

    @Override
    public PartitionReader<ColumnarBatch> createColumnarReader(InputPartition partition) {
        StoaPartition read = (StoaPartition) partition;
        try {
            return new ReportedReader(reader(read));
        } catch (IOException | UncheckedIOException e) {
            throw SparkErrors.inTask(e);
        }
    }

    private PartitionReader<ColumnarBatch> reader(StoaPartition read) throws IOException {
        var snapshot = read.part().open(store.folder());
        if (task.aggregated().isEmpty()) {
            return task.order().isEmpty()
                    ? new BatchReader(task, snapshot, read.rows())
                    : new TopReader(task, snapshot, read.rows());
        }
        return task.aggregated().get().groupByExpressions().length > 0
                ? new GroupReader(task, snapshot, read.rows())
                : new AggregateReader(task, snapshot, read.rows());
    }

    @Override
    public PartitionReader<InternalRow> createReader(InputPartition partition) {
        throw new UnsupportedOperationException("rows come in batches");
    }
}
