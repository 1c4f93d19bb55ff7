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
package dev.stoa.hive;

import dev.stoa.format.Batch;
import java.io.IOException;
import org.apache.hadoop.hive.ql.exec.Utilities;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatchCtx;
import org.apache.hadoop.hive.ql.io.BucketIdentifier;
import org.apache.hadoop.hive.ql.io.StatsProvidingRecordReader;
import org.apache.hadoop.hive.serde2.SerDeStats;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordReader;

/** Reads a split batch by batch. Rows that the pushed filter leaves out are not selected; the rest of the filter is Hive's. */
final class BatchReader implements RecordReader<NullWritable, VectorizedRowBatch>, StatsProvidingRecordReader {
    private final StoaSplit split;
    private final SplitScan scan;
    private final VectorizedRowBatchCtx context;
    private final Object[] partition;
    private final BucketIdentifier bucket;

    BatchReader(JobConf job, StoaSplit split) throws IOException {
        this.split = split;
        this.context = Utilities.getVectorizedRowBatchCtx(job);
        this.partition = new Object[context.getPartitionColumnCount()];
        if (partition.length > 0) {
            VectorizedRowBatchCtx.getPartitionValues(context, job, split, partition);
        }
        this.bucket = BucketIdentifier.from(job, split.getPath());
        this.scan = new SplitScan(job, split, TableColumns.of(job));
    }

    @Override
    public boolean next(NullWritable key, VectorizedRowBatch to) throws IOException {
        to.reset();
        // combined splits ask a second reader to fill the first one's batch
        if (partition.length > 0) {
            context.addPartitionColsToBatch(to, partition);
        }
        if (!scan.next()) {
            return false;
        }
        Batch batch = scan.batch();
        for (int i = 0; i < scan.columns().size(); i++) {
            ReadColumn column = scan.columns().get(i);
            ColumnVector vector = to.cols[column.ordinal()];
            if (vector != null) {
                column.fill(batch.column(i), batch.rowCount(), vector);
            }
        }
        for (int ordinal : scan.missing()) {
            if (to.cols[ordinal] != null) {
                ReadColumn.fillNulls(to.cols[ordinal]);
            }
        }
        to.size = batch.selectedCount();
        to.selectedInUse = !batch.isAllSelected();
        if (to.selectedInUse) {
            System.arraycopy(batch.selection(), 0, to.selected, 0, to.size);
        }
        if (bucket != null) {
            context.setBucketAndWriteIdOf(to, bucket);
        }
        return true;
    }

    @Override
    public NullWritable createKey() {
        return NullWritable.get();
    }

    @Override
    public VectorizedRowBatch createValue() {
        return context.createVectorizedRowBatch();
    }

    @Override
    public long getPos() {
        return split.getStart() + (long) (scan.progress() * split.getLength());
    }

    @Override
    public float getProgress() {
        return scan.progress();
    }

    @Override
    public SerDeStats getStats() {
        return Stats.of(scan.rows(), split.getLength());
    }

    @Override
    public void close() throws IOException {
        scan.close();
    }
}
